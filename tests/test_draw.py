"""Drawings: nothing lies on anything else, arcs are arcs, what is drawn is what the position is."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import structs

import stellwerk
from stellwerk import draw
from stellwerk.cli.main import main
from stellwerk.core import BadInput, Game
from stellwerk.draw.board import MapArt, map_art
from stellwerk.draw.chart import _spread
from stellwerk.draw.face import draw_face
from stellwerk.draw.market import HexShape
from stellwerk.draw.style import DARK, LIGHT, plain_stylesheet
from stellwerk.draw.token import _contrast, letters_colour
from stellwerk.eighteen.abilities import of_kind
from stellwerk.eighteen.ability_schema import BlockAbility
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.market import Market
from stellwerk.eighteen.schema import TitleData
from stellwerk.eighteen.state import State
from stellwerk.eighteen.table import kit
from stellwerk.eighteen.tiles import Face, Stop
from stellwerk.formats import load_file
from stellwerk.routing import best_run
from stellwerk.titles import find
from tests.draw_reading import APOTHEM, SVG, Reading, gap, outside, parse_path
from tests.support import DATA, NAMES

RECORDED = DATA / "games" / "1830-3p-seed.json.gz"


@lru_cache(maxsize=1)
def data() -> TitleData:
    return kit(find("1830").folder / "title.toml").data


@lru_cache(maxsize=2)
def hexmap(layout: str) -> HexMap:
    """1830's own map, or the same tiles on a flat one."""
    if layout == "pointy":
        return kit(find("1830").folder / "title.toml").hexmap
    entry = data()
    flat = structs.replace(entry.map, layout="flat", hex={"B2": entry.map.hex["H4"]})
    homes = tuple(structs.replace(corp, home=structs.replace(corp.home, hex="B2")) for corp in entry.corporation)
    return HexMap(structs.replace(entry, map=flat, corporation=homes))


@lru_cache(maxsize=1)
def recorded() -> Game[State]:
    return load_file(RECORDED).game


def late() -> Game[State]:
    return recorded().at(len(recorded()))


def elements(svg: str, css: str) -> list[ElementTree.Element]:
    """Elements with a class."""
    return [element for element in ElementTree.fromstring(svg).iter() if css in element.get("class", "").split()]


# -- tiles and hexes


def collisions(layout: str, body: str) -> list[str]:
    """Everything that lies on something else or sticks out of the hex."""
    read = Reading(body)
    found = [f"{a.what} on {b.what}" for a, b in combinations(read.letters, 2) if gap(a, b) < 0]
    for letter in read.letters:
        found += sorted({f"{letter.what} on {thing.what}" for thing in read.fixed if gap(letter, thing) < 0})
        if outside(layout, letter) > 0.5:
            found.append(f"{letter.what} sticks out")
    found += [f"slots overlap at {a.x},{a.y}" for a, b in combinations(read.slots, 2) if gap(a, b) < -0.2]
    found += [f"a slot sticks out at {slot.x},{slot.y}" for slot in read.slots if outside(layout, slot) > 0]
    return found


def test_the_collision_check_can_see() -> None:
    body = draw_face("pointy", hexmap("pointy").faces[hexmap("pointy").face_number("57", 0)]).body()
    assert not collisions("pointy", body)
    moved = re.sub(r'(class="revc" cx=")[^"]+(" cy=")[^"]+"', r'\g<1>15\g<2>-26"', body)
    assert collisions("pointy", moved) == ["revenue on track"]


@pytest.mark.parametrize("layout", ["pointy", "flat"])
@pytest.mark.parametrize("tile", data().tiles)
def test_lettering_of_every_tile_keeps_clear(layout: str, tile: str) -> None:
    tiles = hexmap(layout)
    for rotation in range(6):
        face = tiles.faces[tiles.face_number(tile, rotation)]
        body = draw_face(layout, face).body()
        assert not collisions(layout, body), f"{tile}/{rotation}"
        values = {stop.value for stop in face.stops if stop.value}
        shown = {int(found) for found in re.findall(r'class="rev"[^>]*>(\d+)<', body)}
        assert shown == values
        assert (f">{face.label}</text>" in body) == bool(face.label)


