"""Track: which tiles a company may lay where, and laying them."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import put
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import Lay
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, State, company_owner, is_player
from stellwerk.eighteen.tiles import EDGES, edge_names


class TrackPart(TurnPart):
    """One lay per turn; titles add powers."""

    name = "track"
    cite = "track"

    def __init__(self, rules: FamilyRules) -> None:
        """Keep the options of every lay ready: they are listed at every track step."""
        super().__init__(rules)
        self._ready: dict[tuple[int, int], tuple[tuple[Lay, Option], ...]] = {}

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.8: always asked until the lay is made."""
        return not frame.laid

    # -- what is legal

    def ready(self, hex_: int, face: int) -> tuple[tuple[Lay, Option], ...]:
        """Every lay that map and tile allow there, with its option."""
        key = (hex_, face)
        found = self._ready.get(key)
        if found is None:
            name = self.t.hexmap.names[hex_]
            lays = self.t.hexmap.lays(hex_, face)
            found = tuple((lay, Option(LayTile(name, lay.name, lay.rotation))) for lay in lays)
            self._ready[key] = found
        return found

    def blocked(self, s: State) -> frozenset[int]:
        """Hexes kept free by privates players own (1830 8.1.9)."""
        index = self.t.hexmap.index
        return frozenset(
            index[name]
            for number, private in enumerate(s.privates)
            if is_player(private.owner) and not private.closed
            for name in self.t.privates[number].blocks
        )

    def cost(self, s: State, hex_: int) -> int:
        """What covering a hex costs now: the printed price, the first time (1830 8.1.8)."""
        hexmap = self.t.hexmap
        if hexmap.bare(s.board.faces[hex_]) != hexmap.printed[hex_]:
            return 0
        if hexmap.hexes[hex_].color != "white" and not self.t.choices.printed_yellow_cost:
            return 0
        return hexmap.costs[hex_]

    def border_cost(self, s: State, hex_: int, lay: Lay) -> int:
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

    def lay_cost(self, s: State, hex_: int, lay: Lay) -> int:
        """What a lay costs in all."""
        cost = self.cost(s, hex_)
        return cost + self.border_cost(s, hex_, lay) if self.t.hexmap.border_costs else cost

    def colours(self, s: State) -> tuple[str, ...]:
        """Tile colours of the phase."""
        return self.t.phases[s.phase].tiles

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every tile, rotation and hex."""
        if frame.laid:
            return []
        hexmap, board, supply = self.t.hexmap, s.board, s.supply
        reach = self.t.networks.reach(board, frame.company)
        colours, blocked = self.colours(s), self.blocked(s)
        cash, dear = s.companies[frame.company].cash, bool(hexmap.border_costs)
        found: list[Option] = []
        for hex_ in sorted(reach.edges):
            if not hexmap.buildable[hex_] or hex_ in blocked:
                continue
            face = board.faces[hex_]
            if hexmap.next_colour(face) not in colours or self.cost(s, hex_) > cash:
                continue
            edges = reach.edges[hex_]
            found += [
                option
                for lay, option in self.ready(hex_, face)
                if lay.exits & edges
                and (supply[lay.tile] or hexmap.unlimited[lay.tile])
                and (not dear or self.lay_cost(s, hex_, lay) <= cash)
            ]
        return found

    def find(self, s: State, action: LayTile) -> tuple[int, Lay]:
        """The hex and the lay an action means, or the refusal that map and tile give."""
        hex_ = self.t.hex(action.hex)
        for lay, _ in self.ready(hex_, s.board.faces[hex_]):
            if lay.name == action.tile and lay.rotation == action.rotation:
                return hex_, lay
        raise self.why_no_lay(s, hex_, action)

    def why_no_lay(self, s: State, hex_: int, action: LayTile) -> Illegal:
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
            return t.no("track.colour", "{tile} is {new}; {hex} is {old}", **where, new=new.colour, old=old.colour)
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

    def why_not(self, s: State, company: int, hex_: int, lay: Lay, *, connected: bool) -> Illegal | None:
        """The rules that depend on the position; `connected` = the lay must join the company's track."""
        t = self.t
        name = t.hexmap.names[hex_]
        if lay.colour not in self.colours(s):
            return t.no(
                "track.colour",
                "there are no {colour} tiles in phase {phase}",
                colour=lay.colour,
                phase=t.phases[s.phase].id,
            )
        if hex_ in self.blocked(s):
            return t.no("track.blocked", "{hex} is blocked by a private a player owns", hex=name)
        if not s.supply[lay.tile] and not t.hexmap.unlimited[lay.tile]:
            return t.no("track.supply", "no tile {tile} is left", tile=lay.name)
        if connected and not lay.exits & t.networks.reach(s.board, company).edges.get(hex_, 0):
            return t.no(
                "track.connection", "{tile} on {hex} does not join track the company reaches", tile=lay.name, hex=name
            )
        cost = self.lay_cost(s, hex_, lay)
        if cost > s.companies[company].cash:
            return t.no(
                "track.border" if cost > self.cost(s, hex_) else "track.cost",
                "{hex} costs {cost:$}; the treasury has {cash:$}",
                hex=name,
                cost=cost,
                cash=s.companies[company].cash,
            )
        return None

    # -- laying

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """The lay of the turn."""
        if not isinstance(action, LayTile) or action.power:
            return False
        if frame.laid:
            raise self.t.no("track.one", "only one tile is laid in a turn")
        hex_, lay = self.find(m.s, action)
        refusal = self.why_not(m.s, frame.company, hex_, lay, connected=True)
        if refusal:
            raise refusal
        m.top(laid=True)
        self.lay(m, frame.company, hex_, lay, self.lay_cost(m.s, hex_, lay))
        return True

    def lay(self, m: Move, company: int, hex_: int, lay: Lay, cost: int) -> None:
        """Put the tile down: cost, supply, tokens."""
        t, s = self.t, m.s
        name = t.hexmap.names[hex_]
        old = t.hexmap.faces[s.board.faces[hex_]]
        m.tell(
            "tile",
            "track",
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
