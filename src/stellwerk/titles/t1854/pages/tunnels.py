"""Tunnels as a tool of their own in the track step: hexes and edges that glow, pieces to choose, what each does."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from stellwerk import draw
from stellwerk.core import Illegal
from stellwerk.draw.face import mouths, outline, tunnel
from stellwerk.draw.geometry import num
from stellwerk.eighteen.board import Board, put
from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import art_of, hex_title, piece, preview, rings
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.decisions.track import Lay, Row, Tile, price
from stellwerk.web.pages.lays import Works, run_of

from ..tunnels import LayTunnel, tunnel_kinds

TOOL = "tunnel"
Pair = tuple[int, int]


class Piece(Struct, frozen=True):
    """A kind of tunnel below one hex: the pairs of edges it may join, with or without a power."""

    name: str
    power: str
    pairs: tuple[Pair, ...]
    left: int
    count: int
    cost: int


def offered(at: At) -> dict[str, list[LayTunnel]]:
    """The tunnels the reader may lay now, by hex."""
    found: dict[str, list[LayTunnel]] = {}
    for option in at.options if at.yours else ():
        if isinstance(option.action, LayTunnel):
            found.setdefault(option.action.hex, []).append(option.action)
    return found


def pieces(at: At, actions: list[LayTunnel]) -> list[Piece]:
    """The tunnels of one hex by piece and power."""
    kinds, known = tunnel_kinds(at.t.hexmap), at.t.data.tunnels
    names = list(known.pieces) if known else []
    groups: dict[tuple[int, str], list[LayTunnel]] = {}
    for action in actions:
        groups.setdefault((kinds[action.a, action.b], action.power), []).append(action)
    return [
        Piece(
            names[kind],
            power,
            tuple((action.a, action.b) for action in bores),
            at.view["tunnel_supply"][names[kind]],
            known.pieces[names[kind]].count if known else 0,
            at.game.quote(bores[0]).cost,
        )
        for (kind, power), bores in sorted(groups.items(), key=lambda entry: entry[0])
    ]


def with_tunnel(at: At, hex_: int, pair: Pair) -> Board:
    """The board with one tunnel more."""
    hexmap, board = at.t.hexmap, at.board
    below = tuple(sorted((*hexmap.faces[board.faces[hex_]].tunnels, pair)))
    face = hexmap.tunnelled(hexmap.bare(board.faces[hex_]), below)
    made: Board = structs.replace(board, faces=put(board.faces, hex_, face))
    return made


def edge_words(at: At, pair: Pair) -> str:
    """`W–SE`."""
    return "–".join(at.t.hexmap.data.map.edges[str(edge)] for edge in pair)


def layer(at: At, found: dict[str, list[LayTunnel]]) -> str:
    """Hexes with their edges as a drawing: a ring for each hex, a mouth at each edge a tunnel may have."""
    art, index = art_of(at), at.t.hexmap.index
    numbers = sorted(index[name] for name in found)
    label = at.say("Lay a tunnel below {hex}", hex="{hex}")
    marks = []
    for name, actions in found.items():
        edges = sorted({edge for action in actions for edge in (action.a, action.b)})
        x, y = art.centres[index[name]]
        drawn = mouths(art.layout, edges, "mouthmark")
        marks.append(f'<g data-hex="{name}" class="mouthmarks" transform="translate({num(x)} {num(y)})">{drawn}</g>')
    return piece(rings(at, at.board, numbers, label) + "".join(marks))


def rows(at: At, found: dict[str, list[LayTunnel]]) -> list[Row]:
    """Every hex with tunnels, for the complete list."""
    answer = []
    index = at.t.hexmap.index
    for name in sorted(found, key=lambda entry: index[entry]):
        made = pieces(at, found[name])
        ways = sum(len(entry.pairs) for entry in made)
        cost = min(entry.cost for entry in made)
        answer.append(
            Row(
                hex=name,
                name=at.t.hexmap.hexes[index[name]].name,
                what=at.say("tunnels: {count}", count=len({pair for entry in made for pair in entry.pairs})),
                ways=ways,
                cost=cost,
                tiles=" ".join(dict.fromkeys(entry.name for entry in made)),
                price=price(at, cost),
            )
        )
    return answer


def hex_context(works: Works, name: str) -> dict[str, Any] | None:
    """What the chooser of a hex shows in the tunnel tool; None if no tunnel can be laid there."""
    at = works.at
    actions = offered(at).get(name)
    if not actions:
        return None
    number = at.t.hexmap.index[name]
    made = pieces(at, actions)
    return {
        "hex": name,
        "title": hex_title(at, number),
        "old": "",
        "ways": sum(len(entry.pairs) for entry in made),
        "choices": [_choice(at, number, entry) for entry in made],
        "lays": [_lay(works, number, entry, turn) for entry in made for turn in range(len(entry.pairs))],
        "barred": [],
        "real": True,
        "lent": works.lent,
        "seat": at.actor_seat,
        "tool": TOOL,
    }


def _choice(at: At, number: int, entry: Piece) -> Tile:
    label = at.say("ways: {count}", count=len(entry.pairs))
    return Tile(
        key=_key(entry),
        tile=entry.name,
        power=entry.power,
        rotations=tuple(range(len(entry.pairs))),
        left=entry.left,
        picture=_picture(at, number, entry.pairs[0]),
        label=f"{label}, {entry.power}" if entry.power else label,
    )


def _lay(works: Works, number: int, entry: Piece, turn: int) -> Lay:
    at = works.at
    name, pair = at.t.hexmap.names[number], entry.pairs[turn]
    board = with_tunnel(at, number, pair)
    run, change, new = _facts(works, name, board, pair)
    said = at.say("Tunnel {edges} below {hex}", edges=edge_words(at, pair), hex=name)
    return Lay(
        key=_key(entry),
        tile=entry.name,
        rotation=turn,
        title=f"{said} ({entry.power})" if entry.power else said,
        action=to_json(LayTunnel(name, *pair, entry.power)),
        button=at.say("Lay the tunnel below {hex}", hex=name),
        short=at.say("Lay tunnel"),
        svg=preview(at, board, number),
        picture=_picture(at, number, pair),
        cost=price(at, entry.cost),
        border="",
        left=at.say("{left} of {count}", left=entry.left - 1, count=entry.count),
        run=run,
        gain=change,
        new=new,
    )


def _facts(works: Works, name: str, board: Board, pair: Pair) -> tuple[str, int, str]:
    """The run before and after in words, the gain, what is newly reached."""
    at = works.at
    networks, hexmap = at.t.networks, at.t.hexmap
    old, new = networks.reach(at.board, works.company), networks.reach(board, works.company)
    reached = ", ".join(hexmap.names[hex_] for hex_ in sorted(new.hexes - old.hexes))
    if not works.trains:
        return at.say("no trains"), 0, reached
    before, after = run_of(works), run_of(works, board, ("tunnel", name, pair))
    gain = after.total - before.total
    shown = at.money(after.total)
    words = f"{at.money(before.total)} → {shown}" if gain else at.say("{amount}, the same", amount=shown)
    return words if before.proven and after.proven else f"≈ {words}", gain, reached


def _picture(at: At, number: int, pair: Pair) -> str:
    """The piece on the hex it goes below, small."""
    layout = at.t.hexmap.data.map.layout
    face = at.t.hexmap.faces[at.board.faces[number]]
    body = f'<polygon class="hx c-{face.colour}" points="{outline(layout)}"/>'
    if face.tile:
        body = draw.face_svg(layout, face)
    return (
        '<span class="tpic" aria-hidden="true"><svg class="sw tile" viewBox="-52 -52 104 104" width="104" height="104">'
        f"{body}{tunnel(layout, pair)}</svg></span>"
    )


def _key(entry: Piece) -> str:
    return f"{entry.name}/{entry.power}"


def why_no_tunnel(works: Works, name: str) -> Illegal | None:
    """Why no tunnel can be laid below a hex: the refusal that came nearest to being legal."""
    at = works.at
    if name not in at.t.hexmap.index:
        return None
    order = [at.t.cite(key) for key in ("tunnel.one", "tunnel.piece", "tunnel.place", "tunnel.edge", "tunnel.cross")]
    order += [at.t.cite(key) for key in ("tunnel.connection", "tunnel.supply", "tunnel.cost")]
    found: list[Illegal] = []
    for pair in tunnel_kinds(at.t.hexmap):
        refusal = at.game.why_not(LayTunnel(name, *pair))
        if refusal is None:
            return None
        found.append(refusal)
    return max(found, key=lambda one: order.index(one.rule) if one.rule in order else -1)
