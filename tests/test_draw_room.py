"""The search for free places finds what trying all of them finds; what is done ahead does not hold up a page."""

from __future__ import annotations

import math
import random
import time
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from stellwerk.draw.boxes import TOUCH, Box, Disc, FreeSpace, Spots, grid, ring
from stellwerk.draw.geometry import depth
from stellwerk.web.pages import background
from stellwerk.web.pages.render import Translated
from tests.support import in_a_loop

SPOTS = Spots(tuple(grid(4.0)))
AROUND = Spots(tuple(ring((20.0, 26.0, 32.0))))


def apart(box: Box, thing: Disc | Box) -> float:
    """The free distance, the long way round."""
    w, h, r = (thing.w, thing.h, 0.0) if isinstance(thing, Box) else (0.0, 0.0, thing.r)
    dx, dy = abs(box.x - thing.x) - box.w - w, abs(box.y - thing.y) - box.h - h
    return (math.hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)) - r


def crowded(rng: random.Random) -> FreeSpace:
    room = FreeSpace(rng.choice(["pointy", "flat"]))
    for _ in range(rng.randrange(1, 12)):
        x, y = rng.uniform(-35, 35), rng.uniform(-35, 35)
        room.add(Disc(x, y, rng.uniform(3, 12)) if rng.random() < 0.7 else Box(x, y, rng.uniform(2, 9), 4.0))
    return room


@pytest.mark.parametrize("seed", range(60))
def test_a_box_has_the_best_place_of_all(seed: int) -> None:
    rng = random.Random(seed)
    room, near = crowded(rng), (rng.uniform(-40, 40), rng.uniform(-40, 40))
    w, h = round(rng.uniform(2, 20), 1), round(rng.uniform(2, 8), 1)
    worth: dict[tuple[float, float], float] = {}
    for x, y in SPOTS.points:
        gap = min(apart(Box(x, y, w, h), thing) for thing in room.things)
        if gap > TOUCH and depth(room.layout, x, y, w, h) >= 0.5:
            worth[x, y] = min(gap, 3.0) - 0.02 * math.dist((x, y), near)
    assert room.fits(w, h, SPOTS, near) == bool(worth)
    count = len(room.things)
    box = room.place_box(w, h, SPOTS, near, 0.02, 1.5)
    assert (box is None) == (not worth)
    if box is not None:
        assert worth[box.x, box.y] == pytest.approx(max(worth.values()), abs=1e-6)
    assert len(room.things) == count + bool(worth)


@pytest.mark.parametrize("seed", range(60))
def test_a_disc_has_the_best_place_of_all_even_if_it_is_not_free(seed: int) -> None:
    rng = random.Random(seed)
    room, near, r, margin = crowded(rng), (rng.uniform(-40, 40), rng.uniform(-40, 40)), rng.uniform(3, 10), 1.5

    def worth(x: float, y: float) -> float:
        gap = min(apart(Box(x, y, 0.0, 0.0), thing) for thing in room.things[:count]) - r
        gap = min(gap, depth(room.layout, x, y) - r + 1.0)
        return (gap * 8 - margin if gap < 0 else min(gap, 2 * margin)) - 0.012 * math.dist((x, y), near)

    count = len(room.things)
    disc = room.place_disc(r, AROUND, near, 0.012, margin)
    inside = [spot for spot in AROUND.points if depth(room.layout, *spot) - r >= 0.5]
    assert worth(disc.x, disc.y) == pytest.approx(max(worth(*spot) for spot in inside), abs=1e-6)


def test_templates_are_read_once_for_all_starts(tmp_path: Path) -> None:
    def said(text: str) -> str:
        made = Environment(loader=DictLoader({"a": text}), bytecode_cache=Translated(tmp_path / "new"), autoescape=True)
        return made.get_template("a").render()

    assert said("one") == "one"
    assert len(list((tmp_path / "new").iterdir())) == 1
    assert said("one") == "one"
    assert said("two") == "two"  # another text: what is kept is not used


def test_templates_do_not_need_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    made = Environment(
        loader=DictLoader({"a": "one"}), bytecode_cache=Translated(tmp_path / "file" / "x"), autoescape=True
    )
    assert made.get_template("a").render() == "one"


def test_work_done_ahead_waits_while_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_asked", 0.0)
    start = time.monotonic()
    in_a_loop(background.somebody_asks(None))
    background.pause()
    assert time.monotonic() - start >= background.QUIET
    monkeypatch.setattr(background, "_asked", time.monotonic() + 100)  # asked for all the time
    monkeypatch.setattr(background, "LONGEST", 0.05)
    start = time.monotonic()
    background.pause()
    assert time.monotonic() - start < 20
