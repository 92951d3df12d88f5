"""Tiles of a turn (6.8 to 6.26, 8.8): one tile and one tunnel in either order; the home tile comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import ChooseCity, LayTile
from stellwerk.eighteen.board import FREE, put
from stellwerk.eighteen.checks import LISTED, ActionKind, Check, Checks
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import TileLay
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.tiles import EDGES, edge_names
from stellwerk.eighteen.track import NO_LAY, Laying, Ready, TrackPart

from .home import Homes
from .powers import Powers
from .state import Move1854, State1854, Turn
from .tunnels import LayTunnel, Tunnels, on_board, tunnel_kinds


class Track1854(TrackPart[State1854]):
    """The track step: a home that is due, then a tile and a tunnel."""

    def __init__(self, rules: RoundRules[State1854], homes: Homes) -> None:
        """Home tiles are asked for here; see `home`."""
        super().__init__(rules)
        self.homes = homes
        self.powers = Powers(self.t)
        self.tunnels = Tunnels(self.t, self.powers)
        self.extra_home = self.t.options["ag_home_tile"] == "extra"
        self.acts = {
            LayTile: ActionKind(self.lay_tile, self.why_not_lay),
            LayTunnel: ActionKind(self.lay_tunnel, self.why_not_tunnel),
            ChooseCity: ActionKind(self.choose_home, self.why_not_home),
        }

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """Asked while there is something to do."""
        return next(self.legal(m.s, frame), None) is not None

    def why_not_pass(self, s: State1854, frame: OperatingTurn) -> Illegal | None:
        """A home that can be founded is founded (6.8b, 8.8)."""
        if self.homes.due(s, frame.company):
            name = self.t.companies[frame.company].id
            return self.t.no(self.home_key(frame.company), "{company} must found its home", company=name)
        return None

    def view(self, s: State1854, frame: OperatingTurn) -> dict[str, Any]:
        """What of tile and tunnel is done, and whether the home comes first."""
        assert isinstance(frame, Turn)
        due = self.homes.due(s, frame.company)
        return super().view(s, frame) | {"tunnel_laid": frame.tunnel_laid, "home_due": due}

    # -- costs

    def price(self, s: State1854, company: int, hex_: int, lay: TileLay | None, power: str = "") -> int:
        """What the first tile on a hex costs the company (2.3, 2.4, 6.14)."""
        cost = self.cost(s, hex_)
        if not cost or self.powers.builds_free(s, company, hex_):
            return 0
        found = self.powers.discount(s, company, self.t.hexmap.hexes[hex_].terrain) if power else None
        return max(0, cost - found[1]) if found else cost

    def discount(self, s: State1854, company: int, hex_: int) -> str:
        """The private that can make this lay cheaper, or nothing (2.4)."""
        if not self.price(s, company, hex_, None):
            return ""
        found = self.powers.discount(s, company, self.t.hexmap.hexes[hex_].terrain)
        return self.t.privates[found[0]].id if found else ""

    # -- what is legal

    def lay_checks(self) -> Checks[Laying[State1854]]:
        """The rules that depend on the position."""
        t, names, checks = self.t, self.t.hexmap.names, super().lay_checks()
        return Checks(
            one=checks["one"],
            board=Check(
                lambda c: on_board(t, c.frame.company, c.hex),
                lambda c: t.no("track.board", "{hex} is not on the board the company builds on", hex=names[c.hex]),
                LISTED,
            ),
            phase=checks["phase"]._replace(
                refusal=lambda c: t.no(
                    "track.phase", "there are no {colour:colour} tiles in phase {phase}",
                    colour=c.lay.colour, phase=t.phases[c.s.phase].id,
                )
            ),
            supply=checks["supply"],
            circles=Check(
                lambda c: self.holds(c.s, c.hex, c.lay),
                lambda c: t.no(
                    "track.circles", "a city of {tile} would have more tokens than circles", tile=c.lay.name
                ),
            ),
            reach=checks["reach"],
            discount=Check(
                lambda c: not c.power or c.power == self.discount(c.s, c.frame.company, c.hex),
                lambda c: t.no(
                    "track.discount", "{power} does not make {hex} cheaper now", power=c.power[:20], hex=names[c.hex]
                ),
                LISTED,
            ),
            cost=checks["cost"],
        )  # fmt: skip

    def why_not_joined(self, c: Laying[State1854]) -> Illegal:
        """New tiles and upgrades have each their paragraph (6.15, 6.21)."""
        if self.t.hexmap.faces[c.s.board.faces[c.hex]].colour == "white":
            return super().why_not_joined(c)
        return self.t.no(
            "track.use", "the company could not use {tile} on {hex}", tile=c.lay.name, hex=self.t.hexmap.names[c.hex]
        )

    def legal(self, s: State1854, frame: OperatingTurn) -> Iterator[Option]:
        """Every tile and tunnel; a home that is due comes first."""
        if self.homes.due(s, frame.company):
            yield from self.homes.options(s, frame.company)
            return
        yield from super().legal(s, frame)
        yield from self.tunnels.legal(s, frame)

    def candidates(self, s: State1854, frame: OperatingTurn) -> Iterator[tuple[int, str, Ready]]:
        """Where a private makes a hex cheaper every lay comes twice (2.4)."""
        edges, faces = self.reached(s, frame), s.board.faces
        for hex_, _, lays in super().candidates(s, frame):
            power = self.discount(s, frame.company, hex_) if self.t.hexmap.costs[hex_] else ""
            if not power:
                yield hex_, "", lays
                continue
            cheap = self.joined(hex_, faces[hex_], edges[hex_], power)
            for entry, other in zip(lays, cheap, strict=True):
                yield hex_, "", (entry,)
                yield hex_, power, (other,)

    def each_on(self, hex_: int, face: int) -> Checks[Laying[State1854]]:
        """Circles are counted only where stops become one (6.24a)."""
        rules, faces = super().each_on(hex_, face), self.t.hexmap.faces
        joins = any(faces[lay.face].regroups(faces[face]) for lay, _ in self.ready(hex_, face))
        return rules if joins else rules.but("circles")

    def holds(self, s: State1854, hex_: int, lay: TileLay) -> bool:
        """True if every new city has circles for the tokens of its edges and the homes still to come (6.24a)."""
        hexmap, board = self.t.hexmap, s.board
        new, old = hexmap.faces[lay.face], hexmap.faces[board.faces[hex_]]
        if not new.regroups(old):
            return True
        needed = [0] * len(new.stops)
        for stop, slots in enumerate(board.tokens[hex_]):
            needed[lay.stops[stop]] += len(slots) - slots.count(FREE)
        for company in self.homes.to_come(s, hex_):
            needed[lay.stops[board.homes[company]]] += 1
        return all(stop.kind != "city" or count <= stop.slots for stop, count in zip(new.stops, needed, strict=True))

    def why_no_lay(self, s: State1854, hex_: int, action: LayTile) -> Illegal:
        """Which rule of map and tile forbids a lay that is not in the list."""
        t, hexmap = self.t, self.t.hexmap
        known = action.tile in hexmap.tile_index and 0 <= action.rotation < EDGES
        where = {"hex": action.hex, "tile": action.tile}
        if not known or not hexmap.buildable[hex_]:
            return super().why_no_lay(s, hex_, action)
        old = hexmap.faces[s.board.faces[hex_]]
        new = hexmap.faces[hexmap.face_number(action.tile, action.rotation)]
        if new.colour != hexmap.next_colour(s.board.faces[hex_]):
            key = "track.colour" if old.colour == "white" else "track.phase"
            return self.wrong_colour(key, s, hex_, action)
        if new.label != old.label:
            return t.no("track.label", "the labels of {tile} and {hex} differ", **where)
        if not new.alike(old):
            key = "track.kind" if old.colour == "white" else _kinds_key(old.kinds)
            return t.no(key, "{tile} has other stops than {hex}", **where)
        for edge in edge_names(new.exits & old.tunnel_exits):
            return t.no("track.tunnel", "a tunnel lies at edge {edge} of {hex}", **where, edge=edge)
        wanted = hexmap.hexes[hex_].required_exit
        if wanted is not None and not new.exits >> wanted & 1:
            return t.no("track.marked", "a tile on {hex} needs an exit over edge {edge}", **where, edge=wanted)
        refusal = super().why_no_lay(s, hex_, action)
        if old.kinds == ("town", "town") and new.kinds == ("city",) and refusal.rule == t.cite("track.keep"):
            return t.no("track.double", "{tile} does not have the four exits of {hex}", **where)
        return refusal

    def why_not_lay(self, s: State1854, frame: OperatingTurn, action: LayTile) -> Illegal | None:
        """The home tile while it is due (6.8, 8.8); else the first rule a lay breaks."""
        t, company = self.t, frame.company
        if not self.homes.due(s, company):
            return super().why_not_lay(s, frame, action)
        hex_ = t.hex(action.hex)
        if hex_ not in self.homes.hexes(company):
            key = self.home_key(company)
            return t.no(key, "the tile of this turn goes on the home hex, not on {hex}", hex=action.hex)
        if action.power:
            power = action.power[:20]
            return t.no("track.discount", "{power} does not make {hex} cheaper now", power=power, hex=action.hex)
        lay = self.home_lay(s, company, hex_, action)
        if lay is NO_LAY:
            return self.homes.why_no_lay(s, company, hex_, action) or self.why_no_lay(s, hex_, action)
        return self.checks.only("board", "supply", "circles", "cost").why_not(Laying(s, frame, hex_, lay))

    def home_lay(self, s: State1854, company: int, hex_: int, action: LayTile) -> TileLay:
        """The home tile an action means; NO_LAY if there is none such."""
        lays = self.homes.lays(s, company, hex_)
        return next((lay for lay in lays if (lay.name, lay.rotation) == (action.tile, action.rotation)), NO_LAY)

    def home_key(self, company: int) -> str:
        """The paragraph that asks for the home."""
        return "home.choice" if self.t.companies[company].home_choice else "home.lay"

    def why_not_tunnel(self, s: State1854, frame: OperatingTurn, action: LayTunnel) -> Illegal | None:
        """A tunnel comes after the home."""
        if self.homes.due(s, frame.company):
            return self.t.no(self.home_key(frame.company), "the home comes before a tunnel")
        return self.tunnels.why_not(s, frame, action)

    def why_not_home(self, s: State1854, frame: OperatingTurn, action: ChooseCity) -> Illegal | None:
        """The choice of a home, while one is due (8.8a)."""
        t, company, hex_ = self.t, frame.company, self.t.hex(action.hex)
        if not self.homes.due(s, company):
            return t.no("home.choice", "the company has no home to choose now")
        if hex_ in self.homes.hexes(company) and action.stop in self.homes.circles(s, company, hex_):
            return None
        return t.no("home.full", "{hex} has no circle to choose", hex=action.hex)

    # -- building

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Tiles, tunnels and homes."""
        return type(action) in self.acts

    def lay_tile(self, m: Move1854, frame: OperatingTurn, action: LayTile) -> None:
        """A tile; the home tile comes with its token, and may be extra (6.8, 8.8)."""
        company, due = frame.company, self.homes.due(m.s, frame.company)
        if not due:
            hex_, lay = self.find(m.s, action)
            m.top(laid=True)
            self.build(m, company, hex_, lay, action.power)
            return
        hex_ = self.t.hex(action.hex)
        m.top(laid=not (self.t.companies[company].home_choice and self.extra_home))
        self.build(m, company, hex_, self.home_lay(m.s, company, hex_, action), "")
        self.homes.place(m, company, hex_, self.homes.circles(m.s, company, hex_)[0])

    def lay_tunnel(self, m: Move1854, frame: OperatingTurn, action: LayTunnel) -> None:
        """A tunnel."""
        m.top(tunnel_laid=True)
        self.tunnels.lay(m, frame.company, action)

    def choose_home(self, m: Move1854, frame: OperatingTurn, action: ChooseCity) -> None:
        """The home token on a tile that lies (8.8a)."""
        self.homes.place(m, frame.company, self.t.hex(action.hex), action.stop)

    def build(self, m: Move1854, company: int, hex_: int, lay: TileLay, power: str) -> None:
        """The tile goes down for its price; a discount is used up (2.4)."""
        price, full = self.price(m.s, company, hex_, lay, power), self.cost(m.s, hex_)
        name = self.t.hexmap.names[hex_]
        if power:
            m.private(self.t.private(power), used=True)
            facts = {"private": power, "hex": name, "less": full - price}
            m.tell("discount", "track.discount", "{private} makes {hex} {less:$} cheaper", **facts)
        elif full > price:
            private = self.t.privates[self.powers.free[hex_]].id
            m.tell("discount", "track.free", "the owner of {private} builds on {hex} free", private=private, hex=name)
        self.lay(m, company, hex_, lay, price)


def clear_local_board(m: Move1854) -> None:
    """The last local has merged: tiles and tunnels of its board return to the supply (8.10)."""
    t, s = m.t, m.s
    hexmap, supply = t.hexmap, list(s.supply)
    pieces, kinds = list(s.tunnel_supply), tunnel_kinds(hexmap)
    for hex_, entry in enumerate(hexmap.hexes):
        if entry.board != "local":
            continue
        face = hexmap.faces[s.board.faces[hex_]]
        if face.tile:
            supply[hexmap.tile_index[face.tile]] += 1
        for pair in s.tunnels[hex_]:
            pieces[kinds[pair]] += 1
        s.tunnels = put(s.tunnels, hex_, ())
        s.board = boards.cleared(hexmap, s.board, hex_)
    s.supply, s.tunnel_supply, s.cleared = tuple(supply), tuple(pieces), True
    m.tell("board_cleared", "board.cleared", "the local board is cleared")


def _kinds_key(kinds: tuple[str, ...]) -> str:
    """What an upgrade to other stops breaks."""
    if kinds == ("town", "town"):
        return "track.double"
    return "track.j38" if kinds == ("city", "city") else "track.keep"
