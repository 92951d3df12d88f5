"""The front pages: start, new game, links, account, import; and what they say when something fails."""

from __future__ import annotations

import html
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from stellwerk.titles import TITLES, Title
from stellwerk.web import library
from stellwerk.web.pages import pictures, title_cards, title_pages
from stellwerk.web.pages.front import since
from stellwerk.web.pages.reader import Reader
from tests.web_support import Browser, refused, served

Client = TestClient[Any]
PAGES = (
    "/",
    "/new",
    "/new?title=1830",
    "/account",
    "/import",
    "/titles/1830",
    "/titles/1830/rules",
    "/titles/1830/tiles",
)


class Person(Browser):
    """A browser that looks at pages."""

    def page(self, path: str, status: int = 200, **headers: str) -> str:
        answer = self.open(path, **headers)
        assert answer.status_code == status, answer.text[:500]
        assert answer.headers["content-type"].startswith("text/html")
        found = re.search(r'name="csrf" content="(\w+)"', answer.text)
        if found:
            self.csrf = found[1]
        return answer.text

    def open(self, path: str, **headers: str) -> httpx.Response:
        sent = {"accept": "text/html,*/*;q=0.8", **{key.replace("_", "-"): value for key, value in headers.items()}}
        return self.send("GET", path, headers=sent, follow_redirects=False)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture
def ada(client: Client) -> Person:
    return Person(client)


