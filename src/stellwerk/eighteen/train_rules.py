"""The rules of buying trains: what is on sale to a company, what it needs, and what each kind of deal may break."""

from __future__ import annotations

from typing import Any, Generic

from msgspec import Struct

from stellwerk.core import Illegal, Plural, Range
from stellwerk.eighteen.checks import KIND, LISTED, Check, Checks
from stellwerk.eighteen.depot import OnSale, on_sale, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import S


class Need(Struct, frozen=True, gc=False):
    """What a company's train step looks like: is it obliged, who has how much, what is on sale, has it room."""

    obliged: bool
    cheapest: int | None  # of the trains on sale that it can run
    treasury: int
    purse: int  # the president's cash
    offers: tuple[OnSale, ...]
    count: int  # of its trains
    limit: int

    @property
    def short(self) -> bool:
        """True if the president has to help with the cheapest train."""
        return self.obliged and self.cheapest is not None and self.treasury < self.cheapest


class BankDeal(Struct, Generic[S], frozen=True, gc=False):
    """A company buys a train of the bank."""

    s: S
    frame: OperatingTurn
    need: Need
    offer: OnSale
    price: int

    @property
    def paid(self) -> bool:
        """True if the treasury pays it."""
        return self.offer.price <= self.need.treasury


class OtherDeal(Struct, Generic[S], frozen=True, gc=False):
    """A company buys a train of another one; `prices` is what may be paid."""

    s: S
    frame: OperatingTurn
    need: Need
    train: str
    seller: int
    price: int
    prices: Range


class TradeIn(Struct, Generic[S], frozen=True, gc=False):
    """A company hands in an old train for one of the bank, for which `due` is then paid; None if it cannot."""

    s: S
    frame: OperatingTurn
    offer: OnSale
    old: str
    price: int
    due: int | None