@pytest.mark.parametrize("column", ["yellow", "brown"])
def test_lettering_of_every_printed_hex_keeps_clear(column: str) -> None:
    tiles = hexmap("pointy")
    art = map_art(tiles)
    for number, name in enumerate(tiles.names):
        drawn = art.art(number, number, column)
        body = drawn.body()
        entry = tiles.hexes[number]
        assert not collisions("pointy", body), name
        assert not drawn.unnamed, f"{name}: no room for its name"
        assert f">{name}</text>" in body
        words = " ".join(re.findall(r'class="nm[^>]*>([^<]+)<', body)).replace("&amp;", "&")
        assert words == entry.name
        assert (f">${entry.cost}</text>" in body) == bool(entry.cost)
        assert body.count("obv") == sum(len(stop.by_phase) for stop in tiles.faces[number].stops)


def test_lettering_of_every_tile_that_can_lie_on_a_hex_keeps_clear() -> None:
    """A name that finds no room is left to the tooltip and to pages that zoom; it never lies on something."""
    tiles = hexmap("pointy")
    art = map_art(tiles)
    seen = 0
    for number, name in enumerate(tiles.names):
        if not tiles.hexes[number].name:
            continue
        for lay in tiles.lays(number, number):
            drawn = art.art(number, lay.face, "")
            assert not collisions("pointy", drawn.body()), f"{lay.name}/{lay.rotation} on {name}"
            assert drawn.unnamed == ("nm far" in drawn.body())
            seen += 1
    assert seen > 150


@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_track_is_made_of_true_arcs_that_meet_the_sides_in_the_middle_at_a_right_angle(layout: str) -> None:
    tiles = hexmap(layout)
    first = 120 if layout == "pointy" else 90
    ways = [math.radians(first + 60 * edge) for edge in range(6)]
    middles = [(APOTHEM * math.cos(way), APOTHEM * math.sin(way)) for way in ways]
    for name in tiles.tile_names:
        face = tiles.faces[tiles.face_number(name, 2)]
        read = Reading(draw_face(layout, face).body())
        met = set()
        for arc in read.track:
            ends = [edge for edge in range(6) for end in (arc.start, arc.end) if math.dist(end, middles[edge]) < 0.15]
            met |= set(ends)
            assert ends, f"{name}: a piece of track that touches no side"
            for edge in ends:
                normal = math.cos(ways[edge]), math.sin(ways[edge])
                if arc.radius:  # at a right angle to the side: the centre of the circle is on the side's line
                    cx, cy = arc.centre()
                    assert abs(cx * normal[0] + cy * normal[1] - APOTHEM) < 0.02 * arc.radius + 0.3, name
                else:
                    (x1, y1), (x2, y2) = arc.start, arc.end
                    across = ((x2 - x1) * normal[1] - (y2 - y1) * normal[0]) / math.dist(arc.start, arc.end)
                    assert abs(across) < 0.02, name
        assert met == {edge for edge in range(6) if face.exits >> edge & 1}, name


def test_gentle_and_sharp_curves_have_their_radius() -> None:
    tiles = hexmap("pointy")
    radii = {
        name: Reading(draw_face("pointy", tiles.faces[tiles.face_number(name, 0)]).body()).track[0].radius
        for name in ("7", "8", "9")
    }
    assert radii == {"7": 25.0, "8": 75.0, "9": 0.0}


def test_track_that_runs_past_a_city_is_apart_from_the_city() -> None:
    altoona = map_art(hexmap("pointy")).art(hexmap("pointy").index["H12"], hexmap("pointy").index["H12"], "")
    read = Reading(altoona.body())
    straight = [arc for arc in read.track if not arc.radius]
    assert len(straight) == 1
    assert min(math.dist(point, (read.slots[0].x, read.slots[0].y)) for point in straight[0].points()) > 13.5 + 3.5


@pytest.mark.parametrize("slots", [1, 2, 3, 4, 5, 6])
def test_large_cities_have_all_their_slots(slots: int) -> None:
    face = Face("X", 0, "brown", "", [Stop("city", (0, 1, 2, 3, 4, 5), slots, 60)], [])
    read = Reading(draw_face("flat", face).body())
    assert len(read.slots) == slots
    assert all(gap(a, b) > -0.2 for a, b in combinations(read.slots, 2))


