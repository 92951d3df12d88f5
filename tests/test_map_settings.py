"""What the map shows: kept for the person on the server, else on the device, and never part of what others get."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.draw.board import map_art
from stellwerk.store import SqliteStore, StoredSession
from stellwerk.web.library import sample
from stellwerk.web.pages.map_settings import KNOWN, known_classes
from tests.web_support import Browser, refused, served

Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


def classes(browser: Browser, game: str) -> str:
    page = browser.send("GET", f"/g/{game}").text
    found = re.search(r"<html[^>]* class=\"([^\"]*)\"", page)
    return found[1] if found else ""


def put(browser: Browser, text: str) -> Any:
    return browser.send("PUT", "/settings/map", {"classes": text})


def test_what_is_chosen_holds_for_the_person_at_every_table(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open:Ben")
    game, other = made["table"]["id"], ada.create("me:Ada", "bot", title="18te")["table"]["id"]
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
    assert classes(ada, game) == ""
    assert put(ada, "tile-numbers no-names routes-dashes").json()["classes"] == "no-names tile-numbers routes-dashes"
    assert classes(ada, game) == classes(ada, other) == "no-names tile-numbers routes-dashes"
    assert classes(ben, game) == "", "somebody else's map stays as it is"
    ada.cookies["map"] = "no-revenue"  # another device of the same person has an older choice
    assert classes(ada, game) == "no-names tile-numbers routes-dashes"


def test_it_goes_with_an_account_and_without_one_stays_on_the_device(client: Client) -> None:
    first, second = Browser(client), Browser(client)
    login = {"name": "Maps", "password": "long enough to be one"}
    assert first.post("/accounts", login).status_code == 201
    assert put(first, "no-terrain").status_code == 200
    assert second.post("/login", login).status_code in (200, 201)
    game = second.create("me", "bot")["table"]["id"]
    assert classes(second, game) == "no-terrain"
    watcher = Browser(client)  # has no session: what is on the device counts
    made = Browser(client).create("me:Ada", "bot")
    watcher.cookies["map"] = "no-names.nonsense.<b>.tile-numbers"
    link = made["watch_link"].partition("#")[2]
    assert watcher.post(f"/games/{made['table']['id']}/watch", {"secret": link}).status_code in (200, 201)
    assert classes(watcher, made["table"]["id"]) == "no-names tile-numbers"


def test_what_no_map_knows_is_refused_and_nothing_is_lost(client: Client) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "bot")["table"]["id"]
    put(ada, "no-names")
    refused(put(ada, "no-names <script>"), 400, "bad_input")
    refused(put(ada, "x" * 300), 400, "bad_input")
    refused(ada.send("PUT", "/settings/map", {"classes": 7}), 400, "bad_input")
    assert classes(ada, game) == "no-names"
    assert known_classes(".".join(reversed(KNOWN))) == " ".join(KNOWN)


@pytest.mark.parametrize("title", ["1830", "union-pacific"])
def test_the_panel_offers_what_the_map_has(client: Client, title: str) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "bot", title=title)["table"]["id"]
    page = ada.send("GET", f"/g/{game}?tab=map").text
    offered = re.findall(r"data-map-class=\"([^\"]+)\"", page)
    assert offered == (["no-names"] if title == "union-pacific" else _ORDER)
    assert ("data-map-routes" in page) is (title != "union-pacific")


_ORDER = ["no-names", "no-coordinates", "tile-numbers", "no-revenue", "no-terrain", "no-reserved"]


@pytest.mark.parametrize("title", ["1830", "1854", "1862", "18te"])
def test_tiles_on_a_map_carry_their_numbers(title: str) -> None:
    rules: Any = sample(title)
    art = map_art(rules.t.hexmap)
    laid = [face for face, lying in enumerate(art.faces) if lying.tile]
    laid = laid[:: max(1, len(laid) // 40)]
    found = [f">{art.faces[face].tile}</text>" in art.art(0, face, "").lettering for face in laid]
    assert sum(found) >= 0.95 * len(found), "few tiles are so full that only the tooltip has it"
    assert 'class="tn"' not in art.art(0, art.printed[0], "").lettering


def test_choices_of_browsers_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    now = [1000.0]
    store = SqliteStore(tmp_path / "games.db", clock=lambda: now[0])
    try:
        store.put_session("k", StoredSession("p:1", None, {}, 2_000_000))
        for person in ("p:1", "a:1"):
            store.set_preference(person, "map", "no-names")
            store.set_preference(person, "map", "no-terrain")
        assert store.preference("p:1", "map") == store.preference("a:1", "map") == "no-terrain"
        now[0] = 3000.0
        assert store.end_old_sessions() == 1
        assert store.preference("p:1", "map") is None
        assert store.preference("a:1", "map") == "no-terrain"
    finally:
        store.close()
