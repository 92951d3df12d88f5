"""18xx.games files: read with the preset `games18xx`, undo and auto actions included; see docs/transcripts.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.core import Action, BadInput, Game, Illegal, TranscriptError
from stellwerk.eighteen.actions import (
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    DiscardTrain,
    Dividend,
    Exchange,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.auction import cheapest
from stellwerk.eighteen.frames import Auction, CityChoice
from stellwerk.eighteen.state import State
from stellwerk.formats.loaded import Loaded, Mark
from stellwerk.formats.share_ids import IPO, POOL, ShareIds
from stellwerk.formats.site_routes import decode_routes
from stellwerk.titles.t1830.rules import Rules1830, make

PRESET = "games18xx"
OPTIONAL_RULES = {
    "multiple_brown_from_ipo": ("brown_multi_buy_from_ipo", True),
    "optional_6_train": ("extra_6_train", True),
}
SILENT = ("message", "log")


def live_actions(raw: list[Any]) -> list[dict[str, Any]]:
    """The actions that count after undo and redo, in order, chat left out."""
    live: list[dict[str, Any] | None] = [None] * len(raw)
    undone: list[list[tuple[int, dict[str, Any]]]] = []
    where = {line.get("id"): place for place, line in enumerate(raw) if line.get("id") is not None}
    for place, line in enumerate(raw):
        kind = line.get("type")
        if kind == "undo":
            first = _first_undone(line, live, where, place)
            group = [(spot, entry) for spot in range(first, place) if (entry := live[spot]) and not _chat(entry)]
            for spot, _ in group:
                live[spot] = None
            undone.append(group)
        elif kind == "redo":
            if not undone:
                raise TranscriptError("redo without an undo before it", action=place + 1)
            for spot, entry in undone.pop():
                live[spot] = entry
        else:
            if kind != "message":
                undone.clear()
            live[place] = line
    return [entry for entry in live if entry and not _chat(entry)]


def _chat(line: dict[str, Any]) -> bool:
    return line.get("type") == "message"


def _first_undone(line: dict[str, Any], live: list[Any], where: dict[Any, int], place: int) -> int:
    """The first position an undo cancels."""
    target = line.get("action_id")
    if target is None:
        return next((spot for spot in range(place - 1, -1, -1) if live[spot] and not _chat(live[spot])), 0)
    if target == 0:
        return 0
    if target not in where:
        raise TranscriptError(f"undo to action id {target!r}, which is not in the file", action=place + 1)
    return where[target] + 1


def load(raw: dict[str, Any], preset: str | None = None) -> Loaded:
    """Replay an 18xx.games file (already read as JSON)."""
    title = raw.get("title")
    if title not in (None, "1830"):
        raise TranscriptError(f"18xx.games files are read for 1830, not for {title!r}")
    actions = raw["actions"]
    if not isinstance(actions, list):
        raise TranscriptError("`actions` must be a list")
    for number, line in enumerate(actions, 1):
        if not isinstance(line, dict) or not isinstance(line.get("type"), str):
            raise TranscriptError("an action must be an object with a `type`", action=number)
    ids = [line.get("id") for line in actions if line.get("id") is not None]
    if len(set(map(repr, ids))) != len(ids):
        twice = next(entry for entry in ids if ids.count(entry) > 1)
        raise TranscriptError(f"the action id {twice!r} stands twice")
    names, keys = _players(raw["players"])
    replay = Replay(_rules(raw, names, preset, actions), keys)
    numbers = {id(line): place for place, line in enumerate(actions, 1)}
    marks = []
    for line in live_actions(actions):
        number = numbers[id(line)]
        name = line.get("id")
        marks.append(Mark(name if isinstance(name, int) else number, replay.game.ply))
        try:
            replay.line(line)
        except TranscriptError as error:
            raise TranscriptError(error.reason, action=_label(line, number), cause=error.cause) from error.cause
        except Illegal as illegal:
            raise TranscriptError(f"refused: {illegal}", action=_label(line, number), cause=illegal) from illegal
        except BadInput as error:
            raise TranscriptError(str(error), action=_label(line, number)) from None
    loaded = Loaded(replay.game, "18xx.games", marks, _scores(raw, keys))
    if raw.get("status") == "finished" and not raw.get("manually_ended"):
        loaded.finished = True
    return loaded


def _label(line: dict[str, Any], number: int) -> int:
    name = line.get("id")
    return name if isinstance(name, int) else number


def seats_by_id(raw: dict[str, Any]) -> dict[str, int]:
    """Seats by recorded player id."""
    return _players(raw["players"])[1]


def _players(raw: Any) -> tuple[list[str], dict[str, int]]:
    """Names in seat order, and seats by player id (or name, in old files)."""
    if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
        raise TranscriptError("`players` must be a list of objects")
    names, keys = [], {}
    for seat, entry in enumerate(raw):
        name = entry.get("name")
        if not isinstance(name, str) or not name.strip():
            raise TranscriptError(f"player {seat + 1} has no name")
        key = entry.get("id", name)
        if str(key) in keys:
            raise TranscriptError(f"the player id {key!r} stands twice")
        keys[str(key)] = seat
        names.append(name if name not in names else f"{name} ({seat + 1})")
    return names, keys


def _rules(raw: dict[str, Any], names: list[str], preset: str | None, actions: list[Any]) -> Rules1830:
    options: dict[str, Any] = {"consent": "recorded"}
    settings = raw.get("settings")
    optional = settings.get("optional_rules") if isinstance(settings, dict) else None
    for rule in optional or []:
        if rule not in OPTIONAL_RULES:
            raise TranscriptError(f"the optional rule {rule!r} is not known")
        option, value = OPTIONAL_RULES[rule]
        options[option] = value
    if _other_engine(raw, actions):
        options |= {"trains_from_other_presidents": False, "player_private_trade": False}
    try:
        return make(names, options, 0, preset or PRESET)
    except BadInput as error:
        raise TranscriptError(str(error)) from None


def _other_engine(raw: dict[str, Any], actions: list[Any]) -> bool:
    """Files of another engine that plays the same rules without two of the site's deals (docs/transcripts.md)."""
    return "settings" not in raw or raw.get("settings") is None


