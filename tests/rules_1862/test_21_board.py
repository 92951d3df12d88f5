"""1862, section 21: the board as printed, and that its figures agree with the rules."""

from __future__ import annotations

from collections import Counter, deque

import pytest

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import EDGES, edge_names
from tests.rules_1862.board import Position
from tests.support import rule


@pytest.fixture(name="board", scope="module")
def _board() -> HexMap:
    return Position().t.hexmap


def exits(board: HexMap, hex_: str) -> list[int]:
    """The edges with track on a printed hex."""
    return edge_names(board.faces[board.index[hex_]].exits)


@rule("1862 21.1")
def test_186_hexes_of_which_166_take_tiles(board: HexMap) -> None:
    colours = Counter(entry.color for entry in board.hexes)
    assert colours == {"white": 153, "yellow": 8, "green": 5, "gray": 15, "red": 5}
    assert sum(board.buildable) == 166
    assert {name[0] for name in board.names} == set("ABCDEFGHIJKLMN")
    assert min(column for _, column in board.place.values()) == 0
    assert max(column for _, column in board.place.values()) == 33
    assert all((row + column) % 2 == 1 for row, column in board.place.values())


@rule("1862 21.1", "1862 1.7")
def test_edges_go_clockwise_from_the_southwest(board: HexMap) -> None:
    assert list(board.data.map.edges.values()) == ["SW", "W", "NW", "NE", "E", "SE"]
    around = [board.names[board.entry[EDGES * board.index["G20"] + edge] // EDGES] for edge in range(EDGES)]
    assert around == ["H19", "G18", "F19", "F21", "G22", "H21"]


@rule("1862 21.2")
def test_preprinted_yellow(board: HexMap) -> None:
    yellow = {
        name: exits(board, name)
        for name, entry in zip(board.names, board.hexes, strict=True)
        if entry.color == "yellow"
    }
    assert yellow == {
        "F31": [0, 3],
        "C30": [1, 2],
        "D3": [0, 3],
        **{name: [1, 4] for name in ["C22", "C24", "C26", "G14", "H3"]},
    }
    new_york = board.faces[board.index["F31"]].stops
    assert [(stop.exits, stop.value, stop.slots) for stop in new_york] == [((0,), 20, 1), ((3,), 20, 1)]
    omaha = board.hexes[board.index["G16"]]
    assert (omaha.color, omaha.stops[0].value, exits(board, "G16")) == ("white", 10, [1])


@rule("1862 21.3")
def test_preprinted_green(board: HexMap) -> None:
    green = {
        name: [(stop.slots, stop.value, stop.exits) for stop in entry.stops]
        for name, entry in zip(board.names, board.hexes, strict=True)
        if entry.color == "green"
    }
    assert green == {
        "F23": [(2, 40, (0, 1))],
        "L23": [(2, 40, (1, 2))],
        "E18": [(2, 30, (0, 1, 2, 3))],
        "H29": [(2, 30, (0, 2, 3, 5))],
        "H1": [(1, 40, (4,)), (1, 40, (5,))],
    }
    assert [stop.name for stop in board.hexes[board.index["H1"]].stops] == ["Sacramento", "San Francisco"]


@rule("1862 21.4")
def test_grey_hexes(board: HexMap) -> None:
    grey = {
        name: (tuple((stop.kind, stop.value, stop.exits) for stop in entry.stops), entry.track)
        for name, entry in zip(board.names, board.hexes, strict=True)
        if entry.color == "gray"
    }
    assert grey == {
        "A6": ((("city", 30, (0, 4)),), ()),
        "A8": ((), ((1, 5),)),
        "D27": ((("city", 30, (3, 5)),), ()),
        "E26": ((("town", 20, (0, 5)),), ((4, 5),)),
        "F25": ((), ((0, 3),)),
        "G0": ((), ((3, 5),)),
        "J1": ((), ((3, 4),)),
        "L5": ((), ((2, 3),)),
        "N17": ((), ((2, 3),)),
        "L3": ((("town", 20, (3,)),), ()),
        **dict.fromkeys(("D23", "D25", "D29", "E24", "E28"), ((), ())),
    }


@rule("1862 21.5")
def test_red_hexes(board: HexMap) -> None:
    red = {
        name: (entry.name, entry.stops[0].value, entry.stops[0].exits)
        for name, entry in zip(board.names, board.hexes, strict=True)
        if entry.color == "red"
    }
    assert red == {
        "A30": ("Labrador", {"yellow": 20, "brown": 50}, (5,)),
        "A32": ("Labrador", {"yellow": 20, "brown": 50}, (0,)),
        "M8": ("Mexico", {"yellow": 40, "brown": 80}, (2, 3)),
        "M10": ("Mexico", {"yellow": 40, "brown": 80}, (2, 3)),
        "M30": ("Florida", {"yellow": 20, "brown": 50}, (2, 3)),
    }


@rule("1862 21.6", "1862 1.6")
def test_canada_lies_north_of_the_border(board: HexMap) -> None:
    canada = {name for name, entry in zip(board.names, board.hexes, strict=True) if entry.country == "CA"}
    rows = {name for name in board.names if name[0] in "ABC"} - {"C32"}
    assert canada == rows | {"D27"}
    homes = {entry.id: board.hexes[board.index[entry.home.hex]].country for entry in board.data.corporation}
    assert {name for name, country in homes.items() if country == "CA"} == {"CP", "CN"}


@rule("1862 21.6")
def test_border_edges_stand_on_both_hexes_and_divide_the_countries(board: HexMap) -> None:
    marked = set()
    for number, entry in enumerate(board.hexes):
        for border in entry.borders:
            marked.add((number, border.edge))
    where = {place: board.index[name] for name, place in board.place.items()}
    steps = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
    lakes = {board.index[name] for name in ("D23", "D25", "D29", "E24")}
    detroit = {board.index["D27"], board.index["E26"]}  # no track between them: the side is not marked
    for number, name in enumerate(board.names):
        row, column = board.place[name]
        for edge, (down, right) in enumerate(steps):
            other = where.get((row + down, column + right))
            if other is None:
                continue
            assert ((number, edge) in marked) == ((other, (edge + 3) % 6) in marked), (name, edge)
            countries = {board.hexes[number].country, board.hexes[other].country}
            divides = countries == {"US", "CA"} and not {number, other} & lakes and {number, other} != detroit
            assert ((number, edge) in marked) == divides, (name, edge)


@rule("1862 21.7")
@pytest.mark.parametrize(
    ("hex_", "colour"),
    [
        *((name, "green") for name in ("B11", "B7", "E22", "E32")),  # no brown
        *((name, "brown") for name in ("C2", "K4", "M16")),  # no gray
        *((name, "gray") for name in ("F11", "K18", "J27")),  # everything
    ],
)
def test_cities_at_the_edge_do_not_take_every_colour(board: HexMap, hex_: str, colour: str) -> None:
    number = board.index[hex_]
    faces, last = {number}, "white"
    while faces:
        lays = [lay for face in faces for lay in board.lays(number, face)]
        faces = {lay.face for lay in lays}
        last = lays[0].colour if lays else last
    assert last == colour


@rule("1862 21.1", "1862 8.15")
def test_the_tiles_are_those_of_the_rulebook(board: HexMap) -> None:
    totals: Counter[str] = Counter()
    for name, tile in board.data.tiles.items():
        totals["Erie" if name == "881" else tile.color] += tile.count
    assert totals == {"yellow": 85, "green": 47, "brown": 24, "gray": 8, "Erie": 1}


# -- the bonus table against the board (A3, A4)


def shortest(board: HexMap, start: tuple[str, int], goal: tuple[str, int], *, brown: bool) -> int:
    """The fewest steps from station to station over track that could be built.

    A hex that takes tiles is passed any way its tiles of all colours up to green (or all) allow.
    """
    ways: dict[int, set[tuple[int, int]]] = {}  # (edge in or -1 for the start, edge out or -1 for the end) by hex
    colours = ("yellow", "green", "brown", "gray") if brown else ("yellow", "green")

    def faces(number: int) -> set[int]:
        found, front = {number}, {number}
        if number in board.extra:
            return found | {board.extra[number]}
        while front:
            front = {lay.face for face in front for lay in board.lays(number, face) if lay.colour in colours} - found
            found |= front
        return found

    def station(face: int, city: int) -> int:
        return min(city, len(board.faces[face].stops) - 1)

    begin, end = board.index[start[0]], board.index[goal[0]]

    def passes(number: int) -> set[tuple[int, int]]:
        if number not in ways:
            pairs: set[tuple[int, int]] = set()
            for face_number in faces(number):
                face = board.faces[face_number]
                pairs |= {(a, b) for a in range(EDGES) for b in face.through[a]}
                for stop in face.stops:
                    if stop.kind != "offboard":
                        pairs |= {(a, b) for a in stop.exits for b in stop.exits if a != b}
            ways[number] = pairs
        return ways[number]

    first = {edge for face in faces(begin) for edge in board.faces[face].stops[station(face, start[1])].exits}
    last = {
        edge
        for face in faces(end)
        if board.faces[face].stops
        for edge in board.faces[face].stops[station(face, goal[1])].exits
    }
    queue = deque(
        (board.entry[EDGES * begin + edge], 1) for edge in sorted(first) if board.entry[EDGES * begin + edge] >= 0
    )
    entered: dict[int, set[int]] = {}
    while queue:
        arc, steps = queue.popleft()
        number, edge = divmod(arc, EDGES)
        if number == end and edge in last:
            return steps
        if edge in entered.setdefault(number, set()):
            continue
        entered[number].add(edge)
        for into, out in passes(number):
            to = board.entry[EDGES * number + out]
            if into == edge and to >= 0:
                queue.append((to, steps + 1))
    raise AssertionError(f"no way from {start} to {goal}")


@rule("1862 A3", "1862 A4", "1862 TV2")
def test_printed_distances_are_the_shortest_buildable_ways_but_for_the_known_ones(board: HexMap) -> None:
    differ = {}
    for entry in board.data.bonus:
        company = next(other for other in board.data.corporation if other.id == entry.corporation)
        start = (company.home.hex, company.home.city or 0)
        for target in entry.targets:
            for brown, colour in ((False, "green"), (True, "gray")):
                found = shortest(board, start, (target.hex, target.city), brown=brown)
                if found != entry.distance[colour]:
                    differ[entry.corporation, target.name, colour] = found - entry.distance[colour]
    assert differ == {
        ("NYH", "Vancouver", "green"): 1,
        ("NYH", "Vancouver", "gray"): 1,
        ("ORN", "Sacramento", "green"): 1,
        ("NYC", "San Francisco", "green"): 1,
    }


@rule("1862 A2")
def test_only_from_seattle_sacramento_is_four_hexes_away(board: HexMap) -> None:
    assert shortest(board, ("D3", 0), ("H1", 0), brown=True) == 4
    assert shortest(board, ("E2", 0), ("H1", 0), brown=True) == 3
