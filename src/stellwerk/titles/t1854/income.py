"""Step 5: what becomes of the income (6.61 to 6.63), and the privates that close with a first run (2.2)."""

from __future__ import annotations

from stellwerk.core import Line
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.abilities import close_on
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.running import DividendPart
from stellwerk.eighteen.state import BANK, company_owner

from .shares import Shares1854
from .split import check_split
from .state import Move1854, State1854


class Dividend1854(DividendPart[State1854]):
    """Locals share their income; share companies pay out or withhold all of it."""

    shares: Shares1854

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """A local has no choice (6.61)."""
        if frame.revenue:
            close_on(m, "run", frame.company)  # 2.2
        if not self.shares.kinds.is_local(frame.company):
            return super().waits(m, frame)
        self.share(m, frame)
        return False

    def share(self, m: Move1854, frame: OperatingTurn) -> None:
        """Half to the owner, half to the treasury (2.10)."""
        t, number = self.t, frame.company
        company, name = m.s.companies[number], t.companies[number].id
        half, rule = frame.revenue // 2, t.cite("dividend.local")
        if half:
            m.pay(BANK, company.president, half, "dividend.local", "half the income of {company}", company=name)
            m.pay(BANK, company_owner(number), half, "dividend.local", "half the income of {company}", company=name)
            lines = [
                Line(self.holding(t.seats[company.president], 50), half, rule),
                Line(t.message("treasury of {company}", company=name), half, rule),
            ]
            m.tell(
                "dividend", "dividend.local", "{company} shares its income",
                receipt(t.message("income of {name}", name=name), lines), company=name,
            )  # fmt: skip
        m.company(number, operated=True)

    def pay_company(self, m: Move1854, number: int, share: int) -> list[Line]:
        """The bank keeps what falls to pool, display and split area (6.62)."""
        return []

    def after_payment(self, m: Move1854, number: int, revenue: int) -> None:
        """The price rises; crossing the line splits the shares (5.5)."""
        super().after_payment(m, number, revenue)
        check_split(m, self.shares, number)
