"""Who reaches what: the search against an enumeration of all lines, on random boards of the real map.

The enumeration is written from the title file alone: it knows coordinates, tiles and rotations, and nothing of the
tables the search uses. A line starts at a token, uses no side and no stop twice, and ends at a closed city and at an
off-board area (1830 8.1.6a).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.flood import flood_on
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Networks, explore
from stellwerk.eighteen.reach import Reach
from stellwerk.eighteen.schema import StopData
from stellwerk.eighteen.table import kit
from stellwerk.titles.t1830.rules import TITLE_FILE
from tests.support import rule

KIT = kit(TITLE_FILE)
HEXMAP: HexMap = KIT.hexmap
DATA = KIT.data
PRR, NYC, CPR, BO, CO, ERIE, NYNH, BM = range(8)

# Neighbour of (row, column) across each edge, as the title file says.
STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
TOO_MANY = 60_000

Side = frozenset[tuple[str, int]]
StopKey = tuple[str, int]


@dataclass(frozen=True)
class Face:
    """What lies on a hex, read from the title file."""

    stops: tuple[tuple[str, frozenset[int]], ...]  # kind and exits
    track: frozenset[frozenset[int]]


def turn(edge: int, rotation: int) -> int:
    return (edge + rotation) % 6


def face_on(board: Board, hex_: str) -> Face:
    """The printed hex or the turned tile."""
    entry = DATA.map.hex[hex_]
    found: tuple[tuple[StopData, ...], tuple[tuple[int, int], ...]] = entry.stops, entry.track
    laid = HEXMAP.faces[board.faces[HEXMAP.index[hex_]]]
    if laid.tile:
        tile = DATA.tiles[laid.tile]
        found = tile.stops, tile.track
    stops, track = found
    return Face(
        tuple((stop.kind, frozenset(turn(edge, laid.rotation) for edge in stop.exits)) for stop in stops),
        frozenset(frozenset(turn(edge, laid.rotation) for edge in pair) for pair in track),
    )


def across(hex_: str, edge: int) -> tuple[str, int] | None:
    """The same side seen from the neighbour; None off the map and at an impassable edge."""
    found = re.fullmatch(r"([A-Z])(\d+)", hex_)
    assert found is not None
    row, column = ord(found[1]), int(found[2])
    name = f"{chr(row + STEPS[edge][0])}{column + STEPS[edge][1]}"
    if name not in DATA.map.hex or any(border.edge == edge for border in DATA.map.hex[hex_].borders):
        return None
    return name, (edge + 3) % 6


class TooManyLines(Exception):
    """Enumerating this board would take too long."""


class AllLines:
    """Every line from every token of a company, one by one."""

    def __init__(self, board: Board, company: int, *, any_walk: bool = False) -> None:
        """With `any_walk` what is used already does not matter: the plain flood, which finds too much."""
        self.board, self.company, self.any_walk = board, company, any_walk
        self.faces = {name: face_on(board, name) for name in DATA.map.hex}
        self.sides: set[Side] = set()
        self.stops: set[StopKey] = set()
        self.steps = 0
        self.been: set[tuple[str, int]] = set()
        self.tokens = [
            (name, stop)
            for number, name in enumerate(HEXMAP.names)
            for stop, slots in enumerate(board.tokens[number])
            if company in slots
        ]
        for name, stop in self.tokens:
            for edge in self.faces[name].stops[stop][1]:
                self.cross(name, edge, frozenset(), frozenset({(name, stop)}))

    def cross(self, hex_: str, edge: int, sides: frozenset[Side], stops: frozenset[StopKey]) -> None:
        """Go over a side, then on by every track of the next hex."""
        self.steps += 1
        if self.steps > TOO_MANY:
            raise TooManyLines
        other = across(hex_, edge)
        if other is None:
            return
        side = frozenset({(hex_, edge), other})
        if (other in self.been) if self.any_walk else (side in sides):
            return
        self.been.add(other)
        self.sides.add(side)
        sides |= {side}
        here, entry = other
        face = self.faces[here]
        for pair in face.track:
            if entry in pair:
                (out,) = pair - {entry}
                self.cross(here, out, sides, stops)
        for number, (kind, exits) in enumerate(face.stops):
            if entry not in exits or (here, number) in stops:
                continue
            self.stops.add((here, number))
            if kind == "offboard" or self.closed(here, number):
                continue
            for out in exits - {entry}:
                self.cross(here, out, sides, stops if self.any_walk else stops | {(here, number)})

    def closed(self, hex_: str, stop: int) -> bool:
        slots = self.board.tokens[HEXMAP.index[hex_]][stop]
        return bool(slots) and FREE not in slots and self.company not in slots

    def edges(self) -> set[tuple[str, int]]:
        """Reached edges: both ends of every crossed side, and all passable edges of hexes with a token (8.1.6)."""
        found = {end for side in self.sides for end in side}
        found |= {(name, edge) for name, _ in self.tokens for edge in range(6) if across(name, edge)}
        return found


def edges_of(reach: Reach) -> set[tuple[str, int]]:
    return {(HEXMAP.names[hex_], edge) for hex_, mask in reach.edges.items() for edge in range(6) if mask >> edge & 1}


def stops_of(reach: Reach) -> set[StopKey]:
    return {(HEXMAP.names[code // 8], code % 8) for code in reach.stops}


def agree(board: Board, company: int) -> None:
    """The search finds exactly what some line reaches."""
    lines = AllLines(board, company)
    reach = explored(board, company)
    own = set(lines.tokens)
    assert edges_of(reach) == lines.edges()
    assert stops_of(reach) - own == lines.stops - own
    assert reach.runs == bool(lines.stops)
    assert {(HEXMAP.names[hex_], stop) for hex_, stop in reach.tokens} == own


# -- boards


def ring(centre: str) -> list[str]:
    """A hex and its neighbours on the map."""
    found = re.fullmatch(r"([A-Z])(\d+)", centre)
    assert found is not None
    row, column = ord(found[1]), int(found[2])
    names = [centre, *(f"{chr(row + down)}{column + right}" for down, right in STEPS)]
    return [name for name in names if name in DATA.map.hex]


CENTRES = [name for name in DATA.map.hex if len(ring(name)) == 7]


def lay(board: Board, hex_: str, tile: str, rotation: int) -> Board:
    number = HEXMAP.index[hex_]
    found = [x for x in HEXMAP.lays(number, board.faces[number]) if (x.name, x.rotation) == (tile, rotation)]
    assert found, f"{tile}/{rotation} cannot lie on {hex_}"
    return boards.lay(HEXMAP, board, number, found[0])


def random_lay(chance: random.Random, board: Board, hex_: str) -> Board:
    """Some tile that map and tile rules allow there, if there is one."""
    number = HEXMAP.index[hex_]
    lays = HEXMAP.lays(number, board.faces[number])
    return boards.lay(HEXMAP, board, number, chance.choice(lays)) if lays else board


def random_token(chance: random.Random, board: Board, hexes: list[str], company: int) -> Board:
    """A token of the company in some free slot, if there is one."""
    free = [
        (HEXMAP.index[name], stop)
        for name in hexes
        for stop, slots in enumerate(board.tokens[HEXMAP.index[name]])
        if FREE in slots and company not in slots
    ]
    if not free:
        return board
    hex_, stop = chance.choice(free)
    return boards.place(board, hex_, stop, company)


def turning_loop() -> Board:
    """Pittsburgh (token) - G9 - H8 - I7 - H6 - H8: only a line that used the side G9/H8 twice would reach G11."""
    board = boards.empty_board(HEXMAP)
    for hex_, tile, rotation in (
        ("H10", "57", 2),
        ("G9", "7", 5),
        ("G9", "28", 0),  # 0-4 and 0-5
        ("H8", "9", 0),
        ("H8", "23", 3),  # 3-0 and 3-1
        ("I7", "7", 2),
        ("H6", "7", 4),
    ):
        board = lay(board, hex_, tile, rotation)
    return boards.place(board, HEXMAP.index["H10"], 0, PRR)


def joined(board: Board, hex_: int, exits: int) -> int:
    """How many of the exits meet track of the neighbours."""
    others = [HEXMAP.entry[6 * hex_ + edge] for edge in range(6) if exits >> edge & 1]
    return sum(HEXMAP.faces[board.faces[other // 6]].exits >> other % 6 & 1 for other in others)


def grown(chance: random.Random, board: Board, hexes: list[str], count: int) -> Board:
    """Lays of PRR as in a game: each joins what it reaches, and rather much of it, so that loops come about."""
    for _ in range(count):
        reach = explored(board, PRR)
        near = [hex_ for hex_ in sorted(reach.edges) if HEXMAP.names[hex_] in hexes]
        hex_ = chance.choice(near)
        lays = [x for x in HEXMAP.lays(hex_, board.faces[hex_]) if x.exits & reach.edges[hex_]]
        if lays:
            some = [chance.choice(lays) for _ in range(3)]
            board = boards.lay(HEXMAP, board, hex_, max(some, key=lambda x: joined(board, hex_, x.exits)))
    return board


def random_board(chance: random.Random) -> Board:
    """A dense cluster of tiles with tokens of PRR and others in it; every second one grows around a turning loop."""
    if chance.random() < 0.5:
        board, centre = turning_loop(), "H8"
    else:
        board, centre = boards.empty_board(HEXMAP), chance.choice(CENTRES)
    hexes = sorted({other for name in ring(centre) for other in ring(name)})
    if centre != "H8" or chance.random() < 0.3:
        board = random_token(chance, board, hexes, PRR)
    if not boards.tokens_of(HEXMAP, board, PRR):  # no city near
        board = boards.place(board, HEXMAP.index["H12"], 0, PRR)
        hexes = sorted({other for name in ring("H12") for other in ring(name)})
    board = grown(chance, board, hexes, chance.choice((4, 12, 24, 36)))
    for company in chance.sample((NYC, CPR, BO, CO), chance.choice((0, 1, 2))):
        board = random_token(chance, board, hexes, company)
    return board


SEEDS = st.integers(0, 2**32)


# -- the search


@rule("1830 8.1.6", "1830 8.1.6a")
@settings(max_examples=120, deadline=None)
@given(SEEDS)
def test_the_search_equals_the_enumeration_of_all_lines(seed: int) -> None:
    board = random_board(random.Random(seed))
    try:
        agree(board, PRR)
    except TooManyLines:
        assume(False)


@rule("1830 8.1.6a")
def test_the_random_boards_contain_loops_where_a_flood_finds_too_much() -> None:
    found = 0
    for seed in range(150):
        board = random_board(random.Random(seed))
        try:
            exact = AllLines(board, PRR)
        except TooManyLines:
            continue
        found += AllLines(board, PRR, any_walk=True).edges() != exact.edges()
        agree(board, PRR)
    assert found >= 3


@rule("1830 8.1.6a")
def test_a_loop_does_not_turn_a_line_round() -> None:
    board = turning_loop()
    assert ("G11", 1) in AllLines(board, PRR, any_walk=True).edges()
    assert ("G11", 1) not in AllLines(board, PRR).edges()
    assert ("G11", 1) not in edges_of(explored(board, PRR))
    agree(board, PRR)


def board_of(tiles: str, token: str) -> Board:
    """A board to order, `G5 47/3, G7 1/2`, with a token of PRR in the first city of a hex."""
    board = boards.empty_board(HEXMAP)
    for entry in tiles.split(", "):
        hex_, tile, rotation = re.split("[ /]", entry)
        number, face = HEXMAP.index[hex_], HEXMAP.face_number(tile, int(rotation))
        cities = tuple((FREE,) * stop.slots for stop in HEXMAP.faces[face].stops)
        board = Board(
            boards.put(board.faces, number, face),
            boards.put(board.tokens, number, cities),
            board.homes,
            board.settled,
        )
    return boards.place(board, HEXMAP.index[token], 0, PRR)


# Found by a long random search and made as small as possible. In each the first line that is found to some track
# stands in the way of going on, so whether another line leads further has to be looked at on its own.
KNOTS = {
    "another line leads on": [
        ("G9 43/4, H6 44/4, H8 45/3, H10 63/1, I7 7/2, I9 29/2", "H10"),
        ("G9 46/2, H6 44/1, H8 45/3, H10 63/3, I7 7/2, I9 29/2", "H10"),
        ("G9 70/3, H6 27/4, H8 45/3, H10 63/1, I7 44/5, I9 43/1", "H10"),
    ],
    "only a long search shows that none leads on": [
        ("F10 3/5, G7 69/2, G9 47/3, G11 46/4, H4 63/4, H6 44/3, H8 46/5, I9 46/2, I11 7/0, J10 29/2", "H4"),
        ("F12 45/2, F14 43/5, G13 43/2, G15 27/5, G17 1/3, G19 62/0, H10 63/0, H14 43/0, H16 63/4, H18 67/5", "H10"),
        ("F4 15/5, G3 45/0, G5 45/0, G7 2/2, G9 45/3, H2 39/3, H4 63/1, H8 39/2, H10 63/1, I3 45/0", "F4"),
    ],
    "only a long search finds the line": [
        (
            "G5 47/3, G7 1/2, H4 63/4, H6 70/3, H8 43/4, H10 63/5, I5 43/1, I7 23/2, I9 43/2, I11 70/5, J6 39/2, "
            "J8 70/1, J10 41/1",
            "H4",
        ),
    ],
}


@rule("1830 8.1.6a")
@pytest.mark.parametrize(("tiles", "token"), [knot for knots in KNOTS.values() for knot in knots])
def test_knots_of_track(tiles: str, token: str) -> None:
    agree(board_of(tiles, token), PRR)


@rule("1830 8.1.6a")
@pytest.mark.parametrize("company", range(8))
def test_the_printed_board(company: int) -> None:
    board = boards.empty_board(HEXMAP)
    home = DATA.corporation[company].home
    board = boards.place(board, HEXMAP.index[home.hex], home.city or 0, company)
    agree(board, company)


@rule("1830 8.1.6a")
def test_a_company_without_a_token_reaches_nothing() -> None:
    reach = explored(turning_loop(), NYC)
    assert (reach.edges, reach.stops, reach.runs) == ({}, frozenset(), False)


# -- the memory


def explored(board: Board, company: int) -> Reach:
    """What is found in Python, and by the compiled twin if it is there."""
    reach, flood = explore(HEXMAP, board, company), flood_on(HEXMAP)
    if flood is not None:
        same(explore(HEXMAP, board, company, flood), reach)
    return reach


def same(found: Reach, fresh: Reach) -> None:
    assert found.edges == fresh.edges
    assert found.stops == fresh.stops
    assert found.tokens == fresh.tokens
    assert found.runs == fresh.runs


def changes(chance: random.Random, board: Board, hexes: list[str]) -> Iterator[Board]:
    """A game's worth of boards: lays, tokens, a token moved within its hex, and returns to earlier boards."""
    history = [board]
    while True:
        what = chance.random()
        if what < 0.15:
            board = chance.choice(history)
        elif what < 0.65:
            board = random_lay(chance, board, chance.choice(hexes))
        elif what < 0.9:
            board = random_token(chance, board, hexes, chance.randrange(4))
        else:
            company, name = chance.randrange(4), chance.choice(hexes)
            number = HEXMAP.index[name]
            if boards.has_token(board, number, company):
                board = random_token(chance, boards.lift(board, number, company), [name], company)
        history.append(board)
        yield board


@rule("1830 8.1.6a")
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.sampled_from([2, 8, 512]))
def test_the_memory_answers_like_a_fresh_search(seed: int, limit: int) -> None:
    chance = random.Random(seed)
    networks = Networks(HEXMAP, limit)
    hexes = sorted({other for name in ring(chance.choice(CENTRES)) for other in ring(name)})
    board = boards.empty_board(HEXMAP)
    for company in range(4):
        board = random_token(chance, board, hexes, company)
    for _, after in zip(range(40), changes(chance, board, hexes), strict=False):
        for company in chance.sample(range(4), 2):  # not every company at every step: answers grow old
            same(networks.reach(after, company), explore(HEXMAP, after, company))


@rule("1830 8.1.6a")
def test_the_memory_stays_within_its_limit() -> None:
    networks = Networks(HEXMAP, 4)
    board = turning_loop()
    for hex_ in ("C7", "C9", "C11", "C13", "B12", "B14"):
        board = random_lay(random.Random(1), board, hex_)
        same(networks.reach(board, PRR), explore(HEXMAP, board, PRR))
        assert len(networks._known) <= 4
