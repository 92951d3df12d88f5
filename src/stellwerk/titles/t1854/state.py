"""What 1854 adds to the state of a game, and the frames of its own questions.

All seventeen companies stand in `state.companies`, in the order of `[[corporation]]` in the title file: the locals
1 to 6, the eight majors, the AGs A to C. `CompanyData.kind` says which is which (`local`, `major`, `ag`); see `Kinds`.

- A *local* is one certificate of 100 %: `held[owner]` is 100 and `president` the owner as soon as its private is sold;
  it has no market cell. `floated` is set then, so it operates. A merged local is `merged` (`rules.closed` says so): it
  owns nothing any more.
- A *major*: `held`, `ipo` (the display), `pool` and `split_area` are percent, 40 + 3 x 20 before its split and
  20 + 8 x 10 after it. `par` is set with the director's certificate, `cell` when it floats (4.21).
  An optioned certificate stands with 10 % in `held`; its other 10 % are nowhere (4.31).
- An *AG* comes into being with a merger: `floated`, two certificates of 50 %, `cell` at 67. Before, all is in `ipo`.

The privates stand in auction order; the private of a local has the local's id.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from stellwerk.eighteen.frames import Auction, Discard, OperatingRound, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import NOBODY, Frame, State
from stellwerk.eighteen.table import Table

LOCAL, MAJOR, AG = "local", "major", "ag"

Tunnels = tuple[tuple[tuple[int, int], ...], ...]


class OptionMark(Struct, frozen=True, gc=False):
    """A player's two markers while they are out (4.30): on which company's certificate, from where, at what price."""

    company: int
    source: str  # "ipo" or "pool"
    price: int  # of one unit; the same again completes it
    round: int  # the stock round it was taken in


class State1854(State):
    """The family's state and what only 1854 has."""

    tunnels: Tunnels = ()  # per hex: pairs of edges, the lower edge first (6.31)
    tunnel_supply: tuple[int, ...] = ()  # pieces left, in the order of the title file
    split: tuple[bool, ...] = ()  # per company: its shares have been split (5.5)
    split_area: tuple[int, ...] = ()  # per company: percent in the split area
    options: tuple[OptionMark | None, ...] = ()  # per seat
    merged: tuple[bool, ...] = ()  # per company: a local that is part of an AG now (8.3)
    acted: tuple[bool, ...] = ()  # per company: has finished a turn (6.43)
    mail: tuple[str, ...] = ()  # per company: the id of its mail contract, or nothing (9.1)
    repair: tuple[str, ...] = ()  # the repair stock: scrapped trains AGs may buy (7.12)
    gone: tuple[int, ...] = ()  # per kind of train: cards that left the game
    repaired_four: bool = False  # an AG has bought a repaired 4 (7.17)
    cleared: bool = False  # the local board has been cleared (8.10)


Move1854: TypeAlias = Move[State1854]


class Kinds:
    """Which companies are locals, majors and AGs: fixed by the title file."""

    def __init__(self, t: Table) -> None:
        """Read it once."""
        kinds = [entry.kind for entry in t.companies]
        self.of = tuple(kinds)
        self.locals = tuple(number for number, kind in enumerate(kinds) if kind == LOCAL)
        self.majors = tuple(number for number, kind in enumerate(kinds) if kind == MAJOR)
        self.ags = tuple(number for number, kind in enumerate(kinds) if kind == AG)
        self.shared = (*self.majors, *self.ags)  # share companies

    def is_local(self, company: int) -> bool:
        """True for the locals 1 to 6."""
        return self.of[company] == LOCAL

    def is_major(self, company: int) -> bool:
        """True for a large company."""
        return self.of[company] == MAJOR

    def is_ag(self, company: int) -> bool:
        """True for the AGs A to C."""
        return self.of[company] == AG


class Auction1854(Auction, frozen=True):
    """The auction round. `actor` bought, bid or raised last (3.9); `out[private]` may not bid on it any more (3.4)."""

    actor: int = NOBODY
    out: tuple[tuple[int, ...], ...] = ()


class OperatingRound1854(OperatingRound, frozen=True):
    """An operating round with its merger windows (6.4): `opened` and `closed` say which have been held."""

    opened: bool = False
    closed: bool = False


class Turn(OperatingTurn, frozen=True):
    """A company's turn. `laid` and `token_placed` are the family's; `named` is a train money is raised for (7.24)."""

    tunnel_laid: bool = False
    named: str = ""
    price: int = 0  # of the named train


class Swap(Discard, frozen=True):
    """A company had to buy a train above its limit: it gives up one of the others, or more if the limit fell (7.3)."""

    kept: str


class MergerWindow(Frame, frozen=True):
    """A window in which locals may merge (8.1): the locals not yet asked; `refused` are pairs that were declined."""

    asked: tuple[int, ...]
    refused: tuple[tuple[int, int], ...] = ()


class MergerOffer(Frame, frozen=True):
    """The owner of `other` is asked whether it merges with `local`."""

    local: int
    other: int


class CharterChoice(Frame, frozen=True):
    """The owner of the lower local chooses the AG two locals become (8.3)."""

    lower: int
    higher: int
