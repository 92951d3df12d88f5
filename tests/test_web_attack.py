"""Attacks of our own, each of which has once succeeded."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from litestar.testing import TestClient

from stellwerk.core import BadInput
from stellwerk.store import SqliteStore, StoreError
from stellwerk.store.writer import SqliteWriter, WriteJob
from stellwerk.web.accounts import AT_ONCE, Accounts
from stellwerk.web.cookies import our_cookies
from stellwerk.web.foreign import FOREIGN
from stellwerk.web.guard import NEW_TABLE, Guard
from stellwerk.web.heads import host_of
from stellwerk.web.observed import plain_path
from stellwerk.web.packing import pack
from stellwerk.web.rendered import MOST_EVENTS, rendered
from stellwerk.web.sessions import Sessions
from stellwerk.web.settings import Settings, keep, stored
from stellwerk.web.shares import RequestTurns
from tests.support import in_a_loop
from tests.web_support import HOST, Browser, Server, refused, served

Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.mark.parametrize("name", ["stellwerk", "lang", "other"])
def test_a_cookie_of_backslashes_costs_nothing(client: Client, name: str) -> None:
    began = time.process_time()
    cookie = f'{name}="' + "\\" * 30_000 + '"'
    answer = client.get("/", headers={"cookie": cookie})
    assert answer.status_code == 200
    assert time.process_time() - began < 2


def test_large_heads_are_refused(client: Client) -> None:
    refused(client.get("/api/v1/titles", headers={"x-a": "a" * 40_000}), 431, "too_large")
    refused(client.get("/api/v1/titles?a=" + "a" * 40_000), 431, "too_large")


def test_a_request_with_two_lengths_is_the_last_of_its_connection(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        place = urlsplit(server.address)
        head = f"Host: {place.netloc}\r\n"
        both = "Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        with socket.create_connection((place.hostname or "", place.port or 0), 30) as line:
            line.sendall(f"POST /api/v1/games HTTP/1.1\r\n{head}{both}GET /health HTTP/1.1\r\n{head}\r\n".encode())
            said = b"".join(iter(lambda: line.recv(65536), b""))
    finally:
        server.stop()
    assert said.startswith(b"HTTP/1.1 400")
    assert said.count(b"HTTP/1.1 ") == 1


def test_cookies_of_others_do_not_hide_ours() -> None:
    given = ['a="b;c"; stellwerk=one; lang=de', 'x=\\; stellwerk=two; theme="dark"; narrow']
    assert our_cookies(given) == {"stellwerk": "one", "lang": "de"}


def test_a_client_has_so_many_requests_in_work_and_holds_up_nobody_else() -> None:
    async def crowd() -> list[str]:
        turns, seen = RequestTurns(2), list[str]()

        async def one(client: str, name: str, hold: asyncio.Event) -> None:
            end = await turns.take(client)
            seen.append(name)
            await hold.wait()
            end()
            end()  # a second time does nothing

        hold = asyncio.Event()
        tasks = [asyncio.create_task(one("a", f"a{number}", hold)) for number in range(5)]
        tasks.append(asyncio.create_task(one("b", "b", hold)))
        for _ in range(10):
            await asyncio.sleep(0)
        before = list(seen)
        tasks[4].cancel()
        hold.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert turns.clients == 0
        assert seen == ["a0", "a1", "b", "a2", "a3"]
        return before

    assert in_a_loop(crowd()) == ["a0", "a1", "b"]


def test_few_passwords_are_worked_out_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore(tmp_path / "games.sqlite") as store:
        accounts = Accounts(store)
    busy, most, lock = 0, 0, threading.Lock()

    class Slow:
        def hash(self, password: str) -> str:
            self.verify("", password)
            return "a hash"

        def verify(self, hashed: str, password: str) -> bool:
            nonlocal busy, most
            with lock:
                busy += 1
                most = max(most, busy)
            time.sleep(0.02)
            with lock:
                busy -= 1
            return False

    monkeypatch.setattr(accounts, "_hasher", Slow())
    threads = [threading.Thread(target=accounts._is_right, args=(None, "x")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most <= AT_ONCE


@pytest.mark.parametrize("port", ["99999", "x", "0", "-1", "\xb2"])
def test_a_port_that_is_none_makes_no_name(client: Client, port: str) -> None:
    assert host_of(f"{HOST}:{port}") == ""
    refused(client.get("/api/v1/titles", headers=[(b"host", f"{HOST}:{port}".encode("latin-1"))]), 400, "wrong_host")


def test_a_secret_is_written_whole_and_one_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret.part").write_bytes(b"half of one that was never fin")
    keep(tmp_path, "secret", "a long secret")
    assert stored(tmp_path, "secret") == "a long secret"
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]
    (tmp_path / "secret").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="secret: not a text"):
        stored(tmp_path, "secret")


def test_a_full_disk_is_seen_before_a_move_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore(tmp_path / "games.sqlite") as store:
        store.try_to_write()
        assert not list(tmp_path.glob("*.room"))

        def full(self: Path, data: bytes) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(Path, "write_bytes", full)
        with pytest.raises(StoreError, match="No space left"):
            store.try_to_write()
        assert not list(tmp_path.glob("*.room"))


def test_what_cannot_be_stored_now_is_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as client:
        ada = Browser(client)
        game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]

        def full(self: SqliteWriter, job: WriteJob) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(SqliteWriter, "_carry_out", full)
        refused(ada.act(game, {"type": "pass"}, 0, 0), 503, "busy")
        monkeypatch.undo()
        assert ada.act(game, {"type": "pass"}, 0, 0).status_code == 200


def test_requests_that_are_none_and_odd_hosts_fill_no_log(tmp_path: Path) -> None:
    running = Server(tmp_path)
    try:
        place = urlsplit(running.address)
        for raw in (b"\x16\x03\x01\x02", b"GET / HTTP/9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n"):
            with socket.create_connection((place.hostname, place.port), timeout=60) as line:
                line.sendall(raw + b"\r\n\r\n")
                assert b" 400 " in line.recv(100)
    finally:
        assert running.stop() == ""


@pytest.mark.parametrize("path", ["/api/v1/login/", "/api/v1/login//", "//api/v1/login", "/api/v1//login"])
def test_no_way_of_writing_an_address_evades_what_counts_by_it(tmp_path: Path, path: str) -> None:
    with served(tmp_path, logins_per_minute=2) as client:
        wish = {"name": "Ada", "password": "no password"}
        base = f"http://{HOST}"
        for _ in range(2):
            refused(client.post(base + path, json=wish), 403, "forbidden")
        refused(client.post(base + path, json=wish), 429, "too_many")


@pytest.mark.parametrize("path", ["/g/x/live/", "/g/x//live", "/api/v1/games/x/log/", "//api/v1/titles"])
def test_addresses_are_plain_behind_the_gate(path: str) -> None:
    scope: dict[str, Any] = {"path": path, "raw_path": path.encode()}
    assert plain_path(scope) == scope["path"] == scope["raw_path"].decode()
    assert scope["path"] in ("/g/x/live", "/api/v1/games/x/log", "/api/v1/titles")
    assert plain_path({"path": "/", "raw_path": b"/"}) == "/"


def test_requests_that_wait_for_a_file_hold_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once six of them had all the threads of the server."""
    many = 36  # more than there ever are threads for what is answered at once
    hold, waiting = threading.Event(), threading.Semaphore(0)

    def slow(*args: Any, **settings: Any) -> Any:
        waiting.release()
        hold.wait(60)
        raise BadInput("it was nothing")

    monkeypatch.setattr(FOREIGN, "do", slow)
    with served(tmp_path, at_once_per_client=0) as client, ThreadPoolExecutor(many) as pool:
        body = {"text": "a = 1"}
        asked = [pool.submit(client.post, "/titles/union-pacific/board", json=body) for _ in range(many)]
        try:
            for _ in range(many):
                assert waiting.acquire(timeout=60)
            assert client.get("/api/v1/titles").status_code == 200
        finally:
            hold.set()
        assert {answer.result().status_code for answer in asked} == {400}


