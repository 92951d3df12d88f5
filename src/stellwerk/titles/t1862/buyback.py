"""The last step of a turn: a company buys back half of every certificate, with notes if it likes."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Illegal, Line, Option, Plural, Range, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.eighteen.table import Table

from .actions import Buyback
from .figures import figures
from .shares import Shares1862, half
from .state import BASE_UNIT, Move1862, State1862


class BuybackShare(Struct, frozen=True):
    """What one holder is paid: a seat, or BANK for the shares in bank and pool."""

    owner: int
    place: str
    percent: int  # before the halving
    amount: int
    tens: int  # certificates, or parts of the director's, of which 5 % are paid
    director: bool = False  # and 10 % of the director's certificate


def payments(t: Table, shares: Shares1862, s: State1862, number: int) -> list[BuybackShare]:
    """What a buyback at the present price costs, holder by holder (16.2 to 16.3)."""
    company = s.companies[number]
    price, size = shares.price(company), shares.president_size[number]
    together = t.options["buyback_rounding"] == "per_holder"

    def payment(owner: int, place: str, percent: int, director: bool = False) -> BuybackShare:
        tens = percent // BASE_UNIT  # 16.2a
        if director:
            tens = (percent - size) // BASE_UNIT + (size // BASE_UNIT) % 2  # 16.2c: a 30 % leaves a 10 % and a 5 %
        amount = price * director + tens * half(price)
        if together:
            amount = -(-percent * price // (2 * BASE_UNIT))
        return BuybackShare(owner, place, percent, amount, tens, director)

    found = [payment(seat, "", held, company.president == seat) for seat, held in enumerate(company.held) if held]
    found += [payment(BANK, place, part) for place, part in (("bank", company.ipo), ("pool", company.pool)) if part]
    return found


class BuybackPart(TurnPart[State1862]):
    """Once per company, from phase 3 on (16.1)."""

    name = "buyback"
    cite = "buyback"

    shares: Shares1862

    def __init__(self, rules: FamilyRules[State1862]) -> None:
        """Knows the loan figures of the title."""
        super().__init__(rules)
        self.loan = figures(self.t).loan
        self.acts = {Buyback: ActionKind(self.buy, self.why_not_buyback)}

    def paid_out(self, s: State1862) -> int:
        """What the bank pays for one note in the colour of the phase; 0 where there is no buyback yet (16.4)."""
        return self.loan.paid_out.get(self.t.phases[s.phase].color, 0)

    def cost(self, s: State1862, number: int) -> int:
        """What the buyback costs (16.3)."""
        return sum(payment.amount for payment in payments(self.t, self.shares, s, number))

    def notes(self, s: State1862, number: int) -> Range:
        """How many notes may be taken: enough to pay the cost, no more than the cost alone needs (16.4a)."""
        each, cost = self.paid_out(s), self.cost(s, number)
        missing = max(0, cost - s.companies[number].cash)
        return Range(-(-missing // each), -(-cost // each))

    def why_not_at_all(self, s: State1862, number: int) -> Illegal | None:
        """16.1"""
        name = self.t.companies[number].id
        if s.bought_back[number]:
            return self.t.no("buyback", "{company} has bought back its shares already", company=name)
        if not self.paid_out(s):
            phase = self.t.phases[s.phase].id
            return self.t.no("buyback", "there is no buyback in phase {phase}", phase=phase)
        return None

    def why_not_notes(self, s: State1862, number: int, notes: int) -> Illegal | None:
        """16.1, 16.4a"""
        refusal = self.why_not_at_all(s, number)
        if refusal:
            return refusal
        allowed = self.notes(s, number)
        if notes < 0 or notes > allowed.high:
            return self.t.no(
                "buyback.loan",
                Plural("at most {most:n} note may be taken", "at most {most:n} notes may be taken"),
                most=allowed.high,
            )
        if notes < allowed.low:
            return self.t.no(
                "buyback.loan",
                Plural(
                    "treasury and loan do not pay {cost:$}: at least {least:n} note is needed",
                    "treasury and loan do not pay {cost:$}: at least {least:n} notes are needed",
                ),
                cost=self.cost(s, number), least=allowed.low,
            )  # fmt: skip
        return None

    def waits(self, m: Move1862, frame: OperatingTurn) -> bool:
        """Asked as long as the company has not done it."""
        return self.why_not_at_all(m.s, frame.company) is None

    def options(self, s: State1862, frame: OperatingTurn) -> list[Option]:
        """The buyback with every number of notes."""
        allowed = self.notes(s, frame.company)
        return [Option(Buyback(allowed.low), allowed, money="notes")]

    def why_not_buyback(self, s: State1862, frame: OperatingTurn, action: Buyback) -> Illegal | None:
        """16.1, 16.4a"""
        return self.why_not_notes(s, frame.company, action.notes)

    def buy(self, m: Move1862, frame: OperatingTurn, action: Buyback) -> None:
        """The notes, the payments, the halving; there is nothing more to ask in this step."""
        self.buy_back(m, frame.company, action.notes)

    def bill(self, s: State1862, number: int, notes: int) -> Receipt:
        """The whole calculation: what the treasury has, the loan, every payment; the total is what is left (16.2)."""
        t, company = self.t, s.companies[number]
        lines = [Line(t.message("treasury before"), company.cash, t.rule("16.4a"))]
        if notes:
            text = t.message(
                Plural("{count:n} note at {price:$}", "{count:n} notes at {price:$}"),
                count=notes,
                price=self.paid_out(s),
            )
            lines.append(Line(text, notes * self.paid_out(s), t.rule("16.4")))
        for payment in payments(t, self.shares, s, number):
            text = t.message(
                "{place:source} {percent} % to {half} %: {sums}"
                if payment.owner == BANK
                else "{name} {percent} % to {half} %: {sums}",
                place=payment.place,
                name=t.name(payment.owner),
                percent=payment.percent,
                half=payment.percent // 2,
                sums=self.sums(s, number, payment),
            )
            lines.append(Line(text, -payment.amount, t.rule("16.2")))
        title = t.message(
            "treasury of {company} after the buyback at {price:$}",
            company=t.companies[number].id,
            price=self.shares.price(company),
        )
        return receipt(title, lines)

    def sums(self, s: State1862, number: int, payment: BuybackShare) -> str:
        """How what a holder is paid comes about, such as `$110 + 1 × $55`."""
        t, price = self.t, self.shares.price(s.companies[number])
        if t.options["buyback_rounding"] == "per_holder":
            return f"{payment.percent / 2 / BASE_UNIT:g} × {t.money(price)}"
        parts = [t.money(price)] if payment.director else []
        parts += [f"{payment.tens} × {t.money(half(price))}"] if payment.tens else []
        return " + ".join(parts)

    def buy_back(self, m: Move1862, number: int, notes: int) -> None:
        """Carry it out (16.2 to 16.7)."""
        t, s = self.t, m.s
        name, owner = t.companies[number].id, company_owner(number)
        bill = self.bill(s, number, notes)
        due = payments(t, self.shares, s, number)
        with m.settlement():  # 16.4b
            s.notes = put(s.notes, number, notes)
            m.pay(BANK, owner, notes * self.paid_out(s), "buyback.note",
            Plural(
                "{notes:n} note of {company}",
                "{notes:n} notes of {company}",
            ),
                  notes=notes, company=name)  # fmt: skip
            for payment in due:
                m.pay(
                    owner, payment.owner, payment.amount, "buyback.pay", "half of {percent} % of {company}",
                    percent=payment.percent, company=name,
                )  # fmt: skip
        company = s.companies[number]
        m.company(number, held=tuple(held // 2 for held in company.held), ipo=company.ipo // 2, pool=company.pool // 2)
        s.bought_back = put(s.bought_back, number, True)
        m.tell(
            "buyback", "buyback.half",
            Plural(
                "{company} buys back half of its shares for {cost:$} and takes {notes:n} note",
                "{company} buys back half of its shares for {cost:$} and takes {notes:n} notes",
            ),
            bill, company=name, cost=sum(payment.amount for payment in due), notes=notes,
        )  # fmt: skip
