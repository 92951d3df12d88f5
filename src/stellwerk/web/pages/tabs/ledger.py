"""The ledger: a line for every round, with the money of everybody and what the companies earned."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk.draw.history import KEPT, PAID, Round
from stellwerk.web.pages.at import SEPARATOR, At
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.history_facts import past_of, round_words
from stellwerk.web.pages.marks import event_receipt, initial, token


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


def ledger(at: At) -> Panel:
    """The whole game; the round of the shown position is marked."""
    past = past_of(at)
    here = past.at(at.game.ply)
    order = _companies(at, past.rounds)
    rows = []
    before: Round | None = None
    for number, entry in enumerate(past.rounds):
        rows.append(_row(at, entry, before, number, here, order))
        before = entry
    people = [(seat, name, initial(at, seat)) for seat, name in enumerate(at.t.seats)]
    heads: list[tuple[str, Markup]] = [
        (at.t.companies[number].id, token(at, at.t.companies[number].id)) for number in order
    ]
    return Panel("tabs/ledger.html", {"rows": rows, "people": people, "companies": heads})


def _companies(at: At, rounds: tuple[Round, ...]) -> list[int]:
    """Companies in the order in which they got a price; those that never had one are left out."""
    order: dict[int, None] = {}
    for entry in rounds:
        for number, company in enumerate(entry.state.companies):
            if company.cell >= 0:
                order[number] = None
    return list(order)


def _row(at: At, entry: Round, before: Round | None, number: int, here: int, order: list[int]) -> LedgerRow:
    return LedgerRow(
        name=round_words(at, entry),
        kind=entry.kind,
        ply=entry.last,
        here=number == here,
        later=number > here,
        phase=at.t.phases[entry.state.phase].id,
        bank=figure(at, entry.state.bank),
        players=[
            PlayerCell(
                figure(at, player.cash) if player.cash else "",
                figure(at, entry.scores[seat]),
                figure(at, entry.dividends[seat]) if entry.dividends[seat] else "",
            )
            for seat, player in enumerate(entry.state.players)
        ],
        companies=[_company(at, entry, before, company) for company in order],
    )


def _company(at: At, entry: Round, before: Round | None, number: int) -> CompanyCell:
    market = at.t.market.price
    cell = entry.state.companies[number].cell
    old = before.state.companies[number].cell if before else -1
    run = entry.runs.get(at.t.companies[number].id)
    tone = ""
    if cell >= 0 and old >= 0 and market[cell] != market[old]:
        tone = "up" if market[cell] > market[old] else "dn"
    earned = run is not None and run.revenue > 0
    return CompanyCell(
        run=figure(at, run.revenue) if run is not None and earned else "",
        outcome={PAID: "paid", KEPT: "kept"}.get(run.outcome, "") if run is not None and earned else "",
        receipt=event_receipt(at, run.run, run.event) if run is not None and run.event >= 0 else "",
        price=figure(at, market[cell]) if cell >= 0 else "",
        tone=tone,
    )


def figure(at: At, amount: int) -> str:
    """An amount without its currency, for columns that say what they hold."""
    digits = f"{abs(amount):,}".replace(",", SEPARATOR[at.language])
    return f"−{digits}" if amount < 0 else digits