def _scores(raw: dict[str, Any], keys: dict[str, int]) -> tuple[int, ...] | None:
    result = raw.get("result")
    if not isinstance(result, dict) or set(result) != set(keys):
        return None
    scores = [0] * len(keys)
    for key, value in result.items():
        if not isinstance(value, int):
            return None
        scores[keys[key]] = value
    return tuple(scores)


class Replay:
    """Applies recorded actions one after another; keeps the ids of shares and tiles that our state does not need."""

    def __init__(self, rules: Rules1830, keys: dict[str, int]) -> None:
        """A new game; `keys` gives seats by recorded player id."""
        self.rules, self.keys = rules, keys
        self.game: Game[State] = Game(rules)
        self.shares = ShareIds(rules.t.companies)
        self.tiles: dict[str, str] = {}  # hex name -> tile id lying there

    def line(self, line: dict[str, Any]) -> None:
        """One recorded action with its auto actions."""
        self.one(line)
        extra = line.get("auto_actions") or []
        if not isinstance(extra, list):
            raise TranscriptError("`auto_actions` must be a list")
        for auto in extra:
            if not isinstance(auto, dict):
                raise TranscriptError("an auto action must be an object")
            self.one(auto)

    def one(self, line: dict[str, Any]) -> None:
        """One recorded action."""
        kind = line.get("type")
        if not isinstance(kind, str) or kind in SILENT or kind.startswith("program_") or kind == "end_game":
            return
        maker = MAKERS.get(kind)
        if maker is None:
            raise TranscriptError(f"unknown action type {kind!r}")
        action = maker(self, line)
        seat = self.seat(line)
        before = self.game.state
        self.game.apply(action, seat)
        self.after(line, action, before, seat)

    def seat(self, line: dict[str, Any]) -> int:
        """Whose action it is: the player, or the president of the company the entity stands for."""
        entity, kind = line.get("entity"), line.get("entity_type")
        if kind == "player":
            seat = self.keys.get(str(entity))
            if seat is None:
                raise TranscriptError(f"there is no player {entity!r}")
            return seat
        decision = self.game.decision()
        state = self.game.state
        if kind == "corporation":
            number = self.rules.t.company(str(entity))
            if decision and decision.actor != entity and decision.actor != "DH":
                raise TranscriptError(f"{entity} acts, but {decision.actor} is asked")
            return state.companies[number].president
        if kind == "company":
            private = state.privates[self.rules.t.private(str(entity))]
            if 0 <= private.owner < len(self.rules.seats):
                return private.owner
            if private.owner >= 100:
                return state.companies[private.owner - 100].president
        raise TranscriptError(f"entity {entity!r} of type {kind!r} cannot act")

    # -- making our actions

    def text(self, line: dict[str, Any], field: str) -> str:
        """A field that must be a string."""
        value = line.get(field)
        if not isinstance(value, str):
            raise TranscriptError(f"{line.get('type')}: `{field}` must be a string")
        return value

    def number(self, line: dict[str, Any], field: str) -> int:
        """A field that must be a whole number."""
        value = line.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise TranscriptError(f"{line.get('type')}: `{field}` must be a whole number")
        return value

    def power(self, line: dict[str, Any]) -> str:
        """The private whose power is used."""
        return self.text(line, "entity") if line.get("entity_type") == "company" else ""

    def bid(self, line: dict[str, Any]) -> Action:
        """A purchase of the cheapest private, a bid or a raise."""
        private, price = self.text(line, "company"), self.number(line, "price")
        state = self.game.state
        first = isinstance(state.frames[-1], Auction) and self.rules.t.kit.private_index.get(private) == cheapest(state)
        return BuyPrivate(private, price) if first else Bid(private, price)

    def par(self, line: dict[str, Any]) -> Action:
        """`82,2,6` is price, row, column."""
        cell = self.text(line, "share_price").split(",")
        if not cell[0].isdecimal():
            raise TranscriptError(f"par: {line['share_price']!r} is no cell")
        return Par(self.text(line, "corporation"), int(cell[0][:6]))

    def listed(self, line: dict[str, Any]) -> list[str]:
        """The share ids of an action."""
        shares = line.get("shares")
        if not isinstance(shares, list) or not shares or not all(isinstance(share, str) for share in shares):
            raise TranscriptError(f"{line.get('type')}: `shares` must be a list of share ids")
        for share in shares:
            if share not in self.shares.sizes:
                raise TranscriptError(f"there is no share {share!r}")
        if len({share.rpartition("_")[0] for share in shares}) != 1 or len(set(shares)) != len(shares):
            raise TranscriptError("the shares of one action are of one company, each once")
        return shares

    def buy_shares(self, line: dict[str, Any]) -> Action:
        """A purchase, or the exchange of a private."""
        shares = self.listed(line)
        if len(shares) != 1:
            raise TranscriptError("one certificate is bought at a time")
        source = self.shares.where(shares[0])
        if source not in (IPO, POOL):
            raise TranscriptError(f"{shares[0]} is not for sale")
        company = shares[0].rpartition("_")[0]
        if line.get("entity_type") == "company":
            return Exchange(self.text(line, "entity"), str(source))
        return BuyShare(company, str(source))

    def sell_shares(self, line: dict[str, Any]) -> Action:
        """A sale of one company."""
        shares = self.listed(line)
        total = sum(self.shares.sizes[share] for share in shares)
        percent = line.get("percent", total)
        seller = self.seat(line)
        if any(self.shares.where(share) != seller for share in shares):
            raise TranscriptError("a share that is sold is not the seller's")
        if not isinstance(percent, int) or not total - 10 <= percent <= total:
            raise TranscriptError(f"sell_shares: the percentage {percent!r} does not fit the shares")
        return SellShares(shares[0].rpartition("_")[0], percent)

    def buy_company(self, line: dict[str, Any]) -> Action:
        """A private bought by a player or a company."""
        return BuyPrivate(self.text(line, "company"), self.number(line, "price"))

    def pass_(self, line: dict[str, Any]) -> Action:
        """A pass."""
        return Pass()

    def tile(self, line: dict[str, Any]) -> tuple[str, int]:
        """`57-2` as tile and copy."""
        name, _, copy = self.text(line, "tile").rpartition("-")
        if name not in self.rules.t.data.tiles or not copy.isdecimal():
            raise TranscriptError(f"there is no tile {line['tile']!r}")
        return name, int(copy)

    def lay_tile(self, line: dict[str, Any]) -> Action:
        """A lay, perhaps by a private's power."""
        name, copy = self.tile(line)
        if copy >= self.rules.t.data.tiles[name].count or line["tile"] in self.tiles.values():
            raise TranscriptError(f"the tile {line['tile']} is not in the supply")
        return LayTile(self.text(line, "hex"), name, self.number(line, "rotation"), self.power(line))

    def place_token(self, line: dict[str, Any]) -> Action:
        """`57-2-0`: the city 0 of the tile 57-2, or `D14-0-0`: of the printed hex D14."""
        city = self.text(line, "city")
        place, _, stop = city.rpartition("-")
        hexes = [name for name, tile in self.tiles.items() if tile == place]
        name = hexes[0] if hexes else place.rpartition("-")[0]
        if not stop.isdecimal() or name not in self.rules.t.hexmap.index:
            raise TranscriptError(f"there is no city {city!r}")
        if isinstance(self.game.state.frames[-1], CityChoice):
            return ChooseCity(name, int(stop[:3]))
        return PlaceToken(name, int(stop[:3]), self.power(line))

    def run_routes(self, line: dict[str, Any]) -> Action:
        """Recorded routes, decoded on the present board."""
        decision = self.game.decision()
        company = self.rules.t.company(self.text(line, "entity"))
        if decision is None or decision.kind != "run":
            return RunRoutes(())
        check = self.rules.run.check(self.game.state, company)
        return RunRoutes(decode_routes(check, line.get("routes") or []))

    def dividend(self, line: dict[str, Any]) -> Action:
        """`payout` or `withhold`."""
        kinds = {"payout": "pay", "withhold": "withhold"}
        kind = self.text(line, "kind")
        return Dividend(kinds.get(kind, kind))

    def buy_train(self, line: dict[str, Any]) -> Action:
        """From wherever the train is."""
        exchange = line.get("exchange")
        return BuyTrain(self.text(line, "train"), self.number(line, "price"), str(exchange) if exchange else "")

    def discard_train(self, line: dict[str, Any]) -> Action:
        """A train over the limit."""
        return DiscardTrain(self.text(line, "train"))

    def bankrupt(self, line: dict[str, Any]) -> Action:
        """The end."""
        return Bankrupt()

    # -- ids afterwards

    def after(self, line: dict[str, Any], action: Action, before: State, seat: int) -> None:
        """Follow the ids of shares and tiles."""
        state, t = self.game.state, self.rules.t
        if isinstance(action, LayTile):
            self.tiles[action.hex] = self.text(line, "tile")
        if isinstance(action, BuyShare | Exchange):
            share = self.listed(line)[0]
            self.shares.move(share, seat)
        if isinstance(action, Par):
            certificate = f"{action.company}_0"
            if self.shares.where(certificate) == IPO:
                self.shares.move(certificate, seat)
        if isinstance(action, SellShares):
            number = t.company(action.company)
            president = state.companies[number].president
            self.shares.sell(action.company, seat, self.listed(line), action.percent, president)
        for number, private in enumerate(state.privates):
            grant = t.privates[number].grants
            given = grant and not grant.endswith("_0") and before.privates[number].owner < 0 <= private.owner
            if given:
                self.shares.move(grant, private.owner)
        if isinstance(action, BuyShare | Exchange | Par):
            for number, entry in enumerate(t.companies):
                self.shares.presidency(entry.id, state.companies[number].president)


MAKERS: dict[str, Callable[[Replay, dict[str, Any]], Action]] = {
    "bid": Replay.bid,
    "par": Replay.par,
    "buy_shares": Replay.buy_shares,
    "sell_shares": Replay.sell_shares,
    "buy_company": Replay.buy_company,
    "pass": Replay.pass_,
    "lay_tile": Replay.lay_tile,
    "place_token": Replay.place_token,
    "run_routes": Replay.run_routes,
    "dividend": Replay.dividend,
    "buy_train": Replay.buy_train,
    "discard_train": Replay.discard_train,
    "bankrupt": Replay.bankrupt,
}
