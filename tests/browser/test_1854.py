"""1854 by clicks: an interrupted auction, a local on the small board, tunnel, option, split, mergers, best runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import stellwerk
from stellwerk.core import Decision, Game
from stellwerk.eighteen.actions import BuyPrivate
from stellwerk.routing import best_run
from tests.browser.conftest import NewVisitor
from tests.browser.test_access import grave, reader
from tests.browser.visitor import Visitor
from tests.drive_1854 import driven, kind_of_company, offers, ply_where, splits
from tests.rules_1854.building import rules_of
from tests.web_support import Server


def sit(visitor: Visitor, game: Game[Any], query: str = "") -> Page:
    """Open a position as a table where all seats are the visitor's."""
    return visitor.sit(visitor.bring(json.loads(game.transcript().encode())), query)


def at(ply: int) -> Game[Any]:
    return driven().at(ply)


def confirm(visitor: Visitor) -> None:
    """Press the filled button and wait for the new position."""
    version = visitor.version
    visitor.decision.locator(".btn.pri:visible").first.click()
    visitor.sees(version + 1)


def viewbox(page: Page) -> list[float]:
    return [float(part) for part in str(page.locator("#mapbox > svg").get_attribute("viewBox")).split()]


def started() -> Game[Any]:
    """Four privates are sold, local 1 among them."""
    game = stellwerk.new("1854", ["Ada", "Ben", "Cleo"], seed=1)
    for private, price, seat in (("AFB", 20, 0), ("MTB", 50, 1), ("GKB", 70, 2), ("1", 150, 0)):
        game.apply(BuyPrivate(private, price), seat)
    return game


def test_an_auction_is_interrupted_and_a_local_builds_on_the_small_board(visit: NewVisitor) -> None:
    visitor = visit()
    page = sit(visitor, started())
    for _ in range(3):  # all pass: an operating round comes first
        version = visitor.version
        visitor.decision.locator("button[data-key=s]").click()
        visitor.sees(version + 1)
    expect(visitor.decision.locator("h2")).to_have_text("Local 1: track")
    expect(page.locator("#log")).to_contain_text("All have passed: an operating round comes first")
    expect(page.locator("#boards [data-show-board=local]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hex-J38")).to_be_visible()
    expect(page.locator("#hex-C23")).to_be_hidden()
    page.locator("#hex-J36").click()  # the hex glows: its tiles are offered
    expect(page.locator("#chooser")).to_be_visible()
    page.locator('#chooser button[data-tile="1/AFB"]').click()  # with the Außerfernbahn it is cheaper
    expect(visitor.decision.locator(".laypick")).to_contain_text("30 G")
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text("AFB makes J36 20 G cheaper")
    expect(
        visitor.decision.locator(".toolbar [data-set-tool='']")
    ).to_be_disabled()  # the tile is laid, a tunnel is left


def test_the_boards_are_a_click_or_a_key_away_and_stay_chosen(visit: NewVisitor) -> None:
    visitor = visit()
    ply = ply_where(lambda g, d: d.kind == "track" and kind_of_company(g, d) == "major")
    page = sit(visitor, at(ply))
    expect(page.locator("#hex-C23")).to_be_visible()
    expect(page.locator("#hex-J38")).to_be_hidden()
    austria = viewbox(page)
    page.keyboard.press("b")
    expect(page.locator("#boards [data-show-board=local]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hex-J38")).to_be_visible()
    local = viewbox(page)
    assert local[0] > austria[0]
    assert local[2] < austria[2]
    page.locator("#boards [data-show-board=both]").click()
    expect(page.locator("#hex-C23")).to_be_visible()
    expect(page.locator("#hex-J38")).to_be_visible()
    page.locator(".tabs a", has_text="Market").click()
    page.locator(".tabs a", has_text="Map").click()
    expect(page.locator("#boards [data-show-board=both]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hex-J38")).to_be_visible()


def test_a_company_lays_a_tunnel_and_a_tile(visit: NewVisitor) -> None:
    visitor = visit()
    ply = ply_where(
        lambda g, d: d.kind == "track" and kind_of_company(g, d) == "major" and offers(g, "lay_tile", "lay_tunnel")
    )
    page = sit(visitor, at(ply))
    visitor.decision.locator("[data-set-tool=tunnel]").click()
    rings = page.locator('[data-layer="tool"] .rings')
    assert rings.count() == visitor.decision.locator("[data-tunnels] tbody tr").count()
    expect(page.locator('[data-layer="tool"] .mouthmark').first).to_be_visible()
    hex_ = str(rings.first.get_attribute("data-hex"))
    page.locator(f"#hex-{hex_}").click()
    expect(page.locator("#chooser")).to_contain_text("Tunnels")
    expect(page.locator('[data-layer="tried"] .tunnel').first).to_be_visible()
    expect(visitor.decision.locator(".laypick")).to_contain_text(re.compile("100 G|60 G"))
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text(re.compile(rf"lays a tunnel below .*\b{hex_}\b"))
    expect(page.locator(f"#hex-{hex_} .tunnel").first).to_be_visible()
    expect(visitor.decision).to_contain_text("The tunnel of this turn has been laid.")
    visitor.decision.locator(".for-tile [data-pick-hex]").first.click()
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text(re.compile(r"lays \d+ on"))


def test_a_hex_without_a_tunnel_answers_why(visit: NewVisitor) -> None:
    visitor = visit()
    ply = ply_where(
        lambda g, d: d.kind == "track" and kind_of_company(g, d) == "major" and offers(g, "lay_tile", "lay_tunnel")
    )
    page = sit(visitor, at(ply))
    visitor.decision.locator("[data-set-tool=tunnel]").click()
    page.locator("#hex-A19").click()
    expect(page.locator("#popover")).to_contain_text("A19 takes no tunnel")
    expect(page.locator("#popover")).to_contain_text("1854 6.32")


