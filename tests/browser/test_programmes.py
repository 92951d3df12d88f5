"""Programmed actions as a player makes them: each by its form, told as a sentence, done, ended by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, first_ply, recorded

GAME = "1830-3p-seed"
STOCK = first_ply(GAME, "stock", 500)


def table(ada: Visitor, ply: int) -> str:
    """The one who is asked is the reader; bots sit in the other seats."""
    file = recorded(GAME, ply)
    asked = ada.ask("GET", f"/games/{ada.bring(file)}/view")["asked"]
    return ada.bring(file, seats=[{"kind": "me" if seat == asked else "bot"} for seat in range(3)])


def fill(ada: Visitor, kind: str, **fields: Any) -> Locator:
    """Open a form, fill it in and send it."""
    page = ada.page
    form = page.locator(f"form[data-plan={kind}]")
    if not form.is_visible():
        page.locator(f"[data-stay=plan-{kind}] > summary").click()
    for name, value in fields.items():
        field = form.locator(f"[name={name}]").first
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(str(value))
    form.locator("button[type=submit]").click()
    return form


def test_each_kind_is_made_by_its_form_and_told_as_a_sentence(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(table(ada, STOCK), "?tab=plans")
    kept, ended = page.locator(".plan-list:not(.mut) li"), page.locator(".plan-list.mut li")
    held = page.locator("form[data-plan=sell] [name=company] option").first.text_content()
    wishes: dict[str, dict[str, Any]] = {
        "sell": {"price": 1, "keep": 10},
        "run": {"company": "PRR"},
        "dividend": {"choice": "withhold"},
        "skip": {"step": "token"},
        "answer": {"least": 45, "refuse": True},
        "undo": {},
    }
    for number, (kind, fields) in enumerate(wishes.items(), 1):
        fill(ada, kind, **fields)
        expect(kept).to_have_count(number)
    told = [text.removesuffix("End it").strip() for text in kept.all_inner_texts()]
    assert told[0] == f"Sell {held} down to 10 % once its price is below $1"
    assert told[1:] == [
        "Run the best run of PRR and pay it out",
        "Always withhold",
        "Place no token",
        "Agree to offers that bring $45 or more, refuse the others",
        "Agree when somebody wants to take back a move",
    ]
    version = ada.version
    fill(ada, "buy", company="PRR", percent=60, most=1)  # nothing is so cheap: it ends at once and says why
    expect(ended).to_have_count(1)
    expect(ended).to_contain_text(re.compile(r"Buy PRR up to 60 %.*\(a certificate of PRR costs \$\d+\)"))
    kept.first.get_by_role("button", name="End it").click()
    expect(kept).to_have_count(5)
    assert ada.version == version
    fill(ada, "pass", mark_company="PRR", mark_price=300)
    ada.moved_on(version)  # the reader is asked: it passes at once, and the bots go on
    expect(page.locator("#log")).to_contain_text("by programme")
    passing = page.locator(".plan-list li", has_text="PRR is at $300 or more")  # until the bots do what ends it
    expect(passing).to_have_count(1)


def test_a_secret_most_is_seen_by_its_owner_only(visit: NewVisitor) -> None:
    ada, eve = visit(), visit()
    made = ada.create("me:Ada", "hotseat:Ben", "hotseat:Cleo")
    game = made["table"]["id"]
    watcher = eve.open(made["watch_link"].removeprefix(ada.address))
    watcher.wait_for_url(f"**/g/{game}*")
    page = ada.sit(game, "?tab=plans")
    fill(ada, "bid", what="DH", most=187)
    ada.sees(1)  # and now the page plays for Ben, whose plans are others
    assert "Bid for DH up to $187" in page.request.get(f"{ada.address}/g/{game}/plans?seat=0").text()
    eve.sees(1)
    expect(watcher.locator("#log")).to_contain_text("bids $75 for DH")
    expect(watcher.locator("#log")).to_contain_text("by programme")
    assert "187" not in watcher.content()
    assert "187" not in eve.page.request.get(f"{eve.address}/api/v1/games/{game}/log?since=0").text()


@pytest.mark.parametrize("language", ["de", "pl"])
def test_sentences_and_refusals_are_in_the_readers_language(visit: NewVisitor, language: str) -> None:
    ada = visit(language=language)
    ada.allow(400)
    page = ada.sit(table(ada, STOCK), "?tab=plans")
    fill(ada, "undo")
    told = {"de": "Zustimmen, wenn jemand", "pl": "gdy ktoś chce cofnąć"}[language]
    expect(page.locator(".plan-list li").first).to_contain_text(told)
    fill(ada, "pass", mark_company="PRR")
    alert = page.locator("[data-plan-error]")
    expect(alert).to_contain_text({"de": "bei welchem Kurs von PRR", "pl": "przy jakim kursie PRR"}[language])
