"""Mail contracts: their income at the start of a turn, their purchase at its end (6.7, section 9)."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.schema import MailData
from stellwerk.eighteen.state import BANK, State, company_owner
from stellwerk.eighteen.table import Table
from stellwerk.titles.t1854.actions import BuyContract
from stellwerk.titles.t1854.shares import Shares1854
from stellwerk.titles.t1854.state import own


def contract(t: Table, name: str) -> MailData | None:
    """The contract with that id."""
    return next((entry for entry in t.data.mail if entry.id == name), None)


def left(s: State, entry: MailData) -> int:
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
            m.pay(BANK, company_owner(frame.company), amount, "mail", "mail contract: {contract}", contract=entry.id)
        return False


class ContractPart(TurnPart):
    """Step 7: a share company without a contract may buy one (9.1)."""

    name = "contract"
    cite = "contract"

    shares: Shares1854

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """If it can buy any."""
        return any(self.why_not(m.s, frame.company, entry) is None for entry in self.t.data.mail)

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Either size."""
        return [
            Option(BuyContract(entry.id)) for entry in self.t.data.mail if self.why_not(s, frame.company, entry) is None
        ]

    def why_not(self, s: State, company: int, entry: MailData) -> Illegal | None:
        """9.1, 9.1a, 2.9a"""
        t = self.t
        if self.shares.kinds.is_local(company):
            return t.no("contract.local", "a local holds no mail contract")
        if own(s).mail[company]:
            return t.no("contract.one", "{company} has a mail contract", company=t.companies[company].id)
        if not left(s, entry):
            return t.no("contract", "there is no {contract} contract left", contract=entry.id)
        if entry.price > s.companies[company].cash:
            return t.no("contract", "the contract costs {price:$}", price=entry.price)
        return None

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """From the treasury."""
        if not isinstance(action, BuyContract):
            return False
        t, entry = self.t, contract(self.t, action.contract)
        if entry is None:
            raise t.no("contract", "there is no contract {contract}", contract=action.contract[:20])
        refusal = self.why_not(m.s, frame.company, entry)
        if refusal:
            raise refusal
        m.pay(
            company_owner(frame.company), BANK, entry.price, "contract", "mail contract: {contract}", contract=entry.id
        )
        s = own(m.s)
        s.mail = put(s.mail, frame.company, entry.id)
        m.tell(
            "contract", "contract", "{company} buys a mail contract: {contract}",
            company=t.companies[frame.company].id, contract=entry.id,
        )  # fmt: skip
        return True
