"""Marks and moves as they are seen: one's own mark is chosen, the last move is marked, a move of another moves."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import first_ply, news, recorded

RECORD = """() => {
  window.played = [];
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.played.push([this.getAttribute("class") ?? this.dataset.marker ?? "", timing.duration]);
    return plain.call(this, frames, timing);
  };
}"""


def test_a_mark_is_chosen_in_the_dialog_and_seen_everywhere(visit: NewVisitor) -> None:
    ada = visit()
    made = ada.create("me:Ada", "hotseat:Ben")
    page = ada.sit(made["table"]["id"])
    page.locator("#menu").click()
    page.get_by_role("button", name="Seats and table").click()
    page.locator(".markpick summary").first.click()
    page.get_by_role("radio", name="star").first.check()
    expect(page.locator('#marks #player-0 path[d^="M0 -12"]')).to_be_attached()
    expect(page.locator('[data-mark="0"] [name=shape]:checked')).to_have_value("star")
    page.locator('[data-mark="0"] [name=colour][value=teal]').check()
    expect(page.locator("#marks #player-0 .c-teal")).to_be_attached()
    expect(page.locator('[data-mark="1"] [name=colour][value=teal]')).to_be_disabled()
    assert page.evaluate("localStorage.getItem('stellwerk.mark')") == '{"shape":"star","colour":"teal"}'
    page.keyboard.press("Escape")
    expect(page.locator('#players [data-player="0"] .pm use')).to_have_attribute("href", "#player-0")


def test_a_move_of_another_is_marked_and_moves_unless_the_reader_wants_no_motion(visit: NewVisitor) -> None:
    ada, ben = visit(), visit()
    file: Any = recorded("1830-3p-seed", first_ply("1830-3p-seed", "dividend", 300))
    asked = ada.ask("GET", f"/games/{ada.bring(file)}/view")["asked"]
    seats = [{"kind": "me" if seat == asked else "open"} for seat in range(3)]
    made = ada.ask("POST", "/import", {"file": file, "seats": seats})
    game = made["table"]["id"]
    ben.page.emulate_media(reduced_motion="no-preference")
    watch = ben.open(made["watch_link"].partition(ben.address)[2])
    expect(watch.locator("html[data-ready]")).to_be_attached()
    watch.locator('[data-tab="market"]').first.click()
    expect(watch.locator("#view-market")).to_be_visible()
    watch.evaluate(RECORD)
    now = ada.ask("GET", f"/games/{game}/options")
    held = next(entry["action"] for entry in now["options"] if entry["action"].get("choice") == "withhold")
    move = {"seat": asked, "expected_version": now["version"], "action": held}
    with news(watch):
        version = ada.ask("POST", f"/games/{game}/actions", move)["version"]
    expect(watch.locator("#view-market .cmark.last")).to_be_attached()
    played = watch.evaluate("window.played")
    assert {duration for _, duration in played} == {280}
    what = {part for part, _ in played}
    assert "cmark last" in what
    assert watch.locator("#view-market [data-moved]").get_attribute("data-moved") in what  # the marker slides
    assert {"co-price", "co-cash"} & what
    watch.emulate_media(reduced_motion="reduce")
    watch.evaluate("window.played = []")
    with news(watch):
        ada.ask("POST", f"/games/{game}/undo", {"seat": asked, "expected_version": version})
    expect(watch.locator("#view-market .cmark.last")).not_to_be_attached()
    assert watch.evaluate("window.played") == []
