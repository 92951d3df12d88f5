"""The titles, found by their folders: each has a `title.toml` whose `[title]` says what it is.

Folders lie here, in the folders that the setting STELLWERK_TITLES names (as PATH does), or anywhere else on this
package's `__path__`. What is beside the rules of a title is loaded by one room
only: `pages` and `guide` by the pages, `bot` by the bots, `voice` by the terminal, `drawing` by the drawings.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput, Rules, TitleError
from stellwerk.core.reading import meet

FILE = "title.toml"
__path__ += filter(None, os.environ.get("STELLWERK_TITLES", "").split(os.pathsep))


class Title(Struct, frozen=True):
    """A title this program can play: the head of its file, and its folder.

    `about`, `length` and `tag` are English texts of the catalogue; length and weight (1 to 5) are estimates.
    """

    id: str
    name: str
    designer: str
    players: tuple[int, int]
    folder: Path = Path()
    about: str = ""
    length: str = ""
    weight: int = 0
    tag: str = ""
    bot_names: tuple[str, ...] = ()

    @property
    def package(self) -> str:
        """The name of its folder."""
        return self.folder.name

    @property
    def guided(self) -> bool:
        """True if there is a guide for a first game."""
        return (self.folder / "guide").is_dir()

    def rules_text(self) -> str:
        """Its RULES.md."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def make(
        self, players: Sequence[str], options: Mapping[str, Any] | None, seed: int, preset: str | None
    ) -> Rules[Any]:
        """The rules of a game of this title: its own, or the standard ones."""
        own = self.wing("rules")
        if own is None:
            from stellwerk.titles import standard

            return standard.make(self.folder / FILE, players, options, seed, preset)
        rules: Rules[Any] = own.make(players, options, seed, preset)
        return rules

    def board(self, path: Path) -> Any:
        """The value of the option `board` for the board in a file, for titles that can be played on several."""
        reader = getattr(self.wing("rules"), "board_from_file", None)
        if reader is None:
            raise BadInput(f"{self.id} has one board only")
        return reader(path)

    def module(self, name: str) -> ModuleType:
        """A module of its folder."""
        return import_module(f"{__name__}.{self.package}.{name}")

    def wing(self, name: str) -> ModuleType | None:
        """A part that one room loads; None if the title has no such part."""
        known = find_spec(f"{__name__}.{self.package}.{name}") is not None
        return self.module(name) if known else None


class TitleFolders(Mapping[str, Title]):
    """The titles by id. Folders are looked through when something is asked for, again if the path has changed."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self.path: tuple[str, ...] = ()
        self.known: dict[str, Title] = {}

    def __getitem__(self, name: str) -> Title:
        """The title with that id."""
        return self.titles()[name]

    def __iter__(self) -> Iterator[str]:
        """The ids in their order."""
        return iter(self.titles())

    def __len__(self) -> int:
        """How many there are."""
        return len(self.titles())

    def titles(self) -> dict[str, Title]:
        """What is on the path now."""
        path = tuple(__path__)
        if path != self.path:
            found = [head(file) for folder in path for file in sorted(Path(folder).glob(f"*/{FILE}"))]
            found.reverse()  # of two with the same id the first on the path counts
            self.known = dict(sorted({title.id: title for title in found}.items()))
            self.path = path
        return self.known


def head(file: Path) -> Title:
    """What a title's file says first: its `[title]`. The rest, which takes long, is read when it is played."""
    lines: list[str] = []
    with file.open(encoding="utf-8") as text:
        for line in text:
            if line.startswith("[") and lines:
                break
            if line.startswith("[title]") or lines:
                lines.append(line)
    meet(Title)
    try:
        head = msgspec.convert(tomllib.loads("".join(lines))["title"], Title)
    except (KeyError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise TitleError(str(file), "title", f"cannot be read: {error}") from None
    return msgspec.structs.replace(head, folder=file.parent)


TITLES = TitleFolders()


def folder_of(module: str) -> str:
    """The folder of the title that a module lies in: `t1830` for `stellwerk.titles.t1830.pages.stock`.

    What a title says about its own folder it asks here, so that a copy of the folder under another name works alike.
    """
    return module.split(".")[2]


def wing(name: str, part: str) -> ModuleType | None:
    """A part of a title that one room loads; None if there is no such title or part."""
    title = TITLES.get(name)
    return None if title is None else title.wing(part)


def find(name: str) -> Title:
    """The title with that id."""
    title = TITLES.get(name)
    if title is None:
        raise BadInput(f"there is no title {name!r}; there are {', '.join(TITLES)}")
    return title
