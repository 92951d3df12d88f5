"""Small things a public server must get right: names, HEAD, health, a second server, cells of a table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import httpx
import pytest

import stellwerk
from stellwerk.cli.main import main
from stellwerk.formats import load_file
from stellwerk.formats.table import plain_cell, to_csv
from stellwerk.store import StoreError
from stellwerk.web.errors import BadRequest
from stellwerk.web.health import Health
from stellwerk.web.people import clean_name, looks
from tests.store_support import open_raw
from tests.support import DATA
from tests.web_support import Browser, refused, served, server, wish

UNSEEN = [
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u00ad",
    "\u2060",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\u115f",
    "\ufe0f",
    "\U000e0041",
]


@pytest.mark.parametrize("sign", UNSEEN)
def test_what_nobody_sees_makes_no_other_name(sign: str) -> None:
    assert clean_name(f"A{sign}da{sign}") == "Ada"
    with pytest.raises(BadRequest, match="empty"):
        clean_name(sign * 3)


@pytest.mark.parametrize("name", ["\u0410da", "Ad\u0430", "\u0391da", "Be\u043d"])
def test_a_name_has_one_script(name: str) -> None:
    with pytest.raises(BadRequest, match="scripts"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    ["Zażółć", "Jürgen", "\u0410\u043d\u043d\u0430", "\u0391\u03bd\u03bd\u03b1", "太郎", "O'Neil 3", "Ada \U0001f686"],
)
def test_ordinary_names_stay(name: str) -> None:
    assert clean_name(name) == name


def test_names_that_look_alike_count_as_the_same(tmp_path: Path) -> None:
    cyrillic = "\u0441\u043e\u0440"
    assert looks(cyrillic) == looks("cop") == looks("C0P") == "cop"
    with served(tmp_path) as client:
        ada = Browser(client)
        refused(ada.post("/games", wish("me:cop", f"hotseat:{cyrillic}")), 400, "bad_input")
        made = ada.create("me:cop", "open")
        game, secret = made["table"]["id"], made["secrets"][1]["secret"]
        refused(Browser(client).post(f"/games/{game}/join", {"secret": secret, "name": cyrillic}), 400, "bad_input")
        assert ada.post("/accounts", {"name": "cop", "password": "long enough"}).status_code == 201
        refused(Browser(client).post("/accounts", {"name": cyrillic, "password": "long enough"}), 400, "bad_input")
        refused(Browser(client).post("/accounts", {"name": "c\u200bop", "password": "long enough"}), 400, "bad_input")


def test_head_is_answered_as_get_without_the_content(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        for path in ("/", "/health", "/titles/1830", "/api/v1/titles"):
            found, head = client.get(path), client.head(path)
            assert head.status_code == found.status_code == 200
            assert head.content == b""
            assert head.headers["content-type"] == found.headers["content-type"]
        assert client.head("/nowhere").status_code == 404
        assert client.head("/api/v1/games/abc/events").status_code == 405


def test_a_server_that_cannot_store_says_that_it_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.web.health.EVERY", 0.0)
    with served(tmp_path) as client:
        assert client.get("/health").json()["status"] == "ok"
        with open_raw(tmp_path / "stellwerk.sqlite") as raw:
            raw.execute("CREATE TRIGGER full BEFORE UPDATE ON migration BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        said = client.get("/health")
        assert (said.status_code, said.json()["status"]) == (503, "store")
        assert "disk is full" not in said.text


def test_health_is_not_looked_at_for_everybody() -> None:
    class Full:
        asked = 0

        def try_to_write(self) -> None:
            self.asked += 1
            raise StoreError("no space left")

    full = Full()
    health = Health(full)  # type: ignore[arg-type]
    assert [health.fault() for _ in range(5)] == ["no space left"] * 5
    assert full.asked == 1


def test_a_second_server_on_the_same_games_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with server(tmp_path) as running:
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert "another server uses these games" in said
        assert said.count("\n") == 1
        assert httpx.get(f"{running.address}/health").status_code == 200
        running.kill()
    with server(tmp_path) as again:
        assert httpx.get(f"{again.address}/health").status_code == 200


def test_a_damaged_database_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as client:
        for _ in range(10):
            Browser(client).create("me", "bot", name="A table")
    place = tmp_path / "stellwerk.sqlite"
    data = bytearray(place.read_bytes())
    data[8192:] = bytes(255 - byte for byte in data[8192:])
    place.write_bytes(data)
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "damaged" in said
    assert said.count("\n") == 1
    assert place.read_bytes() == data


def test_no_cell_of_a_table_is_a_formula() -> None:
    game = stellwerk.new("1830", ["=1+1", "@SUM(A1)", "-2"])
    while game.ply < 3:
        game.apply(game.options()[0].action)
    rows = list(csv.DictReader(io.StringIO(to_csv(game))))
    for row in rows:
        assert row["player"].startswith("'")
        assert row["actor"].startswith("'")
    assert plain_cell("Ada") == "Ada"
    assert plain_cell("\uff1d1") == "'\uff1d1"


ODD = [
    "/g/{game}/whynot?hex=E19&company=1",
    "/g/{game}/lays/E19?company=1",
    "/g/{game}/lays?company=%ff",
    "/g/{game}/slots",
    "/g/{game}/slots?seat=99",
    "/g/{game}/now?ply=" + "9" * 5000,
    "/g/{game}?seat=" + "9" * 5000,
    "/api/v1/games/{game}/view?ply=" + "9" * 5000,
    "/api/v1/games/{game}/best-run?company=%ff&trains=%fe",
    "/api/v1/games/{game}/log?since=" + "9" * 5000,
    "/api/v1/games/{game}/seats/" + "9" * 5000 + "/link",
    "/api/v1/games/%ff/view",
    "/g/%ff",
]


@pytest.mark.parametrize(("name", "ply"), [("18te-2p", None), ("1854-4p", 3), ("1830-3p-seed", 400)])
def test_odd_addresses_are_refused_not_failed_on(tmp_path: Path, name: str, ply: int | None) -> None:
    whole = load_file(DATA / "games" / f"{name}.json.gz").game
    file = json.loads(whole.at(whole.ply if ply is None else ply).transcript().encode())
    with served(tmp_path) as client:
        ada = Browser(client)
        game = ada.post("/import", {"file": file}).json()["table"]["id"]
        for path in ODD:
            answer = ada.send("GET", path.format(game=game), headers={"accept": "text/html"})
            assert answer.status_code < 500, path[:60]
        digits = b'{"seat": 0, "expected_version": ' + b"9" * 5000 + b', "action": {"type": "pass"}}'
        for path in ("/api/v1/games", f"/api/v1/games/{game}/actions", f"/g/{game}/act"):
            for content in (digits, b'{"title": "\xff"}', b'"\xed\xa0\x80"', b"9" * 5000):
                headers = {"content-type": "application/json"}
                assert 400 <= ada.send("POST", path, content=content, headers=headers).status_code < 500
