"""Mail contracts: their income at the start of a turn, their purchase at its end (6.7, section 9)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.eighteen.table import Table

from .actions import BuyContract
from .figures import Mail, figures
from .shares import Shares1854
from .state import Move1854, State1854


def contract(t: Table, name: str) -> Mail | None:
    """The contract with that id."""
    return next((entry for entry in figures(t).mail if entry.id == name), None)


def left(s: State1854, entry: Mail) -> int:
    """How many contracts of a size the bank has."""
    return entry.count - s.mail.count(entry.id)


class Order(Struct, frozen=True, gc=False):
    """A company buys a contract."""

    s: State1854
    company: int
    entry: Mail


class MailPart(TurnPart[State1854]):
    """Step 1: the income of a contract (6.7)."""

    name = "mail"
    cite = "mail"

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """Never; the bank pays by the colour of the phase."""
        t, held = self.t, m.s.mail[frame.company]
        entry = contract(t, held) if held else None
        if entry is not None:
            amount = entry.income[t.phases[m.s.phase].offboard]
            m.pay(
                BANK,
                company_owner(frame.company),
                amount,
                "mail",
                "mail contract: {contract:contract}",
                contract=entry.id,
            )
        return False


class ContractPart(TurnPart[State1854]):
    """Step 7: a share company without a contract may buy one (9.1)."""

    name = "contract"
    cite = "contract"

    shares: Shares1854

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """The rules of a purchase."""
        super().__init__(rules)
        self.checks = self.buy_checks()
        self.acts = {BuyContract: ActionKind(self.buy, self.why_not_buy)}

    def buy_checks(self) -> Checks[Order]:
        """9.1, 9.1a, 2.9a"""
        t = self.t
        return Checks(
            local=Check(
                lambda c: not self.shares.kinds.is_local(c.company),
                lambda c: t.no("contract.local", "a local holds no mail contract"),
            ),
            one=Check(
                lambda c: not c.s.mail[c.company],
                lambda c: t.no("contract.one", "{company} has a mail contract", company=t.companies[c.company].id),
            ),
            supply=Check(
                lambda c: left(c.s, c.entry),
                lambda c: t.no("contract", "there is no {contract:contract} contract left", contract=c.entry.id),
            ),
            cash=Check(
                lambda c: c.entry.price <= c.s.companies[c.company].cash,
                lambda c: t.no(
                    "contract",
                    "the contract costs {price:$}; the treasury has {cash:$}",
                    price=c.entry.price,
                    cash=c.s.companies[c.company].cash,
                ),
            ),
        )

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """If it can buy any."""
        return bool(self.options(m.s, frame))

    def options(self, s: State1854, frame: OperatingTurn) -> list[Option]:
        """Either size."""
        return [
            Option(BuyContract(entry.id))
            for entry in figures(self.t).mail
            if self.checks.allow(Order(s, frame.company, entry))
        ]

    def why_not_buy(self, s: State1854, frame: OperatingTurn, action: BuyContract) -> Illegal | None:
        """The first rule a purchase breaks."""
        entry = contract(self.t, action.contract)
        if entry is None:
            return self.t.no("contract", "there is no contract {contract:contract}", contract=action.contract[:20])
        return self.checks.why_not(Order(s, frame.company, entry))

    def buy(self, m: Move1854, frame: OperatingTurn, action: BuyContract) -> None:
        """From the treasury."""
        t, s, entry, company = self.t, m.s, contract(self.t, action.contract), frame.company
        assert entry is not None
        m.pay(
            company_owner(company),
            BANK,
            entry.price,
            "contract",
            "mail contract: {contract:contract}",
            contract=entry.id,
        )
        s.mail = put(s.mail, company, entry.id)
        m.tell(
            "contract", "contract", "{company} buys a mail contract: {contract:contract}",
            company=t.companies[company].id, contract=entry.id,
        )  # fmt: skip
