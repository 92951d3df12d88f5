"""The compiled twin of `network.Search`, if it is there: who reaches what, where plain lines lead everywhere."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from stellwerk.core.compiled import load
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.eighteen.reach import Reach
from stellwerk.eighteen.tiles import EDGES, Face

_VERSION = 1
_NONE = 255  # ends a list in a face


class Flood:
    """Floods one map: its tables are handed over once, the faces of a board each time."""

    def __init__(self, hexmap: HexMap, library: ctypes.CDLL) -> None:
        """Ready for any board."""
        self._flood = library.stellwerk_flood
        self._flood.argtypes = [ctypes.c_char_p] * 4 + [ctypes.c_void_p]
        self._codes = codes_of(hexmap)
        self._found = ctypes.c_int32 * (2 + (2 + STOPS_PER_HEX) * len(hexmap.names))

    def reach(self, board: Board, tokens: tuple[tuple[int, int], ...], shut: Sequence[int]) -> Reach | None:
        """What lines from the tokens reach; None where it must be looked for in loops (and in Python)."""
        codes = self._codes
        starts = [hex_ * STOPS_PER_HEX + stop for hex_, stop in tokens]
        asked = array("i", (*codes.counts, len(starts), len(shut), *starts, *shut))
        found = self._found()
        if not self._flood(codes.entry, codes.side, codes.faces(board), asked.tobytes(), found):
            return None
        hexes, stops = found[0], found[1]
        numbers = found[2 : 2 + 2 * hexes + stops]
        edges = dict(zip(numbers[:hexes], numbers[hexes : 2 * hexes], strict=True))
        return Reach(edges, numbers[2 * hexes :], tokens)


class Codes:
    """A map as the C files have it: its tables, how many hexes and sides it has, and the faces on a board."""

    def __init__(self, hexmap: HexMap) -> None:
        """Copy the tables of the map."""
        self.entry, self.side = (array("i", numbers).tobytes() for numbers in (hexmap.entry, hexmap.side))
        self.counts = len(hexmap.names), hexmap.sides
        self._faces = FaceCodes(hexmap)
        self._latest: tuple[tuple[int, ...] | None, bytes] = (None, b"")  # faces, and how they were handed over

    def faces(self, board: Board) -> bytes:
        """What lies on the hexes."""
        laid, faces = self._latest
        if laid is not board.faces:
            faces = b"".join(map(self._faces.__getitem__, board.faces))
            self._latest = board.faces, faces
        return faces


class FaceCodes(dict[int, bytes]):
    """Faces by number as the C files have them."""

    def __init__(self, hexmap: HexMap) -> None:
        """Each is made when it is first asked for."""
        super().__init__()
        self.hexmap = hexmap

    def __missing__(self, face: int) -> bytes:
        found = self[face] = code(self.hexmap.faces[face])
        return found


@lru_cache(maxsize=64)
def codes_of(hexmap: HexMap) -> Codes:
    """The same for all C files."""
    return Codes(hexmap)


def code(face: Face) -> bytes:
    """`Face` of the C files."""
    ends, towns = (
        sum(1 << n for n, stop in enumerate(face.stops) if stop.kind == kind) for kind in ("offboard", "town")
    )
    exits = [tuple(stop.exits) for stop in face.stops]
    exits += [()] * (STOPS_PER_HEX - len(exits))
    rows = [_row(row) for row in (*face.through, [_NONE if at < 0 else at for at in face.stop_at], *exits)]
    return b"".join(rows) + bytes((ends, towns, 0, 0, 0, 0))


def _row(edges: Sequence[int]) -> bytes:
    return bytes(edges).ljust(EDGES, bytes((_NONE,)))


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL | None:
    """The compiled library, if there is one."""
    return load(Path(__file__).parent, "_flood", "stellwerk_flood_version", _VERSION)


@lru_cache(maxsize=64)
def flood_on(hexmap: HexMap) -> Flood | None:
    """The compiled search on a map; None without the library."""
    found = library()
    return Flood(hexmap, found) if found is not None else None