def test_an_option_is_taken(visit: NewVisitor) -> None:
    visitor = visit()
    page = sit(visitor, at(ply_where(lambda g, d: d.kind == "stock" and offers(g, "take_option"))))
    visitor.decision.locator("button[data-choose^='do=option']").first.click()
    expect(visitor.decision.locator("#pick")).to_contain_text("To complete it")
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text("takes an option on")
    expect(page.locator("#log")).not_to_contain_text("{")


def test_a_split_is_shown_before_and_after(visit: NewVisitor) -> None:
    visitor = visit()
    page = sit(visitor, at(ply_where(splits)))
    visitor.decision.locator("button[data-choose*='choice=pay'], [data-choose*='choice=pay']").first.click()
    expect(visitor.decision.locator(".n.warn")).to_contain_text("are split at")
    confirm(visitor)
    line = page.locator("#log li, #log .line").filter(has_text="are split at").first
    expect(line).to_be_visible()
    line.locator("button, a").first.click()
    expect(page.locator("#popover")).to_contain_text("Split of")
    expect(page.locator("#popover a[href='/titles/1854/rules#5.5']").first).to_be_visible()


def test_locals_merge(visit: NewVisitor) -> None:
    visitor = visit()
    page = sit(visitor, at(ply_where(lambda g, d: d.kind == "merger_offer")))
    expect(page.locator("#boards [data-show-board=local]")).to_have_attribute("aria-pressed", "true")
    expect(visitor.decision).to_contain_text("proposes to merge local")
    version = visitor.version
    visitor.decision.locator("button[data-key=y]").click()
    visitor.sees(version + 1)
    charter = visitor.decision.locator("button[data-choose^='do=charter']")
    if charter.count():  # more than one is free
        charter.first.click()
        confirm(visitor)
    expect(page.locator("#log")).to_contain_text(re.compile(r"Locals \d and \d become AG [ABC]"))


def test_locals_that_do_not_merge_are_forced_to(visit: NewVisitor) -> None:
    visitor = visit()
    game = driven(3, merges=False)
    first = ply_where(lambda g, d: d.kind == "charter", game)
    page = sit(visitor, game.at(first - 1))  # the last owner is asked in the last window
    expect(visitor.decision).to_contain_text("merge at once, the lowest numbers first")
    version = visitor.version
    visitor.decision.locator("button[data-key=s]").click()
    visitor.sees(version + 1)
    expect(page.locator("#log")).to_contain_text("The locals left must merge")
    expect(visitor.decision).to_contain_text("Locals 1 and 2 merge.")
    visitor.decision.locator("button[data-choose='do=charter&charter=C']").click()
    expect(visitor.decision.locator("#pick")).to_contain_text("Director, 50 %")
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text("Locals 1 and 2 become AG C")
    expect(visitor.decision).to_contain_text("Locals 3 and 4 merge.")
    visitor.decision.locator("button[data-choose='do=charter&charter=B']").click()
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text("Locals 5 and 6 become AG A")  # the only charter left
    expect(page.locator("#log")).to_contain_text("The local board is cleared")


class HastyServer(Server):
    """A server whose router gives up early, so that it proves little."""

    NODES = 200
    program = (
        "-c",
        "import sys\n"
        "from stellwerk.cli.main import main\n"
        "from stellwerk.routing import part\n"
        f"part.BUDGET, part.BestRunPart.best.__defaults__ = {NODES}, ({NODES},)\n"
        "sys.exit(main())",
    )


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[HastyServer]:
    """Asked for before `visit`, so that the visitors have left when it ends."""
    running = HastyServer(tmp_path)
    yield running
    assert "Traceback" not in running.stop()


def test_a_run_that_is_not_proven_best_says_so(hasty: HastyServer, visit: NewVisitor) -> None:
    def unproven(game: Game[Any], decision: Decision) -> bool:
        if decision.kind != "run" or kind_of_company(game, decision) != "major":
            return False
        found = best_run(rules_of(game), game.state, decision.actor, budget=HastyServer.NODES)
        return not found.proven and 0 < found.total < found.upper_bound

    visitor = visit(address=hasty.address)
    page = sit(visitor, at(ply_where(unproven)))
    expect(visitor.decision).to_contain_text("It is not proven that nothing better exists; the best run found counts.")
    expect(visitor.decision.locator("a[href='/titles/1854/rules#6.60']").first).to_be_visible()
    confirm(visitor)
    expect(page.locator("#log")).to_contain_text("was found; none earns more than")


@pytest.mark.parametrize("kind", ["auction", "track", "stock", "merger"])
def test_access(visit: NewVisitor, kind: str) -> None:
    page = sit(reader(visit), at(ply_where(lambda g, d: d.kind == kind)))
    assert grave(page) == []


def test_on_a_phone_the_boards_and_the_tunnel_tool_are_there(visit: NewVisitor) -> None:
    visitor = visit(phone=True, theme="dark")
    ply = ply_where(
        lambda g, d: d.kind == "track" and kind_of_company(g, d) == "major" and offers(g, "lay_tile", "lay_tunnel")
    )
    page = sit(visitor, at(ply))
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    page.locator("#boards [data-show-board=local]").tap()
    expect(page.locator("#hex-J38")).to_be_visible()
    visitor.decision.locator("[data-set-tool=tunnel]").tap()
    expect(visitor.decision.locator("[data-set-tool=tunnel]")).to_have_attribute("aria-pressed", "true")
    page.locator("#boards [data-show-board=austria]").tap()
    expect(page.locator('[data-layer="tool"] .mouthmark').first).to_be_attached()
