"""Who reaches what: the sides and stops on lines of track from a company's tokens.

A line uses no side and no stop twice, does not run through a city closed to the company nor through an off-board
area. A flood over the track finds too much where a line would have to turn in a loop. So the flood keeps, for every
arc it reaches, one line that leads there; an arc that can only be reached by using a side or stop of that line again
is *doubtful* and is looked at on its own, and only if something new lies behind it.
"""

from __future__ import annotations

from collections import deque

from stellwerk.eighteen.board import Board, places, tokens_of
from stellwerk.eighteen.flood import Flood, flood_on
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.eighteen.reach import Reach
from stellwerk.eighteen.tiles import EDGES

_NOWHERE = -1


class Networks:
    """Reach by board and company, with a bounded memory. A pure function with a cache: holds no game."""

    def __init__(self, hexmap: HexMap, limit: int = 512) -> None:
        """`limit` is how many answers are remembered."""
        self.hexmap = hexmap
        self._limit = limit
        self._flood = flood_on(hexmap)
        self._known: dict[tuple[Board, int], Reach] = {}
        self._latest: dict[int, tuple[Board, Reach]] = {}

    def reach(self, board: Board, company: int) -> Reach:
        """What the company reaches on the board."""
        key = (board, company)
        found = self._known.get(key)
        if found is not None:
            return found
        found = self._unchanged(board, company) or explore(self.hexmap, board, company, self._flood)
        if len(self._known) >= self._limit:
            for old in list(self._known)[: self._limit // 2]:
                del self._known[old]
        self._known[key] = found
        self._latest[company] = (board, found)
        return found

    def runs(self, board: Board, company: int) -> bool:
        """True if a token of the company is joined to another stop; in Python this seldom needs the whole reach."""
        if self._flood is not None or (board, company) in self._known:
            return self.reach(board, company).runs
        search = Search(self.hexmap, board, company)
        if search.finds_a_stop():
            return True
        return bool(search.doubtful) and self.reach(board, company).runs

    def forget(self) -> None:
        """Empty the memory (for measurements)."""
        self._known.clear()
        self._latest.clear()

    def _unchanged(self, board: Board, company: int) -> Reach | None:
        """The last answer for this company, if no hex it depends on has changed since."""
        latest = self._latest.get(company)
        if latest is None:
            return None
        before, reach = latest
        if before.faces is not board.faces and reach.part(before.faces) != reach.part(board.faces):
            return None
        if before.tokens is board.tokens:
            return reach
        if reach.part(before.tokens) != reach.part(board.tokens):
            return None
        return reach if len(tokens_of(self.hexmap, board, company)) == len(reach.tokens) else None


def origin(hexmap: HexMap, board: Board, company: int) -> tuple[tuple[tuple[int, int], ...], list[int]]:
    """Where the company's lines begin: its tokens; and the cities full of other companies' tokens, where they end."""
    return places(hexmap, board).origin(company)


def explore(hexmap: HexMap, board: Board, company: int, flood: Flood | None = None) -> Reach:
    """Work out the reach from the track; `flood` is the compiled twin of the search."""
    if flood is not None:
        found = flood.reach(board, *origin(hexmap, board, company))
        if found is not None:
            return found
    search = Search(hexmap, board, company)
    search.run()
    edges: dict[int, int] = {}
    for hex_, _ in search.tokens:  # all passable edges of a hex with a token
        edges[hex_] = hexmap.passable[hex_]
    crossings = hexmap.crossings
    for arc in search.parent:
        hex_, bit, other, back = crossings[arc]
        edges[hex_] = edges.get(hex_, 0) | bit
        edges[other] = edges.get(other, 0) | back
    return Reach(dict(sorted(edges.items())), sorted(search.stops), search.tokens)


class Search:
    """One exploration.

    `parent[arc]` is the arc before it on its line (-1 at a token) and `via[arc]` the stop between them (-1: none).
    Arcs whose line was found on its own carry it in `lines`, as sides and ~stops.
    """

    def __init__(self, hexmap: HexMap, board: Board, company: int, banned: int = _NOWHERE) -> None:
        self.hexmap, self.board, self.company = hexmap, board, company
        self.banned = banned  # a side no line may cross
        self.tokens, self.shut = origin(hexmap, board, company)
        self.parent: dict[int, int] = {}
        self.via: dict[int, int] = {}
        self.lines: dict[int, frozenset[int]] = {}
        self.sides: set[int] = set()
        self.stops: set[int] = set()
        self.passed = {hex_ * STOPS_PER_HEX + stop for hex_, stop in self.tokens}
        self.doubtful: set[int] = set()

    def run(self) -> None:
        """Everything on a line from a token."""
        self.grow(self.first_arcs())
        hopeless: set[int] = set()
        while True:
            loose = sorted(arc for arc in self.doubtful if arc not in self.parent and arc not in hopeless)
            if not loose or not self.news_behind(loose):
                return
            arc = next(arc for arc in loose if self.news_behind([arc]))
            line = self.line_to(arc)
            if line is None:
                hopeless.add(arc)
                continue
            self.lines[arc] = line
            self.parent[arc] = self.via[arc] = _NOWHERE
            self.sides.add(self.hexmap.side[arc])
            self.stops.update(~vertex for vertex in line if vertex < 0 and ~vertex not in self.passed)
            self.grow(deque([arc]))

    # -- plain lines

    def finds_a_stop(self) -> bool:
        """True if some stop lies on a plain line; stops looking when it has found one."""
        self.grow(self.first_arcs(), one_stop=True)
        return bool(self.stops)

    def first_arcs(self) -> deque[int]:
        """The arcs that lead away from the tokens."""
        hexmap = self.hexmap
        queue: deque[int] = deque()
        for hex_, stop in self.tokens:
            for edge in hexmap.faces[self.board.faces[hex_]].stops[stop].exits:
                arc = hexmap.entry[EDGES * hex_ + edge]
                if arc >= 0 and arc not in self.parent and hexmap.side[arc] != self.banned:
                    self.parent[arc] = _NOWHERE
                    self.via[arc] = hex_ * STOPS_PER_HEX + stop
                    self.sides.add(hexmap.side[arc])
                    queue.append(arc)
        return queue

    def grow(self, queue: deque[int], *, one_stop: bool = False) -> None:
        """Breadth first from arcs, or until a stop is found; each arc kept has a line that leads to it.

        From an arc it goes on over plain track, then to the stop and what lies beyond it.
        """
        hexmap, parent, via, sides, stops, passed = (
            self.hexmap, self.parent, self.via, self.sides, self.stops, self.passed,
        )  # fmt: skip
        entry, side, faces, laid = hexmap.entry, hexmap.side, hexmap.faces, self.board.faces
        banned, shut, on_line = self.banned, self.shut, self.on_line
        while queue and not (one_stop and stops):
            arc = queue.popleft()
            hex_, edge = divmod(arc, EDGES)
            face = faces[laid[hex_]]
            base = hex_ * EDGES
            for out in face.through[edge]:
                to = entry[base + out]
                if to < 0 or to in parent:
                    continue
                crossed = side[to]
                if crossed == banned:
                    continue
                if crossed in sides and on_line(arc, crossed):
                    self.doubtful.add(to)
                    continue
                sides.add(crossed)
                parent[to] = arc
                via[to] = _NOWHERE
                queue.append(to)
            stop = face.stop_at[edge]
            if stop < 0:
                continue
            number = hex_ * STOPS_PER_HEX + stop
            turned = (number in passed or number in stops) and on_line(arc, ~number)
            if not turned:
                stops.add(number)
            at = face.stops[stop]
            if number in shut or at.kind == "offboard":
                continue
            passed.add(number)
            for out in at.exits:
                to = entry[base + out]
                if out == edge or to < 0 or to in parent:
                    continue
                crossed = side[to]
                if crossed == banned:
                    continue
                if turned or (crossed in sides and on_line(arc, crossed)):
                    self.doubtful.add(to)
                    continue
                sides.add(crossed)
                parent[to] = arc
                via[to] = number
                queue.append(to)

    def on_line(self, arc: int, vertex: int) -> bool:
        """True if the line to `arc` uses the vertex: a side, or a stop as ~number."""
        side, parent, via, lines = self.hexmap.side, self.parent, self.via, self.lines
        while arc != _NOWHERE:
            if arc in lines:
                return vertex in lines[arc]
            if side[arc] == vertex or (vertex < 0 and via[arc] == ~vertex):
                return True
            arc = parent[arc]
        return False

    def line_of(self, arc: int) -> frozenset[int]:
        """The vertices of the line to `arc`."""
        vertices: set[int] = set()
        while arc != _NOWHERE:
            if arc in self.lines:
                return self.lines[arc] | vertices
            vertices.add(self.hexmap.side[arc])
            if self.via[arc] >= 0:
                vertices.add(~self.via[arc])
            arc = self.parent[arc]
        return frozenset(vertices)

    def passable(self, hex_: int, stop: int) -> bool:
        """True if a line may go on beyond the stop."""
        if hex_ * STOPS_PER_HEX + stop in self.shut:
            return False
        return self.hexmap.faces[self.board.faces[hex_]].stops[stop].kind != "offboard"

    # -- what only a loop might reach

    def onward(self, arc: int) -> list[tuple[int, int]]:
        """Where a line may go from an arc: (next arc or -1, stop reached or -1)."""
        hex_, edge = divmod(arc, EDGES)
        face = self.hexmap.faces[self.board.faces[hex_]]
        entry, base = self.hexmap.entry, hex_ * EDGES
        ways = [(to, _NOWHERE) for out in face.through[edge] if (to := entry[base + out]) >= 0]
        stop = face.stop_at[edge]
        if stop >= 0:
            number = hex_ * STOPS_PER_HEX + stop
            ways.append((_NOWHERE, number))
            if self.passable(hex_, stop):
                exits = face.stops[stop].exits
                ways += [(to, number) for out in exits if out != edge and (to := entry[base + out]) >= 0]
        return ways

    def news_behind(self, arcs: list[int]) -> bool:
        """True if a flood from the arcs finds a side or stop that is not known yet."""
        side = self.hexmap.side
        found = set(arcs)
        queue = list(arcs)
        if any(side[arc] not in self.sides for arc in arcs):
            return True
        while queue:
            for to, stop in self.onward(queue.pop()):
                if stop >= 0 and stop not in self.stops and stop not in self.passed:
                    return True
                if to >= 0 and to not in found and to not in self.parent:
                    if side[to] not in self.sides:
                        return True
                    found.add(to)
                    queue.append(to)
        return False

    def line_to(self, target: int) -> frozenset[int] | None:
        """The vertices of some line that ends with the arc; None if there is none."""
        side = self.hexmap.side[target]
        # The line crosses the target's side last, so it reaches the hex before it without that side.
        rest = Search(self.hexmap, self.board, self.company, banned=side)
        rest.grow(rest.first_arcs())
        before = self.hexmap.entry[target] // EDGES
        ways = self.ways_into(target, before)
        for arc, stop in ways:
            if arc in rest.parent and not (stop >= 0 and rest.on_line(arc, ~stop)):
                return rest.line_of(arc) | {side} | ({~stop} if stop >= 0 else set())
        if not rest.doubtful or not any(rest.floods_to(arc) for arc, _ in ways):
            return None
        return self.search(target, side)

    def ways_into(self, target: int, hex_: int) -> list[tuple[int, int]]:
        """Arcs into `hex_` from which a line goes on to the target, with the stop between."""
        return [
            (arc, stop)
            for arc in range(EDGES * hex_, EDGES * hex_ + EDGES)
            if self.hexmap.entry[arc] >= 0
            for to, stop in self.onward(arc)
            if to == target
        ]

    def floods_to(self, target: int) -> bool:
        """True if a flood without care for lines gets to the arc."""
        side = self.hexmap.side
        found = set(self.parent) | self.doubtful
        queue = list(self.doubtful)
        while queue:
            for to, _ in self.onward(queue.pop()):
                if to >= 0 and to not in found and side[to] != self.banned:
                    found.add(to)
                    queue.append(to)
        return target in found

    def search(self, target: int, side: int) -> frozenset[int] | None:
        """Depth first for a line that ends with the arc: the last resort."""
        for hex_, stop in self.tokens:
            start = frozenset([~(hex_ * STOPS_PER_HEX + stop)])
            for edge in self.hexmap.faces[self.board.faces[hex_]].stops[stop].exits:
                arc = self.hexmap.entry[EDGES * hex_ + edge]
                if arc >= 0:
                    line = self.extend(arc, start, target, side)
                    if line is not None:
                        return line
        return None

    def extend(self, arc: int, used: frozenset[int], target: int, side: int) -> frozenset[int] | None:
        """Go on from an arc along unused vertices to the target."""
        here = self.hexmap.side[arc]
        if here in used:
            return None
        used = used | {here}
        if arc == target:
            return used
        if here == side or not self.still_leads(arc, used, target):
            return None
        for to, stop in self.onward(arc):
            if to < 0 or (stop >= 0 and ~stop in used):
                continue
            line = self.extend(to, used | {~stop} if stop >= 0 else used, target, side)
            if line is not None:
                return line
        return None

    def still_leads(self, arc: int, used: frozenset[int], target: int) -> bool:
        """True if a flood from the arc over unused vertices gets to the target."""
        side = self.hexmap.side
        found = {arc}
        queue = [arc]
        while queue:
            for to, stop in self.onward(queue.pop()):
                if to < 0 or to in found or side[to] in used or (stop >= 0 and ~stop in used):
                    continue
                if to == target:
                    return True
                found.add(to)
                queue.append(to)
        return False
