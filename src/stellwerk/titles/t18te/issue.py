"""The last part of a turn: a company issues certificates to the bank, or redeems them."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, State, company_owner
from stellwerk.titles.t18te.state import Turn


class IssuePart(TurnPart):
    """Issue or redeem, once; either ends the turn (7.10)."""

    name = "issue"
    cite = "issue"

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """15.9"""
        return self.most_issued(m.s, frame) > 0 or self.most_redeemed(m.s, frame) > 0

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every number of certificates."""
        issued, redeemed = self.most_issued(s, frame), self.most_redeemed(s, frame)
        found = [Option(IssueShares(percent)) for percent in range(10, issued + 1, 10)]
        return found + [Option(RedeemShares(percent)) for percent in range(10, redeemed + 1, 10)]

    def most_issued(self, s: State, frame: OperatingTurn) -> int:
        """The most the company may issue, in percent."""
        assert isinstance(frame, Turn)
        company = s.companies[frame.company]
        return 0 if frame.first or frame.helped else min(company.ipo, self.t.data.limits.pool_percent - company.pool)

    def most_redeemed(self, s: State, frame: OperatingTurn) -> int:
        """The most the company may redeem, in percent."""
        company = s.companies[frame.company]
        return min(company.pool, company.cash // self.shares.price(company) * 10)

    def why_not_issue(self, s: State, frame: OperatingTurn, percent: int) -> Illegal | None:
        """7.10.2 to 7.10.2b, 8.7"""
        assert isinstance(frame, Turn)
        t, company = self.t, s.companies[frame.company]
        name, limit = t.companies[frame.company].id, t.data.limits.pool_percent
        if percent <= 0 or percent % 10:
            return t.no("issue", "certificates are issued in steps of {unit} %", unit=10)
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

    def why_not_redeem(self, s: State, frame: OperatingTurn, percent: int) -> Illegal | None:
        """7.10.3"""
        t, company = self.t, s.companies[frame.company]
        name, cost = t.companies[frame.company].id, percent // 10 * self.shares.price(company)
        if percent <= 0 or percent % 10:
            return t.no("redeem", "certificates are redeemed in steps of {unit} %", unit=10)
        if percent > company.pool:
            return t.no("redeem", "the pool holds only {held} % of {company}", company=name, held=company.pool)
        if cost > company.cash:
            return t.no("cash", "{who} lacks {missing:$}", who=name, missing=cost - company.cash)
        return None

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """Carry it out; the turn is over."""
        t, number = self.t, frame.company
        company, owner, name = m.s.companies[number], company_owner(number), t.companies[number].id
        if isinstance(action, IssueShares):
            refusal = self.why_not_issue(m.s, frame, action.percent)
            if refusal:
                raise refusal
            percent = action.percent
            m.company(number, ipo=company.ipo - percent, pool=company.pool + percent)
            cell = t.market.after_sale(company.cell, percent // 10)
            m.move_marker(number, cell, "issue.drop", "{percent} % issued", percent=percent)
            price = t.market.price[cell]
            m.pay(
                BANK, owner, percent // 10 * price, "issue", "{percent} % of {company} issued at {price:$}",
                percent=percent, company=name, price=price,
            )  # fmt: skip
        elif isinstance(action, RedeemShares):
            refusal = self.why_not_redeem(m.s, frame, action.percent)
            if refusal:
                raise refusal
            percent, price = action.percent, self.shares.price(company)
            m.pay(
                owner, BANK, percent // 10 * price, "redeem", "{percent} % of {company} redeemed at {price:$}",
                percent=percent, company=name, price=price,
            )  # fmt: skip
            m.company(number, ipo=company.ipo + percent, pool=company.pool - percent)
        else:
            return False
        m.pop()
        return True
