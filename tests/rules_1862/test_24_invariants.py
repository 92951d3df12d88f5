"""1862 24: what is checked after every action holds at every limit, and is missed by nothing that is one too many."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import put
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import Position, rules_of
from tests.support import rule

Change = Callable[[Position, State1862], None]


def at_the_limits() -> Position:
    """Nothing is broken, and much is as far as it may go."""
    position = Position(4).privates(BOM=0, B_O=0, SOC=0).phase("3")
    position.found("NYH", [30, 20, 0, 0], pool=50, cash=300)  # all that the pool takes
    position.found("UP", [20, 20, 0, 10], cash=0, cell=(0, 3)).home("UP")  # no more than his certificate
    position.found("CPR", [20, 0, 0, 10], floated=False, operated=False).given("WP", [10])
    position.change("CPR", ipo=50, pool=20)
    position.found("NP", [10, 10, 5, 0], 85, bought_back=True, notes=2, cash=0)
    position.token("NYH", "F31", 0).token("NP", "E18").token("NP", "D27")  # NP has no third marker
    position.trains("UP", "3-1", "3-2", "3-3", "3-4")  # four trains in phase 3
    position.change("UP", cell=0)
    position.s.bids = ((),) * 8
    return position.cash(0, 600, 600, 600).stock(0)


def broken(change: Change) -> list[str]:
    """What is wrong after a change of that position; money is put right again."""
    position = at_the_limits()
    state = position.game().state
    rules = position.rules
    draft = rules.twin.draft(state)
    before = money(draft)
    change(position, draft)
    draft.bank += before - money(draft)
    return rules.check(draft)


def money(s: State1862) -> int:
    """All money outside the bank."""
    return s.money_gone + sum(one.cash for one in s.players) + sum(one.cash for one in s.companies)


def company(name: str, **fields: object) -> Change:
    """Fields of a company."""

    def change(position: Position, s: State1862) -> None:
        number = position.t.company(name)
        s.companies = put(s.companies, number, structs.replace(s.companies[number], **fields))

    return change


def private(name: str, **fields: object) -> Change:
    """Fields of a private."""

    def change(position: Position, s: State1862) -> None:
        number = position.t.private(name)
        s.privates = put(s.privates, number, structs.replace(s.privates[number], **fields))

    return change


def player(seat: int, **fields: object) -> Change:
    """Fields of a player."""

    def change(position: Position, s: State1862) -> None:
        s.players = put(s.players, seat, structs.replace(s.players[seat], **fields))

    return change


def bid(amount: int, private_: int = 7, seat: int = 1) -> Change:
    """A standing bid; the private is for sale."""

    def change(position: Position, s: State1862) -> None:
        s.bids = put(s.bids, private_, ((seat, amount),))
        s.privates = put(s.privates, private_, structs.replace(s.privates[private_], closed=False))

    return change


def bank(left: int) -> Change:
    """Ben has all of the bank's money but so much."""

    def change(position: Position, s: State1862) -> None:
        s.players = put(s.players, 1, structs.replace(s.players[1], cash=s.players[1].cash + s.bank - left))

    return change


def gone(count: int) -> Change:
    """So many companies are removed, from those that have nothing."""

    def change(position: Position, s: State1862) -> None:
        for name in ("NYC", "CP", "ATS", "SP", "CN", "ORN", "TP", "GMO")[:count]:
            number = position.t.company(name)
            s.removed = put(s.removed, number, True)
            s.companies = put(s.companies, number, structs.replace(s.companies[number], ipo=0))

    return change


def out(count: int) -> Change:
    """So many players are bankrupt; they hold nothing."""

    def change(position: Position, s: State1862) -> None:
        for seat in range(4 - count, 4):
            s.players = put(s.players, seat, structs.replace(s.players[seat], bankrupt=True, cash=0))
            s.debts = put(s.debts, seat, 1)
            for number, entry in enumerate(s.companies):
                held = entry.held[seat]
                s.companies = put(
                    s.companies,
                    number,
                    structs.replace(entry, held=put(entry.held, seat, 0), ipo=entry.ipo + held),
                )

    return change


def no_marker_of_b_and_o(position: Position, s: State1862) -> None:
    """B&O is open and blocks nothing."""
    s.board = boards.unblock(s.board, position.t.hex("H29"), 0)


def third_marker(position: Position, s: State1862) -> None:
    """One more than NP has."""
    number = position.t.company("NP")
    s.board = boards.place(s.board, position.t.hex("L23"), 0, number)
    s.companies = put(s.companies, number, structs.replace(s.companies[number], tokens=3))


def second_marker_in_a_hex(position: Position, s: State1862) -> None:
    """NYH is in both stations of New York."""
    s.board = boards.place(s.board, position.t.hex("F31"), 1, 0)
    s.companies = put(s.companies, 0, structs.replace(s.companies[0], tokens=2))


def fewer_than_no_trains(position: Position, s: State1862) -> None:
    """More 3-trains were sold than there are."""
    s.depot = put(s.depot, 1, -2)
    s.sold = put(s.sold, 1, position.t.trains[1].count + 2)


def same_place(position: Position, s: State1862) -> None:
    """Two companies with one place in the order."""
    number = position.t.company("NP")
    stamp = s.companies[position.t.company("UP")].stamp
    s.companies = put(s.companies, number, structs.replace(s.companies[number], stamp=stamp))


BROKEN: list[tuple[Change, str]] = [
    (company("NYH", cash=-1), "below zero"),
    (player(1, cash=-1), "below zero"),
    (bank(0), "the bank is empty"),
    (bid(601), "the bids of Ben are not covered"),
    (bid(600, private_=0, seat=1), "there are bids on BOM"),
    (company("NYH", pool=60, ipo=-10), "no number of shares"),
    (company("NYH", held=(30, 10, 0, 0), pool=60), "the pool holds 60 %"),
    (company("UP", held=(10, 10, 0, 10), ipo=70), "the director of UP holds less"),
    (company("UP", held=(20, 30, 0, 10), ipo=40), "somebody holds more of UP"),
    (company("UP", president=-1), "UP is half founded"),
    (company("UP", cell=-1), "UP is half founded"),
    (company("WP", par=70), "WP is half founded"),
    (company("CPR", ipo=40, pool=30), "CPR should have floated"),
    (same_place, "the same place"),
    (gone(8), "so many companies are gone"),
    (out(2), "too few players"),
    (private("BOM", closed=True), "BOM is closed and has an owner"),
    (company("CPR", floated=True), "SOC should be closed"),
    (no_marker_of_b_and_o, "places are blocked"),
    (third_marker, "NP has too many markers"),
    (second_marker_in_a_hex, "holds two markers of one company"),
    (fewer_than_no_trains, "the depot has -2 trains"),
    (company("UP", trains=("3-1", "3-2", "3-3", "3-4", "3-0")), "UP owns 5 trains"),
]


@rule("1862 24.1", "1862 24.4")
def test_at_every_limit_nothing_is_broken() -> None:
    game = at_the_limits().game()
    assert rules_of(game).check(game.state) == []


@rule("1862 24.4")
@pytest.mark.parametrize(("change", "sentence"), BROKEN)
def test_one_too_many_is_seen(change: Change, sentence: str) -> None:
    assert any(sentence in found for found in broken(change)), broken(change)


@rule("1862 24.4")
@pytest.mark.parametrize("change", [bank(1), bid(600), gone(7), out(1)])
def test_one_less_is_not(change: Change) -> None:
    assert broken(change) == []
