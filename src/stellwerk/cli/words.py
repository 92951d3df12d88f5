"""Labels as the terminal lists them: with prices, and the details a player needs to type the action himself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, ClassVar

from stellwerk.cli.speech import Speech
from stellwerk.core import Action, Game, Illegal, Option, Quote
from stellwerk.eighteen import actions
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.tiles import EDGES, Face, Stop
from stellwerk.i18n import ENGLISH

SALES = (actions.SellShares, actions.IssueShares)  # what they bring is the first that is paid
# What is built has its cost beside it, also where that is nothing.
BUILT: tuple[type[Action], ...] = (actions.LayTile, actions.PlaceToken)
# Actions whose price they do not name themselves.
QUOTED: tuple[type[Action], ...] = (*SALES, actions.RedeemShares, actions.Par)
NOTHING = Quote()  # of what is not possible
AFTERWARDS = ("round", "turn")  # events from which on something else goes on than the action itself


def as_seat(speech: Speech, path: list[str], seats: Sequence[str], seat: int | None) -> list[str]:
    """A path of words, for somebody who is not asked: all such choices are listed together."""
    if seat is None:
        return path
    return [speech.say("Out of turn"), speech.say("As {who}: {what}", who=seats[seat], what=path[-1])]


class TerminalWords(Speech):
    """Puts the actions of one position into words."""

    built: ClassVar[tuple[type[Action], ...]] = BUILT

    def __init__(self, game: Game[Any], language: str = ENGLISH) -> None:
        """The game must be of the 18xx family."""
        assert isinstance(game.rules, FamilyRules)
        self.rules: FamilyRules = game.rules
        self.game, self.t, self.s = game, game.rules.t, game.state
        super().__init__(language, self.t.style)

    def option(self, option: Option) -> list[str]:
        """An option as a path of ever narrower words; the last one is the choice itself."""
        path = self.path(option.action)
        last = path[-1]
        path[-1] = self.priced(last, option.action, option.seat) if option.amount is None else self.open(last, option)
        return as_seat(self, path, self.t.seats, option.seat)

    def open(self, what: str, option: Option) -> str:
        """With the amounts an option leaves open."""
        amounts = option.amount
        assert amounts is not None
        written = str if option.money == "notes" else self.money
        low, high = written(amounts.low), written(amounts.high)
        if low == high:
            return what if option.money == "notes" else self.say("{what} for {amount}", what=what, amount=low)
        if amounts.step == 1:
            return self.say("{what} ({low} to {high})", what=what, low=low, high=high)
        return self.say("{what} ({low} to {high} in steps of {step})", what=what, low=low, high=high, step=amounts.step)

    def path(self, action: Action) -> list[str]:
        """As `option`, without amounts. What passing means is said, where that is one thing."""
        label = self.rules.label(self.s, action)
        text = label.short if isinstance(action, actions.Pass) and label.short else label.text
        above = [] if label.group is None else [self.tell(label.group)]
        return [*above, *map(self.tell, label.within), self.detail(self.tell(text), action)]

    def action(self, action: Action) -> str:
        """One sentence, with the amount that the action names or costs."""
        return self.priced(self.path(action)[-1], action)

    # -- choices that are the same

    def same(self, option: Option) -> object:
        """Options with the same answer differ in nothing but the name of a piece, or how often a tile is turned."""
        action = option.action
        match action:
            case actions.LayTile():
                face = self.face(action.tile, action.rotation)
                if face is not None:
                    return (option.seat, action.hex, action.tile, action.power, lying(face))
            case actions.DiscardTrain():
                return (option.seat, "discard", kind_of(action.train))
            case actions.BuyTrain():
                holder = next((entry.trains for entry in self.s.companies if action.train in entry.trains), None)
                kinds = (kind_of(action.train), kind_of(action.trade_in))
                return (option.seat, kinds, holder, action.price, option.amount)
        return action if option.seat is None else (option.seat, action)

    # -- places

    def side(self, edge: int) -> str:
        """`NE`, in German `NO`."""
        say = self.say
        compass = {
            "N": say("N"), "NE": say("NE"), "E": say("E"), "SE": say("SE"),
            "S": say("S"), "SW": say("SW"), "W": say("W"), "NW": say("NW"),
        }  # fmt: skip
        name = self.t.data.map.edges[str(edge)]
        return compass.get(name, name)

    def face(self, tile: str, rotation: int) -> Face | None:
        """A tile in a rotation; None if there is none such."""
        hexmap = self.t.hexmap
        known = tile in hexmap.tile_index and 0 <= rotation < EDGES
        return hexmap.faces[hexmap.face_number(tile, rotation)] if known else None

    def detail(self, what: str, action: Action) -> str:
        """With what else tells one choice from another: where track leads, which of several trains."""
        match action:
            case actions.LayTile():
                if action.power:
                    what = self.say("{what} with {power}", what=what, power=action.power)
                track = self.track(action.tile, action.rotation)
                return f"{what}: {track}" if track else what
            case actions.PlaceToken() if several := self.exits(action.hex, action.stop):
                return self.say("{what}, city {number}", what=what, number=action.stop + 1) + several
            case actions.ChooseCity():
                return what + self.exits(action.hex, action.stop)
            case actions.BuyTrain():
                return f"{what} ({action.train})"
        return what

    def track(self, tile: str, rotation: int) -> str:
        """What a tile joins in a rotation: `city to W E`, `W to SE`."""
        face = self.face(tile, rotation)
        if face is None:
            return ""
        parts = [self.stop(stop) for stop in face.stops]
        parts += [self.say("{one} to {other}", one=self.side(a), other=self.side(b)) for a, b in face.track]
        return ", ".join(parts)

    def stop(self, stop: Stop) -> str:
        """`city to W E`."""
        sides = " ".join(map(self.side, stop.exits))
        if not sides:
            return self.say("city without track") if stop.kind == "city" else self.say("town without track")
        return (
            self.say("city to {sides}", sides=sides)
            if stop.kind == "city"
            else self.say("town to {sides}", sides=sides)
        )

    def exits(self, name: str, stop: int) -> str:
        """Where a city leads, if the hex has several: ` (W E)`."""
        number = self.t.hexmap.index.get(name)
        if number is None:
            return ""
        stops = self.t.hexmap.faces[self.s.board.faces[number]].stops
        if len(stops) < 2 or not 0 <= stop < min(len(stops), STOPS_PER_HEX):
            return ""
        return f" ({' '.join(map(self.side, stops[stop].exits)) or '–'})"

    # -- money

    def priced(self, what: str, action: Action, seat: int | None = None) -> str:
        """`… for $80`: what the action names, else what it costs or brings as the rules quote it."""
        if isinstance(action, actions.Dividend):
            return self.dividend(what, action)
        amount = getattr(action, "amount", getattr(action, "price", None))
        if isinstance(action, (*QUOTED, *self.built)) or self.rules.label(self.s, action).priced:
            quote = self.quote(action, seat)
            if isinstance(action, self.built) and quote is not NOTHING and not quote.cost:
                return self.say("{what}, free of charge", what=what)
            amount = quote.payments[0].amount if isinstance(action, SALES) and quote.payments else quote.cost
        if isinstance(action, actions.BuyTrain) and (added := self.quote(action, seat).paid(self.rules.asked(self.s))):
            who = self.t.seats[self.rules.asked(self.s)]
            return self.say(
                "{what} for {amount:$}, of which {who} pays {added:$}",
                what=what, amount=amount, who=who, added=added,
            )  # fmt: skip
        return self.say("{what} for {amount:$}", what=what, amount=amount) if amount else what

    def dividend(self, what: str, action: actions.Dividend) -> str:
        """With who gets how much, and where the price goes."""
        try:
            quote = self.rules.quote(self.s, action)
        except Illegal:
            return what
        owners = dict.fromkeys(payment.payee for payment in quote.payments)
        paid = self.listed([f"{self.t.name(owner)} {self.money(quote.gain(owner))}" for owner in owners])
        events = self.game.foresee(action, self.rules.asked(self.s))
        own = takewhile(lambda event: event.kind not in AFTERWARDS, events)
        moves = [event.facts for event in own if event.kind == "price"]
        if not moves:
            return self.say("{what}: {paid}; the price stays", what=what, paid=paid)
        return self.say(
            "{what}: {paid}; price {before:$} to {after:$}",
            what=what, paid=paid, before=moves[0]["before"], after=moves[-1]["after"],
        )  # fmt: skip

    def quote(self, action: Action, seat: int | None = None) -> Quote:
        """What an action pays; nothing if it is not possible now."""
        try:
            return self.rules.quote(self.s, action, seat)
        except Illegal:
            return NOTHING


def kind_of(train: str) -> str:
    """`3` of `3-1`."""
    return train.rpartition("-")[0]


def lying(face: Face) -> object:
    """What a tile does where it lies. Towns have no order; of several cities each has its tokens."""
    stops = [(stop.kind, frozenset(stop.exits), stop.slots, stop.value) for stop in face.stops]
    several = sum(stop.kind == "city" for stop in face.stops) > 1
    return (tuple(stops) if several else frozenset(stops), frozenset(frozenset(pair) for pair in face.track))
