"""Union Pacific in the browser: two people with hidden hands, a payout, the keyboard, a phone, three languages, axe."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Response, expect

import stellwerk
from stellwerk.bots import make_bot
from tests.browser.conftest import NewVisitor
from tests.browser.test_access import grave_light_and_dark, reader, wide_and_phone
from tests.browser.test_together import two_players, yours
from tests.browser.visitor import Json, Visitor

TITLE = "union-pacific"
BOARD = Path(stellwerk.__file__).parent / "titles" / "t_union_pacific" / "title.toml"
# What only Ben may read of his own cards.
OF_BEN = re.compile(
    r"Ben (is dealt (?!\d)|draws the track card|draws \S+ from the deck|picks |gives up )"
    r"|Ben (bekommt|zieht) die Schienenkarte"
)


class Traffic:
    """Everything a browser receives: answers, and what the live stream carries as the browser has decoded it."""

    def __init__(self, visitor: Visitor) -> None:
        self.bodies: list[tuple[str, str]] = []
        self.streamed: list[tuple[str, str]] = []
        visitor.page.on("response", self._heard)
        network = visitor.context.new_cdp_session(visitor.page)
        network.send("Network.enable")
        network.on("Network.eventSourceMessageReceived", self._brought)

    def _brought(self, message: Json) -> None:
        self.streamed.append((f"the stream: {message['eventName']}", message["data"]))

    def _heard(self, answer: Response) -> None:
        if "/static/" in answer.url or "/live?" in answer.url:
            return
        try:
            self.bodies.append((answer.url, answer.text()))
        except Error:  # a page that was left
            return


@cache
def position(players: int, kind: str, after: int, seat: int = 0) -> Json:
    """A game of bots up to a decision of a kind."""
    names = ("Mira", "Kasia", "Jonas", "Ada")[:players]
    game: Any = stellwerk.new(TITLE, list(names), {}, 11)
    bots = [make_bot("baron", number, TITLE) for number in range(players)]
    while (decision := game.decision()) is not None:
        if game.ply >= after and decision.kind == kind and decision.seat == seat:
            break
        game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
    made: Json = json.loads(game.transcript().encode())
    return made


def alone(visitor: Visitor, players: int, kind: str, after: int) -> str:
    """A table at such a decision, the others played by bots."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "baron"}] * (players - 1)]
    return visitor.bring(position(players, kind, after), seats=seats)


def act(visitor: Visitor, game: str, seat: int, wanted: Any) -> Json:
    """One action by the API of a seat whose turn it is: the first option that is wanted."""
    options = visitor.ask("GET", f"/games/{game}/options?seat={seat}")
    action = next(option["action"] for option in options["options"] if wanted(option["action"]))
    body = {"seat": seat, "expected_version": options["version"], "action": action}
    done: Json = visitor.ask("POST", f"/games/{game}/actions", body)
    return done


def build_by_clicks(page: Page) -> None:
    """Card, railway, section on the map or in the list, the filled button."""
    decision = page.locator("#decision")
    decision.locator(".tcard.can").first.click()
    expect(decision.locator(".tcard.on")).to_be_visible()
    if not decision.locator(".upchip.on").count():
        decision.locator(".upchip.can").first.click()
    expect(decision.locator(".upchip.on")).to_be_visible()
    if not decision.locator("#confirm").count():
        decision.locator(".uprow").first.click()
    expect(decision.locator("#confirm")).to_be_visible()
    expect(decision.locator(".upfx")).to_contain_text("→")
    decision.locator("#confirm").click()


