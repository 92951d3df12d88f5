"""The start script and the browser for the tests: an installed one is used, apt may bring one, nothing stops it."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("start_script", str(ROOT / "stellwerk"))
    spec = importlib.util.spec_from_loader("start_script", loader)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    loader.exec_module(made)
    return made


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all there is to find programs in."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("STELLWERK_CHROMIUM", "")  # so that it is put back afterwards
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    program(tmp_path / "env", 'shift; exec "$@"')
    return tmp_path


def program(path: Path, text: str = "exit 0") -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def chosen() -> str:
    return os.environ["STELLWERK_CHROMIUM"]


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
def test_an_installed_browser_is_used(script: ModuleType, programs: Path, name: str) -> None:
    path = program(programs / name)
    program(programs / "apt-get", "echo no >&2; exit 1")
    script.find_browser()
    assert chosen() == path


def test_a_named_browser_comes_first(
    script: ModuleType, programs: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    program(programs / "chromium")
    other = program(programs / "other")
    monkeypatch.setenv("STELLWERK_CHROMIUM", other)
    script.find_browser()
    assert chosen() == other
    monkeypatch.setenv("STELLWERK_CHROMIUM", "/no/such/browser")
    script.find_browser()
    assert "/no/such/browser, which is no program" in capfd.readouterr().err
    monkeypatch.setenv("STELLWERK_CHROMIUM", "none")
    script.find_browser()
    assert (chosen(), "will be skipped" in capfd.readouterr().err) == ("none", True)


def test_apt_brings_one_where_it_may(
    script: ModuleType, programs: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = f"echo '#!/bin/sh' > {programs}/chromium; /bin/chmod +x {programs}/chromium"
    program(programs / "apt-get", f'echo "apt-get $*"; case "$*" in *install*) {made};; *) exit 100;; esac')
    script.find_browser()
    assert chosen() == str(programs / "chromium")
    out, err = capfd.readouterr()
    assert "installing it with apt-get" in err
    assert "install --no-install-recommends chromium-headless-shell" in err
    assert out == ""  # the program's own output stays clean


def test_where_there_is_no_headless_shell_apt_brings_the_whole_browser(
    script: ModuleType, programs: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    made = f"echo '#!/bin/sh' > {programs}/chromium; /bin/chmod +x {programs}/chromium"
    program(programs / "apt-get", f'case "$*" in *shell) exit 100;; *install*) {made};; esac')
    script.find_browser()
    assert chosen() == str(programs / "chromium")
    assert "could not" not in capfd.readouterr().err


def test_without_rights_or_apt_it_goes_on_and_says_so(
    script: ModuleType, programs: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script.find_browser()
    assert "no Chromium: the tests in the browser will be skipped" in capfd.readouterr().err
    program(programs / "apt-get", "echo the network is away >&2; exit 100")
    script.find_browser()
    said = capfd.readouterr().err
    assert "could not install Chromium" in said
    assert "will be skipped" in said
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    script.find_browser()
    assert "installing" not in capfd.readouterr().err
    program(programs / "sudo", "exit 1")  # asks for a password
    script.find_browser()
    assert "installing" not in capfd.readouterr().err
    program(programs / "sudo", 'shift; exec "$@"')
    program(programs / "true")
    script.find_browser()
    assert "installing" in capfd.readouterr().err
    assert chosen() == ""


def test_postgresql_is_found_or_brought_as_the_browser_is(
    script: ModuleType, programs: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "DATABASES", programs / "postgresql")
    monkeypatch.setenv("STELLWERK_POSTGRES", "")
    script.find_postgres()
    assert "no PostgreSQL: the tests with it will be skipped" in capfd.readouterr().err
    folder = programs / "postgresql" / "15" / "bin"
    made = f"/bin/mkdir -p {folder}; echo > {folder}/initdb"
    program(programs / "apt-get", f'echo "apt-get $*"; case "$*" in *install*) {made};; *) exit 100;; esac')
    script.find_postgres()
    said = capfd.readouterr().err
    assert "install --no-install-recommends postgresql" in said
    assert "skipped" not in said
    script.find_postgres()
    assert capfd.readouterr().err == ""
    monkeypatch.setenv("STELLWERK_POSTGRES", str(programs))
    script.find_postgres()
    assert "where no initdb is" in capfd.readouterr().err
    monkeypatch.setenv("STELLWERK_POSTGRES", "none")
    script.find_postgres()
    assert "will be skipped" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("ruff", "mypy", "tests", "code", "said"),
    [
        (0, 0, "exit 0", 0, ""),
        (1, 0, "exit 0", 1, "ruff check failed"),
        (0, 0, "exit 4", 4, "pytest failed"),
        (0, 2, "exec sleep 600", 2, "mypy failed"),  # the tests are not waited for
    ],
)
def test_whatever_fails_fails_the_run(
    script: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    ruff: int,
    mypy: int,
    tests: str,
    code: int,
    said: str,
) -> None:
    text = f'case "$2" in ruff) exit {ruff};; mypy) echo types; exit {mypy};; pytest) echo "$*"; {tests};; esac'
    monkeypatch.setattr(script, "PYTHON", program(tmp_path / "python", text))
    monkeypatch.chdir(tmp_path)  # so that it is put back
    with pytest.raises(SystemExit) as ended:
        script.run_checks(["-k", "crash"])
    assert ended.value.code == code
    out, err = capfd.readouterr()
    assert err == (f"stellwerk: {said}\n" if said else "")
    if not ruff:
        assert out.splitlines()[-2:] == ["== mypy", "types"]
    if tests != "exec sleep 600":
        assert ("-k crash" in out) is not bool(ruff)


def test_ci_runs_the_command_of_the_readme_and_insists_on_browser_and_postgresql() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert lines[-1] == "./stellwerk test"
    assert "export STELLWERK_NEEDS_BROWSER=1" in lines
    assert "export STELLWERK_NEEDS_POSTGRES=1" in lines
    assert "./stellwerk test " in (ROOT / "README.md").read_text()


def test_every_requirement_has_a_lower_bound_the_lock_keeps() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w-]+)==([\d.]+)", lock, flags=re.MULTILINE))
    wanted = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    for requirement in wanted:
        name, least = re.sub(r"\[.*\]", "", requirement).split(">=")
        assert [int(part) for part in least.split(".")] <= [int(part) for part in pinned[name].split(".")], requirement