# -- maps


def test_the_map_has_a_group_for_every_hex() -> None:
    svg = draw.map_svg(hexmap("pointy"))
    groups = elements(svg, "hex")
    assert [group.get("data-hex") for group in groups] == list(hexmap("pointy").names)
    assert all(group.get("id") == f"hex-{group.get('data-hex')}" for group in groups)
    titles = {group.get("data-hex"): group.findtext(f"{SVG}title") for group in groups}
    assert titles["H12"] == "H12 Altoona, city 10, home of PRR"
    assert titles["F2"] == "F2 Chicago, off-board 40 (yellow) or 70 (brown)"
    assert titles["C17"] == "C17, mountain $120"
    ids = [element.get("id") for element in ElementTree.fromstring(svg).iter() if element.get("id")]
    assert len(set(ids)) == len(ids)


def test_neighbours_touch_in_both_layouts() -> None:
    for layout in ("pointy", "flat"):
        entry = data()
        names = ("C3", "C5", "B4", "D4") if layout == "pointy" else ("C3", "C5", "D4", "B4")
        cells = dict.fromkeys(names, structs.replace(entry.map.hex["B12"]))
        homes = tuple(structs.replace(corp, home=structs.replace(corp.home, hex="C3")) for corp in entry.corporation)
        small = structs.replace(entry, map=structs.replace(entry.map, layout=layout, hex=cells), corporation=homes)
        art = MapArt(HexMap(small))
        at = dict(zip(names, art.centres, strict=True))
        for other in names[1:]:
            assert math.dist(at["C3"], at[other]) == pytest.approx(2 * APOTHEM), f"{layout} {other}"


def test_marked_hexes_have_a_ring() -> None:
    svg = draw.map_svg(hexmap("pointy"), marked=["E19", "H12"])
    assert [group.get("data-hex") for group in elements(svg, "marked")] == ["E19", "H12"]
    assert [group.get("data-hex") for group in elements(svg, "rings")] == ["E19", "H12"]
    assert not elements(draw.map_svg(hexmap("pointy")), "ring")


def test_impassable_sides_are_drawn_once() -> None:
    svg = draw.map_svg(hexmap("pointy"))
    walls = elements(svg, "wall")
    assert len(walls) == 4  # B16-C17, C11-D12, C13-D12, E7-F8
    assert len({(wall.get("x1"), wall.get("y1"), wall.get("x2"), wall.get("y2")) for wall in walls}) == 4


def test_a_position_shows_its_tiles_tokens_and_homes() -> None:
    game = late()
    svg = draw.board_svg(game)
    root = ElementTree.fromstring(svg)
    hexes = {group.get("data-hex"): group for group in elements(svg, "hex")}
    view = game.view()
    for name, tile in view["tiles"].items():
        assert f"tile {tile.split('/')[0]}" in (hexes[name].findtext(f"{SVG}title") or "")
    drawn = [g.get("data-company") for g in root.iter(f"{SVG}g") if "tok" in g.get("class", "").split()]
    laid = [token for cities in view["tokens"].values() for slots in cities for token in slots if token]
    assert sorted(str(name) for name in drawn) == sorted(laid)
    assert not elements(svg, "kept")
    start = draw.board_svg(stellwerk.new("1830", NAMES[:3]))
    kept = [element.text for element in elements(start, "kn")]
    assert sorted(str(name) for name in kept) == sorted(
        ["PRR", "NYC", "CPR", "B&O", "C&O", "NYNH", "B&M", "ERIE", "ERIE"]
    )


def test_tokens_lie_in_the_slots_of_their_city() -> None:
    game = late()
    rules = draw.family(game)
    art = map_art(rules.t.hexmap)
    board = game.state.board
    for hex_, cities in enumerate(board.tokens):
        drawn = art.art(hex_, board.faces[hex_], "")
        for stop, slots in enumerate(cities):
            assert len(drawn.plan.spots[stop].slots) == len(slots), art.names[hex_]


