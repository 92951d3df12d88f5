"""The last part of a turn: a company issues certificates to the bank, or redeems them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.eighteen.checks import LISTED, PLACE, ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, Company, company_owner

from .state import Move18TE, State18TE, Turn


class Issuing(Struct, frozen=True, gc=False):
    """A company issues or redeems some of itself."""

    s: State18TE
    frame: OperatingTurn
    number: int
    company: Company
    percent: int


class IssuePart(TurnPart[State18TE]):
    """Issue or redeem, once; either ends the turn (7.10)."""

    name = "issue"
    cite = "issue"

    def __init__(self, rules: FamilyRules[State18TE]) -> None:
        """One or the other."""
        super().__init__(rules)
        self.issuing, self.redeeming = self.issue_checks(), self.redeem_checks()
        self.acts = {
            IssueShares: ActionKind(self.issue, self.why_not_issue),
            RedeemShares: ActionKind(self.redeem, self.why_not_redeem),
        }

    def waits(self, m: Move18TE, frame: OperatingTurn) -> bool:
        """15.9"""
        return next(self.legal(m.s, frame), None) is not None

    def options(self, s: State18TE, frame: OperatingTurn) -> list[Option]:
        """Every number of certificates."""
        return [Option(action) for action in self.legal(s, frame)]

    def legal(self, s: State18TE, frame: OperatingTurn) -> Iterator[IssueShares | RedeemShares]:
        """What may be issued or redeemed."""
        company = s.companies[frame.company]
        yield from map(IssueShares, self.lots(s, frame, company.ipo, self.issuing))
        yield from map(RedeemShares, self.lots(s, frame, company.pool, self.redeeming))

    def lots(self, s: State18TE, frame: OperatingTurn, held: int, rules: Checks[Issuing]) -> Iterator[int]:
        """Every percentage of what is held there that keeps the rules."""
        unit = self.shares.unit[frame.company]
        if held and rules.place.allow(self.case(s, frame, unit)):
            for percent in range(unit, held + 1, unit):
                if rules.each.allow(self.case(s, frame, percent)):
                    yield percent

    def case(self, s: State18TE, frame: OperatingTurn, percent: int) -> Issuing:
        """What an action comes to."""
        return Issuing(s, frame, frame.company, s.companies[frame.company], percent)

    def issue_checks(self) -> Checks[Issuing]:
        """7.10.2 to 7.10.2b, 8.7"""
        t, shares = self.t, self.shares
        return Checks(
            unit=Check(
                self.whole,
                lambda c: t.no(
                    "issue", "certificates are issued in steps of {unit} %", unit=shares.unit[c.number]
                ),
                LISTED,
            ),
            first=Check(
                lambda c: not (isinstance(c.frame, Turn) and c.frame.first),
                lambda c: t.no(
                    "issue.first", "{company} issues nothing in its first operating round",
                    company=t.companies[c.number].id,
                ),
                PLACE,
            ),
            helped=Check(
                lambda c: not (isinstance(c.frame, Turn) and c.frame.helped),
                lambda c: t.no(
                    "issue.helped", "{company} issues nothing after its president's help",
                    company=t.companies[c.number].id,
                ),
                PLACE,
            ),
            held=Check(
                lambda c: c.percent <= c.company.ipo,
                lambda c: t.no(
                    "issue", "the treasury of {company} holds only {held} %",
                    company=t.companies[c.number].id, held=c.company.ipo,
                ),
                LISTED,
            ),
            pool=Check(
                lambda c: c.company.pool + c.percent <= shares.pool_limit(c.s, c.number),
                lambda c: t.no(
                    "issue.pool", "the pool would hold {pool} % of {company}; at most {limit} % may lie there",
                    pool=c.company.pool + c.percent, company=t.companies[c.number].id,
                    limit=shares.pool_limit(c.s, c.number),
                ),
            ),
        )  # fmt: skip

    def redeem_checks(self) -> Checks[Issuing]:
        """7.10.3"""
        t, shares = self.t, self.shares
        return Checks(
            unit=Check(
                self.whole,
                lambda c: t.no(
                    "redeem", "certificates are redeemed in steps of {unit} %", unit=shares.unit[c.number]
                ),
                LISTED,
            ),
            held=Check(
                lambda c: c.percent <= c.company.pool,
                lambda c: t.no(
                    "redeem", "the pool holds only {held} % of {company}",
                    company=t.companies[c.number].id, held=c.company.pool,
                ),
                LISTED,
            ),
            cash=Check(
                lambda c: shares.proceeds(c.s, c.number, c.percent) <= c.company.cash,
                lambda c: t.no(
                    "cash", "{who} lacks {missing:$}", who=t.companies[c.number].id,
                    missing=shares.proceeds(c.s, c.number, c.percent) - c.company.cash,
                ),
            ),
        )  # fmt: skip

    def whole(self, c: Issuing) -> bool:
        """True for whole certificates."""
        return c.percent > 0 and not c.percent % self.shares.unit[c.number]

    def why_not_issue(self, s: State18TE, frame: OperatingTurn, action: IssueShares) -> Illegal | None:
        """The first rule an issue breaks."""
        return self.issuing.why_not(self.case(s, frame, action.percent))

    def why_not_redeem(self, s: State18TE, frame: OperatingTurn, action: RedeemShares) -> Illegal | None:
        """The first rule a redemption breaks."""
        return self.redeeming.why_not(self.case(s, frame, action.percent))

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
