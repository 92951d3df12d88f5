"""Routes as 18xx.games writes them (lists of hexes between stops) and as we write them (stops and sides)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from stellwerk.core import Illegal, TranscriptError
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck, Walk
from stellwerk.eighteen.tiles import EDGES


class Chain(Struct, frozen=True):
    """A piece of a route from stop to stop: the stops and the sides between them."""

    start: int
    end: int
    items: tuple[str, ...]
    back: tuple[str, ...]


def decode_routes(check: RouteCheck, lines: Any) -> tuple[Route, ...]:
    """Our routes for the recorded ones: continuous, no side twice, the recorded nodes and revenue."""
    if not isinstance(lines, list):
        raise TranscriptError("`routes` must be a list")
    # Some programs number the two cities of New York the other way round: then only the hexes of the nodes count.
    found = _fit(check, lines, 0, frozenset(), exact=True) or _fit(check, lines, 0, frozenset(), exact=False)
    if found is None:
        raise TranscriptError("no run on this board fits the recorded routes")
    return tuple(found)


def _fit(check: RouteCheck, lines: list[Any], number: int, used: frozenset[int], *, exact: bool) -> list[Route] | None:
    if number == len(lines):
        return []
    for route, walk in _readings(check, lines[number], exact=exact):
        if used.isdisjoint(walk.sides):
            rest = _fit(check, lines, number + 1, used | frozenset(walk.sides), exact=exact)
            if rest is not None:
                return [route, *rest]
    return None


def _readings(check: RouteCheck, line: Any, *, exact: bool) -> Iterator[tuple[Route, Walk]]:
    """Every way to read one recorded route."""
    if not isinstance(line, dict) or not isinstance(line.get("connections"), list):
        raise TranscriptError("a route needs `train` and `connections`")
    segments = line["connections"]
    for segment in segments:
        if not isinstance(segment, list) or len(segment) < 2 or not all(isinstance(name, str) for name in segment):
            raise TranscriptError("a connection is a list of two or more hexes")
    if not segments:
        return
    chains = [list(_chains(check, segment)) for segment in segments]
    nodes = line.get("nodes")
    wanted = sorted(_label(str(node), exact) for node in nodes) if isinstance(nodes, list) else None
    for path in _join(chains, 0, None):
        route = Route(str(line.get("train")), path)
        try:
            walk = check.walk(route)
        except Illegal:
            continue
        if wanted is not None and sorted(_label(_node(check, stop), exact) for stop in walk.stops) != wanted:
            continue
        revenue = line.get("revenue")
        if isinstance(revenue, int) and check.value([walk]) != revenue:
            continue
        yield route, walk


def _label(node: str, exact: bool) -> str:
    return node if exact else node.rpartition("-")[0]


def _join(chains: list[list[Chain]], number: int, end: int | None) -> Iterator[tuple[str, ...]]:
    if number == len(chains):
        yield ()
        return
    for chain in chains[number]:
        for items, first, last in ((chain.items, chain.start, chain.end), (chain.back, chain.end, chain.start)):
            if end is None or end == first:
                for rest in _join(chains, number + 1, last):
                    yield (*(items if end is None else items[1:]), *rest)


def _chains(check: RouteCheck, names: list[str]) -> Iterator[Chain]:
    """Track from a stop of the first hex to a stop of the last, through exactly these hexes."""
    hexmap, laid = check.hexmap, check.board.faces
    try:
        hexes = [hexmap.index[name] for name in names]
    except KeyError as error:
        raise TranscriptError(f"there is no hex {error.args[0]}") from None
    face = hexmap.faces[laid[hexes[0]]]
    for stop, place in enumerate(face.stops):
        for edge in place.exits:
            yield from _follow(check, hexes, 0, edge, hexes[0] * STOPS_PER_HEX + stop, ())


def _follow(
    check: RouteCheck, hexes: list[int], at: int, edge: int, start: int, crossed: tuple[tuple[int, int], ...]
) -> Iterator[Chain]:
    hexmap = check.hexmap
    entry = hexmap.entry[EDGES * hexes[at] + edge]
    if entry < 0 or entry // EDGES != hexes[at + 1]:
        return
    crossed = (*crossed, (hexes[at], edge))
    face = hexmap.faces[check.board.faces[hexes[at + 1]]]
    if at + 2 == len(hexes):
        stop = face.stop_at[entry % EDGES]
        if stop >= 0:
            yield _chain(check, start, hexes[-1] * STOPS_PER_HEX + stop, crossed)
        return
    for out in face.through[entry % EDGES]:
        yield from _follow(check, hexes, at + 1, out, start, crossed)


def _chain(check: RouteCheck, start: int, end: int, crossed: tuple[tuple[int, int], ...]) -> Chain:
    hexmap = check.hexmap
    there = [f"{hexmap.names[hex_]}:{edge}" for hex_, edge in crossed]
    entries = [hexmap.entry[EDGES * hex_ + edge] for hex_, edge in reversed(crossed)]
    back = [f"{hexmap.names[entry // EDGES]}:{entry % EDGES}" for entry in entries]
    first, last = stop_item(check, start), stop_item(check, end)
    return Chain(start, end, (first, *there, last), (last, *back, first))


def stop_item(check: RouteCheck, stop: int) -> str:
    """`E19.0`"""
    return f"{check.hexmap.names[stop // STOPS_PER_HEX]}.{stop % STOPS_PER_HEX}"


def _node(check: RouteCheck, stop: int) -> str:
    """`E19-0`"""
    return f"{check.hexmap.names[stop // STOPS_PER_HEX]}-{stop % STOPS_PER_HEX}"


def encode_route(check: RouteCheck, route: Route) -> dict[str, Any]:
    """A route as 18xx.games writes it."""
    walk = check.walk(route)
    connections: list[list[str]] = []
    for item in route.path:
        if "." in item:
            name = item.partition(".")[0]
            if connections:
                connections[-1].append(name)
            connections.append([name])
        else:
            name = item.partition(":")[0]
            if connections[-1][-1] != name:
                connections[-1].append(name)
    connections.pop()
    hexes = [check.hexmap.names[stop // STOPS_PER_HEX] for stop in walk.stops]
    return {
        "train": route.train,
        "connections": connections,
        "hexes": hexes,
        "revenue": check.value([walk]),
        "revenue_str": "-".join(hexes),
        "nodes": [_node(check, stop) for stop in walk.stops],
    }
