"""Everything has room: nothing is cut off, covered or pushed off the screen, on wide, narrow and small screens."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import stellwerk
from stellwerk.titles.t_union_pacific.actions import Build, Decline, TakeShare
from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Json

UNION_PACIFIC = "union-pacific"
SEEN = "one => { const box = one.getBoundingClientRect(); return [box.left, box.right]; }"


@cache
def twelve_cards() -> Json:
    """Union Pacific with twelve shares in the first hand: everybody builds and takes, nobody invests."""
    game: Any = stellwerk.new(UNION_PACIFIC, ["Mira", "Kasia", "Jonas"], {}, 11)
    while True:
        decision = game.decision()
        if decision.kind == "turn" and decision.seat == 0 and game.view(0)["players"][0]["hand_size"] == 12:
            break
        options = game.options()
        found = [option for option in options if isinstance(option.action, Build | TakeShare | Decline)] or options
        game.apply(found[0].action, decision.seat)
    made: Json = json.loads(game.transcript().encode())
    return made


def mine_and_bots(bots: int, bot: str) -> list[Json]:
    """The visitor, and bots for the others."""
    return [{"kind": "me"}, *[{"kind": "bot", "bot": bot}] * bots]


def wider_than_the_screen(page: Page) -> float:
    """By how much the page can be scrolled sideways; a phone's window grows with what sticks out."""
    screen = page.viewport_size
    assert screen is not None
    return float(page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth)")) - screen["width"]


@pytest.mark.parametrize("width", [1440, 1024])
def test_the_whole_hand_of_union_pacific_is_seen(visit: NewVisitor, width: int) -> None:
    mira = visit(viewport=ViewportSize(width=width, height=900 if width > 1100 else 768))
    page = mira.sit(mira.bring(twelve_cards(), seats=mine_and_bots(2, "baron")))
    strip = page.locator("#players .mine .scards")
    cards = strip.locator(".scard")
    expect(cards).to_have_count(12)
    expect(page.locator("#players .mine h2 .howmany")).to_have_text("12")
    left, right = strip.evaluate(SEEN)
    starts = [card[0] for card in cards.evaluate_all(f"all => all.map({SEEN})")]
    assert left <= starts[0]
    assert starts[-1] + 12 <= right, "of the last card enough is seen to know it"
    assert all(after - before >= 14 for before, after in pairwise(starts))


def test_union_pacific_does_not_scroll_sideways_on_a_phone(visit: NewVisitor) -> None:
    mira = visit(phone=True)
    game = mira.bring(twelve_cards(), seats=mine_and_bots(2, "baron"))
    for query in ("", "?tab=companies", "?tab=players", "?tab=payout"):
        page = mira.sit(game, query)
        assert wider_than_the_screen(page) <= 1, query


def test_figures_are_views_and_shift_with_a_figure_is_a_card(visit: NewVisitor) -> None:
    mira = visit()
    page = mira.sit(mira.bring(twelve_cards(), seats=mine_and_bots(2, "baron")))
    cards = page.locator("#decision .tcard")
    expect(cards.nth(1).locator("kbd")).to_have_text("⇧2")
    page.keyboard.press("2")
    expect(page.locator("#view-payout")).to_be_visible()
    expect(page.locator("#decision .tcard.on")).to_have_count(0)
    page.keyboard.press("Shift+Digit2")
    expect(cards.nth(1)).to_have_class(re.compile(r"\bon\b"))
    expect(page.locator("#view-payout")).to_be_visible()
