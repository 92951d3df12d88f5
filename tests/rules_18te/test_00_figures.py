"""18TE: every figure of the price table, the map and the tiles, written down a second time."""

from __future__ import annotations

from tests.rules_18te.table import new, rules_of
from tests.support import rule

DATA = rules_of(new()).t.data
MARKET = rules_of(new()).t.market
HEXMAP = rules_of(new()).t.hexmap

PRICES = """
- - - - - 100 110 120 130 140 150 160 180 210 250 300
- - - - 80 90 100 110 120 130 140 150 160 180 210
- - - 60 70 80 90 100 110 120 130 140 150
- - 40 50 60 70 80 90 100 110 120
- 20 30 40 50 60 70 80 90
0 10 20 30 40 50 60
"""
ZONES = {
    "p": {(1, 6), (2, 6), (3, 6), (4, 6), (5, 6)},
    "y": {(3, 2), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3), (5, 4)},
    "u": {(1, 14), (2, 12), (3, 10), (4, 8), (5, 6)},
    "d": {(0, 5), (1, 4), (2, 3), (3, 2), (4, 1)},
    "e": {(0, 15)},
    "x": {(5, 0)},
}
RED = {  # exits, then what they pay when red areas pay yellow, green and brown
    "A5": ((0,), 20, 30, 50),
    "C15": ((4,), 20, 30, 50),
    "D16": ((3,), 20, 30, 50),
    "E15": ((2,), 20, 30, 50),
    "G3": ((0,), 20, 40, 80),
    "H6": ((2,), 20, 30, 50),
    "H12": ((2,), 20, 30, 50),
}
CITIES = {"A7", "B10", "C13", "D6", "D14", "E9", "F10", "G5"}
TOWNS = {"C3", "C7", "D4", "D8", "E5", "E11", "E13", "F4", "F6", "G11"}
PLAIN = {"B4", "B6", "B8", "C1", "C5", "C9", "C11", "D2", "D10", "D12", "E3", "E7", "F8", "F12", "G7"}
RIVER = {"A7-B6", "B6-B8", "B8-C7", "B8-C9", "B10-C9", "C9-C11", "C11-D10", "C11-D12", "C13-D12"}
PRINTED = {
    "A7": [((4,), 20, ("dest KHS",)), ((5,), 20, ("dest KWE",))],
    "D14": [((2,), 20, ("home KWE",)), ((4,), 20, ("home CME",))],
    "E9": [((), 0, ())],
    "G5": [((1,), 20, ("home KHS",)), ((0,), 20, ("dest CME",))],
}
LABELS = {"A7": "RH", "D14": "MS", "E9": "TE", "G5": "OS"}
TILES = {  # how often, colour, label, then kind, value, slots and exits of the stop, or the track
    "3": (4, "yellow", "", "town 10 0 01"),
    "4": (4, "yellow", "", "town 10 0 03"),
    "5": (1, "yellow", "", "city 20 1 01"),
    "6": (4, "yellow", "", "city 20 1 02"),
    "7": (8, "yellow", "", "01"),
    "8": (9, "yellow", "", "02"),
    "9": (9, "yellow", "", "03"),
    "12": (2, "green", "", "city 30 1 012"),
    "14": (2, "green", "", "city 30 2 0134"),
    "15": (1, "green", "", "city 30 2 0123"),
    "16": (1, "green", "", "02 13"),
    "17": (1, "green", "", "04 13"),
    "18": (1, "green", "", "03 12"),
    "19": (1, "green", "", "03 24"),
    "20": (1, "green", "", "03 14"),
    "21": (1, "green", "", "02 34"),
    "22": (1, "green", "", "04 23"),
    "23": (1, "green", "", "03 04"),
    "24": (1, "green", "", "02 03"),
    "25": (1, "green", "", "02 04"),
    "26": (1, "green", "", "03 05"),
    "27": (1, "green", "", "01 03"),
    "28": (1, "green", "", "04 05"),
    "29": (1, "green", "", "01 02"),
    "30": (1, "green", "", "01 04"),
    "31": (1, "green", "", "02 05"),
    "39": (1, "brown", "", "01 02 12"),
    "40": (1, "brown", "", "02 04 24"),
    "41": (1, "brown", "", "01 03 13"),
    "42": (1, "brown", "", "03 05 35"),
    "43": (1, "brown", "", "02 03 12 13"),
    "44": (1, "brown", "", "01 03 14 34"),
    "45": (1, "brown", "", "03 04 23 24"),
    "46": (1, "brown", "", "02 03 24 34"),
    "47": (1, "brown", "", "03 04 13 14"),
    "57": (2, "yellow", "", "city 20 1 03"),
    "58": (4, "yellow", "", "town 10 0 02"),
    "804": (2, "brown", "", "city 40 1 012"),
    "TE1": (1, "green", "TE", "city 30 1 5"),
    "TE2": (1, "green", "OS", "city 30 3 0125"),
    "TE3": (1, "green", "MS", "city 30 2 245"),
    "TE4": (1, "green", "RH", "city 30 3 345"),
    "TE5": (1, "brown", "TE", "city 50 1 25"),
    "TE6": (1, "brown", "OS", "city 50 3 01235"),
    "TE7": (1, "brown", "MS", "city 50 2 01245"),
    "TE8": (1, "brown", "RH", "city 50 3 345"),
}
SLOTS = {
    "TE2": ("home KPR", "home KHS", "dest CME"),
    "TE3": ("home KWE", "home CME"),
    "TE4": ("dest KPR", "dest KWE", "dest KHS"),
}


