"""The split of a major's shares, when its marker first crosses the red line (5.5)."""

from __future__ import annotations

from stellwerk.core import Line
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.state import BANK

from .hexmarket import beyond_line
from .shares import OPTIONED, Shares1854
from .state import Move1854

NEW_SHARES = 50  # percent in the split area


def check_split(m: Move1854, shares: Shares1854, number: int) -> None:
    """Carry out the split if the marker has just come beyond the line for the first time (5.4 to 5.6)."""
    s, company = m.s, m.s.companies[number]
    if not shares.kinds.is_major(number) or s.split[number] or not beyond_line(m.t.market, company.cell):
        return
    price, name = shares.price(company), m.t.companies[number].id
    lines, payments, held = [], [], []
    for seat, percent in enumerate(company.held):
        kept = OPTIONED if shares.optioned(s, seat, number) else 0  # becomes an ordinary certificate of 10 % (4.36)
        turned = (percent - kept) // 2
        held.append(turned + kept)
        amount = shares.units(number, turned) * price  # one price per certificate, two for the director's
        payments.append(amount)
        if amount:
            text = m.t.message("{name} for {percent} %", name=m.t.seats[seat], percent=percent - kept)
            lines.append(Line(text, amount, m.t.cite("split.paid")))
        if kept:
            text = m.t.message("{name} for an optioned certificate", name=m.t.seats[seat])
            lines.append(Line(text, 0, m.t.cite("split.option")))
    s.split = put(s.split, number, True)
    s.split_area = put(s.split_area, number, NEW_SHARES)
    s.options = tuple(None if mark is not None and mark.company == number else mark for mark in s.options)
    m.company(number, held=tuple(held), ipo=company.ipo // 2, pool=company.pool // 2)
    m.tell(
        "split", "split", "the shares of {company} are split at {price:$}",
        receipt(m.t.message("split of {company}", company=name), lines), company=name, price=price,
    )  # fmt: skip
    for seat, amount in enumerate(payments):
        m.pay(BANK, seat, amount, "split.paid", "split of {company}", company=name)