def plain(page: str) -> str:
    """The words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


# -- all pages


@pytest.mark.parametrize("path", PAGES)
def test_pages_obey_the_strict_policy(ada: Person, path: str) -> None:
    page = ada.page(path)
    assert " style=" not in page
    assert " onclick" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "<style" not in page


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_one_heading_labels_and_no_double_ids(ada: Person, path: str) -> None:
    page = ada.page(path)
    shown = re.sub(r"<section[^>]*\bhidden\b.*?</section>", "", page, flags=re.DOTALL)
    assert len(re.findall(r"<h1\b", shown)) == 1
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), sorted({name for name in ids if ids.count(name) > 1})
    for picture in re.findall(r"<img[^>]*>", page):
        assert " alt=" in picture


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Railway shares"), ("de", "Eisenbahnaktien"), ("pl", "Akcje kolejowe")],
)
def test_the_language_is_the_browsers_or_the_chosen_one(ada: Person, language: str, words: str) -> None:
    page = ada.page("/", accept_language=language)
    assert f'<html lang="{language}"' in page
    assert words in page
    chosen = ada.page(f"/?lang={language}", accept_language="fr")
    assert words in chosen
    assert words in ada.page("/", accept_language="fr"), "the choice is kept"


def test_the_theme_is_kept_and_switches_keep_the_rest_of_the_address(ada: Person) -> None:
    assert "data-theme" not in ada.page("/").split("<head>")[0]
    assert 'data-theme="dark"' in ada.page("/?theme=dark").split("<head>")[0]
    page = ada.page("/new?title=1830&lang=de")
    assert 'data-theme="dark"' in page.split("<head>")[0]
    assert 'href="?title=1830&amp;lang=pl"' in page
    assert 'href="?title=1830&amp;theme=light"' in page
    assert "lang=nonsense" not in ada.page("/?lang=nonsense&theme=x")


# -- start


def test_the_start_page_shows_every_title_of_the_registry(ada: Person) -> None:
    page = ada.page("/")
    for title in TITLES.values():
        assert f'data-title="{title.id}"' in page
        assert f'href="/new?title={title.id}"' in page
        assert title.designer in page


def test_my_games_say_whose_turn_it_is(client: Client, ada: Person) -> None:
    assert "My games" not in ada.page("/")
    ada.page("/")
    mine = ada.create("me:Ada", "hotseat:Ben", name="Thursday <b>table</b>")["table"]["id"]
    waits = ada.create("me:Ada", "open")["table"]["id"]
    page = ada.page("/")
    assert "Waiting for you: 1" in page
    assert f'data-game="{mine}" data-state="yours"' in page
    assert f'data-game="{waits}" data-state="open"' in page
    assert "Thursday &lt;b&gt;table&lt;/b&gt;" in page
    assert "Open seats: 1" in page
    assert mine not in Person(client).page("/")


def test_the_other_player_is_named_while_he_is_awaited(client: Client, ada: Person) -> None:
    made = ada.create("open", "me:Ada")
    ben = Person(client)
    ben.page("/")
    ben.post(f"/games/{made['table']['id']}/join", {"secret": made["secrets"][0]["secret"], "name": "Ben"})
    assert "Waiting for Ben" in plain(ada.page("/"))
    assert "Your decision" in plain(ben.page("/"))
    assert "just now" in plain(ben.page("/"))


class Fixed:
    """Says everything in English."""

    def say(self, text: str, /, **facts: Any) -> str:
        return text.format(**facts)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "just now"), (59, "just now"), (60, "1 min"), (3599, "59 min"), (7200, "2 h"), (172800, "2 d")],
)
def test_how_long_ago(seconds: int, words: str) -> None:
    reader: Any = Fixed()
    assert since(reader, seconds) == words


def test_a_game_against_bots_starts_with_what_the_page_offers(ada: Person) -> None:
    page = ada.page("/")
    quick = json.loads(html.unescape(re.search(r"data-quick='([^']+)'", page)[1]))  # type: ignore[index]
    for name, wish in quick.items():
        low, high = TITLES[name].players
        assert low <= wish["bots"] + 1 <= high
        seats = [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "bot": wish["bot"]}] * wish["bots"]]
        wished = {"title": name, "seats": seats, "shuffle": True, "forced": wish["forced"]}
        made = ada.post("/games", wished)  # no seed, as the page sends it
        assert made.status_code == 201, made.text
        assert made.json()["table"]["forced"] is not library.hides(name)


def test_a_title_outside_the_family_does_not_break_the_pages(
    ada: Person, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Strange:
        """Rules of another kind."""

    other = Title("cards", "Cards & <Rails>", "Somebody", (2, 5), TITLES["1830"].folder)

    def make(self: Title, *_: Any) -> Any:
        return Strange() if self.id == "cards" else original(self, *_)

    original = Title.make
    monkeypatch.setattr(Title, "make", make)
    monkeypatch.setitem(TITLES.titles(), "cards", other)
    for cache in (library.sample, library.title_out, pictures.map_of, title_pages.tiles_of):
        cache.cache_clear()
    try:
        page = ada.page("/")
        assert "Cards &amp; &lt;Rails&gt;" in page
        assert "Cards &amp; &lt;Rails&gt;" in ada.page("/new?title=cards")
        assert "Somebody" in ada.page("/titles/cards")
        assert ada.open("/titles/cards/map.svg").status_code == 200
        assert "has no tiles" in plain(ada.page("/titles/cards/tiles", 404))
    finally:
        monkeypatch.undo()
        for cache in (library.sample, library.title_out, pictures.map_of, title_pages.tiles_of):
            cache.cache_clear()


def test_pictures_are_drawings_that_browsers_may_keep(ada: Person) -> None:
    source = html.unescape(re.search(r'<img src="(/titles/1830/map[^"]+)"', ada.page("/"))[1])  # type: ignore[index]
    picture = ada.open(source)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "max-age" in picture.headers["cache-control"]
    assert "Chicago" in picture.text
    assert ada.open("/titles/1830/map.svg?theme=nonsense").status_code == 200


def test_sensible_bots_and_small_tables_for_newcomers() -> None:
    title = library.title_out("1830")
    assert [title_cards.usual_bot(library.title_out(name)) for name in ("1830", "18te", "union-pacific")] == [
        "normal",
        "normal",
        "normal",
    ]
    assert title_cards.bots_at_first(title) == 2


# -- new game


def test_the_form_has_every_seat_option_and_preset(ada: Person) -> None:
    page = ada.page("/new?title=1830&lang=de")
    title = library.title_out("1830")
    assert len(re.findall(r'class="seat"', page)) == title.players[1]
    assert len(re.findall(r'class="seat"[^>]*hidden', page)) == title.players[1] - 3
    for option in title.options:
        if len(option.values) < 2:
            continue
        block = re.search(rf'data-key="{option.key}".*?</select>', page, re.DOTALL)
        assert block, option.key
        assert html.unescape(block[0]).count("<option") == len(option.values)
        assert library.rule_link(option.rule) in block[0]
        assert option.text not in html.unescape(block[0]), "it is translated"
    assert "As on 18xx.games" in ada.page("/new?lang=en")


def test_what_the_form_offers_is_what_the_server_takes(ada: Person) -> None:
    """Every value of every option, sent as the page sends it, makes a game with that option."""
    page = ada.page("/new?title=1830&lang=en")
    for key, block in re.findall(r'data-key="(\w+)".*?<select[^>]*>(.*?)</select>', page, re.DOTALL):
        for value in re.findall(r'<option value="([^"]*)"', block):
            wanted = json.loads(html.unescape(value))
            body = {"title": "1830", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
            made = ada.post("/games", {**body, "options": {key: wanted}, "preset": "games18xx"})
            assert made.status_code == 201, made.text
            assert made.json()["table"]["options"][key] == wanted


def test_an_unknown_title_is_a_page_that_says_so(ada: Person) -> None:
    words = plain(ada.page("/new?title=%3Cb%3E", 404))
    assert "There is no title '<b>'".lower() in words.lower()


# -- links


def test_join_and_watch_pages_know_only_the_address(client: Client, ada: Person) -> None:
    made = ada.create("me:Ada", "open:Secretive")
    game = made["table"]["id"]
    stranger = Person(client)
    for path in (f"/join/{game}", f"/watch/{game}"):
        page = stranger.page(path)
        assert f'data-game="{game}"' in page
        assert "Ada" not in page
        assert "Secretive" not in page
    assert "no such game" in plain(stranger.page("/join/nothere", 404))
    assert "no such game" in plain(stranger.page("/watch/nothere", 404))


def test_who_may_look_already_goes_on_to_the_table(client: Client, ada: Person) -> None:
    made = ada.create("me:Ada", "open")
    game = made["table"]["id"]
    for path in (f"/join/{game}", f"/watch/{game}"):
        answer = ada.open(path)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/g/{game}#app")
    ben = Person(client)
    ben.page("/")
    assert ben.post(f"/games/{game}/watch", {"secret": made["watch_secret"]}).status_code == 200
    assert ben.open(f"/watch/{game}").status_code == 303
    assert ben.open(f"/join/{game}").status_code == 200, "a spectator may still take a seat"


# -- account


def test_the_account_page_says_that_a_local_server_needs_none(ada: Person, tmp_path: Path) -> None:
    assert "You need no account here" in plain(ada.page("/account?lang=en"))
    with served(tmp_path, public=True) as client:
        assert "An account is optional" in plain(Person(client).page("/account"))


def test_signing_in_shows_the_name_on_every_page(ada: Person) -> None:
    ada.page("/")
    assert ada.post("/accounts", {"name": "Ada <3", "password": "long enough"}).status_code == 201
    page = ada.page("/")
    assert "Ada &lt;3" in page
    assert "Signed in as Ada &lt;3." in ada.page("/account")
    assert ada.post("/logout").status_code == 204
    ada.csrf = ""
    assert "Ada &lt;3" not in ada.page("/")


# -- what goes wrong


def test_errors_are_pages_for_readers_and_json_for_programs(client: Client, ada: Person) -> None:
    for path in ("/nowhere", "/g/nothere", "/titles/1899", "/titles/1899/rules"):
        page = ada.page(path, 404, accept_language="de")
        assert "Hier ist nichts" in page
        assert 'href="/"' in page
        refused(ada.send("GET", path), 404, "unknown")
    refused(ada.send("GET", "/api/v1/games/nothere", headers={"accept": "text/html"}), 404, "unknown")


def test_a_foreign_table_is_refused_with_a_page(client: Client, ada: Person) -> None:
    game = ada.create("me:Ada", "bot")["table"]["id"]
    page = plain(Person(client).page(f"/g/{game}", 403))
    assert "Not open to you" in page
    assert "This table is not open to you".lower() in page.lower()
    assert "Ada" not in page


@pytest.mark.parametrize("query", ["?ply=-1", "?ply=x", "?seat=1000"])
def test_a_malformed_address_is_a_page_that_says_where(ada: Person, query: str) -> None:
    game = ada.create("me:Ada", "bot")["table"]["id"]
    page = plain(ada.page(f"/g/{game}{query}", 400))
    assert "This cannot be read" in page
    assert query[1:4] in page


def test_a_fault_of_ours_is_a_page_without_details(
    ada: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("the inner workings")

    monkeypatch.setattr("stellwerk.web.tables.Tables.mine", broken)
    with caplog.at_level(logging.ERROR):
        page = plain(ada.page("/", 500))
    assert "Something went wrong here" in page
    assert "inner workings" not in page


def test_an_error_begins_no_session(client: Client) -> None:
    answer = Person(client).open("/nowhere")
    assert "stellwerk=" not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "this link opens no seat: it is wrong, or was used already"),
        ("de", "dieser Link öffnet keinen Platz: er ist falsch oder wurde schon benutzt"),
        ("pl", "ten link nie otwiera żadnego miejsca: jest błędny albo został już użyty"),
    ],
)
def test_refusals_of_the_table_speak_the_readers_language(ada: Person, language: str, words: str) -> None:
    game = ada.create("me:Ada", "open")["table"]["id"]
    headers = {"accept-language": language}
    said = refused(ada.post(f"/games/{game}/join", {"secret": "wrong"}, headers=headers), 403, "forbidden")
    assert said["text"] == words


def test_refusals_of_the_rules_and_of_names_speak_it_too(ada: Person) -> None:
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    german = {"accept-language": "de"}
    body = {"seat": 0, "expected_version": 0, "action": {"type": "bid", "private": "SV", "amount": 25}}
    said = refused(ada.post(f"/games/{game}/actions", body, headers=german), 422, "illegal")
    assert said["rule"] == "1830 2.2"
    assert said["text"] != refused(ada.post(f"/games/{game}/actions", body), 422, "illegal")["text"]
    assert said["facts"] == refused(ada.post(f"/games/{game}/actions", body), 422, "illegal")["facts"]
    wish = {"title": "1830", "seats": [{"kind": "me", "name": "x" * 41}, {"kind": "bot"}]}
    long = refused(ada.post("/games", wish, headers=german), 400, "bad_input")
    assert long["text"] == "der Name ist länger als 40 Zeichen"
    ada.page("/?lang=pl")
    chosen = refused(ada.post("/games", wish, headers=german), 400, "bad_input")
    assert chosen["text"] == "nazwa: więcej niż 40 znaków", "what is chosen on the pages counts"


def test_names_with_braces_are_only_names(ada: Person) -> None:
    wish = {"title": "1830", "seats": [{"kind": "me", "name": "{0}{x!r}"}, {"kind": "open"}]}
    made = ada.post("/games", wish).json()
    body = {"secret": made["secrets"][1]["secret"], "name": "{0}{x!r}"}
    said = refused(ada.post(f"/games/{made['table']['id']}/join", body), 400, "bad_input")
    assert "{0}{x!r}" in said["text"]


def test_an_import_that_does_not_replay_names_action_and_rule(ada: Person) -> None:
    file = {
        "format": "stellwerk", "version": 1, "title": "1830", "players": ["A", "B"], "seed": 1,
        "actions": [{"seat": 0, "type": "pass"}, {"seat": 1, "type": "bid", "private": "SV", "amount": 30}],
    }  # fmt: skip
    made = ada.post(
        "/games", {"title": "1830", "seats": [{"kind": "me", "name": "A"}, {"kind": "hotseat", "name": "B"}]}
    )
    export = ada.get(f"/games/{made.json()['table']['id']}/export").json()
    file = {**export, "actions": file["actions"]}
    said = refused(ada.post("/import", {"file": file}, headers={"accept-language": "de"}), 400, "bad_input")
    assert said["rule"] == "1830 2.2"
    assert said["facts"]["action"] == 2
    assert "Aktion 2" in said["text"]


def test_guards_refusals_speak_the_language(client: Client, ada: Person) -> None:
    wish = {"title": "1830", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    assert ada.post("/games", wish).status_code == 201
    headers = {"x-csrf-token": "wrong", "accept-language": "pl"}
    said = refused(ada.post("/games", wish, headers=headers), 403, "forged")
    assert said["text"].startswith("brak nagłówka")


def reader_of(language: str) -> Reader:
    """A reader without a request."""
    reader = Reader.__new__(Reader)
    reader.language, reader.theme = language, "light"
    return reader


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_every_title_we_describe_has_words_in_every_language(language: str) -> None:
    reader = reader_of(language)
    for name in TITLES:
        about = title_cards.about(reader, name)
        assert about.text
        assert about.length
        assert 1 <= about.weight <= title_cards.MOST_WEIGHT
