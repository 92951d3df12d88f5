"""Companies that leave the game: at the price 0, or with their bankrupt director."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from stellwerk.core import Plural
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import Discard, OperatingRound, OperatingTurn
from stellwerk.eighteen.state import BANK, Frame, company_owner

from .blockers import turn_over
from .figures import figures
from .shares import CLOSED, empty_company
from .state import Move1862, Raising

if TYPE_CHECKING:
    from .rules import Rules1862


def triggered(m: Move1862, reason: str) -> bool:
    """Note one of the events that end the game, which is not undone; True if it is the first (18.1)."""
    s = m.s
    if s.ending:
        return False
    s.ending = reason
    return True


def after_move(rules: Rules1862, m: Move1862, number: int) -> None:
    """What the cell a marker has come to brings (12.3, 17.1, 18.1)."""
    cell = m.t.market.cells[m.s.companies[number].cell]
    if cell.price > figures(m.t).end_price and triggered(m, "price"):
        name = m.t.companies[number].id
        m.tell("end", "end", "{company} reaches the end of the price table", company=name)
    if CLOSED in cell.zones:
        close_at_zero(m, number)


def close_at_zero(m: Move1862, number: int) -> None:
    """Notes first from the treasury, the rest from the director; then everything leaves the game (17.1 to 17.3)."""
    t, s = m.t, m.s
    name, director = t.companies[number].id, s.companies[number].president
    m.tell("closed_company", "closed", "the price of {company} is 0: it leaves the game", company=name)
    due = notes_due(m, number)
    paid = min(due, s.companies[number].cash)
    m.pay(company_owner(number), BANK, paid, "closed.notes", "notes of {company}", company=name)
    remove(m, number)
    if due > paid:
        m.push(Raising(director, number, due - paid))


def notes_due(m: Move1862, number: int) -> int:
    """What the notes of a company are worth, face value."""
    return m.s.notes[number] * figures(m.t).loan.face


def remove(m: Move1862, number: int) -> None:
    """A company leaves the game with all it has; its markers only block (15.3, 15.5, 17.3)."""
    t, s = m.t, m.s
    company, name = s.companies[number], t.companies[number].id
    if t.options["removed_treasury"] == "bank":
        m.pay(company_owner(number), BANK, company.cash, "removed", "treasury of {company}", company=name)
    elif company.cash:
        s.money_gone += company.cash
        m.tell("gone", "removed", "{amount:$} of {company} leave the game", amount=company.cash, company=name)
    s.trains_gone = (*s.trains_gone, *company.trains)
    if company.tokens:
        turn_over(m, number)
    else:
        s.board = structs.replace(  # 15.5: nothing on the board, nothing kept
            s.board, homes=put(s.board.homes, number, -2), settled=put(s.board.settled, number, True)
        )
    s.companies = put(s.companies, number, empty_company(len(t.seats), company))
    s.notes = put(s.notes, number, 0)
    s.bought_back = put(s.bought_back, number, False)
    s.removed = put(s.removed, number, True)
    s.frames = tuple(_without(frame, number) for frame in s.frames if not _asks(frame, number))
    if s.removed.count(True) >= figures(t).end_companies_removed and triggered(m, "companies"):
        m.tell(
            "end",
            "end",
            Plural("{count:n} company has left the game", "{count:n} companies have left the game"),
            count=s.removed.count(True),
        )


def _asks(frame: Frame, number: int) -> bool:
    """True if a frame is about something the company was to do: its turn, trains above the limit, a train to pay."""
    if isinstance(frame, OperatingTurn | Discard):
        return frame.company == number
    return isinstance(frame, Raising) and bool(frame.train) and frame.company == number


def _without(frame: Frame, number: int) -> Frame:
    """A company removed before its turn does not act (7.2)."""
    if not isinstance(frame, OperatingRound):
        return frame
    return structs.replace(frame, waiting=tuple(other for other in frame.waiting if other != number))
