"""Mail contracts: their income at the start of a turn, their purchase at its end (6.7, section 9)."""

from __future__ import annotations

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import Act
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, State, company_owner
from stellwerk.eighteen.table import Table

from .actions import BuyContract
from .figures import Mail, figures
from .shares import Shares1854
from .state import own


def contract(t: Table, name: str) -> Mail | None:
    """The contract with that id."""
    return next((entry for entry in figures(t).mail if entry.id == name), None)


def left(s: State, entry: Mail) -> int:
    """How many contracts of a size the bank has."""
    return entry.count - own(s).mail.count(entry.id)


class MailPart(TurnPart):
    """Step 1: the income of a contract (6.7)."""

    name = "mail"
    cite = "mail"

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """Never; the bank pays by the colour of the phase."""
        t, entry = self.t, contract(self.t, own(m.s).mail[frame.company])
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


class ContractPart(TurnPart):
    """Step 7: a share company without a contract may buy one (9.1)."""

    name = "contract"
    cite = "contract"

    shares: Shares1854

    def __init__(self, rules: FamilyRules) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {BuyContract: Act(self.buy, self.why_not_buy)}

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """If it can buy any."""
        return bool(self.options(m.s, frame))

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Either size."""
        found = [BuyContract(entry.id) for entry in figures(self.t).mail]
        return [Option(action) for action in found if self.why_not_buy(s, frame, action) is None]

    def why_not_buy(self, s: State, frame: OperatingTurn, action: BuyContract) -> Illegal | None:
        """9.1, 9.1a, 2.9a"""
        t, company, entry = self.t, frame.company, contract(self.t, action.contract)
        if entry is None:
            return t.no("contract", "there is no contract {contract:contract}", contract=action.contract[:20])
        if self.shares.kinds.is_local(company):
            return t.no("contract.local", "a local holds no mail contract")
        if own(s).mail[company]:
            return t.no("contract.one", "{company} has a mail contract", company=t.companies[company].id)
        if not left(s, entry):
            return t.no("contract", "there is no {contract:contract} contract left", contract=entry.id)
        if entry.price > s.companies[company].cash:
            return t.no("contract", "the contract costs {price:$}", price=entry.price)
        return None

    def buy(self, m: Move, frame: OperatingTurn, action: BuyContract) -> None:
        """From the treasury."""
        t, s, entry, company = self.t, own(m.s), contract(self.t, action.contract), frame.company
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
