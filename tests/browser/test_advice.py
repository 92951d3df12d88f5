"""Bots beside a player: advice with its reasons from the level he asks, and one that plays on until he is back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, first_ply, recorded

GAME = "1830-3p-seed"
THINKS = 60_000  # milliseconds; a strong bot takes a second or two of a processor that may have much to do


def test_advice_comes_with_reasons_and_a_bot_plays_on(visit: NewVisitor) -> None:
    ada: Visitor = visit()
    file = recorded(GAME, first_ply(GAME, "stock", 500))
    asked = ada.ask("GET", f"/games/{ada.bring(file)}/view")["asked"]
    seats = [
        {"kind": "me" if seat == asked else "hotseat", "name": name} for seat, name in enumerate(("Ada", "Ben", "Cleo"))
    ]
    game = ada.bring(file, seats=seats)
    ada.ask("PATCH", f"/games/{game}", {"hints": True, "thinking": "short"})
    page = ada.sit(game)
    version, dialog = ada.version, page.locator("#dialog")

    page.get_by_role("button", name="What would a strong bot do?").click()
    expect(dialog.get_by_role("button", name="hard")).to_have_attribute("aria-pressed", "true")
    others = dialog.locator(".adviselist li")
    expect(others).to_have_count(3, timeout=THINKS)
    expect(dialog.locator("[data-advice]")).to_contain_text("Played on, it ends")
    expect(dialog.locator("progress")).to_have_count(0)
    dialog.get_by_role("button", name="normal").click()
    expect(dialog.locator("[data-advice]")).to_contain_text("normal", timeout=THINKS)
    expect(dialog.locator("[data-advice]")).not_to_contain_text("Played on")
    expect(others.first.locator("small")).to_contain_text(re.compile(r"\w.*\."))
    page.keyboard.press("Escape")
    assert ada.version == version  # it was advice: nothing has been done

    page.locator("#menu").click()
    page.get_by_role("button", name="Seats and table").click()
    expect(dialog.locator('[data-table="thinking"]')).to_have_value("short")
    dialog.locator('[data-table="thinking"]').select_option("usual")
    seat = dialog.locator(f'li[data-seat="{asked}"]')
    seat.get_by_role("button", name="Let a bot play on for me").click()
    expect(seat.get_by_role("button", name="I am back")).to_be_visible()
    page.keyboard.press("Escape")
    ada.moved_on(version)
    played = ada.ask("GET", f"/games/{game}/view")["version"]
    assert played > version
    page.locator("#menu").click()
    page.get_by_role("button", name="Seats and table").click()
    expect(dialog.locator('[data-table="thinking"]')).to_have_value("usual")
    seat.get_by_role("button", name="I am back").click()
    expect(seat.get_by_role("button", name="Let a bot play on for me")).to_be_visible()