def test_off_board_areas_mark_the_value_that_counts() -> None:
    assert draw.board_svg(late()).count('"obv c-brown on"') == 7
    assert draw.board_svg(stellwerk.new("1830", NAMES[:3])).count('"obv c-yellow on"') == 7


def test_names_are_escaped() -> None:
    entry = data()
    nasty = "<b>&\"'"
    cells = {"B2": structs.replace(entry.map.hex["H4"], name=nasty)}
    corps = (structs.replace(entry.corporation[0], id="<&", home=structs.replace(entry.corporation[0].home, hex="B2")),)
    changed = structs.replace(entry, map=structs.replace(entry.map, hex=cells), corporation=corps)
    svg = draw.map_svg(HexMap(changed), label=nasty)
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == nasty
    assert not list(root.iter(f"{SVG}b"))
    assert "<b>" not in draw.chart_svg(nasty, nasty, [nasty], [draw.Series(nasty, (1,))])
    assert ElementTree.fromstring(draw.share_svg(corps[0], 10)).get("aria-label")


def test_drawings_are_the_same_every_time() -> None:
    fresh = HexMap(data())
    assert draw.map_svg(fresh) == draw.map_svg(hexmap("pointy"))
    code = (
        "import hashlib, stellwerk; from stellwerk import draw; g = stellwerk.new('1830', ['a', 'b', 'c']);"
        "t = draw.family(g).t; text = draw.board_svg(g) + draw.game_market_svg(g) + draw.sheet_svg(t.hexmap);"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    sums = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(sums) == 1


# -- routes


@lru_cache(maxsize=1)
def with_run() -> tuple[Game[State], Any]:
    """A position with a run of several trains."""
    game = recorded()
    for ply in range(400, len(game), 25):
        there = game.at(ply)
        rules = draw.family(there)
        for number, company in enumerate(there.state.companies):
            if len(company.trains) > 1 and company.tokens:
                run = best_run(rules, there.state, number, budget=20_000)
                if len(run.routes) > 1:
                    return there, run
    raise AssertionError("the recorded game has no run of two trains")


def test_routes_follow_the_track_without_a_gap() -> None:
    game, run = with_run()
    art = map_art(draw.family(game).t.hexmap)
    svg = draw.run_svg(game, run)
    routes = elements(svg, "rt")[: len(run.routes)]
    assert len({route.get("class") for route in routes}) == len(run.routes)
    for route, drawn in zip(run.routes, routes, strict=True):
        d = drawn.get("d", "")
        assert d.count("M") == 1, "the line is broken"
        pieces = parse_path(d)
        ends = []
        for item in (route.path[0], route.path[-1]):
            name, stop = item.split(".")
            hex_ = art.index[name]
            x, y = art.centres[hex_]
            spot = art.art(hex_, game.state.board.faces[hex_], "").plan.spots[int(stop)]
            ends.append((x + spot.x, y + spot.y))
        for end, point in zip(ends, (pieces[0].start, pieces[-1].end), strict=True):
            assert math.dist(end, point) < 30  # off-board lines end at the tip of the arrow
    labels = [element.text for element in elements(svg, "key")]
    assert labels.pop(0) == f"{run.company} ${run.total}"
    assert labels == [f"{route.train.split('-')[0]}-train ${route.revenue}" for route in run.routes]
    faint = {group.get("data-hex") for group in elements(svg, "faint")}
    assert not faint & {item.split(".")[0] for route in run.routes for item in route.stops}
    assert len(faint) > 40


def test_declared_routes_are_drawn_with_what_they_earn() -> None:
    game, run = with_run()
    routes = [Route(route.train, route.path) for route in run.routes]
    assert draw.run_svg(game, routes, run.company) == draw.run_svg(game, run)


def test_every_best_run_of_a_position_can_be_drawn() -> None:
    drawn = 0
    for ply in (300, 420):
        there = recorded().at(ply)
        rules = draw.family(there)
        for number in range(len(rules.t.companies)):
            run = best_run(rules, there.state, number, budget=20_000)
            if not run.routes:
                with pytest.raises(BadInput, match="has no run here"):
                    draw.best_run_svg(there, run.company)
                continue
            svg = draw.run_svg(there, run)
            lines = elements(svg, "routes")[0].iter(f"{SVG}path")
            assert all(line.get("d", "").count("M") == 1 for line in lines)
            drawn += 1
    assert drawn >= 4


# -- market


def test_markers_are_stacked_in_order() -> None:
    entry = data()
    market = Market(entry.market)
    cell = market.index[0, 6]
    svg = draw.market_svg(market, entry.market, entry.corporation, {cell: [3, 1, 0]})
    drawn = [
        (group.get("data-company"), float(re.findall(r"[-\d.]+", group.get("transform", ""))[0]))
        for group in elements(svg, "tok")
    ]
    assert [name for name, _ in sorted(drawn, key=lambda pair: pair[1])] == ["B&O", "NYC", "PRR"]
    assert drawn[-1][0] == "B&O"  # the top of the stack is drawn last, above the others
    titles = {group.get("id"): group.findtext(f"{SVG}title") for group in elements(svg, "mc")}
    assert titles["cell-0-6"] == "100: B&O, NYC, PRR"
    assert len(titles) == len(market.cells)


def test_market_cells_show_zone_price_and_ledge() -> None:
    entry = data()
    market = Market(entry.market)
    svg = draw.market_svg(market, entry.market, entry.corporation, {})
    for letter in "yob":
        count = sum(letter in cell.zones for cell in market.cells)
        assert len(elements(svg, f"z-{letter}")) == count + 1  # and one in the key
    assert len(elements(svg, "par")) == 6 + 1
    lowest = sum(market.down[n] == n and cell.row < 10 for n, cell in enumerate(market.cells))
    assert len(elements(svg, "ledge")) == lowest + 1
    assert [element.text for element in elements(svg, "price")] == [str(price) for price in market.price]


def test_markets_may_be_made_of_hexes() -> None:
    entry = data()
    market = Market(entry.market)
    svg = draw.market_svg(market, entry.market, entry.corporation, {0: [0, 1, 2]}, shape=HexShape())
    cells = elements(svg, "mc")
    middles = []
    for cell in cells:
        polygon = cell.find(f"{SVG}polygon")
        assert polygon is not None
        points = [tuple(map(float, pair.split(","))) for pair in polygon.get("points", "").split()]
        assert len(points) == 6
        middles.append((sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6))
    assert min(math.dist(a, b) for a, b in combinations(middles, 2)) > 40


def test_the_market_of_a_game_is_that_of_its_view() -> None:
    game = late()
    titles = {group.get("id"): group.findtext(f"{SVG}title") for group in elements(draw.game_market_svg(game), "mc")}
    for place, names in game.view()["market"].items():
        row, column = place.split(",")
        assert (titles[f"cell-{row}-{column}"] or "").endswith(": " + ", ".join(names))


# -- charts, certificates, tiles


def test_history_ends_with_the_figures_of_the_position() -> None:
    game = late()
    past = draw.history(game)
    view = game.view()
    assert [line[-1] for line in past.worth] == list(game.result().scores)
    assert [line[-1] for line in past.price] == [company["price"] for company in view["companies"].values()]
    told = sum(event.facts["revenue"] for event in game.events if event.kind == "run")
    assert sum(value or 0 for line in past.revenue for value in line) == told > 0
    assert past.rounds[0] == "Auction"
    assert past.rounds[-1] == view["round"]
    assert len(set(past.rounds)) == len(past.rounds)
    assert [phase for _, phase in past.phases] == ["3", "4", "5", "6", "D"]


def test_a_game_that_has_not_begun_has_charts_too() -> None:
    game = stellwerk.new("1830", NAMES[:3])
    ElementTree.fromstring(draw.charts_svg(game))
    with pytest.raises(BadInput, match="there is no chart 'x'"):
        draw.history_svg(game, "x")


def test_chart_lines_have_the_values() -> None:
    svg = draw.chart_svg("T", "", ["a", "b", "c", "d"], [draw.Series("s", (0, None, 50, 100))], size=(600, 400))
    d = next(element.get("d", "") for element in elements(svg, "n1"))
    assert d.count("M") == 2  # a gap where there is no value
    heights = [float(pair.split(" ")[1]) for pair in re.split("[ML]", d)[1:]]
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2], abs=0.2)


