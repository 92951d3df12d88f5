"""Imports go downwards only: cli, lab -> web -> bots, draw, store, formats -> titles -> eighteen, routing -> core.

`web/pages` is a room of its own above the rest of `web`; only the app, which mounts the pages, stands above both. A
title's wings (`pages`, `bot`, `voice` …) belong to the room that loads them. Nobody imports a title but through
`stellwerk.titles`, which finds it by its folder.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk.titles import TITLES

ROOT = Path(__file__).parents[1] / "src" / "stellwerk"
LIBRARY = {"core", "eighteen", "routing", "titles", "formats"}
SERVER = LIBRARY | {"i18n", "store", "draw", "bots", "programmes", "report", "study"}
BELOW = {  # what each room may import
    "core": set[str](),
    "i18n": {"core"},
    "eighteen": {"core"},
    "routing": {"core", "eighteen"},
    "titles": {"core", "eighteen", "routing"},
    "formats": {"core", "eighteen", "routing", "titles"},
    "store": LIBRARY,
    "draw": LIBRARY | {"i18n"},
    "programmes": {"core", "eighteen"},
    "study": {"core", "eighteen", "titles", "formats"},
    "bots": LIBRARY,
    "report": LIBRARY | {"i18n", "draw", "bots"},
    "training": LIBRARY | {"bots"},
    "env": LIBRARY | {"bots"},
    "lab": LIBRARY | {"bots", "store", "env"},
    "web": SERVER,
    "pages": SERVER | {"web"},
    "app": SERVER | {"web", "pages"},
    "cli": LIBRARY | {"i18n", "draw", "bots", "lab", "store", "study", "report", "training", "web", "app"},
}
# Parts of a title that other rooms load, and which room that is.
WINGS = {
    "pages": "pages",
    "guide": "pages",
    "bot": "bots",
    "seeing": "env",
    "voice": "cli",
    "notation": "study",
    "drawing": "draw",
    "report": "report",
    "training": "training",
    "rulebook_parts": "draw",
    "check": "cli",
}
# What those above may ask of the titles' room.
WAYS_IN = {
    "stellwerk.titles",
    "stellwerk.titles.content_hash",
    "stellwerk.titles.rulebook",
    "stellwerk.titles.rules_text",
    "stellwerk.titles.standard",
}
MODULES = [path for path in sorted(ROOT.rglob("*.py")) if path.parent != ROOT]


def parts_of(path: Path) -> list[str]:
    """`titles, t1830, rules` for the module of that file."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def room_of(parts: list[str]) -> str:
    """The room a module belongs to."""
    match parts:
        case ["titles", _, wing, *_] if wing in WINGS:
            return WINGS[wing]
        case ["web", "pages", *_]:
            return "pages"
        case ["web", "app"]:
            return "app"
    return parts[0]


def imported(path: Path) -> Iterator[list[str]]:
    """The modules of ours that a module imports, wherever in it, as parts below the package."""
    here = path.relative_to(ROOT.parent).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(
                [*here[: len(here) - node.level + 1], node.module or ""] if node.level else [str(node.module)]
            )
            names = [f"{base.rstrip('.')}.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1:] for name in names if name.startswith("stellwerk."))


def module_of(parts: list[str]) -> list[str]:
    """The part of an import that is a module: the name after it is what stands in it."""
    while parts and not (ROOT.joinpath(*parts).with_suffix(".py").exists() or ROOT.joinpath(*parts).is_dir()):
        parts = parts[:-1]
    return parts


@pytest.mark.parametrize("room", sorted(BELOW))
def test_a_room_imports_only_what_is_below_it(room: str) -> None:
    mine = [path for path in MODULES if room_of(parts_of(path)) == room]
    assert mine
    for path in mine:
        reached = {room_of(module_of(parts)) for parts in imported(path) if module_of(parts)}
        assert not reached - BELOW[room] - {room}, f"{path.relative_to(ROOT)} imports {sorted(reached - BELOW[room])}"


def test_every_package_has_a_place() -> None:
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} <= set(BELOW)


def test_no_room_imports_a_title() -> None:
    """Only a title's own folder may; 18xx.games files are read and written for 1830 alone."""
    for path in MODULES:
        for parts in imported(path):
            if parts[:1] != ["titles"] or ".".join(["stellwerk", *module_of(parts)]) in WAYS_IN:
                continue
            own = parts_of(path)[:2] == parts[:2]
            assert own or (path.parent.name, parts[1]) == ("formats", "t1830"), f"{path}: {'.'.join(parts)}"


def test_titles_name_no_title_in_their_imports() -> None:
    """Not even themselves: a copy of the folder under another name works alike."""
    for path in (ROOT / "titles").glob("*/**/*.py"):
        assert not re.search(r"(from|import) stellwerk\.titles\.t", path.read_text(encoding="utf-8")), path


def test_rules_do_not_import_their_wings() -> None:
    for path in (ROOT / "titles").glob("*/**/*.py"):
        parts = parts_of(path)
        if room_of(parts) == "titles":
            for other in imported(path):
                assert room_of(module_of(other)) in {"titles", *BELOW["titles"]}, f"{path}: {other}"


IDS = re.compile(rf"""["'](?:{"|".join(map(re.escape, TITLES))})["']|\bt(?:18\w\w|_union_pacific)/""")


@pytest.mark.parametrize("room", ["web", "bots", "draw"])
def test_these_rooms_name_no_title(room: str) -> None:
    named = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in sorted((ROOT / room).rglob("*"))
        if path.suffix in {".py", ".html", ".js", ".css"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if (found := IDS.search(line)) and '"""' not in line and "#" not in line[: found.start()]
    ]
    assert named == []


def test_importing_the_library_loads_no_title() -> None:
    code = "import sys, stellwerk; print([m for m in sys.modules if m.startswith('stellwerk.titles')])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_listing_the_titles_loads_none_of_them() -> None:
    code = (
        "import sys; from stellwerk.titles import TITLES; assert len(TITLES) == 5; "
        "print([m for m in sys.modules if m.startswith('stellwerk.titles.')])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_the_pages_load_a_title_when_it_is_shown() -> None:
    code = "import sys, stellwerk.web.app; print([m for m in sys.modules if m.startswith('stellwerk.titles.t')])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pages" not in out.stdout


def test_no_test_runs_a_loop_where_the_browser_may_have_one() -> None:
    """`asyncio.run` and `Runner` fail in a worker that drives a browser too; `in_a_loop` takes a thread of its own."""
    tests = Path(__file__).parent
    direct = [
        file.name for file in tests.rglob("*.py") if re.search(r"asyncio\.(run|Runner)\(", file.read_text("utf-8"))
    ]
    assert direct == []


def test_no_module_is_too_long_to_read() -> None:
    lines = {str(file): len(file.read_text(encoding="utf-8").splitlines()) for file in ROOT.rglob("*.py")}
    assert {name: number for name, number in lines.items() if number > 400} == {}