def test_two_browsers_play_to_a_payout_and_learn_nothing_of_each_other(visit: NewVisitor) -> None:
    ada, ben, game = two_players(visit, title=TITLE, seed=None)
    traffic, of_ben = Traffic(ada), Traffic(ben)
    for visitor in (ada, ben):
        visitor.sit(game)
    for visitor in (ben, ada):  # in any order: neither waits for the other
        yours(visitor.page)
        visitor.sees(int(ada.view(game)["version"]))  # no click on an older position
        visitor.page.locator("#decision .upplay").first.click()
    expect(ada.page.locator("#log")).to_contain_text("Ben starts with")
    people = (ada, ben)
    for turns in range(40):  # the first payout card is among the first 25 cards of the deck
        view = ada.view(game)
        seat = int(view["asked"])
        active, page = people[seat], people[seat].page
        if turns < 4:
            yours(page)
            yours(people[1 - seat].page, False)
            build_by_clicks(page)
            expect(page.locator("#decision")).to_contain_text("Take one share")
            page.locator("#decision [data-focus=play-deck]").click()
            expect(page.locator("#decision")).to_contain_text("exchange")
        else:
            builds = act(active, game, seat, lambda action: action["type"] in ("build", "invest"))
            if builds["asked"] == seat:
                act(active, game, seat, lambda action: action.get("source") == "deck")
        now = ada.view(game)
        if now["decision"]["kind"] == "exchange":
            if now["view"]["payouts"]["pending"]:
                expect(page.locator("#decision")).to_contain_text("A payout follows")
            page.locator("#decision").get_by_role("button", name="Exchange nothing").click()
            expect(page.locator("#meta")).not_to_have_attribute("data-version", str(now["version"]))
        if ada.view(game)["view"]["payouts"]["done"]:
            break
    for visitor in people:
        page = visitor.page
        expect(page.locator(".paidnow")).to_contain_text("Payout 1 has been made")
        page.locator(".paidnow a").click()
        table = page.locator("#view-payout .paytab").first
        expect(table.locator("caption")).to_have_text("Payout 1")
        table.locator("button.rcpt").first.click()
        expect(page.locator("#popover")).to_contain_text("Total")
        page.keyboard.press("Escape")
    # nothing of Ben's
    view = ada.view(game)["view"]
    assert "hand" not in view["players"][1]
    assert "tracks" not in view["players"][1]
    own = sorted(name for name, count in view["players"][0]["hand"].items() for _ in range(count))
    shown = ada.page.locator("#players .mine [data-share]").evaluate_all("all => all.map((one) => one.dataset.share)")
    assert sorted(shown) == own
    received = [*traffic.bodies, *traffic.streamed]
    assert len(received) > 20
    moves = [body for url, body in traffic.streamed if url.endswith("regions")]
    assert any("Ben draws a " in body or "Ben takes " in body for body in moves), "the stream brings Ben's turns to Ada"
    assert any(OF_BEN.search(body) for _, body in of_ben.streamed), "and to Ben what only he may read"
    for url, body in [*received, ("the page", ada.page.content())]:
        assert not OF_BEN.search(body), (url, OF_BEN.search(body))
        if body.startswith("{"):
            said = json.loads(body)
            players = said.get("view", {}).get("players", []) if isinstance(said.get("view"), dict) else []
            assert all("hand" not in player for player in players[1:]), url
    assert OF_BEN.search(ben.page.content()), "Ben reads his own cards; else nothing was looked for"
    refused = ada.page.evaluate("async (path) => (await fetch(path)).status", f"/api/v1/games/{game}/export")
    assert refused == 409
    ada.allow(409)
    ada.troubles.clear()  # the browser notes the refusal just asked for


def test_a_turn_by_the_keyboard_alone(visit: NewVisitor) -> None:
    mira = visit()
    page = mira.sit(alone(mira, 3, "turn", 40))
    yours(page)
    page.keyboard.press("Shift+Digit1")
    expect(page.locator("#decision .tcard.on")).to_be_visible()
    if not page.locator("#decision .upchip.on").count():
        letters = page.locator("#decision .upchip.can").first.get_attribute("data-letters") or ""
        for letter in letters:
            page.keyboard.press(letter)
            expect(page.locator("#decision .upchip.on, #decision .upchip.typed").first).to_be_visible()
            if page.locator("#decision .upchip.on").count():
                break
    expect(page.locator("#decision .upchip.on")).to_be_visible()
    if not page.locator("#confirm").count():
        page.locator("#decision .uprow").first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Space")
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#decision").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_contain_text("Take one share")
    page.keyboard.press("Shift+Digit1")
    expect(page.locator("#decision")).not_to_contain_text("Take one share")
    if page.locator("#decision").get_by_role("button", name="Exchange nothing").count():
        page.keyboard.press("s")
    expect(page.locator("#log")).to_contain_text("Mira takes")


