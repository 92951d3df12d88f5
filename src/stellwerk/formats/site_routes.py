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
from stellwerk.formats.plain import number_field, show

MOST_ROUTES = 20
LONGEST = 100  # segments of a route, hexes of a segment


class SiteChain(Struct, frozen=True):
    """A piece of a route from stop to stop: the stops and the sides between them."""

    start: int
    end: int
    items: tuple[str, ...]
    back: tuple[str, ...]


def decode_routes(check: RouteCheck, lines: list[Any]) -> tuple[Route, ...]:
    """Our routes for the recorded ones: continuous, no side twice, the recorded stops and revenue."""
    if len(lines) > MOST_ROUTES:
        raise TranscriptError(f"run_routes: {len(lines)} routes are more than a company has trains")
    # Some programs number the two cities of New York the other way round: then only the hexes of the nodes count.
    for exact in (True, False):
        readings = [_readings(check, line, exact=exact) for line in lines]
        paying = [_paying(line, found) for line, found in zip(lines, readings, strict=True)]
        fit = _fit(paying, 0, frozenset())
        if fit is not None:
            return tuple(fit)
    for line, found in zip(lines, readings, strict=True):
        if found and not _paying(line, found):
            values = " or ".join(str(value) for value in sorted({reading.value for reading in found}))
            raise TranscriptError(
                f"run_routes: the revenue {show(line['revenue'])} is recorded for train {line['train']}, "
                f"its route pays {values}"
            )
    raise TranscriptError("run_routes: no run on this board fits the recorded routes")


class Reading(Struct, frozen=True):
    """One way to read a recorded route, and what it pays."""

    route: Route
    walk: Walk
    value: int


def _fit(readings: list[list[Reading]], number: int, used: frozenset[int]) -> list[Route] | None:
    """One reading of each route, such that no side is used twice."""
    if number == len(readings):
        return []
    for reading in readings[number]:
        if used.isdisjoint(reading.walk.sides):
            rest = _fit(readings, number + 1, used | frozenset(reading.walk.sides))
            if rest is not None:
                return [reading.route, *rest]
    return None


def _paying(line: dict[str, Any], readings: list[Reading]) -> list[Reading]:
    """The readings that pay the recorded revenue."""
    if line.get("revenue") is None:
        return readings
    revenue = number_field({"type": "run_routes", **line}, "revenue")
    return [reading for reading in readings if reading.value == revenue]


def _readings(check: RouteCheck, line: Any, *, exact: bool) -> list[Reading]:
    """Every way to read one recorded route."""
    segments, nodes, hexes = _parts(line)
    wanted = None if nodes is None else sorted(_label(node, exact) for node in nodes)
    places = None if hexes is None else set(hexes)  # some programs list a hex once that is visited twice
    chains = [list(_chains(check, segment)) for segment in segments]
    found = []
    for path in _join(chains, 0, None, frozenset()):
        route = Route(line["train"], path)
        try:
            walk = check.walk(route)
        except Illegal:
            continue
        names = [_node(check, stop) for stop in walk.stops]
        if wanted is not None and sorted(_label(name, exact) for name in names) != wanted:
            continue
        if places is not None and {_label(name, False) for name in names} != places:
            continue
        found.append(Reading(route, walk, check.value([walk])))
    return found


def _parts(line: Any) -> tuple[list[list[str]], list[str] | None, list[str] | None]:
    """The segments of a recorded route, and its nodes and hexes where they are given."""
    if not isinstance(line, dict) or not isinstance(line.get("train"), str):
        raise TranscriptError("run_routes: a route must be an object with a `train`")
    segments = line.get("connections")
    if not isinstance(segments, list) or not segments or not all(_is_names(segment) for segment in segments):
        raise TranscriptError("run_routes: `connections` must be a list of lists of hexes")
    if len(segments) > LONGEST or any(not 2 <= len(segment) <= LONGEST for segment in segments):
        raise TranscriptError("run_routes: a connection is a list of two or more hexes, and no route is that long")
    lists: list[list[str] | None] = []
    for field in ("nodes", "hexes"):
        names = line.get(field)
        if names is not None and not _is_names(names):
            raise TranscriptError(f"run_routes: `{field}` must be a list of strings")
        lists.append(names)
    return segments, lists[0], lists[1]


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _label(node: str, exact: bool) -> str:
    return node if exact else node.rpartition("-")[0]


def _join(
    chains: list[list[SiteChain]], number: int, end: int | None, visited: frozenset[int]
) -> Iterator[tuple[str, ...]]:
    """Paths through one chain of each segment; as no stop is visited twice, their number stays small."""
    if number == len(chains):
        yield ()
        return
    for chain in chains[number]:
        for items, first, last in ((chain.items, chain.start, chain.end), (chain.back, chain.end, chain.start)):
            if (end is None or end == first) and last not in visited and first != last:
                for rest in _join(chains, number + 1, last, visited | {first, last}):
                    yield (*(items if end is None else items[1:]), *rest)


def _chains(check: RouteCheck, names: list[str]) -> Iterator[SiteChain]:
    """Track from a stop of the first hex to a stop of the last, through exactly these hexes."""
    hexmap, laid = check.hexmap, check.board.faces
    unknown = [name for name in names if name not in hexmap.index]
    if unknown:
        raise TranscriptError(f"run_routes: there is no hex {show(unknown[0])}")
    hexes = [hexmap.index[name] for name in names]
    face = hexmap.faces[laid[hexes[0]]]
    for stop, place in enumerate(face.stops):
        for edge in place.exits:
            yield from _follow(check, hexes, 0, edge, hexes[0] * STOPS_PER_HEX + stop, ())


def _follow(
    check: RouteCheck, hexes: list[int], at: int, edge: int, start: int, crossed: tuple[tuple[int, int], ...]
) -> Iterator[SiteChain]:
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


def _chain(check: RouteCheck, start: int, end: int, crossed: tuple[tuple[int, int], ...]) -> SiteChain:
    hexmap = check.hexmap
    arcs = [EDGES * hex_ + edge for hex_, edge in crossed]
    there = [hexmap.side_items[arc] for arc in arcs]
    back = [hexmap.side_items[hexmap.entry[arc]] for arc in reversed(arcs)]
    first, last = hexmap.stop_items[start], hexmap.stop_items[end]
    return SiteChain(start, end, (first, *there, last), (last, *back, first))


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
