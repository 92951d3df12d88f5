"""Connections: half-sent requests, too many of them, whose address is believed, and what reads may cost."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from stellwerk.cli.main import main
from stellwerk.cli.serve import believed
from stellwerk.web.connections import neighbourhood
from stellwerk.web.guard import Guard, Refuse
from stellwerk.web.heads import Headers, client_of
from stellwerk.web.sessions import Sessions
from stellwerk.web.settings import Settings
from stellwerk.web.shares import Bucket
from tests.support import in_a_loop
from tests.web_support import Browser, Program, Server, refused, served, server, until


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server"), "--per-address", "30") as started:
        yield started


def connected(running: Server, sent: bytes = b"") -> socket.socket:
    host, port = running.address.removeprefix("http://").split(":")
    made = socket.create_connection((host, int(port)), 60)
    made.sendall(sent)
    return made


def test_one_address_has_so_many_connections_and_gets_in_again_when_it_lets_go(running: Server) -> None:
    half = [connected(running, b"GET / HTTP/1.1\r\nHost: loc") for _ in range(30)]
    late = connected(running)
    assert late.recv(1000).startswith(b"HTTP/1.1 503 ")
    late.close()
    for one in half:
        one.close()

    def answers() -> bool:
        try:
            return httpx.get(f"{running.address}/health").status_code == 200
        except httpx.TransportError:
            return False

    until(answers)
    assert running.process.poll() is None


def test_a_request_must_arrive_in_time(running: Server) -> None:
    """The head of a first request, of a second one on the same connection, and a body."""
    whole = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    first = connected(running, b"GET / HTTP/1.1\r\nX: ")
    second = connected(running, whole)
    assert b"200 OK" in second.recv(10_000)
    second.sendall(b"GET / HT")
    silent = connected(running)
    for one in (first, second, silent):
        one.settimeout(60)
        left = b"x"
        try:
            while left:
                left = one.recv(10_000)
        except ConnectionResetError:
            left = b""
        assert left == b""
        one.close()


async def nobody(*_: object) -> None:
    """An application that does nothing."""


def guard(folder: Path, **settings: Any) -> Guard:
    return Guard(nobody, Settings(data=folder, **settings), Sessions("x" * 20, False))


def test_a_body_must_arrive_in_time(tmp_path: Path) -> None:
    async def never() -> Any:
        await asyncio.Event().wait()

    headers = Headers([(b"content-type", b"application/json")])
    with pytest.raises(Refuse) as late:
        in_a_loop(guard(tmp_path, body_seconds=0.05)._body(headers, "/api/v1/games", never))
    assert late.value.status == 408


def test_only_so_many_streams_for_one_client(tmp_path: Path) -> None:
    watching = guard(tmp_path, streams_per_client=2)
    path = "/api/v1/games/abc/events"
    with watching._streaming("a", path), watching._streaming("a", "/g/abc/live"):
        with pytest.raises(Refuse) as many, watching._streaming("a", path):
            pass
        assert many.value.status == 429
        with watching._streaming("b", path), watching._streaming("a", "/g/abc/now"):
            pass
    with watching._streaming("a", path):
        pass
    assert not watching._streams


def seen_as(proxies: tuple[str, ...]) -> str:
    """For whom a request is counted that comes from this machine and says that it comes from elsewhere."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(client_of(scope))

    config = uvicorn.Config(app, **believed(proxies))
    config.load()
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", b"198.51.100.7")]}
    in_a_loop(config.loaded_app(scope, None, None))
    return seen[0]


def test_whose_word_is_taken_for_an_address(tmp_path: Path) -> None:
    """X-Forwarded-For counts only from a proxy that was named: otherwise anybody is somebody else with each request."""
    assert seen_as(()) == "127.0.0.1"
    assert seen_as(("127.0.0.1",)) == "198.51.100.7"
    assert seen_as(("192.0.2.1",)) == "127.0.0.1"
    assert main(["serve", "--data", str(tmp_path), "--proxy", "everybody"]) == 2


def test_one_network_of_the_new_protocol_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:2") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("testclient") == "testclient"


def test_reads_are_limited_too_and_dear_ones_more(tmp_path: Path) -> None:
    with served(tmp_path, reads_per_minute=60) as client:
        ada = Browser(client)
        game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
        for _ in range(3):
            assert ada.get(f"/games/{game}/log").status_code == 200
        assert int(refused(ada.get(f"/games/{game}/log"), 429, "too_many")["facts"]["wait"]) >= 1


def test_a_dear_request_takes_more_of_the_bucket() -> None:
    now = 0.0
    bucket = Bucket(60, clock=lambda: now)
    assert bucket.take("a", 50) == 0
    assert bucket.take("a", 20) == pytest.approx(10)
    now = 10.0
    assert bucket.take("a", 20) == 0
    assert bucket.take("b", 1000) == 0


def test_a_link_that_was_used_up_opens_nothing_for_whoever_sent_it(tmp_path: Path) -> None:
    """A program may show the link's own secret as its key when it joins."""
    with served(tmp_path) as client:
        ada = Browser(client)
        made = ada.create("me:Ada", "open:Ben")
        game, link = made["table"]["id"], made["secrets"][1]["secret"]
        robot = Program(client, link)
        joined = robot.post(f"/games/{game}/join", {"secret": link, "name": "Robo"})
        assert joined.status_code == 200
        assert joined.json()["table"]["seats"][1]["taken"]
        sender = Program(client, link)
        refused(sender.get(f"/games/{game}/view"), 403, "forbidden")
        assert sender.get("/games").json() == []
        assert Program(client, joined.json()["secret"]).view(game)["seat"] == 1
        other = ada.create("me:Ada", "open:Ben")
        second = Program(client, link).post(
            f"/games/{other['table']['id']}/join", {"secret": other["secrets"][1]["secret"], "name": "Robo"}
        )
        assert second.status_code == 200
        refused(sender.get(f"/games/{other['table']['id']}/view"), 403, "forbidden")
