"""The compiled twin of `contract.follow`, if it is there."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from stellwerk.core.compiled import load
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.flood import codes_of
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.routing.track import Link, Track

_VERSION = 1
_ROOM = 8192  # numbers an answer may have
_HEAD = 4
_CITY, _TOWN, _OFFBOARD, _SHUT = 0, 1, 2, 4


class Walker:
    """Walks over the track of one map."""

    def __init__(self, hexmap: HexMap, library: ctypes.CDLL) -> None:
        """Ready for any board."""
        self._contract = library.stellwerk_contract
        self._contract.argtypes = [ctypes.c_char_p] * 4 + [ctypes.c_void_p]
        self._codes = codes_of(hexmap)
        self._found = ctypes.c_uint32 * _ROOM

    def follow(
        self, board: Board, tokens: tuple[tuple[int, int], ...], shut: Sequence[int], *, every_link: bool
    ) -> Track | None:
        """What `contract.follow` finds where no train runs through off-board areas; None if it is too much for C."""
        codes = self._codes
        starts = [hex_ * STOPS_PER_HEX + stop for hex_, stop in tokens]
        asked = array("i", (*codes.counts, len(starts), len(shut), every_link, _ROOM, *starts, *shut))
        found = self._found()
        if not self._contract(codes.entry, codes.side, codes.faces(board), asked.tobytes(), found):
            return None
        stops, count, hexes, bits = found[:_HEAD]
        at = _HEAD + 3 * stops + 3 * count
        order, kinds, exits = (found[_HEAD + n * stops : _HEAD + (n + 1) * stops] for n in range(3))
        ends = found[at - 3 * count : at]
        width = 2 * ((bits + 63) // 64)
        masks = at + sum(ends[2::3])
        links = []
        for number in range(count):
            a, b, length = ends[3 * number : 3 * number + 3]
            low = masks + width * number
            mask = 0
            for half in range(low + width - 1, low - 1, -1):
                mask = mask << 32 | found[half]
            links.append(Link(a, b, tuple(found[at : at + length]), mask))
            at += length
        seen = found[masks + width * count : masks + width * count + hexes]
        are = {_TOWN: 0, _OFFBOARD: 0, _SHUT: 0, _CITY: 0}
        for number, kind in enumerate(kinds):
            are[kind] |= 1 << number
        return Track(order, len(tokens), are[_TOWN], are[_OFFBOARD], are[_SHUT], tuple(exits), tuple(links), bits, seen)


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL | None:
    """The compiled library, if there is one."""
    return load(Path(__file__).parent, "_contract", "stellwerk_contract_version", _VERSION)


@lru_cache(maxsize=64)
def walker_on(hexmap: HexMap) -> Walker | None:
    """The compiled walk on a map; None without the library."""
    found = library()
    return Walker(hexmap, found) if found is not None else None
