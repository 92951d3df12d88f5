"""The powers of 1830's privates in a company's turn: Champlain & St. Lawrence, Delaware & Hudson, and ERIE's city."""

from __future__ import annotations

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import LayTile, Pass, PlaceToken
from stellwerk.eighteen.board import FREE, has_token
from stellwerk.eighteen.checks import Act, Check, Checks
from stellwerk.eighteen.company_privates import BuyPrivatesAnytime, PrivatesPart
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import CityChoice, OperatingTurn, SpecialToken
from stellwerk.eighteen.hexmap import Lay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import Ability
from stellwerk.eighteen.state import Private, State, company_owner
from stellwerk.eighteen.tokens import free_slots, lift_token, put_token
from stellwerk.eighteen.track import NO_LAY, Laying, TrackPart

RULES = {"CS": "10.3.2", "DH": "10.3.3"}
GONE = {"CS": "10.3.2b", "DH": "10.3.3c"}
KEYS = {"CS": "lay.CS", "DH": "lay.DH"}


class PowerLays:
    """The special lays of CS and DH: where, which tiles, for whom."""

    def __init__(self, track: TrackPart) -> None:
        """The track rules hold but for the connection."""
        self.track, self.t = track, track.t
        privates = {power: self.t.privates[self.t.private(power)] for power in RULES}
        self.hexes = {power: self.t.hexmap.index[entry.hex] for power, entry in privates.items()}
        self.open: Checks[Laying] = Checks(
            owner=Check(
                lambda c: self.private(c).owner == company_owner(c.frame.company),
                lambda c: Illegal(
                    self.t.rule(RULES[c.power]), "the lay of {power} is not open to the company", power=c.power
                ),
            ),
            used=Check(
                lambda c: not self.private(c).used and self.empty(c),
                lambda c: Illegal(
                    self.t.rule(GONE[c.power]), "the lay of {power} is not open to the company", power=c.power
                ),
            ),
            normal=Check(
                lambda c: c.power != "DH" or not c.frame.laid,
                lambda c: Illegal(self.t.rule(RULES["DH"]), "DH's lay is the tile of the turn, which is laid already"),
            ),
            where=Check(
                lambda c: c.hex == self.hexes[c.power],
                lambda c: Illegal(
                    self.t.rule(RULES[c.power]), "{power} lays on {hex}", power=c.power, hex=privates[c.power].hex
                ),
            ),
        )
        tiles = Check[Laying](
            lambda c: c.lay.name in privates[c.power].tiles,
            lambda c: Illegal(
                self.t.rule(RULES[c.power]),
                "{power} lays only {tiles}",
                power=c.power,
                tiles=", ".join(privates[c.power].tiles),
            ),
        )
        self.checks = Checks(self.open | {"tiles": tiles} | track.checks.but("one", "reach"))

    def private(self, c: Laying) -> Private:
        """The private whose lay it is."""
        return c.s.privates[self.t.private(c.power)]

    def empty(self, c: Laying) -> bool:
        """True if nothing has been laid on the hex of the power (1830 10.3.2b, 10.3.3c)."""
        hex_ = self.hexes[c.power]
        return c.s.board.faces[hex_] == self.t.hexmap.printed[hex_]

    def options(self, s: State, frame: OperatingTurn, power: str) -> list[Option]:
        """Every special lay."""
        hex_ = self.hexes[power]
        if not self.open.allow(Laying(s, frame, hex_, NO_LAY, power)):
            return []
        return [
            Option(LayTile(self.t.hexmap.names[hex_], lay.name, lay.rotation, power))
            for lay, _ in self.track.ready(hex_, s.board.faces[hex_])
            if self.checks.allow(Laying(s, frame, hex_, lay, power))
        ]

    def why_not(self, s: State, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The first rule a special lay breaks."""
        hex_ = self.t.hex(action.hex)
        case = Laying(s, frame, hex_, self.track.fitting(s, hex_, action), action.power)
        if case.lay is NO_LAY:
            return self.open.why_not(case) or self.track.why_no_lay(s, hex_, action)
        return self.checks.why_not(case)

    def lay(self, m: Move, frame: OperatingTurn, action: LayTile) -> None:
        """Make a special lay."""
        m.private(self.t.private(action.power), used=True)
        hex_, lay = self.track.find(m.s, action)
        price = self.track.price(m.s, frame.company, hex_, lay, action.power)
        self.track.lay(m, frame.company, hex_, lay, price, KEYS[action.power])


class Track1830(TrackPart):
    """The track step with DH's lay, CS's lay where it belongs here, and the question for ERIE's city."""

    def __init__(self, rules: FamilyRules) -> None:
        """Adds the special lays."""
        super().__init__(rules)
        self.powers = PowerLays(self)
        self.cs_here = self.t.options["cs_timing"] == "track step"
        if not self.t.options["dh_hex_blocked"]:  # 1830 10.3.3c
            del self.blockers[self.powers.hexes["DH"]]
        self.erie = [number for number, entry in enumerate(self.t.companies) if entry.home.city is None]

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Also the lays of DH, and of CS where it belongs here."""
        powers = ("", "DH", "CS") if self.cs_here else ("", "DH")
        return isinstance(action, LayTile) and action.power in powers

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.8: until the lay is made; CS's extra lay keeps the step open while one of its tiles is left."""
        return not frame.laid or (self.cs_here and bool(self.powers.options(m.s, frame, "CS")))

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Normal lays, DH, CS."""
        found = super().options(s, frame) + self.powers.options(s, frame, "DH")
        return found + self.powers.options(s, frame, "CS") if self.cs_here else found

    def why_not_lay(self, s: State, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The first rule a lay breaks."""
        return self.powers.why_not(s, frame, action) if action.power else super().why_not_lay(s, frame, action)

    def lay_tile(self, m: Move, frame: OperatingTurn, action: LayTile) -> None:
        """A lay; DH's is the lay of the turn and brings a token (1830 10.3.3, 14.9)."""
        if not action.power:
            super().lay_tile(m, frame, action)
            return
        self.powers.lay(m, frame, action)
        if action.power == "DH":
            m.top(laid=True)
            if m.s.companies[frame.company].tokens < len(self.t.companies[frame.company].tokens):
                m.push(SpecialToken(frame.company, self.t.private("DH")))

    def lay(self, m: Move, company: int, hex_: int, lay: Lay, cost: int, key: str = "track") -> None:
        """1830 7.5a: who lays the first tile on ERIE's home chooses the city of a token that is there already."""
        first = m.s.board.faces[hex_] == self.t.hexmap.printed[hex_]
        super().lay(m, company, hex_, lay, cost, key)
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
        self.acts = {LayTile: Act(self.powers.lay, self.why_not_cs)}

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """CS's lay; where it belongs to the track step, only to say so."""
        return isinstance(action, LayTile) and action.power == "CS"

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """The extra lays."""
        return self.powers.options(s, frame, "CS") if self.active else []

    def why_not_cs(self, s: State, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The extra lay."""
        refusal = self.powers.why_not(s, frame, action)
        if refusal is None and not self.active:
            return Illegal(self.t.rule("10.3.2a"), "CS lays only in the track step at this table")
        return refusal

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

    def __init__(self, rules: FamilyRules) -> None:
        """The token, or none."""
        super().__init__(rules)
        self.acts = {PlaceToken: Act(self.place, self.why_not_place), Pass: Act(self.decline)}

    def decision(self, s: State, frame: SpecialToken) -> Decision:
        """The president of the company that laid."""
        return Decision(s.companies[frame.company].president, "DH", "special_token", self.t.rule("14.9"))

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

    def decline(self, m: Move, frame: SpecialToken, action: Pass) -> None:
        """No token."""
        m.pop()
        m.tell("pass", "token", "{company} declines the free token", company=self.t.companies[frame.company].id)

    def why_not_place(self, s: State, frame: SpecialToken, action: PlaceToken) -> Illegal | None:
        """It goes into a city of the hex."""
        if any(option.action == action for option in self.options(s, frame)):
            return None
        entry = self.t.privates[frame.private]
        return Illegal(self.t.rule("10.3.3a"), "the free token of {power} goes to {hex}", power=entry.id, hex=entry.hex)

    def place(self, m: Move, frame: SpecialToken, action: PlaceToken) -> None:
        """The token."""
        m.pop()
        m.top(token_placed=True)
        put_token(m, frame.company, self.hex(frame), action.stop, "token.DH")
