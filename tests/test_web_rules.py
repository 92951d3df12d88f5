"""A running game whose rules were mended: it can be read, bots wait, and the table chooses how it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import Illegal
from stellwerk.store import live as store_live
from stellwerk.store import opening
from stellwerk.titles.t1830.rules import Rules1830
from tests.web_support import Browser, refused, served

PAGE = {"accept": "text/html", "accept-language": "en"}
PASS = {"type": "pass"}


@pytest.mark.parametrize("choice", ["agreed", "stored"])
def test_the_table_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str) -> None:
    with served(tmp_path) as client:
        ada, ben = Browser(client), Browser(client)
        made = ada.create("me:Ada", "open:Ben")
        game = made["table"]["id"]
        assert ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"]}).status_code == 200
        seen = []
        for version in range(6):
            asked = ada.view(game)["asked"]
            who = (ada, ben)[asked]
            offered = who.get(f"/games/{game}/options").json()["options"]
            assert who.act(game, offered[0]["action"], asked, version).status_code == 200
            seen.append(ada.view(game)["view"])
    apply = Rules1830.apply
    counted = iter(range(1000))

    def other(rules: Any, state: Any, action: Any, seat: int) -> Any:
        if next(counted) == 4:
            raise Illegal("1830 2.2", "this is not allowed any more")
        return apply(rules, state, action, seat)

    monkeypatch.setattr(Rules1830, "apply", other)
    monkeypatch.setattr(opening, "rules_hash", lambda _: "mended")
    monkeypatch.setattr(store_live, "rules_hash", lambda _: "mended")
    with served(tmp_path) as client:
        ada.client = ben.client = client
        view = ada.view(game)
        assert view["parted"]["ply"] == 4
        assert "not allowed any more" in view["parted"]["reason"]
        assert view["view"] == seen[-1]
        page = ada.send("GET", f"/g/{game}", headers=PAGE).text
        assert "This game differs from move 5" in page
        assert 'data-rules="stored"' in page
        assert ada.get(f"/games/{game}/options?seat=0").json()["options"] == []
        said = refused(ada.act(game, PASS, 0, 6), 409, "parted")
        assert said["facts"] == {"agreed": 4, "ply": 6}
        assert len(ada.get(f"/games/{game}/log").json()["records"]) == 6
        stranger = Browser(client)
        wish = {"seat": 0, "expected_version": 6, "choice": choice}
        refused(stranger.post(f"/games/{game}/rules", wish), 403, "forbidden")
        refused(ada.post(f"/games/{game}/rules", {**wish, "expected_version": 5}), 409, "stale")
        first = ada.post(f"/games/{game}/rules", wish).json()
        assert first == {"done": False, "version": 6, "waiting": [1]}
        assert "Ada:" in ben.send("GET", f"/g/{game}", headers=PAGE).text
        second = ben.post(f"/games/{game}/rules", {**wish, "seat": 1}).json()
        assert second["done"]
        view = ben.view(game)
        assert view["parted"] is None
        assert view["ply"] == (4 if choice == "agreed" else 6)
        assert view["view"] == seen[view["ply"] - 1]
        asked = view["asked"]
        who = (ada, ben)[asked]
        offered = who.get(f"/games/{game}/options").json()["options"]
        assert who.act(game, offered[0]["action"], asked, view["version"]).status_code == 200
        refused(ada.post(f"/games/{game}/rules", {**wish, "expected_version": 7}), 409, "not_now")
