"""Positions of a game as their pages show them, without HTTP: every region, for the reader who holds all seats."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import stellwerk
from stellwerk.core import Action, Game, Option
from stellwerk.store import NewSeat
from stellwerk.web.access import TableSettings
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import changes, write
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.people import Who
from stellwerk.web.settings import Settings
from stellwerk.web.site import Site

SECRET = "a secret for tests only"
ME = Who(("page tests",))


class PlainReader(Reader):
    """A reader without a request."""

    def __init__(self, language: str = "en", guide: str = "") -> None:
        self.path, self.cookies, self.theme, self.language = "/", [], "light", language
        self.guide, self.narrow, self.unpacks = guide, False, False
        self.session = cast(Any, SimpleNamespace(who=ME))


class Shown(TablePage):
    """A position of a game as if it were the present one of its table, so that all its decisions are asked."""

    def __init__(self, site: Site, reader: Reader, game_id: str, game: Game[Any], seat: int | None = None) -> None:
        super().__init__(site, reader, game_id, seat)
        self.game, self.plies = game, game.ply
        self.seat = self.asked if seat is None and self.asked >= 0 else seat


@contextmanager
def opened(folder: Path) -> Iterator[Site]:
    """The table service without HTTP."""
    site = Site(Settings(data=folder, secret=SECRET))
    try:
        yield site
    finally:
        site.close()


def bring(site: Site, game: Game[Any]) -> str:
    """A game as an analysis table, put up as an import does after it has read a file (`tests/test_web_study.py`)."""
    seats = [NewSeat(name, "hotseat", ME.holder) for name in game.rules.seats]
    settings = TableSettings(undo="free", spectators=False, analysis=True, known=True)
    return site.tables.put_up(game, seats, settings, ME).table.id


class Tables:
    """The tables at which games were put up: one for a game and a site, both kept, so that their ids stay theirs."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Site, Game[Any], str]] = {}

    def of(self, site: Site, game: Game[Any]) -> str:
        """The id of a game's table."""
        key = id(site), id(game)
        if key not in self._known:
            self._known[key] = site, game, bring(site, game)
        return self._known[key][2]


def all_regions(page: TablePage, tab: str | None = None) -> str:
    """All regions of the table as one text."""
    return changes(write(page, tab, None), None, "")


def choice(option: Option, rng: random.Random) -> Action:
    """The action of an option, with any amount of its range."""
    if option.amount is None:
        return option.action
    amounts = option.amount
    return option.take(rng.randrange(amounts.low, amounts.high + 1, amounts.step))


def random_game(title: str, players: int, seed: int, most: int = 5000, **options: Any) -> Game[Any]:
    """A game of random legal moves."""
    rng = random.Random(seed)
    game = stellwerk.new(title, [f"P{seat + 1}" for seat in range(players)], seed=seed, options=options)
    while (decision := game.decision()) is not None and game.ply < most:
        option = rng.choice(game.options())
        game.apply(choice(option, rng), decision.seat if option.seat is None else option.seat)
    return game