def test_who_owes_more_than_he_has_is_drawn_inside_the_chart() -> None:
    """Below nothing there is room for it, with a line for each figure; the scale is one."""
    svg = draw.chart_svg("T", "", ["a", "b", "c"], [draw.Series("s", (400, -130, 0))], size=(600, 400))
    d = next(element.get("d", "") for element in elements(svg, "n1"))
    heights = [float(pair.split(" ")[1]) for pair in re.split("[ML]", d)[1:]]
    lines = [float(element.get("y1", "")) for element in elements(svg, "gl")]
    assert min(lines) <= min(heights)
    assert max(heights) <= max(lines)
    assert heights[2] in lines
    assert (heights[1] - heights[2]) / 130 == pytest.approx((heights[2] - heights[0]) / 400, rel=0.02)


@pytest.mark.parametrize("wanted", [[100.0] * 5, [0.0, 390.0, 395.0, 400.0], [50.0, 40.0], []])
def test_labels_at_the_ends_of_lines_do_not_collide(wanted: list[float]) -> None:
    placed = _spread(wanted, 0.0, 400.0)
    assert all(abs(a - b) >= 18.9 for a, b in combinations(placed, 2))
    assert all(y <= 400.0 for y in placed)


def test_certificates_say_what_they_are() -> None:
    entry = data()
    share = draw.share_svg(entry.corporation[6], 20, president=True)
    label = ElementTree.fromstring(share).get("aria-label")
    assert label == "New York, New Haven & Hartford Railroad: President's certificate, 20 %"
    private = draw.private_svg(entry.private[2], "${}".format)
    assert "price $70 · income $15" in private