class TrainRules(TurnPart[S]):
    """What is legal in the train step, for purchases of the bank, of other companies, and in exchange."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """The tables of rules."""
        super().__init__(rules)
        self.bank, self.other, self.handing_in = self.bank_checks(), self.other_checks(), self.trade_checks()

    # -- reading

    def offers(self, s: S, company: int) -> list[OnSale]:
        """What the bank sells to the company."""
        return on_sale(self.t, s)

    def runs(self, company: int, kind: str) -> bool:
        """True if the company can run trains of a kind."""
        return True

    def obliged(self, s: S, company: int) -> bool:
        """1830 9.9: no train, trains on sale, and (as the option says) a route."""
        if s.companies[company].trains or not on_sale(self.t, s):
            return False
        return self.t.choices.must_buy_always or self.t.networks.runs(s.board, company)

    def need(self, s: S, company: int) -> Need:
        """The position of the company in its train step."""
        offers = tuple(self.offers(s, company))
        holder = s.companies[company]
        return Need(
            self.obliged(s, company),
            min((offer.price for offer in offers if self.runs(company, offer.kind)), default=None),
            holder.cash,
            s.players[holder.president].cash,
            offers,
            len(holder.trains),
            train_limit(self.t, s.phase, company),
        )

    def sellers(self, s: S, company: int) -> list[int]:
        """Other companies whose trains may be bought."""
        president = s.companies[company].president
        everyone = self.t.choices.trains_of_other_presidents
        return [
            number
            for number, other in enumerate(s.companies)
            if number != company and other.trains and (everyone or other.president == president)
        ]

    def trade_ins(self, s: S, company: int, kind: str) -> list[tuple[str, int]]:
        """(train handed in, price) for a kind of train from the depot; one train of each kind."""
        entry = self.t.trains[self.t.kit.train_index[kind]]
        return [
            (train, entry.price - entry.discount[kind_of(train)])
            for train in s.companies[company].trains
            if kind_of(train) in entry.discount
        ]

    # -- what is legal

    def room_check(self) -> Check[Any]:
        """The train limit."""
        t = self.t
        return Check(
            lambda c: c.need.count < c.need.limit,
            lambda c: t.no(
                "trains.limit",
                Plural(
                    "the company owns {limit:n} train, as many as it may",
                    "the company owns {limit:n} trains, as many as it may",
                ),
                limit=c.need.limit,
            ),
            KIND,
        )

    def too_poor(self, c: BankDeal[S]) -> Illegal:
        """A train the treasury cannot pay."""
        return self.t.no(
            "trains.cash",
            "{train} costs {price:$}; the treasury has {cash:$}",
            train=c.offer.train,
            price=c.offer.price,
            cash=c.need.treasury,
        )

    def bank_checks(self) -> Checks[BankDeal[S]]:
        """From depot or train pool at face price, with help where help is allowed."""
        t = self.t
        return Checks(
            room=self.room_check(),
            price=Check(
                lambda c: c.price == c.offer.price,
                lambda c: t.no("trains.price", "{train} costs {price:$}", train=c.offer.train, price=c.offer.price),
                LISTED,
            ),
            cash=Check(lambda c: c.paid or c.need.obliged, self.too_poor),
            dearer=Check(
                lambda c: c.paid or c.need.short,
                lambda c: t.no(
                    "help.dearer",
                    "the president may not help with a dearer train while the treasury can pay the cheapest",
                ),
            ),
            cheapest=Check(
                lambda c: c.paid or c.offer.price == c.need.cheapest or not t.choices.help_cheapest_only,
                lambda c: t.no("help.cheapest", "the president may help only with the cheapest train"),
            ),
            money=Check(
                lambda c: c.paid or c.offer.price <= self.raised(c.s, c.frame, c.need),
                lambda c: t.no(
                    "help.cash", "treasury and president's cash do not reach {price:$}", price=c.offer.price
                ),
            ),
        )

    def raised(self, s: S, frame: OperatingTurn, need: Need) -> int:
        """What treasury and president can pay together."""
        return need.treasury + need.purse

    def other_checks(self) -> Checks[OtherDeal[S]]:
        """From another company, at any agreed price (1830 9.3, 9.10a, 9.11, 9.12c)."""
        t = self.t
        return Checks(
            president=Check(
                lambda c: c.seller in self.sellers(c.s, c.frame.company),
                lambda c: t.no(
                    "trains.other", "trains are bought only from companies with the same president at this table"
                ),
                LISTED,
            ),
            room=self.room_check(),
            least=Check(
                lambda c: c.price >= 1,
                lambda c: t.no("trains.other", "the price must be at least {least:$}", least=1),
            ),
            last_sale=Check(
                lambda c: c.price >= c.prices.low,
                lambda c: t.no(
                    "help.last_sale",
                    "after the emergency sale the price must be at least {least:$}",
                    least=c.prices.low,
                ),
            ),
            most=Check(
                lambda c: c.price <= c.prices.high,
                lambda c: t.no(self.too_dear(c), "the price may be at most {most:$}", most=max(0, c.prices.high)),
            ),
        )

    def too_dear(self, c: OtherDeal[S]) -> str:
        """The key of the rule that limits the price of another company's train."""
        if self.helps(c.s, c.frame, c.need):
            return "help.cap"
        return "help.dearer" if c.need.obliged else "trains.cash"

    def trade_checks(self) -> Checks[TradeIn[S]]:
        """A train is handed in for a cheaper price (1830 9.4)."""
        t = self.t
        return Checks(
            owned=Check(
                lambda c: c.old in c.s.companies[c.frame.company].trains,
                lambda c: t.no("trade_in", "the company does not own {train}", train=c.old[:20]),
                LISTED,
            ),
            fits=Check(
                lambda c: c.due is not None and c.offer.source == "depot",
                lambda c: t.no("trade_in", "{old} cannot be handed in for {train}", old=c.old, train=c.offer.train),
                LISTED,
            ),
            price=Check(
                lambda c: c.price == c.due,
                lambda c: t.no("trade_in", "{train} costs {price:$} with a trade-in", train=c.offer.train, price=c.due),
                LISTED,
            ),
            cash=Check(
                lambda c: c.price <= c.s.companies[c.frame.company].cash,
                lambda c: t.no(
                    "help.no_trade_in",
                    "the treasury cannot pay {price:$}, and the president never helps with a trade-in",
                    price=c.price,
                ),
            ),
        )

    def other_prices(self, s: S, frame: OperatingTurn, need: Need, train: str) -> Range:
        """What may be paid for another company's train (1830 9.3, 9.10a, 9.11, 9.12c)."""
        most = need.treasury
        face = self.t.train_price[kind_of(train)]
        least = 1
        if self.helps(s, frame, need):
            together = need.treasury + need.purse
            capped = self.t.choices.help_capped
            most = max(most, min(face, together) if capped else together)
            if frame.last_sale and face > need.treasury:
                least = max(1, together - frame.last_sale + 1)
        return Range(least, most)

    def helps(self, s: S, frame: OperatingTurn, need: Need) -> bool:
        """True if the president may help with another company's train."""
        return need.short if self.t.choices.help_only_if_short else need.obliged

    def owner(self, s: S, train: str) -> int | None:
        """The company that owns a train."""
        return next((number for number, company in enumerate(s.companies) if train in company.trains), None)
