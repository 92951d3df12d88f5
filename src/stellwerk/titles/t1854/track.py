"""Tiles of a turn (6.8 to 6.26, 8.8): one tile and one tunnel in either order; the home tile comes first."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import ChooseCity, LayTile
from stellwerk.eighteen.board import FREE, put
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import Lay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tiles import EDGES, edge_names
from stellwerk.eighteen.track import TrackPart
from stellwerk.titles.t1854.home import Homes
from stellwerk.titles.t1854.powers import Powers
from stellwerk.titles.t1854.state import own
from stellwerk.titles.t1854.tunnels import LayTunnel, Tunnels, on_board, tunnel_kinds


class Track1854(TrackPart):
    """The track step: a home that is due, then a tile and a tunnel."""

    def __init__(self, rules: RoundRules, homes: Homes) -> None:
        """Home tiles are asked for here; see `home`."""
        super().__init__(rules)
        self.homes = homes
        self.powers = Powers(self.t)
        self.tunnels = Tunnels(self.t, self.powers)
        self.extra_home = self.t.options["ag_home_tile"] == "extra"
        self._cheap: dict[Option, Option] = {}

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """Asked while there is something to do."""
        return next(self.legal(m.s, frame), None) is not None

    def may_pass(self, s: State, frame: OperatingTurn) -> Illegal | None:
        """A home that can be founded is founded (6.8b, 8.8)."""
        if self.homes.due(s, frame.company):
            entry = self.t.companies[frame.company]
            key = "home.choice" if entry.home_choice else "home.lay"
            return self.t.no(key, "{company} must found its home", company=entry.id)
        return None

    # -- costs

    def price(self, s: State, company: int, hex_: int, power: str = "") -> int:
        """What the first tile on a hex costs the company (2.3, 2.4, 6.14)."""
        cost = self.cost(s, hex_)
        if not cost or self.powers.builds_free(s, company, hex_):
            return 0
        found = self.powers.discount(s, company, self.t.hexmap.hexes[hex_].terrain) if power else None
        return max(0, cost - found[1]) if found else cost

    def discount(self, s: State, company: int, hex_: int) -> str:
        """The private that can make this lay cheaper, or nothing (2.4)."""
        if not self.price(s, company, hex_):
            return ""
        found = self.powers.discount(s, company, self.t.hexmap.hexes[hex_].terrain)
        return self.t.privates[found[0]].id if found else ""

    # -- what is legal

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every tile, tunnel or home."""
        return list(self.legal(s, frame))

    def legal(self, s: State, frame: OperatingTurn) -> Iterator[Option]:
        """The same one by one."""
        company = frame.company
        if self.homes.due(s, company):
            yield from self.homes.options(s, company)
            return
        if not frame.laid:
            yield from self.tiles(s, company)
        yield from self.tunnels.legal(s, frame)

    def tiles(self, s: State, company: int) -> Iterator[Option]:
        """Every tile the company may lay now."""
        hexmap, board, supply = self.t.hexmap, s.board, s.supply
        edges = self.t.networks.reach(board, company).edges
        colours, cash = self.colours(s), s.companies[company].cash
        for hex_ in sorted(edges):
            face = board.faces[hex_]
            if not hexmap.buildable[hex_] or hexmap.next_colour(face) not in colours:
                continue
            cost, power = self.price(s, company, hex_), self.discount(s, company, hex_)
            cheap = self.price(s, company, hex_, power) if power else cost
            if cheap > cash:
                continue
            joined = edges[hex_]
            for lay, option in self.ready(hex_, face):
                if lay.exits & joined and supply[lay.tile] and self.holds(s, hex_, lay):
                    if cost <= cash:
                        yield option
                    if power:
                        yield self.cheaper(option, power)

    def cheaper(self, option: Option, power: str) -> Option:
        """The same lay with the private that makes it cheaper."""
        found = self._cheap.get(option)
        if found is None:
            action = option.action
            assert isinstance(action, LayTile)
            found = Option(LayTile(action.hex, action.tile, action.rotation, power))
            self._cheap[option] = found
        return found

    def holds(self, s: State, hex_: int, lay: Lay) -> bool:
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

    def why_no_lay(self, s: State, hex_: int, action: LayTile) -> Illegal:
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
            return t.no(key, "{tile} is {new}; {hex} is {old}", **where, new=new.colour, old=old.colour)
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

    def why_not(
        self, s: State, company: int, hex_: int, lay: Lay, *, connected: bool, power: str = ""
    ) -> Illegal | None:
        """The rules that depend on the position."""
        t = self.t
        where = {"hex": t.hexmap.names[hex_], "tile": lay.name}
        if not on_board(t, company, hex_):
            return t.no("track.board", "{hex} is not on the board the company builds on", **where)
        if connected and lay.colour not in self.colours(s):
            phase = t.phases[s.phase].id
            return t.no("track.phase", "there are no {colour} tiles in phase {phase}", colour=lay.colour, phase=phase)
        if not s.supply[lay.tile]:
            return t.no("track.supply", "no tile {tile} is left", tile=lay.name)
        if not self.holds(s, hex_, lay):
            return t.no("track.circles", "a city of {tile} would have more tokens than circles", **where)
        if connected and not lay.exits & t.networks.reach(s.board, company).edges.get(hex_, 0):
            if t.hexmap.faces[s.board.faces[hex_]].colour == "white":
                return t.no("track.connection", "{tile} on {hex} does not join track the company reaches", **where)
            return t.no("track.use", "the company could not use {tile} on {hex}", **where)
        if power and self.discount(s, company, hex_) != power:
            return t.no("track.discount", "{power} does not make {hex} cheaper now", power=power[:20], **where)
        cost, cash = self.price(s, company, hex_, power), s.companies[company].cash
        if cost > cash:
            return t.no(
                "track.cost", "{hex} costs {cost:$}; the treasury has {cash:$}", hex=where["hex"], cost=cost, cash=cash
            )
        return None

    # -- building

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """A tile, a tunnel or the choice of a home."""
        if not isinstance(action, LayTile | LayTunnel | ChooseCity):
            return False
        company = frame.company
        if self.homes.due(m.s, company):
            self.found_home(m, frame, action)
            return True
        if isinstance(action, LayTunnel):
            refusal = self.tunnels.why_not(m.s, frame, action)
            if refusal:
                raise refusal
            m.top(tunnel_laid=True)
            self.tunnels.lay(m, company, action)
            return True
        if isinstance(action, ChooseCity):
            raise self.t.no("home.choice", "the company has no home to choose now")
        if frame.laid:
            raise self.t.no("track.one", "only one tile is laid in a turn")
        hex_, lay = self.find(m.s, action)
        refusal = self.why_not(m.s, company, hex_, lay, connected=True, power=action.power)
        if refusal:
            raise refusal
        m.top(laid=True)
        self.build(m, company, hex_, lay, action.power)
        return True

    def found_home(self, m: Move, frame: OperatingTurn, action: LayTile | LayTunnel | ChooseCity) -> None:
        """The home tile with its token, or the token alone (6.8, 8.8, 8.8a)."""
        t, company = self.t, frame.company
        ag = bool(t.companies[company].home_choice)
        key = "home.choice" if ag else "home.lay"
        if isinstance(action, LayTunnel):
            raise t.no(key, "the home comes before a tunnel")
        if isinstance(action, ChooseCity):
            hex_ = t.hex(action.hex)
            if hex_ not in self.homes.hexes(company) or action.stop not in self.homes.circles(m.s, company, hex_):
                raise t.no("home.full", "{hex} has no circle to choose", hex=action.hex)
            self.homes.place(m, company, hex_, action.stop)
            return
        hex_ = t.hex(action.hex)
        if hex_ not in self.homes.hexes(company):
            raise t.no(key, "the tile of this turn goes on the home hex, not on {hex}", hex=action.hex)
        if action.power:
            raise t.no(
                "track.discount", "{power} does not make {hex} cheaper now", power=action.power[:20], hex=action.hex
            )
        lays = self.homes.lays(m.s, company, hex_)
        lay = next((one for one in lays if (one.name, one.rotation) == (action.tile, action.rotation)), None)
        if lay is None:
            raise self.homes.why_no_lay(m.s, company, hex_, action) or self.why_no_lay(m.s, hex_, action)
        refusal = self.why_not(m.s, company, hex_, lay, connected=False)
        if refusal:
            raise refusal
        m.top(laid=not (ag and self.extra_home))
        self.build(m, company, hex_, lay, "")
        self.homes.place(m, company, hex_, self.homes.circles(m.s, company, hex_)[0])

    def build(self, m: Move, company: int, hex_: int, lay: Lay, power: str) -> None:
        """The tile goes down for its price; a discount is used up (2.4)."""
        price, full = self.price(m.s, company, hex_, power), self.cost(m.s, hex_)
        name = self.t.hexmap.names[hex_]
        if power:
            m.private(self.t.private(power), used=True)
            facts = {"private": power, "hex": name, "less": full - price}
            m.tell("discount", "track.discount", "{private} makes {hex} {less:$} cheaper", **facts)
        elif full > price:
            private = self.t.privates[self.powers.free[hex_]].id
            m.tell("discount", "track.free", "the owner of {private} builds on {hex} free", private=private, hex=name)
        self.lay(m, company, hex_, lay, price)


def clear_local_board(m: Move) -> None:
    """The last local has merged: tiles and tunnels of its board return to the supply (8.10)."""
    t, s = m.t, own(m.s)
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
