"""The end of the game: notes are paid back, results, and the receipts of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import Line, Plural, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.eighteen.table import Table

from .closing import notes_due
from .figures import figures
from .shares import Shares1862
from .state import Move1862, State1862

if TYPE_CHECKING:
    from .rules import Rules1862


def pay_back_notes(m: Move1862) -> None:
    """Every company pays its notes, its director what is missing; the rest is his debt (18.4, 18.5a).

    Shares he would have to sell count at market price in his result, so they stay where they are.
    """
    t, s = m.t, m.s
    for number, entry in enumerate(t.companies):
        due = notes_due(m, number)
        if not due:
            continue
        director = s.companies[number].president
        paid = min(due, s.companies[number].cash)
        m.pay(company_owner(number), BANK, paid, "end.notes", "notes of {company}", company=entry.id)
        help_ = min(due - paid, s.players[director].cash)
        m.pay(director, BANK, help_, "end.notes", "notes of {company}", company=entry.id)
        left = due - paid - help_
        if left:
            s.debts = put(s.debts, director, s.debts[director] + left)
            m.tell(
                "debt", "end.debt", "{who} owes {amount:$} for the notes of {company}",
                who=t.seats[director], amount=left, company=entry.id,
            )  # fmt: skip
        s.notes = put(s.notes, number, 0)


def score_receipt(t: Table, shares: Shares1862, s: State1862, seat: int) -> Receipt:
    """A player's result as it stands: cash, shares, and what he owes (15.9, 18.4, 18.5, 18.5a)."""
    rule, loan = t.cite("score"), figures(t).loan
    title = t.message("score of {name}", name=t.seats[seat])
    if s.players[seat].bankrupt:
        lines = [
            Line(shares.worth_of(item.company, item.percent, item.price), item.worth, t.rule("15.9"))
            for item in s.estates[seat]
        ]
        return receipt(title, [*lines, Line(t.message("debt of the bankruptcy"), -s.debts[seat], t.rule("15.9"))])
    lines = [Line(t.message("cash"), s.players[seat].cash, rule)]
    for number, company in enumerate(s.companies):
        held = company.held[seat]
        if held and company.par:
            text = shares.worth_of(number, held, shares.price(company))
            lines.append(Line(text, shares.worth(s, number, seat), rule))
        missing = s.notes[number] * loan.face - company.cash
        if company.president == seat and s.notes[number] and missing > 0:
            text = t.message("notes of {company} its treasury lacks", company=t.companies[number].id)
            lines.append(Line(text, -missing, t.rule("18.4")))
    if s.debts[seat]:
        lines.append(Line(t.message("notes not paid"), -s.debts[seat], t.rule("18.5a")))
    return receipt(title, lines)


def notes_receipt(t: Table, s: State1862, number: int) -> Receipt:
    """What a company owes: its notes against its treasury (16.8, 18.4)."""
    loan = figures(t).loan
    notes = s.notes[number]
    lines = [
        Line(
            t.message(
                Plural("{count:n} note of {price:$}", "{count:n} notes of {price:$}"), count=notes, price=loan.face
            ),
            -notes * loan.face,
            t.rule("16.8"),
        ),
        Line(t.message("money in the treasury"), s.companies[number].cash, t.rule("18.4")),
    ]
    return receipt(t.message("notes of {company}", company=t.companies[number].id), lines)


def receipts(rules: Rules1862, s: State1862) -> dict[str, Receipt]:
    """Scores, papers, notes, and what a buyback would leave in each treasury with the fewest notes."""
    t = rules.t
    found = {}
    for seat, name in enumerate(t.seats):
        found[f"score {name}"] = rules.score(s, seat)
        found[f"certificates {name}"] = rules.shares.certificate_receipt(s, seat)
    for number, entry in enumerate(t.companies):
        if s.notes[number]:
            found[f"notes {entry.id}"] = notes_receipt(t, s, number)
        working = s.companies[number].floated and not s.removed[number]
        if working and rules.buyback.why_not_at_all(s, number) is None:
            least = rules.buyback.notes(s, number).low
            found[f"buyback {entry.id}"] = rules.buyback.bill(s, number, least)
    return found
