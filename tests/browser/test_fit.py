"""Everything has room: nothing is cut off, covered or pushed off the screen, on wide, narrow and small screens."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import stellwerk
from scripts.contact_sheet import LOOK
from stellwerk.eighteen.actions import LayTile
from stellwerk.titles.t_union_pacific.actions import Build, Decline, TakeShare
from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Json, first_ply, recorded
from tests.drive_1854 import driven

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


NARROW = ViewportSize(width=1024, height=768)
ON_TOP = """one => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return Boolean(top) && (one.contains(top) || top.contains(one));
}"""


def at_1854(*, lays: bool) -> Json:
    """A track step of 1854 in the middle of the game, with or without tiles to lay."""
    game = driven()
    for ply in range(150, len(game.plies)):
        there = game.at(ply)
        decision = there.decision()
        found = any(isinstance(option.action, LayTile) for option in there.options())
        if decision is not None and decision.kind == "track" and found == lays:
            made: Json = json.loads(there.transcript().encode())
            return made
    raise AssertionError("no such position")


def scale(page: Page) -> float:
    """Pixels a unit of the map."""
    found = page.locator("#mapbox > svg").evaluate(
        "svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    )
    return float(found)


def apart(boxes: Locator) -> None:
    """Figures beside each other do not touch."""
    places = boxes.evaluate_all(
        """all => all.map((one) => { const range = document.createRange(); range.selectNodeContents(one.firstChild);
        const box = range.getBoundingClientRect(); return [box.left, box.right, box.top]; })"""
    )
    for left, right in pairwise(places):
        if left[2] == right[2]:
            assert right[0] - left[1] >= 2, places


def test_no_column_covers_the_own_holdings_of_1862(visit: NewVisitor) -> None:
    ada = visit(viewport=NARROW)
    game = ada.bring(recorded("1862-4p-pages", first_ply("1862-4p-pages", "stock", after=300)))
    page = ada.sit(game, "?tab=companies")
    cells = page.locator("#view-companies .mxt tbody tr").first.locator("td:visible, th:visible")
    assert cells.count() >= 8
    assert all(cells.evaluate_all(f"all => all.map({ON_TOP})"))
    page = ada.sit(game, "?tab=map")
    apart(page.locator("#players .pl").last.locator(".hold li:not(.none) b"))


def test_the_boards_of_1854_lie_beside_their_switch(visit: NewVisitor) -> None:
    ada = visit(viewport=NARROW)
    page = ada.sit(ada.bring(at_1854(lays=False)))
    switch = page.locator("#boards").bounding_box()
    assert switch is not None
    tops = page.locator("#mapbox .hexes > .hex:not(.elsewhere)").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert min(tops) >= switch["y"] + switch["height"] - 4  # the box of a hex has its stroke around it
    names = page.locator("#players .pl h3")
    cut = names.evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    )
    assert cut == []


ON_ITS_SIDE = ViewportSize(width=844, height=390)


@pytest.mark.parametrize("screen", [ON_ITS_SIDE, NARROW], ids=["844", "1024"])
def test_low_screens_show_what_can_be_done(visit: NewVisitor, screen: ViewportSize) -> None:
    """In Polish and German, with the guide and what happened meanwhile: nothing covers the first thing to act with."""
    for language in ("pl", "de"):
        ada = visit(viewport=screen, phone=screen is ON_ITS_SIDE, language=language)
        trains = [("1854-3p", 663), ("1862-4p-pages", 572)]
        places = [("1854-3p", 11), *trains, ("1854-3p", 792), ("1862-4p-pages", 584)]
        for game, ply in places:
            file = recorded(game, ply)
            asked = ada.ask("GET", f"/games/{ada.bring(file)}/view")["asked"]
            table = ada.bring(file, seats=seats_of(len(file["players"]), asked))
            guide = {"name": "guide", "value": f"{table}+" if ply == 584 else "", "url": ada.address}
            ada.context.add_cookies([guide])  # type: ignore[list-item]  # a cookie as the site makes it
            page = ada.sit(table)
            page.wait_for_function("() => !document.querySelector('.htmx-request')")
            assert page.evaluate(LOOK, [screen["width"], True]) == [], (game, ply, language)


def seats_of(count: int, mine: int) -> list[Json]:
    """One's own seat, and bots."""
    return [{"kind": "me" if seat == mine else "bot"} for seat in range(count)]


