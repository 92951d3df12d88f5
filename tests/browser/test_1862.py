"""1862 by clicks: a group opens in a stock round, two yellow tiles, a bonus run, a buyback, a power used while another
player decides; the large map; and axe.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import stellwerk
from stellwerk.core import Game
from stellwerk.core.game import Ply
from stellwerk.eighteen.actions import BuyShare, LayTile, RunRoutes
from stellwerk.titles.t1862.actions import Buyback
from stellwerk.titles.t1862.state import Turn
from tests.browser.conftest import NewVisitor
from tests.browser.test_access import grave
from tests.browser.visitor import Visitor, first_ply, recorded
from tests.support import DATA

GAME = "1862-4p-pages"


@cache
def kept() -> Game[Any]:
    return stellwerk.load(DATA / "games" / f"{GAME}.json.gz")


def ply_where(wanted: Callable[[int, Ply], bool]) -> int:
    """The first position of the kept game whose next move is as wanted."""
    return next(number for number, ply in enumerate(kept().plies) if wanted(number, ply))


def table(visitor: Visitor, ply: int, query: str = "") -> Page:
    return visitor.sit(visitor.bring(recorded(GAME, ply)), query)


def lay(page: Page, action: LayTile) -> None:
    """Lay a tile as a player does: hex on the list, tile and rotation in the chooser."""
    page.locator(f'#decision [data-pick-hex="{action.hex}"]').first.click()
    chooser = page.locator("#chooser")
    expect(chooser).to_be_visible()
    button = chooser.locator(f'button[data-tile="{action.tile}/{action.power}"]')
    if button.get_attribute("aria-pressed") != "true":  # another click on the chosen one would turn it
        button.click()
    turns = (button.get_attribute("data-rotations") or "").split(",")
    for _ in range(turns.index(str(action.rotation))):
        page.keyboard.press("r")
    chooser.locator("button[data-lay]").click()


def view_box(page: Page) -> list[float]:
    return [float(part) for part in (page.locator("#mapbox > svg").get_attribute("viewBox") or "").split()]


# -- decisions


def test_a_purchase_opens_the_next_group(visit: NewVisitor) -> None:
    ply = ply_where(
        lambda _, ply: (
            isinstance(ply.action, BuyShare)
            and any(event.kind == "group" and event.facts["group"] == 2 for event in ply.events)
        )
    )
    action = kept().plies[ply].action
    assert isinstance(action, BuyShare)
    ada = visit()
    page = table(ada, ply)
    groups = page.locator("#decision details.unfold").first
    expect(groups).to_contain_text(f"group 2 waits: {action.company}")
    groups.locator("summary").click()
    expect(groups.locator("[data-group='2']")).to_contain_text("Opens when the bank has sold all shares of group 1.")
    expect(page.locator("#decision .deal[data-company=CPR]")).to_contain_text("group 2")
    page.locator(f"#decision .deal[data-company='{action.company}'] button[data-choose*='source=bank']").click()
    expect(page.locator("#pick")).to_contain_text("→")
    page.locator("#confirm").click()
    expect(page.locator("#log")).to_contain_text("Group 2 is on sale: CPR, UP, ATS, SP")
    groups = page.locator("#decision details.unfold").first
    expect(groups).to_have_attribute("open", "")  # what the reader has opened stays open
    expect(groups.locator("[data-group='2']")).to_contain_text("on sale")
    expect(page.locator("#decision .deal[data-company=CPR]")).not_to_contain_text("group 2")


def two_yellow() -> int:
    def begins(number: int, ply: Ply) -> bool:
        frame = kept().at(number).state.frames[-1]
        after = kept().plies[number + 1] if number + 1 < kept().ply else ply
        if not isinstance(frame, Turn) or not isinstance(ply.action, LayTile) or not isinstance(after.action, LayTile):
            return False
        then = kept().at(number + 1).state.frames[-1]
        return isinstance(then, Turn) and then.yellow == 1 and frame.yellow == 0 and ply.seat == after.seat

    return ply_where(begins)


def test_two_yellow_tiles_in_a_turn(visit: NewVisitor) -> None:
    ply = two_yellow()
    one, two = kept().plies[ply].action, kept().plies[ply + 1].action
    assert isinstance(one, LayTile)
    assert isinstance(two, LayTile)
    ada = visit()
    page = table(ada, ply)
    marks = page.locator("#decision [data-allowed] .allow")
    expect(marks.nth(0)).to_have_class(re.compile("open"))
    expect(marks.nth(2)).to_have_text("or an upgrade")
    lay(page, one)
    expect(marks.nth(0)).to_have_class(re.compile("done"))
    expect(marks.nth(1)).to_have_class(re.compile("open"))
    expect(marks.nth(2)).to_have_class(re.compile("shut"))
    expect(page.locator("#decision")).to_contain_text("Lay no more tiles")
    lay(page, two)
    expect(page.locator("#decision [data-allowed] .allow.done")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text(re.compile(rf"lays {two.tile} on (\D+ )?{two.hex}\b"))


def test_a_bonus_run_drawn_by_hand(visit: NewVisitor) -> None:
    ply = ply_where(
        lambda _, ply: (
            isinstance(ply.action, RunRoutes) and len(ply.action.routes) == 1 and bool(ply.action.routes[0].bonus)
        )
    )
    action = kept().plies[ply].action
    assert isinstance(action, RunRoutes)
    route = action.routes[0]
    ada = visit()
    page = table(ada, ply)
    expect(page.locator("#run-shown")).to_contain_text(f"bonus {route.bonus}")
    expect(page.locator("#mapbox .paytag.plus")).to_have_count(1)
    best = page.locator("#run-shown .sum b").inner_text()
    page.locator("[data-own-run]").click()
    for item in (item for item in route.path if "." in item):
        mark = page.locator(f'.stopmark[data-item="{item}"]')
        mark.dispatch_event("click")
        expect(mark).to_have_attribute("aria-pressed", "true")
    total = page.locator("#own-run .sum b")
    expect(total).to_have_text(best)
    page.get_by_role("button", name="Claim no bonus").click()
    expect(page.locator("#own-run [data-own-bonus='-']")).to_have_attribute("aria-pressed", "true")
    expect(total).not_to_have_text(best)
    page.locator("#own-run [data-own-bonus]").filter(has_text=route.bonus).first.click()
    expect(total).to_have_text(best)
    page.locator("#own-run .btn.pri").click()
    expect(page.locator("#log")).to_contain_text(f"runs for {best}")
    page.locator("#log .rcpt, #log [data-pop]").last.click()
    expect(page.locator("#popover")).to_contain_text("hexes travelled")


def test_the_counted_stops_of_an_e_train(visit: NewVisitor) -> None:
    def long(ply: Ply) -> bool:
        action = ply.action
        if not isinstance(action, RunRoutes) or len(action.routes) != 1 or action.routes[0].bonus:
            return False
        route = action.routes[0]
        return "E-" in route.train and sum("." in item for item in route.path) > 3

    ply = ply_where(lambda _, ply: long(ply))
    action = kept().plies[ply].action
    assert isinstance(action, RunRoutes)
    ada = visit()
    page = table(ada, ply)
    page.locator("[data-own-run]").click()
    for item in (item for item in action.routes[0].path if "." in item):
        mark = page.locator(f'.stopmark[data-item="{item}"]')
        mark.dispatch_event("click")
        expect(mark).to_have_attribute("aria-pressed", "true")
    total = page.locator("#own-run .sum b")
    before = total.inner_text()
    counted = page.locator("#own-run .countrow button[aria-pressed=true]")
    many = counted.count()
    expect(counted.first).to_be_disabled()  # an end of the route always counts
    page.locator("#own-run .countrow button[aria-pressed=true]:enabled").first.click()
    expect(counted).to_have_count(many - 1)
    expect(total).not_to_have_text(before)
    less = total.inner_text()
    page.get_by_role("button", name="Count the dearest").click()
    expect(counted).to_have_count(many)
    expect(total).to_have_text(before)
    page.locator("#own-run .countrow button[aria-pressed=true]:enabled").first.click()
    expect(total).to_have_text(less)
    page.locator("#own-run .btn.pri").click()
    expect(page.locator("#log")).to_contain_text(f"runs for {less}")


def test_a_buyback_with_notes(visit: NewVisitor) -> None:
    ply = ply_where(lambda _, ply: isinstance(ply.action, Buyback))
    there = kept().at(ply)
    decision = there.decision()
    assert decision is not None
    allowed = next(option.amount for option in there.options() if isinstance(option.action, Buyback))
    assert allowed is not None
    ada = visit()
    page = table(ada, ply)
    page.locator("#decision button[data-choose='do=buyback']").click()
    field = page.locator("#amount")
    expect(field).to_have_value(str(allowed.low))
    bill = page.locator("#pick table.bill")
    expect(bill).to_contain_text(f"Treasury of {decision.actor} after the buyback")
    before = bill.locator("tr.sum td").first.inner_text()
    page.locator("#pick [data-by='1']").click()
    expect(field).to_have_value(str(allowed.low + 1))
    expect(bill.locator("tr.sum td").first).not_to_have_text(before)
    after = bill.locator("tr.sum td").first.inner_text()
    page.locator("#confirm").click()
    card = page.locator(f"#side [data-company={decision.actor}]").first
    expect(card).to_contain_text("Its own shares")
    expect(card).to_contain_text(f"Notes: {allowed.low + 1}")
    expect(card).to_contain_text(after)


# -- powers while others decide


def test_a_power_is_used_while_another_player_chooses(visit: NewVisitor) -> None:
    ada, ben = visit(), visit()
    made = ada.create("me:Ada", "open", "hotseat:Cleo", "hotseat:Dan", title="1862")
    game = made["table"]["id"]
    ben.open(made["secrets"][1]["link"].removeprefix(ben.address))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.page.wait_for_url(re.compile(rf"/g/{game}"))
    page = ada.sit(game)
    page.locator(".lot[data-private=BOM] button[data-choose]").click()
    page.locator("#confirm").click()
    # Ben is asked and weighs a bid; Ada closes BOM meanwhile
    ben.page.locator(".lot[data-private=FNY] button[data-choose]").click()
    expect(ben.page.locator("#pick")).to_be_visible()
    ben.page.locator("#amount").fill("200")
    own = ada.decision.locator(".powers")
    expect(own).to_contain_text("Your powers")
    expect(ben.decision.locator(".powers")).to_have_count(0)
    own.locator("> summary").click()
    own.locator("[data-power=BOM] summary").click()
    expect(own.locator("[data-power=BOM] .confirm")).to_contain_text("Certificates")
    own.get_by_role("button", name="Close BOM").click()
    expect(page.locator("#log")).to_contain_text("BOM closes")
    expect(ada.decision.locator(".powers")).to_have_count(0)
    expect(ben.page.locator("#log")).to_contain_text("BOM closes")
    expect(ben.page.locator("#pick")).to_be_visible()
    expect(ben.page.locator("#amount")).to_have_value("200")
    ben.page.locator("#confirm").click()
    expect(page.locator("#log")).to_contain_text("Ben bids $200 for FNY")


# -- the large map


def test_parts_of_a_large_map(visit: NewVisitor) -> None:
    ada = visit()
    page = table(ada, first_ply(GAME, "track", after=300))
    opened = view_box(page)
    scale = page.locator("#mapbox > svg").bounding_box()
    assert scale is not None
    assert scale["width"] / opened[2] > 0.6  # readable as it opens
    inside(page, page.locator("#mapbox .rings").first)
    parts = page.locator("#minimap .part")
    parts.first.click()
    west = view_box(page)
    parts.nth(1).focus()
    page.keyboard.press("Enter")
    assert view_box(page)[0] > west[0]
    page.keyboard.press("ArrowLeft")
    expect(parts.first).to_be_focused()
    page.get_by_role("button", name="Show the whole map").click()
    assert view_box(page)[2] > opened[2]
    expect(page.locator("#mapbox")).to_have_class(re.compile("whole"))
    page.get_by_role("button", name="Show the part that matters now").click()
    assert view_box(page) == opened
    page.locator("#decision").focus()
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert view_box(page)[2] > opened[2]


def inside(page: Page, element: Locator) -> None:
    """An element lies within the box of the map."""
    part, room = element.bounding_box(), page.locator("#mapbox").bounding_box()
    assert part is not None
    assert room is not None
    assert room["x"] - 60 < part["x"] < room["x"] + room["width"]
    assert room["y"] - 60 < part["y"] < room["y"] + room["height"]


def test_the_map_on_a_phone_opens_where_it_matters(visit: NewVisitor) -> None:
    ada = visit(phone=True)
    page = table(ada, first_ply(GAME, "track", after=300))
    box = view_box(page)
    assert box[2] <= 390 / 0.45
    inside(page, page.locator("#mapbox .rings").first)
    page.locator("#minimap .part").last.tap()
    assert view_box(page) != box
    wide, room = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room


# -- access


@pytest.mark.parametrize(("theme", "phone"), [("light", False), ("dark", True)], ids=["light-wide", "dark-phone"])
def test_axe_finds_nothing_serious(visit: NewVisitor, theme: str, phone: bool) -> None:
    reader = visit(theme=theme, phone=phone, bypass_csp=True)
    troubles = []
    for kind, after in (("auction", 2), ("stock", 60), ("track", 300), ("trains", 300), ("buyback", 0), ("raise", 0)):
        page = table(reader, first_ply(GAME, kind, after=after))
        powers = page.locator("#decision .powers > summary")
        if powers.count():
            powers.click()
            page.locator("#decision .powers li summary").first.click()
        for details in page.locator("#decision details.unfold > summary").all():
            details.click()
        opener = page.locator("#decision button[data-choose]:visible").first
        if kind in ("stock", "buyback", "raise") and opener.count():
            opener.click()
            expect(page.locator("#pick")).to_be_visible()
        troubles += [f"{kind}: {trouble}" for trouble in grave(page)]
    assert troubles == []
