"""Documents made to hurt the server: each is refused in time, and the server goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from stellwerk.core import BadInput
from stellwerk.core.toml import read_toml
from stellwerk.web import foreign_worker
from stellwerk.web.errors import BadRequest, Busy
from stellwerk.web.foreign import FOREIGN, Foreign
from tests import hostile
from tests.web_support import Browser, served

SECONDS = 2.0
Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("hostile"), reading_seconds=SECONDS) as client:
        yield client


def refused_in_time(client: Client, path: str, **content: Any) -> None:
    begun = time.process_time()
    headers = {"content-type": "application/json", **content.pop("headers", {})}
    answer = client.post(path, headers=headers, **content)
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text[:300])
    assert answer.json()["text"]
    assert time.process_time() - begun < SECONDS, "the server itself has next to nothing to do with it"
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize("name", hostile.TOML)
def test_a_hostile_board_file_is_refused_in_time(client: Client, name: str) -> None:
    refused_in_time(client, "/titles/union-pacific/board", json={"text": hostile.TOML[name], "name": "a.toml"})


@pytest.mark.parametrize("path", ["/api/v1/import", "/api/v1/games", "/titles/union-pacific/board"])
@pytest.mark.parametrize("name", hostile.JSON)
def test_hostile_json_is_refused_in_time(client: Client, name: str, path: str) -> None:
    refused_in_time(client, path, content=hostile.JSON[name])


@pytest.mark.parametrize("name", hostile.OWN)
def test_a_hostile_transcript_is_refused_in_time(client: Client, name: str) -> None:
    refused_in_time(client, "/api/v1/import", content=json.dumps({"file": hostile.OWN[name]}).encode())


@pytest.mark.parametrize("name", hostile.SITE)
def test_a_hostile_file_of_the_site_is_refused_in_time(client: Client, name: str) -> None:
    client.cookies.clear()
    body = json.dumps({"file": hostile.SITE[name], "preset": None}).encode()
    answer = client.post("/api/v1/import", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (201, 400, 413), answer.text[:300]
    assert client.get("/health").status_code == 200


def test_a_worker_that_takes_too_long_is_ended_and_another_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hurting = "x = {" + ".".join("a" * 200_000) + "=1}"
    workers = Foreign(1)
    try:
        with pytest.raises(BadRequest, match="too much time"):
            workers.do("board", "union-pacific", hurting, seconds=1)
        assert workers.killed == 1
        with pytest.raises(BadInput, match="not TOML"):
            workers.do("board", "union-pacific", "a = ", seconds=5)
        assert workers.killed == 1
    finally:
        workers.close()


def test_only_so_many_wait_for_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.web.foreign.WAITING", 0)
    with pytest.raises(Busy):
        FOREIGN.do("board", "union-pacific", "", seconds=1)


def test_a_key_of_many_parts_is_refused_before_it_is_read() -> None:
    with pytest.raises(ValueError, match="more than 16 parts"):
        read_toml("x = 1\n" + hostile.TOML["dotted key"])
    assert read_toml("a.b.c.d = 1") == {"a": {"b": {"c": {"d": 1}}}}


def test_what_a_worker_refuses_is_told_with_its_rule() -> None:
    broken = {**hostile.own(actions=[{"seat": 1, "type": "pass"}])}
    said = foreign_worker.answer("game", (msgspec.json.encode(broken), None, 10))
    assert said[0] == "transcript"


def test_files_are_bounded_in_actions(tmp_path: Path) -> None:
    with served(tmp_path, most_actions=3) as client:
        ada = Browser(client)
        game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
        for version in range(4):
            view = ada.view(game)
            assert ada.act(game, {"type": "pass"}, view["asked"], version).status_code == 200
        long = ada.get(f"/games/{game}/export").json()
        answer = ada.post("/import", {"file": long})
        assert answer.status_code == 400
        assert "at most 3" in answer.json()["text"]
        short = ada.get(f"/games/{game}/export?ply=3").json()
        assert ada.post("/import", {"file": short}).status_code == 201
