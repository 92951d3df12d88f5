"""What payouts bring: if there were one now, after something that is only thought of, and those that have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct, structs

from stellwerk.web.pages.marks import event_receipt
from stellwerk.web.pages.table_page import TablePage

from ..flow import FICTITIOUS
from ..state import State, change, put
from ..views import next_payout
from .marks import Share, mark, rules_of, shares


class HeldCell(Struct, frozen=True):
    """What a player has of a company and what it brings him; None is a secret (13.1a)."""

    held: int
    amount: int | None


class PayoutRow(Struct, frozen=True):
    """A company in a payout. `value` is None for Union Pacific, which has none."""

    share: Share
    mark: Markup
    value: int | None
    cells: list[HeldCell]
    receipt: str = ""
    chosen: bool = False


class PayoutTable(Struct, frozen=True):
    """A payout; `number` counts from 1, `fresh` is true for one that the last move has brought."""

    number: int
    names: list[str]
    rows: list[PayoutRow]
    totals: list[int | None]
    ply: int = 0
    fresh: bool = False
    note: str = ""

    @property
    def told(self) -> list[tuple[str, int]]:
        """Who got how much, as far as the reader may know."""
        return [(name, total) for name, total in zip(self.names, self.totals, strict=True) if total is not None]


class PayoutChange(Struct, frozen=True):
    """What a payout would bring somebody, before and after."""

    seat: int
    name: str
    before: int
    after: int


def if_now(page: TablePage, chosen: Sequence[str] = ()) -> PayoutTable:
    """The payout that would follow if the card came now; `chosen` companies are marked."""
    view = page.view
    players: list[dict[str, Any]] = view["players"]
    rows = []
    for entry in shares(page):
        facts = view["union_pacific"] if entry.up else view["companies"][entry.id]
        cells = [
            HeldCell(player["shares"].get(entry.id, 0), amount)
            for player, amount in zip(players, facts["payout"], strict=False)
        ]
        rows.append(
            PayoutRow(entry, mark(entry), None if entry.up else facts["value"], cells, chosen=entry.id in chosen)
        )
    totals = [_total(rows, seat) for seat in range(len(players))]
    number = min(view["payouts"]["done"] + 1, view["payouts"]["last"])
    return PayoutTable(number, [player["name"] for player in players], rows, totals, note=_left_out(page, number))


def _total(rows: list[PayoutRow], seat: int) -> int | None:
    """What a payout brings a player; None if a part of it is secret."""
    amounts = [row.cells[seat].amount for row in rows]
    return None if None in amounts else sum(amount or 0 for amount in amounts)


def to_come(page: TablePage) -> int:
    """How many payouts follow at the end of this turn; a card met after that of the last brings none (9.1, 10.5)."""
    payouts = page.view["payouts"]
    return min(int(payouts["pending"]), int(payouts["last"]) - int(payouts["done"]))


def _left_out(page: TablePage, number: int) -> str:
    """The last payout of two players has a third, whose shares nobody knows before (10.2)."""
    table = rules_of(page).t
    if not table.fictitious or number != table.last_payout or page.view["ended"]:
        return ""
    return page.say(
        "In payout {number} a third player holds what is left of display, deck and UP stack. He is left out here.",
        number=number,
    )


def after_build(page: TablePage, company: str) -> list[PayoutChange]:
    """What one more locomotive changes."""
    number = rules_of(page).kit.share_index[company]
    return _changes(page, number, structs.replace(page.s, supply=change(page.s.supply, number, -1)))


def after_invest(page: TablePage, seat: int, company: str, count: int) -> list[PayoutChange]:
    """What shares laid open change."""
    number = rules_of(page).kit.share_index[company]
    held = put(page.s.held, seat, change(page.s.held[seat], number, count))
    return _changes(page, number, structs.replace(page.s, held=held))


def _changes(page: TablePage, company: int, then: State) -> list[PayoutChange]:
    rules = rules_of(page)
    number = next_payout(rules.flow, page.s)
    before, after = rules.flow.amounts(page.s, company, number)[0], rules.flow.amounts(then, company, number)[0]
    return [
        PayoutChange(seat, rules.seats[seat], old, new)
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
        if seat < len(rules.seats) and old != new
    ]


def payouts(page: TablePage) -> list[PayoutTable]:
    """The payouts up to the shown position, in their order, each figure with its receipt.

    Where money is secret each amount is announced when it is paid (13.1a), but nothing adds up what others have got.
    """
    rules = rules_of(page)
    kit = rules.kit
    found: list[PayoutTable] = []
    known = shares(page)
    secret = [player["money"] is None for player in page.view["players"]]
    for ply, made in enumerate(page.game.plies, 1):
        if not any(event.kind == "payout_start" for event in made.events):
            continue
        state: State = made.state
        names = [*rules.seats, page.say("third player")] if state.fiction else list(rules.seats)
        receipts: dict[tuple[int, str], int] = {}
        number = 0
        for at_event, event in enumerate(made.events):
            if event.kind == "payout_start":
                number = int(event.facts["number"])
            elif event.kind == "payout":
                receipts[number, str(event.facts["company"])] = at_event
        for number in sorted({key[0] for key in receipts}):
            paid = {(e.company, e.seat): e.amount for e in state.ledger if e.payout == number}
            rows = []
            for company, entry in enumerate(known):
                held = [counts[company] for counts in state.held]
                if state.fiction and number == rules.t.last_payout:
                    held.append(state.fiction[company])
                held += [0] * (len(names) - len(held))
                event_at = receipts.get((number, entry.abbr))
                rows.append(
                    PayoutRow(
                        entry,
                        mark(entry),
                        None if company == kit.up else rules.flow.value(state, company),
                        [
                            HeldCell(
                                count, None if seat < len(secret) and secret[seat] else paid.get((company, seat), 0)
                            )
                            for seat, count in enumerate(held)
                        ],
                        "" if event_at is None else event_receipt(page, ply, event_at),
                    )
                )
            totals = [_total(rows, seat) for seat in range(len(names))]
            found.append(PayoutTable(number, names, rows, totals, ply, ply == page.plies and page.now))
    return found


__all__ = ["FICTITIOUS", "PayoutChange", "PayoutTable", "after_build", "after_invest", "if_now", "payouts", "to_come"]
