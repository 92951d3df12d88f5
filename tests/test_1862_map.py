"""The map of 1862 as it is drawn: every place has a name on every tile, and the black bar is black."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from stellwerk.draw.board import map_art
from stellwerk.draw.boxes import text_width
from stellwerk.draw.style import plain_stylesheet
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.table import kit
from stellwerk.titles.t1862.figures import Figures
from stellwerk.titles.t1862.rules import TITLE_FILE
from tests.test_draw import collisions


@cache
def hexmap() -> HexMap:
    return kit(TITLE_FILE, Figures).hexmap


def faces(hex_: int) -> Iterator[int]:
    """Everything that can ever lie on a hex."""
    found, todo = {hexmap().printed[hex_]}, [hexmap().printed[hex_]]
    while todo:
        face = todo.pop()
        yield face
        for lay in hexmap().lays(hex_, face):
            if lay.face not in found:
                found.add(lay.face)
                todo.append(lay.face)


def test_every_place_is_named_on_every_tile() -> None:
    """Where the name finds no room an abbreviation does; neither lies on anything, and zoomed in one of them shows."""
    art, seen, shortened = map_art(hexmap()), 0, 0
    for number, entry in enumerate(hexmap().hexes):
        if not entry.name:
            continue
        for face in faces(number):
            drawn = art.art(number, face, "yellow")
            body, where = drawn.body(), f"{hexmap().names[number]} {entry.name}, face {face}"
            seen += 1
            if not drawn.unnamed:
                continue
            shortened += 1
            words = " ".join(re.findall(r'class="nm short[^>]*>([^<]+)<', body))
            assert words == ("" if hexmap().faces[face].label == entry.short else entry.short), where
            assert "nm far" not in body, where
            assert not collisions("pointy", body), where
            near = re.sub(r'<text [^>]*class="nm short swap[^>]*>[^<]*</text>', "", body).replace("nm close", "nm")
            assert 'class="nm' in near or not words, where
            assert not collisions("pointy", near), where
    assert seen > 1400
    assert shortened > 500


def test_abbreviations_are_short_and_differ() -> None:
    shorts = [entry.short for entry in hexmap().hexes if entry.short]
    assert len(set(shorts)) == len(shorts) > 50
    assert max(map(len, shorts)) <= 6


def test_the_black_bar_is_black() -> None:
    borders = map_art(hexmap()).borders
    assert borders.count('class="wall black"') == 2  # D21 to C20 and C22 (8.6)
    assert borders.count('class="wall"') == 0
    for theme in ("light", "dark"):
        assert ".wall.black{stroke:#15181e}" in plain_stylesheet(theme)


def test_what_stands_in_chicago_keeps_apart() -> None:
    """Label, name and whose goal it is are bold: measured as wide as they are drawn they do not touch."""
    art = map_art(hexmap())
    number = hexmap().index["F23"]
    checked = 0
    for face in faces(number):
        letters = art.art(number, face, "yellow").lettering
        found = re.findall(r'<text class="(lab|nm|goal)(?: z(\d+))?" x="([-.\d]+)" y="([-.\d]+)">([^<]+)<', letters)
        boxes = []
        for css, half, x, y, words in found:
            size = int(half) / 2 if half else 16.0
            wide = text_width(words, size) * 1.06 / 2
            boxes.append((float(x) - wide, float(x) + wide, float(y) - 0.72 * size, float(y), css))
        for one, other in combinations(boxes, 2):
            across = min(one[1], other[1]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[2], other[2])
            if "goal" in (one[4], other[4]):
                checked += 1
                assert across <= 0 or down <= 0, (face, one, other)
    assert checked >= 4
