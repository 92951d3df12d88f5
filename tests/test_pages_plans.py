"""The view of plans: empty for everybody, filled for its owner alone."""

from __future__ import annotations

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
