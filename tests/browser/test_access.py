"""Accessibility as axe-core sees it: no serious violation on any kind of page, light and dark, wide and phone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.test_moments import kept
from tests.browser.visitor import Visitor, first_ply, recorded

AXE = Path(__file__).parent / "vendor" / "axe-4.14.0.min.js"
GAME = "1830-3p-seed"
GRAVE = ("serious", "critical")
# The impact of a violation is that of its rule, so the other rules need not be asked. No rule reads style sheets.
RUN = """async ([grave, only]) => {
  const left = axe._audit.rules.filter((r) => !grave.includes(r.impact) || (only.length && !only.includes(r.id)));
  const rules = Object.fromEntries(left.map((rule) => [rule.id, { enabled: false }]));
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, rules });
  return found.violations.map((entry) => ({
    id: entry.id, impact: entry.impact, help: entry.help,
    places: entry.nodes.slice(0, 4).map((node) => node.target.join(" ") + " " + node.html.slice(0, 160)),
  }));
}"""
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that a theme can break
wide_and_phone = pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
BIG = ("rust", "phase", "payout_start")  # events that are told by a card
KINDS = ("auction", "stock", "track", "run")


@cache
def position(kind: str) -> dict[str, Any]:
    return recorded(GAME, first_ply(GAME, kind, after=0 if kind == "auction" else 300))


def grave(page: Page, only: Sequence[str] = ()) -> list[str]:
    """The serious violations, each with its places; of all rules, or only of some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN, [GRAVE, only])
    assert isinstance(found, list)
    return [f"{e['id']} ({e['impact']}): {e['help']}: {e['places']}" for e in found if e["impact"] in GRAVE]


def grave_light_and_dark(page: Page) -> list[str]:
    """The same for both themes: a page follows the system without being loaded again, here at once."""
    page.add_style_tag(content="*, *::before, *::after { transition: none !important; }")
    page.emulate_media(color_scheme="light")
    troubles = [f"light: {trouble}" for trouble in grave(page)]
    page.emulate_media(color_scheme="dark")
    return troubles + [f"dark: {trouble}" for trouble in grave(page, COLOURS)]


def reader(visit: NewVisitor, phone: bool = False) -> Visitor:
    """Somebody who looks with axe: it sets styles on the page, which its policy forbids."""
    return visit(phone=phone, bypass_csp=True)


@wide_and_phone
def test_front_pages(visit: NewVisitor, phone: bool) -> None:
    mira = reader(visit, phone)
    troubles = []
    for path in ("/", "/new?title=1830", "/titles/1830", "/titles/1830/rules", "/titles/1830/tiles", "/import"):
        page = mira.open(path)
        expect(page.locator("main")).to_be_visible()
        troubles += [f"{path}: {trouble}" for trouble in grave_light_and_dark(page)]
    assert troubles == []


@wide_and_phone
def test_the_table_at_every_kind_of_decision(visit: NewVisitor, phone: bool) -> None:
    mira = reader(visit, phone)
    troubles = []
    for kind in KINDS:
        page = mira.sit(mira.bring(position(kind)))
        if kind == "track":
            name = page.locator("#decision [data-pick-hex]").first.get_attribute("data-pick-hex")
            page.locator(f'#mapbox .hexes > [data-hex="{name}"]').click()
            expect(page.locator("#chooser")).to_be_visible()
        if kind == "stock":
            page.locator("#decision button[data-choose]:visible").first.click()
            expect(page.locator("#pick")).to_be_visible()
        troubles += [f"{kind}: {trouble}" for trouble in grave_light_and_dark(page)]
    assert troubles == []


def test_the_views_of_the_table(visit: NewVisitor) -> None:
    mira = reader(visit)
    game = mira.bring(position("stock"))
    troubles = []
    for tab in ("market", "companies", "players", "trains", "tiles", "ledger", "charts", "rules"):
        page = mira.sit(game, f"?tab={tab}")
        expect(page.locator("#stage")).to_have_attribute("data-tab", tab)
        troubles += [f"{tab}: {trouble}" for trouble in grave(page)]
    assert troubles == []


@wide_and_phone
def test_the_result_and_the_cards_of_moments(visit: NewVisitor, phone: bool) -> None:
    mira = reader(visit, phone)
    troubles = []
    for name in ("18te-2p", "union-pacific-2p"):
        page = mira.open(f"/g/{mira.bring(recorded(name))}/result")
        expect(page.locator("h1")).to_be_visible()
        page.evaluate("() => document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        troubles += [f"{name}: {trouble}" for trouble in grave_light_and_dark(page)]
        ply = next(ply for ply, entry in enumerate(kept(name).plies) if any(e.kind in BIG for e in entry.events))
        game = mira.bring(recorded(name, ply))
        page = mira.sit(game)
        entry = kept(name).plies[ply]
        body = {"seat": entry.seat, "expected_version": mira.version, "action": to_builtins(entry.action)}
        mira.ask("POST", f"/games/{game}/actions", body)
        expect(page.locator("#moment")).to_be_visible()
        troubles += [f"card of {name}: {trouble}" for trouble in grave_light_and_dark(page)]
    assert troubles == []


def test_axe_itself_finds_what_is_wrong(visit: NewVisitor) -> None:
    """A check of the check: a page that is made worse is found out."""
    page = reader(visit).open("/")
    worse = '<img src="data:,"><button></button><p class="faint">hardly to be read in the dark</p>'
    page.evaluate("(html) => { document.querySelector('main').innerHTML = html; }", worse)
    faint = "main { background: #111; } .faint { color: #222; }"
    page.add_style_tag(content=faint + "@media (prefers-color-scheme: light) { .faint { color: #fff; } }")
    light, dark = grave(page), grave_light_and_dark(page)
    assert ["image-alt" in " ".join(light), "button-name" in " ".join(light)] == [True, True]
    contrast = [trouble for trouble in dark if "color-contrast" in trouble and 'class="faint"' in trouble]
    assert [trouble.split(":")[0] for trouble in contrast] == ["dark"]