def test_upgrades_on_the_sheet() -> None:
    becomes = draw.upgrades(hexmap("pointy"))
    assert becomes["57"] == ("14", "15")
    assert becomes["59"] == ("64", "65", "66", "67", "68")
    assert becomes["54"] == ("62",)
    assert becomes["7"] == ("18", "26", "27", "28", "29")
    assert becomes["4"] == becomes["63"] == ()
    svg = draw.sheet_svg(hexmap("pointy"))
    cards = {group.get("data-tile") for group in elements(svg, "entry")}
    assert cards == set(data().tiles)


# -- style


def test_tokens_are_readable_and_never_colour_alone() -> None:
    for company in data().corporation:
        assert _contrast(company.color, letters_colour(company)) >= 4
        assert company.id in (ElementTree.fromstring(draw.token(company)).findtext("text") or "")


def test_route_lines_differ_in_colour_and_dash() -> None:
    css = stylesheet_rules()
    dashes = {
        re.search(r"stroke-dasharray:([^;}]+)", css[f".sw .r{n}"] + ";stroke-dasharray:none") for n in range(1, 5)
    }
    assert len({found[1] for found in dashes if found}) == 4
    for colours in (LIGHT, DARK):
        assert len({colours[f"r{number}"] for number in range(1, 5)}) == 4
        assert all(_contrast(colours[f"r{number}"], colours["casing"]) >= 3 for number in range(1, 5))


def stylesheet_rules() -> dict[str, str]:
    return dict(re.findall(r"([^{}\n]+)\{([^{}]*)\}", draw.stylesheet(None)))


def test_themes() -> None:
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", draw.stylesheet(None))) <= set(LIGHT)
    assert set(LIGHT) == set(DARK)
    assert "#" + DARK["land"][1:] in draw.map_svg(hexmap("pointy"), theme="dark")
    assert "prefers-color-scheme:dark" in draw.map_svg(hexmap("pointy"), theme="auto")
    bare = draw.map_svg(hexmap("pointy"), theme=None)
    assert "<style" not in bare
    assert "var(" not in plain_stylesheet("dark")
    for theme in ("light", "dark"):
        assert _contrast(plain("land", theme), plain("on-land", theme)) >= 7


def plain(name: str, theme: str) -> str:
    return (DARK if theme == "dark" else LIGHT)[name]


