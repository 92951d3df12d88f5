"""Tunnels (6.30 to 6.37): a layer of its own below the tiles; for routes and connections they are plain track.

The state keeps them as pairs of edges (6.31); the board's faces know them too, so that whatever walks over the track
meets them without looking anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import KIND, LISTED, Check, Checks
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import HexMap, crosses
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.tiles import EDGES

from .powers import Powers
from .state import Move1854, State1854, Turn

TERRAIN = "tunnel"


class LayTunnel(Action, frozen=True, tag="lay_tunnel"):
    """Lay a tunnel between two edges of a hex, the lower one first; `power` names the private that makes it cheaper."""

    hex: str
    a: int
    b: int
    power: str = ""


class Bore(Struct, frozen=True):
    """A tunnel that fits below a face: its edges, their mask, its piece and the option."""

    pair: tuple[int, int]
    mask: int
    piece: int
    option: Option


class Boring(Struct, frozen=True, gc=False):
    """A company lays a tunnel; `power` names the private that makes it cheaper."""

    s: State1854
    frame: OperatingTurn
    hex: int
    pair: tuple[int, int]
    power: str = ""


class Tunnels:
    """What is legal for tunnels, and laying them."""

    def __init__(self, table: Table, powers: Powers) -> None:
        """Knows the table; what map and tile allow is remembered."""
        data = table.data.tunnels
        assert data is not None
        self.t, self.powers = table, powers
        self.cost_ = data.cost
        self.names = tuple(data.pieces)
        self.per_hex = data.per_hex
        self.pieces = tunnel_kinds(table.hexmap)  # by pair of edges
        self._ready: dict[tuple[int, int], tuple[Bore, ...]] = table.kit.kept(self, "ready")
        self.checks = self.bore_checks()

    # -- what is legal

    def open(self, hex_: int, face: int) -> bool:
        """True if a hex may have tunnels: white without a large city, or dark grey with the symbol (6.32)."""
        hexmap = self.t.hexmap
        ground = hexmap.hexes[hex_].color == "white" or hex_ in hexmap.tunnel_hexes
        return ground and "city" not in hexmap.faces[face].kinds

    def ready(self, hex_: int, face: int) -> tuple[Bore, ...]:
        """Every tunnel that fits below the face, as far as map, tile and other tunnels decide it."""
        key = (hex_, face)
        found = self._ready.get(key)
        if found is None:
            name = self.t.hexmap.names[hex_]
            found = self._ready[key] = tuple(
                Bore(pair, 1 << pair[0] | 1 << pair[1], piece, Option(LayTunnel(name, *pair)))
                for pair, piece in self.pieces.items()
                if self.misfit(hex_, face, pair) is None
            )
        return found

    def misfit(self, hex_: int, face: int, pair: tuple[int, int]) -> Illegal | None:
        """Why a tunnel does not fit there whoever lays it (6.31 to 6.33, 6.35)."""
        t, hexmap = self.t, self.t.hexmap
        name, lying = hexmap.names[hex_], hexmap.faces[face]
        if pair not in self.pieces:
            return t.no("tunnel.piece", "no tunnel piece joins the edges {a} and {b}", a=pair[0], b=pair[1])
        if not self.open(hex_, face):
            return t.no("tunnel.place", "{hex} takes no tunnel", hex=name)
        for edge in pair:
            if lying.exits >> edge & 1:
                return t.no("tunnel.edge", "there is track at edge {edge} of {hex}", edge=edge, hex=name)
            if hexmap.blocked_exit(hex_, edge):
                return t.no("tunnel.edge", "nothing can leave {hex} over edge {edge}", edge=edge, hex=name)
        if len(lying.tunnels) >= self.per_hex:
            return t.no("tunnel.cross", "{hex} has two tunnels already", hex=name)
        if any(crosses(pair, other) for other in lying.tunnels):
            return t.no("tunnel.cross", "the tunnel would meet the other one in {hex}", hex=name)
        return None

    def price(self, s: State1854, company: int, power: str) -> int:
        """What a tunnel costs (2.5, 6.30): never the cost of the hex (6.14a)."""
        found = self.powers.discount(s, company, TERRAIN) if power else None
        return self.cost_ - found[1] if found else self.cost_

    def bore_checks(self) -> Checks[Boring]:
        """The rules of a tunnel (6.11, 6.30 to 6.35)."""
        t, names = self.t, self.t.hexmap.names
        return Checks(
            one=Check(
                lambda c: not (isinstance(c.frame, Turn) and c.frame.tunnel_laid),
                lambda c: t.no("tunnel.one", "only one tunnel is laid in a turn"),
                KIND,
            ),
            edges=Check(
                lambda c: 0 <= c.pair[0] < c.pair[1] < EDGES,
                lambda c: t.no("unknown", "a tunnel joins two edges, the lower one first"),
                LISTED,
            ),
            board=Check(
                lambda c: on_board(t, c.frame.company, c.hex),
                lambda c: t.no("tunnel.board", "{hex} is not on the board the company builds on", hex=names[c.hex]),
                LISTED,
            ),
            fits=Check(
                lambda c: self.misfit(c.hex, c.s.board.faces[c.hex], c.pair) is None,
                lambda c: self.misfit(c.hex, c.s.board.faces[c.hex], c.pair),
                LISTED,
            ),
            supply=Check(
                lambda c: c.s.tunnel_supply[self.pieces[c.pair]],
                lambda c: t.no(
                    "tunnel.supply", "no tunnel piece {piece} is left", piece=self.names[self.pieces[c.pair]]
                ),
            ),
            reach=Check(
                lambda c: (1 << c.pair[0] | 1 << c.pair[1])
                & t.networks.reach(c.s.board, c.frame.company).edges.get(c.hex, 0),
                lambda c: t.no("tunnel.connection", "the tunnel would not join track the company reaches"),
                LISTED,
            ),
            discount=Check(
                lambda c: not c.power or c.power == self.discount(c.s, c.frame.company),
                lambda c: t.no("tunnel.discount", "{power} makes no tunnel cheaper now", power=c.power[:20]),
                LISTED,
            ),
            cost=Check(
                lambda c: self.price(c.s, c.frame.company, c.power) <= c.s.companies[c.frame.company].cash,
                lambda c: t.no(
                    "tunnel.cost", "the tunnel costs {cost:$}; the treasury has {cash:$}",
                    cost=self.price(c.s, c.frame.company, c.power), cash=c.s.companies[c.frame.company].cash,
                ),
                KIND,
            ),
        )  # fmt: skip

    def discount(self, s: State1854, company: int) -> str:
        """The private that makes a tunnel cheaper now, or nothing (2.5)."""
        found = self.powers.discount(s, company, TERRAIN)
        return self.t.privates[found[0]].id if found else ""

    def why_not(self, s: State1854, frame: OperatingTurn, action: LayTunnel) -> Illegal | None:
        """The first rule a tunnel breaks."""
        return self.checks.why_not(Boring(s, frame, self.t.hex(action.hex), (action.a, action.b), action.power))

    def legal(self, s: State1854, frame: OperatingTurn) -> Iterator[Option]:
        """Every tunnel of the turn, with and without a private."""
        supply, left = self.checks["supply"].keeps, dict[int, object]()  # by piece
        once = self.checks.kind
        powers = dict.fromkeys(("", self.discount(s, frame.company)))
        open_ = [power for power in powers if once.allow(Boring(s, frame, 0, (0, 1), power))]
        edges = self.t.networks.reach(s.board, frame.company).edges if open_ else {}
        for hex_ in edges:
            for bore in self.ready(hex_, s.board.faces[hex_]):
                if bore.piece not in left:
                    left[bore.piece] = supply(Boring(s, frame, hex_, bore.pair))
                if bore.mask & edges[hex_] and left[bore.piece]:
                    for power in open_:
                        yield Option(LayTunnel(self.t.hexmap.names[hex_], *bore.pair, power)) if power else bore.option

    # -- laying

    def lay(self, m: Move1854, company: int, action: LayTunnel) -> None:
        """Put the piece down: cost, supply, both layers."""
        t, s = self.t, m.s
        hex_, pair = t.hex(action.hex), (action.a, action.b)
        piece = self.pieces[pair]
        cost = self.price(s, company, action.power)
        m.tell(
            "tunnel",
            "tunnel",
            "{company} lays a tunnel below {hex} from edge {a} to edge {b}",
            company=t.companies[company].id,
            hex=action.hex,
            a=action.a,
            b=action.b,
        )
        key = "tunnel.discount" if action.power else "tunnel.cost"
        m.pay(company_owner(company), BANK, cost, key, "tunnel below {hex}", hex=action.hex)
        if action.power:
            m.private(t.private(action.power), used=True)
        s.tunnel_supply = put(s.tunnel_supply, piece, s.tunnel_supply[piece] - 1)
        below = tuple(sorted((*s.tunnels[hex_], pair)))
        s.tunnels = put(s.tunnels, hex_, below)
        face = t.hexmap.tunnelled(t.hexmap.bare(s.board.faces[hex_]), below)
        s.board = structs.replace(s.board, faces=put(s.board.faces, hex_, face))


def span(pair: tuple[int, int]) -> int:
    """How far apart two edges are: 1 sharp, 2 gentle, 3 straight."""
    apart = abs(pair[0] - pair[1])
    return min(apart, EDGES - apart)


def tunnel_kinds(hexmap: HexMap) -> dict[tuple[int, int], int]:
    """Which piece joins a pair of edges."""
    data = hexmap.data.tunnels
    assert data is not None
    spans = {span(piece.track): number for number, piece in enumerate(data.pieces.values())}
    pairs = [(a, b) for a in range(EDGES) for b in range(a + 1, EDGES)]
    return {pair: spans[span(pair)] for pair in pairs if span(pair) in spans}


def on_board(t: Table, company: int, hex_: int) -> bool:
    """True if a hex lies on the board the company builds on (6.11)."""
    return (t.companies[company].kind == "local") == (t.hexmap.hexes[hex_].board == "local")