def test_the_map_glows_and_says_why_not(visit: NewVisitor) -> None:
    mira = visit()
    page = mira.sit(alone(mira, 4, "turn", 60))
    decision = page.locator("#decision")
    decision.locator(".tcard.can").first.click()
    expect(decision.locator(".tcard.on")).to_be_visible()
    letters = decision.locator(".upchip.can:not(.on)").first.get_attribute("data-letters")
    chip = decision.locator(f'.upchip[data-letters="{letters}"]')
    chip.click()
    expect(chip).to_have_class(re.compile(r"\bon\b"))
    listed = decision.locator(".uprow").count()
    assert listed
    expect(page.locator("#mapbox .netmark")).to_have_count(listed)
    assert page.locator("#mapbox .section.marked").count() == listed
    mark = page.locator("#mapbox .netmark").first
    assert (mark.get_attribute("aria-label") or "").startswith("Build ")
    mark.focus()
    page.keyboard.press("Enter")
    expect(decision.locator("#confirm")).to_be_visible()
    decision.get_by_text("Why not elsewhere?").click()
    marked = page.locator("#mapbox .section.marked").evaluate_all("all => all.map((one) => one.dataset.section)")
    other = page.locator("#mapbox .section:not(.marked)").first.get_attribute("data-section")
    assert other not in marked
    decision.locator("[data-up-why] select").select_option(other)
    decision.get_by_role("button", name="Why not?").click()
    expect(page.locator("#popover")).to_contain_text("Rule Union Pacific 4.3")
    page.keyboard.press("Escape")
    page.locator("[data-focus=mode-invest]").click()
    shares = decision.locator(".scards .scard")
    expect(shares.first).to_be_visible()


def test_illegal_pairs_are_grey_and_say_why(visit: NewVisitor) -> None:
    mira = visit()
    page = mira.sit(alone(mira, 2, "turn", 40))
    decision = page.locator("#decision")
    page.locator("[data-focus=mode-invest]").click()
    cards = decision.locator(".scards .scard")
    expect(cards.first).to_be_visible()
    grey = decision.locator(".scards .scard.no")
    for chosen in range(1, 3):  # two companies, if the hand has two; a third share goes with neither
        decision.locator(".scards .scard.can:not(.on)").last.click()
        expect(decision.locator(".scards .scard.on")).to_have_count(chosen)
    expect(grey.first).to_be_visible()
    grey.first.click()
    expect(page.locator("#popover")).to_contain_text("Rule Union Pacific 6.1")


def test_on_a_phone(visit: NewVisitor) -> None:
    mira = visit(phone=True)
    page = mira.sit(alone(mira, 4, "turn", 60))
    build_by_clicks(page)
    expect(page.locator("#decision")).to_contain_text("Take one share")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 1
    small = page.locator("#decision button:visible").evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []
    expect(page.locator("#players .mine").last).to_be_visible()


@pytest.mark.parametrize(
    ("language", "words", "invest"),
    [("de", ["Welche Karte?", "Wenn jetzt ausgeschüttet würde"], "Investieren"),
     ("pl", ["Która karta?", "Gdyby wypłata była teraz"], "Inwestuj")],
)  # fmt: skip
def test_in_german_and_polish(visit: NewVisitor, language: str, words: list[str], invest: str) -> None:
    mira = visit(language=language)
    page = mira.sit(alone(mira, 3, "turn", 40))
    for word in words:
        expect(page.locator("#decision")).to_contain_text(word, ignore_case=True)
    page.locator("#decision").get_by_role("button", name=invest, exact=True).click()
    expect(page.locator("#decision .scards").first).to_be_visible()
    assert "Which" not in page.locator("#decision").inner_text()


