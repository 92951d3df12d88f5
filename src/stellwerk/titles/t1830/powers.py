"""The powers of 1830's privates in a company's turn: Champlain & St. Lawrence, Delaware & Hudson, and ERIE's city."""

from __future__ import annotations

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import LayTile, Pass, PlaceToken
from stellwerk.eighteen.board import FREE, has_token
from stellwerk.eighteen.company_privates import BuyPrivatesAnytime, PrivatesPart
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import CityChoice, OperatingTurn, SpecialToken
from stellwerk.eighteen.hexmap import Lay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import Ability
from stellwerk.eighteen.state import State, company_owner
from stellwerk.eighteen.tokens import free_slots, lift_token, put_token
from stellwerk.eighteen.track import TrackPart


class PowerLays:
    """The special lays of CS and DH: where, which tiles, for whom."""

    def __init__(self, track: TrackPart) -> None:
        """Uses the track rules for everything but the connection."""
        self.track = track
        self.t = track.t

    def hex(self, power: str) -> int:
        """The hex of the power."""
        return self.t.hexmap.index[self.t.privates[self.t.private(power)].hex]

    def open(self, s: State, company: int, power: str) -> bool:
        """True if the company owns the private and its lay can still be made (1830 10.3.2b, 10.3.3c)."""
        hex_ = self.hex(power)
        private = s.privates[self.t.private(power)]
        return (
            private.owner == company_owner(company)
            and not private.used
            and s.board.faces[hex_] == self.t.hexmap.printed[hex_]
        )

    def why_not_open(self, s: State, company: int, power: str) -> Illegal | None:
        """The refusal when the power cannot be used by this company."""
        if self.open(s, company, power):
            return None
        rule = "1830 10.3.2" if power == "CS" else "1830 10.3.3"
        private = s.privates[self.t.private(power)]
        if private.owner == company_owner(company):
            rule = "1830 10.3.2b" if power == "CS" else "1830 10.3.3c"
        return Illegal(rule, "the lay of {power} is not open to the company", power=power)

    def lays(self, s: State, company: int, power: str) -> list[Lay]:
        """Every legal special lay."""
        if not self.open(s, company, power):
            return []
        hex_ = self.hex(power)
        allowed = self.t.privates[self.t.private(power)].tiles
        return [
            lay
            for lay, _ in self.track.ready(hex_, s.board.faces[hex_])
            if lay.name in allowed and self.track.why_not(s, company, hex_, lay, connected=False) is None
        ]

    def options(self, s: State, company: int, power: str) -> list[Option]:
        """The special lays as options."""
        name = self.t.privates[self.t.private(power)].hex
        return [Option(LayTile(name, lay.name, lay.rotation, power)) for lay in self.lays(s, company, power)]

    def lay(self, m: Move, company: int, action: LayTile) -> None:
        """Check and make a special lay."""
        power = action.power
        refusal = self.why_not_open(m.s, company, power)
        if refusal:
            raise refusal
        hex_, lay = self.track.find(m.s, action)
        allowed = self.t.privates[self.t.private(power)]
        rule = "1830 10.3.2" if power == "CS" else "1830 10.3.3"
        if hex_ != self.hex(power):
            raise Illegal(rule, "{power} lays on {hex}", power=power, hex=allowed.hex)
        if lay.name not in allowed.tiles:
            raise Illegal(rule, "{power} lays only {tiles}", power=power, tiles=", ".join(allowed.tiles))
        refusal = self.track.why_not(m.s, company, hex_, lay, connected=False)
        if refusal:
            raise refusal
        m.private(self.t.private(power), used=True)
        self.track.lay(m, company, hex_, lay, self.track.cost(m.s, hex_))


