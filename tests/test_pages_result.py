"""The result page of every title: figures that add up, three languages, rematch for those who have played."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.formats import load_file
from stellwerk.i18n import LANGUAGES
from stellwerk.web.pages import background
from stellwerk.web.pages.result.decided import has_accounts
from stellwerk.web.pages.result.page import decision_of, receipts
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, Shown, bring, opened
from tests.support import DATA
from tests.web_support import Browser, Json, refused, served

GAMES = sorted((DATA / "games").glob("*.json.gz"))
IDS = [file.name.removesuffix(".json.gz") for file in GAMES]
every_game = pytest.mark.parametrize("file", GAMES, ids=IDS)
ONE_EACH = ("1830-2p-games18xx", "1854-3p", "1862-4p-pages", "18te-3p", "union-pacific-2p")
Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("result")) as client:
        yield client


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("figures")) as site:
        yield site


def file_of(name: str, ply: int | None = None) -> Json:
    path = DATA / "games" / f"{name}.json.gz"
    if ply is not None:
        cut: Json = json.loads(kept_game(path).at(ply).transcript().encode())
        return cut
    whole: Json = json.loads(gzip.decompress(path.read_bytes()))
    return whole


def brought(browser: Browser, name: str, ply: int | None = None, **more: Any) -> Json:
    browser.get("/session")
    made = browser.post("/import", {"file": file_of(name, ply), **more})
    assert made.status_code == 201, made.text
    said: Json = made.json()
    return said


@every_game
def test_receipts_and_sources_add_up_to_the_scores(site: Site, file: Path) -> None:
    game = load_file(file).game
    page = Shown(site, PlainReader(), bring(site, game), game)
    scores = game.result().scores
    made = decision_of(page)
    for seat, score in enumerate(scores):
        assert sum(row.amounts[seat] for row in made.sources) == score
        told = receipts(page)[seat]
        assert sum(line.amount for line in told.lines) == told.total == score
    for swing in made.swings:
        assert swing.gain >= 0 >= swing.loss
        assert bool(swing.best) == bool(swing.gain)
    for panel in made.panels:
        for seat, score in enumerate(scores):
            if "payouts" in panel.context and panel.template.endswith("/result.html"):
                assert sum(row.amounts[seat] for row in panel.context["payouts"]) == score
    assert made.sentences


@pytest.mark.parametrize("name", ONE_EACH)
def test_the_page_in_each_language(client: Client, name: str) -> None:
    ada = Browser(client)
    game = brought(ada, name)["table"]["id"]
    whole = load_file(DATA / "games" / f"{name}.json.gz").game
    best = whole.rules.seats[whole.result().winners[0]]
    for language in LANGUAGES:
        answer = ada.send("GET", f"/g/{game}/result?lang={language}")
        assert answer.status_code == 200, answer.text
        html = answer.text
        assert f'<html lang="{language}"' in html
        assert re.search(rf"<h1>[^<]*{best}</h1>", html)
        assert len(re.findall(r'<li class="panel', html)) == len(whole.rules.seats)
        assert html.count('class="panel pad chart-card"') >= 2
        assert f"/api/v1/games/{game}/export?format=stellwerk" in html
        assert 'style="' not in html
    assert ("format=18xx.games" in html) == name.endswith("games18xx")
    assert f'href="/g/{game}/result"' in ada.send("GET", f"/g/{game}").text  # from the panel of the end


def test_there_is_no_result_before_the_end_and_none_for_strangers(client: Client) -> None:
    ada, stranger = Browser(client), Browser(client)
    game = brought(ada, "18te-2p", 100)["table"]["id"]
    assert ada.send("GET", f"/g/{game}/result").status_code == 409
    refused(ada.send("POST", f"/g/{game}/again", {}), 409, "not_now")
    stranger.get("/session")
    over = brought(ada, "18te-2p")["table"]["id"]
    assert stranger.send("GET", f"/g/{over}/result").status_code == 403


def test_a_rematch_is_one_table_for_all_who_have_played(client: Client) -> None:
    ada, ben, watcher, stranger = (Browser(client) for _ in range(4))
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    made = brought(ada, "18te-3p", seats=seats)
    old = made["table"]["id"]
    secret = next(entry["secret"] for entry in made["secrets"] if entry["seat"] == 1)
    ben.get("/session")
    joined = ben.post(f"/games/{old}/join", {"secret": secret, "name": "Ben"})
    assert joined.status_code in (200, 201), joined.text
    watcher.get("/session")
    watch = watcher.post(f"/games/{old}/watch", {"secret": made["watch_secret"]})
    assert watch.status_code < 300, watch.text
    assert "data-rematch" not in watcher.send("GET", f"/g/{old}/result").text
    refused(watcher.send("POST", f"/g/{old}/again", {}), 403, "forbidden")
    stranger.get("/session")
    refused(stranger.send("POST", f"/g/{old}/again", {}), 403, "forbidden")

    before = ben.send("GET", f"/g/{old}").text
    assert "data-again" in before
    assert "data-rematch-made hidden" in ben.send("GET", f"/g/{old}/result").text
    assert ben.send("GET", f"/g/{old}/again").json() == {"game": ""}
    answer = ada.send("POST", f"/g/{old}/again", {"rotated": True})
    assert answer.status_code == 201, answer.text
    new = answer.json()["game"]
    table = ben.get(f"/games/{new}").json()
    was = ben.get(f"/games/{old}").json()
    names = [seat["name"] for seat in was["seats"]]
    assert [seat["name"] for seat in table["seats"]] == [*names[1:], names[0]]
    assert [seat["yours"] for seat in table["seats"]] == [True, False, False]  # Ben has his seat at once
    assert [seat["bot"] for seat in table["seats"]] == ["", "random", ""]
    assert (table["title"], table["options"], table["status"]) == (was["title"], was["options"], "running")
    assert table["name"] == was["name"]
    # Everybody else is led there: by the table, by the page, and if he asks for one himself.
    assert f'href="/g/{new}"' in ben.send("GET", f"/g/{old}").text
    assert f'href="/g/{new}"' in ben.send("GET", f"/g/{old}/result").text
    assert ben.send("GET", f"/g/{old}/again").json() == {"game": new}
    assert watcher.send("GET", f"/g/{old}/again").json() == {"game": ""}
    assert stranger.send("GET", f"/g/{old}/again").status_code == 403
    assert f'href="/g/{new}"' not in watcher.send("GET", f"/g/{old}/result").text
    assert ben.send("POST", f"/g/{old}/again", {"rotated": False}).json()["game"] == new
    assert any(entry["id"] == new for entry in ben.get("/games").json())


def test_a_rematch_may_keep_the_seats(client: Client) -> None:
    ada = Browser(client)
    old = brought(ada, "union-pacific-2p")["table"]
    new = ada.send("POST", f"/g/{old['id']}/again", {"rotated": False}).json()["game"]
    table = ada.get(f"/games/{new}").json()
    assert [seat["name"] for seat in table["seats"]] == [seat["name"] for seat in old["seats"]]
    assert table["options"] == old["options"]
    assert not table["analysis"]


def test_what_decided_a_game_is_worked_out_before_anybody_asks(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: SimpleQueue[Callable[[], None]] = SimpleQueue()
    monkeypatch.setattr(background, "_waiting", waiting)
    whole = load_file(DATA / "games" / "18te-3p.json.gz").game
    page = TablePage(site, PlainReader(), bring(site, whole))
    background.result_ahead(page)
    waiting.get_nowait()()
    assert has_accounts(page)
    background.result_ahead(page)
    background.result_ahead(TablePage(site, PlainReader(), bring(site, whole.at(len(whole) - 1))))
    assert waiting.empty()  # once is enough, and a game that is on has no result
