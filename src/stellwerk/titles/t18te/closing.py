"""The bankruptcy of a company: everything it has leaves the table but its trains."""

from __future__ import annotations

from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import put
from stellwerk.eighteen.state import BANK, Company, company_owner

from .state import Move18TE


def close_company(m: Move18TE, number: int) -> None:
    """Cash to the bank, trains to the pool, markers and certificates out of the game (9.1 to 9.2)."""
    s = m.s
    company, name = s.companies[number], m.t.companies[number].id
    m.tell("closed_company", "closed", "{company} is bankrupt and leaves the game", company=name)
    m.pay(company_owner(number), BANK, company.cash, "closed.cash", "bankruptcy of {company}", company=name)
    if company.trains:
        m.tell("to_pool", "closed.trains", "{trains} go to the pool", trains=", ".join(company.trains))
        s.train_pool = (*s.train_pool, *company.trains)
    for hex_, _ in boards.tokens_of(m.t.hexmap, s.board, number):
        s.board = boards.lift(s.board, hex_, number)
    s.board = boards.settle(s.board, number, boards.GONE)
    s.companies = put(s.companies, number, Company((0,) * len(m.t.seats), ipo=0))
    s.closed = put(s.closed, number, True)