class Track1830(TrackPart):
    """The track step with DH's lay, CS's lay where it belongs here, and the question for ERIE's city."""

    def __init__(self, rules: FamilyRules) -> None:
        """Adds the special lays."""
        super().__init__(rules)
        self.powers = PowerLays(self)
        self.cs_here = self.t.options["cs_timing"] == "track step"
        self.erie = [number for number, entry in enumerate(self.t.companies) if entry.home.city is None]

    def cs_left(self, s: State, frame: OperatingTurn) -> bool:
        """1830 14.8: the extra lay keeps the step open while one of its tiles is left."""
        return self.cs_here and bool(self.powers.lays(s, frame.company, "CS"))

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """Until the lay is made, and the extra lay if it belongs to this step."""
        return not frame.laid or self.cs_left(m.s, frame)

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Normal lays, DH, CS."""
        found = super().options(s, frame)
        if not frame.laid:
            found += self.powers.options(s, frame.company, "DH")
        if self.cs_here:
            found += self.powers.options(s, frame.company, "CS")
        return found

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """A lay."""
        if not isinstance(action, LayTile):
            return False
        if action.power == "DH":
            if frame.laid:
                raise Illegal("1830 10.3.3", "DH's lay is the tile of the turn, which is laid already")
            self.powers.lay(m, frame.company, action)
            m.top(laid=True)
            if m.s.companies[frame.company].tokens < len(self.t.companies[frame.company].tokens):  # 1830 14.9
                m.push(SpecialToken(frame.company, self.t.private("DH")))
            return True
        if action.power == "CS" and self.cs_here:
            self.powers.lay(m, frame.company, action)
            return True
        return super().apply(m, frame, action)

    def lay(self, m: Move, company: int, hex_: int, lay: Lay, cost: int) -> None:
        """1830 7.5a: who lays the first tile on ERIE's home chooses the city of a token that is there already."""
        first = m.s.board.faces[hex_] == self.t.hexmap.printed[hex_]
        super().lay(m, company, hex_, lay, cost)
        for other in self.erie:
            if first and hex_ == self.t.hex(self.t.companies[other].home.hex) and has_token(m.s.board, hex_, other):
                lift_token(m, other, hex_)
                m.push(CityChoice(other, company, hex_, placed=True))


class CsAnytime(Ability):
    """CS's lay at any moment of the turn (`cs_timing`)."""

    name = "cs"
    cite = "track"

    def __init__(self, track: Track1830) -> None:
        """Shares the special lays of the track step."""
        super().__init__(track.rules)
        self.powers = track.powers
        self.active = not track.cs_here

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """The extra lays."""
        return self.powers.options(s, frame.company, "CS") if self.active else []

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """The extra lay."""
        if not isinstance(action, LayTile) or action.power != "CS":
            return False
        if not self.active:
            raise Illegal("1830 10.3.2a", "CS lays only in the track step at this table")
        self.powers.lay(m, frame.company, action)
        return True

    def unused(self, s: State, company: int) -> bool:
        """1830 14.10e: the company owns CS with the lay unused, also if B20 is taken."""
        private = s.privates[self.t.private("CS")]
        return self.active and private.owner == company_owner(company) and not private.used


class Privates1830(PrivatesPart):
    """The last part of the turn: privates, and CS's lay where it may be made at any time."""

    def __init__(self, buying: BuyPrivatesAnytime, cs: CsAnytime) -> None:
        """Looks at both."""
        super().__init__(buying)
        self.cs = cs

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.10e"""
        return self.cs.unused(m.s, frame.company) or super().waits(m, frame)


class SpecialTokenStep(Step[SpecialToken]):
    """DH's free token directly after its lay (1830 10.3.3a)."""

    def decision(self, s: State, frame: SpecialToken) -> Decision:
        """The president of the company that laid."""
        return Decision(s.companies[frame.company].president, "DH", "special_token", "1830 14.9")

    def hex(self, frame: SpecialToken) -> int:
        """The hex of the private."""
        return self.t.hexmap.index[self.t.privates[frame.private].hex]

    def options(self, s: State, frame: SpecialToken) -> list[Option]:
        """The token or a pass."""
        hex_ = self.hex(frame)
        name = self.t.privates[frame.private].hex
        power = self.t.privates[frame.private].id
        found = [
            Option(PlaceToken(name, stop, power))
            for stop, slots in enumerate(s.board.tokens[hex_])
            if FREE in slots and free_slots(self.t, s.board, hex_, stop, frame.company) > 0
        ]
        return [*found, Option(Pass())]

    def apply(self, m: Move, frame: SpecialToken, action: Action) -> None:
        """Place it or decline."""
        power = self.t.privates[frame.private].id
        if isinstance(action, Pass):
            m.pop()
            m.tell("pass", "token", "{company} declines the free token", company=self.t.companies[frame.company].id)
            return
        if not isinstance(action, PlaceToken):
            raise self.unfit(action, frame)
        legal = [option.action for option in self.options(m.s, frame)]
        if action not in legal:
            raise Illegal(
                "1830 10.3.3a",
                "the free token of {power} goes to {hex}",
                power=power,
                hex=self.t.privates[frame.private].hex,
            )
        m.pop()
        m.top(token_placed=True)
        put_token(m, frame.company, self.hex(frame), action.stop)
