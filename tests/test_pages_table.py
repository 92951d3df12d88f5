"""The table page: frame, log, history, undo, panels without a decision, seats, the curtain."""

from __future__ import annotations

import gzip
import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from stellwerk.formats import load_bytes
from stellwerk.web.games import OpenGames
from stellwerk.web.pages.frame import coming
from tests.web_support import Browser, Json, refused, served

Client = TestClient[Any]
PASS = {"type": "pass"}
GAME = Path(__file__).parent / "data" / "games" / "1830-3p-seed.json.gz"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server"), base_url="http://testserver.local") as made:
        yield made


class Finder(HTMLParser):
    """Finds the element with an id: its source and its words."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__()
        self.name, self.depth, self.words = name, 0, list[str]()
        self.ends: list[tuple[int, int]] = []
        self.feed(text)
        lines = text.splitlines(keepends=True)
        assert len(self.ends) == 2, f"no element {name}"
        first, last = (sum(len(line) for line in lines[: row - 1]) + column for row, column in self.ends)
        self.source = text[first:last]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "img", "br", "hr", "meta", "link"):
            return
        if self.depth:
            self.depth += 1
        elif not self.ends and dict(attrs).get("id") == self.name:
            self.depth = 1
            self.ends.append(self.getpos())

    def handle_endtag(self, tag: str) -> None:
        if self.depth:
            self.depth -= 1
            if not self.depth:
                self.ends.append(self.getpos())

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.words += data.split()


class Page:
    """A page, or the regions of an answer."""

    def __init__(self, answer: httpx.Response, status: int = 200) -> None:
        assert answer.status_code == status, answer.text[:400]
        self.text = answer.text

    def part(self, name: str) -> str:
        """The element with that id."""
        return Finder(self.text, name).source

    def words(self, name: str) -> str:
        """What the element says."""
        return " ".join(Finder(self.text, name).words)

    def meta(self, key: str) -> str:
        found = re.search(rf'id="meta"[^>]* data-{key}="([^"]*)"', self.text, re.DOTALL)
        assert found, key
        return found[1]


def show(browser: Browser, game: str, query: str = "", piece: str = "/now") -> Page:
    return Page(browser.send("GET", f"/g/{game}{piece}{query}"))


def recorded(ply: int | None = None) -> Json:
    game = load_bytes(gzip.decompress(GAME.read_bytes()), GAME.name, None).game
    shown: Json = json.loads((game if ply is None else game.at(ply)).transcript().encode())
    return shown


def analysis(browser: Browser, ply: int | None = None) -> str:
    made = browser.post("/import", {"file": recorded(ply)})
    assert made.status_code == 201, made.text
    game: str = made.json()["table"]["id"]
    return game


@pytest.fixture(scope="module")
def study(client: Client) -> tuple[Browser, str]:
    """A whole recorded game, its reader."""
    browser = Browser(client)
    return browser, analysis(browser)


class Three:
    """Ada, Ben and Cleo at one table, each with a browser."""

    def __init__(self, client: Client, **more: Any) -> None:
        self.people = [Browser(client) for _ in range(3)]
        made = self.people[0].create("me:Ada", "open", "open", **more)
        self.game: str = made["table"]["id"]
        self.watch: str = made["watch_secret"]
        for seat, name in ((1, "Ben"), (2, "Cleo")):
            body = {"secret": made["secrets"][seat]["secret"], "name": name}
            assert self.people[seat].post(f"/games/{self.game}/join", body).status_code == 200

    def page(self, seat: int, query: str = "") -> Page:
        return show(self.people[seat], self.game, query)

    def passes(self, seat: int, version: int, status: int = 200, key: str = "") -> Page:
        body = {"seat": seat, "expected_version": version, "action": PASS, "key": key}
        return Page(self.people[seat].send("POST", f"/g/{self.game}/act", body), status)

    def send(self, seat: int, piece: str, body: Json, status: int = 200) -> Page:
        return Page(self.people[seat].send("POST", f"/g/{self.game}/{piece}", body), status)


# -- frame


def test_top_bar_of_a_game_in_progress(study: tuple[Browser, str]) -> None:
    browser, game = study
    page = show(browser, game, "?ply=742")
    assert page.words("top").endswith(
        "OR 25.1 OR 25.2 OR 25.3 SR 26 Phase 5 Train limit 2 First 6 rusts every 3 Bank $4,773"
    )
    assert 'aria-current="step"' in page.part("top")
    after = show(browser, game, "?ply=743").words("top")
    assert "Phase 6 Train limit 2 First D rusts every 4" in after
    assert "rusts" not in show(browser, game, "?ply=771").words("top")


def test_past_rounds_are_links_to_their_first_position(study: tuple[Browser, str]) -> None:
    browser, game = study
    top = show(browser, game, "?ply=742").part("top")
    ply = int(re.findall(r'data-ply="(\d+)"[^>]*>OR 25.1<', top)[0])
    assert "operating round 25.1" in show(browser, game, f"?ply={ply}").words("decision").lower()


def test_rounds_to_come() -> None:
    from stellwerk.eighteen.state import RoundName

    def names(now: RoundName, operating: int) -> list[tuple[str, int, int]]:
        return [(name.kind, name.number, name.part) for name in coming(now, operating)]

    assert names(RoundName("auction", 1), 1) == [("stock", 1, 1), ("operating", 1, 1)]
    assert names(RoundName("stock", 3), 2) == [("operating", 3, 1), ("operating", 3, 2), ("stock", 4, 1)]
    assert names(RoundName("operating", 3, 2, 3), 3)[:2] == [("operating", 3, 3), ("stock", 4, 1)]


def test_whose_decision_it_is(client: Client) -> None:
    three = Three(client)
    assert three.page(0).words("whose") == "Your decision"
    assert three.page(1).words("whose") == "Waiting for Ada"
    assert three.page(1).meta("yours") == "no"
    assert "chip you" not in three.page(1).text
    assert three.page(0, "?lang=de").words("whose") == "Eigene Entscheidung"


def test_the_whole_page_is_there_for_everybody_who_may_look(client: Client) -> None:
    three = Three(client)
    page = show(three.people[1], three.game, piece="")
    for name in ("top", "timebar", "tools", "whose", "side", "stage", "players", "decision", "log", "chat", "meta"):
        assert f'id="{name}"' in page.text
    stranger = Browser(client)
    refused(stranger.send("GET", f"/g/{three.game}/now"), 403, "forbidden")
    stranger.post(f"/games/{three.game}/watch", {"secret": three.watch})
    seen = show(stranger, three.game, piece="")
    assert "Waiting for Ada" in seen.words("decision")
    assert "data-action" not in seen.part("decision")
    assert 'name="name"' in seen.part("chatform")


def test_no_page_tells_the_seed(client: Client) -> None:
    ada = Browser(client)
    made = ada.create("me:Ada", "bot", "bot", seed=918273645)
    assert "918273645" not in show(ada, made["table"]["id"], piece="").text


# -- playing


def test_an_action_is_answered_with_the_new_regions(client: Client) -> None:
    three = Three(client)
    page = three.passes(0, 0)
    assert page.meta("version") == "1"
    assert page.words("whose") == "Waiting for Ben"
    assert "Ada passes" in page.words("log")


def test_a_stale_click_is_refused_with_what_happened(client: Client) -> None:
    three = Three(client)
    three.passes(0, 0)
    page = three.passes(1, 0, 409)
    assert page.meta("version") == "1"
    assert "The game has moved on; here is the new position. Ada passes" in page.text
    assert three.page(1).meta("version") == "1"


def test_a_repeated_request_is_done_once(client: Client) -> None:
    three = Three(client)
    three.passes(0, 0, key="once")
    assert three.passes(0, 0, key="once").meta("version") == "1"


def test_a_foreign_seat_is_not_played(client: Client) -> None:
    three = Three(client)
    body = {"seat": 0, "expected_version": 0, "action": PASS, "key": ""}
    refused(three.people[1].send("POST", f"/g/{three.game}/act", body), 403, "forbidden")


def test_names_and_chat_are_escaped(client: Client) -> None:
    ada = Browser(client)
    game = ada.create("me:<i>Ada</i>", "bot", "bot", name="<b>T</b>")["table"]["id"]
    ada.post(f"/games/{game}/chat", {"text": "<script>alert(1)</script>", "seat": 0})
    ada.send("POST", f"/g/{game}/act", {"seat": 0, "expected_version": 0, "action": PASS, "key": ""})
    page = show(ada, game, piece="").text
    assert "<i>Ada" not in page
    assert "<b>T</b>" not in page
    assert "alert(1)</script>" not in page
    assert "&lt;script&gt;alert(1)" in page


# -- log


def test_the_log_begins_with_its_last_lines_and_gives_the_rest(study: tuple[Browser, str]) -> None:
    browser, game = study
    page = show(browser, game)
    lines = re.findall(r'<li class="(?:ln|sep)', page.part("log"))
    assert 100 <= len(lines) <= 120
    before = int(re.findall(r'data-more="(\d+)"', page.part("log"))[0])
    seen = page.part("log").count("<li") - 1
    while before:
        more = Page(browser.send("GET", f"/g/{game}/log?before={before}"))
        versions = [int(number) for number in re.findall(r'data-v="(\d+)"', more.text)]
        assert max(versions) == before - 1
        assert versions == sorted(versions)
        seen += more.text.count("<li") - more.text.count('class="more"')
        found = re.findall(r'data-more="(\d+)"', more.text)
        before = int(found[0]) if found else 0
    assert seen >= 2458  # every event of the game


def test_amounts_lead_to_their_receipts(study: tuple[Browser, str]) -> None:
    browser, game = study
    log = show(browser, game, "?ply=704").part("log")
    link = re.findall(r'PRR runs for <button[^>]*data-pop="([^"]*)">\$210<', log)[0]
    receipt = Page(browser.send("GET", html.unescape(link)))
    assert "Income of PRR" in receipt.text
    assert "$210" in receipt.text
    assert 'href="/titles/1830/rules#' in receipt.text
    refused(browser.send("GET", f"/g/{game}/receipt?ply=704&event=99"), 404, "unknown")
    refused(browser.send("GET", f"/g/{game}/receipt?name=nothing"), 404, "unknown")


def test_phases_and_presidencies_stand_out(study: tuple[Browser, str]) -> None:
    browser, game = study
    log = show(browser, game, "?ply=743").part("log")
    assert re.search(r'class="ln k-phase l-amber[^"]*"', log)
    assert re.search(r'class="ln k-rust l-amber[^"]*"', log)
    assert 'class="sep"' in log


def test_the_log_speaks_the_readers_language(study: tuple[Browser, str]) -> None:
    browser, game = study
    assert "Phase 6 beginnt" in show(browser, game, "?ply=743&lang=de").words("log")
    assert "faza 6" in show(browser, game, "?ply=743&lang=pl").words("log").lower()
    show(browser, game, "?lang=en")


def test_what_was_taken_back_stays_in_the_log_and_is_marked(client: Client) -> None:
    three = Three(client, undo="free")
    three.passes(0, 0)
    three.passes(1, 1)
    page = three.send(0, "undo", {"seat": 0, "to": 0, "expected_version": 2, "key": ""})
    log = page.part("log")
    assert len(re.findall(r'l-undone"', log)) == 2
    assert "Taken back: Ada passes" in page.words("log")
    assert "Taken back: Ben passes" in page.words("log")
    assert "Ada takes moves back" in page.words("log")


# -- undo and redo


def test_the_own_move_is_undone_and_made_again(client: Client) -> None:
    three = Three(client)
    page = three.passes(0, 0)
    assert 'title="Undo: Ada passes' in page.part("tools")
    page = three.send(0, "undo", {"seat": 0, "to": 0, "expected_version": 1, "key": "k"})
    assert "Undone: Ada passes" in page.text
    assert re.search(r"data-toast>.*data-redo", page.text)
    assert page.meta("plies") == "0"
    page = three.send(0, "redo", {"expected_version": 2, "count": 1})
    assert page.meta("plies") == "1"


def test_over_another_decision_the_others_are_asked(client: Client) -> None:
    three = Three(client)
    three.passes(0, 0)
    three.passes(1, 1)
    assert 'data-way="ask"' in three.page(0).part("tools")
    assert 'aria-label="Ask Ben, Cleo to undo"' in three.page(0).part("tools")
    page = three.send(0, "undo", {"seat": 0, "to": 0, "expected_version": 2, "key": ""})
    assert "Asked to undo; waiting for Ben, Cleo" in page.words("decision")
    asked = three.page(1)
    assert "Ada asks to take back: 2 Ada passes Ben passes Agree Y Refuse N" in asked.words("decision")
    three.send(1, "undo/answer", {"seat": 1, "accept": True})
    assert "data-undo-answer" not in three.page(1).part("decision")
    page = three.send(2, "undo/answer", {"seat": 2, "accept": True})
    assert page.meta("plies") == "0"
    told = three.page(1, "?since=2")
    assert "Ada takes moves back" in told.text[told.text.rindex("data-toast") :]


def test_where_nothing_is_taken_back_the_button_says_so(client: Client) -> None:
    three = Three(client, undo="off")
    three.passes(0, 0)
    three.passes(1, 1)
    tools = three.page(0).part("tools")
    assert 'data-way="never"' in tools
    assert "nothing is taken back over another player" in html.unescape(tools)
    assert tools.count("disabled") == 2
    refused(
        three.people[0].send("POST", f"/g/{three.game}/undo", {"seat": 0, "to": 0, "expected_version": 2, "key": ""}),
        403,
        "forbidden",
    )


def test_a_stale_undo_changes_nothing(client: Client) -> None:
    three = Three(client)
    three.passes(0, 0)
    three.passes(1, 1)
    page = three.send(0, "undo", {"seat": 0, "to": 0, "expected_version": 1, "key": ""}, 409)
    assert page.meta("plies") == "2"


# -- history and what-if


def test_the_past_says_what_led_here_and_what_comes_next(study: tuple[Browser, str]) -> None:
    browser, game = study
    page = show(browser, game, "?ply=742")
    told = page.words("decision")
    assert "Move 742 of 1289" in told
    assert "This move led here" in told
    assert "C&O withholds $40" in told
    assert "Next Ada · C&O" in told
    assert "C&O buys train 6 for $630" in told
    assert "Rule 1830 9.1" in told
    assert page.meta("live") == "no"
    assert "data-action" not in page.part("decision")
    assert 'data-whatif="742"' in page.part("decision")


def test_first_and_last_position(study: tuple[Browser, str]) -> None:
    browser, game = study
    assert "The game begins." in show(browser, game, "?ply=0").words("decision")
    assert show(browser, game, "?ply=1289").meta("live") == "yes"
    assert show(browser, game, "?ply=99999").meta("live") == "yes"


def test_what_if_leads_to_a_table_with_a_way_back(client: Client) -> None:
    three = Three(client)
    three.passes(0, 0)
    made = three.people[1].post(f"/games/{three.game}/branch", {"ply": 0}).json()["table"]
    page = show(three.people[1], made["id"], piece="")
    banner = page.part("banner")
    assert f'href="/g/{three.game}?ply=0"' in banner
    assert "Private: share it" in banner
    assert page.meta("yours") == "yes"
    assert "Playing as Ada" in page.words("decision")
    act = {"seat": 0, "expected_version": 0, "action": PASS, "key": ""}
    then = Page(three.people[1].send("POST", f"/g/{made['id']}/act", act))
    assert "Playing as Ben" in then.words("decision")
    assert three.page(0).meta("plies") == "1"


# -- waiting, open, over


def test_waiting_tells_what_the_other_may_do(client: Client) -> None:
    three = Three(client)
    told = three.page(1).words("decision")
    assert told.startswith("Waiting for Ada Ada: auction Cash $800 Ada may: Buy SV Schuylkill Valley $20")
    assert re.search(r'data-since="\d{13}"', three.page(1).part("decision"))


def test_waiting_warns_of_trains_that_rust(client: Client) -> None:
    browser = Browser(client)
    seats = [{"kind": "open"}, {"kind": "me"}, {"kind": "open"}]
    made = browser.post("/import", {"file": recorded(390), "seats": seats}).json()
    told = show(browser, made["table"]["id"]).words("decision")
    assert "Waiting for Ada" in told
    assert "Buy 4 CPR loses: 2, 2, 2, 2 $300" in told  # Ben's trains; those of Ada are her own affair
    assert "NYC loses" not in told


def test_an_open_table_offers_links_to_its_creator(client: Client) -> None:
    ada = Browser(client)
    made = ada.create("me:Ada", "open", "open")
    game = made["table"]["id"]
    panel = show(ada, game).part("decision")
    assert "Free seats: 2" in panel
    assert panel.count("data-seat-link") == 2
    ben = Browser(client)
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
    assert "data-seat-link" not in show(ben, game).part("decision")


def test_the_end_with_scores_receipts_and_reason(study: tuple[Browser, str]) -> None:
    browser, game = study
    page = show(browser, game)
    told = page.words("decision")
    assert "Winner: Ada The bank is broken. Rule 1830 11.2" in told
    assert "1. Ada you ★ $3,495 2. Ben you $2,288 3. Cleo you $600" in told
    link = html.unescape(re.findall(r'data-pop="([^"]*score[^"]*)"', page.part("decision"))[0])
    receipt = Page(browser.send("GET", link))
    assert "Score of Ada" in receipt.text
    assert "$3,495" in receipt.text


# -- seats, menu


def test_the_dialog_shows_to_each_what_he_may_do(client: Client) -> None:
    three = Three(client)
    three.people[1].send("PUT", f"/api/v1/games/{three.game}/seats/1/webhook", {"url": "https://example.org/x"})
    mine = show(three.people[1], three.game, piece="/seats").text
    assert 'value="https://example.org/x"' in mine
    assert mine.count("data-seat-link") == 1
    assert "data-seat-bot" not in mine
    assert "data-table-form" not in mine
    creator = show(three.people[0], three.game, piece="/seats").text
    assert "example.org" not in creator
    assert creator.count("data-seat-bot") == 3
    assert "data-table-form" in creator


def test_the_menu(client: Client) -> None:
    three = Three(client, preset="games18xx")
    menu = show(three.people[1], three.game, piece="/menu").text
    for form in ("stellwerk", "18xx.games", "csv"):
        assert f"/export?format={form}" in menu
    assert 'data-whatif="0"' in menu
    other = Three(client)  # by the rulebook: that site has no such game, so nothing is offered that would be refused
    assert "format=18xx.games" not in show(other.people[1], other.game, piece="/menu").text


# -- one device


def test_hotseat_says_who_plays_and_looks_through_chosen_eyes(client: Client) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "hotseat:Ben", "bot")["table"]["id"]
    page = show(ada, game)
    assert page.words("whose") == "Your decision: Ada"
    assert "Whoever decides Ada Ben" in page.words("banner")
    assert page.meta("eyes") == ""
    assert show(ada, game, "?seat=1").meta("eyes") == "1"
    assert show(ada, game, "?seat=1").meta("acts") == "0"
    then = Page(ada.send("POST", f"/g/{game}/act", {"seat": 0, "expected_version": 0, "action": PASS, "key": ""}))
    assert then.words("whose") == "Your decision: Ben"
    assert then.meta("seat") == "1"


def test_the_curtain_falls_between_players_who_share_a_device(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "hotseat:Ben", "bot")["table"]["id"]
    monkeypatch.setattr(OpenGames, "hiding", staticmethod(lambda rights, game: True))
    page = show(ada, game)
    assert "Pass the device" in page.words("decision")
    assert page.meta("seat") == ""
    assert page.meta("yours") == "no"
    assert "data-action" not in page.text
    page = show(ada, game, "?seat=0")
    assert "Pass the device" not in page.words("decision")
    assert page.meta("seat") == "0"
    body = {"seat": 0, "expected_version": 0, "action": PASS, "key": ""}
    page = Page(ada.send("POST", f"/g/{game}/act?seat=0", body))
    assert "It is for Ben to decide" in page.words("decision")
    assert page.meta("seat") == ""


def test_titles_that_hide_things_tell_only_what_is_open(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    three = Three(client)
    monkeypatch.setattr(OpenGames, "hiding", staticmethod(lambda rights, game: True))
    three.passes(0, 0)
    page = three.page(0)
    assert "passes" in page.words("log")
    assert "may:" not in page.words("decision")
    past = three.page(0, "?ply=0")
    assert "data-whatif" not in past.part("decision")
    assert "/export" not in show(three.people[0], three.game, piece="/menu").text
    asked = {"action": PASS, "seat": 1}
    refused(three.people[0].send("POST", f"/g/{three.game}/why", asked), 403, "forbidden")


def test_why_not_answers_with_the_rule(client: Client) -> None:
    three = Three(client)
    asked = {"action": {"type": "buy_private", "private": "BO", "price": 220}, "seat": 0}
    page = three.send(0, "why", asked)
    assert "Rule 1830 2.1" in page.text
    assert 'href="/titles/1830/rules#2.1"' in page.text
    assert "That would be possible." in three.send(0, "why", {"action": PASS, "seat": 0}).text
    act = {"seat": 0, "expected_version": 0, "action": asked["action"], "key": ""}
    assert "Rule 1830 2.1" in three.send(0, "act", act, 422).text


# -- since the last turn


def test_what_happened_is_told_on_turn_and_to_whoever_comes_back(client: Client) -> None:
    three = Three(client)
    turn = re.compile(r'id="since"[^>]* data-turn="([^"]*)"')

    def told(seat: int, piece: str = "/now") -> str:
        found = turn.search(show(three.people[seat], three.game, piece=piece).text)
        assert found
        return found[1]

    assert told(0) == ""  # nothing has happened
    three.passes(0, 0)
    three.passes(1, 1)
    assert told(2) == "0"  # Cleo is asked
    page = three.page(2)
    assert "Passed: Ada, Ben" in page.words("since")
    assert told(0) == ""  # Ada waits: moves of others bring her nothing
    assert told(0, "") == "1"  # but she is told when she opens the table
    three.passes(2, 2)
    assert told(0) == "1"
    assert told(0, "/now") == "1"
    assert turn.search(show(three.people[0], three.game, "?ply=1").text)  # the strip stays while she looks back
    assert "Passed: Ben, Cleo" in show(three.people[0], three.game, "?ply=1").words("since")
    assert told(1) == ""  # Ben is not asked
