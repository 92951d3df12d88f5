"""Looking back and aside over the API: history, receipts, best runs, analysis tables, files in and out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.bots import RandomBot
from stellwerk.bots.play import play_out
from stellwerk.eighteen.actions import BuyPrivate, Par, Pass
from stellwerk.formats import export18xx, load_bytes
from tests.support import play
from tests.web_support import Browser, Json, Program, refused, served, wish

Client = TestClient[Any]
PASS = {"type": "pass"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture(scope="module")
def played() -> Any:
    """A game in its middle, by the options of 18xx.games."""
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], None, 3, "games18xx")
    play_out(game, [RandomBot(3)] * 3, 300)
    return game


@pytest.fixture(scope="module")
def transcript(played: Any) -> Json:
    found: Json = json.loads(played.transcript().encode())
    return found


@pytest.fixture
def ada(client: Client) -> Browser:
    return Browser(client)


@pytest.fixture
def table(ada: Browser, transcript: Json) -> str:
    made = ada.post("/import", {"file": transcript})
    assert made.status_code == 201, made.text
    found: str = made.json()["table"]["id"]
    return found


def test_our_transcript_is_imported_as_an_analysis_table(ada: Browser, table: str, played: Any) -> None:
    info = ada.get(f"/games/{table}").json()
    assert info["analysis"] is True
    assert all(seat["yours"] for seat in info["seats"])
    assert ada.view(table)["view"] == played.view(None)
    assert ada.view(table, "?ply=150")["view"] == played.at(150).view(None)
    assert ada.view(table, "?ply=0")["ply"] == 0
    refused(Browser(ada.client).get(f"/games/{table}"), 403, "forbidden")


def test_an_18xx_games_file_goes_in_and_out(ada: Browser, played: Any) -> None:
    file = json.loads(msgspec.json.encode(export18xx.export(played)))
    made = ada.post("/import", {"file": file})
    assert made.status_code == 201, made.text
    game = made.json()["table"]["id"]
    assert ada.view(game)["scores"] == list(played.result().scores)
    out = ada.get(f"/games/{game}/export?format=18xx.games&allow_doubts=true")
    assert "attachment" in out.headers["content-disposition"]
    assert load_bytes(out.content).game.result().scores == played.result().scores


def test_a_doubtful_file_is_given_to_those_who_ask_again(ada: Browser) -> None:
    """Cleo sells CA to Ada, which the site does not carry out: told in the refusal and in the menu of the table."""
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], preset="games18xx", options={"consent": "recorded"})
    play(game, *[BuyPrivate(name, price) for name, price in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110))])
    play(game, Pass(), BuyPrivate("CA", 160), BuyPrivate("BO", 220), Par("B&O", 67), *[Pass()] * 9)
    play(game, BuyPrivate("CA", 99))
    table = ada.post("/import", {"file": json.loads(game.transcript().encode())}).json()["table"]["id"]
    path = f"/games/{table}/export?format=18xx.games"
    why = "the site does not carry out the sale of CA from player to player"
    facts = refused(ada.get(path), 409, "doubtful")["facts"]
    assert facts["doubts"] == [{"action": 18, "ply": 18, "why": why}]
    assert ada.get(f"{path}&allow_doubts=true").json()["actions"]
    menu = ada.send("GET", f"/g/{table}/menu").text
    assert why in menu
    assert "allow_doubts=true" in menu
    assert "allow_doubts" not in ada.send("GET", f"/g/{table}/menu?ply=5").text
    german = ada.send("GET", f"/g/{table}/menu", headers={"accept-language": "de"}).text
    assert "führt den Verkauf der CA" in german


def test_export_in_all_forms(ada: Browser, table: str, played: Any, transcript: Json) -> None:
    assert ada.get(f"/games/{table}/export").json()["actions"] == transcript["actions"]
    assert len(ada.get(f"/games/{table}/export?ply=10").json()["actions"]) == 10
    rows = ada.get(f"/games/{table}/export?format=csv")
    assert rows.headers["content-type"].startswith("text/csv")
    assert len(rows.text.splitlines()) == played.ply + 1
    refused(ada.get(f"/games/{table}/export?format=pdf"), 400, "bad_input")
    other = ada.create("me:Ada", "bot")["table"]["id"]
    assert "preset games18xx" in refused(ada.get(f"/games/{other}/export?format=18xx.games"), 400, "bad_input")["text"]


def test_an_imported_game_can_be_played_on_with_people_and_bots(ada: Browser, transcript: Json) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "hotseat"}]
    made = ada.post("/import", {"file": transcript, "seats": seats, "name": "Friday, again"}).json()
    assert [seat["name"] for seat in made["table"]["seats"]] == ["Ada", "Ben", "Cleo"]
    assert made["table"]["analysis"] is False
    refused(ada.post("/import", {"file": transcript, "seats": seats[:2]}), 400, "bad_input")


def test_a_file_that_does_not_replay_says_where_and_changes_nothing(ada: Browser, transcript: Json) -> None:
    broken = json.loads(json.dumps(transcript))
    broken["actions"][5] = {"seat": 0, "type": "bankrupt"}
    said = refused(ada.post("/import", {"file": broken}), 400, "bad_input")
    assert said["facts"]["action"] == 6
    assert said["rule"].startswith("1830 ")
    for bad in ({}, {"format": "stellwerk"}, {"players": [], "actions": 7}, {**transcript, "title": "1899"}):
        refused(ada.post("/import", {"file": bad}), 400, "bad_input")
    refused(ada.post("/import", {"file": [1]}), 400, "bad_input")
    assert ada.get("/games").json() == []


def test_history_and_log_tell_what_happened(ada: Browser, table: str, played: Any) -> None:
    history = ada.get(f"/games/{table}/history").json()
    assert len(history) == played.ply
    assert history[0]["text"] == [event.text for event in played.at(1).last_events]
    log = ada.get(f"/games/{table}/log?since={played.ply - 2}").json()
    assert [record["version"] for record in log["records"]] == [played.ply - 1, played.ply]
    assert log["records"][1]["events"][0]["text"] == played.last_events[0].text
    assert ada.get(f"/games/{table}/log?since=99999").json()["records"] == []
    refused(ada.get(f"/games/{table}/log?since=-1"), 400, "bad_input")


def test_receipts_add_up(ada: Browser, table: str, played: Any) -> None:
    receipts = ada.get(f"/games/{table}/receipts").json()
    assert receipts["score Ada"]["total"] == played.result().scores[0]
    assert sum(line["amount"] for line in receipts["score Ada"]["lines"]) == receipts["score Ada"]["total"]
    assert ada.get(f"/games/{table}/receipts?ply=0").json()["score Ada"]["total"] == 800


def test_the_best_run_is_proven(ada: Browser, table: str, played: Any) -> None:
    company = next(entry.id for entry in played.rules.t.companies if entry.id in played.view(None)["operating_order"])
    run = ada.get(f"/games/{table}/best-run?company={company}&trains=4,D").json()
    assert run["company"] == company
    assert run["proven"] is True
    assert run["total"] == run["receipt"]["total"]
    assert len(ada.get(f"/games/{table}/best-run?company={company}&trains=4&top=3").json()["runs"]) >= 1
    refused(ada.get(f"/games/{table}/best-run?company=XYZ"), 400, "bad_input")
    refused(ada.get(f"/games/{table}/best-run?company={company}&top=99"), 400, "bad_input")
    refused(ada.get(f"/games/{table}/best-run?company={company}&trains=banana"), 400, "bad_input")
    refused(ada.get(f"/games/{table}/best-run?company={company}&trains=12,12,12,12,12,12,12"), 400, "bad_input")


def test_an_analysis_table_does_not_touch_the_real_game(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open")
    game = made["table"]["id"]
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
    ada.act(game, PASS, 0, 0)
    branch = ben.post(f"/games/{game}/branch", {"ply": 0})
    assert branch.status_code == 201
    table = branch.json()["table"]
    assert table["origin"] == {"game": game, "ply": 0}
    assert [seat["yours"] for seat in table["seats"]] == [True, True]
    other = table["id"]
    assert ben.act(other, {"type": "buy_private", "private": "SV", "price": 20}, 0, 0).status_code == 200
    assert ben.act(other, PASS, 1, 1).status_code == 200
    assert ben.post(f"/games/{other}/undo", {"seat": 0, "expected_version": 2, "to": 0}).json()["done"] is True
    real = ada.view(game)
    assert (real["version"], real["ply"]) == (1, 1)
    assert real["view"]["privates"]["SV"]["owner"] is None
    refused(ada.get(f"/games/{other}"), 403, "forbidden")
    assert ben.post(f"/games/{game}/branch").json()["table"]["ply"] == 1
    refused(ben.post(f"/games/{game}/branch", {"ply": 2}), 400, "bad_input")


def test_a_program_without_cookies_may_analyse_too(client: Client) -> None:
    robo = Program(client, "a long key that only I know")
    game = robo.create("me:Robo", "hotseat:Other")["table"]["id"]
    other = robo.post(f"/games/{game}/branch").json()["table"]["id"]
    assert robo.act(other, PASS, 0, 0).status_code == 200


def test_a_title_that_hides_things_tells_everybody_his_own(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open", title="union-pacific", seed=None)
    game = made["table"]["id"]
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
    watcher = Program(client, made["watch_secret"])
    hand = ada.view(game)["view"]["players"][0]["hand"]
    assert "hand" not in ben.view(game)["view"]["players"][0]
    assert all("hand" not in player for player in watcher.view(game)["view"]["players"])
    share = next(iter(hand))
    done = ada.act(game, {"type": "pick_share", "share": share}, 0, 0).json()
    assert [event["kind"] for event in done["events"]] == ["pick"]
    assert "picks" in done["events"][0]["text"]
    for reader, secret in ((ada, True), (ben, False), (watcher, False)):
        (record,) = reader.get(f"/games/{game}/log").json()["records"]
        assert record["action"].get("share") == (share if secret else None)
        assert ("has picked" in record["events"][0]["text"]) != secret
        (entry,) = reader.get(f"/games/{game}/history").json()
        assert entry["action"].get("share") == (share if secret else None)
        assert reader.get(f"/games/{game}/receipts").status_code == 200
        for path in ("export", "best-run?company=BNL"):
            refused(reader.get(f"/games/{game}/{path}"), 409, "not_now")
        refused(reader.post(f"/games/{game}/branch"), 409, "not_now")
    why = {"action": {"type": "pick_share", "share": share}, "seat": 0}
    refused(ben.post(f"/games/{game}/why", why), 403, "forbidden")
    refused(watcher.post(f"/games/{game}/why", {"action": why["action"]}), 403, "forbidden")
    assert not ada.post(f"/games/{game}/why", why).json()["legal"]


def test_nobody_chooses_the_seed_of_a_hidden_game_that_others_join(client: Client) -> None:
    ada = Browser(client)
    refused(ada.post("/games", wish("me:Ada", "open", title="union-pacific")), 400, "bad_input")
    alone = ada.create("me:Ada", "bot", title="union-pacific")["table"]["id"]
    file = ada.get(f"/games/{alone}/export")
    refused(file, 409, "not_now")
