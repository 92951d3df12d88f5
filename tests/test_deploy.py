"""What deploy/ and docs/hosting.md say is so: options, settings and addresses exist, and nothing is run as root."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from stellwerk.cli import listening, serve
from stellwerk.cli.parts import Commands, Parser
from stellwerk.web.guard import STREAMS
from stellwerk.web.mail.settings import VARIABLES
from stellwerk.web.settings import Settings
from tests.web_support import served

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
HOSTING, SERVER = ROOT / "docs" / "hosting.md", ROOT / "docs" / "server.md"
ENVIRONMENT = {
    *("STELLWERK_SECRET", "STELLWERK_SECRET_FILE", "STELLWERK_DATABASE", "STELLWERK_METRICS_TOKEN"),
    *VARIABLES.values(),
}


def options() -> dict[str, argparse.Action]:
    """The options of `stellwerk serve`."""
    commands: Commands = Parser().add_subparsers()
    serve.register(commands)
    return {name: action for action in commands.choices["serve"]._actions for name in action.option_strings}


@pytest.mark.parametrize("file", [*FILES, HOSTING], ids=lambda file: file.name)
def test_options_and_variables_exist(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for line in text.splitlines():
        if re.search(r"stellwerk serve|\"--base-url\"|ENTRYPOINT", line):
            said = re.findall(r"(?<![\w-])--[a-z][a-z-]+", line)
            assert set(said) <= set(options()), line
    named = set(re.findall(r"STELLWERK_[A-Z_]+[A-Z]", text))
    assert named <= ENVIRONMENT | {"STELLWERK_SMTP", "STELLWERK_PICTURES"}, named - ENVIRONMENT


def test_the_table_of_settings_is_whole() -> None:
    """docs/hosting.md names every option of the server, and no other."""
    rows = re.findall(r"^\| (`--.*?) \|", HOSTING.read_text(encoding="utf-8"), re.M)
    named = {name for row in rows for name in re.findall(r"--[a-z][a-z-]+", row)}
    assert named == {name for name in options() if name.startswith("--")} - {"--help"}
    told = SERVER.read_text(encoding="utf-8") + (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    described = set(re.findall(r"--[a-z][a-z-]+", told))
    assert named <= described


def test_the_container_takes_what_it_needs() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M):
        for name in line.split():
            assert (ROOT / name).exists(), name
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(re.findall(r"\.\[(\w+)\]", text)) <= set(extras)
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!root)\w+", last, re.M)
    assert "VOLUME /data" in last
    assert str(listening.PORT) in last


def test_the_containers_own_health_check_is_answered(tmp_path: Path) -> None:
    """It asks by the machine's own name, whatever the server is called outside."""
    with served(tmp_path, base_url="https://games.example.org", public=True, host="0.0.0.0") as client:
        assert client.get("/health", headers={"host": "127.0.0.1:1830"}).status_code == 200
        assert client.get("/ready", headers={"host": "localhost"}).status_code == 200
        assert client.get("/health", headers={"host": "games.example.org"}).status_code == 200
        assert client.get("/health", headers={"host": "evil.example.org"}).status_code == 400
        assert client.get("/", headers={"host": "127.0.0.1:1830"}).status_code == 400


def test_compose_names_files_that_are_there() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    found = re.search(r"context: (\S+)\n\s+dockerfile: (\S+)", text)
    assert found
    assert (DEPLOY / found[1] / found[2]).resolve() == DEPLOY / "Dockerfile"
    assert '"127.0.0.1:1830:1830"' in text  # nobody comes past the proxy


def test_proxies_hold_no_stream_back() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    location = re.search(r"location ~ (\S+) \{([^}]*)\}", nginx)
    assert location
    streams = re.compile(location[1])
    for path in ("/api/v1/games/abcdefghjk/events", "/g/abcdefghjk/live"):
        assert streams.search(path)
        assert path.endswith(STREAMS)
    assert "proxy_buffering off" in location[2]
    assert "flush_interval -1" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    most = Settings(data=Path()).most_import
    assert "client_max_body_size 5m" in nginx
    assert most < 5 * 1000 * 1000
    assert nginx.count("proxy_set_header X-Forwarded-For $remote_addr") == 2  # what a reader claims is not passed on


def test_the_service_has_little_to_lose() -> None:
    unit: dict[str, list[str]] = {}
    for line in (DEPLOY / "stellwerk.service").read_text(encoding="utf-8").splitlines():
        name, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            unit.setdefault(name, []).append(value)
    wanted: dict[str, Any] = {"DynamicUser": "yes", "ProtectSystem": "strict", "NoNewPrivileges": "yes"}
    assert {name: unit[name][0] for name in wanted} == wanted
    assert unit["StateDirectory"] == ["stellwerk"]
    assert "--data /var/lib/stellwerk" in unit["ExecStart"][0]
