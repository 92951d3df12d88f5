"""Labels as the terminal lists them: with prices, and the details a player needs to type the action himself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from stellwerk.core import Action, Game, Illegal, Option, Quote
from stellwerk.eighteen import actions
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.tiles import EDGES

SALES = (actions.SellShares, actions.IssueShares)  # what they bring is the first that is paid
# Actions whose price they do not name themselves.
QUOTED = (*SALES, actions.RedeemShares, actions.Par, actions.LayTile, actions.PlaceToken)


def as_seat(path: list[str], seats: Sequence[str], seat: int | None) -> list[str]:
    """A path of words, for somebody who is not asked."""
    if seat is None:
        return path
    first, last = f"As {seats[seat]}: {path[0]}", f"As {seats[seat]}: {path[-1]}"
    return [last] if len(path) == 1 else [first, *path[1:-1], last]


class TerminalWords:
    """Puts the actions of one position into words."""

    quoted: ClassVar[tuple[type[Action], ...]] = QUOTED

    def __init__(self, game: Game[Any]) -> None:
        """The game must be of the 18xx family."""
        assert isinstance(game.rules, FamilyRules)
        self.rules: FamilyRules = game.rules
        self.t, self.s = game.rules.t, game.state

    def option(self, option: Option) -> list[str]:
        """An option as a path of ever narrower words; the last one is the choice itself."""
        path = self.path(option.action)
        path[-1] += self.price(option.action) if option.amount is None else self.between(option)
        return as_seat(path, self.t.seats, option.seat)

    def between(self, option: Option) -> str:
        """The amounts an option leaves open."""
        assert option.amount is not None
        written = str if option.money == "notes" else self.t.money
        low, high = written(option.amount.low), written(option.amount.high)
        step = f" in steps of {option.amount.step}" if option.amount.step > 1 else ""
        if low == high:
            return "" if option.money == "notes" else f" for {low}"
        return f" ({low} to {high}{step})"

    def path(self, action: Action) -> list[str]:
        """As `option`, without amounts."""
        label = self.rules.label(self.s, action)
        above = [] if label.group is None else [label.group.text]
        return [*above, *(heading.text for heading in label.within), f"{label.text.text}{self.detail(action)}"]

    def action(self, action: Action) -> str:
        """One sentence, with the amount that the action names or costs."""
        return f"{self.path(action)[-1]}{self.price(action)}"

    # -- places

    def side(self, edge: int) -> str:
        """`NE`."""
        return self.t.data.map.edges[str(edge)]

    def detail(self, action: Action) -> str:
        """What else tells one choice from another: where track leads, which of several trains."""
        if isinstance(action, actions.LayTile):
            track = self.track(action.tile, action.rotation)
            return f": {track}" if track else ""
        if isinstance(action, actions.PlaceToken | actions.ChooseCity):
            return self.exits(action.hex, action.stop)
        return f" ({action.train})" if isinstance(action, actions.BuyTrain) else ""

    def track(self, tile: str, rotation: int) -> str:
        """What a tile joins in a rotation: `city to W and E`, `W to SE`."""
        hexmap = self.t.hexmap
        if tile not in hexmap.tile_index or not 0 <= rotation < EDGES:
            return ""
        face = hexmap.faces[hexmap.face_number(tile, rotation)]
        parts = [f"{stop.kind} to {' '.join(map(self.side, stop.exits))}" for stop in face.stops]
        parts += [f"{self.side(a)} to {self.side(b)}" for a, b in face.track]
        return ", ".join(parts)

    def exits(self, name: str, stop: int) -> str:
        """Where a city leads, if the hex has several."""
        number = self.t.hexmap.index.get(name)
        if number is None:
            return ""
        stops = self.t.hexmap.faces[self.s.board.faces[number]].stops
        if len(stops) < 2 or not 0 <= stop < min(len(stops), STOPS_PER_HEX):
            return ""
        return f", city {stop} to {' '.join(map(self.side, stops[stop].exits))}"

    # -- money

    def price(self, action: Action) -> str:
        """` for $80`: what the action names, else what it costs or brings as the rules quote it."""
        amount = getattr(action, "amount", getattr(action, "price", None))
        if isinstance(action, self.quoted) or self.rules.label(self.s, action).priced:
            quote = self.quote(action)
            amount = quote.payments[0].amount if isinstance(action, SALES) and quote.payments else quote.cost
        return f" for {self.t.money(amount)}" if amount else ""

    def quote(self, action: Action) -> Quote:
        """What an action pays; nothing if it is not possible now."""
        try:
            return self.rules.quote(self.s, action)
        except Illegal:
            return Quote()
