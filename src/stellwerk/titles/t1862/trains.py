"""Buying trains: bank, pool and other companies, the obligation, and the emergency with the director's help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import Illegal, Option, Range
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.depot import OnSale, on_sale
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.train_rules import BankDeal, Need, OtherDeal
from stellwerk.eighteen.trains import TrainPart

from .funding import Funding
from .state import Move1862, Raising, State1862

if TYPE_CHECKING:
    from .rules import Rules1862


class Train1862(TrainPart[State1862]):
    """The train step (13)."""

    def __init__(self, rules: Rules1862) -> None:
        """With forced sales of its own."""
        super().__init__(rules)
        self.money = Funding(rules)
        self.acts = {BuyTrain: ActionKind(self.buy, self.why_not_buy)}

    # -- reading

    def helps(self, s: State1862, frame: OperatingTurn, need: Need) -> bool:
        """True if the director has to help (13.9, A17)."""
        return need.obliged if self.t.options["emergency_help"] == "chosen_out_of_reach" else need.short

    def raisable(self, s: State1862, company: int) -> int:
        """Treasury and everything the director can raise."""
        holder = s.companies[company]
        return holder.cash + self.money.raisable(s, holder.president, company)

    def bank_checks(self) -> Checks[BankDeal[State1862]]:
        """Bank and pool (13.2, 13.8 to 13.9a)."""
        t = self.t
        return Checks(
            **super().bank_checks().only("room", "price", "cash"),
            dearer=Check(
                lambda c: c.paid or self.helps(c.s, c.frame, c.need),
                lambda c: t.no("help", "the treasury can pay a train: the director does not help with a dearer one"),
            ),
            choice=Check(
                lambda c: c.paid or not t.options["emergency_must_be_payable"] or self.best_choice(c),
                lambda c: t.no("help.choice", "{train} cannot be paid, but another train can", train=c.offer.train),
            ),
        )

    def best_choice(self, c: BankDeal[State1862]) -> bool:
        """True if the train can be paid, or none can (13.9a)."""
        most = self.raisable(c.s, c.frame.company)
        return c.offer.price <= most or all(other.price > most for other in c.need.offers)

    def other_prices(self, s: State1862, frame: OperatingTurn, need: Need, train: str) -> Range:
        """What may be paid for another company's train (13.2c, 13.9b, 13.9f)."""
        most = need.treasury
        if self.helps(s, frame, need):
            most = max(most, min(self.t.train_price[kind_of(train)], self.raisable(s, frame.company)))
        return Range(1, most)

    def too_dear(self, c: OtherDeal[State1862]) -> str:
        """13.2c, 13.9b, 13.9f"""
        if not self.helps(c.s, c.frame, c.need):
            return "trains.other"
        return "help.cap" if c.price > self.t.train_price[kind_of(c.train)] else "help.void"

    def why_not_buy(self, s: State1862, frame: OperatingTurn, action: BuyTrain) -> Illegal | None:
        """From wherever the train is."""
        if action.trade_in:
            return self.t.no("trade_in", "trains are not handed in for others")
        return super().why_not_buy(s, frame, action)

    def why_not_offered(self, s: State1862, company: int, train: str) -> Illegal:
        """An E-train waits for the other train of its size (13.2a)."""
        number = self.t.kit.train_index.get(kind_of(train))
        if number is not None and self.t.trains[number].express:
            return self.t.no("trains.express", "{train} is not on sale", train=train[:20])
        return super().why_not_offered(s, company, train)

    # -- options and actions

    def options(self, s: State1862, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought, in an emergency also those that must be paid with help."""
        need = self.need(s, frame.company)
        return [*self.bank_options(s, frame, need), *self.other_options(s, frame, need)]

    def buy_from_bank(self, m: Move1862, frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """What the treasury lacks the director has to raise."""
        self.pay_or_raise(m, frame.company, action)

    def settle_deal(self, m: Move1862, frame: OperatingTurn, action: Offer) -> bool:
        """An agreed purchase: carried out, or the director raises the money first."""
        assert isinstance(action, BuyTrain)
        self.pay_or_raise(m, frame.company, action)
        return True

    def pay_or_raise(self, m: Move1862, company: int, action: BuyTrain) -> None:
        """Buy at once if the money is there; otherwise the director must raise what is missing (13.9c)."""
        holder = m.s.companies[company]
        missing = action.price - holder.cash
        raising = Raising(holder.president, company, max(0, missing), action.train, action.price)
        if missing <= m.s.players[holder.president].cash:
            self.complete(m, raising)
            return
        m.push(raising)
        m.tell(
            "named", "help.sell", "{who} must sell certificates for {train}, which costs {price:$}",
            who=self.t.seats[holder.president], train=action.train, price=action.price,
        )  # fmt: skip

    def complete(self, m: Move1862, raising: Raising) -> None:
        """The company spends its treasury, the director adds what is missing (13.9c); the train is bought."""
        t, company = self.t, raising.company
        self.help(m, company, raising.price)
        if self.owner(m.s, raising.train) is None:
            offer = next(offer for offer in on_sale(t, m.s) if offer.train == raising.train)
            self.receive_from_bank(m, company, offer, offer.price)
            return
        frame = m.s.frames[-1]
        assert isinstance(frame, OperatingTurn)
        super().settle_deal(m, frame, BuyTrain(raising.train, raising.price))

    def still_there(self, s: State1862, train: str) -> bool:
        """True if a chosen train can still be bought where it was."""
        return self.owner(s, train) is not None or any(offer.train == train for offer in on_sale(self.t, s))
