"""What 18TE adds to the state of a game, and the frames of its own questions."""

from __future__ import annotations

from typing import TypeAlias

from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import NOBODY, Frame, State


class State18TE(State):
    """The family's state and what only 18TE has."""

    support: int = 0  # what the bank adds to a bid for the first company (4.2)
    export: bool = False  # the export marker lies on the factory (7.0.1)
    exported: tuple[int, ...] = ()  # cards that left the game unbought, per kind
    ending: str = ""  # why the game ends with this pair of operating rounds (11.1)
    closed: tuple[bool, ...] = ()  # companies that went bankrupt (9.1)
    bonus: tuple[bool, ...] = ()  # companies that have had their bonus
    last_income: tuple[int, ...] = ()  # the last paid income, for information only (7.6.6)


Move18TE: TypeAlias = Move[State18TE]


class Turn(OperatingTurn, frozen=True):
    """A company's turn. `named` is the train the president has to raise money for (8.9)."""

    first: bool = False  # the company's first turn
    helped: bool = False  # the president has helped with a train (8.7)
    named: str = ""
    price: int = 0  # of the named train
    agreed: int = NOBODY  # the player who decides for the company that sells the named train, when it was named


class CompanyAuction(Frame, frozen=True):
    """The auction of a 30 % certificate: `bidder` leads, `turn` is asked next, `left` have not passed."""

    company: int
    starter: int
    bidder: int
    bid: int
    turn: int
    left: tuple[bool, ...]


class Objection(Frame, frozen=True):
    """A declared run and the players who may still point out a better one, in order (7.5.8)."""

    company: int
    author: int
    routes: tuple[Route, ...]
    revenue: int
    asked: tuple[int, ...] = ()
