"""Many browsers in one event loop: each has a table open, follows it by its stream, clicks and unpacks what comes."""

from __future__ import annotations

import asyncio
import html
import re
import time
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from stellwerk.core import BadInput
from stellwerk.lab.web_callers import state_of

_LOADED = re.compile(rb'hx-get="([^"]+)" hx-trigger="load"')
_VERSION = re.compile(rb'data-version="(\d+)"')
MOST = 1 << 20  # bytes of a line
PATIENCE = 60.0  # seconds for one answer


class HouseholdLine:
    """A kept connection from an address of its own, as every household has one: a server counts by address."""

    def __init__(self, server: str, source: str) -> None:
        """Connects with the first request."""
        place = urlsplit(server)
        self.host, self.port, self.source = place.hostname or "", place.port or 80, source
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Both ends of the connection."""
        if self._ends is None:
            local = (self.source, 0) if self.source else None
            self._ends = await asyncio.open_connection(self.host, self.port, local_addr=local, limit=MOST)
        return self._ends

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None

    async def send(self, method: str, path: str, key: str, body: bytes = b"") -> tuple[int, dict[str, str]]:
        """Ask; gives the status and the headers of the answer."""
        reader, writer = await self.open()
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\nauthorization: Bearer {key}\r\n"
        head += "accept-encoding: gzip\r\naccept-language: en\r\n"
        if body:
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        writer.write(f"{head}\r\n".encode() + body)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines[1:] if line)
        return int(lines[0].split(" ")[1]), {name.lower(): value.strip() for name, _, value in pairs}

    async def ask(self, method: str, path: str, key: str, body: bytes = b"") -> tuple[bytes, int]:
        """The unpacked answer and how many bytes came; anything but success ends the measurement."""
        async with asyncio.timeout(PATIENCE):
            try:
                status, headers = await self.send(method, path, key, body)
            except (asyncio.IncompleteReadError, ConnectionError):  # kept too long: a browser opens a new one, too
                self.close()
                status, headers = await self.send(method, path, key, body)
            reader, _ = await self.open()
            if headers.get("transfer-encoding") == "chunked":
                packed = b"".join([part async for part in chunks(reader)])
            else:
                packed = await reader.readexactly(int(headers.get("content-length", 0)))
        plain = zlib.decompress(packed, zlib.MAX_WBITS | 16) if headers.get("content-encoding") == "gzip" else packed
        if status >= 400:
            raise BadInput(f"{method} {path}: {status} {plain[:300].decode(errors='replace')}")
        return plain, len(packed)


async def chunks(reader: asyncio.StreamReader) -> Any:
    """The parts of an answer whose length is not known."""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readuntil(b"\r\n")


class OpenPage:
    """A browser with a table open: `state` is what it has, `version` how far its stream has brought it."""

    def __init__(self, server: str, source: str, table: str, key: str, number: int) -> None:
        """`key` says who it is."""
        self.table, self.key, self.window = table, key, f"w{number}"
        self._clicks, self._stream = HouseholdLine(server, source), HouseholdLine(server, source)
        self.state, self.version, self.received = "", 0, 0
        self.on_version: Callable[[int, float], None] = lambda version, at: None

    async def open(self) -> None:
        """Read the page, then begin to follow."""
        page, _ = await self._clicks.ask("GET", f"/g/{self.table}", self.key)
        self.state = state_of(page)
        self.version = max(map(int, _VERSION.findall(page)), default=0)

    async def follow(self, ready: Callable[[], None]) -> None:
        """Take in whatever the stream brings, until it is cancelled."""
        path = f"/g/{self.table}/live?window={self.window}&have={self.state}"
        status, headers = await self._stream.send("GET", path, self.key)
        if status != 200:
            raise BadInput(f"GET {path}: {status}")
        reader, _ = await self._stream.open()
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16) if headers.get("content-encoding") == "gzip" else None
        text, begun = b"", False
        async for part in chunks(reader):
            self.received += len(part)
            text += unpack.decompress(part) if unpack else part
            if not begun and b"\nid: " in b"\n" + text:
                begun = True
                ready()
            if text.endswith(b"\n\n"):
                for found in _VERSION.findall(text):
                    self.version = max(self.version, int(found))
                    self.on_version(int(found), time.perf_counter())
                text = b""
        raise BadInput("the server has ended a stream")

    async def click(self, seat: int, action: Any, *, lists: bool) -> tuple[float, int]:
        """Do an action; gives when the answer was there, and its bytes. Then fetch what the new page asks for."""
        wish = {"seat": seat, "expected_version": self.version, "action": action, "key": f"k{self.version}"}
        path = f"/g/{self.table}/act?have={self.state}&window={self.window}"
        answer, size = await self._clicks.ask("POST", path, self.key, msgspec.json.encode(wish))
        at = time.perf_counter()
        self.state = state_of(answer)
        self.version = max([self.version, *map(int, _VERSION.findall(answer))])
        if lists:
            for place in _LOADED.findall(answer):
                _, more = await self._clicks.ask("GET", html.unescape(place.decode()), self.key)
                size += more
        return at, size

    def close(self) -> None:
        """Leave."""
        self._clicks.close()
        self._stream.close()