def test_small_cards_and_tables_of_1854_are_whole(visit: NewVisitor) -> None:
    """Names of locals, badges of players, one's own column of shares, and bids: nothing sticks out."""
    ada = visit(language="pl")
    page = ada.sit(ada.bring(recorded("1854-3p", 26)))
    assert page.evaluate(LOOK, [1440, True]) == []
    page.set_viewport_size(NARROW)
    out = """() => [...document.querySelectorAll("#players .pl > .pl-a > *")]
      .filter((one) => one.getBoundingClientRect().right > one.closest(".pl").getBoundingClientRect().right)
      .map((one) => one.textContent)"""
    page = ada.sit(ada.bring(recorded("1854-3p", 792)))
    assert page.evaluate(out) == []
    for ply, table in ((704, ".mxt"), (11, ".bidding")):
        page = ada.sit(ada.bring(recorded("1854-3p", ply)))
        wide = page.locator(f"#stage {table}").evaluate(
            "table => table.scrollWidth - table.closest('#matrix, .wide').clientWidth"
        )
        assert wide <= 1, table


def test_a_long_verb_covers_no_share(visit: NewVisitor) -> None:
    ada = visit(language="de")
    page = ada.sit(ada.bring(recorded("18te-2p", 0)))
    assert page.evaluate(LOOK, [1440, True]) == []
    cells = page.locator("#stage .mxt tbody tr").first.locator("td:visible, th:visible")
    assert all(cells.evaluate_all(f"all => all.map({ON_TOP})"))


def test_long_headings_and_badges_of_18te_cover_no_share(visit: NewVisitor) -> None:
    ada = visit(language="de")
    file = recorded("18te-2p", 162)
    page = ada.sit(ada.bring(file, seats=seats_of(2, 1)), "?tab=companies")
    cells = page.locator("#view-companies .mxt tbody tr").first.locator("td:visible, th:visible")
    assert cells.count() >= 7
    assert all(cells.evaluate_all(f"all => all.map({ON_TOP})"))


def test_a_phone_shows_a_small_map_whole_and_the_part_that_glows_of_a_wide_one(visit: NewVisitor) -> None:
    ada = visit(phone=True)
    page = ada.sit(ada.bring(recorded("18te-2p", first_ply("18te-2p", "track", after=60))))
    expect(page.locator("#mapbox")).to_have_class(re.compile(r"\bwhole\b"))
    page = ada.sit(ada.bring(at_1854(lays=True)))
    expect(page.locator("#mapbox")).not_to_have_class(re.compile(r"\bwhole\b"))
    assert scale(page) > 0.5


def test_the_market_is_seen_while_a_start_price_is_bid_for(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(recorded("18te-2p", first_ply("18te-2p", "company_auction"))))
    expect(page.locator("#view-companies").get_by_role("img", name="stock market")).to_be_in_viewport()


def test_marks_of_a_tile_stand_above_its_picture(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(recorded("1830-3p-seed", first_ply("1830-3p-seed", "track"))))
    page.locator("#decision [data-pick-hex]").first.click()
    tile = page.locator(".tb1:has(.rot)").first
    mark, picture = tile.locator(".rot").bounding_box(), tile.locator("svg").bounding_box()
    assert mark is not None
    assert picture is not None
    assert mark["y"] + mark["height"] <= picture["y"] + 2


@pytest.mark.parametrize("place", ["twelve", "over"])
def test_union_pacific_spills_over_nothing_on_a_low_screen(visit: NewVisitor, place: str) -> None:
    """The panel has its own height there: tabs and board stand below it, not upon it."""
    mira = visit(viewport=ON_ITS_SIDE, phone=True)
    if place == "twelve":
        page = mira.sit(mira.bring(twelve_cards(), seats=mine_and_bots(2, "baron")))
    else:
        page = mira.sit(mira.bring(recorded("union-pacific-2p")))
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    panel = page.locator("#decision")
    assert panel.evaluate("panel => panel.scrollHeight - panel.clientHeight") <= 1
    assert page.evaluate(LOOK, [ON_ITS_SIDE["width"], place == "twelve"]) == []
