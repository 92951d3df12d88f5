"""18TE by clicks: a game for two is founded, operated and scored; the guided first game is followed and left."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicks import Clicker
from tests.browser.conftest import NewVisitor
from tests.browser.test_access import grave
from tests.browser.test_together import two_players
from tests.browser.visitor import Visitor, first_ply, recorded

GAME = "18te-2p"
MOST = 90  # decisions of the parts that are played here
LAST = 14  # actions before the end of the kept game, from where it is played on


class Clicker18TE(Clicker):
    """Plays 18TE; with `guided` it does what the hint fills in, where there is something to fill in."""

    def __init__(self, visitor: Visitor, game_id: str, guided: bool = False) -> None:
        super().__init__(visitor, game_id)
        self.guided = guided
        self.founded = 0

    def _stock(self) -> None:
        if self.guided and self._filled():
            return
        view = self.visitor.view(self.game)["view"]
        me = view["players"][self._asked()]
        auction = self.decision.locator("button[data-choose^='do=found']:visible")
        if not me["president_of"] and auction.count():
            auction.first.click()
            expect(self.decision.locator("#pick")).to_be_visible()
            self.decision.locator("#pick .pars button").nth(1).click()  # the second start price
            expect(self.decision.locator("#amount")).to_have_value("210")
            self.confirm()
            self.founded += 1
            return
        buys = self.decision.locator("button[data-choose*='source=treasury']:visible")
        if buys.count() and self.done["bought"] < 4:
            self.choose(buys.first)
            self.done["bought"] += 1
            return
        assert self.skip()

    def _company_auction(self) -> None:
        assert self.skip()

    def _track(self) -> None:
        if self.guided:
            hint = self.decision.locator("#hint .fill")
            expect(hint).to_be_visible()
            hint.click()
            self.page.locator("#chooser button[data-tile]").first.click()
            self.page.locator("#chooser button[data-lay]").click()
            self.done["followed"] += 1
            return
        super()._track()

    def _token(self) -> None:
        assert self.skip()

    def _dividend(self) -> None:
        if not (self.guided and self._filled()):
            super()._dividend()

    def _trains(self) -> None:
        if self.guided and self._filled():
            return
        legal = self.decision.locator("button[data-choose^='do=train']:visible")
        view = self.visitor.view(self.game)["view"]
        company = view["companies"][view["decision_actor"]] if "decision_actor" in view else None
        if legal.count() and self.done["trains bought"] < 2 and (company is None or not company["trains"]):
            self.choose(legal.first)
            self.done["trains bought"] += 1
            return
        if not self.skip():
            self.choose(legal.first)

    def _issue(self) -> None:
        assert self.skip()

    def _filled(self) -> bool:
        """Do what the hint fills in; False if it fills in nothing."""
        fill = self.decision.locator("#hint .fill")
        expect(self.decision.locator("#hint")).to_be_visible()
        if not fill.count():
            return False
        fill.click()
        expect(self.decision.locator("#confirm")).to_be_visible()
        self.confirm()
        self.done["followed"] += 1
        return True

    def _asked(self) -> int:
        seat: int = self.visitor.view(self.game)["decision"]["seat"]
        return seat


def position(kind: str, after: int = 0) -> dict[str, Any]:
    return recorded(GAME, first_ply(GAME, kind, after=after))


def test_a_game_for_two_is_founded_and_operated_by_clicks(visit: NewVisitor) -> None:
    ada = visit()
    made = ada.create("me:Ada", "hotseat:Ben", title="18te")
    game = made["table"]["id"]
    page = ada.sit(game)
    player = Clicker18TE(ada, game)
    for _ in range(MOST):
        if not player.wait_for_turn() or (player.round == "OR 1.2" and player.done["dividend"]):
            break
        player.play()
    view = ada.view(game)["view"]
    assert player.founded == 2, player.done
    assert view["companies"]["KHS"]["president"] == "Ada"
    assert view["companies"]["KWE"]["president"] == "Ben"
    assert view["companies"]["KHS"]["par"] == 70  # 210 gives 70 (4.7)
    assert player.done["bought"] >= 2
    assert player.done["track"] >= 2
    assert player.done["trains bought"] >= 1
    assert player.done["run"] >= 1
    assert player.done["dividend"] >= 1
    expect(page.locator("#side [data-company=KHS]").first).to_contain_text("token in Rheine: 100M")


def test_the_end_is_played_and_scored_by_clicks(visit: NewVisitor) -> None:
    ada = visit()
    whole = recorded(GAME)
    game = ada.bring(recorded(GAME, len(whole["actions"]) - LAST))
    page = ada.sit(game)
    player = Clicker18TE(ada, game)
    for _ in range(2 * LAST):
        if not player.wait_for_turn():
            break
        player.play()
    expect(page.locator("#decision h2")).to_contain_text("Winner")
    expect(page.locator("#decision .scores tbody tr")).to_have_count(2)
    page.locator("#decision .rcpt").first.click()
    expect(page.locator("#popover")).to_be_visible()
    expect(page.locator("#popover")).to_contain_text("10.1")


def test_issue_and_sides_show_their_effect_before_the_click(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(position("issue", after=60)))
    page.locator("#decision button[data-choose^='do=issue']").click()
    expect(page.locator("#pick")).to_contain_text("→")
    expect(page.locator("#confirm")).to_contain_text("Issue 10 %")
    page.locator("#pick button[data-key='+']").click()
    expect(page.locator("#confirm")).to_contain_text("Issue 20 %")
    page = ada.sit(ada.bring(position("trains")))
    sides = page.locator("#decision button[data-choose^='do=train']")
    expect(sides.first).to_contain_text("would run")
    expect(page.locator("#decision")).to_contain_text("Export marker")


def start_learning(visitor: Visitor) -> Clicker18TE:
    page = visitor.open("/")
    page.locator("#learn-box [data-learn='18te'] button").click()
    page.wait_for_url(re.compile(r"/g/\w+"))
    return Clicker18TE(visitor, page.url.split("/g/")[1].split("?")[0], guided=True)


def test_the_guide_is_followed_for_two_rounds_and_then_left(visit: NewVisitor) -> None:
    mira = visit()
    player = start_learning(mira)
    page = mira.page
    expect(page.locator("#hint")).to_contain_text("Found KHS")
    seen: list[str] = []
    for _ in range(MOST):
        if not player.wait_for_turn():
            break
        if player.round not in seen:
            seen.append(player.round)
        if player.round == "OR 1.2":
            break
        player.play()
    assert seen[:3] == ["SR 1", "OR 1.1", "OR 1.2"], (seen, player.done)
    assert player.done["followed"] >= 3, player.done
    view = mira.view(player.game)["view"]
    assert view["companies"]["KHS"]["trains"], player.done
    page.locator("#hint summary").first.click()
    expect(page.locator("#hint dl")).to_be_visible()
    # left: the hint goes, and stays away
    page.get_by_role("button", name="Leave the guide").click()
    expect(page.locator("#hint")).to_have_count(0)
    page.reload()
    expect(page.locator("#decision h2")).to_be_visible()
    expect(page.locator("#hint")).to_have_count(0)
    # and comes back when it is wanted
    page.get_by_role("button", name="Turn the guide on").click()
    expect(page.locator("#hint")).to_be_visible()


def test_a_hint_never_plays(visit: NewVisitor) -> None:
    mira = visit()
    start_learning(mira)
    version = mira.version
    mira.page.locator("#hint .fill").click()
    expect(mira.page.locator("#confirm")).to_be_visible()
    assert mira.version == version


def test_nobody_else_is_shown_the_hints(visit: NewVisitor) -> None:
    ada, ben, _ = two_players(visit, title="18te")
    page = ada.page
    page.locator("#menu").click()
    page.get_by_role("button", name="Turn the guide on").click()
    expect(page.locator("#hint")).to_be_visible()
    page.locator("#hint .fill").click()
    ada.decision.locator("#confirm").click()
    expect(ben.decision).to_contain_text("auction of a company")
    assert ben.page.locator("#hint").count() == 0
    ben.page.reload()
    expect(ben.decision).to_contain_text("auction of a company")
    assert ben.page.locator("#hint").count() == 0


@pytest.mark.parametrize(
    ("language", "said"), [("de", ("Anleitung", "gründen")), ("pl", ("Przewodnik", "Załóż"))], ids=["de", "pl"]
)
def test_the_guide_on_a_phone_in_other_languages(visit: NewVisitor, language: str, said: tuple[str, str]) -> None:
    mira = visit(phone=True, language=language)
    start_learning(mira)
    page = mira.page
    for text in said:
        expect(page.locator("#hint")).to_contain_text(text)
    fits(page)
    page.locator("#hint .fill").tap()
    expect(page.locator("#confirm")).to_be_visible()
    fits(page)
    page.locator("#confirm").tap()
    expect(page.locator("#log")).to_contain_text("KHS")


def fits(page: Page) -> None:
    wide, room = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, (wide, room)


@pytest.mark.parametrize(("theme", "phone"), [("light", False), ("dark", True)], ids=["light-wide", "dark-phone"])
def test_axe_finds_nothing_serious(visit: NewVisitor, theme: str, phone: bool) -> None:
    reader = visit(theme=theme, phone=phone, bypass_csp=True)
    troubles = []
    for kind in ("stock", "company_auction", "track", "trains", "dividend", "issue"):
        game = reader.bring(position(kind, after=0 if "auction" in kind or kind == "stock" else 60))
        reader.context.add_cookies([{"name": "guide", "value": f"{game}+", "url": reader.address}])
        page = reader.sit(game)
        expect(page.locator("#hint[aria-busy]")).to_have_count(0)
        page.locator("#hint summary").first.click()
        troubles += [f"{kind}: {trouble}" for trouble in grave(page)]
        opener = page.locator("#decision button[data-choose]:visible").first
        if kind in ("stock", "issue", "trains") and opener.count():
            opener.click()
            expect(page.locator("#pick")).to_be_visible()
            troubles += [f"{kind}, chosen: {trouble}" for trouble in grave(page)]
    assert troubles == []
