"""What 1830 adds to the powers of its privates: when MH is exchanged, DH's hex, and ERIE's city."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.board import has_token
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.exchanges import Exchanges
from stellwerk.eighteen.frames import CityChoice, OperatingTurn, StockTurn
from stellwerk.eighteen.hexmap import TileLay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.power_lays import PowerTrackPart
from stellwerk.eighteen.state import NOBODY, State
from stellwerk.eighteen.tokens import lift_token


class Track1830(PowerTrackPart):
    """The track step with the question for ERIE's city."""

    def __init__(self, rules: FamilyRules) -> None:
        """Who has no fixed city at home."""
        super().__init__(rules)
        if not self.t.options["dh_hex_blocked"]:  # 1830 10.3.3c
            del self.blockers[self.powers.hexes["DH"]]
        self.erie = [number for number, entry in enumerate(self.t.companies) if entry.home.city is None]

    def lay(self, m: Move, company: int, hex_: int, lay: TileLay, cost: int, key: str = "track") -> None:
        """1830 7.5a: who lays the first tile on ERIE's home chooses the city of a token that is there already."""
        first = m.s.board.faces[hex_] == self.t.hexmap.printed[hex_]
        super().lay(m, company, hex_, lay, cost, key)
        for other in self.erie:
            if first and hex_ == self.t.hex(self.t.companies[other].home.hex) and has_token(m.s.board, hex_, other):
                lift_token(m, other, hex_)
                m.push(CityChoice(other, company, hex_, placed=True))


class Exchanges1830(Exchanges):
    """The exchange of Mohawk & Hudson."""

    def why_not_now(self, s: State, private: int) -> Illegal | None:
        """In its owner's turn, or between two turns where the table plays so (1830 10.3.4a, 14.12)."""
        refusal = super().why_not_now(s, private)
        if refusal or self.t.options["mh_timing"] != "between turns" or self.on_turn(s) == s.privates[private].owner:
            return refusal
        top = s.frames[-1]
        fresh = (
            not top.touched
            if isinstance(top, StockTurn | OperatingTurn)
            else isinstance(top, CityChoice) and not top.placed  # the first question of ERIE's first turn
        )
        if fresh:
            return None
        return self.no(private, "{private} is exchanged in its owner's turn or between two turns", "exchange.time")

    def on_turn(self, s: State) -> int:
        """Whose turn it is, whatever is asked in it: the player, or the president of the company that operates."""
        for frame in reversed(s.frames):
            if isinstance(frame, StockTurn):
                return frame.seat
            if isinstance(frame, OperatingTurn):
                return s.companies[frame.company].president
        return NOBODY
