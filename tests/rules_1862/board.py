"""Positions for track, markers and runs of 1862."""

from __future__ import annotations

from typing import Any, Self

from stellwerk.core import Game
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.board import put
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862 import table
from tests.rules_1862.table import asked, rules_of, texts, treasury

__all__ = ["Position", "asked", "bill", "cities", "route", "rules_of", "run", "texts", "treasury", "way"]


class Position(table.Position):
    """A position about the board: the Erie tile does not lie unless `erie` lays it."""

    def __init__(self, players: int = 4, **options: Any) -> None:
        super().__init__(players, **options)
        self.laid_erie = False

    def running(self, name: str, *trains: str, **fields: Any) -> Self:
        """A company in operation with its home marker and trains; nothing is said of the depot."""
        self.found(name, fields.pop("held", [60]), trains=trains, **fields)
        number = self.t.company(name)
        return self.token(name, self.t.companies[number].home.hex, self.s.board.homes[number])

    def block(self, hex_: str, stop: int = 0) -> Self:
        """A marker that only blocks."""
        self.s.board = boards.block(self.s.board, self.t.hex(hex_), stop)
        return self

    def erie(self) -> Self:
        """The Erie tile lies."""
        self.laid_erie = True
        return self

    def straight(self, *hexes: str, rotation: int = 1) -> Self:
        """Straight yellow track (9), or a yellow town (4) or city (57) where the map has one; 1 = W to E."""
        for hex_ in hexes:
            stops = self.t.data.map.hex[hex_].stops
            self.tile(hex_, "9" if not stops else "57" if stops[0].kind == "city" else "4", rotation)
        return self

    def in_phase(self, name: str) -> Self:
        """The phase alone; nothing is said of trains."""
        self.s.phase = next(n for n, phase in enumerate(self.t.phases) if phase.id == name)
        return self

    def supply(self, **left: int) -> Self:
        """How many tiles of a kind are left: `supply(_57=0)`."""
        for key, count in left.items():
            self.s.supply = put(self.s.supply, self.t.hexmap.tile_index[key.removeprefix("_")], count)
        return self


def cities(game: Game[State1862], hex_: str) -> tuple[tuple[int, ...], ...]:
    """The slots of a hex."""
    return game.state.board.tokens[rules_of(game).t.hex(hex_)]


def way(game: Game[State1862], *items: str) -> tuple[str, ...]:
    """A path from hex to hex: `way(game, "C30.0", "C28", "C26.0")`; what has a dot is a stop, the rest plain track."""
    hexmap = rules_of(game).t.hexmap
    path = []
    for here, there in zip(items, (*items[1:], ""), strict=True):
        name = here.partition(".")[0]
        if "." in here:
            path.append(here)
        if there:
            other = hexmap.index[there.partition(".")[0]]
            arcs = range(6 * hexmap.index[name], 6 * hexmap.index[name] + 6)
            edge = next(arc % 6 for arc in arcs if hexmap.entry[arc] // 6 == other)
            path.append(f"{name}:{edge}")
    return tuple(path)


def route(game: Game[State1862], train: str, *items: str, bonus: str = "", counts: tuple[str, ...] = ()) -> Route:
    """A train's route from hex to hex."""
    return Route(train, way(game, *items), counts, bonus)


def run(*routes: Route) -> RunRoutes:
    """A run."""
    return RunRoutes(routes)


def bill(game: Game[State1862]) -> list[tuple[str, int, str]]:
    """The lines of the last run's receipt: text, amount, rule."""
    for event in game.last_events:
        if event.kind == "run" and event.receipt is not None:
            return [(entry.text, entry.amount, entry.rule) for entry in event.receipt.lines]
    raise AssertionError("no run was declared")
