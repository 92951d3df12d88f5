"""A server to measure, and who talks to it: a caller over one connection, watchers, open pages with their streams."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from stellwerk.core import BadInput

KEY = "the key of the one who measures"
HEADERS = {"authorization": f"Bearer {KEY}"}
START = 30.0  # seconds a server may take to start


@contextlib.contextmanager
def serving(folder: Path, *more: str) -> Iterator[Caller]:
    """A server on a free port; gives somebody who calls it."""
    command = [sys.executable, "-m", "stellwerk", "serve", "--port", "0", "--data", str(folder), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise BadInput("the server does not start")
        end = time.monotonic() + START
        while True:
            try:
                with contextlib.closing(Caller(found[0])) as caller:
                    caller.get("/health")
                break
            except OSError:
                if process.poll() is not None:
                    raise BadInput(f"the server has ended with code {process.returncode}") from None
                if time.monotonic() > end:
                    raise BadInput(f"the server does not answer after {START:.0f} s") from None
                time.sleep(0.05)
        with contextlib.closing(Caller(found[0], process.pid)) as caller:
            yield caller
    finally:
        process.terminate()
        process.communicate()  # closes the pipe as well


class Caller:
    """Makes requests over one kept connection."""

    def __init__(self, address: str, process: int = 0) -> None:
        """To a server at this address, which may be a process whose use of the processor is of interest."""
        self.process = process
        self.place = urlsplit(address)
        self.line = http.client.HTTPConnection(self.place.hostname or "", self.place.port, timeout=60)

    def close(self) -> None:
        """Hang up."""
        self.line.close()

    def busy(self) -> float:
        """Seconds the server has spent on the processor; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of memory the server has; 0 where the system does not tell."""
        try:
            return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return 0

    def call(self, method: str, path: str, body: Any = None, packed: bool = False) -> bytes:
        """The body of the answer, `packed` on the way as for a browser; anything but success ends the measurement."""
        headers = HEADERS | ({"accept-encoding": "gzip"} if packed else {})
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        self.line.request(method, path, content, headers)
        answer = self.line.getresponse()
        received = answer.read()
        if answer.headers["content-encoding"] == "gzip":
            received = gzip.decompress(received)
        if answer.status >= 400:
            raise BadInput(f"{method} {path}: {answer.status} {received[:200].decode(errors='replace')}")
        return received

    def get(self, path: str) -> bytes:
        """Read a page."""
        return self.call("GET", path)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A call of the API."""
        return json.loads(self.call(method, f"/api/v1{path}", body))

    def bring(self, file: Any) -> str:
        """A table from a transcript, all seats the caller's."""
        return str(self.ask("POST", "/import", {"file": file})["table"]["id"])


class Listener(threading.Thread):
    """Follows a table by its event stream, as an open page does, and notes when each version arrives."""

    def __init__(self, address: str, table: str, count: int = 1) -> None:
        """`count` connections, each of its own."""
        super().__init__(daemon=True)
        self.place, self.table, self.count = urlsplit(address), table, count
        self.arrived: dict[int, list[float]] = {}
        self.ready = threading.Event()
        self.news = threading.Condition()
        self._greeted = 0
        self._hang_up: Callable[[], object] = lambda: None

    def run(self) -> None:
        """Listen until stopped."""
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._all())

    async def _all(self) -> None:
        loop, me = asyncio.get_running_loop(), asyncio.current_task()
        assert me is not None
        self._hang_up = lambda: loop.call_soon_threadsafe(me.cancel)
        await asyncio.gather(*(self._follow() for _ in range(self.count)))

    async def _follow(self) -> None:
        reader, writer = await asyncio.open_connection(self.place.hostname, self.place.port)
        try:
            request = f"GET /api/v1/games/{self.table}/events HTTP/1.1\r\nhost: {self.place.netloc}\r\n"
            writer.write(f"{request}authorization: Bearer {KEY}\r\n\r\n".encode())
            event = b""
            while line := await reader.readline():
                now = time.perf_counter()
                if line.startswith(b"event: "):
                    event = line[7:].strip()
                elif line.startswith(b"data: ") and event == b"hello":
                    self._greet()
                elif line.startswith(b"data: ") and event == b"moves":
                    self._note(int(json.loads(line[6:])["version"]), now)
        finally:
            writer.close()

    def _greet(self) -> None:
        self._greeted += 1
        if self._greeted == self.count:
            self.ready.set()

    def _note(self, version: int, now: float) -> None:
        with self.news:
            self.arrived.setdefault(version, []).append(now)
            self.news.notify_all()

    def wait(self, version: int) -> list[float]:
        """When a version arrived at each connection; waits until all have it."""
        with self.news:
            if not self.news.wait_for(lambda: len(self.arrived.get(version, [])) >= self.count, timeout=60):
                raise BadInput(f"version {version} did not arrive at every watcher within 60 s")
            return self.arrived[version]

    def stop(self) -> None:
        """Hang up."""
        with contextlib.suppress(RuntimeError):  # it has ended by itself: the server hung up
            self._hang_up()
        self.join(10)


@contextlib.contextmanager
def listening(caller: Caller, table: str, count: int = 1) -> Iterator[Listener]:
    """Watchers that are all connected."""
    listener = Listener(caller.place.geturl(), table, count)
    listener.start()
    if not listener.ready.wait(60):
        raise BadInput(f"not all of {count} watchers could connect within 60 s")
    try:
        yield listener
    finally:
        listener.stop()


class PageListener:
    """An open page of a table: follows by the page's own stream, as compressed as a browser gets it."""

    def __init__(self, caller: Caller, table: str) -> None:
        """Opens the page, then its stream."""
        has = state_of(caller.get(f"/g/{table}"))
        self.size = 0  # bytes of the stream so far
        self._text = b""
        self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self.line = http.client.HTTPConnection(caller.place.hostname or "", caller.place.port, timeout=60)
        headers = HEADERS | {"accept-encoding": "gzip", "accept": "text/event-stream"}
        self.line.request("GET", f"/g/{table}/live?have={has}", headers=headers)
        self.answer = self.line.getresponse()
        self.wait(b"id: ")

    def wait(self, mark: bytes) -> None:
        """Until something has come, which is then forgotten with all before it."""
        while mark not in self._text:
            part = self.answer.read1(1 << 16)
            if not part:
                raise BadInput("the server has ended a stream")
            self.size += len(part)
            self._text += self._unpack.decompress(part)
        self._text = self._text.partition(mark)[2]

    def sees(self, version: int) -> None:
        """Until the page has all of a version."""
        self.wait(b'data-version="%d"' % version)
        self.wait(b"\nid: ")

    def close(self) -> None:
        """Leave."""
        self.line.close()


def state_of(page: bytes) -> str:
    """What a page or an answer leaves a page with."""
    found = re.search(rb'id="state" hidden data-has="(\w+)"', page)
    if found is None:
        raise BadInput("a page without a state")
    return found[1].decode()
