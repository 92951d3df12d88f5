"""Track: two yellow tiles or one upgrade, the tile every company owes its home, the extra tile of private 4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.core import Action, Illegal, Plural
from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import DiscountAbility
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.checks import KIND, LISTED, Check, Checks
from stellwerk.eighteen.depot import close_private
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import TileLay
from stellwerk.eighteen.track import NO_LAY, Laying, Ready, TrackPart

from .figures import figures
from .state import RMC, Move1862, State1862, Turn

YELLOW = "yellow"


class Track1862(TrackPart[State1862]):
    """Up to two yellow tiles, or one upgrade; on top of that the extra yellow tile of private 4 (8.1, 4.7)."""

    kinds = ("", RMC)
    told_first = ()

    def __init__(self, rules: FamilyRules[State1862]) -> None:
        """Homes, and what terrain costs."""
        super().__init__(rules)
        self._rmc = self.t.kit.private_index[RMC]
        self._discount = of_private(self.t, self._rmc, DiscountAbility)[0].amount
        self._extra = self.checks.only("closed", "owner")
        self._homes = tuple(self.t.hexmap.index[entry.home.hex] for entry in self.t.companies)
        hexmap = self.t.hexmap
        charged = self.t.options["preprinted_terrain"] == "charged"
        self._terrain = tuple(  # what the first tile on each hex costs (8.8, 8.8a)
            cost if charged or not hexmap.faces[n].exits else 0 for n, cost in enumerate(hexmap.costs)
        )

    def view(self, s: State1862, frame: OperatingTurn) -> dict[str, Any]:
        """What has been laid and what is left: yellow tiles, the upgrade, the extra tile, the tile of the home hex."""
        assert isinstance(frame, Turn)
        home = self.owed(s, frame)
        return {
            "yellow": frame.yellow,
            "most_yellow": self.most_yellow(s),
            "upgraded": frame.upgraded,
            "extra": frame.extra,
            "extra_open": self.extra_open(s, frame),
            "home": None if home is None else self.t.hexmap.names[home],
        }

    # -- what is legal

    def most_yellow(self, s: State1862) -> int:
        """How many yellow tiles a turn has in this phase (8.1)."""
        return figures(self.t).yellow_tiles[self.t.phases[s.phase].id]

    def cost(self, s: State1862, hex_: int) -> int:
        """Terrain, for the first tile laid on the hex."""
        return self._terrain[hex_] if s.board.faces[hex_] == self.t.hexmap.printed[hex_] else 0

    def price(self, s: State1862, company: int, hex_: int, lay: TileLay | None, power: str = "") -> int:
        """The same with the discount of private 4 (4.7)."""
        cost = self.cost(s, hex_)
        return max(0, cost - self._discount) if power else cost

    def lay_checks(self) -> Checks[Laying[State1862]]:
        """The rules that depend on the position: `both` and `one` are 8.1, `closed` to `extra` are 4.7."""
        t, names, checks = self.t, self.t.hexmap.names, super().lay_checks()

        def yellow(c: Laying[State1862]) -> bool:
            return c.lay.colour == YELLOW

        def most(c: Laying[State1862]) -> int:
            return self.most_yellow(c.s)

        return Checks(
            home=Check(
                lambda c: self.owed(c.s, c.frame) in (None, c.hex) and (not c.power or self.owed(c.s, c.frame) is None),
                lambda c: t.no(
                    "track.home", "the first tile must be laid on the home hex {hex}",
                    hex=names[self._homes[c.frame.company]],
                ),
                LISTED,
            ),
            closed=Check(
                lambda c: not c.power or not c.s.privates[self._rmc].closed,
                lambda c: t.no("track.power", "{private} is closed", private=RMC),
                KIND,
            ),
            owner=Check(
                lambda c: not c.power or c.s.privates[self._rmc].owner == c.s.companies[c.frame.company].president,
                lambda c: t.no(
                    "track.power", "only in the turn of a company that the owner of {private} directs", private=RMC
                ),
                KIND,
            ),
            extra=Check(
                lambda c: not c.power or yellow(c),
                lambda c: t.no("track.power", "the extra tile of {private} is a yellow one", private=RMC),
                KIND,
            ),
            phase=checks["phase"],
            both=Check(
                lambda c: c.power or not (turn(c).upgraded if yellow(c) else turn(c).yellow),
                lambda c: (
                    t.no("track.both", "yellow tiles are possible only instead of an upgrade")
                    if yellow(c)
                    else t.no("track.both", "an upgrade is possible only instead of yellow tiles")
                ),
                KIND,
            ),
            one=Check(
                lambda c: c.power or (turn(c).yellow < most(c) if yellow(c) else not turn(c).upgraded),
                lambda c: (
                    t.no(
                        "track.one",
                        Plural(
                            "no more than {most:n} yellow tile is laid in a turn now",
                            "no more than {most:n} yellow tiles are laid in a turn now",
                        ),
                        most=most(c),
                    )
                    if yellow(c)
                    else t.no("track.one", "only one upgrade is made in a turn")
                ),
                KIND,
            ),
            **checks.only("supply", "reach", "cost"),
        )  # fmt: skip

    def why_not_joined(self, c: Laying[State1862]) -> Illegal:
        """Yellow tiles and upgrades have each their paragraph (8.4, 8.10)."""
        if c.lay.colour == YELLOW:
            return super().why_not_joined(c)
        names = {"tile": c.lay.name, "hex": self.t.hexmap.names[c.hex]}
        return self.t.no("track.travel", "the company could not travel on {tile} on {hex}", **names)

    def extra_open(self, s: State1862, frame: OperatingTurn) -> bool:
        """True if the company may lay the extra tile of private 4 (4.7)."""
        return self._extra.allow(Laying(s, frame, 0, NO_LAY, RMC))

    def owed(self, s: State1862, frame: OperatingTurn) -> int | None:
        """The home hex, if a tile must be laid there now: a first turn, nothing on the hex, a tile that fits (8.3)."""
        assert isinstance(frame, Turn)
        hex_ = self._homes[frame.company]
        hexmap = self.t.hexmap
        if not frame.first or s.board.faces[hex_] != hexmap.printed[hex_] or hexmap.faces[hex_].exits:
            return None
        if self.cost(s, hex_) > s.companies[frame.company].cash:
            return None
        return hex_ if any(s.supply[lay.tile] for lay, _ in self.ready(hex_, hex_)) else None

    def waits(self, m: Move1862, frame: OperatingTurn) -> bool:
        """Asked as long as a tile can be laid."""
        return next(self.legal(m.s, frame), None) is not None

    def why_not_pass(self, s: State1862, frame: OperatingTurn) -> Illegal | None:
        """Always but for the tile on the home hex."""
        hex_ = self.owed(s, frame)
        if hex_ is None:
            return None
        return self.t.no("track.home", "a tile must be laid on the home hex {hex}", hex=self.t.hexmap.names[hex_])

    def candidates(self, s: State1862, frame: OperatingTurn) -> Iterator[tuple[int, str, Ready]]:
        """The home hex alone while a tile is owed there; else everything, and everything again as the extra tile."""
        owed, edges, faces = self.owed(s, frame), self.reached(s, frame), s.board.faces
        places = edges if owed is None else [owed]
        for power in self.kinds if owed is None and self.extra_open(s, frame) else ("",):
            for hex_ in places:
                lays = self.joined(hex_, faces[hex_], edges.get(hex_, 0), power)
                if lays:
                    yield hex_, power, lays

    # -- refusals

    def why_no_lay(self, s: State1862, hex_: int, action: LayTile) -> Illegal:
        """Which rule of map and tile forbids a lay that is not in the list."""
        t, hexmap = self.t, self.t.hexmap
        known = action.tile in hexmap.tile_index and 0 <= action.rotation < 6
        if known and any(hexmap.faces[face].tile == action.tile for face in hexmap.extra.values()):
            return t.no("erie", "only the owner of private 2 lays the tile {tile}", tile=action.tile)
        if known and not hexmap.buildable[hex_]:
            return t.no("track.grey", "{hex} never takes a tile", hex=action.hex)
        face = s.board.faces[hex_]
        if known and t.data.tiles[action.tile].color == YELLOW and hexmap.faces[face].colour != "white":
            return t.no("track.grey", "{hex} is not empty: no yellow tile goes there", hex=action.hex)
        return super().why_no_lay(s, hex_, action)

    # -- laying

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Any lay; that of Erie is done before."""
        return isinstance(action, LayTile)

    def why_not_lay(self, s: State1862, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The first rule a lay breaks."""
        if action.power not in ("", RMC):
            return self.t.no("unknown", "there is no power {power}", power=action.power[:20])
        return super().why_not_lay(s, frame, action)

    def lay_tile(self, m: Move1862, frame: OperatingTurn, action: LayTile) -> None:
        """A tile of the turn, or the extra one."""
        assert isinstance(frame, Turn)
        hex_, lay = self.find(m.s, action)
        cost = self.price(m.s, frame.company, hex_, lay, action.power)
        if action.power:
            m.top(extra=True)
        elif lay.colour == YELLOW:
            m.top(yellow=frame.yellow + 1)
        else:
            m.top(upgraded=True)
        self.lay(m, frame.company, hex_, lay, cost, "track.power" if action.power else "track")
        if action.power:
            close_private(m, self._rmc, "track.power")


def turn(c: Laying[State1862]) -> Turn:
    """The turn, which counts tiles."""
    assert isinstance(c.frame, Turn)
    return c.frame
