"""Accessibility as axe-core sees it: no serious violation on any kind of page, light and dark, wide and phone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, first_ply, recorded

AXE = Path(__file__).parent / "vendor" / "axe-4.14.0.min.js"
GAME = "1830-3p-seed"
GRAVE = ("serious", "critical")
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map((entry) => ({
    id: entry.id, impact: entry.impact, help: entry.help,
    places: entry.nodes.slice(0, 4).map((node) => node.target.join(" ") + " " + node.html.slice(0, 160)),
  }));
}"""
LOOKS = [(theme, phone) for theme in ("light", "dark") for phone in (False, True)]
KINDS = ("auction", "stock", "track", "run")


@cache
def position(kind: str) -> dict[str, Any]:
    return recorded(GAME, first_ply(GAME, kind, after=0 if kind == "auction" else 300))


def grave(page: Page) -> list[str]:
    """The serious violations, each with its places."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN)
    assert isinstance(found, list)
    return [f"{e['id']} ({e['impact']}): {e['help']}: {e['places']}" for e in found if e["impact"] in GRAVE]


@pytest.fixture
def reader(visit: NewVisitor, request: pytest.FixtureRequest) -> Visitor:
    theme, phone = request.param
    return visit(theme=theme, phone=phone, bypass_csp=True)  # axe sets styles on the page, which its policy forbids


def looks(names: list[tuple[str, bool]]) -> list[str]:
    return [f"{theme}-{'phone' if phone else 'wide'}" for theme, phone in names]


@pytest.mark.parametrize("reader", LOOKS, ids=looks(LOOKS), indirect=True)
def test_front_pages(reader: Visitor) -> None:
    troubles = []
    for path in ("/", "/new?title=1830", "/titles/1830", "/titles/1830/rules", "/titles/1830/tiles", "/import"):
        page = reader.open(path)
        expect(page.locator("main")).to_be_visible()
        troubles += [f"{path}: {trouble}" for trouble in grave(page)]
    assert troubles == []


@pytest.mark.parametrize("reader", LOOKS, ids=looks(LOOKS), indirect=True)
def test_the_table_at_every_kind_of_decision(reader: Visitor) -> None:
    troubles = []
    for kind in KINDS:
        page = reader.sit(reader.bring(position(kind)))
        if kind == "track":
            name = page.locator("#decision [data-pick-hex]").first.get_attribute("data-pick-hex")
            page.locator(f'#mapbox .hexes > [data-hex="{name}"]').click()
            expect(page.locator("#chooser")).to_be_visible()
        if kind == "stock":
            page.locator("#decision button[data-choose]:visible").first.click()
            expect(page.locator("#pick")).to_be_visible()
        troubles += [f"{kind}: {trouble}" for trouble in grave(page)]
    assert troubles == []


def test_the_views_of_the_table(visit: NewVisitor) -> None:
    reader = visit(bypass_csp=True)
    game = reader.bring(position("stock"))
    troubles = []
    for tab in ("market", "companies", "players", "trains", "tiles", "ledger", "charts", "rules"):
        page = reader.sit(game, f"?tab={tab}")
        expect(page.locator("#stage")).to_have_attribute("data-tab", tab)
        troubles += [f"{tab}: {trouble}" for trouble in grave(page)]
    assert troubles == []


def test_axe_itself_finds_what_is_wrong(visit: NewVisitor) -> None:
    """A check of the check: a page that is made worse is found out."""
    page = visit(bypass_csp=True).open("/")
    page.evaluate("() => { document.querySelector('main').innerHTML = '<img src=\"data:,\"><button></button>'; }")
    found = " ".join(grave(page))
    assert "image-alt" in found
    assert "button-name" in found
