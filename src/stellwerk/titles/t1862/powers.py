"""Privates: what comes with them, their incomes, when they close, and what their owners may do at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.abilities import grant, of_private
from stellwerk.eighteen.ability_schema import IncomeAbility
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.depot import close_private
from stellwerk.eighteen.state import BANK, is_player
from stellwerk.eighteen.table import Table

from .actions import ClosePrivate
from .blockers import (
    lay_erie,
    place_b_and_o,
    place_of,
    remove_b_and_o,
    with_erie,
    without_b_and_o,
)
from .state import B_AND_O, ERIE, Move1862, PrivateTurn, ShareTurn, State1862, Turn

if TYPE_CHECKING:
    from .rules import Rules1862

FREE_MOMENTS = (PrivateTurn, ShareTurn, Turn)  # frames whose questions stand between two actions (4.3)


# -- with the purchase


def acquired(rules: Rules1862, m: Move1862, private: int, seat: int) -> None:
    """A player has bought a private: shares, a director's certificate, the marker of B&O."""
    t = m.t
    entry = t.privates[private]
    if entry.id == B_AND_O:
        place_b_and_o(m)
    grant(rules.shares, m, private, seat)


# -- incomes and closing


def income(t: Table, s: State1862, private: int) -> int:
    """What a private pays now (4.1, 4.10)."""
    entry = t.privates[private]
    for other in of_private(t, private, IncomeAbility):
        if any(s.companies[t.company(name)].floated for name in other.corporations):
            return other.amount
    return entry.income


def pay_incomes(m: Move1862) -> None:
    """Every open private pays its owner, at the start of every operating round (4.1)."""
    for number, private in enumerate(m.s.privates):
        if is_player(private.owner) and not private.closed:
            amount = income(m.t, m.s, number)
            name = m.t.privates[number].id
            m.pay(BANK, private.owner, amount, "operating.income", "income of {private}", private=name)


# -- at any time


def why_not_now(t: Table, s: State1862, private: int, seat: int, key: str = "private.closes") -> Illegal | None:
    """Why an owner may not act at this moment (4.3); `key` names the paragraph of what only he may do."""
    held = s.privates[private]
    name = t.privates[private].id
    if held.closed or held.owner != seat:
        return t.no(key, "{who} does not own {private}", who=t.seats[seat], private=name)
    if not isinstance(s.frames[-1], FREE_MOMENTS):
        return t.no("private.closes", "an action is not finished: {private} has to wait", private=name)
    return None


def why_not_close(t: Table, s: State1862, private: int, seat: int) -> Illegal | None:
    """Closing one's own private (4.3, 4.5)."""
    refusal = why_not_now(t, s, private, seat)
    if refusal is None and t.privates[private].id == ERIE:
        return t.no("erie", "{private} closes only when its tile is laid", private=ERIE)
    return refusal


def erie_action(t: Table) -> LayTile:
    """The one lay of private 2."""
    place = place_of(t, ERIE)
    extra = t.data.map.hex[place].extra
    assert extra is not None
    return LayTile(place, extra.tile, extra.rotation, ERIE)


def interjections(t: Table, s: State1862) -> list[Option]:
    """What every owner may do now, whoever is asked."""
    if not isinstance(s.frames[-1], FREE_MOMENTS):
        return []
    found = []
    for number, private in enumerate(s.privates):
        if not is_player(private.owner) or private.closed:
            continue
        name = t.privates[number].id
        action: Action = erie_action(t) if name == ERIE else ClosePrivate(name)
        found.append(Option(action, seat=private.owner))
    return found


def opened(t: Table, s: State1862, seat: int) -> Board:
    """The board after all a player may do to it at any time: B&O closed, the Erie tile laid."""
    board = s.board
    if s.privates[t.private(B_AND_O)].owner == seat:
        board = without_b_and_o(t, board)
    if s.privates[t.private(ERIE)].owner == seat:
        board = with_erie(t, board)
    return board


def interject(m: Move1862, action: Action, seat: int) -> bool:
    """Carry out what an owner does out of turn; False if the action belongs to a step."""
    t = m.t
    if isinstance(action, ClosePrivate):
        private = t.private(action.private)
        refusal = why_not_close(t, m.s, private, seat)
        if refusal:
            raise refusal
        close_private(m, private, "private.closes")
        if action.private == B_AND_O:
            remove_b_and_o(m)
        return True
    if isinstance(action, LayTile) and action.power == ERIE:
        private = t.private(ERIE)
        refusal = why_not_now(t, m.s, private, seat, "erie")
        if refusal:
            raise refusal
        if action != erie_action(t):
            raise t.no("erie", "{private} lays only its own tile on {hex}", private=ERIE, hex=place_of(t, ERIE))
        close_private(m, private, "erie")
        lay_erie(m)
        return True
    return False
