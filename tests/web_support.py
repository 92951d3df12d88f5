"""What the tests of the server share: a server in the process, browsers and programs that talk to it, a real one."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.testing import TestClient
from litestar.types import ASGIApp

from stellwerk.web.app import create_app, make_routes
from stellwerk.web.settings import Settings

SECRET = "a secret for tests only"
HOST = "testserver.local"
Json = dict[str, Any]


class Browser:
    """Keeps cookies and sends the CSRF token, as our pages do."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self.csrf = ""

    def send(self, method: str, path: str, body: Any = None, **settings: Any) -> httpx.Response:
        headers = dict(settings.pop("headers", {}))
        if self.cookies:
            headers["cookie"] = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        if self.csrf:
            headers.setdefault("x-csrf-token", self.csrf)
        if body is not None:
            settings["json"] = body
        self.client.cookies.clear()
        answer = self.client.request(method, path, headers=headers, **settings)
        self.client.cookies.clear()
        for header in answer.headers.get_list("set-cookie"):
            name, value = header.split(";")[0].split("=", 1)
            self.cookies[name] = value
        if answer.headers.get("content-type", "").startswith("application/json"):
            said = answer.json()
            if isinstance(said, dict) and said.get("csrf"):
                self.csrf = said["csrf"]
        return answer

    def get(self, path: str, **settings: Any) -> httpx.Response:
        return self.send("GET", f"/api/v1{path}", **settings)

    def post(self, path: str, body: Any = None, **settings: Any) -> httpx.Response:
        return self.send("POST", f"/api/v1{path}", {} if body is None else body, **settings)

    def create(self, *seats: str, **more: Any) -> Json:
        """A table: `me`, `me:Ada`, `open`, `hotseat:Ben`, `bot`."""
        made = self.post("/games", wish(*seats, **more))
        assert made.status_code == 201, made.text
        said: Json = made.json()
        return said

    def act(self, game: str, action: Json, seat: int, version: int, key: str = "") -> httpx.Response:
        body = {"seat": seat, "expected_version": version, "action": action, "key": key}
        return self.post(f"/games/{game}/actions", body)

    def view(self, game: str, query: str = "") -> Json:
        answer = self.get(f"/games/{game}/view{query}")
        assert answer.status_code == 200, answer.text
        said: Json = answer.json()
        return said


class Program(Browser):
    """Has no cookies and shows the secret of a seat."""

    def __init__(self, client: TestClient[Any], secret: str) -> None:
        super().__init__(client)
        self.secret = secret

    def send(self, method: str, path: str, body: Any = None, **settings: Any) -> httpx.Response:
        self.cookies, self.csrf = {}, ""
        settings["headers"] = {**settings.get("headers", {}), "authorization": f"Bearer {self.secret}"}
        return super().send(method, path, body, **settings)


def wish(*seats: str, **more: Any) -> Json:
    """The body of a request for a table."""
    wished = []
    for seat in seats:
        kind, _, name = seat.partition(":")
        wished.append({"kind": kind, "name": name})
    return {"title": "1830", "seats": wished, "seed": 1, **more}


_FREE: dict[int, list[Litestar]] = {}  # routes that no server uses at the moment


@contextmanager
def an_app(settings: Settings) -> Iterator[ASGIApp]:
    """The application of a server. Its routes, which take half a second to make, serve one server after the other."""
    free = _FREE.setdefault(settings.most_import, [])
    routes = free.pop() if free else make_routes(settings.most_import)
    yield create_app(settings, routes)
    free.append(routes)


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[TestClient[Any]]:
    """A server in this process."""
    made = Settings(**{"data": folder, "secret": SECRET, "host": HOST, **settings})
    with an_app(made) as app, TestClient(app, raise_server_exceptions=False) as client:
        yield client


def refused(answer: httpx.Response, status: int, error: str) -> Json:
    """The answer is a refusal in the one form that all have."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    said: Json = answer.json()
    assert said.keys() >= {"error", "rule", "text", "facts"}
    assert said["error"] == error, said
    assert said["text"]
    return said


def until(check: Any, seconds: float = 60) -> Any:
    """Wait until something is so; returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


class Server:
    """A real server in a process of its own. What it makes of the templates is the same for all: they share it."""

    program: tuple[str, ...] = ("-m", "stellwerk")
    templates: Path | None = None  # where it is kept

    def __init__(self, folder: Path, *more: str, log: Any = None) -> None:
        """`log` is where its error output goes; else a file: a full pipe that nobody reads would stop it."""
        own = folder / "templates"
        if self.templates is not None and not own.exists():
            own.parent.mkdir(parents=True, exist_ok=True)
            own.symlink_to(self.templates)
        command = [sys.executable, *self.program, "serve", "--port", "0", "--data", str(folder), *more]
        self.said: Path | None = None
        if log is None:
            number, name = tempfile.mkstemp(prefix="server-", suffix=".log")
            self.said = Path(name)
            with open(number, "w") as file:
                self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
        else:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            self.process.kill()
            self.process.communicate()
            raise AssertionError(f"no address: {line!r} {self.written()}")
        self.address = found[0]
        try:
            until(self._answers, 120)  # on a busy machine importing everything takes a minute
        except BaseException:
            self.stop()
            raise

    def _answers(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"it ended with {self.process.returncode}: {self.written()}")
        try:
            return httpx.get(f"{self.address}/health").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As if the power went: no chance to finish anything."""
        self.process.kill()
        self.process.communicate()
        self.written()

    def stop(self) -> str:
        """In good order; returns what it wrote to its error output."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=60)
        return self.written()

    def written(self) -> str:
        """What it wrote to its error output; to be asked once, when it has ended."""
        if self.said is None:
            return ""
        text = self.said.read_text(encoding="utf-8")
        self.said.unlink()
        self.said = None
        return text


@contextmanager
def server(folder: Path, *more: str) -> Iterator[Server]:
    """A real server that ends with the test."""
    running = Server(folder, *more)
    try:
        yield running
    finally:
        running.stop()
