"""Lines that are planned ahead: kept on the server for the holder of a seat, the same on all devices, private."""

from __future__ import annotations

import html
import json
import threading
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.core import Game
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.formats import load_file
from stellwerk.web.lines import MOST_STEPS
from tests.support import DATA
from tests.web_support import Browser, refused, served

GAME: Game[Any] = load_file(DATA / "games" / "1830-3p-seed.json.gz").game
LAY = {"type": "lay_tile", "hex": "H12", "tile": "57", "rotation": 0}
TOKEN = {"type": "place_token", "hex": "E19", "stop": 0}


def table(who: Browser, ply: int = 500) -> str:
    file = json.loads(GAME.at(ply).transcript().encode())
    return str(who.post("/import", {"file": file}).json()["table"]["id"])


def change(who: Browser, game: str, **more: Any) -> Any:
    return who.send("POST", f"/api/v1/games/{game}/lines", {"seat": 0, "company": "PRR", **more})


def kept(who: Browser, game: str, seat: int = 0) -> Any:
    return who.send("GET", f"/api/v1/games/{game}/lines?seat={seat}").json()["lines"]


def plain(*actions: Any) -> list[Any]:
    return [msgspec.to_builtins(action) for action in actions]


def test_a_plan_is_on_every_device_and_survives_a_restart(tmp_path: Path) -> None:
    lay, token = plain(LayTile("H12", "57", 0), PlaceToken("E19", 0))
    with served(tmp_path) as client:
        ada = Browser(client)
        game = table(ada)
        assert change(ada, game, add=LAY).status_code == 200
        assert change(ada, game, add=TOKEN).json()["lines"] == {"PRR": [lay, token]}
        assert change(ada, game, company="NYC", add=LAY).json()["lines"]["NYC"] == [lay]
    with served(tmp_path) as client:
        again = Browser(client)
        again.cookies, again.csrf = ada.cookies, ada.csrf
        assert kept(again, game) == {"PRR": [lay, token], "NYC": [lay]}
        assert kept(again, game, 1) == {}  # by seat
        box = html.unescape(again.send("GET", f"/g/{game}/ahead?company=PRR&kept=0").text)
        assert box.count("data-line-drop") == 2
        assert "A plan holds track and tokens" in box
        assert change(again, game, drop=lay).json()["lines"]["PRR"] == [token]
        assert change(again, game, drop=lay).json()["lines"]["PRR"] == [token]  # another device has done it already
        assert change(again, game).json()["lines"] == {"NYC": [lay]}


def test_what_two_devices_plan_at_the_same_time_is_both_kept(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        ada = Browser(client)
        game = table(ada)
        add = [{**LAY, "rotation": number} for number in range(6)]
        found: list[int] = []
        devices = [
            threading.Thread(target=lambda step=step: found.append(change(ada, game, add=step).status_code))
            for step in add
        ]
        for device in devices:
            device.start()
        for device in devices:
            device.join()
        assert found == [200] * 6
        assert sorted(step["rotation"] for step in kept(ada, game)["PRR"]) == list(range(6))


def test_a_plan_is_nobody_elses_and_what_is_none_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        ada, eve = Browser(client), Browser(client)
        game = table(ada)
        change(ada, game, add=LAY)
        assert eve.send("GET", f"/api/v1/games/{game}/lines?seat=0").status_code in (403, 404)
        assert change(eve, game, add=LAY).status_code in (403, 404)
        assert eve.send("GET", f"/g/{game}/ahead?company=PRR&kept=0").status_code in (403, 404)
        refused(change(ada, game, company="ZZZ", add=LAY), 400, "bad_input")
        refused(change(ada, game, add={"type": "pass"}), 400, "bad_input")
        refused(
            change(ada, game, add={"type": "lay_tile", "hex": "x" * 500, "tile": "57", "rotation": 0}), 400, "bad_input"
        )
        refused(change(ada, game, add={"type": "lay_tile"}), 400, "bad_input")
        for _ in range(MOST_STEPS - 1):
            assert change(ada, game, add=LAY).status_code == 200
        full = refused(change(ada, game, add=LAY), 400, "bad_input")
        assert "up to 12 steps" in full["text"]
        assert len(kept(ada, game)["PRR"]) == MOST_STEPS
        other = ada.create("me:Ada", "hotseat:Ben", title="union-pacific")["table"]["id"]
        refused(change(ada, other, add=LAY), 400, "bad_input")
