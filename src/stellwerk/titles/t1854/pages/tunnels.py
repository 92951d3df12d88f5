"""Tunnels as a tool of their own in the track step: hexes and edges that glow, pieces to choose, what each does."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from stellwerk import draw
from stellwerk.core import Illegal
from stellwerk.draw.geometry import num
from stellwerk.draw.glyphs import mouths, outline, tunnel
from stellwerk.eighteen.board import Board, put
from stellwerk.web.pages.board_art import art_of, hex_title, piece, preview, rings
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.decisions.track import HexRow, LayChoice, TileChoice, price
from stellwerk.web.pages.lays import CompanyLays, run_of
from stellwerk.web.pages.table_page import TablePage

from ..tunnels import LayTunnel, tunnel_kinds

TOOL = "tunnel"
Pair = tuple[int, int]


class TunnelKind(Struct, frozen=True):
    """A kind of tunnel below one hex: the pairs of edges it may join, with or without a power."""

    name: str
    power: str
    pairs: tuple[Pair, ...]
    left: int
    count: int
    cost: int


def offered(page: TablePage) -> dict[str, list[LayTunnel]]:
    """The tunnels the reader may lay now, by hex."""
    found: dict[str, list[LayTunnel]] = {}
    for option in page.options if page.yours else ():
        if isinstance(option.action, LayTunnel):
            found.setdefault(option.action.hex, []).append(option.action)
    return found


def pieces(page: TablePage, actions: list[LayTunnel]) -> list[TunnelKind]:
    """The tunnels of one hex by piece and power."""
    kinds, known = tunnel_kinds(page.t.hexmap), page.t.data.tunnels
    names = list(known.pieces) if known else []
    groups: dict[tuple[int, str], list[LayTunnel]] = {}
    for action in actions:
        groups.setdefault((kinds[action.a, action.b], action.power), []).append(action)
    return [
        TunnelKind(
            names[kind],
            power,
            tuple((action.a, action.b) for action in bores),
            page.view["tunnel_supply"][names[kind]],
            known.pieces[names[kind]].count if known else 0,
            page.game.quote(bores[0]).cost,
        )
        for (kind, power), bores in sorted(groups.items(), key=lambda entry: entry[0])
    ]


def with_tunnel(page: TablePage, hex_: int, pair: Pair) -> Board:
    """The board with one tunnel more."""
    hexmap, board = page.t.hexmap, page.board
    below = tuple(sorted((*hexmap.faces[board.faces[hex_]].tunnels, pair)))
    face = hexmap.tunnelled(hexmap.bare(board.faces[hex_]), below)
    made: Board = structs.replace(board, faces=put(board.faces, hex_, face))
    return made


def layer(page: TablePage, found: dict[str, list[LayTunnel]]) -> str:
    """Hexes with their edges as a drawing: a ring for each hex, a mouth at each edge a tunnel may have."""
    art, index = art_of(page), page.t.hexmap.index
    numbers = sorted(index[name] for name in found)
    label = page.say("Lay a tunnel below {hex}", hex="{hex}")
    marks = []
    for name, actions in found.items():
        edges = sorted({edge for action in actions for edge in (action.a, action.b)})
        x, y = art.centres[index[name]]
        drawn = mouths(art.layout, edges, "mouthmark")
        marks.append(f'<g data-hex="{name}" class="mouthmarks" transform="translate({num(x)} {num(y)})">{drawn}</g>')
    return piece(rings(page, page.board, numbers, label) + "".join(marks))


def rows(page: TablePage, found: dict[str, list[LayTunnel]]) -> list[HexRow]:
    """Every hex with tunnels, for the complete list."""
    answer = []
    index = page.t.hexmap.index
    for name in sorted(found, key=lambda entry: index[entry]):
        made = pieces(page, found[name])
        ways = sum(len(entry.pairs) for entry in made)
        cost = min(entry.cost for entry in made)
        answer.append(
            HexRow(
                hex=name,
                name=page.t.hexmap.hexes[index[name]].name,
                what=page.say("tunnels: {count}", count=len({pair for entry in made for pair in entry.pairs})),
                ways=ways,
                cost=cost,
                tiles=" ".join(dict.fromkeys(entry.name for entry in made)),
                price=price(page, cost),
            )
        )
    return answer


def hex_context(lays: CompanyLays, name: str) -> dict[str, Any] | None:
    """What the chooser of a hex shows in the tunnel tool; None if no tunnel can be laid there."""
    page = lays.page
    actions = offered(page).get(name)
    if not actions:
        return None
    number = page.t.hexmap.index[name]
    made = pieces(page, actions)
    return {
        "hex": name,
        "title": hex_title(page, number),
        "old": "",
        "ways": sum(len(entry.pairs) for entry in made),
        "choices": [_choice(page, number, entry) for entry in made],
        "lays": [_lay(lays, number, entry, turn) for entry in made for turn in range(len(entry.pairs))],
        "barred": [],
        "real": True,
        "lent": lays.lent,
        "seat": page.actor_seat,
        "tool": TOOL,
    }


def _choice(page: TablePage, number: int, entry: TunnelKind) -> TileChoice:
    label = page.say("ways: {count}", count=len(entry.pairs))
    return TileChoice(
        key=_key(entry),
        tile=entry.name,
        power=entry.power,
        rotations=tuple(range(len(entry.pairs))),
        left=entry.left,
        picture=_picture(page, number, entry.pairs[0]),
        label=f"{label}, {entry.power}" if entry.power else label,
    )


def _lay(lays: CompanyLays, number: int, entry: TunnelKind, turn: int) -> LayChoice:
    page = lays.page
    name, pair = page.t.hexmap.names[number], entry.pairs[turn]
    board = with_tunnel(page, number, pair)
    run, change, new = _facts(lays, name, board, pair)
    action = LayTunnel(name, *pair, entry.power)
    return LayChoice(
        key=_key(entry),
        tile=entry.name,
        rotation=turn,
        title=page.label(action),
        action=to_json(action),
        button=page.short_label(action),
        short=page.verb(action),
        svg=preview(page, board, number),
        picture=_picture(page, number, pair),
        cost=price(page, entry.cost),
        border="",
        left=page.say("{left} of {count}", left=entry.left - 1, count=entry.count),
        run=run,
        gain=change,
        new=new,
    )


def _facts(lays: CompanyLays, name: str, board: Board, pair: Pair) -> tuple[str, int, str]:
    """The run before and after in words, the gain, what is newly reached."""
    page = lays.page
    networks, hexmap = page.t.networks, page.t.hexmap
    old, new = networks.reach(page.board, lays.company), networks.reach(board, lays.company)
    reached = ", ".join(hexmap.names[hex_] for hex_ in sorted(new.hexes - old.hexes))
    if not lays.trains:
        return page.say("no trains"), 0, reached
    before, after = run_of(lays), run_of(lays, board, ("tunnel", name, pair))
    gain = after.total - before.total
    shown = page.money(after.total)
    words = f"{page.money(before.total)} → {shown}" if gain else page.say("{amount}, the same", amount=shown)
    return words if before.proven and after.proven else f"≈ {words}", gain, reached


def _picture(page: TablePage, number: int, pair: Pair) -> str:
    """The piece on the hex it goes below, small."""
    layout = page.t.hexmap.data.map.layout
    face = page.t.hexmap.faces[page.board.faces[number]]
    body = f'<polygon class="hx c-{face.colour}" points="{outline(layout)}"/>'
    if face.tile:
        body = draw.face_svg(layout, face)
    return (
        '<span class="tpic" aria-hidden="true"><svg class="sw tile" viewBox="-52 -52 104 104" width="104" height="104">'
        f"{body}{tunnel(layout, pair)}</svg></span>"
    )


def _key(entry: TunnelKind) -> str:
    return f"{entry.name}/{entry.power}"


def why_no_tunnel(lays: CompanyLays, name: str) -> Illegal | None:
    """Why no tunnel can be laid below a hex: the refusal that came nearest to being legal."""
    page = lays.page
    if name not in page.t.hexmap.index:
        return None
    order = [page.t.cite(key) for key in ("tunnel.one", "tunnel.piece", "tunnel.place", "tunnel.edge", "tunnel.cross")]
    order += [page.t.cite(key) for key in ("tunnel.connection", "tunnel.supply", "tunnel.cost")]
    found: list[Illegal] = []
    for pair in tunnel_kinds(page.t.hexmap):
        refusal = page.game.why_not(LayTunnel(name, *pair))
        if refusal is None:
            return None
        found.append(refusal)
    return max(found, key=lambda one: order.index(one.rule) if one.rule in order else -1)
