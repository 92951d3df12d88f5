"""Positions of 1854 to order, as far as boards and runs need them."""

from __future__ import annotations

from typing import Any, Self

from msgspec import structs

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.state import RoundName
from stellwerk.routing.run import Run, best_run
from stellwerk.titles.t1854.rules import Rules1854
from stellwerk.titles.t1854.state import OperatingRound1854, State1854, Turn
from stellwerk.titles.t1854.track import Track1854
from stellwerk.titles.t1854.tunnels import tunnel_kinds
from tests import support

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
PHASES = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "8"}  # the train that started a phase


def rules_of(game: Game[State1854]) -> Rules1854:
    """The rules, with their own type."""
    assert isinstance(game.rules, Rules1854)
    return game.rules


class Position(support.BasePosition[State1854]):
    """As for 1830: figures that are not set stay as at the start, privates are closed unless they are given out."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.own = rules_of(stellwerk.new("1854", NAMES[:players], options=options))
        super().__init__(self.own)

    def major(self, name: str, cash: int = 1000, director: int = 0, **fields: Any) -> Self:
        """A floated major: its director has 60 %."""
        held = [60 if seat == director else 0 for seat in range(len(self.t.seats))]
        return self.company(name, 67, held, director, cash=cash, **fields)

    def local(self, name: str, cash: int = 150, owner: int = 0, **fields: Any) -> Self:
        """A local in somebody's hands."""
        held = tuple(100 if seat == owner else 0 for seat in range(len(self.t.seats)))
        number = self.t.company(name)
        local = structs.replace(
            self.s.companies[number], held=held, ipo=0, president=owner, floated=True, cash=cash, **fields
        )
        self.s.companies = put(self.s.companies, number, local)
        return self

    def ag(self, name: str, cash: int = 300, director: int = 0, **fields: Any) -> Self:
        """An AG, both certificates in one hand."""
        held = [100 if seat == director else 0 for seat in range(len(self.t.seats))]
        return self.company(name, 67, held, director, cash=cash, **fields)

    def phase(self, name: str) -> Self:
        """The phase alone: what is for sale does not matter here."""
        self.s.phase = next(n for n, phase in enumerate(self.t.phases) if phase.id == name)
        return self

    def trains(self, company: str, *trains: str) -> Self:
        """Trains of a company."""
        return self.change(company, trains=trains)

    def tunnel(self, hex_: str, a: int, b: int) -> Self:
        """A tunnel on both layers."""
        number, hexmap = self.t.hex(hex_), self.t.hexmap
        below = tuple(sorted((*self.s.tunnels[number], (a, b))))
        self.s.tunnels = put(self.s.tunnels, number, below)
        face = hexmap.tunnelled(hexmap.bare(self.s.board.faces[number]), below)
        self.s.board = structs.replace(self.s.board, faces=put(self.s.board.faces, number, face))
        piece = tunnel_kinds(hexmap)[a, b]
        self.s.tunnel_supply = put(self.s.tunnel_supply, piece, self.s.tunnel_supply[piece] - 1)
        return self

    def token(self, company: str, hex_: str, stop: int = 0) -> Self:
        """A token; the first of an AG is its home token."""
        super().token(company, hex_, stop)
        number = self.t.company(company)
        if hex_ in self.t.companies[number].home_choice:
            self.s.board = boards.settle(self.s.board, number, stop)
        return self

    def supply(self, **left: int) -> Self:
        """How many tiles are left: `supply(_57=0)`."""
        for key, count in left.items():
            self.s.supply = put(self.s.supply, self.t.hexmap.tile_index[key.removeprefix("_")], count)
        return self

    def set(self, **fields: Any) -> Self:
        """Fields of the state."""
        for key, value in fields.items():
            setattr(self.s, key, value)
        return self

    def turn(self, name: str, step: str = "track", **turn: Any) -> Self:
        """An operating round with that company on turn; no other waits."""
        self.s.round = RoundName("operating", 2, 1, 1)
        self.s.frames = (OperatingRound1854((), income_paid=True), Turn(self.t.company(name), step, **turn))
        return self

    def best(self, company: str) -> Run:
        """The best run on this board."""
        return best_run(self.own, self.own.twin.seal(self.own.twin.draft(self.s)), company)


def run(*routes: tuple[str, str]) -> RunRoutes:
    """`run(("2-0", "H18.0 H18:5 I19.0"))`"""
    return RunRoutes(tuple(Route(train, tuple(path.split())) for train, path in routes))


def turn_of(game: Game[State1854]) -> OperatingTurn:
    """The frame of the turn."""
    frame = game.state.frames[-1]
    assert isinstance(frame, OperatingTurn)
    return frame


def treasury(game: Game[State1854], company: str) -> int:
    """A company's cash."""
    return game.state.companies[rules_of(game).t.company(company)].cash


def lying(game: Game[State1854], hex_: str) -> str:
    """The tile on a hex, as `57/2`."""
    t = rules_of(game).t
    return t.hexmap.faces[game.state.board.faces[t.hex(hex_)]].name


def tokens(game: Game[State1854], hex_: str) -> list[list[str]]:
    """The tokens in each city of a hex."""
    t = rules_of(game).t
    return [[t.companies[token].id for token in slots if token >= 0] for slots in game.state.board.tokens[t.hex(hex_)]]


def asked(game: Game[State1854]) -> str:
    """The kind of the question."""
    decision = game.decision()
    assert decision is not None
    return decision.kind


def texts(game: Game[State1854]) -> str:
    """What the last action brought about."""
    return "\n".join(str(event) for event in game.last_events)


def tracks(position: Position) -> Track1854:
    """The track step."""
    return position.own.track
