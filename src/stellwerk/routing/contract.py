"""From the board to a graph of stops: what one company can reach, with plain track contracted to links.

Every piece of track touches a side of its hex, so two routes share track exactly if they share a side. A link is a way
from stop to stop over plain track, with the set of sides it crosses as bits of an integer.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import itemgetter

from msgspec import Struct

from stellwerk.eighteen.board import Board, closed, tokens_of
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.eighteen.network import origin
from stellwerk.eighteen.reach import no_part
from stellwerk.eighteen.tiles import EDGES
from stellwerk.routing.track import Link, Track
from stellwerk.routing.walker import walker_on

_GATE = 1 << 20  # above all stop numbers: marks the entrance of an off-board area that can be passed


class Net(Struct, frozen=True, cache_hash=True, gc=False):
    """The stops a company can reach and the links between them. Does not depend on phase or trains.

    `stops` are stop numbers of the board, tokens first in map order. Masks have bit n for stop n. `twins[n]` is n
    and every stop that is the same location; `offboard` and `shut` (cities full of other companies' tokens) can only
    be ends of routes. `exits[n]` is how many exits of stop n lead to other stops.

    An off-board area some train may pass stands here once for every entrance, so that a route goes on only where the
    map lets it.
    """

    stops: tuple[int, ...]
    tokens: int
    towns: int
    offboard: int
    shut: int
    twins: tuple[int, ...]
    exits: tuple[int, ...]
    links: tuple[Link, ...]
    bits: int


class Ground:
    """A net with all it follows from: the hexes that were looked at, with the faces and the tokens that lie there."""

    __slots__ = ("faces", "net", "part", "tokens")

    def __init__(self, net: Net, board: Board, hexes: Collection[int]) -> None:
        """`hexes` are those that were looked at."""
        self.net = net
        self.part = itemgetter(*hexes) if hexes else no_part
        self.faces, self.tokens = self.part(board.faces), self.part(board.tokens)

    def holds(self, hexmap: HexMap, board: Board, company: int) -> bool:
        """True if it is the company's net on this board too: all lies there as it did, and no token elsewhere."""
        if self.part(board.faces) != self.faces or self.part(board.tokens) != self.tokens:
            return False
        return len(tokens_of(hexmap, board, company)) == self.net.tokens.bit_count()


def contract(
    hexmap: HexMap,
    board: Board,
    company: int,
    groups: tuple[str, ...],
    *,
    every_link: bool = False,
    through: frozenset[int] = frozenset(),
) -> Ground:
    """Follow the track from the company's tokens.

    `every_link` keeps links that another one with fewer sides makes useless for the sum of the stops (hooks that look
    at the track want them). `groups` names, for each hex, the location it is part of. `through` are off-board hexes
    some train may run through.
    """
    walker = None if through else walker_on(hexmap)
    found = walker.follow(board, *origin(hexmap, board, company), every_link=every_link) if walker is not None else None
    if found is None:
        found = follow(hexmap, board, company, every_link=every_link, through=through)
    order = [stop % _GATE for stop in found.order]
    twins = [1 << number for number in range(len(order))]
    if len(set(order)) < len(order):  # off-board areas with a stop for every entrance
        twins = [sum(1 << other for other, twin in enumerate(order) if twin == stop) for stop in order]
    for number, stop in enumerate(order):
        group = groups[stop // STOPS_PER_HEX]
        if group:
            for other, twin in enumerate(order):
                if groups[twin // STOPS_PER_HEX] == group:
                    twins[number] |= 1 << other
    own = (1 << found.own) - 1
    net = Net(
        tuple(order), own, found.towns, found.offboard, found.shut, tuple(twins), found.exits, found.links, found.bits
    )
    return Ground(net, board, found.seen)


def follow(hexmap: HexMap, board: Board, company: int, *, every_link: bool, through: frozenset[int]) -> Track:
    """Walk over the track from stop to stop; `_contract.c` is its twin."""
    faces, laid = hexmap.faces, board.faces
    entry, side = hexmap.entry, hexmap.side
    gates = {hex_: _gates(hexmap, hex_) for hex_ in through if hexmap.hexes[hex_].through}
    tokens = [hex_ * STOPS_PER_HEX + stop for hex_, stop in tokens_of(hexmap, board, company)]
    place = {stop: number for number, stop in enumerate(tokens)}
    order = list(tokens)
    towns = offboard = shut = ends = 0  # ends: nothing is looked for beyond them
    found: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = {}
    seen = {stop // STOPS_PER_HEX for stop in tokens}
    at = 0
    while at < len(order):
        start = order[at]
        here = 1 << at
        hex_, number = divmod(start % _GATE, STOPS_PER_HEX)
        stop = faces[laid[hex_]].stops[number]
        at += 1
        if stop.kind == "town":
            towns |= here
        elif stop.kind == "offboard":
            offboard |= here
            if hex_ not in through:
                ends |= here
                continue
        elif at > len(tokens) and closed(board, hex_, number, company):
            shut |= here
            ends |= here
            continue
        leads = stop.exits if start < _GATE else gates[hex_][start // _GATE - 1]
        walks: list[tuple[int, int, tuple[int, ...]]] = [(hex_ * EDGES + edge, 0, ()) for edge in leads]
        while walks:
            out, mask, arcs = walks.pop()
            into = entry[out]
            if into < 0:
                continue
            bit = 1 << side[into]
            if mask & bit:
                continue
            mask |= bit
            arcs = (*arcs, out)
            beyond, edge = divmod(into, EDGES)
            seen.add(beyond)
            face = faces[laid[beyond]]
            for onward in face.through[edge]:
                walks.append((beyond * EDGES + onward, mask, arcs))  # noqa: PERF401 (mostly one, and asked a lot)
            other = face.stop_at[edge]
            if other < 0:
                continue
            end = beyond * STOPS_PER_HEX + other
            if end == start % _GATE:
                continue
            if beyond in gates:
                end += _GATE * (edge + 1)
            to = place.get(end)
            if to is None:
                to = place[end] = len(order)
                order.append(end)
            if at - 1 < to:
                found.setdefault((at - 1, to), []).append((mask, arcs))
            elif ends >> to & 1:
                back = tuple(entry[arc] for arc in reversed(arcs))
                found.setdefault((to, at - 1), []).append((mask, back))
    kept: list[tuple[int, int, int, tuple[int, ...]]] = []
    for (a, b), ways in sorted(found.items()):
        ways.sort(key=lambda way: (len(way[1]), way[1]))
        chosen: list[int] = []
        for mask, arcs in ways:
            if every_link or not any(old & mask == old for old in chosen):
                chosen.append(mask)
                kept.append((a, b, mask, arcs))
    masks, bits = _merge([mask for _, _, mask, _ in kept])
    links = tuple(Link(a, b, arcs, mask) for (a, b, _, arcs), mask in zip(kept, masks, strict=True))
    exits = [0] * len(order)
    for a, b, _, arcs in kept:
        exits[a] |= 1 << arcs[0] % EDGES
        exits[b] |= 1 << entry[arcs[-1]] % EDGES
    counts = tuple(mask.bit_count() for mask in exits)
    return Track(order, len(tokens), towns, offboard, shut, counts, links, bits, seen)


def _gates(hexmap: HexMap, hex_: int) -> tuple[tuple[int, ...], ...]:
    """For each edge by which an off-board area may be entered: itself and the edges by which a train may go on."""
    pairs = hexmap.hexes[hex_].through
    return tuple((edge, *(a + b - edge for a, b in pairs if edge in (a, b))) for edge in range(EDGES))


def _merge(masks: list[int]) -> tuple[list[int], int]:
    """The same conflicts with fewer bits: a side whose links all share another side needs no bit of its own."""
    users: dict[int, int] = {}
    for link, mask in enumerate(masks):
        bit = 1 << link
        while mask:
            low = mask & -mask
            users[low] = users.get(low, 0) | bit
            mask ^= low
    sets = sorted(set(users.values()), key=lambda links: (-links.bit_count(), links))
    kept: list[int] = []
    holding: list[list[int]] = [[] for _ in masks]  # per link: the kept sets it is in
    for links in sets:
        low = (links & -links).bit_length() - 1
        if any(links & other == links for other in holding[low]):
            continue
        kept.append(links)
        rest = links
        while rest:
            bit = rest & -rest
            holding[bit.bit_length() - 1].append(links)
            rest ^= bit
    merged = [0] * len(masks)
    for number, links in enumerate(kept):
        bit = 1 << number
        while links:
            low = links & -links
            merged[low.bit_length() - 1] |= bit
            links ^= low
    return merged, len(kept)
