"""Track: new track must extend a route, waiting markers get their slot, TWE's bonus for its connection."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import Lay
from stellwerk.eighteen.lines import NewTrack
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tiles import EDGES
from stellwerk.eighteen.track import TrackPart
from stellwerk.titles.t18te.state import own
from stellwerk.titles.t18te.tokens import Goals, pay_bonus, place_home

_REMEMBERED = 16
_EVERY_SIDE = 2**EDGES - 1


class Track18TE(TrackPart):
    """One lay or upgrade a turn."""

    def __init__(self, rules: FamilyRules, goals: Goals) -> None:
        """Remembers which upgrades bring a company new track."""
        super().__init__(rules)
        self.goals = goals
        self._new: dict[tuple[Board, int], NewTrack] = {}
        self._river = frozenset(arc // EDGES for arc in self.t.hexmap.border_costs)

    def forget(self) -> None:
        """The last answers."""
        self._new.clear()

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """15.4"""
        return next(self.legal(m.s, frame), None) is not None

    def waiting_home(self, s: State, company: int) -> int | None:
        """The home hex of a company whose marker has no slot yet (7.1.2)."""
        return None if s.board.settled[company] else self.t.hexmap.index[self.t.companies[company].home.hex]

    def joins(self, s: State, company: int, hex_: int, lay: Lay) -> bool:
        """True if the lay is on a route of the company as the kind of tile demands (7.3.6, 7.3.12, 7.3.12a)."""
        hexmap = self.t.hexmap
        waiting = self.waiting_home(s, company)
        if waiting is not None:
            return hex_ == waiting and hexmap.hexes[hex_].color != "white"
        if not lay.exits & self.t.networks.reach(s.board, company).edges.get(hex_, 0):
            return False
        old = hexmap.faces[s.board.faces[hex_]]
        return old.colour == "white" or bool(old.stops) or self.new_track(s.board, company, hex_, lay)

    def new_track(self, board: Board, company: int, hex_: int, lay: Lay) -> bool:
        """True if a route of the company would use track the upgrade adds."""
        key = (board, company)
        found = self._new.get(key)
        if found is None:
            if len(self._new) >= _REMEMBERED:
                del self._new[next(iter(self._new))]
            found = self._new[key] = NewTrack(self.t.hexmap, board, company)
        return found.used(hex_, self.t.hexmap.faces[lay.face])

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every tile, rotation and hex."""
        return list(self.legal(s, frame))

    def legal(self, s: State, frame: OperatingTurn) -> Iterator[Option]:
        """The same one by one, without wording what is wrong with the others."""
        if frame.laid:
            return
        hexmap, board, company = self.t.hexmap, s.board, frame.company
        waiting = self.waiting_home(s, company)
        edges = self.t.networks.reach(board, company).edges if waiting is None else {waiting: _EVERY_SIDE}
        colours, cash = self.colours(s), s.companies[company].cash
        for hex_ in sorted(edges):
            face = board.faces[hex_]
            cost = self.cost(s, hex_)
            if not hexmap.buildable[hex_] or hexmap.next_colour(face) not in colours or cost > cash:
                continue
            old, joined, river = hexmap.faces[face], edges[hex_], hex_ in self._river
            if waiting is not None and old.colour == "white":
                continue
            plain = old.colour != "white" and not old.stops
            for lay, option in self.ready(hex_, face):
                if (
                    lay.exits & joined
                    and (s.supply[lay.tile] or hexmap.unlimited[lay.tile])
                    and not (river and cost + self.border_cost(s, hex_, lay) > cash)
                    and not (plain and not self.new_track(board, company, hex_, lay))
                ):
                    yield option

    def why_not(self, s: State, company: int, hex_: int, lay: Lay, *, connected: bool) -> Illegal | None:
        """The rules that depend on the position."""
        refusal = super().why_not(s, company, hex_, lay, connected=False)
        if refusal or not connected or self.joins(s, company, hex_, lay):
            return refusal
        old = self.t.hexmap.faces[s.board.faces[hex_]]
        facts = {"tile": lay.name, "hex": self.t.hexmap.names[hex_]}
        if old.colour == "white":
            return self.t.no("track.connection", "{tile} on {hex} does not join track the company reaches", **facts)
        if old.stops:
            return self.t.no("track.city", "{hex} is not on a route of the company", **facts)
        return self.t.no("track.plain", "no route of the company would use the new track of {tile} on {hex}", **facts)

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """The lay of the turn."""
        if isinstance(action, LayTile) and action.power:
            raise self.t.no("unknown", "there is no power {power}", power=action.power[:20])
        return super().apply(m, frame, action)

    def lay(self, m: Move, company: int, hex_: int, lay: Lay, cost: int) -> None:
        """The tile, then markers that waited for a slot on it (A7), then the bonus for a connection (7.3.16)."""
        entry = self.t.companies[company]
        hoped = entry.goal is not None and entry.destination is None and not own(m.s).bonus[company]
        before = hoped and self.goals.joined(m.s.board, company)
        super().lay(m, company, hex_, lay, cost)
        for other, holder in enumerate(m.s.companies):
            begun = holder.floated and (holder.operated or other == company)
            if begun and not m.s.board.settled[other] and self.waiting_home(m.s, other) == hex_:
                place_home(m, other)
        if hoped and not before and self.goals.joined(m.s.board, company):
            pay_bonus(m, company, "track.bonus")
