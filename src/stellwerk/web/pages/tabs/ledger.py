"""The ledger: a line for every round, with the money of everybody and what the companies earned."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk.draw.history import KEPT, PAID, Round
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.history_facts import past_of, round_words
from stellwerk.web.pages.marks import event_receipt, initial, token
from stellwerk.web.pages.table_page import SEPARATOR, TablePage


class PlayerCell(Struct, frozen=True):
    """Cash and worth at the end of a round, and the dividends received in it."""

    cash: str
    worth: str
    dividends: str


class CompanyCell(Struct, frozen=True):
    """What a company earned (`paid` or `kept`) and its price; `tone` compares with the line above."""

    run: str
    outcome: str
    receipt: str
    price: str
    tone: str


class LedgerRow(Struct, frozen=True):
    """A round."""

    name: str
    kind: str
    ply: int
    here: bool
    later: bool
    phase: str
    bank: str
    players: list[PlayerCell]
    companies: list[CompanyCell]


def ledger(page: TablePage) -> Panel:
    """The whole game; the round of the shown position is marked."""
    past = past_of(page)
    here = past.at(page.game.ply)
    order = _companies(page, past.rounds)
    rows = []
    before: Round | None = None
    for number, entry in enumerate(past.rounds):
        rows.append(_row(page, entry, before, number, here, order))
        before = entry
    people = [(seat, name, initial(page, seat)) for seat, name in enumerate(page.t.seats)]
    heads: list[tuple[str, Markup]] = [
        (page.t.companies[number].id, token(page, page.t.companies[number].id)) for number in order
    ]
    return Panel("tabs/ledger.html", {"rows": rows, "people": people, "companies": heads})


def _companies(page: TablePage, rounds: tuple[Round, ...]) -> list[int]:
    """Companies in the order in which they got a price; those that never had one are left out."""
    order: dict[int, None] = {}
    for entry in rounds:
        for number, company in enumerate(entry.state.companies):
            if company.cell >= 0:
                order[number] = None
    return list(order)


def _row(page: TablePage, entry: Round, before: Round | None, number: int, here: int, order: list[int]) -> LedgerRow:
    return LedgerRow(
        name=round_words(page, entry),
        kind=entry.kind,
        ply=entry.last,
        here=number == here,
        later=number > here,
        phase=page.t.phases[entry.state.phase].id,
        bank=figure(page, entry.state.bank),
        players=[
            PlayerCell(
                figure(page, player.cash) if player.cash else "",
                figure(page, entry.scores[seat]),
                figure(page, entry.dividends[seat]) if entry.dividends[seat] else "",
            )
            for seat, player in enumerate(entry.state.players)
        ],
        companies=[_company(page, entry, before, company) for company in order],
    )


def _company(page: TablePage, entry: Round, before: Round | None, number: int) -> CompanyCell:
    market = page.t.market.price
    cell = entry.state.companies[number].cell
    old = before.state.companies[number].cell if before else -1
    run = entry.runs.get(page.t.companies[number].id)
    tone = ""
    if cell >= 0 and old >= 0 and market[cell] != market[old]:
        tone = "up" if market[cell] > market[old] else "dn"
    earned = run is not None and run.revenue > 0
    return CompanyCell(
        run=figure(page, run.revenue) if run is not None and earned else "",
        outcome={PAID: "paid", KEPT: "kept"}.get(run.outcome, "") if run is not None and earned else "",
        receipt=event_receipt(page, run.run, run.event) if run is not None and run.event >= 0 else "",
        price=figure(page, market[cell]) if cell >= 0 else "",
        tone=tone,
    )


def figure(page: TablePage, amount: int) -> str:
    """An amount without its currency, for columns that say what they hold."""
    digits = f"{abs(amount):,}".replace(",", SEPARATOR[page.language])
    return f"−{digits}" if amount < 0 else digits
