"""What becomes of a company's result: paid out or kept, before and after a buyback, and how the price moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import Line
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.running import DividendPart
from stellwerk.eighteen.state import BANK, company_owner

from .state import BASE_UNIT, HALVED_UNIT, Move1862, State1862

if TYPE_CHECKING:
    from .rules import Rules1862

FIVES = 20  # 5 % certificates in a whole company


class Dividend1862(DividendPart[State1862]):
    """All or nothing; bank and pool get nothing, a company its half after a buyback (11.5 to 11.9, 12)."""

    rules: Rules1862

    def pay(self, m: Move1862, frame: OperatingTurn) -> None:
        """Every 10 % a tenth, or every 5 % a twentieth rounded up; the price rises (11.6 to 11.8, 12.1)."""
        t, number = self.t, frame.company
        company, name = m.s.companies[number], t.companies[number].id
        halved = m.s.bought_back[number]
        unit = HALVED_UNIT if halved else BASE_UNIT
        share = -(-frame.revenue // FIVES) if halved else frame.revenue // BASE_UNIT
        key = "dividend.halved" if halved else "dividend"
        lines = []
        for seat, held in enumerate(company.held):
            if held:
                amount = held // unit * share
                m.pay(BANK, seat, amount, key, "{percent} % of {company}", percent=held, company=name)
                lines.append(Line(self.holding(t.seats[seat], held), amount, t.cite(key)))
        if halved:
            kept = frame.revenue - FIVES // 2 * share
            m.pay(BANK, company_owner(number), kept, key, "its own half of {company}", company=name)
            lines.append(Line(self.holding(name, 50), kept, t.cite(key)))
        m.tell(
            "dividend", key, "{company} pays {share:$} per share",
            receipt(t.message("dividend of {name}", name=name), lines), company=name, share=share,
        )  # fmt: skip
        m.company(number, operated=True)
        self.rules.dividend_paid(m, number)
        m.move_marker(number, t.market.right[company.cell], "market.right", "dividend paid")
        self.rules.price_moved(m, number)

    def withhold(self, m: Move1862, frame: OperatingTurn, key: str) -> None:
        """All into the treasury, and the price falls (11.9, 12.2); on the cell 0 the company closes (12.3)."""
        super().withhold(m, frame, "dividend.kept" if frame.revenue else key)
        self.rules.price_moved(m, frame.company)
