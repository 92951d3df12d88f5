"""Track: new track must extend a route, waiting markers get their slot, TWE's bonus for its connection."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Illegal
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.checks import LISTED, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import TileLay
from stellwerk.eighteen.lines import NewTrack
from stellwerk.eighteen.track import Laying, Ready, TrackPart

from .state import Move18TE, State18TE
from .tokens import Goals, pay_bonus, place_home

_REMEMBERED = 16


class Track18TE(TrackPart[State18TE]):
    """One lay or upgrade a turn."""

    def __init__(self, rules: FamilyRules[State18TE], goals: Goals) -> None:
        """Remembers which upgrades bring a company new track."""
        super().__init__(rules)
        self.goals = goals
        self._new: dict[tuple[Board, int], NewTrack] = {}

    def forget(self) -> None:
        """The last answers."""
        self._new.clear()

    def waits(self, m: Move18TE, frame: OperatingTurn) -> bool:
        """15.4"""
        return next(self.legal(m.s, frame), None) is not None

    def waiting_home(self, s: State18TE, company: int) -> int | None:
        """The home hex of a company whose marker has no slot yet (7.1.2)."""
        return None if s.board.settled[company] else self.t.hexmap.index[self.t.companies[company].home.hex]

    def lay_checks(self) -> Checks[Laying[State18TE]]:
        """On a route of the company, as the kind of tile demands (7.3.6, 7.3.12, 7.3.12a); see 7.1.2 for KPR."""
        t, hexmap = self.t, self.t.hexmap
        checks = super().lay_checks()
        checks["reach"] = checks["reach"]._replace(
            keeps=lambda c: (
                self.waiting_home(c.s, c.frame.company) is not None
                or c.lay.exits & self.reached(c.s, c.frame).get(c.hex, 0)
            )
        )
        waits = Check[Laying[State18TE]](
            lambda c: self.waiting_home(c.s, c.frame.company) in (None, c.hex),
            lambda c: t.no(
                "home.waits", "{company} upgrades only {hex} until its home token has a slot",
                company=t.companies[c.frame.company].id, hex=t.companies[c.frame.company].home.hex,
            ),
            LISTED,
        )  # fmt: skip
        plain = Check[Laying[State18TE]](
            self.extends,
            lambda c: t.no(
                "track.plain", "no route of the company would use the new track of {tile} on {hex}",
                tile=c.lay.name, hex=hexmap.names[c.hex],
            ),
        )  # fmt: skip
        checks.insert("reach", "waits", waits)
        checks.insert("cost", "plain", plain)
        return checks

    def why_not_joined(self, c: Laying[State18TE]) -> Illegal:
        """New track and upgrades of places have each their paragraph."""
        if self.t.hexmap.faces[c.s.board.faces[c.hex]].stops and c.lay.colour != "yellow":
            return self.t.no("track.city", "{hex} is not on a route of the company", hex=self.t.hexmap.names[c.hex])
        return super().why_not_joined(c)

    def each_on(self, hex_: int, face: int) -> Checks[Laying[State18TE]]:
        """Whether a route would use what is new is asked only where plain track lies."""
        rules = super().each_on(hex_, face)
        return rules if self.is_plain(face) else rules.but("plain")

    def is_plain(self, face: int) -> bool:
        """True for track without a stop."""
        lying = self.t.hexmap.faces[face]
        return lying.colour != "white" and not lying.stops

    def extends(self, c: Laying[State18TE]) -> bool:
        """True unless it is an upgrade of plain track of which no route would use what is new."""
        board = c.s.board
        return not self.is_plain(board.faces[c.hex]) or self.new_track(board, c.frame.company, c.hex, c.lay)

    def new_track(self, board: Board, company: int, hex_: int, lay: TileLay) -> bool:
        """True if a route of the company would use track the upgrade adds."""
        key = (board, company)
        found = self._new.get(key)
        if found is None:
            if len(self._new) >= _REMEMBERED:
                del self._new[next(iter(self._new))]
            found = self._new[key] = NewTrack(self.t.hexmap, board, company)
        return found.used(hex_, self.t.hexmap.faces[lay.face])

    def candidates(self, s: State18TE, frame: OperatingTurn) -> Iterator[tuple[int, str, Ready]]:
        """A company whose home token waits has one hex (7.1.2)."""
        home = self.waiting_home(s, frame.company)
        if home is None:
            yield from super().candidates(s, frame)
        elif self.ready(home, s.board.faces[home]):
            yield home, "", self.ready(home, s.board.faces[home])

    def why_not_lay(self, s: State18TE, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """There are no powers."""
        if action.power:
            return self.t.no("unknown", "there is no power {power}", power=action.power[:20])
        return super().why_not_lay(s, frame, action)

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Any lay."""
        return isinstance(action, LayTile)

    def lay(self, m: Move18TE, company: int, hex_: int, lay: TileLay, cost: int, key: str = "track") -> None:
        """The tile, then markers that waited for a slot on it (A7), then the bonus for a connection (7.3.16)."""
        entry = self.t.companies[company]
        hoped = entry.goal is not None and entry.destination is None and not m.s.bonus[company]
        before = hoped and self.goals.joined(m.s.board, company)
        super().lay(m, company, hex_, lay, cost, key)
        for other, holder in enumerate(m.s.companies):
            begun = holder.floated and (holder.operated or other == company)
            if begun and not m.s.board.settled[other] and self.waiting_home(m.s, other) == hex_:
                place_home(m, other)
        if hoped and not before and self.goals.joined(m.s.board, company):
            pay_bonus(m, company, "track.bonus")
