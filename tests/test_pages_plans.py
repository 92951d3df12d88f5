"""The view of plans: empty for everybody, filled for its owner alone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.web_support import Browser, served

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


def get(who: Browser, path: str) -> str:
    answer = who.send("GET", path, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("title", ["1830", "union-pacific"])
def test_the_view_itself_tells_nothing(client: TestClient[Any], title: str) -> None:
    ada = Browser(client)
    made = ada.create("me:Ada", "hotseat:Ben", "hotseat:Cleo", title=title)
    game = made["table"]["id"]
    note = {"seat": 0, "revision": 0, "text": "sell <b>PRR</b> at 777"}
    assert ada.send("PUT", f"/api/v1/games/{game}/notes", note).status_code == 200
    page = get(ada, f"/g/{game}?tab=plans")
    assert 'id="view-plans"' in page
    assert "777" not in page
    own = get(ada, f"/g/{game}/plans?seat=0")
    assert "sell &lt;b&gt;PRR&lt;/b&gt; at 777" in own
    assert ("data-plan=" in own) == (title == "1830")
    assert "777" not in get(ada, f"/g/{game}/plans?seat=1")


def test_programmes_are_listed_as_sentences_in_the_readers_language(client: TestClient[Any]) -> None:
    ada = Browser(client)
    made = ada.create("me:Ada", "hotseat:Ben", "hotseat:Cleo", title="1830")
    game = made["table"]["id"]
    later = (ada.view(game)["asked"] + 1) % 3
    wish = {"seat": later, "revision": 0, "do": {"do": "bid", "what": "CA", "most": 300}}
    assert ada.send("POST", f"/api/v1/games/{game}/programmes", wish).status_code == 200
    assert "Bid for CA up to $300" in get(ada, f"/g/{game}/plans?seat={later}")
    german = ada.send("GET", f"/g/{game}/plans?seat={later}", headers={**HTML, "accept-language": "de"})
    assert "Für CA bis $300 bieten" in german.text
    assert 'data-plan-end="1"' in german.text


def test_strangers_and_spectators_have_none(client: TestClient[Any]) -> None:
    ada, eve = Browser(client), Browser(client)
    game = ada.create("me:Ada", "hotseat:Ben", "hotseat:Cleo", title="1830")["table"]["id"]
    assert eve.send("GET", f"/g/{game}/plans", headers=HTML).status_code == 403


def test_hexes_and_companies_named_in_notes_are_marks_and_nothing_is_markup(client: TestClient[Any]) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "hotseat:<i>Ben</i>", title="1830")["table"]["id"]
    text = "H16 then B&O to D10: <script>alert(1)</script> PRRX xH16 & <b data-spot='H16'>NYC</b>\n\u2028PRR."
    body = {"seat": 0, "revision": 0, "text": text}
    assert ada.send("PUT", f"/api/v1/games/{game}/notes", body).status_code == 200
    own = get(ada, f"/g/{game}/plans?seat=0")
    read = own[own.index('class="notes-read"') :]
    read = read[: read.index("</div>")]
    assert re.findall(r'data-spot="([^"]*)"', read) == ["H16", "I15", "D10", "H16", "E19", "H12"]
    assert 'title="H16' in read
    assert "<script>" not in own
    assert "<b data-spot" not in own
    assert "&lt;script&gt;" in read
    assert "PRRX xH16" in read, "no part of a longer word is a mark"
    assert "<i>Ben" not in get(ada, f"/g/{game}")
    assert html.unescape(own[own.index("<textarea") :]).count(text.split("\n")[0]) == 1, "and nothing of it is lost"


@pytest.mark.parametrize("title", ["1854", "1862", "18te", "union-pacific"])
def test_notes_of_every_title_can_be_read(client: TestClient[Any], title: str) -> None:
    ada = Browser(client)
    game = ada.create(
        *["me:Ada", "hotseat:Ben", "hotseat:Cleo", "hotseat:Dan"][: 2 if title == "18te" else 4], title=title
    )
    at = game["table"]["id"]
    text = "E5 NYC SB CME UP 1 <x>"
    ada.send("PUT", f"/api/v1/games/{at}/notes", {"seat": 0, "revision": 0, "text": text})
    own = get(ada, f"/g/{at}/plans?seat=0")
    assert ("data-spot=" in own) is (title != "union-pacific")
    assert "<x>" not in own


def test_a_row_of_a_small_screen_is_sent_once(client: TestClient[Any]) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "hotseat:Ben", title="1830")["table"]["id"]
    first = ada.send("GET", f"/g/{game}/view?tab=market")
    known = first.headers["x-view"]
    again = ada.send("GET", f"/g/{game}/view?tab=market&have={known}")
    assert (again.status_code, again.text) == (204, "")
    ada.act(game, {"type": "buy_private", "private": "SV", "price": 20}, 0, 0)
    assert ada.send("GET", f"/g/{game}/view?tab=market&have={known}").status_code == 204, "the market is as it was"
    players = ada.send("GET", f"/g/{game}/view?tab=players&have={known}")
    assert players.status_code == 200
    assert "SV" in players.text
