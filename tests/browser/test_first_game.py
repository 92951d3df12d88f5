"""A new user: from the start page to a table with bots, a whole stock round and operating round by clicks."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.clicks import Clicker
from tests.browser.conftest import NewVisitor

MOST = 250  # decisions of one player in a stock round and an operating round


def test_a_new_user_plays_a_stock_round_and_an_operating_round(visit: NewVisitor) -> None:
    mira = visit()
    page = mira.open("/")
    form = page.locator("form#quick")
    form.get_by_label("Title").select_option(label="1830")
    form.get_by_label("Your name").fill("Mira")
    form.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(re.compile(r"/g/\w+"))
    expect(page.locator("#players")).to_contain_text("Mira")
    player = Clicker(mira, page.url.split("/g/")[1].split("?")[0])
    seen: list[str] = []
    for _ in range(MOST):
        if not player.wait_for_turn():
            break
        shown = player.round
        if shown not in seen:
            seen.append(shown)
        whole = player.done["track"] and player.done["trains bought"]  # bots decide when a company of hers floats
        if whole and shown.startswith("SR"):
            break
        player.play()
    assert seen[:2] == ["Auction", "SR 1"], seen
    assert any(name.startswith("OR") for name in seen), (seen, player.done)
    assert seen[-1].startswith("SR"), (seen, player.done)
    assert player.done["bought"] >= 1, player.done  # bots may have helped it to float
    assert player.done["track"] >= 1, player.done
    assert player.done["trains bought"] >= 1, player.done
    expect(page.locator("#log")).to_contain_text("Mira")
    page.goto(mira.address)
    mine = page.locator("#my-games")
    expect(mine).to_contain_text("1830")
    expect(mine).to_contain_text("Mira")
