"""Sessions live where the seats live: in the store. Whoever did nothing has none, a damaged one costs nobody else."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar.stores.file import FileStore
from litestar.testing import TestClient

from stellwerk.store import SqliteStore, StoredSession
from stellwerk.web.feed import follow
from stellwerk.web.requests import CreateGame, SeatWish
from stellwerk.web.sessions import SessionPerson, Sessions
from stellwerk.web.settings import Settings
from stellwerk.web.site import Site
from tests.store_support import open_raw
from tests.support import in_a_loop
from tests.web_support import SECRET, Browser, refused, served, server, wish

PAGE = {"accept": "text/html", "accept-language": "en"}
GAMES = "stellwerk.sqlite"


def sessions_in(folder: Path) -> int:
    with open_raw(folder / GAMES) as raw:
        count: int = raw.execute("SELECT count(*) FROM session").fetchone()[0]
    return count


def come_back(client: TestClient[Any], cookies: dict[str, str]) -> Browser:
    browser = Browser(client)
    browser.cookies = dict(cookies)
    browser.csrf = browser.get("/session").json()["csrf"]
    return browser


def test_a_visitor_who_did_nothing_has_no_session(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        visitor = Browser(client)
        for path in ("/", "/new?title=1830", "/account", "/import", "/titles/1830"):
            assert visitor.send("GET", path, headers=PAGE).status_code == 200
        assert not visitor.cookies
        assert sessions_in(tmp_path) == 0
        visitor.create("me", "bot")
        assert visitor.cookies
        assert sessions_in(tmp_path) == 1
    assert not (tmp_path / "sessions").exists()


def test_a_seat_is_held_after_a_kill_at_once(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        made = httpx.post(f"{running.address}/api/v1/games", json=wish("me:Ada", "bot"))
        cookie = made.headers["set-cookie"].split(";")[0]
        game = made.json()["table"]["id"]
        running.kill()
    with server(tmp_path) as again:
        answer = httpx.get(f"{again.address}/api/v1/games/{game}", headers={"cookie": cookie})
        assert answer.json()["seats"][0]["yours"]


def test_the_copy_of_the_database_brings_the_seats_of_browsers_back(tmp_path: Path) -> None:
    """The backup that docs/store.md describes."""
    old, new = tmp_path / "old", tmp_path / "new"
    with served(old) as client:
        ada = Browser(client)
        game = ada.create("me:Ada", "bot")["table"]["id"]
        new.mkdir()
        with sqlite3.connect(old / GAMES) as source, sqlite3.connect(new / GAMES) as copy:
            source.backup(copy)
        source.close()
        copy.close()
    with served(new) as client:
        assert come_back(client, ada.cookies).view(game)["seat"] == 0


def test_a_damaged_session_costs_that_session_only(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        people = [Browser(client) for _ in range(5)]
        games = [browser.create("me:Ada", "bot")["table"]["id"] for browser in people]
        mine = [key_in(browser) for browser in people]
        with open_raw(tmp_path / GAMES) as raw:
            for key, column, value in (
                (mine[0], "body", b"\xff\xfe not JSON"),
                (mine[1], "body", '{"name": 7}'),
                (mine[2], "body", "[1, 2]"),
                (mine[3], "person", b"\xff\xff"),
            ):
                raw.execute(f"UPDATE session SET {column} = CAST(? AS TEXT) WHERE key = ?", (value, key))
        for browser, game in zip(people[:4], games, strict=False):
            refused(browser.get(f"/games/{game}/view"), 403, "forbidden")
            assert browser.send("GET", "/", headers=PAGE).status_code == 200
        assert people[4].view(games[4])["seat"] == 0
    with served(tmp_path) as client:
        assert come_back(client, people[4].cookies).view(games[4])["seat"] == 0


def key_in(browser: Browser) -> str:
    sid = browser.cookies["stellwerk"]
    return hashlib.blake2s(hashlib.sha256(sid.encode()).hexdigest().encode()).hexdigest()


def test_sessions_that_were_files_are_taken_over_once(tmp_path: Path) -> None:
    """As the program before kept them: nobody loses a seat, and files that were cut off by a kill do not matter."""
    with served(tmp_path) as client:
        ada, eve = Browser(client), Browser(client)
        made = ada.create("me:Ada", "bot")
        game = made["table"]["id"]
        assert eve.post(f"/games/{game}/watch", {"secret": made["watch_secret"]}).status_code == 200
        with open_raw(tmp_path / GAMES) as raw:
            rows = raw.execute("SELECT person, body FROM session").fetchall()
            raw.execute("DELETE FROM session")
    files = FileStore(tmp_path / "sessions", create_directories=True)
    for browser in (ada, eve):
        watching = browser is eve
        person = next(p for p, body in rows if bool(json.loads(body)["watching"]) == watching)
        kept = msgspec.json.encode(SessionPerson(person, None, "", (game,) if watching else ()))
        sid = hashlib.sha256(browser.cookies["stellwerk"].encode()).hexdigest()
        in_a_loop(files.set(sid, kept, timedelta(days=400)))
    (tmp_path / "sessions" / ("0" * 64)).write_bytes(b"")
    (tmp_path / "sessions" / ("1" * 64)).write_bytes(b"\x82garbage")
    (tmp_path / "sessions" / ("2" * 64 + ".tmpxyz")).write_bytes(b"")
    for _ in range(2):
        with served(tmp_path) as client:
            assert come_back(client, ada.cookies).view(game)["seat"] == 0
            assert come_back(client, eve.cookies).view(game)["seat"] is None
        assert not (tmp_path / "sessions").exists()


def test_old_sessions_are_forgotten_and_worth_nothing(tmp_path: Path) -> None:
    now = 1_000_000.0
    with SqliteStore(tmp_path / GAMES, clock=lambda: now) as store:
        store.put_session("a", StoredSession("p:1", None, {}, int(now * 1000) + 5000))
        store.put_session("b", StoredSession("p:2", 3, {}, int(now * 1000) + 500_000))
        assert store.session("a") is not None
        assert store.is_present("p:2", 3)
        assert not store.is_present("p:2", None)
        now += 10
        assert store.session("a") is None
        assert not store.is_present("p:1", None)
        assert store.end_old_sessions() == 1
        store.put_session("c", StoredSession("p:2", 3, {}, int(now * 1000) + 500_000), replaces="b")
        assert store.session("b") is None
        assert store.session("c") is not None


def test_a_new_watch_link_ends_the_old_spectators(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        ada, eve, fay = Browser(client), Browser(client), Browser(client)
        made = ada.create("me:Ada", "bot")
        game = made["table"]["id"]
        assert eve.post(f"/games/{game}/watch", {"secret": made["watch_secret"]}).status_code == 200
        assert eve.view(game)["seat"] is None
        fresh = ada.post(f"/games/{game}/watch-link").json()["secret"]
        refused(eve.get(f"/games/{game}/view"), 403, "forbidden")
        assert fay.post(f"/games/{game}/watch", {"secret": fresh}).status_code == 200
        assert fay.view(game)["seat"] is None


def test_a_stream_ends_when_its_reader_signs_out(tmp_path: Path) -> None:
    site = Site(Settings(data=tmp_path, secret=SECRET, keep_alive=0.05))
    sessions = Sessions(SECRET, False)
    sessions.store = site.store

    async def listen() -> bytes:
        begun = await sessions.read({}, "")
        begun.begin()
        cookie = (await sessions.write(begun))[0].split(";")[0]
        session = await sessions.read(dict([cookie.split("=", 1)]), "")
        made = site.tables.create(CreateGame("1830", (SeatWish("me"), SeatWish("hotseat"))), session.who)
        heard = await follow(site, made.table.id, session.who, "")
        while await anext(heard) != b": still here\n\n":
            pass
        session.end()
        await sessions.write(session)
        site.store.say(made.table.id, None, "Fay", "a secret word")
        return b"".join([bytes(part) async for part in heard if isinstance(part, bytes)])

    try:
        assert b"secret word" not in in_a_loop(asyncio.wait_for(listen(), 60))
    finally:
        site.close()
