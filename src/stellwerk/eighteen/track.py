"""Track: which tiles a company may lay where, and laying them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic

from msgspec import Struct

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.abilities import of_kind
from stellwerk.eighteen.ability_schema import BlockAbility
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import KIND, LISTED, PIECE, PLACE, ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import TileLay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, S, company_owner, is_player
from stellwerk.eighteen.tiles import EDGES, TILE_COLOURS, edge_names

NO_LAY = TileLay(-1, "", 0, -1, 0, "", ())  # stands for a lay that map and tile do not allow
ANY_LAY = {colour: TileLay(-1, "", 0, -1, 0, colour, ()) for colour in TILE_COLOURS}  # stands for tiles of a colour
Ready = tuple[tuple[TileLay, Option], ...]


class Laying(Struct, Generic[S], frozen=True, gc=False):
    """A company lays a tile; `power` names the private whose lay it is."""

    s: S
    frame: OperatingTurn
    hex: int
    lay: TileLay
    power: str = ""

    @property
    def cash(self) -> int:
        """What the company can pay."""
        return self.s.companies[self.frame.company].cash


class TrackPart(TurnPart[S]):
    """One lay per turn; titles add powers."""

    name = "track"
    cite = "track"
    kinds: tuple[str, ...] = ("",)  # of lays: the powers a LayTile may name; a KIND rule is asked once for each
    told_first: tuple[str, ...] = ("one",)  # rules that a tile breaks whether or not it fits its place

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Keep the options of every lay ready: they are listed at every track step, in every game of the title."""
        super().__init__(rules)
        kit = self.t.kit
        self._ready: dict[tuple[int, int], Ready] = kit.kept(self, "ready")
        self._joined: dict[tuple[int, int, int, str], Ready] = kit.kept(self, "joined")
        self._fitting: dict[tuple[int, int], dict[tuple[str, int], TileLay]] = kit.kept(self, "fitting")
        self._each: dict[tuple[int, int], Checks[Laying[S]]] = {}
        self.blockers: dict[int, list[int]] = {}
        for number, entry in of_kind(self.t, BlockAbility):
            for name in entry.hexes:
                self.blockers.setdefault(self.t.hexmap.index[name], []).append(number)
        self.checks = self.lay_checks()
        self.acts = {LayTile: ActionKind(self.lay_tile, self.why_not_lay)}

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Lays of privates belong to the title."""
        return isinstance(action, LayTile) and not action.power

    def view(self, s: S, frame: OperatingTurn) -> dict[str, Any]:
        """Whether the tile of the turn has been laid."""
        return {"laid": frame.laid}

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """1830 14.8: always asked until the lay is made."""
        return not frame.laid

    # -- what is legal

    def lay_checks(self) -> Checks[Laying[S]]:
        """The rules that depend on the position."""
        t, hexmap = self.t, self.t.hexmap
        checks: Checks[Laying[S]] = Checks(
            one=Check(
                lambda c: not c.frame.laid,
                lambda c: t.no("track.one", "only one tile is laid in a turn"),
                KIND,
            ),
            phase=Check(
                lambda c: c.lay.colour in self.colours(c.s),
                lambda c: t.no(
                    "track.colour",
                    "there are no {colour:colour} tiles in phase {phase}",
                    colour=c.lay.colour,
                    phase=t.phases[c.s.phase].id,
                ),
                KIND,
            ),
            blocked=Check(
                lambda c: not self.blocked(c.s, c.hex),
                self.why_blocked,
                PLACE,
            ),
            supply=Check(
                lambda c: c.s.supply[c.lay.tile] or hexmap.unlimited[c.lay.tile],
                lambda c: t.no("track.supply", "no tile {tile} is left", tile=c.lay.name),
                PIECE,
            ),
            reach=Check(
                lambda c: c.lay.exits & self.reached(c.s, c.frame).get(c.hex, 0),
                self.why_not_joined,
                LISTED,
            ),
            cost=Check(
                lambda c: not hexmap.costs[c.hex] or self.price(c.s, c.frame.company, c.hex, None, c.power) <= c.cash,
                lambda c: t.no(
                    "track.cost",
                    "{hex} costs {cost:$}; the treasury has {cash:$}",
                    hex=hexmap.names[c.hex],
                    cost=self.price(c.s, c.frame.company, c.hex, None, c.power),
                    cash=c.cash,
                ),
                PLACE,
            ),
        )
        if hexmap.border_costs:
            checks["border"] = Check(
                lambda c: self.price(c.s, c.frame.company, c.hex, c.lay, c.power) <= c.cash,
                lambda c: t.no(
                    "track.border",
                    "{hex} costs {cost:$}; the treasury has {cash:$}",
                    hex=hexmap.names[c.hex],
                    cost=self.price(c.s, c.frame.company, c.hex, c.lay, c.power),
                    cash=c.cash,
                ),
            )
        return checks

    def why_not_joined(self, c: Laying[S]) -> Illegal:
        """A lay beside everything the company reaches."""
        return self.t.no(
            "track.connection",
            "{tile} on {hex} does not join track the company reaches",
            tile=c.lay.name,
            hex=self.t.hexmap.names[c.hex],
        )

    def why_blocked(self, c: Laying[S]) -> Illegal:
        """A hex that a private keeps free, with the name of the private."""
        name = self.t.privates[self.blocking(c.s, c.hex)[0]].name
        hex_ = self.t.hexmap.names[c.hex]
        return self.t.no(
            "track.blocked", "{hex} is blocked by {private} while a player owns it", hex=hex_, private=name
        )

    def reached(self, s: S, frame: OperatingTurn) -> Mapping[int, int]:
        """Hexes with the sides over which the company comes in."""
        return self.t.networks.reach(s.board, frame.company).edges

    def blocked(self, s: S, hex_: int) -> bool:
        """True if a private that a player owns keeps the hex free (1830 8.1.9)."""
        return hex_ in self.blockers and bool(self.blocking(s, hex_))

    def blocking(self, s: S, hex_: int) -> list[int]:
        """The privates of players that keep a hex free."""
        return [private for private in self.blockers.get(hex_, ()) if is_player(s.privates[private].owner)]

    def blocked_hexes(self, s: S) -> dict[str, list[str]]:
        """Hexes that are kept free, with the privates that do it."""
        found = {hex_: self.blocking(s, hex_) for hex_ in self.blockers}
        names = self.t.hexmap.names
        return {names[hex_]: [self.t.privates[number].id for number in by] for hex_, by in found.items() if by}

    def colours(self, s: S) -> tuple[str, ...]:
        """Tile colours of the phase."""
        return self.t.phases[s.phase].tiles

    # -- costs

    def cost(self, s: S, hex_: int) -> int:
        """What covering a hex costs now: the printed price, the first time (1830 8.1.8)."""
        hexmap = self.t.hexmap
        if not hexmap.costs[hex_] or hexmap.bare(s.board.faces[hex_]) != hexmap.printed[hex_]:
            return 0
        if hexmap.hexes[hex_].color != "white" and not self.t.choices.printed_yellow_cost:
            return 0
        return hexmap.costs[hex_]

    def border_cost(self, s: S, hex_: int, lay: TileLay) -> int:
        """What a lay pays for the sides over which it joins track (18TE 7.3.9); upgrades only where agreed."""
        hexmap = self.t.hexmap
        faces, old = s.board.faces, hexmap.faces[s.board.faces[hex_]]
        if old.colour != "white" and not self.t.choices.border_cost_on_upgrade:
            return 0
        total = 0
        for edge in edge_names(lay.exits & ~old.exits):
            cost = hexmap.border_costs.get(EDGES * hex_ + edge, 0)
            if cost:
                neighbour, back = divmod(hexmap.entry[EDGES * hex_ + edge], EDGES)
                total += cost if hexmap.faces[faces[neighbour]].exits >> back & 1 else 0
        return total

    def price(self, s: S, company: int, hex_: int, lay: TileLay | None, power: str = "") -> int:
        """What a lay costs the company in all; titles say what their powers make of it."""
        cost = self.cost(s, hex_)
        return cost + self.border_cost(s, hex_, lay) if lay and self.t.hexmap.border_costs else cost

    def price_of(self, s: S, company: int, action: LayTile) -> int:
        """The same for an action, which need not be legal: pages price the lays of companies that are not on turn."""
        hex_ = self.t.hex(action.hex)
        lay = self.fitting(s, hex_, action) if self.t.hexmap.border_costs else NO_LAY
        return self.price(s, company, hex_, None if lay is NO_LAY else lay, action.power)

    # -- options

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Every tile, rotation and hex."""
        return list(self.legal(s, frame))

    def legal(self, s: S, frame: OperatingTurn) -> Iterator[Option]:
        """The same one by one."""
        kind, place, piece, faces = self.checks.kind, self.checks.place, self.checks.piece, s.board.faces
        open_: dict[tuple[str, str], bool] = {}  # by power and colour
        if not any(
            open_.setdefault((power, colour), kind.allow(Laying(s, frame, 0, ANY_LAY[colour], power)))
            for power in self.kinds
            for colour in self.colours(s)
        ):
            return
        left: dict[int, bool] = {}  # by tile
        for hex_, power, lays in self.candidates(s, frame):
            first = lays[0][0]
            key = power, first.colour
            if key not in open_:
                open_[key] = kind.allow(Laying(s, frame, hex_, first, power))
            if not open_[key] or not place.allow(Laying(s, frame, hex_, first, power)):
                continue
            where = hex_, faces[hex_]
            each = self._each.get(where)
            if each is None:
                each = self._each[where] = self.each_on(*where)
            for lay, option in lays:
                fits = left.get(lay.tile)
                if fits is None:
                    fits = left[lay.tile] = piece.allow(Laying(s, frame, hex_, lay, power))
                if fits and (not each or each.allow(Laying(s, frame, hex_, lay, power))):
                    yield option

    def each_on(self, hex_: int, face: int) -> Checks[Laying[S]]:
        """The rules that are asked of each lay on a hex: without those that no lay there can break."""
        dear = any(arc // EDGES == hex_ for arc in self.t.hexmap.border_costs)
        return self.checks.each if dear else self.checks.each.but("border")

    def candidates(self, s: S, frame: OperatingTurn) -> Iterator[tuple[int, str, Ready]]:
        """(hex, power, lays): what joins track the company reaches, as far as map, tile and sides decide it."""
        edges, faces = self.reached(s, frame), s.board.faces
        for hex_ in edges:
            lays = self.joined(hex_, faces[hex_], edges[hex_])
            if lays:
                yield hex_, "", lays

    def ready(self, hex_: int, face: int) -> Ready:
        """Every lay that map and tile allow there, with its option."""
        key = (hex_, face)
        found = self._ready.get(key)
        if found is None:
            name = self.t.hexmap.names[hex_]
            lays = self.t.hexmap.lays(hex_, face)
            found = tuple((lay, Option(LayTile(name, lay.name, lay.rotation))) for lay in lays)
            self._ready[key] = found
        return found

    def joined(self, hex_: int, face: int, edges: int, power: str = "") -> Ready:
        """Those of them that have an exit over one of the sides, perhaps as lays of a private."""
        key = (hex_, face, edges, power)
        found = self._joined.get(key)
        if found is None:
            found = tuple(entry for entry in self.ready(hex_, face) if entry[0].exits & edges)
            if power:
                name = self.t.hexmap.names[hex_]
                found = tuple((lay, Option(LayTile(name, lay.name, lay.rotation, power))) for lay, _ in found)
            self._joined[key] = found
        return found

    # -- refusals

    def find(self, s: S, action: LayTile) -> tuple[int, TileLay]:
        """The hex and the lay an action means, or the refusal that map and tile give."""
        hex_ = self.t.hex(action.hex)
        lay = self.fitting(s, hex_, action)
        if lay is NO_LAY:
            raise self.why_no_lay(s, hex_, action)
        return hex_, lay

    def fitting(self, s: S, hex_: int, action: LayTile) -> TileLay:
        """The lay an action means; NO_LAY if map and tile do not allow it."""
        key = (hex_, s.board.faces[hex_])
        found = self._fitting.get(key)
        if found is None:
            found = self._fitting[key] = {(lay.name, lay.rotation): lay for lay, _ in self.ready(*key)}
        return found.get((action.tile, action.rotation), NO_LAY)

    def why_not_lay(self, s: S, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The first rule a lay breaks: of the turn, of map and tile, of the position."""
        hex_ = self.t.hex(action.hex)
        case = Laying(s, frame, hex_, self.fitting(s, hex_, action), action.power)
        if case.lay is NO_LAY:
            return self.checks.only(*self.told_first).why_not(case) or self.why_no_lay(s, hex_, action)
        return self.checks.why_not(case)

    def wrong_colour(self, key: str, s: S, hex_: int, action: LayTile) -> Illegal:
        """A tile whose colour does not follow on that of its hex."""
        old = self.t.hexmap.faces[s.board.faces[hex_]].colour
        coming = self.t.hexmap.next_colour(s.board.faces[hex_])
        if not any(face.tile and face.colour == coming for face in self.t.hexmap.faces):
            return self.t.no(key, "{hex} is {old:colour} and takes no further tile", hex=action.hex, old=old)
        return self.t.no(
            key,
            "{hex} is {old:colour}: {next:colour} comes next; {tile} is {new:colour}",
            hex=action.hex,
            tile=action.tile,
            old=old,
            new=self.t.hexmap.faces[self.t.hexmap.face_number(action.tile, action.rotation)].colour,
            next=coming,
        )

    def why_no_lay(self, s: S, hex_: int, action: LayTile) -> Illegal:
        """Which rule of map and tile forbids a lay that is not in the list."""
        t, hexmap = self.t, self.t.hexmap
        if action.tile not in hexmap.tile_index:
            return t.no("unknown", "there is no tile {tile}", tile=action.tile[:20])
        if not 0 <= action.rotation < EDGES:
            return t.no("unknown", "there is no rotation {rotation}", rotation=action.rotation)
        where = {"hex": action.hex, "tile": action.tile}
        if not hexmap.buildable[hex_]:
            return t.no("track.colour", "{hex} never takes a tile", hex=action.hex)
        old = hexmap.faces[s.board.faces[hex_]]
        new = hexmap.faces[hexmap.face_number(action.tile, action.rotation)]
        if new.colour != hexmap.next_colour(s.board.faces[hex_]):
            return self.wrong_colour("track.colour", s, hex_, action)
        if not new.alike(old):
            return t.no("track.kind", "{tile} has other stops than {hex}", **where)
        if not hexmap.labels_fit(hex_, s.board.faces[hex_], action.tile):
            return t.no("track.label", "the labels of {tile} and {hex} differ", **where)
        for edge in edge_names(new.exits):
            if hexmap.blocked_exit(hex_, edge):
                return t.no(
                    "track.orientation",
                    "{tile} would lead out of {hex} over edge {edge}, where nothing can go",
                    **where,
                    edge=edge,
                )
        return t.no("track.keep", "{tile} does not keep the old track of {hex}", **where)

    # -- laying

    def lay_tile(self, m: Move[S], frame: OperatingTurn, action: LayTile) -> None:
        """The lay of the turn."""
        hex_, lay = self.find(m.s, action)
        m.top(laid=True)
        self.lay(m, frame.company, hex_, lay, self.price(m.s, frame.company, hex_, lay))

    def lay(self, m: Move[S], company: int, hex_: int, lay: TileLay, cost: int, key: str = "track") -> None:
        """Put the tile down: cost, supply, tokens; `key` names the paragraph that allows it."""
        t, s = self.t, m.s
        name = t.hexmap.names[hex_]
        old = t.hexmap.faces[s.board.faces[hex_]]
        m.tell(
            "tile",
            key,
            "{company} lays {tile} on {hex}, rotation {rotation}",
            company=t.companies[company].id,
            tile=lay.name,
            hex=name,
            rotation=lay.rotation,
        )
        border = self.border_cost(s, hex_, lay) if t.hexmap.border_costs else 0
        m.pay(company_owner(company), BANK, cost - border, "track.cost", "building on {hex}", hex=name)
        m.pay(company_owner(company), BANK, border, "track.border", "building across the border of {hex}", hex=name)
        s.supply = put(s.supply, lay.tile, s.supply[lay.tile] - 1)
        if old.tile:
            number = t.hexmap.tile_index[old.tile]
            s.supply = put(s.supply, number, s.supply[number] + 1)
        s.board = boards.lay(t.hexmap, s.board, hex_, lay)
