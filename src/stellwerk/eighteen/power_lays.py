"""Tiles and tokens that come with a private: `extra_lay` and `free_token` of `[[private.ability]]`."""

from __future__ import annotations

from typing import Generic

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.abilities import key_of, of_kind, of_private
from stellwerk.eighteen.ability_schema import ExtraLayAbility, FreeTokenAbility
from stellwerk.eighteen.actions import LayTile, Pass, PlaceToken
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.company_privates import BuyPrivatesAnytime, PrivatesPart
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import OperatingTurn, SpecialToken
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import Ability
from stellwerk.eighteen.state import Private, S, company_owner
from stellwerk.eighteen.tokens import free_slots, put_token
from stellwerk.eighteen.track import NO_LAY, Laying, TrackPart


class PowerLays(Generic[S]):
    """The lays of privates a company owns: where, which tiles, when. The track rules hold but for the connection."""

    def __init__(self, track: TrackPart[S]) -> None:
        """Read the file."""
        self.track, self.t = track, track.t
        found = of_kind(self.t, ExtraLayAbility)
        self.powers = {self.t.privates[number].id: entry for number, entry in found if entry.when == "turn"}
        self.hexes = {power: self.t.hexmap.index[entry.hex] for power, entry in self.powers.items()}
        self.open: Checks[Laying[S]] = Checks(
            owner=Check(
                lambda c: self.private(c).owner == company_owner(c.frame.company),
                lambda c: self.no(c.power, "{power} does not belong to the company"),
            ),
            used=Check(lambda c: not self.private(c).used and self.empty(c), self.spent),
            normal=Check(
                lambda c: self.powers[c.power].extra or not c.frame.laid,
                lambda c: self.no(c.power, "{power}'s lay is the tile of the turn, which is laid already"),
            ),
            where=Check(
                lambda c: c.hex == self.hexes[c.power],
                lambda c: self.no(c.power, "{power} lays on {hex}", hex=self.powers[c.power].hex),
            ),
        )
        tiles = Check[Laying[S]](
            lambda c: c.lay.name in self.powers[c.power].tiles,
            lambda c: self.no(c.power, "{power} lays only {tiles}", tiles=", ".join(self.powers[c.power].tiles)),
        )
        self.checks = Checks(self.open | {"tiles": tiles} | track.checks.but("one", "reach"))

    def no(self, power: str, template: str, **facts: str) -> Illegal:
        """A refusal with the paragraph of the power."""
        return Illegal(self.t.rule(self.powers[power].rule), template, power=power, **facts)

    def spent(self, c: Laying[S]) -> Illegal:
        """The power has been used, or nobody can use it any more."""
        power = self.powers[c.power]
        if self.private(c).used:
            return self.no(c.power, "the lay of {power} has been made")
        return Illegal(
            self.t.rule(power.spent or power.rule),
            "a tile lies on {hex} already: the lay of {power} has lapsed",
            power=c.power,
            hex=power.hex,
        )

    def anytime(self, power: str) -> bool:
        """True for a lay that is open in the whole turn, not only in its track step."""
        return self.powers[power].extra and self.t.choices.extra_lays_anytime

    def private(self, c: Laying[S]) -> Private:
        """The private whose lay it is."""
        return c.s.privates[self.t.private(c.power)]

    def empty(self, c: Laying[S]) -> bool:
        """True if nothing has been laid on the hex of the power (1830 10.3.2b, 10.3.3c)."""
        hex_ = self.hexes[c.power]
        return c.s.board.faces[hex_] == self.t.hexmap.printed[hex_]

    def options(self, s: S, frame: OperatingTurn, power: str) -> list[Option]:
        """Every special lay."""
        hex_ = self.hexes[power]
        if not self.open.allow(Laying(s, frame, hex_, NO_LAY, power)):
            return []
        return [
            Option(LayTile(self.t.hexmap.names[hex_], lay.name, lay.rotation, power))
            for lay, _ in self.track.ready(hex_, s.board.faces[hex_])
            if self.checks.allow(Laying(s, frame, hex_, lay, power))
        ]

    def why_not(self, s: S, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The first rule a special lay breaks."""
        hex_ = self.t.hex(action.hex)
        case = Laying(s, frame, hex_, self.track.fitting(s, hex_, action), action.power)
        if case.lay is NO_LAY:
            return self.open.why_not(case) or self.track.why_no_lay(s, hex_, action)
        return self.checks.why_not(case)

    def lay(self, m: Move[S], frame: OperatingTurn, action: LayTile) -> None:
        """Make a special lay."""
        private = self.t.private(action.power)
        m.private(private, used=True)
        hex_, lay = self.track.find(m.s, action)
        price = self.track.price(m.s, frame.company, hex_, lay, action.power)
        self.track.lay(m, frame.company, hex_, lay, price, key_of(self.t, private, self.powers[action.power], "track"))


class PowerTrackPart(TrackPart[S]):
    """The track step with the lays of privates that belong there."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Adds the special lays: those that are the tile of the turn first."""
        super().__init__(rules)
        self.powers = PowerLays(self)
        known = sorted(self.powers.powers, key=lambda power: self.powers.powers[power].extra)
        self.here = [power for power in known if not self.powers.anytime(power)]

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Also the lays that belong here."""
        return isinstance(action, LayTile) and (not action.power or action.power in self.here)

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """Until the lay is made; extra lays keep the step open while there is one (1830 14.8)."""
        extra = [power for power in self.here if self.powers.powers[power].extra]
        return not frame.laid or any(self.powers.options(m.s, frame, power) for power in extra)

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Normal lays, and those of privates."""
        return super().options(s, frame) + [
            option for power in self.here for option in self.powers.options(s, frame, power)
        ]

    def why_not_lay(self, s: S, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The first rule a lay breaks."""
        return self.powers.why_not(s, frame, action) if action.power else super().why_not_lay(s, frame, action)

    def lay_tile(self, m: Move[S], frame: OperatingTurn, action: LayTile) -> None:
        """A lay; one that is the tile of the turn may bring a token (1830 10.3.3, 14.9)."""
        if not action.power:
            super().lay_tile(m, frame, action)
            return
        self.powers.lay(m, frame, action)
        if not self.powers.powers[action.power].extra:
            m.top(laid=True)
        private, company = self.t.private(action.power), frame.company
        left = m.s.companies[company].tokens < len(self.t.companies[company].tokens)
        if of_private(self.t, private, FreeTokenAbility) and left:
            m.push(SpecialToken(company, private))


class ExtraLaysAnytime(Ability[S]):
    """Extra lays at any moment of the turn, at tables that play so."""

    name = "extra_lay"
    cite = "track"

    def __init__(self, track: PowerTrackPart[S]) -> None:
        """Shares the special lays of the track step."""
        super().__init__(track.rules)
        self.powers = track.powers
        self.extra = [power for power, entry in self.powers.powers.items() if entry.extra]
        self.open = [power for power in self.extra if self.powers.anytime(power)]
        self.acts = {LayTile: ActionKind(self.powers.lay, self.why_not_extra)}

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """An extra lay; where it belongs to the track step, only to say so."""
        return isinstance(action, LayTile) and action.power in self.extra

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """The extra lays."""
        return [option for power in self.open for option in self.powers.options(s, frame, power)]

    def why_not_extra(self, s: S, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The extra lay."""
        refusal = self.powers.why_not(s, frame, action)
        if refusal is None and action.power not in self.open:
            return self.t.no("lay.step", "{power} lays only in the track step at this table", power=action.power)
        return refusal

    def unused(self, s: S, company: int) -> bool:
        """1830 14.10e: the company owns the private with the lay unused, also if its hex is taken."""
        mine = [s.privates[self.t.private(power)] for power in self.open]
        return any(private.owner == company_owner(company) and not private.used for private in mine)


class PowersPart(PrivatesPart[S]):
    """The last part of the turn: privates, and extra lays that may be made at any time."""

    def __init__(self, buying: BuyPrivatesAnytime[S], lays: ExtraLaysAnytime[S]) -> None:
        """Looks at both."""
        super().__init__(buying)
        self.lays = lays

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """1830 14.10e"""
        return self.lays.unused(m.s, frame.company) or super().waits(m, frame)


class SpecialTokenStep(Step[SpecialToken, S]):
    """A private's free token directly after its lay (1830 10.3.3a)."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """The token, or none."""
        super().__init__(rules)
        self.acts = {PlaceToken: ActionKind(self.place, self.why_not_place), Pass: ActionKind(self.decline)}

    def ability(self, frame: SpecialToken) -> FreeTokenAbility:
        """What the file says of the token."""
        return of_private(self.t, frame.private, FreeTokenAbility)[0]

    def decision(self, s: S, frame: SpecialToken) -> Decision:
        """The president of the company that laid."""
        power = self.t.privates[frame.private].id
        return Decision(s.companies[frame.company].president, power, "special_token", self.t.cite("token.question"))

    def options(self, s: S, frame: SpecialToken) -> list[Option]:
        """The token or a pass."""
        name = self.ability(frame).hex
        hex_, power = self.t.hexmap.index[name], self.t.privates[frame.private].id
        found = [
            Option(PlaceToken(name, stop, power))
            for stop, slots in enumerate(s.board.tokens[hex_])
            if FREE in slots and free_slots(self.t, s.board, hex_, stop, frame.company) > 0
        ]
        return [*found, Option(Pass())]

    def decline(self, m: Move[S], frame: SpecialToken, action: Pass) -> None:
        """No token."""
        m.pop()
        m.tell("pass", "token", "{company} declines the free token", company=self.t.companies[frame.company].id)

    def why_not_place(self, s: S, frame: SpecialToken, action: PlaceToken) -> Illegal | None:
        """It goes into a city of the hex."""
        if any(option.action == action for option in self.options(s, frame)):
            return None
        entry, power = self.ability(frame), self.t.privates[frame.private].id
        rule = self.t.cite(key_of(self.t, frame.private, entry, "token"))
        return Illegal(rule, "the free token of {power} goes to {hex}", power=power, hex=entry.hex)

    def place(self, m: Move[S], frame: SpecialToken, action: PlaceToken) -> None:
        """The token."""
        m.pop()
        m.top(token_placed=True)
        key = key_of(self.t, frame.private, self.ability(frame), "token")
        put_token(m, frame.company, self.t.hexmap.index[action.hex], action.stop, key)