def test_the_device_is_passed_on_behind_a_curtain(visit: NewVisitor) -> None:
    ada = visit()
    made = ada.create("me:Ada", "hotseat:Ben", title=TITLE)
    page = ada.sit(made["table"]["id"])
    expect(page.locator("#decision")).to_contain_text("Pass the device")
    assert page.locator("[data-share]").count() == 0
    assert not re.search(r"is dealt (?!\d)", page.content())
    page.get_by_role("button", name="I am Ada").click()
    expect(page.locator("#players .mine [data-share]").first).to_be_visible()
    own = page.locator("#log").inner_text()
    assert re.search(r"Ada is dealt (?!\d)", own)
    assert not re.search(r"Ben is dealt (?!\d)", own)
    page.locator("#decision .upplay").first.click()
    expect(page.locator("#decision")).to_contain_text("It is for Ben to decide")
    assert page.locator("#players .mine").count() == 0
    assert not re.search(r"is dealt (?!\d)", page.locator("#log").inner_text())
    page.get_by_role("button", name="I am Ben").click()
    expect(page.locator("#log")).to_contain_text("Ben is dealt")
    assert not re.search(r"Ada is dealt (?!\d)", page.locator("#log").inner_text())


def test_a_board_of_ones_own(visit: NewVisitor, tmp_path: Path) -> None:
    ada = visit()
    page = ada.open(f"/new?title={TITLE}")
    text = BOARD.read_text(encoding="utf-8")
    board = text[text.index("\n[board]") :]
    bad = tmp_path / "bad.toml"
    bad.write_text(board.replace('home = "billings"', 'home = "atlantis"', 1), encoding="utf-8")
    ada.allow(400)
    page.locator("[data-board-file]").set_input_files(bad)
    said = page.locator("[data-board-said]")
    expect(said).to_contain_text("bad.toml: line")
    expect(said).to_contain_text(f"[{TITLE} ")
    good = tmp_path / "mine.toml"
    good.write_text(board.replace('name = "Boise"', 'name = "Boise City"', 1), encoding="utf-8")
    page.locator("[data-board-file]").set_input_files(good)
    expect(said).to_contain_text("cities 40")
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url(re.compile("/g/"))
    expect(page.locator("#mapbox")).to_contain_text("Boise City")


def test_the_end_opens_everything(visit: NewVisitor) -> None:
    ada = visit()
    file = position(2, "never", 0)
    page = ada.sit(ada.bring(file))
    decision = page.locator("#decision")
    expect(decision).to_contain_text("The game is over")
    expect(decision.locator("#seed")).to_have_text(str(file["seed"]))
    expect(decision).to_contain_text(
        f"check-deck game.json --commitment {decision.locator('#commitment').inner_text()}"
    )
    for tab in ("payout", "companies", "players", "charts", "rules"):
        page.locator(f"#stage .tabs [data-tab={tab}]").click()
        expect(page.locator(f"#view-{tab}")).to_be_visible()


@wide_and_phone
def test_axe_finds_nothing_serious(visit: NewVisitor, phone: bool) -> None:
    mira = reader(visit, phone)
    troubles = []
    for kind, after in (("turn", 60), ("take", 60), ("exchange", 10)):
        page = mira.sit(alone(mira, 4, kind, after))
        if kind == "turn":
            page.locator("#decision .tcard.can").first.click()
            expect(page.locator("#decision .tcard.on")).to_be_visible()
        troubles += [f"{kind}: {trouble}" for trouble in grave_light_and_dark(page)]
    game = mira.bring(position(2, "never", 0))
    for tab in ("payout", "companies", "players", "charts"):
        page = mira.sit(game, f"?tab={tab}")
        expect(page.locator(f"#view-{tab}")).to_be_visible()
        troubles += [f"{tab}: {trouble}" for trouble in grave_light_and_dark(page)]
    assert troubles == []
