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
# What has been looked at is taken out meanwhile: axe's time goes with the elements of the page. For all rules that is a
# part with the same text of HTML in the same place; for colours also one that differs only in words and coordinates.
RUN = """async ([grave, only, looked]) => {
  const seen = new Set(looked), fresh = [], away = [];
  const plain = / (id|href|d|points|transform|[xy]|c[xy]|title|alt|aria-label|data-(hex|ply|tile))="[^"]*"/g;
  const text = (part) => only.length ? part.outerHTML.replace(/>[^<]+(?=<)/g, ">.").replace(plain, "") : part.outerHTML;
  const name = (part) => `${part.tagName}#${part.id}.${part.getAttribute("class")}`;
  const place = (part) => part ? place(part.parentElement) + ">" + name(part) : "";
  const key = (words) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < words.length; i++) {
      a = Math.imul(a ^ words.charCodeAt(i), 2654435761); b = Math.imul(b ^ words.charCodeAt(i), 1597334677);
    }
    return (a >>> 0) * 2097152 + (b >>> 11);
  };
  for (const part of document.querySelectorAll("li, article > *, svg > *, g > *")) {
    if (away.some(([gone]) => gone.contains(part))) continue;
    const known = key(place(part.parentElement) + text(part));
    if (seen.has(known)) away.push([part, document.createComment("")]);
    else fresh.push(known);
    if (only.length) seen.add(known);
  }
  const left = axe._audit.rules.filter((r) => !grave.includes(r.impact) || (only.length && !only.includes(r.id)));
  const rules = Object.fromEntries(left.map((rule) => [rule.id, { enabled: false }]));
  for (const [part, mark] of away) part.replaceWith(mark);
  try {
    const found = await axe.run(document, { resultTypes: ["violations"], preload: false, rules });
    return [fresh, found.violations.map((entry) => ({
      id: entry.id, impact: entry.impact, help: entry.help,
      places: entry.nodes.slice(0, 4).map((node) => node.target.join(" ") + " " + node.html.slice(0, 160)),
    }))];
  } finally {
    for (const [part, mark] of away) mark.replaceWith(part);
  }
}"""
LOOK = """() => [innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, document.documentElement.className,
  ...[...document.styleSheets].map((sheet) => sheet.href)].join(" ")"""
LOOKED: dict[tuple[str, bool], set[int]] = {}  # parts of pages that were as they should be, for each look of a page
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
    looked = LOOKED.setdefault((page.evaluate(LOOK), bool(only)), set())
    fresh, found = page.evaluate(RUN, [GRAVE, only, list(looked)])
    troubles = [f"{e['id']} ({e['impact']}): {e['help']}: {e['places']}" for e in found if e["impact"] in GRAVE]
    if not troubles:
        looked.update(fresh)
    return troubles


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


def test_axe_sees_what_is_new_on_a_page_it_has_seen(visit: NewVisitor) -> None:
    """Parts that were right are left out of the next look, and only they; the page is whole again afterwards."""
    page = reader(visit).open("/")
    put = "(html) => { document.querySelector('main').innerHTML = html; }"
    good, bad = "<li><button>New</button></li>", "<li><button></button></li>"
    page.evaluate(put, f"<ul>{good}</ul>")
    assert grave(page) == []
    page.evaluate(put, f"<ul>{good}{bad}</ul>")
    assert ["button-name" in trouble for trouble in grave(page)] == [True]
    assert ["button-name" in trouble for trouble in grave(page)] == [True]  # what was wrong is not forgotten
    assert page.locator("main").inner_html() == f"<ul>{good}{bad}</ul>"
