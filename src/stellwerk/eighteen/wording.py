"""The family's actions and questions in words: one wording for pages, terminal and log. Titles add their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from stellwerk.core import Action, Label, Message
from stellwerk.eighteen import actions as act
from stellwerk.eighteen.frames import Consent, StockTurn
from stellwerk.eighteen.state import S
from stellwerk.eighteen.table import Table

if TYPE_CHECKING:
    from stellwerk.eighteen.engine import FamilyRules

# What is asked, by kind of decision. Facts: `company` is for whom the seat acts, `who` the seat.
QUESTIONS = {
    "auction": "Buy the cheapest private, bid on another, or pass.",
    "bid_off": "Raise the bid, or leave the bid-off.",
    "par": "Choose the par price of {company}.",
    "stock": "Sell, buy, or pass.",
    "must_sell": "A limit is exceeded: sell shares.",
    "home_city": "Choose the city of the home station.",
    "track": "Lay or upgrade a tile, or pass.",
    "token": "Place a token, or pass.",
    "special_token": "Place the free token, or pass.",
    "run": "Run the trains.",
    "dividend": "Pay the dividend or withhold it.",
    "trains": "Buy trains, or pass.",
    "privates": "Buy privates, or pass.",
    "discard": "Over the train limit: give up a train.",
    "consent": "{who} makes an offer. Agree?",
}


class Wording(Generic[S]):
    """What a position is asked for its words."""

    def __init__(self, rules: FamilyRules[S], s: S) -> None:
        """Names and places come from the table, owners from the state."""
        self.rules = rules
        self.t: Table = rules.t
        self.s = s

    def hex(self, name: str) -> str:
        """`E19 Albany`."""
        number = self.t.hexmap.index.get(name)
        return f"{name} {self.t.hexmap.hexes[number].name}".strip() if number is not None else name

    def private(self, name: str) -> str:
        """`CS Champlain & St.Lawrence`."""
        number = self.t.kit.private_index.get(name)
        return f"{name} {self.t.privates[number].name}" if number is not None else name

    def company(self, name: str) -> Message:
        """A company as a heading."""
        return self.t.message("{company}", company=name)

    def seat(self, seat: int) -> str:
        """The name of a player; a seat there is not by its number."""
        return self.t.seats[seat] if 0 <= seat < len(self.t.seats) else str(seat)

    def train(self, name: str) -> str:
        """The kind of a train such as `3-1`."""
        return name.rpartition("-")[0] or name

    def stops(self, items: tuple[str, ...]) -> str:
        """The stops among the items of a path."""
        return " – ".join(self.hex(item.partition(".")[0]) for item in items if "." in item)

    def route(self, route: act.Route) -> Message:
        """A train with its stops, what it counts of them, and the bonus it claims."""
        t = self.t
        way = t.message("{train}: {stops}", train=self.train(route.train), stops=self.stops(route.path))
        if route.counts:
            way = t.message("{way}; counts {stops}", way=way, stops=self.stops(route.counts))
        return t.message("{way}; bonus {bonus}", way=way, bonus=route.bonus) if route.bonus else way

    def question(self, kind: str, actor: str, seat: int) -> Message:
        """What is asked. Of an offer `who` is the one who made it; a player may be asked about a company."""
        frame = self.s.frames[-1]
        who = frame.by if isinstance(frame, Consent) else seat
        about = getattr(frame, "company", None)
        if actor not in self.t.kit.company_index and isinstance(about, int) and about >= 0:
            actor = self.t.companies[about].id
        return Message(self.rules.questions[kind], {"company": actor, "who": self.t.seats[who]}, self.t.style)


Maker: TypeAlias = Callable[[Wording[Any], Any], Label]


def passing(w: Wording, **words: Message) -> Label:
    """Passing, and what that means by kind of decision; titles add theirs."""
    t, frame, decision = w.t, w.s.frames[-1], w.rules.decision(w.s)
    words = {
        "bid_off": t.message("Leave the bid-off"),
        "track": t.message("Lay no tile"),
        "token": t.message("Place no token"),
        "special_token": t.message("Place no token"),
        "trains": t.message("Buy no more trains"),
        "privates": t.message("End turn"),
    } | words
    if isinstance(frame, StockTurn) and frame.acted:
        words["stock"] = t.message("End turn")
    return Label(t.message("Pass"), short=words.get(decision.kind) if decision else None)


def _bid(w: Wording, action: act.Bid) -> Label:
    t = w.t
    text, short = (t.message("Bid on {what}", what=what) for what in (w.private(action.private), action.private))
    return Label(text, t.message("Bid"), short=short, verb=t.message("Bid"))


def _buy_private(w: Wording, action: act.BuyPrivate) -> Label:
    t, what = w.t, w.private(action.private)
    number = t.kit.private_index.get(action.private)
    owner = w.s.privates[number].owner if number is not None else -1
    short, verb = t.message("Buy {what}", what=action.private), t.message("Buy")
    if owner < 0:
        return Label(t.message("Buy {what}", what=what), verb, short=short, verb=verb)
    text = t.message("Buy {what} from {who}", what=what, who=t.name(owner))
    return Label(text, t.message("Buy a private"), short=short)


def _sell_private(w: Wording, action: act.SellPrivate) -> Label:
    text = w.t.message("Offer {what} to {who}", what=w.private(action.private), who=w.seat(action.to))
    return Label(text, w.t.message("Offer a private"), short=w.t.message("Offer {what}", what=action.private))


def _par(w: Wording, action: act.Par) -> Label:
    t = w.t
    text = t.message("Start {company}, par price {price:$}", company=action.company, price=action.price)
    short = t.message("Start {company}", company=action.company)
    group = t.message("Start a company")
    return Label(text, group, (w.company(action.company),), short=short, verb=t.message("Start…"))


def _buy_share(w: Wording, action: act.BuyShare) -> Label:
    t = w.t
    text = t.message("Buy {company} from: {place:source}", company=action.company, place=action.source)
    short = t.message("Buy {company}", company=action.company)
    return Label(text, t.message("Buy a share"), priced=True, short=short, verb=t.message("Buy"))


def _sell_shares(w: Wording, action: act.SellShares) -> Label:
    t = w.t
    text = t.message("Sell {company}: {percent} %", company=action.company, percent=action.percent)
    short = t.message("Sell {company}", company=action.company)
    return Label(text, t.message("Sell shares"), (w.company(action.company),), short=short, verb=t.message("Sell"))


def _sell_list(w: Wording, action: act.SellList) -> Label:
    t = w.t
    if not action.sales:
        return Label(t.message("Sell shares of several companies at once"), t.message("Sell shares"))
    what = tuple(
        t.message("{company} {percent} %", company=sale.company, percent=sale.percent) for sale in action.sales
    )
    return Label(t.message("Sell at once: {what}", what=what), t.message("Sell shares"))


def _exchange(w: Wording, action: act.Exchange) -> Label:
    what = w.private(action.private)
    text = w.t.message("Exchange {what} for a share from: {place:source}", what=what, place=action.source)
    return Label(text, w.t.message("Exchange"), short=w.t.message("Exchange {what}", what=action.private))


def _lay_tile(w: Wording, action: act.LayTile) -> Label:
    t, place = w.t, w.hex(action.hex)
    group = t.message("Lay a tile with {power}", power=action.power) if action.power else t.message("Lay a tile")
    text = t.message("Tile {tile} on {hex}, turned {rotation}", tile=action.tile, hex=place, rotation=action.rotation)
    within = (t.message("on {hex}", hex=place), t.message("tile {tile}", tile=action.tile))
    short = t.message("Lay #{tile} on {hex}", tile=action.tile, hex=action.hex)
    return Label(text, group, within, short=short, verb=t.message("Lay #{tile}", tile=action.tile))


def _place_token(w: Wording, action: act.PlaceToken) -> Label:
    t, place = w.t, w.hex(action.hex)
    if action.power:
        text = t.message("Free token of {power} in {hex}", power=action.power, hex=place)
    else:
        text = t.message("Token in {hex}", hex=place)
    return Label(text, t.message("Place a token"))


def _choose_city(w: Wording, action: act.ChooseCity) -> Label:
    text = w.t.message("City {number} of {hex}", number=action.stop + 1, hex=w.hex(action.hex))
    return Label(text, w.t.message("Home"))


def _run_routes(w: Wording, action: act.RunRoutes) -> Label:
    t = w.t
    if not action.routes:
        return Label(t.message("Run no train"), t.message("Run"))
    return Label(t.message("Run: {ways}", ways=tuple(map(w.route, action.routes))), t.message("Run"))


def _dividend(w: Wording, action: act.Dividend) -> Label:
    t = w.t
    words = {"pay": t.message("Pay out"), "withhold": t.message("Withhold"), "half": t.message("Pay half")}
    return Label(words.get(action.choice) or t.message("{choice}", choice=action.choice), t.message("Dividend"))


def _buy_train(w: Wording, action: act.BuyTrain) -> Label:
    t, kind = w.t, w.train(action.train)
    holder = next((number for number, company in enumerate(w.s.companies) if action.train in company.trains), None)
    if holder is not None:
        text = t.message("Buy {train} from {who}", train=kind, who=t.companies[holder].id)
    elif action.trade_in:
        text = t.message("Buy {train}, hand in {old}", train=kind, old=w.train(action.trade_in))
    else:
        text = t.message("Buy {train}", train=kind)
    return Label(text, t.message("Buy a train"))


def _discard_train(w: Wording, action: act.DiscardTrain) -> Label:
    return Label(w.t.message("Discard {train}", train=w.train(action.train)), w.t.message("Discard a train"))


LABELS: Mapping[type[Action], Maker] = {
    act.Pass: lambda w, action: passing(w),
    act.Bid: _bid,
    act.BuyPrivate: _buy_private,
    act.SellPrivate: _sell_private,
    act.Answer: lambda w, action: Label(w.t.message("Agree" if action.accept else "Refuse")),
    act.Par: _par,
    act.BuyShare: _buy_share,
    act.SellShares: _sell_shares,
    act.SellList: _sell_list,
    act.Exchange: _exchange,
    act.LayTile: _lay_tile,
    act.PlaceToken: _place_token,
    act.ChooseCity: _choose_city,
    act.RunRoutes: _run_routes,
    act.Dividend: _dividend,
    act.BuyTrain: _buy_train,
    act.DiscardTrain: _discard_train,
    act.Bankrupt: lambda w, action: Label(w.t.message("Declare bankruptcy")),
}
