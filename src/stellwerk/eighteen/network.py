"""Who reaches what: the sides and stops on lines of track from a company's tokens.

A line uses no side and no stop twice, does not run through a city closed to the company nor through an off-board
area. A flood over the track finds too much where a line would have to turn in a loop, so what the flood finds beyond
the plain lines is checked by a search for a line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from stellwerk.eighteen.board import FREE, Board, tokens_of
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import EDGES

_STOPS = 8


class Reach:
    """What one company reaches on one board."""

    __slots__ = ("edges", "hexes", "runs", "stops", "tokens")

    def __init__(
        self, edges: dict[int, int], stops: frozenset[int], tokens: tuple[tuple[int, int], ...], hexes: frozenset[int]
    ) -> None:
        """`edges[hex]` is a mask of reached edges, `stops` are stop numbers reached by track."""
        self.edges = edges
        self.stops = stops
        self.tokens = tokens
        self.hexes = hexes
        self.runs = bool(stops)


class Networks:
    """Reach by board and company, with a bounded memory. A pure function with a cache: holds no game."""

    def __init__(self, hexmap: HexMap, limit: int = 512) -> None:
        """`limit` is how many answers are remembered."""
        self.hexmap = hexmap
        self._limit = limit
        self._known: dict[tuple[Board, int], Reach] = {}
        self._latest: dict[int, tuple[Board, Reach]] = {}

    def reach(self, board: Board, company: int) -> Reach:
        """What the company reaches on the board."""
        key = (board, company)
        found = self._known.get(key)
        if found is not None:
            return found
        found = self._unchanged(board, company) or explore(self.hexmap, board, company)
        if len(self._known) >= self._limit:
            for old in list(self._known)[: self._limit // 2]:
                del self._known[old]
        self._known[key] = found
        self._latest[company] = (board, found)
        return found

    def _unchanged(self, board: Board, company: int) -> Reach | None:
        """The last answer for this company, if no hex it depends on has changed since."""
        latest = self._latest.get(company)
        if latest is None:
            return None
        before, reach = latest
        for hex_ in reach.hexes:
            if before.faces[hex_] != board.faces[hex_] or before.tokens[hex_] != board.tokens[hex_]:
                return None
        if len(reach.tokens) != sum(company in slots for cities in board.tokens for slots in cities):
            return None
        return reach


def explore(hexmap: HexMap, board: Board, company: int) -> Reach:
    """Work out the reach from the track."""
    search = _Search(hexmap, board, company)
    search.flood()
    search.resolve()
    edges: dict[int, int] = {}
    touched = {hex_ for hex_, _ in search.tokens}
    for hex_, _ in search.tokens:  # all passable edges of a hex with a token
        edges[hex_] = hexmap.passable(hex_)
    for arc in search.arcs:
        for end in (arc, hexmap.entry[arc]):
            hex_, edge = divmod(end, EDGES)
            edges[hex_] = edges.get(hex_, 0) | 1 << edge
            touched.add(hex_)
    return Reach(edges, frozenset(search.stops), tuple(search.tokens), frozenset(touched))


class _Search:
    """One exploration. `parent[arc]` is the arc before it on its line (-1 at a token), `via[arc]` the stop between."""

    def __init__(self, hexmap: HexMap, board: Board, company: int) -> None:
        self.hexmap, self.board, self.company = hexmap, board, company
        self.tokens = tokens_of(board, company)
        self.home_stops = {hex_ * _STOPS + stop for hex_, stop in self.tokens}
        self.parent: dict[int, int] = {}
        self.via: dict[int, int] = {}
        self.seen_sides: set[int] = set()
        self.stops: set[int] = set()
        self.arcs: set[int] = set()
        self.doubtful: set[int] = set()

    # -- plain lines

    def flood(self) -> None:
        """Breadth first over arcs; each arc kept has a line (no side, no stop twice) that leads to it."""
        hexmap, parent, via, seen = self.hexmap, self.parent, self.via, self.seen_sides
        entry, side, faces = hexmap.entry, hexmap.side, hexmap.faces
        laid = self.board.faces
        queue: deque[int] = deque()
        for hex_, stop in self.tokens:
            number = hex_ * _STOPS + stop
            for edge in faces[laid[hex_]].stops[stop].exits:
                arc = entry[EDGES * hex_ + edge]
                if arc >= 0 and arc not in parent:
                    parent[arc] = -1
                    via[arc] = number
                    seen.add(side[arc])
                    queue.append(arc)
        passed: set[int] = set(self.home_stops)
        while queue:
            arc = queue.popleft()
            hex_, edge = divmod(arc, EDGES)
            face = faces[laid[hex_]]
            base = hex_ * EDGES
            for out in face.through[edge]:
                to = entry[base + out]
                if to < 0 or to in parent:
                    continue
                crossed = side[to]
                if crossed in seen and self.on_line(arc, crossed, -1):
                    self.doubtful.add(to)
                    continue
                seen.add(crossed)
                parent[to] = arc
                via[to] = -1
                queue.append(to)
            stop = face.stop_at[edge]
            if stop < 0:
                continue
            number = hex_ * _STOPS + stop
            again = number in passed or number in self.stops
            if again and self.on_line(arc, -1, number):
                for out in face.stops[stop].exits:
                    to = entry[base + out]
                    if out != edge and to >= 0 and to not in parent:
                        self.doubtful.add(to)
                continue
            self.stops.add(number)
            if not self.passable(hex_, stop):
                continue
            passed.add(number)
            for out in face.stops[stop].exits:
                to = entry[base + out]
                if out == edge or to < 0 or to in parent:
                    continue
                crossed = side[to]
                if crossed in seen and self.on_line(arc, crossed, -1):
                    self.doubtful.add(to)
                    continue
                seen.add(crossed)
                parent[to] = arc
                via[to] = number
                queue.append(to)
        self.arcs = set(parent)

    def on_line(self, arc: int, crossed: int, stop: int) -> bool:
        """True if the line to `arc` uses the side or the stop."""
        side, parent, via = self.hexmap.side, self.parent, self.via
        while arc != -1:
            if side[arc] == crossed or via[arc] == stop != -1:
                return True
            arc = parent[arc]
        return False

    def passable(self, hex_: int, stop: int) -> bool:
        """True if a line may go on beyond the stop."""
        if self.hexmap.faces[self.board.faces[hex_]].stops[stop].kind == "offboard":
            return False
        slots = self.board.tokens[hex_][stop]
        return not slots or FREE in slots or self.company in slots

    # -- what only a loop might reach

    def resolve(self) -> None:
        """Add what lies beyond doubtful arcs, as far as a line leads there."""
        loose = [arc for arc in self.doubtful if arc not in self.parent]
        if not loose:
            return
        side = self.hexmap.side
        known_sides = {side[arc] for arc in self.arcs}
        new_arcs, new_stops = self.spread(loose, ())
        for arc in sorted(new_arcs):
            if side[arc] not in known_sides and self.line_to(arc, -1):
                known_sides.add(side[arc])
                self.arcs.add(arc)
        for stop in sorted(new_stops - self.stops - self.home_stops):
            if self.line_to(-1, stop):
                self.stops.add(stop)

    def spread(self, arcs: Iterable[int], used: Iterable[int]) -> tuple[set[int], set[int]]:
        """Flood from arcs without care for lines, avoiding the used vertices: arcs and stops found."""
        avoid = set(used)
        found = {arc for arc in arcs if self.hexmap.side[arc] not in avoid}
        stops: set[int] = set()
        queue = list(found)
        while queue:
            arc = queue.pop()
            for to, via in self.onward(arc):
                if via >= 0:
                    stops.add(via)
                if to < 0 or to in found or self.hexmap.side[to] in avoid or (via >= 0 and ~via in avoid):
                    continue
                found.add(to)
                queue.append(to)
        return found, stops

    def onward(self, arc: int) -> list[tuple[int, int]]:
        """Where a line may go from an arc: (next arc or -1, stop passed or -1)."""
        hex_, edge = divmod(arc, EDGES)
        face = self.hexmap.faces[self.board.faces[hex_]]
        entry, base = self.hexmap.entry, hex_ * EDGES
        ways = [(entry[base + out], -1) for out in face.through[edge] if entry[base + out] >= 0]
        stop = face.stop_at[edge]
        if stop >= 0:
            number = hex_ * _STOPS + stop
            ways.append((-1, number))
            if self.passable(hex_, stop):
                ways += [(entry[base + out], number) for out in face.stops[stop].exits if out != edge]
        return [(to, via) for to, via in ways if to >= 0 or via >= 0]

    def line_to(self, target_arc: int, target_stop: int) -> bool:
        """True if a line from a token crosses the side of `target_arc`, or reaches `target_stop`."""
        side = self.hexmap.side
        target = side[target_arc] if target_arc >= 0 else -1
        faces = self.hexmap.faces
        for hex_, stop in self.tokens:
            for edge in faces[self.board.faces[hex_]].stops[stop].exits:
                arc = self.hexmap.entry[EDGES * hex_ + edge]
                if arc >= 0 and self.extend(arc, {~(hex_ * _STOPS + stop)}, target, target_stop):
                    return True
        return False

    def extend(self, arc: int, used: set[int], target: int, target_stop: int) -> bool:
        """Depth first: go on along unused vertices (sides as they are, stops as ~number) to the target."""
        here = self.hexmap.side[arc]
        if here in used:
            return False
        if here == target:
            return True
        arcs, stops = self.spread([arc], used)
        if target_stop >= 0:
            if target_stop not in stops or ~target_stop in used:
                return False
        elif not any(self.hexmap.side[other] == target for other in arcs):
            return False
        used = used | {here}
        for to, via in self.onward(arc):
            if via >= 0:
                if ~via in used:
                    continue
                if via == target_stop:
                    return True
            if to >= 0 and self.extend(to, used | {~via} if via >= 0 else used, target, target_stop):
                return True
        return False
