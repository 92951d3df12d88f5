"""What a title's rules are, as a hash of everything that decides how a game goes: the title's figures and rules and the
rooms below it. Pages, bots, drawings and texts are not among it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from stellwerk.titles import FILE, find

PAGES = {"pages", "guide", "templates", "static", "rulebook", "rulebook_parts"}
WINGS = PAGES | {"bot", "voice", "drawing", "check", "notation"}
ROOMS = ("core", "eighteen", "routing")
KINDS = (".py", ".c", ".toml")


@lru_cache(maxsize=64)
def rules_hash(title: str) -> str:
    """The hash of the rules by which this program plays a title."""
    known = find(title)
    house = Path(__file__).parents[1]
    whole = hashlib.blake2b(digest_size=16)
    for room in ROOMS:
        for file in sorted(_sources(house / room)):
            _add(whole, f"{room}/{file.relative_to(house / room).as_posix()}", file)
    _add(whole, "standard", house / "titles" / "standard.py")
    for file in sorted(_sources(known.folder)):
        _add(whole, file.relative_to(known.folder).as_posix(), file)
    return whole.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    """The files of a folder that decide something."""
    for file in folder.rglob("*"):
        first = file.relative_to(folder).parts[0].removesuffix(".py")
        if file.suffix in KINDS and first not in WINGS and (file.suffix != ".toml" or file.name == FILE):
            yield file


def _add(whole: hashlib.blake2b, name: str, file: Path) -> None:
    data = file.read_bytes().replace(b"\r\n", b"\n")
    whole.update(b"%d:%d:" % (len(name.encode()), len(data)) + name.encode() + data)