def test_every_class_that_is_drawn_has_a_rule() -> None:
    game, run = with_run()
    t = draw.family(game).t
    drawn = [draw.run_svg(game, run), draw.game_market_svg(game), draw.charts_svg(game), draw.sheet_svg(t.hexmap)]
    used = {css for svg in drawn for e in ElementTree.fromstring(svg).iter() for css in e.get("class", "").split()}
    groups = {"hexes", "hex", "borders", "routes", "route", "calls", "legend", "entry", "mc", "start", "end", "mark"}
    kinds = {"sw", "map", "market", "chart", "sheet", "near", "tok"}
    ruled = set(re.findall(r"\.([a-z][a-z0-9-]*)", draw.stylesheet(None)))
    loose = {"on-yellow", "on-green", "on-brown", "on-gray", "on-red", "rev", "on"}
    assert used - groups - kinds - loose <= ruled


# -- notebooks, PNG, command


def test_notebooks_show_the_board() -> None:
    game = late()
    assert game._repr_svg_() == draw.board_svg(game)
    code = "import sys, stellwerk; print('stellwerk.draw' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


def test_png_without_the_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(BadInput, match=r"pip install 'stellwerk\[png\]'"):
        draw.png(draw.tile_svg(hexmap("pointy"), "57"))


def test_png_is_a_picture_of_the_width_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG needs resvg-py, an optional library")
    out = tmp_path / "tile.PNG"
    assert main(["draw", "1830", "--tile", "57/2", "--width", "300", "-o", str(out)]) == 0
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 300


@pytest.mark.parametrize("what", ["map", "market", "tiles", "charts", "worth", "prices", "revenue", "run"])
def test_the_command_draws(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.svg"
    extra = ["--company", "PRR"] if what == "run" else []
    assert main(["draw", str(RECORDED), "--at", "420", "--what", what, *extra, "--theme", "dark", "-o", str(out)]) == 0
    root = ElementTree.parse(out).getroot()
    assert root.tag == f"{SVG}svg"
    assert root.get("data-theme") == "dark"
    assert capsys.readouterr().out == ""


def test_the_command_prints_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "1830"]) == 0
    printed = capsys.readouterr().out
    assert printed.strip() == draw.board_svg(stellwerk.new("1830", NAMES[:2]))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "nothing: neither a file nor a title; titles are 1830"),
        (["1830", "--tile", "99"], "1830 has no tile '99'; it has 1, 2,"),
        (["1830", "--tile", "57/6"], "a tile has rotations 0 to 5, not 6"),
        (["1830", "--tile", "57/x"], "--tile '57/x': must be TILE or TILE/ROTATION"),
        (["1830", "--what", "run"], "1830 is a title: --what run goes with a file"),
        (["1830", "--at", "3"], "1830 is a title: --at and --before-action go with a file"),
        (["1830", "-o", "x.gif"], "--output x.gif: must end in .svg or .png"),
        (["1830", "--width", "300"], "--width is for PNG"),
        (["1830", "--company", "PRR"], "--company goes with --what run"),
        (["1830", "-o", "no/such/folder.svg"], "no/such/folder.svg: No such file"),
        ([str(RECORDED), "--at", "99999"], "there is no position 99999"),
        ([str(RECORDED), "--what", "run", "--company", "XX"], "there is no company 'XX'"),
        ([str(RECORDED), "--at", "0", "--what", "run"], "no company is operating in this position"),
        ([str(RECORDED), "--at", "0", "--what", "run", "--company", "PRR"], "PRR has no run here"),
    ],
)
def test_the_command_refuses_in_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert said in lines[0]


def test_plates_of_blocked_hexes_cover_nothing_that_is_printed() -> None:
    table: Game[Any] = stellwerk.new("1830", ["A", "B", "C"], {}, 1)
    rules: Any = table.rules
    art, board = map_art(rules.t.hexmap), table.state.board
    for _, entry in of_kind(rules.t, BlockAbility):
        for name in entry.hexes:
            hex_ = art.index[name]
            at = art.plate_place(hex_, board.faces[hex_], "", 38.0)
            assert art.art(hex_, board.faces[hex_], "").room.gap(at) > -2.0, name  # it may touch
