"""Track: two yellow tiles or one upgrade, the tile every company owes its home, the extra tile of private 4."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.depot import close_private
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import Lay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import State
from stellwerk.eighteen.track import TrackPart
from stellwerk.titles.t1862.state import RMC, Turn

YELLOW = "yellow"


class Track1862(TrackPart):
    """Up to two yellow tiles, or one upgrade; on top of that the extra yellow tile of private 4 (8.1, 4.7)."""

    def __init__(self, rules: FamilyRules) -> None:
        """Options of the extra lay are kept ready too."""
        super().__init__(rules)
        self._extra: dict[tuple[int, int], tuple[tuple[Lay, Option], ...]] = {}
        self._rmc = self.t.kit.private_index[RMC]
        self._homes = tuple(self.t.hexmap.index[entry.home.hex] for entry in self.t.companies)
        hexmap = self.t.hexmap
        charged = self.t.options["preprinted_terrain"] == "charged"
        self._terrain = tuple(  # what the first tile on each hex costs (8.8, 8.8a)
            cost if charged or not hexmap.faces[n].exits else 0 for n, cost in enumerate(hexmap.costs)
        )

    # -- what is legal

    def cost(self, s: State, hex_: int) -> int:
        """Terrain, for the first tile laid on the hex."""
        return self._terrain[hex_] if s.board.faces[hex_] == self.t.hexmap.printed[hex_] else 0

    def power_cost(self, s: State, hex_: int, power: str) -> int:
        """The same with the discount of private 4 (4.7)."""
        cost = self.cost(s, hex_)
        return max(0, cost - self.t.privates[self._rmc].discount) if power else cost

    def why_not_kind(self, s: State, frame: OperatingTurn, colour: str) -> Illegal | None:
        """Why no (further) tile of this kind is laid in the turn (8.1)."""
        assert isinstance(frame, Turn)
        most = self.t.phases[s.phase].yellow_tiles
        if colour != YELLOW:
            if frame.yellow:
                return self.t.no("track.both", "an upgrade is possible only instead of yellow tiles")
            return self.t.no("track.one", "only one upgrade is made in a turn") if frame.upgraded else None
        if frame.upgraded:
            return self.t.no("track.both", "yellow tiles are possible only instead of an upgrade")
        if frame.yellow < most:
            return None
        return self.t.no("track.one", "no more than {most} yellow tiles are laid in a turn now", most=most)

    def why_not_power(self, s: State, frame: OperatingTurn, colour: str) -> Illegal | None:
        """Why the extra tile of private 4 cannot be laid (4.7)."""
        private = s.privates[self._rmc]
        if private.closed:
            return self.t.no("track.power", "{private} is closed", private=RMC)
        if private.owner != s.companies[frame.company].president:
            return self.t.no(
                "track.power",
                "only in the turn of a company that the owner of {private} directs",
                private=RMC,
            )
        if colour != YELLOW:
            return self.t.no("track.power", "the extra tile of {private} is a yellow one", private=RMC)
        return None

    def owed(self, s: State, frame: OperatingTurn) -> int | None:
        """The home hex, if a tile must be laid there now: a first turn, nothing on the hex, a tile that fits (8.3)."""
        assert isinstance(frame, Turn)
        hex_ = self._homes[frame.company]
        hexmap = self.t.hexmap
        if not frame.first or s.board.faces[hex_] != hexmap.printed[hex_] or hexmap.faces[hex_].exits:
            return None
        if self.cost(s, hex_) > s.companies[frame.company].cash:
            return None
        return hex_ if any(s.supply[lay.tile] for lay, _ in self.ready(hex_, hex_)) else None

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """Asked as long as a tile can be laid."""
        return next(self.legal(m.s, frame), None) is not None

    def may_pass(self, s: State, frame: OperatingTurn) -> Illegal | None:
        """Always but for the tile on the home hex."""
        hex_ = self.owed(s, frame)
        if hex_ is None:
            return None
        return self.t.no("track.home", "a tile must be laid on the home hex {hex}", hex=self.t.hexmap.names[hex_])

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every tile, rotation and hex, and the same for the extra tile."""
        return list(self.legal(s, frame))

    def legal(self, s: State, frame: OperatingTurn) -> Iterator[Option]:
        """One by one."""
        owed = self.owed(s, frame)
        open_ = {
            colour
            for colour in self.colours(s)
            if self.why_not_kind(s, frame, YELLOW if colour == YELLOW else "") is None
        }
        yield from self.fitting(s, frame, open_, "", owed)
        if owed is None and self.why_not_power(s, frame, YELLOW) is None:
            yield from self.fitting(s, frame, {YELLOW}, RMC, None)

    def fitting(
        self, s: State, frame: OperatingTurn, colours: set[str], power: str, only: int | None
    ) -> Iterator[Option]:
        """Lays of these colours that join the company's track and that it can pay."""
        if not colours:
            return
        hexmap, board, supply = self.t.hexmap, s.board, s.supply
        edges = self.t.networks.reach(board, frame.company).edges
        cash = s.companies[frame.company].cash
        for hex_ in sorted(edges) if only is None else (only,):
            face = board.faces[hex_]
            if not hexmap.buildable[hex_] or hexmap.next_colour(face) not in colours:
                continue
            if self.power_cost(s, hex_, power) > cash:
                continue
            joined = edges[hex_]
            for lay, option in self.ready_extra(hex_, face) if power else self.ready(hex_, face):
                if lay.exits & joined and supply[lay.tile]:
                    yield option

    def ready_extra(self, hex_: int, face: int) -> tuple[tuple[Lay, Option], ...]:
        """The lays of `ready` as extra lays of private 4."""
        key = (hex_, face)
        found = self._extra.get(key)
        if found is None:
            name = self.t.hexmap.names[hex_]
            found = self._extra[key] = tuple(
                (lay, Option(LayTile(name, lay.name, lay.rotation, RMC))) for lay, _ in self.ready(hex_, face)
            )
        return found

    # -- refusals

    def why_no_lay(self, s: State, hex_: int, action: LayTile) -> Illegal:
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

    def why_not_lay(self, s: State, frame: OperatingTurn, hex_: int, lay: Lay, power: str) -> Illegal | None:
        """The rules that depend on the position."""
        t, company = self.t, frame.company
        names = {"tile": lay.name, "hex": t.hexmap.names[hex_]}
        owed = self.owed(s, frame)
        if owed is not None and (hex_ != owed or power):
            home = t.hexmap.names[owed]
            return t.no("track.home", "the first tile must be laid on the home hex {hex}", hex=home)
        refusal = self.why_not_power(s, frame, lay.colour) if power else None
        if refusal:
            return refusal
        if lay.colour not in self.colours(s):
            phase = t.phases[s.phase].id
            return t.no("track.colour", "there are no {colour} tiles in phase {phase}", colour=lay.colour, phase=phase)
        refusal = None if power else self.why_not_kind(s, frame, lay.colour)
        if refusal:
            return refusal
        if not s.supply[lay.tile]:
            return t.no("track.supply", "no tile {tile} is left", tile=lay.name)
        if not lay.exits & t.networks.reach(s.board, company).edges.get(hex_, 0):
            if lay.colour == YELLOW:
                return t.no("track.connection", "{tile} on {hex} does not join track the company reaches", **names)
            return t.no("track.travel", "the company could not travel on {tile} on {hex}", **names)
        cost, cash = self.power_cost(s, hex_, power), s.companies[company].cash
        if cost > cash:
            return t.no(
                "track.cost", "{hex} costs {cost:$}; the treasury has {cash:$}", hex=names["hex"], cost=cost, cash=cash
            )
        return None

    # -- laying

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """A tile of the turn, or the extra one."""
        if not isinstance(action, LayTile):
            return False
        if action.power not in ("", RMC):
            raise self.t.no("unknown", "there is no power {power}", power=action.power[:20])
        assert isinstance(frame, Turn)
        hex_, lay = self.find(m.s, action)
        refusal = self.why_not_lay(m.s, frame, hex_, lay, action.power)
        if refusal:
            raise refusal
        cost = self.power_cost(m.s, hex_, action.power)
        if action.power:
            m.top(extra=True)
        elif lay.colour == YELLOW:
            m.top(yellow=frame.yellow + 1)
        else:
            m.top(upgraded=True)
        self.lay(m, frame.company, hex_, lay, cost)
        if action.power:
            close_private(m, self._rmc, "track.power")
        return True
