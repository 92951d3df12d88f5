"""The map as printed: hexes, neighbours, faces, and which tile may lie on which. Nothing here changes in a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from stellwerk.eighteen.schema import HexData, StopData, TileData, TitleData
from stellwerk.eighteen.tiles import COLOURS, EDGES, Face, Stop

if TYPE_CHECKING:
    from stellwerk.eighteen.board import TokenPlaces

# Neighbour of (row, column) across each edge, doubled coordinates.
_STEPS = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)),
}
STOPS_PER_HEX = 8
STILL = -1


class TileLay(Struct, frozen=True, gc=False):
    """A tile in a rotation that may replace a face on a hex, as far as map and tile decide it."""

    tile: int
    name: str
    rotation: int
    face: int
    exits: int
    colour: str
    stops: tuple[int, ...]


class StopWorths(dict[str, "FaceWorths"]):
    """What stops pay by the column that off-board areas pay; made when it is first asked for."""

    def __init__(self, faces: Sequence[Face]) -> None:
        """Nothing yet."""
        super().__init__()
        self._faces = faces

    def __missing__(self, column: str) -> FaceWorths:
        found = self[column] = FaceWorths(self._faces, column)
        return found


class FaceWorths(dict[int, tuple[int, ...]]):
    """What the stops of a face pay in one column."""

    def __init__(self, faces: Sequence[Face], column: str) -> None:
        """Nothing yet."""
        super().__init__()
        self._faces, self._column = faces, column

    def __missing__(self, face: int) -> tuple[int, ...]:
        found = self[face] = tuple(stop.worth(self._column) for stop in self._faces[face].stops)
        return found


class HexMap:
    """Hexes, sides and faces by number.

    An *arc* is `6 * hex + edge`: a side of a hex seen from that hex. `entry[arc]` is the same side seen from the
    neighbour, or -1 where nothing can pass; `side[arc]` is one number for both.
    """

    def __init__(self, data: TitleData) -> None:
        """Build the tables from a title's data."""
        self.data = data
        self.names = tuple(data.map.hex)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.hexes: tuple[HexData, ...] = tuple(data.map.hex.values())
        self.place = {name: _coordinates(name, data.map.layout) for name in self.names}
        self.tile_names = tuple(data.tiles)
        self.tile_index = {name: number for number, name in enumerate(self.tile_names)}
        self.entry, self.side, self.sides = self._sides()
        self.crossings = tuple(  # by arc: its hex and edge and those on the other side, edges as bits
            (arc // EDGES, 1 << arc % EDGES, to // EDGES, 1 << to % EDGES) for arc, to in enumerate(self.entry)
        )
        faces = [_face("", 0, entry.color, entry.label, entry.stops, entry.track) for entry in self.hexes]
        for name, tile in data.tiles.items():
            faces += [_turned(name, tile, rotation) for rotation in range(EDGES)]
        self.bare_faces = len(faces)
        self.tunnel_sets = _tunnel_sets(data)
        self.faces = (*faces, *(_tunnelled(face, pairs) for pairs in self.tunnel_sets[1:] for face in faces))
        self.printed = tuple(range(len(self.names)))
        self.buildable = tuple(entry.color not in ("gray", "red", "blue") for entry in self.hexes)
        self.tunnel_hexes = frozenset(n for n, entry in enumerate(self.hexes) if entry.terrain == "tunnel")
        self.groups = tuple(entry.group for entry in self.hexes)
        self.extra = {  # by hex: the face that a power may put on a hex which takes no other tile
            n: self.face_number(entry.extra.tile, entry.extra.rotation)
            for n, entry in enumerate(self.hexes)
            if entry.extra
        }
        self._set_apart = frozenset(entry.extra.tile for entry in self.hexes if entry.extra)
        self.costs = tuple(entry.cost for entry in self.hexes)
        self.border_costs = {  # by arc: what joining track over that side costs
            EDGES * n + border.edge: border.cost
            for n, entry in enumerate(self.hexes)
            for border in entry.borders
            if border.cost
        }
        self.unlimited = tuple(tile.unlimited for tile in data.tiles.values())
        grown = {kinds for face in faces if "city" in face.kinds for kinds in face.over}
        self.cities = tuple(  # hexes that have a city or may get one
            n for n, face in enumerate(faces[: len(self.hexes)]) if "city" in face.kinds or face.kinds in grown
        )
        self.passable = tuple(  # bit mask of the sides that lead to another hex
            sum(1 << edge for edge in range(EDGES) if self.entry[EDGES * n + edge] >= 0) for n in self.printed
        )
        # How routes name stops and sides, by stop number and arc; and back: (hex, number, is a stop).
        self.stop_items = tuple(f"{name}.{stop}" for name in self.names for stop in range(STOPS_PER_HEX))
        self.side_items = tuple(f"{name}:{edge}" for name in self.names for edge in range(EDGES))
        self.path_items = {item: (*divmod(stop, STOPS_PER_HEX), True) for stop, item in enumerate(self.stop_items)}
        self.path_items |= {item: (*divmod(arc, EDGES), False) for arc, item in enumerate(self.side_items)}
        self.worths = StopWorths(self.faces)
        self.token_places: TokenPlaces | None = None  # the last ones: see `board.places`
        self._lays: dict[tuple[int, int], tuple[TileLay, ...]] = {}

    def face_number(self, tile: str, rotation: int) -> int:
        """The number of a tile's face."""
        return len(self.names) + EDGES * self.tile_index[tile] + rotation

    def bare(self, face: int) -> int:
        """The face without tunnels."""
        return face % self.bare_faces

    def tunnelled(self, face: int, pairs: tuple[tuple[int, int], ...]) -> int:
        """The number of a face with these tunnels below it, in any order; it must have none yet."""
        return face + self.bare_faces * self.tunnel_sets.index(tuple(sorted(pairs)))

    def lays(self, hex_: int, face: int) -> tuple[TileLay, ...]:
        """Every tile and rotation that may replace `face` there: colour, kind, label, orientation, old track kept."""
        key = (hex_, face)
        found = self._lays.get(key)
        if found is None:
            found = self._lays[key] = self._find_lays(hex_, face)
        return found

    def blocked_exit(self, hex_: int, edge: int) -> bool:
        """True if no tile there may have that exit: off the map, impassable, a closed side of a grey or red hex."""
        other = self.entry[EDGES * hex_ + edge]
        if other < 0:
            return True
        neighbour, back = divmod(other, EDGES)
        if self.buildable[neighbour] or neighbour in self.tunnel_hexes:
            return False
        return not self.faces[self.extra.get(neighbour, neighbour)].exits >> back & 1

    def next_colour(self, face: int) -> str:
        """The colour a tile must have to replace the face; empty if nothing can."""
        colour = self.faces[face].colour
        step = COLOURS.index(colour) + 1 if colour in COLOURS else len(COLOURS)
        return COLOURS[step] if step < len(COLOURS) else ""

    def labels_fit(self, hex_: int, face: int, tile: str) -> bool:
        """True if the label of the hex, or of what lies there, admits the tile."""
        if tile in self._set_apart:
            return False
        entry, labels = self.data.tiles[tile], self.data.map.labels
        if not labels:
            return entry.label == self.faces[face].label
        label = self.hexes[hex_].label
        return tile in labels[label].get(entry.color, ()) if label else not entry.label

    def extra_lay(self, hex_: int) -> TileLay:
        """The tile only a power puts on that hex."""
        face = self.faces[self.extra[hex_]]
        return TileLay(
            self.tile_index[face.tile], face.tile, face.rotation, self.extra[hex_], face.exits, face.colour, ()
        )

    def barred(self, hex_: int, face: int) -> int:
        """The edges a tile on that face must not have, as a bit mask: closed ones and those of tunnels."""
        closed = sum(1 << edge for edge in range(EDGES) if self.blocked_exit(hex_, edge))
        return closed | self.faces[face].tunnel_exits

    def _find_lays(self, hex_: int, face: int) -> tuple[TileLay, ...]:
        colour = self.next_colour(face)
        if not self.buildable[hex_] or not colour:
            return ()
        return self.lays_of(hex_, face, colour)

    def lays_of(self, hex_: int, face: int, colour: str) -> tuple[TileLay, ...]:
        """The lays in a colour, whether or not it is the next one."""
        old = self.faces[face]
        barred = self.barred(hex_, face)
        wanted = self.hexes[hex_].required_exit
        needed = 0 if wanted is None else 1 << wanted
        layer = face - self.bare(face)  # tunnels stay where they are
        lays = []
        for number, name in enumerate(self.tile_names):
            tile = self.data.tiles[name]
            if tile.color != colour or not self.labels_fit(hex_, face, name):
                continue
            for rotation in range(EDGES):
                at = len(self.names) + EDGES * number + rotation
                new = self.faces[at]
                if not new.alike(old) or new.exits & barred or needed & ~new.exits:
                    continue
                stops = new.keeps(old)
                if stops is not None:
                    lays.append(TileLay(number, name, rotation, at + layer, new.exits, colour, stops))
        return tuple(lays)

    def _sides(self) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        steps = _STEPS[self.data.map.layout]
        where = {self.place[name]: number for name, number in self.index.items()}
        entry = [STILL] * (EDGES * len(self.names))
        side = [STILL] * (EDGES * len(self.names))
        count = 0
        for number, name in enumerate(self.names):
            walls = {border.edge for border in self.hexes[number].borders if border.kind == "impassable"}
            row, column = self.place[name]
            for edge, (down, right) in enumerate(steps):
                arc = EDGES * number + edge
                if side[arc] == STILL:
                    side[arc] = count
                    count += 1
                neighbour = where.get((row + down, column + right))
                if neighbour is None:
                    continue
                back = EDGES * neighbour + (edge + 3) % EDGES
                side[back] = side[arc]
                if edge not in walls:
                    entry[arc] = back
        return tuple(entry), tuple(side), count


def _coordinates(name: str, layout: str) -> tuple[int, int]:
    """(row, column) of a hex: letters are rows on pointy maps, columns on flat ones."""
    found = re.fullmatch(r"([A-Z]+)(\d+)", name)
    assert found is not None  # checked on load
    letter = 0
    for sign in found[1]:
        letter = 26 * letter + ord(sign) - ord("A") + 1
    number = int(found[2])
    return (letter, number) if layout == "pointy" else (number, letter)


def _stop(data: StopData) -> Stop:
    if isinstance(data.value, int):
        return Stop(data.kind, data.exits, data.slots, data.value, (), data.reserve)
    return Stop(data.kind, data.exits, data.slots, 0, tuple(data.value.items()), data.reserve)


def _face(
    tile: str,
    rotation: int,
    colour: str,
    label: str,
    stops: tuple[StopData, ...],
    track: tuple[tuple[int, int], ...],
    joins: bool = False,
    over: tuple[str, ...] = (),
) -> Face:
    turned = [_stop(stop).turned(rotation) for stop in stops]
    ends = [((a + rotation) % EDGES, (b + rotation) % EDGES) for a, b in track]
    return Face(tile, rotation, colour, label, turned, ends, joins, [tuple(sorted(kinds.split())) for kinds in over])


def _turned(name: str, tile: TileData, rotation: int) -> Face:
    return _face(name, rotation, tile.color, tile.label, tile.stops, tile.track, tile.joins, tile.over)


def _tunnel_sets(data: TitleData) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every set of tunnels a hex may have below it, none first; without tunnels in the title only that."""
    if data.tunnels is None:
        return ((),)
    pairs = sorted(
        {
            (min(a, b), max(a, b))
            for piece in data.tunnels.pieces.values()
            for rotation in range(EDGES)
            for a, b in [((piece.track[0] + rotation) % EDGES, (piece.track[1] + rotation) % EDGES)]
        }
    )
    sets: list[tuple[tuple[int, int], ...]] = [()]
    for old in sets:  # grows while it is read
        if len(old) < data.tunnels.per_hex:
            sets += [(*old, pair) for pair in pairs if all(last < pair and not crosses(last, pair) for last in old)]
    return tuple(sets)


def crosses(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """True if two pairs of edges share an edge or their straight lines cross."""
    if set(one) & set(other):
        return True
    low, high = sorted(one)
    return (low < other[0] < high) != (low < other[1] < high)


def _tunnelled(face: Face, pairs: tuple[tuple[int, int], ...]) -> Face:
    """The face with tunnels below; the face itself if its track leaves no room for them."""
    if any(face.exits >> edge & 1 for pair in pairs for edge in pair):
        return face
    return Face(face.tile, face.rotation, face.colour, face.label, face.stops, face.track, face.joins, face.over, pairs)
