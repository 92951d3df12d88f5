"""Moments: cards of what has happened come to players and watchers, are closed by a key and take nobody's focus."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, ViewportSize, expect

from stellwerk.core import Game
from tests.browser.conftest import NewVisitor
from tests.browser.visitor import PHONE, Json, Visitor
from tests.kept import kept_game


def kept(name: str) -> Game[Any]:
    return kept_game(name)


def before(game: Game[Any], kind: str, after: int = 0) -> int:
    """The last position before an event of a kind."""
    return next(
        ply
        for ply, entry in enumerate(game.plies)
        if ply >= after and any(event.kind == kind for event in entry.events)
    )


def table(host: Visitor, game: Game[Any], ply: int) -> Json:
    """A game going on from a position: one seat is the host's, the others are played by him as well."""
    file = json.loads(game.at(ply).transcript().encode())
    asked = game.plies[ply].seat
    seats = [{"kind": "me" if seat == asked else "hotseat"} for seat in range(len(file["players"]))]
    made: Json = host.ask("POST", "/import", {"file": file, "seats": seats})
    return made


def play_on(host: Visitor, game_id: str, game: Game[Any], ply: int, count: int = 1) -> None:
    """The next moves of a kept game, by the API. If the host sits at the table, his page follows move by move."""
    there = host.page.locator("#meta").count() > 0
    for entry in game.plies[ply : ply + count]:
        version = host.ask("GET", f"/games/{game_id}")["version"]
        if there:
            host.sees(version)
            expect(host.page.locator(".htmx-request")).to_have_count(0)  # lists that come later
        action = json.loads(msgspec.json.encode(entry.action))
        body = {"seat": entry.seat, "expected_version": version, "action": action}
        host.ask("POST", f"/games/{game_id}/actions", body)


def test_a_phase_is_seen_by_player_and_watcher_and_closed_by_a_key(visit: NewVisitor) -> None:
    ada, watcher = visit(), visit(phone=True)
    game = kept("1830-3p-seed")
    ply = before(game, "rust")
    made = table(ada, game, ply)
    game_id = made["table"]["id"]
    page = ada.sit(game_id)
    watcher.open(made["watch_link"].removeprefix(ada.address))
    watcher.page.wait_for_url(f"**/g/{game_id}*")
    expect(watcher.page.locator("html[data-ready]")).to_be_attached()
    card = page.locator("#moment")
    expect(card).to_be_hidden()  # nothing old is told to somebody who comes for the first time
    chat = page.locator("#talk [data-talk=chat]").first
    chat.click()
    field = page.locator(".chatform [name=text]")
    field.fill("wait")
    play_on(ada, game_id, game, ply)
    for shown in (card, watcher.page.locator("#moment")):
        expect(shown.locator("h3 > span")).to_have_text("Phase 4 begins")
        expect(shown).to_contain_text("Trains 2 go: NYC: 2 · CPR: 4")
    expect(page.locator("#moment-told")).to_have_text("Phase 4 begins")
    expect(field).to_be_focused()
    page.keyboard.type(" a moment")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(field).to_be_focused()
    expect(field).to_have_value("wait a moment")
    watcher.page.keyboard.press("Enter")
    expect(watcher.page.locator("#moment")).to_be_hidden()
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(card).to_be_hidden()


def test_a_dividend_goes_with_the_next_decision_and_can_be_turned_off(visit: NewVisitor) -> None:
    ada = visit()
    game = kept("1830-3p-seed")
    ply = before(game, "dividend", after=600)
    game_id = table(ada, game, ply)["table"]["id"]
    page = ada.sit(game_id)
    card = page.locator("#moment")
    paid = next(event for event in game.plies[ply].events if event.kind == "dividend")
    play_on(ada, game_id, game, ply)
    expect(card.locator("h3 > span")).to_have_text(paid.text)
    here, asked = card.bounding_box(), page.locator("#decision").bounding_box()
    assert here is not None
    assert asked is not None
    assert here["x"] + here["width"] <= asked["x"]  # beside what is asked, not upon it
    back = ada.version
    play_on(ada, game_id, game, ply + 1)
    ada.sees(back + 1)
    expect(card).to_be_hidden()
    ada.ask(
        "POST", f"/games/{game_id}/undo", {"seat": game.plies[ply + 1].seat, "expected_version": back + 1, "to": ply}
    )
    ada.sees(back + 2)
    play_on(ada, game_id, game, ply)
    expect(card.locator("h3 > span")).to_have_text(paid.text)
    card.get_by_role("button", name="No more cards for dividends").click()
    expect(card).to_be_hidden()
    following = before(game, "dividend", after=ply + 1)
    play_on(ada, game_id, game, ply + 1, following - ply)
    ada.sees(back + 3 + following - ply)
    expect(card).to_be_hidden()
    page.locator(".bell").click()
    box = page.get_by_label("Show a card for each dividend")
    expect(box).not_to_be_checked()
    box.check()
    page.keyboard.press("Escape")
    again = before(game, "dividend", after=following + 1)
    play_on(ada, game_id, game, following + 1, again - following)
    expect(card.locator("[data-kind=dividend]")).to_have_count(1)


