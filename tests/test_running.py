"""Watching over a server: /ready, /metrics, the log, ids of requests, and what is forgotten after its time."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.cli.main import main
from stellwerk.store import GamesStore, LiveGames, NewSeat, StoredSession, StoreError
from stellwerk.web.app import create_app
from stellwerk.web.health import Health
from stellwerk.web.logs import JsonLines, TextLines, without_secrets
from stellwerk.web.observed import PEER
from stellwerk.web.retention import DAY, Retention
from stellwerk.web.settings import Settings
from tests.store_support import raw
from tests.web_support import HOST, SECRET, Browser, Program, served, server

HERE = ("127.0.0.1", 5000)


def client(folder: Path, peer: tuple[str, int] = HERE, **settings: Any) -> TestClient[Any]:
    made = Settings(**{"data": folder, "secret": SECRET, "host": HOST, **settings})
    app = create_app(made)

    async def from_peer(scope: Any, receive: Any, send: Any) -> None:
        scope["client"] = peer
        await app(scope, receive, send)

    return TestClient(from_peer, raise_server_exceptions=False)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_ready_writes(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    where = {"database": request.getfixturevalue("postgres")} if kind == "postgres" else {}
    with served(tmp_path, **where) as browser:
        assert browser.get("/ready").json() == {"status": "ready", "reason": ""}


def test_a_full_disk_is_not_ready_and_does_not_say_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: GamesStore) -> None:
        raise StoreError(f"{store.writer.place}: not written: database or disk is full")

    with served(tmp_path) as browser:
        monkeypatch.setattr(GamesStore, "try_to_write", full)
        answer = browser.get("/ready")
        assert answer.status_code == 503
        assert answer.json() == {"status": "store", "reason": "not written: database or disk is full"}


def test_a_database_that_hangs_is_not_ready() -> None:
    free = threading.Event()

    class Hanging:
        def try_to_write(self) -> None:
            free.wait(60)

    health = Health(Hanging())  # type: ignore[arg-type]  # only this is asked of it
    began = time.monotonic()
    assert "did not answer within 0.05 s" in health.not_ready(0.05)
    assert "did not answer within 0.05 s" in health.not_ready(0.05)
    assert time.monotonic() - began < 30
    free.set()


def test_figures_name_routes_and_no_ids(tmp_path: Path) -> None:
    with client(tmp_path) as here:
        ada = Browser(here)
        made = ada.create("me:Ada", "hotseat:Ben")
        game = made["table"]["id"]
        assert ada.act(game, {"type": "pass"}, 0, 0).status_code == 200
        assert ada.send("GET", f"/g/{game}").status_code == 200
        ada.send("GET", "/nothing/secret-looking")
        answer = here.get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        text = answer.text
    assert 'stellwerk_requests_total{method="GET",route="/g/{game_id}",status="200"} 1' in text
    assert re.search(r'route="/api/v1/games/\{game_id\}/actions",status="200"\} 1\n', text)
    assert 'status="404"} 1' in text
    assert "stellwerk_moves_total 1\n" in text
    for name in (
        *("streams_open", "tables_live", "bots_queue", "store_queue", "games_cache_bytes", "pages_cache_bytes"),
    ):
        assert re.search(rf"^stellwerk_{name} \d+$", text, re.M), name
    kept = dict(re.findall(r'^stellwerk_cache_bytes\{cache="(\w+)"\} (\d+)$', text, re.M))
    assert kept.keys() >= {
        "games",
        "pages",
        "views",
        "records",
        "pasts",
        "logs",
        "pieces",
        "moments",
        "runs",
        "accounts",
    }
    assert min(int(kept["games"]), int(kept["pages"]), int(kept["views"])) > 1000
    assert text.count("# TYPE stellwerk_cache_bytes ") == 1
    assert sum(map(int, kept.values())) < int(re.findall(r"^stellwerk_cache_limit_bytes (\d+)$", text, re.M)[0])
    assert re.search(r"^process_resident_memory_bytes [1-9]\d+$", text, re.M)
    assert game not in text
    assert "Ada" not in text
    assert "secret-looking" not in text
    buckets = [int(n) for n in re.findall(r'_bucket\{route="/g/\{game_id\}",le="[^"]+"\} (\d+)', text)]
    assert buckets == sorted(buckets)
    assert buckets[-1] == 1
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*(\{[^{}]*\}[^{}]*)*\})? [0-9.e+-]+", line), line


def test_figures_are_for_this_machine_unless_told(tmp_path: Path) -> None:
    with client(tmp_path) as here:
        assert here.get("/metrics").status_code == 200
        assert here.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 404  # a proxy's
    with client(tmp_path, ("192.0.2.1", 5)) as far:
        assert far.get("/metrics").status_code == 404
    for behind in ({"public": True}, {"proxies": ("127.0.0.1",)}, {"base_url": "https://games.example.org"}):
        with client(tmp_path, **behind) as proxied:
            assert proxied.get("/metrics").status_code == 404
    with client(tmp_path, ("192.0.2.1", 5), metrics="open") as far:
        assert far.get("/metrics").status_code == 200
    token = "a token that is long enough"
    with client(tmp_path, ("192.0.2.1", 5), metrics="token", metrics_token=token) as far:
        assert far.get("/metrics").status_code == 403
        assert Program(far, "another token, also long").send("GET", "/metrics").status_code == 403
        assert Program(far, token).send("GET", "/metrics").status_code == 200


def test_a_request_has_an_id_and_a_proxys_is_taken_only_if_it_is_trusted(tmp_path: Path) -> None:
    given = {"x-request-id": "from-the-proxy-1"}
    with client(tmp_path) as here:
        first, second = (here.get("/health", headers=given).headers["x-request-id"] for _ in range(2))
        assert re.fullmatch(r"[0-9a-f]{16}", first)
        assert first != second
    with client(tmp_path, proxies=("127.0.0.1",)) as proxied:
        assert proxied.get("/health", headers=given).headers["x-request-id"] == "from-the-proxy-1"
        odd = proxied.get("/health", headers={"x-request-id": "a b\x01<script>"}).headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{16}", odd)
    assert PEER


def test_slow_requests_are_named_by_their_route(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with client(tmp_path, slow_seconds=0.000001) as here, caplog.at_level(logging.WARNING, "stellwerk.requests"):
        here.get("/titles/1830")
    (record,) = [one for one in caplog.records if one.name == "stellwerk.requests"]
    assert re.fullmatch(r"slow: GET /titles/\{title\} 200 \d+ ms", record.getMessage())
    said = json.loads(JsonLines().format(record))
    assert (said["level"], said["route"], said["status"]) == ("warning", "/titles/{title}", 200)
    assert said["ms"] >= 0
    assert " WARNING slow: GET /titles/{title} 200 " in TextLines().format(record)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("link https://a.example/join/k3v4md6dp3#sw-AbCdEf0123456789_-xyz", "AbCdEf"),
        ("Authorization: Bearer my-own-long-key-0123456789", "my-own"),
        ("cookie: __Host-stellwerk=abcdefghijklmnopqrstuvwxyz; lang=en", "abcdefghij"),
        ("postgresql://stellwerk:hunter2222@db/games cannot be reached", "hunter2222"),
        ('{"password": "correct horse"}', "correct horse"[:7]),
        ("/watch/k3v4md6dp3#AAAABBBBCCCC", "AAAABBBB"),
    ],
)
def test_no_secret_gets_into_a_log(text: str, secret: str) -> None:
    assert secret not in without_secrets(text)
    record = logging.makeLogRecord({"msg": text, "levelno": 40, "levelname": "ERROR", "name": "x"})
    assert secret not in TextLines().format(record)
    assert secret not in JsonLines().format(record)


def test_a_server_writes_its_log_as_json(tmp_path: Path) -> None:
    with server(tmp_path, "--log", "json", "--log-requests") as running:
        mark = httpx.get(f"{running.address}/titles/1830").headers["x-request-id"]
        assert httpx.get(f"{running.address}/metrics").status_code == 200
        lines = [json.loads(line) for line in running.stop().splitlines() if line]
    (found,) = [line for line in lines if line.get("request") == mark]
    assert (found["route"], found["status"], found["method"]) == ("/titles/{title}", 200, "GET")


def test_what_is_old_is_forgotten_by_whoever_owns_the_chore(store: GamesStore, tmp_path: Path) -> None:
    games = LiveGames(store)
    ids = [games.create(stellwerk.new("1830", ["Ada", "Ben"]), status=status) for status in ("finished", "running")]
    fresh = games.create(stellwerk.new("1830", ["Ada", "Ben"]), status="finished")
    seated = games.create(
        stellwerk.new("1830", ["Ada", "Ben"]), [NewSeat("Ada", "me", "p:sits"), NewSeat("Ben", "me", "p:other")]
    )
    for key, person, account in (("k1", "p:gone", None), ("k2", "p:sits", None), ("k3", "p:acc", 1)):
        store.put_session(key, StoredSession(person, account, {}, store.now() + 10**10))
    store.say(seated, 0, "Ada", "long ago")
    store.note_act("command", "export", "a:1")
    old = store.now() - 40 * DAY
    raw(store, f"UPDATE game SET changed = {old} WHERE id <> '{fresh}'", f"UPDATE session SET began = {old}")
    raw(store, f"UPDATE chat SET at = {old}", f"UPDATE audit SET at = {old}")
    store.say(seated, 0, "Ada", "today")
    assert Retention(store, Settings(tmp_path)).look() == {}  # everything is kept unless told otherwise
    kept = Settings(tmp_path, keep_finished=30, keep_sessions=30, keep_audit=30, keep_chat=30)
    if type(store).__name__ == "PostgresStore":
        assert Retention(store, kept).look() == {}  # no lease: another process does it
        store.look_after("mark", lambda: None)
    assert Retention(store, kept).look() == {"games": 1, "sessions": 1, "messages": 1, "audit": 1}
    assert {head.id for head in store.list_games().games} == {ids[1], fresh, seated}
    assert [store.session(key) is not None for key in ("k1", "k2", "k3")] == [False, True, True]
    assert [(line.number, line.text) for line in store.chat(seated)] == [(2, "today")]
    assert [line.act for line in store.audit()] == ["retention"]


def test_bad_settings_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (
        ["--metrics", "token"],
        ["--metrics", "token", "--metrics-token", "short"],
        ["--keep-finished", "-1"],
        ["--slow", "soon"],
        ["--log", "xml"],
    ):
        assert main(["serve", "--port", "0", "--data", str(tmp_path), *wrong]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
