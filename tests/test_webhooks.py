"""Turn alerts: who is called when, what he is told, where a server does not send to."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.web import webhooks
from stellwerk.web.deliveries import Deliveries, Delivery
from stellwerk.web.errors import BadRequest
from stellwerk.web.targets import NotAllowed, is_public, read_target, resolve
from tests.web_support import Browser, Json, refused, served, until

PASS = {"type": "pass"}


class Receiver:
    """A server that keeps what it is sent and answers with the statuses it is given, the last one from then on."""

    def __init__(self, *statuses: int) -> None:
        self.heard: list[Json] = []
        self.paths: list[str] = []
        waiting = list(statuses) or [200]
        keep = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                keep.heard.append(json.loads(self.rfile.read(size)))
                keep.paths.append(self.path)
                status = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                self.send_response(status)
                if status == 302:
                    self.send_header("location", "/elsewhere")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *parts: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/turn?to=me"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def receiver(*statuses: int) -> Iterator[Receiver]:
    made = Receiver(*statuses)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with served(tmp_path_factory.mktemp("server"), base_url="http://testserver.local", private_webhooks=True) as made:
        yield made


def set_hook(browser: Browser, game: str, seat: int, url: str) -> Any:
    return browser.send("PUT", f"/api/v1/games/{game}/seats/{seat}/webhook", {"url": url})


def two(client: TestClient[Any], **more: Any) -> tuple[Browser, Browser, str]:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open", "bot", name="Friday", **more)
    game = made["table"]["id"]
    assert ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"}).status_code == 200
    return ada, ben, game


def test_the_seat_that_becomes_asked_is_told(client: TestClient[Any]) -> None:
    with receiver() as there:
        ada, ben, game = two(client)
        assert set_hook(ben, game, 1, there.url).status_code == 204
        assert ada.act(game, PASS, 0, 0).status_code == 200
        told = until(lambda: there.heard)[0]
        assert there.paths == ["/turn?to=me"]
        assert told == {
            "event": "turn",
            "game": game,
            "title": "1830",
            "table": "Friday",
            "seat": 1,
            "name": "Ben",
            "round": "Auction",
            "version": 1,
            "link": f"http://testserver.local/g/{game}",
            "text": f"Friday · 1830 · Auction · Ben · http://testserver.local/g/{game}",
            "content": f"Friday · 1830 · Auction · Ben · http://testserver.local/g/{game}",
        }
        assert ben.post(f"/games/{game}/chat", {"text": "a moment", "seat": 1}).status_code == 201
        time.sleep(0.2)
        assert len(there.heard) == 1  # a message is no turn


def test_the_turn_comes_back_after_a_bot(client: TestClient[Any]) -> None:
    with receiver() as there:
        ada, ben, game = two(client)
        set_hook(ada, game, 0, there.url)
        assert until(lambda: len(there.heard)) == 1  # Ada is asked while she sets it: that shows that it works
        ada.act(game, PASS, 0, 0)
        ben.act(game, PASS, 1, 1)
        until(lambda: len(there.heard) == 2)
        assert there.heard[1]["seat"] == 0
        assert there.heard[1]["version"] >= 3


def test_nobody_is_told_without_an_address(client: TestClient[Any]) -> None:
    with receiver() as there:
        ada, ben, game = two(client)
        set_hook(ben, game, 1, there.url)
        set_hook(ben, game, 1, "")
        ada.act(game, PASS, 0, 0)
        time.sleep(0.2)
        assert there.heard == []


def test_a_failed_call_is_repeated_while_the_turn_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks.Webhooks.__init__, "__kwdefaults__", {"threads": 2, "pauses": (0.05, 0.05)})
    with receiver(503, 200) as there, served(tmp_path, private_webhooks=True) as client:
        ada, ben, game = two(client)
        set_hook(ben, game, 1, there.url)
        ada.act(game, PASS, 0, 0)
        until(lambda: len(there.heard) == 2)
        assert there.heard[0] == there.heard[1]
        time.sleep(0.2)
        assert len(there.heard) == 2


def test_redirects_are_not_followed(client: TestClient[Any]) -> None:
    with receiver(302) as there:
        ada, ben, game = two(client)
        set_hook(ben, game, 1, there.url)
        ada.act(game, PASS, 0, 0)
        until(lambda: there.heard)
        time.sleep(0.2)
        assert there.paths == ["/turn?to=me"]


@pytest.mark.parametrize("public", [True, False])
def test_unless_told_so_a_server_does_not_call_its_own_network(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, public: bool
) -> None:
    """Also behind a proxy on the same machine, where it listens at a loopback address."""
    caplog.set_level("INFO", "stellwerk.web.webhooks")
    with receiver() as there, served(tmp_path, public=public, base_url="http://testserver.local") as client:
        ada, ben, game = two(client)
        set_hook(ben, game, 1, there.url)
        ada.act(game, PASS, 0, 0)
        until(lambda: "private network" in caplog.text)
        assert there.heard == []


def test_somebody_who_never_answers_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(webhooks, "TIMEOUT", 0.2)
    monkeypatch.setattr(webhooks.Webhooks.__init__, "__kwdefaults__", {"threads": 1, "pauses": ()})
    with (
        socket.create_server(("127.0.0.1", 0)) as deaf,
        receiver() as there,
        served(tmp_path, private_webhooks=True) as client,
    ):
        ada, ben, game = two(client)
        set_hook(ben, game, 1, f"http://127.0.0.1:{deaf.getsockname()[1]}/")
        ada.act(game, PASS, 0, 0)
        ada2, ben2, other = two(client)
        set_hook(ben2, other, 1, there.url)
        ada2.act(other, PASS, 0, 0)
        assert until(lambda: there.heard)[0]["game"] == other


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "fec0::1",
        "feff::1",
        "64:ff9b:1::5db8:d822",
        "::5db8:d822",
        "2001:0:5db8:d822::",
        "::ffff:0:7f00:1",
        "5f00::1",
        "3fff::1",
        "4000::1",
        "192.0.0.8",
        "192.88.99.1",
    ],
)
def test_addresses_of_private_networks(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"])
def test_addresses_of_the_open_internet(address: str) -> None:
    assert is_public(address)


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *parts, **more: found)
    with pytest.raises(NotAllowed, match="private network"):
        resolve(read_target("http://two.example/"), private=False)
    assert resolve(read_target("http://two.example/"), private=True) == "93.184.216.34"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "http://",
        "http://a b/",
        "http://me:word@example.org/",
        "http://example.org:99999/",
        "http://a..b/",
        "http://./",
        f"http://{'a' * 64}.example/",
    ],
)
def test_what_is_no_address(client: TestClient[Any], url: str) -> None:
    with pytest.raises(BadRequest):
        read_target(url)
    ada = Browser(client)
    game = ada.create("me:Ada", "bot", "bot")["table"]["id"]
    refused(set_hook(ada, game, 0, url), 400, "bad_input")


def test_the_address_of_a_foreign_seat_cannot_be_set(client: TestClient[Any]) -> None:
    ada, ben, game = two(client)
    refused(set_hook(ada, game, 1, "https://example.org/"), 403, "forbidden")
    assert "example.org" not in ben.get(f"/games/{game}").text


def test_the_next_holder_of_a_seat_is_not_told_the_address(client: TestClient[Any]) -> None:
    _, ben, game = two(client)
    set_hook(ben, game, 1, "http://93.184.216.34/secret-place")
    assert "secret-place" in ben.send("GET", f"/g/{game}/seats").text
    link = ben.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}).json()["secret"]
    cleo = Browser(client)
    assert cleo.post(f"/games/{game}/join", {"secret": link, "name": "Cleo"}).status_code == 200
    assert "secret-place" not in cleo.send("GET", f"/g/{game}/seats").text
    link = cleo.post(f"/games/{game}/seats/1/link").json()["secret"]
    set_hook(cleo, game, 1, "http://93.184.216.34/another-place")
    dora = Browser(client)
    assert dora.post(f"/games/{game}/join", {"secret": link, "name": "Dora"}).status_code == 200
    assert "another-place" not in dora.send("GET", f"/g/{game}/seats").text


def test_dead_addresses_hold_nobody_up() -> None:
    """More of them than there are threads: what goes elsewhere is sent at once, and nobody sleeps in a thread."""
    out = Deliveries(100, threads=3, failing=1)
    go, sent = threading.Event(), threading.Event()

    def dead(_: int) -> float:
        go.wait(60)
        return 3600.0

    def alive(_: int) -> None:
        sent.set()

    try:
        for _ in range(20):  # one host, however many tables it has
            out.put(Delivery(("dead.example", 80), dead))
        out.put(Delivery(("alive.example", 80), alive))
        assert sent.wait(60)
        go.set()
        until(lambda: ("dead.example", 80) in out._failed)
        sent.clear()
        go.clear()
        for number in range(20):
            out._failed["dead", number] = time.monotonic()
            out.put(Delivery(("dead", number), dead))
        out.put(Delivery(("alive.example", 80), alive))
        assert sent.wait(60)
        assert out._slow <= 1
        go.set()
    finally:
        go.set()
        out.close()


def test_only_so_many_messages_wait() -> None:
    out = Deliveries(2, threads=1)
    go = threading.Event()
    try:
        taken = [out.put(Delivery("a", lambda _: go.wait(60) and None)) for _ in range(5)]
        assert taken.count(False) >= 2
    finally:
        go.set()
        out.close()


def test_an_odd_message_ends_no_thread() -> None:
    sent = threading.Event()

    def odd(tries: int) -> float | None:
        raise UnicodeError("label empty or too long")

    out = Deliveries(10, threads=1)
    try:
        out.put(Delivery("one", odd))
        out.put(Delivery("two", lambda tries: sent.set()))
        assert sent.wait(20)
    finally:
        out.close()


def test_what_is_no_ascii_is_asked_for_as_such() -> None:
    target = read_target("http://b\u00fccher.example/\u00fc?a=\u00f6")
    assert (target.host, target.path) == ("xn--bcher-kva.example", "/%C3%BC?a=%C3%B6")
