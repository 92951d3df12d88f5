"""Questions about single lines of track: does a line use new track, and does one lead from place to place?

A line is what `network` says: no side and no stop twice, not through a closed city, not through an off-board area.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.eighteen.network import Search
from stellwerk.eighteen.tiles import EDGES, Face


class NewTrack:
    """Which new track a line of one company would use, on one board; what has been looked up is remembered."""

    def __init__(self, hexmap: HexMap, board: Board, company: int) -> None:
        """Plain lines are grown once."""
        self.hexmap, self.board = hexmap, board
        self.known = Search(hexmap, board, company)
        self.known.grow(self.known.first_arcs())
        self._into: dict[tuple[int, int], bool] = {}

    def used(self, hex_: int, new: Face) -> bool:
        """True if `new` on that hex has plain track the old face has not, and a line of the company uses it.

        The first piece of new track on a line is reached over old track only. So it is enough to find, on the old
        board, a line into the hex over one end of the piece that has not used the side at the other end.
        """
        old = self.hexmap.faces[self.board.faces[hex_]]
        return any(
            self.hexmap.entry[EDGES * hex_ + into] >= 0 and self.line_into(EDGES * hex_ + into, EDGES * hex_ + out)
            for a, b in sorted(new.segments - old.segments)
            for into, out in ((a, b), (b, a))
        )

    def line_into(self, arc: int, out: int) -> bool:
        """True if some line ends with the arc and has not crossed the side of the arc `out`."""
        side = self.hexmap.side[out]
        found = self._into.get((arc, side))
        if found is None:
            found = self._into[arc, side] = _line_into(self.known, arc, side)
        return found


def _line_into(known: Search, arc: int, side: int) -> bool:
    """True if some line ends with the arc and does not cross the side; `known` has grown plain lines."""
    if arc in known.parent and not known.on_line(arc, side):
        return True
    hexmap, board, company = known.hexmap, known.board, known.company
    rest = Search(hexmap, board, company, banned=side)
    rest.grow(rest.first_arcs())
    if arc in rest.parent:
        return True
    if not rest.doubtful or not rest.floods_to(arc):
        return False
    for hex_, stop in rest.tokens:
        used = frozenset([~(hex_ * STOPS_PER_HEX + stop), side])
        for edge in hexmap.faces[board.faces[hex_]].stops[stop].exits:
            first = hexmap.entry[EDGES * hex_ + edge]
            if first >= 0 and rest.extend(first, used, arc, hexmap.side[arc]) is not None:
                return True
    return False


def leads(hexmap: HexMap, board: Board, company: int, start: int, points: Sequence[int]) -> bool:
    """True if a line leads from the stop `start` to all the stops `points`, in this order, and ends at the last.

    Other stops may lie between them. Whose line it is decides which cities are closed.
    """
    search = Search(hexmap, board, company)
    hex_, stop = divmod(start, STOPS_PER_HEX)
    for edge in hexmap.faces[board.faces[hex_]].stops[stop].exits:
        arc = hexmap.entry[EDGES * hex_ + edge]
        if arc >= 0 and _follow(search, arc, frozenset([~start]), tuple(points)):
            return True
    return False


def _follow(search: Search, arc: int, used: frozenset[int], points: tuple[int, ...]) -> bool:
    """Go on from an arc along unused sides and stops to the points."""
    side = search.hexmap.side[arc]
    if side in used:
        return False
    used = used | {side}
    if not _floods(search, arc, used, points[0]):
        return False
    for to, stop in search.onward(arc):
        if stop >= 0 and (~stop in used or stop in points[1:]):
            continue
        if to < 0:
            if points == (stop,):
                return True
            continue
        left = points[1:] if stop == points[0] else points
        if left and _follow(search, to, used | {~stop} if stop >= 0 else used, left):
            return True
    return False


def _floods(search: Search, arc: int, used: frozenset[int], point: int) -> bool:
    """True if a flood from the arc over unused sides and stops gets to the point."""
    side = search.hexmap.side
    found = {arc}
    queue = [arc]
    while queue:
        for to, stop in search.onward(queue.pop()):
            if stop == point:
                return True
            if to < 0 or to in found or side[to] in used or (stop >= 0 and ~stop in used):
                continue
            found.add(to)
            queue.append(to)
    return False