def test_a_table_records_so_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes back and plays again without end would make every page that reads the records slow."""
    monkeypatch.setattr("stellwerk.web.games.MOST_RECORDS", 2)
    with served(tmp_path) as client:
        ada = Browser(client)
        game = ada.create("hotseat:Ada", "hotseat:Ben", undo="free")["table"]["id"]
        buy = {"type": "buy_private", "private": "SV", "price": 20}
        assert ada.act(game, buy, 0, 0, "first").status_code == 200
        assert ada.post(f"/games/{game}/undo", {"seat": 0, "expected_version": 1}).status_code == 200
        refused(ada.act(game, buy, 0, 2), 409, "not_now")
        assert ada.act(game, buy, 0, 0, "first").json()["version"] == 1
        assert ada.view(game)["version"] == 2


def test_new_tables_are_dear(tmp_path: Path) -> None:
    with served(tmp_path, writes_per_minute=2 * NEW_TABLE + 5) as client:
        ada = Browser(client)
        ada.create("hotseat:Ada", "hotseat:Ben")
        ada.create("hotseat:Ada", "hotseat:Ben")
        wished = {"title": "1830", "seats": [{"kind": "hotseat"}, {"kind": "hotseat"}]}
        refused(ada.post("/games", wished), 429, "too_many")
        refused(ada.send("POST", "/learn", {"title": "1830"}), 429, "too_many")


def test_few_events_are_kept_for_a_view() -> None:
    """Each state a reader says that he has makes an event of 60 kB, and he knows as many states as there are plies."""
    now = rendered(1, {"a": b"x"}, (b"", b""), (), 0, past=False)
    for number in range(100):
        assert now.event(f"{number}", lambda: pack(b"x" * 1000)).plain
    assert len(now.events) <= MOST_EVENTS
    assert now.event("99", lambda: pack(b"")).plain


def test_half_of_what_a_client_has_in_work_may_be_dear(tmp_path: Path) -> None:
    async def crowd() -> tuple[int, int]:
        with_site = Settings(tmp_path, at_once_per_client=4)
        hold = asyncio.Event()
        busy = {"dear": 0, "cheap": 0}

        async def app(scope: Any, receive: Any, send: Any) -> None:
            busy["dear" if scope["path"].endswith("/lays") else "cheap"] += 1
            await hold.wait()

        guard: Any = Guard(app, with_site, Sessions("secret", False))
        head = {"type": "http", "method": "GET", "headers": [(b"host", b"localhost")], "client": ("10.0.0.1", 1)}

        async def nothing(message: Any = None) -> Any:
            return None

        paths = ["/g/x/lays"] * 5 + ["/g/x"]
        tasks = [asyncio.create_task(guard({**head, "path": path}, nothing, nothing)) for path in paths]
        for _ in range(50):
            await asyncio.sleep(0)
        seen = busy["dear"], busy["cheap"]
        hold.set()
        await asyncio.gather(*tasks)
        assert busy == {"dear": 5, "cheap": 1}
        return seen

    assert in_a_loop(crowd()) == (2, 1)
