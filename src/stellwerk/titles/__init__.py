"""The titles: what each game adds to the family, found by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from stellwerk.core import BadInput, Rules


class Title(Struct, frozen=True):
    """A title this program can play."""

    id: str
    name: str
    designer: str
    players: tuple[int, int]
    package: str

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(__file__).parent / self.package

    def rules_text(self) -> str:
        """Its RULES.md."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def make(
        self, players: Sequence[str], options: Mapping[str, Any] | None, seed: int, preset: str | None
    ) -> Rules[Any]:
        """The rules of a game of this title."""
        module = import_module(f"stellwerk.titles.{self.package}.rules")
        rules: Rules[Any] = module.make(players, options, seed, preset)
        return rules

    def board(self, path: Path) -> Any:
        """The value of the option `board` for the board in a file, for titles that can be played on several."""
        module = import_module(f"stellwerk.titles.{self.package}.rules")
        reader = getattr(module, "board_from_file", None)
        if reader is None:
            raise BadInput(f"{self.id} has one board only")
        return reader(path)


TITLES = {
    title.id: title
    for title in (
        Title("1830", "1830", "Francis Tresham", (2, 6), "t1830"),
        Title("1854", "1854", "Lonny Orgler", (3, 6), "t1854"),
        Title("1862", "1862", "Helmut Ohley", (4, 7), "t1862"),
        Title("18te", "18TE", "Herbert Harengel", (2, 3), "t18te"),
        Title("union-pacific", "Union Pacific", "Alan R. Moon", (2, 6), "t_union_pacific"),
    )
}


def find(name: str) -> Title:
    """The title with that id."""
    title = TITLES.get(name)
    if title is None:
        raise BadInput(f"there is no title {name!r}; there are {', '.join(TITLES)}")
    return title
