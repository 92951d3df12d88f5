"""Actions and options as words, with prices and places a player would want to read beside them."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.core import Action, Game, Option
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    Bid,
    BidCompany,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    DiscardTrain,
    Dividend,
    Exchange,
    IssueShares,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RedeemShares,
    Route,
    RunRoutes,
    SellList,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.tiles import EDGES

QUESTIONS = {
    "auction": "buy the cheapest private, bid on another, or pass",
    "bid_off": "raise in the bid-off, or leave it",
    "par": "the par price",
    "stock": "sell, buy or pass",
    "must_sell": "a sale, for a limit is exceeded",
    "home_city": "the city of the home token",
    "track": "a tile, or pass",
    "token": "a token, or pass",
    "special_token": "the free token, or pass",
    "run": "the run of the trains",
    "dividend": "pay or withhold",
    "trains": "trains",
    "privates": "privates",
    "discard": "a train to give up",
    "consent": "agree to an offer, or refuse it",
    "company_auction": "raise in the auction, or leave it",
    "objection": "accept the declared run, or point out a better one",
    "issue": "issue or redeem certificates, or pass",
}


class Words:
    """Puts the actions of one position into words."""

    def __init__(self, game: Game[Any]) -> None:
        """The game must be of the 18xx family."""
        assert isinstance(game.rules, FamilyRules)
        self.rules: FamilyRules = game.rules
        self.t, self.s = game.rules.t, game.state

    def option(self, option: Option) -> list[str]:
        """An option as a path of ever narrower words; the last one is the choice itself."""
        path = self.path(option.action)
        if option.amount is not None:
            low, high = self.t.money(option.amount.low), self.t.money(option.amount.high)
            step = f" in steps of {option.amount.step}" if option.amount.step > 1 else ""
            path[-1] += f" ({low} to {high}{step})" if low != high else f" for {low}"
        if option.seat is not None:
            path[0] = f"As {self.t.seats[option.seat]}: {path[0]}"
        return path

    def path(self, action: Action) -> list[str]:
        """As `option`, without amounts that are free."""
        maker = _PATHS.get(type(action))
        return maker(self, action) if maker else [msgspec.json.encode(action).decode()]

    def action(self, action: Action) -> str:
        """One sentence, with the amount that the action names."""
        text = ", ".join(self.path(action))
        amount = getattr(action, "amount", getattr(action, "price", None))
        if amount is None or isinstance(action, Par) or text.endswith(self.t.money(amount)):
            return text
        return f"{text} for {self.t.money(amount)}"

    # -- places

    def hex(self, name: str) -> str:
        """`E19 Albany`."""
        number = self.t.hexmap.index.get(name)
        return f"{name} {self.t.hexmap.hexes[number].name}".strip() if number is not None else name

    def side(self, edge: int) -> str:
        """`NE`."""
        return self.t.data.map.edges[str(edge)]

    def track(self, tile: str, rotation: int) -> str:
        """What a tile joins in a rotation: `city to W and E`, `W to SE`."""
        hexmap = self.t.hexmap
        if tile not in hexmap.tile_index or not 0 <= rotation < EDGES:
            return ""
        face = hexmap.faces[hexmap.face_number(tile, rotation)]
        parts = [f"{stop.kind} to {' '.join(map(self.side, stop.exits))}" for stop in face.stops]
        parts += [f"{self.side(a)} to {self.side(b)}" for a, b in face.track]
        return ", ".join(parts)

    def city(self, name: str, stop: int) -> str:
        """`E19 Albany`, with the exits of the city where the hex has several."""
        number = self.t.hexmap.index.get(name)
        if number is None:
            return name
        stops = self.t.hexmap.faces[self.s.board.faces[number]].stops
        if len(stops) < 2 or not 0 <= stop < min(len(stops), STOPS_PER_HEX):
            return self.hex(name)
        return f"{self.hex(name)}, city {stop} to {' '.join(map(self.side, stops[stop].exits))}"

    def price(self, company: str, source: str) -> str:
        """What a share costs."""
        number = self.t.kit.company_index.get(company)
        if number is None:
            return "?"
        entry = self.s.companies[number]
        if source == "ipo":
            return self.t.money(entry.par)
        return self.t.money(self.t.market.price[entry.cell]) if entry.cell >= 0 else "?"

    # -- kinds of actions

    def bid(self, action: Bid) -> list[str]:
        return [f"Bid on {self.private(action.private)}"]

    def private(self, name: str) -> str:
        """`CS Champlain & St.Lawrence`."""
        number = self.t.kit.private_index.get(name)
        return f"{name} ({self.t.privates[number].name})" if number is not None else name

    def buy_private(self, action: BuyPrivate) -> list[str]:
        number = self.t.kit.private_index.get(action.private)
        owner = self.s.privates[number].owner if number is not None else -1
        if owner < 0:
            return [f"Buy {self.private(action.private)} for {self.t.money(action.price)}"]
        return ["Buy a private", f"{self.private(action.private)} from {self.t.name(owner)}"]

    def sell_private(self, action: SellPrivate) -> list[str]:
        to = self.t.seats[action.to] if 0 <= action.to < len(self.t.seats) else f"seat {action.to}"
        return ["Offer a private", f"{self.private(action.private)} to {to}"]

    def par(self, action: Par) -> list[str]:
        return ["Start a company", action.company, f"par {self.t.money(action.price)}"]

    def buy_share(self, action: BuyShare) -> list[str]:
        place = {"ipo": "the IPO", "pool": "the pool", "treasury": "the treasury"}.get(action.source, action.source)
        return ["Buy a share", f"{action.company} from {place} for {self.price(action.company, action.source)}"]

    def bid_company(self, action: BidCompany) -> list[str]:
        return [f"Bid for the president's certificate of {action.company}"]

    def issue_shares(self, action: IssueShares) -> list[str]:
        return ["Issue certificates", f"{action.percent} %"]

    def redeem_shares(self, action: RedeemShares) -> list[str]:
        return ["Redeem certificates", f"{action.percent} %"]

    def sell_shares(self, action: SellShares) -> list[str]:
        each = self.price(action.company, "pool")
        return ["Sell shares", action.company, f"{action.percent} % at {each} a share"]

    def sell_list(self, action: SellList) -> list[str]:
        if not action.sales:
            return ["Sell shares of several companies at once"]
        return ["Sell at once", ", ".join(f"{sale.company} {sale.percent} %" for sale in action.sales)]

    def lay_tile(self, action: LayTile) -> list[str]:
        start = f"Lay a tile by {action.power}" if action.power else "Lay a tile"
        turned = f"rotation {action.rotation}: {self.track(action.tile, action.rotation)}"
        return [start, f"on {self.hex(action.hex)}", f"tile {action.tile}", turned]

    def place_token(self, action: PlaceToken) -> list[str]:
        if action.power == "destination":
            return ["Place the destination token", f"in {self.city(action.hex, action.stop)}"]
        start = f"Place the free token of {action.power}" if action.power else "Place a token"
        return [start, f"in {self.city(action.hex, action.stop)}"]

    def run_routes(self, action: RunRoutes) -> list[str]:
        return [f"Run {self.routes(action.routes)}" if action.routes else "Run no train"]

    def routes(self, routes: tuple[Route, ...]) -> str:
        """Routes with the names of their stops, what an E-train counts of them, and the bonus that is claimed."""
        return "; ".join(
            f"{route.train} {self.stops(route.path)}"
            + (f", counts {self.stops(route.counts)}" if route.counts else "")
            + (f", bonus {route.bonus}" if route.bonus else "")
            for route in routes
        )

    def stops(self, items: tuple[str, ...]) -> str:
        """The stops among the items of a path."""
        return " - ".join(self.hex(item.partition(".")[0]) for item in items if "." in item)

    def buy_train(self, action: BuyTrain) -> list[str]:
        holder = next((n for n, company in enumerate(self.s.companies) if action.train in company.trains), None)
        if holder is not None:
            return ["Buy a train", f"{action.train} from {self.t.companies[holder].id}"]
        handed = f", {action.trade_in} handed in" if action.trade_in else ""
        return ["Buy a train", f"{action.train} for {self.t.money(action.price)}{handed}"]


_PATHS: dict[type[Action], Any] = {
    Pass: lambda words, action: ["Pass"],
    Bid: Words.bid,
    BidCompany: Words.bid_company,
    IssueShares: Words.issue_shares,
    RedeemShares: Words.redeem_shares,
    BuyPrivate: Words.buy_private,
    SellPrivate: Words.sell_private,
    Answer: lambda words, action: ["Agree" if action.accept else "Refuse"],
    Par: Words.par,
    BuyShare: Words.buy_share,
    SellShares: Words.sell_shares,
    SellList: Words.sell_list,
    Exchange: lambda words, action: [f"Exchange {words.private(action.private)} for a share from the {action.source}"],
    LayTile: Words.lay_tile,
    PlaceToken: Words.place_token,
    ChooseCity: lambda words, action: [f"Choose {words.city(action.hex, action.stop)}"],
    RunRoutes: Words.run_routes,
    Dividend: lambda words, action: [
        {"pay": "Pay the dividend", "withhold": "Withhold"}.get(action.choice, action.choice)
    ],
    BuyTrain: Words.buy_train,
    DiscardTrain: lambda words, action: [f"Discard train {action.train}"],
    Bankrupt: lambda words, action: ["Declare bankruptcy"],
}