def test_whoever_comes_back_sees_the_latest_important_ones_only(visit: NewVisitor) -> None:
    ada = visit()
    game = kept("1830-3p-seed")
    ply = before(game, "phase")
    game_id = table(ada, game, ply)["table"]["id"]
    ada.sit(game_id)
    page = ada.open("/")
    play_on(ada, game_id, game, ply, 420)
    page = ada.sit(game_id)
    card = page.locator("#moment")
    expect(card.locator(".moment")).to_have_count(2)
    expect(card.locator("[data-stays=no]")).to_have_count(0)
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


def test_the_end_leads_to_the_result_and_from_there_to_a_rematch(visit: NewVisitor) -> None:
    ada = visit()
    game = kept("18te-2p")
    game_id = table(ada, game, game.ply - 1)["table"]["id"]
    page = ada.sit(game_id)
    play_on(ada, game_id, game, game.ply - 1)
    card = page.locator("#moment")
    expect(card.locator("[data-kind=over] h3 > span")).to_have_text("The game is over: Ada wins")
    expect(card.locator(".placed li")).to_have_text(["1. Ada 3,892M", "2. Ben 3,583M"])
    card.get_by_role("link", name="To the result").click()
    expect(page.locator("h1")).to_have_text("Winner: Ada")
    expect(page.locator(".sources tfoot td")).to_have_text(["3,892M", "3,583M"])
    expect(page.locator(".chart-card svg")).not_to_have_count(0)
    page.get_by_role("button", name="Rematch: the next player begins").press("Enter")
    expect(page.locator("#meta")).to_have_attribute("data-version", "0")
    page.goto(f"{ada.address}/g/{game_id}")
    expect(page.locator("#decision").get_by_role("link", name="To the rematch")).to_be_visible()
    expect(card).to_be_hidden()  # the end was seen


def test_enter_plays_what_is_filled_in_though_a_card_is_there(visit: NewVisitor) -> None:
    """The card goes, and the key is not lost: who was about to decide decides."""
    ada = visit()
    game = kept("1830-3p-seed")
    ply = before(game, "phase")
    game_id = table(ada, game, ply)["table"]["id"]
    page = ada.sit(game_id)
    play_on(ada, game_id, game, ply)
    card = page.locator("#moment")
    expect(card).to_be_visible()
    page.locator("#decision [data-choose]").first.click()
    button = page.locator("#decision .btn.pri[data-action]")
    expect(button).to_be_visible()
    version = ada.version
    page.locator("#decision").focus()
    page.keyboard.press("Enter")
    ada.sees(version + 1)
    expect(card.locator("[data-kind=phase]")).to_have_count(0)


def test_whoever_looks_at_the_result_is_led_to_a_rematch_that_another_has_asked_for(visit: NewVisitor) -> None:
    ada = visit()
    file = json.loads(kept("18te-2p").transcript().encode())
    game_id = ada.bring(file, seats=[{"kind": "me"}, {"kind": "hotseat"}])
    page = ada.open(f"/g/{game_id}/result")
    link = page.get_by_role("link", name="To the rematch")
    ask = page.get_by_role("button", name="Rematch: the next player begins")
    expect(ask).to_be_visible()
    other = ada.open(f"/g/{game_id}/result", ada.context.new_page())
    other.get_by_role("button", name="Rematch: all sit as before").click()
    other.wait_for_url(lambda address: not address.endswith("/result"))
    expect(link).to_be_visible()
    expect(ask).to_be_hidden()
    link.click()
    page.wait_for_url(other.url)


COVERED = """button => {
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return Boolean(top?.closest("#moment"));
}"""


def cover(page: Page, button: Locator) -> None:
    """A screen so low that the card at its lower edge lies upon a button."""
    page.locator("#decision").focus()
    for _ in range(3):
        box = button.bounding_box()
        assert box is not None
        page.set_viewport_size(ViewportSize(width=390, height=int(box["y"] + box["height"] + 24)))
    assert button.evaluate(COVERED)


def test_no_key_plays_what_a_card_hides(visit: NewVisitor) -> None:
    """The first key puts the card away; what it hid is played by the next one, when it has been seen."""
    ada = visit(phone=True)
    game = kept("1830-3p-seed")
    ply = before(game, "phase")
    game_id = table(ada, game, ply)["table"]["id"]
    page = ada.sit(game_id)
    play_on(ada, game_id, game, ply)
    card = page.locator("#moment")
    expect(card).to_be_visible()
    version = ada.version
    moves: list[str] = []
    page.on("request", lambda request: moves.append(request.url) if request.url.endswith("/act") else None)
    cover(page, page.locator("#decision [data-key=s]:visible").first)
    page.keyboard.press("s")
    expect(card).to_be_hidden()
    page.evaluate(
        "([key, seen]) => localStorage.setItem(key, seen)", [f"stellwerk.moments.{game_id}", str(version - 1)]
    )
    page.set_viewport_size(PHONE)
    page.reload()  # whoever comes back is shown it once more
    expect(card).to_be_visible()
    page.locator("#decision [data-choose]").first.dispatch_event("click")
    button = page.locator("#decision .btn.pri[data-action]")
    expect(button).to_be_attached()
    cover(page, button)
    page.keyboard.press("Enter")
    expect(card).to_be_hidden()
    expect(button).to_be_visible()
    assert moves == []
    assert ada.version == version
    page.keyboard.press("Enter")
    ada.sees(version + 1)
