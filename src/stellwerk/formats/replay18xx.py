"""Plays the actions of an 18xx.games file: each becomes one of ours, checked by the rules like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.core import Action, Game, TranscriptError
from stellwerk.eighteen import actions
from stellwerk.eighteen.bids import cheapest
from stellwerk.eighteen.frames import Auction, CityChoice, OperatingTurn, SpecialToken
from stellwerk.eighteen.state import FIRST_COMPANY, State, is_company, is_player
from stellwerk.formats.plain import number_field, show, small, text_field
from stellwerk.formats.share_ids import IPO, POOL
from stellwerk.formats.site_entities import Entity, entity_of
from stellwerk.formats.site_ids import SiteIds
from stellwerk.formats.site_routes import decode_routes
from stellwerk.formats.undo import Line
from stellwerk.titles.t1830.rules import Rules1830

PlayerKeys = dict[int | str, int]
# They change nothing: chat, lines of the site's log, and switching a player's autopilot on or off. The site accepts
# every kind of autopilot in every title.
SILENT = (
    "message",
    "log",
    "program_auction_bid",
    "program_buy_shares",
    "program_close_pass",
    "program_disable",
    "program_harzbahn_draft_pass",
    "program_independent_mines",
    "program_merger_pass",
    "program_share_pass",
)
OF_SHARES = {actions.BuyShare, actions.Exchange, actions.SellShares}
DIVIDENDS = {"payout": "pay", "withhold": "withhold"}


class Replay:
    """Applies recorded actions one after another; keeps the ids of shares and tiles that our state does not need."""

    def __init__(self, rules: Rules1830, keys: PlayerKeys) -> None:
        """A new game; `keys` gives seats by recorded player id."""
        self.rules, self.keys = rules, keys
        self.game: Game[State] = Game(rules)
        self.ids = SiteIds(rules)
        self.stopped = False  # a user has ended the game

    def line(self, line: Line) -> None:
        """One recorded action with its auto actions."""
        self.one(line)
        extra = line.get("auto_actions")
        if extra is None:
            return
        if not isinstance(extra, list):
            raise TranscriptError(f"`auto_actions` must be a list, not {show(extra)}")
        for auto in extra:
            if not isinstance(auto, dict) or auto.get("auto_actions"):
                raise TranscriptError("an auto action must be an object without auto actions of its own")
            self.one(auto)

    def one(self, line: Line) -> None:
        """One recorded action."""
        kind = line.get("type")
        if kind in SILENT:
            return
        if self.stopped:
            raise TranscriptError("the game was ended by a user before: no action can follow")
        if kind == "end_game":
            self.stopped = True
            return
        maker = MAKERS.get(kind) if isinstance(kind, str) else None
        if maker is None:
            raise TranscriptError(f"unknown action type {show(kind)}")
        before = self.game.state
        if before.ended:
            raise TranscriptError(f"the game is over ({before.ended}) since the action before: no action can follow")
        seat = self.seat(line)
        action = maker(self, line)
        self.check_entity(line, action, seat)
        self.game.apply(action, seat)
        shares = line["shares"] if type(action) in OF_SHARES else ()
        tile = line["tile"] if type(action) is actions.LayTile else ""
        self.ids.follow(action, seat, before, self.game.state, shares, tile)

    # -- who acts

    def seat(self, line: Line) -> int:
        """Whose action it is: the player, or the president of the company the entity stands for."""
        name, kind = line.get("entity"), line.get("entity_type")
        state, parts = self.game.state, self.rules.t.kit
        if kind == "player" and isinstance(name, int | str) and not isinstance(name, bool) and name in self.keys:
            return self.keys[name]
        if kind == "corporation" and isinstance(name, str) and name in parts.company_index:
            return state.companies[parts.company_index[name]].president
        if kind == "company" and isinstance(name, str) and name in parts.private_index:
            owner = state.privates[parts.private_index[name]].owner
            if is_player(owner):
                return owner
            if is_company(owner):
                return state.companies[owner - FIRST_COMPANY].president
            raise TranscriptError(f"{line.get('type')}: nobody owns the private {name}")
        raise TranscriptError(f"{line.get('type')}: there is no entity {show(name)} of type {show(kind)}")

    def check_entity(self, line: Line, action: Action, seat: int) -> None:
        """The recorded actor must be the one the step belongs to, not only somebody of the same player."""
        expected = entity_of(self.rules, self.game.state.frames[-1], action, seat)
        name, kind = line.get("entity"), line.get("entity_type")
        found = Entity("player", seat) if kind == "player" else Entity(str(kind), str(name))
        if found != expected:
            asked = self.rules.seats[seat] if isinstance(expected.name, int) else expected.name
            raise TranscriptError(f"{line.get('type')}: {show(name)} acts, but this is a matter of {asked}")

    def power(self, line: Line) -> str:
        """The private whose power is used."""
        return text_field(line, "entity") if line.get("entity_type") == "company" else ""

    # -- auction and stock round

    def bid(self, line: Line) -> Action:
        """A purchase of the cheapest private, a bid or a raise."""
        private, price = text_field(line, "company"), number_field(line, "price")
        state = self.game.state
        first = isinstance(state.frames[-1], Auction) and self.rules.t.kit.private_index.get(private) == cheapest(state)
        return actions.BuyPrivate(private, price) if first else actions.Bid(private, price)

    def par(self, line: Line) -> Action:
        """`82,2,6` is price, row, column."""
        recorded = text_field(line, "share_price")
        market = self.rules.t.market
        for price in market.par_prices:
            if recorded == par_cell_id(self.rules, price):
                return actions.Par(text_field(line, "corporation"), price)
        raise TranscriptError(f"par: {show(recorded)} is no par cell")

    def listed(self, line: Line) -> list[str]:
        """The share ids of an action."""
        shares = line.get("shares")
        if not isinstance(shares, list) or not shares or not all(isinstance(share, str) for share in shares):
            raise TranscriptError(f"{line.get('type')}: `shares` must be a list of share ids")
        for share in shares:
            if share not in self.ids.shares.sizes:
                raise TranscriptError(f"there is no share {show(share)}")
        if len({share.rpartition("_")[0] for share in shares}) != 1 or len(set(shares)) != len(shares):
            raise TranscriptError("the shares of one action are of one company, each once")
        return shares

    def buy_shares(self, line: Line) -> Action:
        """A purchase, or the exchange of a private."""
        shares = self.listed(line)
        if len(shares) != 1:
            raise TranscriptError("one certificate is bought at a time")
        source = self.ids.shares.where(shares[0])
        if source not in (IPO, POOL):
            raise TranscriptError(f"{shares[0]} is not for sale")
        size = self.ids.shares.sizes[shares[0]]
        if line.get("percent") is not None and number_field(line, "percent") != size:
            raise TranscriptError(f"buy_shares: {shares[0]} is a certificate of {size} %")
        company, _, index = shares[0].rpartition("_")
        if index == "0":
            raise TranscriptError(f"buy_shares: {shares[0]} is bought by starting the company")
        if line.get("entity_type") == "company":
            return actions.Exchange(text_field(line, "entity"), str(source))
        return actions.BuyShare(company, str(source))

    def sell_shares(self, line: Line) -> Action:
        """A sale of one company; ten percent less than listed is half of the president's certificate."""
        shares = self.listed(line)
        total = sum(self.ids.shares.sizes[share] for share in shares)
        percent = total if line.get("percent") is None else number_field(line, "percent")
        seller = self.seat(line)
        if any(self.ids.shares.where(share) != seller for share in shares):
            raise TranscriptError("a share that is sold is not the seller's")
        company = shares[0].rpartition("_")[0]
        half = total - 10 if f"{company}_0" in shares else total
        if percent not in (half, total):
            raise TranscriptError(f"sell_shares: the percentage {percent} does not fit the shares")
        return actions.SellShares(company, percent)

    def buy_company(self, line: Line) -> Action:
        """A private bought by a player or a company."""
        if isinstance(self.game.state.frames[-1], Auction):
            raise TranscriptError("buy_company: in the auction privates are bought by a bid")
        return actions.BuyPrivate(text_field(line, "company"), number_field(line, "price"))

    def pass_(self, line: Line) -> Action:
        """A pass."""
        return actions.Pass()

    # -- operating round

    def lay_tile(self, line: Line) -> Action:
        """A lay, perhaps by a private's power; `57-2` is the third copy of tile 57."""
        tile = text_field(line, "tile")
        name, _, copy = tile.rpartition("-")
        number = small(copy)
        if name not in self.ids.supply or number is None or copy != str(number):
            raise TranscriptError(f"there is no tile {show(tile)}")
        if number not in self.ids.supply[name]:
            raise TranscriptError(f"the tile {tile} is not in the supply")
        return actions.LayTile(text_field(line, "hex"), name, number_field(line, "rotation"), self.power(line))

    def place_token(self, line: Line) -> Action:
        """`57-2-0`: the city 0 of the tile 57-2, or `D14-0-0`: of the printed hex D14."""
        city = text_field(line, "city")
        place, _, digits = city.rpartition("-")
        stop = small(digits)
        hex_ = self.ids.hex_of(place)
        if hex_ is None:
            name, _, middle = place.rpartition("-")
            if name in self.rules.t.hexmap.index and name not in self.ids.on_hex and small(middle) is not None:
                hex_ = name
        if hex_ is None or stop is None:
            raise TranscriptError(f"there is no city {show(city)}")
        self.check_tokener(line)
        if isinstance(self.game.state.frames[-1], CityChoice):
            return actions.ChooseCity(hex_, stop)
        return actions.PlaceToken(hex_, stop, self.power(line))

    def check_tokener(self, line: Line) -> None:
        """The token is the acting company's; in the question for a home city it may be named after either side."""
        tokener = line.get("tokener")
        if tokener is None:
            return
        frame = self.game.state.frames[-1]
        numbers = []
        if isinstance(frame, OperatingTurn | SpecialToken):
            numbers = [frame.company]
        elif isinstance(frame, CityChoice):
            numbers = [frame.company, frame.decider]
        if tokener not in [self.rules.t.companies[number].id for number in numbers]:
            raise TranscriptError(f"place_token: a token of {show(tokener)} is not what is placed here")

    def run_routes(self, line: Line) -> Action:
        """Recorded routes, decoded on the present board."""
        frame = self.game.state.frames[-1]
        for field in ("extra_revenue", "subsidy"):
            if line.get(field) is not None and number_field(line, field) != 0:
                raise TranscriptError(f"run_routes: `{field}` is 0 in 1830")
        routes = line.get("routes")
        if not isinstance(routes, list):
            raise TranscriptError(f"run_routes: `routes` must be a list, not {show(routes)}")
        if not isinstance(frame, OperatingTurn) or frame.step != "run":
            return actions.RunRoutes(())  # not possible now, which the rules say better
        return actions.RunRoutes(decode_routes(self.rules.run.check(self.game.state, frame.company), routes))

    def dividend(self, line: Line) -> Action:
        """`payout` or `withhold`."""
        kind = text_field(line, "kind")
        if kind not in DIVIDENDS:
            raise TranscriptError(f"dividend: {show(kind)} is neither payout nor withhold")
        return actions.Dividend(DIVIDENDS[kind])

    def buy_train(self, line: Line) -> Action:
        """From wherever the train is."""
        exchange = text_field(line, "exchange") if line.get("exchange") is not None else ""
        return actions.BuyTrain(text_field(line, "train"), number_field(line, "price"), exchange)

    def discard_train(self, line: Line) -> Action:
        """A train over the limit."""
        return actions.DiscardTrain(text_field(line, "train"))

    def bankrupt(self, line: Line) -> Action:
        """The end."""
        return actions.Bankrupt()


def par_cell_id(rules: Rules1830, price: int) -> str:
    """`82,2,6`: the cell of a par price as price, row and column."""
    number = rules.t.market.par_cell(price)
    assert number is not None
    cell = rules.t.market.cells[number]
    return f"{cell.price},{cell.row},{cell.column}"


MAKERS: dict[str, Callable[[Replay, dict[str, Any]], Action]] = {
    "pass": Replay.pass_,
    **{
        kind: getattr(Replay, kind)
        for kind in (
            "bid", "par", "buy_shares", "sell_shares", "buy_company", "lay_tile", "place_token", "run_routes",
            "dividend", "buy_train", "discard_train", "bankrupt",
        )
    },
}  # fmt: skip
