"""A real server in a process of its own: live updates, a broken connection, a killed server, the example client."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from stellwerk.cli.listening import listen
from stellwerk.cli.main import main
from tests.web_support import Json, Server, server, wish

EXAMPLE = Path(__file__).parents[1] / "examples" / "api_client.py"
PASS = {"type": "pass"}
KEY = {"authorization": "Bearer a long key that only this test knows"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as started:
        yield started


@contextmanager
def talking(running: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{running.address}/api/v1", headers=KEY, timeout=60) as client:
        yield client


def create(client: httpx.Client, *seats: str, **more: Any) -> Json:
    made = client.post("/games", json=wish(*seats, **more))
    assert made.status_code == 201, made.text
    said: Json = made.json()
    return said


def act(client: httpx.Client, game: str, seat: int, version: int, action: Json = PASS) -> httpx.Response:
    body = {"seat": seat, "expected_version": version, "action": action}
    return client.post(f"/games/{game}/actions", json=body)


class Event:
    """A message of the stream."""

    def __init__(self, lines: list[str]) -> None:
        fields = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
        self.kind, self.place = fields.get("event", ""), fields.get("id", "")
        self.data: Any = json.loads(fields["data"]) if "data" in fields else None


def messages(stream: httpx.Response) -> Iterator[Event]:
    lines: list[str] = []
    for line in stream.iter_lines():
        if line:
            lines.append(line)
        elif lines:
            event = Event(lines)
            lines = []
            if event.kind:
                yield event


def test_a_move_reaches_the_watchers_and_a_reader_who_was_away_misses_nothing(running: Server) -> None:
    with talking(running) as client:
        game = create(client, "me:Ada", "hotseat:Ben")["table"]["id"]
        path = f"/games/{game}/events"
        with client.stream("GET", path) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert "content-security-policy" in stream.headers
            heard = messages(stream)
            assert next(heard).kind == "hello"
            assert act(client, game, 0, 0).status_code == 200
            moved = next(heard)
            assert moved.kind == "moves"
            assert [record["version"] for record in moved.data["records"]] == [1]
            assert moved.data["records"][0]["action"] == PASS
            client.post(f"/games/{game}/chat", json={"text": "hello", "seat": 1})
            said = next(heard)
            assert (said.kind, said.data[0]["text"]) == ("chat", "hello")
        # The connection is gone. Three things happen meanwhile.
        act(client, game, 1, 1)
        client.post(f"/games/{game}/undo", json={"seat": 1, "expected_version": 2})
        client.post(f"/games/{game}/chat", json={"text": "sorry", "seat": 1})
        with client.stream("GET", path, headers={"last-event-id": said.place}) as stream:
            heard = messages(stream)
            assert next(heard).kind == "hello"
            missed = next(heard)
            assert [(record["version"], record["kind"], record["live"]) for record in missed.data["records"]] == [
                (2, "action", False),
                (3, "rewind", False),
            ]
            late = next(heard)
            assert [line["text"] for line in late.data] == ["sorry"]
        with client.stream("GET", f"{path}?since=1") as stream:
            heard = messages(stream)
            next(heard)
            assert [record["version"] for record in next(heard).data["records"]] == [2, 3]
        with client.stream("GET", path, headers={"last-event-id": "nonsense"}) as stream:
            assert next(messages(stream)).data == {"version": 3}


def test_a_stream_ends_when_its_reader_loses_his_seat(running: Server) -> None:
    with talking(running) as client:
        made = create(client, "me:Ada", "open", spectators=False)
        game = made["table"]["id"]
        other = {"authorization": "Bearer the long key of somebody else"}
        body = {"secret": made["secrets"][1]["secret"], "name": "Ben"}
        assert client.post(f"/games/{game}/join", json=body, headers=other).status_code == 200
        with client.stream("GET", f"/games/{game}/events", headers=other) as stream:
            heard = messages(stream)
            assert next(heard).kind == "hello"
            assert client.post(f"/games/{game}/seats/1/hand-over", json={"to": "bot"}).status_code == 200
            assert next(heard).kind == "gone"
            assert list(heard) == []


def test_a_stream_is_refused_before_it_begins(running: Server) -> None:
    with talking(running) as client:
        game = create(client, "me:Ada", "hotseat:Ben")["table"]["id"]
        stranger = {"authorization": "Bearer the long key of a stranger"}
        answer = client.get(f"/games/{game}/events", headers=stranger)
        assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
        assert client.get("/games/2222222222/events").status_code == 404


@pytest.mark.parametrize("same", [True, False], ids=["one key", "own keys"])
def test_of_many_at_the_same_moment_one_gets_through(running: Server, same: bool) -> None:
    with talking(running) as client:
        game = create(client, "me:Ada", "hotseat:Ben")["table"]["id"]

        def click(number: int) -> int:
            key = "k" if same else f"k{number}"
            body = {"seat": 0, "expected_version": 0, "action": PASS, "key": key}
            return client.post(f"/games/{game}/actions", json=body).status_code

        with ThreadPoolExecutor(8) as pool:
            codes = sorted(pool.map(click, range(8)))
        assert codes == ([200] * 8 if same else [200] + [409] * 7)
        assert client.get(f"/games/{game}/view").json()["version"] == 1


def test_every_acknowledged_move_survives_kill_9(tmp_path: Path) -> None:
    first = Server(tmp_path)
    acknowledged = 0
    with talking(first) as client:
        game = create(client, "me:Ada", "hotseat:Ben")["table"]["id"]
        bell = threading.Timer(0.3, first.process.kill)
        with contextlib.suppress(httpx.TransportError):
            while True:  # a move and its undo, again and again, each acknowledged
                acknowledged = act(client, game, 0, acknowledged).json()["version"]
                body = {"seat": 0, "expected_version": acknowledged}
                acknowledged = client.post(f"/games/{game}/undo", json=body).json()["version"]
                if acknowledged > 10 and bell.ident is None:  # however slow the machine is, something is at stake
                    bell.start()
        bell.join()
    first.kill()
    assert acknowledged > 10
    with server(tmp_path) as second, talking(second) as client:
        version = client.get(f"/games/{game}/view").json()["version"]
        # One move more may have been stored whose answer did not get out.
        assert acknowledged <= version <= acknowledged + 1
        records = client.get(f"/games/{game}/log").json()["records"]
        assert [record["version"] for record in records] == list(range(1, version + 1))


def test_the_example_client_joins_and_plays(running: Server) -> None:
    with talking(running) as client:
        made = create(client, "open", "bot", "bot")
        command = [sys.executable, str(EXAMPLE), made["secrets"][0]["link"], "--name", "Example", "--moves", "25"]
        out = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert out.returncode == 0, out.stderr
        assert out.stdout.startswith("25 moves made as seat 0")
        history = client.get(f"/games/{made['table']['id']}/history", headers=bearer(made)).json()
        assert sum(entry["seat"] == 0 for entry in history) == 25
        again = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert again.returncode == 1
        assert "opens no seat" in again.stderr


def bearer(made: Json) -> dict[str, str]:
    return {"authorization": f"Bearer {made['creator_secret']}"}


def test_the_server_logs_no_secrets_and_ends_in_good_order(tmp_path: Path) -> None:
    started = Server(tmp_path)
    with talking(started) as client:
        made = create(client, "me:Ada", "open")
        client.post(f"/games/{made['table']['id']}/join", json={"secret": "a wrong secret"})
        with client.stream("GET", f"/games/{made['table']['id']}/events") as stream:
            next(messages(stream))
            started.process.send_signal(signal.SIGINT)
            started.process.wait(20)
    log = started.stop()
    assert started.process.returncode == 0
    for secret in ("a wrong secret", made["secrets"][1]["secret"], made["creator_secret"], "only this test knows"):
        assert secret not in log


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "0.0.0.0"], "give a --secret"),
        (["--host", "0.0.0.0", "--secret", "short"], "shorter than 16"),
        (["--port", "99999"], "not a port"),
        (["--base-url", "example.org"], "must be like https://"),
    ],
)
def test_a_server_that_cannot_start_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["serve", "--data", str(tmp_path), *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1


def test_a_taken_port_is_named(running: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = running.address.rsplit(":", 1)[-1]
    assert main(["serve", "--data", str(tmp_path), "--port", port]) == 2
    assert f"cannot listen at 127.0.0.1 port {port}" in capsys.readouterr().err


def test_answers_are_sent_without_delay() -> None:
    """asyncio switches Nagle's delay off only for sockets that name their protocol."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
