"""The train step of titles in which a president who lacks the money names a train, then sells for it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, SellShares
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.depot import OnSale
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import S
from stellwerk.eighteen.train_rules import Need
from stellwerk.eighteen.trains import TrainPart


class NamingPart(TrainPart[S]):
    """While a train is named nothing is done but sales for it."""

    kept = "trade_in"  # what handing in a train breaks

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Purchases, sales for a named train, bankruptcy."""
        super().__init__(rules)
        self.acts = {
            BuyTrain: ActionKind(self.buy, self.why_not_buy),
            SellShares: ActionKind(self.sell, self.why_not_sell),
            Bankrupt: ActionKind(self.go_bankrupt, self.why_not_bankrupt),
        }

    @abstractmethod
    def named(self, frame: OperatingTurn) -> tuple[str, int]:
        """The train that has been named and its price; no name if there is none."""

    @abstractmethod
    def broke(self, s: S, frame: OperatingTurn, need: Need) -> bool:
        """True if the president can finance no train."""

    @abstractmethod
    def sell(self, m: Move[S], frame: Any, action: SellShares) -> None:
        """A sale for the named train; as soon as the money is there, the train is bought."""

    def view(self, s: S, frame: OperatingTurn) -> dict[str, Any]:
        """Also the train that has been named."""
        name, price = self.named(frame)
        return super().view(s, frame) | {"named": name or None, "price": price}

    def why_not_pass(self, s: S, frame: OperatingTurn) -> Illegal | None:
        """Neither a company that must buy nor one whose president has named a train passes."""
        return self.why_not_named(frame) or super().why_not_pass(s, frame)

    def why_not_named(self, frame: OperatingTurn) -> Illegal | None:
        """What is refused while a train is named."""
        name, _ = self.named(frame)
        return self.t.no("help.named", "{train} has been named and must be paid", train=name) if name else None

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought or named; while a train is named, what can be sold for it."""
        name, price = self.named(frame)
        if name:
            return self.funding.sales(s, frame, price)
        need = self.need(s, frame.company)
        found = [*self.bank_options(s, frame, need), *self.other_options(s, frame, need)]
        return [*found, Option(Bankrupt())] if self.broke(s, frame, need) else found

    def why_not_buy(self, s: S, frame: OperatingTurn, action: BuyTrain) -> Illegal | None:
        """From wherever the train is."""
        refusal = self.why_not_named(frame)
        if refusal is None and action.trade_in:
            refusal = self.t.no(self.kept, "trains are not handed in for others")
        return refusal or super().why_not_buy(s, frame, action)

    def why_not_sell(self, s: S, frame: OperatingTurn, action: SellShares) -> Illegal | None:
        """A sale for the named train."""
        name, price = self.named(frame)
        if not name:
            key = self.unnamed_key(s, frame)
            return self.t.no(key, "certificates are sold only for a train that has been named")
        return self.funding.why_not_sell(s, frame, self.t.company(action.company), action.percent, price)

    def unnamed_key(self, s: S, frame: OperatingTurn) -> str:
        """What a sale breaks while no train is named."""
        return "help.named"

    def why_not_bankrupt(self, s: S, frame: OperatingTurn, action: Bankrupt) -> Illegal | None:
        """Only if no money helps."""
        name, _ = self.named(frame)
        need = self.need(s, frame.company)
        if not name and self.broke(s, frame, need):
            return None
        if not need.obliged:
            return self.t.no("bankrupt", "no train has to be bought")
        return self.t.no("bankrupt", "the president can raise the money")

    def go_bankrupt(self, m: Move[S], frame: OperatingTurn, action: Bankrupt) -> None:
        """Nothing can be bought."""
        self.funding.go_bankrupt(m, frame)

    def buy_from_bank(self, m: Move[S], frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """With too little money the train is named."""
        if self.funding.money(m.s, frame.company) < offer_.price:
            self.name_train(m, frame, action)
        else:
            super().buy_from_bank(m, frame, action, offer_)

    def settle_deal(self, m: Move[S], frame: OperatingTurn, action: Offer) -> bool:
        """An agreed purchase: carried out, or the train is named if certificates must be sold first."""
        if isinstance(action, BuyTrain) and self.funding.money(m.s, frame.company) < action.price:
            self.name_train(m, frame, action)
            return True
        return super().settle_deal(m, frame, action)

    def name_train(self, m: Move[S], frame: OperatingTurn, action: BuyTrain) -> None:
        """The president must sell certificates for this train now."""
        m.top(named=action.train, price=action.price)
        m.tell(
            "named",
            "help.named",
            "{who} must sell certificates for {train}, which costs {price:$}",
            who=self.t.seats[m.s.companies[frame.company].president],
            train=action.train,
            price=action.price,
        )