COMPANIES = {  # home, circle, prices of the markers, destination and its marker, goal and places on the way
    "KHS": ("G5", 0, (0, 50, 0), ("A7", 2), None),
    "KWE": ("D14", 0, (0, 50, 0), ("A7", 2), None),
    "CME": ("D14", 1, (0, 50, 0), ("G5", 2), None),
    "TWE": ("D6", 0, (0, 50), None, ("H12", ())),
    "KPR": ("G5", None, (0, 0), ("A7", 1), ("A7", ("F4", "E5", "D4"))),
}


@rule("18te 1.3", "18te 1.4", "18te 7.1.1", "18te 7.4.2", "18te A6", "18te A14")
def test_every_company() -> None:
    found = {}
    for entry in DATA.corporation:
        destination = (entry.destination.hex, entry.destination.marker) if entry.destination else None
        goal = (entry.goal.hex, entry.goal.via) if entry.goal else None
        found[entry.id] = (entry.home.hex, entry.home.city, entry.tokens, destination, goal)
        assert (entry.shares, entry.bonus) == ((30, 10, 10, 10, 10, 10, 10, 10), 100)
    assert found == COMPANIES


@rule("18te 5.1")
def test_every_cell_of_the_price_table() -> None:
    rows = [line.split() for line in PRICES.split("\n") if line]
    cells = {(r, c): int(price) for r, row in enumerate(rows) for c, price in enumerate(row) if price != "-"}
    assert {(cell.row, cell.column): cell.price for cell in MARKET.cells} == cells
    for letter, places in ZONES.items():
        assert {(cell.row, cell.column) for cell in MARKET.cells if letter in cell.zones} == places, letter


@rule("18te 7.3.3", "18te 7.3.8", "18te 7.3.13", "18te 7.5.5", "18te 7.4.4")
def test_every_hex() -> None:
    hexes = DATA.map.hex
    kinds = {name: {stop.kind for stop in entry.stops} for name, entry in hexes.items()}
    assert {name for name in hexes if kinds[name] == {"city"}} == CITIES
    assert {name for name in hexes if kinds[name] == {"town"}} == TOWNS
    assert {name for name in hexes if not kinds[name]} == PLAIN
    assert {name: entry.cost for name, entry in hexes.items() if entry.cost} == dict.fromkeys(
        ("B4", "C5", "D6", "E7", "F8"), 50
    )
    for name, (exits, *values) in RED.items():
        (stop,) = hexes[name].stops
        assert (stop.kind, stop.exits) == ("offboard", exits)
        assert stop.value == dict(zip(("yellow", "green", "brown"), values, strict=True))
    assert {name for name in hexes if kinds[name] == {"offboard"}} == set(RED)
    for name, stops in PRINTED.items():
        assert hexes[name].color == "yellow"
        assert [(stop.exits, stop.value, stop.reserve) for stop in hexes[name].stops] == stops
        assert all(stop.slots == 1 for stop in hexes[name].stops)
    assert {name: entry.label for name, entry in hexes.items() if entry.label} == LABELS
    assert [stop.reserve for stop in hexes["D6"].stops] == [("home TWE",)]


@rule("18te 7.3.9")
def test_the_nine_sides_of_the_ems() -> None:
    found: dict[str, list[int]] = {}
    for arc, cost in HEXMAP.border_costs.items():
        pair = sorted((arc // 6, HEXMAP.entry[arc] // 6))
        found.setdefault("-".join(HEXMAP.names[hex_] for hex_ in pair), []).append(cost)
    assert found == {pair: [30, 30] for pair in RIVER}  # written on both hexes, charged once


@rule("18te 1.6", "18te 7.3.2", "18te 7.3.14a", "18te 7.5.5")
def test_every_tile() -> None:
    found = {}
    for name, tile in DATA.tiles.items():
        text = " ".join(f"{a}{b}" for a, b in tile.track)
        for stop in tile.stops:
            text = f"{stop.kind} {stop.value} {stop.slots} {''.join(map(str, stop.exits))}"
        found[name] = (tile.count, tile.color, tile.label, text)
    assert found == TILES
    for green, slots in SLOTS.items():
        brown = f"TE{int(green[2]) + 4}"
        assert [DATA.tiles[name].stops[0].reserve for name in (green, brown)] == [slots, slots]
        assert (DATA.tiles[green].joins, DATA.tiles[brown].joins) == (True, False)
