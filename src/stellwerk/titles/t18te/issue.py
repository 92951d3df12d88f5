"""The last part of a turn: a company issues certificates to the bank, or redeems them."""

from __future__ import annotations

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.eighteen.checks import Act
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, company_owner

from .state import Move18TE, State18TE, Turn


class IssuePart(TurnPart[State18TE]):
    """Issue or redeem, once; either ends the turn (7.10)."""

    name = "issue"
    cite = "issue"

    def __init__(self, rules: FamilyRules[State18TE]) -> None:
        """One or the other."""
        super().__init__(rules)
        self.acts = {
            IssueShares: Act(self.issue, self.why_not_issue),
            RedeemShares: Act(self.redeem, self.why_not_redeem),
        }

    def waits(self, m: Move18TE, frame: OperatingTurn) -> bool:
        """15.9"""
        return bool(self.options(m.s, frame))

    def options(self, s: State18TE, frame: OperatingTurn) -> list[Option]:
        """Every number of certificates."""
        company, unit = s.companies[frame.company], self.shares.unit[frame.company]
        issues = [IssueShares(percent) for percent in range(unit, company.ipo + 1, unit)]
        redeemed = [RedeemShares(percent) for percent in range(unit, company.pool + 1, unit)]
        found = [Option(action) for action in issues if self.why_not_issue(s, frame, action) is None]
        return found + [Option(action) for action in redeemed if self.why_not_redeem(s, frame, action) is None]

    def why_not_issue(self, s: State18TE, frame: OperatingTurn, action: IssueShares) -> Illegal | None:
        """7.10.2 to 7.10.2b, 8.7"""
        assert isinstance(frame, Turn)
        t, company, percent = self.t, s.companies[frame.company], action.percent
        name, limit = t.companies[frame.company].id, self.shares.pool_limit(s, frame.company)
        unit = self.shares.unit[frame.company]
        if percent <= 0 or percent % unit:
            return t.no("issue", "certificates are issued in steps of {unit} %", unit=unit)
        if frame.first:
            return t.no("issue.first", "{company} issues nothing in its first operating round", company=name)
        if frame.helped:
            return t.no("issue.helped", "{company} issues nothing after its president's help", company=name)
        if percent > company.ipo:
            return t.no("issue", "the treasury of {company} holds only {held} %", company=name, held=company.ipo)
        if company.pool + percent > limit:
            return t.no(
                "issue.pool", "the pool would hold {pool} % of {company}; at most {limit} % may lie there",
                pool=company.pool + percent, company=name, limit=limit,
            )  # fmt: skip
        return None

    def why_not_redeem(self, s: State18TE, frame: OperatingTurn, action: RedeemShares) -> Illegal | None:
        """7.10.3"""
        t, company, percent = self.t, s.companies[frame.company], action.percent
        name, cost = t.companies[frame.company].id, self.shares.proceeds(s, frame.company, percent)
        if percent <= 0 or percent % self.shares.unit[frame.company]:
            return t.no(
                "redeem", "certificates are redeemed in steps of {unit} %", unit=self.shares.unit[frame.company]
            )
        if percent > company.pool:
            return t.no("redeem", "the pool holds only {held} % of {company}", company=name, held=company.pool)
        if cost > company.cash:
            return t.no("cash", "{who} lacks {missing:$}", who=name, missing=cost - company.cash)
        return None

    def issue(self, m: Move18TE, frame: OperatingTurn, action: IssueShares) -> None:
        """Carry it out; the turn is over."""
        t, number, percent = self.t, frame.company, action.percent
        company, name = m.s.companies[number], t.companies[number].id
        m.company(number, ipo=company.ipo - percent, pool=company.pool + percent)
        cell = t.market.after_sale(company.cell, self.shares.units(number, percent))
        m.move_marker(number, cell, "issue.drop", "{percent} % issued", percent=percent)
        price = t.market.price[cell]
        m.pay(
            BANK, company_owner(number), self.shares.units(number, percent) * price, "issue",
            "{percent} % of {company} issued at {price:$}",
            percent=percent, company=name, price=price,
        )  # fmt: skip
        m.pop()

    def redeem(self, m: Move18TE, frame: OperatingTurn, action: RedeemShares) -> None:
        """Carry it out; the turn is over."""
        number, percent = frame.company, action.percent
        company = m.s.companies[number]
        price = self.shares.price(company)
        m.pay(
            company_owner(number), BANK, self.shares.units(number, percent) * price, "redeem",
            "{percent} % of {company} redeemed at {price:$}",
            percent=percent, company=self.t.companies[number].id, price=price,
        )  # fmt: skip
        m.company(number, ipo=company.ipo + percent, pool=company.pool - percent)
        m.pop()
