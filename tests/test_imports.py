"""Imports go downwards only: cli, lab -> bots, draw, formats -> titles -> eighteen, routing -> core."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "stellwerk"
BELOW = {
    "core": set[str](),
    "i18n": {"core"},
    "eighteen": {"core"},
    "routing": {"core", "eighteen"},
    "titles": {"core", "eighteen", "routing"},
    "formats": {"core", "eighteen", "routing", "titles"},
    "store": {"core", "eighteen", "routing", "titles", "formats"},
    "draw": {"core", "eighteen", "routing", "titles", "formats"},
    "bots": {"core", "eighteen", "routing", "titles", "formats"},
    "lab": {"core", "eighteen", "routing", "titles", "formats", "bots"},
    "web": {"core", "i18n", "eighteen", "routing", "titles", "formats", "store", "draw", "bots"},
    "cli": {"core", "eighteen", "routing", "titles", "formats", "draw", "bots", "lab", "web"},
}


def imported(path: Path) -> set[str]:
    """The packages of ours a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "stellwerk":
                names = [f"stellwerk.{alias.name}" for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("stellwerk.")}
    return found


@pytest.mark.parametrize("package", sorted(BELOW))
def test_a_package_imports_only_what_is_below_it(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        above = (imported(path) & (set(BELOW) | {"web", "store"})) - BELOW[package] - {package}
        assert not above, f"{path.relative_to(ROOT)} imports {sorted(above)}"


def test_every_package_has_a_place() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages <= set(BELOW)


def test_titles_do_not_import_each_other() -> None:
    for path in (ROOT / "titles").glob("t*/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("stellwerk.titles."):
                assert node.module.split(".")[2] == path.parent.name


def test_importing_the_library_loads_no_title() -> None:
    code = "import sys, stellwerk; print([m for m in sys.modules if m.startswith('stellwerk.titles')])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
