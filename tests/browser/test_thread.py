"""Never losing the thread: the log follows, the round is in sight, a decision begins at its top with room for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, first_ply, recorded
from tests.web_support import until

AT_END = """() => { const log = document.getElementById("log");
  return log.clientHeight > 0 && log.scrollHeight - log.scrollTop - log.clientHeight < 4; }"""
INSIDE = """([inner, outer]) => { const a = document.querySelector(inner).getBoundingClientRect(),
  b = document.querySelector(outer).getBoundingClientRect();
  return a.width > 20 && a.left >= b.left && a.right <= b.right + 0.5 && a.top >= b.top && a.bottom <= b.bottom; }"""
WHOLE_BUTTONS = """() => [...document.querySelectorAll("#decision .btn")].filter((button) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, bottom - 4);
  const bar = document.querySelector(".topbar").offsetHeight;
  return bottom > top && top >= bar && bottom <= innerHeight && button.contains(at);
}).map((button) => (button.matches(".pri") ? "filled " : "") + button.innerText)"""


def table_at(visitor: Visitor, name: str, ply: int) -> str:
    return visitor.bring(recorded(name, ply))


def go_on(visitor: Visitor, game: str, name: str, ply: int) -> None:
    """The next move of the kept game is made elsewhere; lasts until the page shows it."""
    view = visitor.view(game)
    action = recorded(name)["actions"][ply]
    body = {"seat": view["decision"]["seat"], "expected_version": view["version"], "action": action}
    visitor.ask("POST", f"/games/{game}/actions", body)
    visitor.sees(int(view["version"]) + 1)


@pytest.mark.parametrize(("name", "kind"), [("18te-2p", "track"), ("union-pacific-2p", "")])
def test_the_log_follows_every_move_and_keeps_its_place_when_views_cover_it(
    visit: NewVisitor, name: str, kind: str
) -> None:
    ada = visit()
    ply = first_ply(name, kind, after=40) if kind else 40
    game = table_at(ada, name, ply)
    page = ada.sit(game)
    page.wait_for_function(AT_END)
    for number in range(10):
        go_on(ada, game, name, ply + number)
        page.wait_for_function(AT_END)
    page.locator("#talk button[data-talk=chat]").click()
    page.locator("#talk button[data-talk=log]").click()
    page.wait_for_function(AT_END)
    page.locator("#log").hover()
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"() => !({AT_END})()")
    before = page.evaluate("document.getElementById('log').scrollTop")
    go_on(ada, game, name, ply + 10)
    page.locator("#talk button[data-talk=chat]").click()
    page.locator("#talk button[data-talk=log]").click()
    page.wait_for_function(f"() => Math.abs(document.getElementById('log').scrollTop - {before}) < 2")
    if kind:  # a view that covers the log
        page.locator("#stage .tabs a[data-tab=charts]").click()
        expect(page.locator("#log")).to_be_hidden()
        page.locator("#stage .tabs a[data-tab=map]").click()
        page.wait_for_function(f"() => Math.abs(document.getElementById('log').scrollTop - {before}) < 2")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_present_round_is_in_sight_at_every_width(visit: NewVisitor, language: str) -> None:
    ada = visit(language=language, bypass_csp=True)
    game = ada.create("me:Ada", "bot", title="18te")["table"]["id"]
    ada.sit(game)
    ada.ask("GET", f"/games/{game}")
    late = ada.bring(recorded("18te-2p", first_ply("18te-2p", "track", after=150)))
    payouts = ada.bring(recorded("union-pacific-2p", 107))  # the rounds of this game
    ada.context.add_cookies([{"name": "guide", "value": f"{payouts}+", "url": ada.address}])
    hidden: list[tuple[str, str, int]] = []
    for table, now in ((game, ".rounds .now"), (late, ".rounds .now"), (payouts, ".chip")):
        page = ada.sit(table)
        page.add_style_tag(content=".topbar ~ * { display: none !important; }")  # need not be laid out at every width
        for font in ("", "Verdana, 'DejaVu Sans', sans-serif"):
            if font:
                page.add_style_tag(
                    content=f".topbar, .topbar * {{ font-family: {font} !important; letter-spacing: .05em; }}"
                )
            for width in (320, 360, 390, 430, 699, 700, 844, 899, 900, 1023, 1024, *range(1100, 1720, 20), 1920):
                page.set_viewport_size(ViewportSize(width=width, height=800))
                if not page.evaluate(INSIDE, [f"#top {now}", "#top"]):
                    hidden.append((now, font, width))
    assert hidden == []


def test_a_new_decision_begins_at_its_top(visit: NewVisitor) -> None:
    ada = visit(viewport=ViewportSize(width=1440, height=700))
    name = "1830-3p-seed"
    ply = first_ply(name, "stock", after=300)
    game = table_at(ada, name, ply)
    page = ada.sit(game)
    page.evaluate("document.getElementById('decision').scrollTop = 400")
    page.wait_for_function("() => document.getElementById('decision').scrollTop > 50")
    go_on(ada, game, name, ply)
    assert page.evaluate("document.getElementById('decision').scrollTop") == 0


@pytest.mark.parametrize(("name", "after"), [("18te-2p", 60), ("1830-3p-seed", 300), ("1862-4p", 300)])
def test_on_a_phone_running_no_train_is_never_the_only_whole_button(visit: NewVisitor, name: str, after: int) -> None:
    ada = visit(phone=True)
    ply = first_ply(name, "run", after=after)
    game = table_at(ada, name, ply - 1)
    page = ada.sit(game)
    page.evaluate("scrollTo(0, 500)")
    go_on(ada, game, name, ply - 1)
    expect(page.locator("#decision [data-decide=run]")).to_be_visible()
    for place in range(0, 900, 150):
        page.evaluate(f"scrollTo(0, {place})")
        whole = page.evaluate(WHOLE_BUTTONS)
        assert not whole or any("filled" in text for text in whole) or len(whole) > 1, (place, whole)


COVERED = """() => [...document.querySelectorAll("#pick #amount, #pick .fx > div, #pick .n")].filter((shown) => {
  const { left, top, width, height } = shown.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 4, top + height - 3);
  return !at || !(shown.contains(at) || at.contains(shown));
}).map((shown) => shown.innerText || shown.id)"""


def test_a_choice_with_the_guide_on_is_seen_whole(visit: NewVisitor) -> None:
    mira = visit()
    page = mira.open("/")
    page.locator("#learn-box [data-learn='18te'] button").click()
    page.wait_for_url(re.compile(r"/g/\w+"))
    expect(page.locator("html[data-ready]")).to_be_attached()
    hint = page.locator("#hint")
    expect(hint.locator(".fill")).to_be_visible()
    tall = "hint => hint.offsetHeight"
    before = hint.evaluate(tall)
    hint.locator(".fill").click()
    expect(page.locator("#amount")).to_be_visible()
    assert hint.evaluate(tall) < 60 < before
    assert page.evaluate(COVERED) == []
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(hint.locator(".fill")).to_be_visible()


def test_the_log_is_folded_and_resized_and_stays_so(visit: NewVisitor) -> None:
    ada = visit()
    game = table_at(ada, "18te-2p", first_ply("18te-2p", "track", after=40))
    page = ada.sit(game)
    fold, grip = page.locator("#log-fold"), page.locator("#log-grip")

    def height() -> float:
        box = page.locator("#talk").bounding_box()
        assert box
        return float(box["height"])

    first = height()
    fold.focus()
    page.keyboard.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#log")).to_be_hidden()
    until(lambda: height() < 80)
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(page.locator("#log")).to_be_hidden()
    fold.click()
    page.wait_for_function(AT_END)
    until(lambda: abs(height() - first) < 2)
    grip.press("ArrowUp")
    grip.press("ArrowUp")
    until(lambda: height() > first + 40)
    box = grip.bounding_box()
    assert box
    page.mouse.move(box["x"] + 100, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 100, 300)
    page.mouse.up()
    until(lambda: abs(height() - 600) < 15)
    page.wait_for_function(AT_END)
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    until(lambda: abs(height() - 600) < 15)


def test_the_history_marks_the_move_that_is_shown(visit: NewVisitor) -> None:
    ada = visit()
    game = table_at(ada, "18te-2p", 30)
    page = ada.sit(game, "?ply=26")
    here = page.locator("#log .l-here")
    expect(here.first).to_have_attribute("data-at", "26")
    for step, ply in (("next", "27"), ("next", "28"), ("prev", "27")):
        page.locator(f"#timebar [data-step={step}]").click()
        expect(page.locator("#meta")).to_have_attribute("data-ply", ply)
        expect(here.first).to_have_attribute("data-at", ply)


def test_the_offer_to_redo_goes_after_a_redo(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    page = ada.sit(game)
    page.locator("#decision").get_by_role("button", name="Pass").first.click()
    ada.sees(1)
    page.keyboard.press("Control+z")
    expect(page.locator("#toasts [data-redo]")).to_be_visible()
    page.keyboard.press("Control+y")
    ada.sees(3)
    expect(page.locator("#toasts [data-redo]")).to_have_count(0)


@pytest.mark.parametrize("name", ["18te-2p", "1830-3p-seed"])
def test_a_phone_held_sideways_shows_the_button(visit: NewVisitor, name: str) -> None:
    ada = visit(viewport=ViewportSize(width=844, height=390))
    game = table_at(ada, name, first_ply(name, "run", after=60))
    page = ada.sit(game)
    expect(page.locator("#run-shown .btn.pri")).to_be_in_viewport(ratio=1)


def test_focus_and_a_voice_follow_the_game(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    page = ada.sit(game)
    page.locator("#decision").get_by_role("button", name="Pass").first.focus()
    page.keyboard.press("Enter")
    ada.sees(1)
    assert page.evaluate("document.activeElement.closest('#decision') !== null")
    told = page.locator("#told")
    expect(told).to_contain_text("Ada passes")
    expect(told).to_contain_text("Your decision: Ben")
    view = ada.view(game)
    body = {"seat": 1, "expected_version": view["version"], "action": {"type": "pass"}}
    ada.ask("POST", f"/games/{game}/actions", body)
    ada.sees(2)
    expect(told).to_contain_text("Ben passes")
    assert page.evaluate("document.activeElement.closest('#decision') !== null")


def test_the_legend_of_the_market_has_the_colours_of_its_cells_in_the_dark(visit: NewVisitor) -> None:
    ada = visit(theme="dark")
    page = ada.sit(table_at(ada, "1830-3p-seed", 60), "?tab=market")
    legend = page.locator(".zone.z-y")
    expect(legend).to_be_visible()
    colour = "(shown, name) => getComputedStyle(shown)[name]"
    cell = page.locator("[data-market] .cell.z-y").first
    assert legend.evaluate(colour, "backgroundColor") == cell.evaluate(colour, "fill")


def test_the_log_is_folded_searched_and_leads_to_positions(visit: NewVisitor) -> None:
    ada = visit()
    name = "1830-3p-seed"
    ply = first_ply(name, "run", after=300)
    game = table_at(ada, name, ply)
    page = ada.sit(game)
    log, found = page.locator("#log"), page.locator("#found")
    under = log.locator(".ln .under").last
    below = log.locator(".ln:has(.under)").last.locator(".below")
    expect(below).to_be_hidden()
    under.focus()
    page.keyboard.press("Enter")
    expect(below).to_be_in_viewport()
    expect(below).to_contain_text(re.compile(r"\w"))
    page.locator("#log-seek").click()
    page.keyboard.type("bids $800")  # of the first moves, which the page has not loaded
    expect(found.locator(".ln")).to_have_text([re.compile("Cleo bids .*for CA")])
    expect(log).to_be_hidden()
    found.locator(".ln p").click(position={"x": 4, "y": 4})
    expect(page.locator("#ply-now")).to_have_text("6")
    expect(found.locator(".ln")).to_have_class(re.compile("l-here"))
    page.keyboard.press("Escape")  # back to the game
    expect(page.locator("#ply-now")).to_have_text(str(ply))
    page.locator("#log-find [name=q]").fill("")
    page.locator("#log-find [name=player]").select_option("Cleo")
    page.locator("#log-find [name=company]").select_option("PRR")
    expect(found.locator(".ln").last).to_contain_text("PRR")
    page.locator("#log-find [name=company]").select_option("")
    expect(found.locator(".ln.k-pass:not(:has(.below))").last).to_be_visible()
    page.locator("#talk button[data-filter=money]").click()
    expect(found.locator(".ln.k-pass:not(:has(.below))")).to_have_count(0)
    expect(found.locator(".below").last).to_be_visible()
    go_on(ada, game, name, ply)
    page.locator("#talk button[data-filter=all]").click()
    page.locator("#log-find [name=q]").focus()
    page.keyboard.press("Escape")
    expect(found).to_be_hidden()
    page.wait_for_function(AT_END)
