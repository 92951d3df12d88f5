"""`stellwerk` without a command: the server on this machine, its address printed, a browser opened if there is one."""

from __future__ import annotations

import os
import re
import socket
import stat
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from stellwerk.cli import serve
from stellwerk.cli.listening import PORT
from stellwerk.cli.main import build, main
from tests.web_support import until

LINE = re.compile(r"Stellwerk at (http://127\.0\.0\.1:\d+) \(games in (.+)\); Ctrl-C ends it\n")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """As on a machine without a screen, with a home of its own."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "XDG_DATA_HOME")
    kept = {key: value for key, value in os.environ.items() if key not in hidden}
    return {**kept, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), **more}


@contextmanager
def started(folder: Path, *args: str, **more: str) -> Iterator[tuple[str, str]]:
    """The program as a user starts it; gives its address and the file with the games."""
    command = [sys.executable, "-m", "stellwerk", *args]
    with subprocess.Popen(command, env=environment(folder, **more), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            found = LINE.fullmatch(line)
            assert found, line
            yield found[1], found[2]
        finally:
            process.terminate()


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health").status_code == 200
    except httpx.TransportError:
        return False


def script(folder: Path) -> tuple[str, Path]:
    """A browser for tests: writes down what it is to open."""
    opened = folder / "opened"
    program = folder / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program), opened


@contextmanager
def taken(number: int) -> Iterator[None]:
    """Somebody who is no Stellwerk listens at a port."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", number))
        except OSError:  # somebody has it anyway, which will do
            yield
            return
        other.listen()
        yield


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script as the browser")
def test_without_a_command_the_table_opens_in_the_browser(tmp_path: Path) -> None:
    browser, opened = script(tmp_path)
    with taken(PORT), started(tmp_path, BROWSER=browser) as (address, games):
        assert not address.endswith(f":{PORT}"), "a free port, since ours is taken"
        assert Path(games) == tmp_path / "data" / "stellwerk" / "stellwerk.sqlite"
        assert until(lambda: answers(address))
        assert "Stellwerk" in httpx.get(address, headers={"accept": "text/html"}, timeout=60).text
        assert until(lambda: opened.exists() and opened.read_text().strip()) == address


def test_a_machine_without_a_screen_just_prints_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))
    assert not serve.can_open()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.can_open()
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert not serve.can_open(), "no browser in this terminal"
    monkeypatch.setenv("BROWSER", "w3m")
    assert serve.can_open(), "unless the user says so"


def test_nothing_is_opened_where_nothing_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(serve, "can_open", lambda: False)
    serve.open_soon("http://127.0.0.1:1", 0)
    monkeypatch.setattr(serve, "can_open", lambda: True)
    serve.open_soon("http://127.0.0.1:2", 0)
    assert until(lambda: opened) == ["http://127.0.0.1:2"]


def test_open_and_no_open() -> None:
    parse = build().parse_args
    assert parse(["serve"]).open is False
    assert parse(["serve", "--open"]).open is True
    assert parse(["serve", "--open", "--no-open"]).open is False
    assert parse(["serve"]).port is None


def test_a_second_start_opens_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(serve, "can_open", lambda: True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with started(tmp_path, "serve", "--port", "0") as (address, _):
        assert until(lambda: answers(address))
        assert serve.is_stellwerk(address)
        assert main([]) == 0
    assert capsys.readouterr().out == f"Stellwerk is running already at {address}\n"
    assert until(lambda: opened) == [address]
    assert not serve.is_stellwerk(address), "it has ended"


def test_a_port_that_is_named_must_be_free(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        number = other.getsockname()[1]
        assert main(["serve", "--port", str(number), "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"stellwerk: cannot listen at 127.0.0.1 port {number}: ")
    assert err.count("\n") == 1


def test_several_processes_need_a_database_for_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path), "--processes", "2"]) == 2
    assert main(["serve", "--data", str(tmp_path), "--processes", "0"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--processes needs --database: a file of games has one server" in err
    assert "--processes must be at least 1" in err
    assert err.count("\n") == 2
