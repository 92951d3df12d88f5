"""Live updates by server-sent events. Each message carries how far its reader is then, so that a reader who comes
back is told exactly what he has missed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.response import Stream

from stellwerk.core import StellwerkError
from stellwerk.store import News, Unreachable, Watch
from stellwerk.web.errors import Forbidden
from stellwerk.web.packing import GZIP, Packed, gzipped, plain, takes_gzip
from stellwerk.web.people import Who
from stellwerk.web.site import Site

T = TypeVar("T")
RETRY = 2000  # milliseconds a browser waits before it comes back
AWAY = 1.0  # seconds until a database that is away is asked again
_PLACE = re.compile(r"(\d{1,15})(?:\.(\d{1,15})\.(\d{1,15}))?")


def place_of(text: str, now: News) -> News:
    """How far a reader is: `version.chat.table` or a version alone; nothing or nonsense means he knows all."""
    found = _PLACE.fullmatch(text.strip())
    if not found:
        return now
    if found[2] is None:
        return News(min(int(found[1]), now.version), now.chat, now.arrangement)
    version, chat, arrangement = (int(part) for part in found.groups())
    return News(min(version, now.version), min(chat, now.chat), min(arrangement, now.arrangement))


def message(kind: str, data: Any, news: News) -> bytes:
    """One event as it goes over the wire."""
    body = msgspec.json.encode(data).decode()
    return f"id: {news.version}.{news.chat}.{news.arrangement}\nevent: {kind}\ndata: {body}\n\n".encode()


def streamed(request: Request[Any, Any, Any], messages: AsyncGenerator[bytes | Packed, None]) -> Stream:
    """Messages as an answer that is still being written, compressed for those who can read that."""
    small = takes_gzip(request.headers.get("accept-encoding", ""))
    headers = {"x-accel-buffering": "no", "cache-control": "no-store", **(GZIP if small else {})}
    return Stream(gzipped(messages) if small else plain(messages), media_type="text/event-stream", headers=headers)


async def follow(site: Site, game_id: str, who: Who, since: str) -> AsyncGenerator[bytes | Packed, None]:
    """Everything that happens at a table, for somebody who may look; checked again whenever the table changes."""
    now = await asyncio.to_thread(hello, site, game_id, who)
    seen = place_of(since, now)
    watch = await asyncio.to_thread(site.store.subscribe, game_id, seen)
    return stream(site, game_id, who, seen, watch)


def hello(site: Site, game_id: str, who: Who) -> News:
    """How far the table is; refused to those who may not look."""
    rights = site.games.rights(game_id, who)
    rights.may_look()
    return rights.head.news


async def patiently(work: Callable[..., T], *args: Any) -> T:
    """Done in a thread. While the database is away a stream waits: who follows a table need do nothing."""
    while True:
        try:
            return await asyncio.to_thread(work, *args)
        except Unreachable:
            await asyncio.sleep(AWAY)


async def stream(site: Site, game_id: str, who: Who, seen: News, watch: Watch) -> AsyncGenerator[bytes | Packed, None]:
    """The messages."""
    try:
        yield f"retry: {RETRY}\n\n".encode()
        yield message("hello", {"version": seen.version}, seen)
        while True:
            try:
                news: News = await asyncio.wait_for(watch.__anext__(), site.settings.keep_alive)
            except TimeoutError:
                if not await patiently(who.is_here, site.store):
                    return
                yield b": still here\n\n"
                continue
            except StopAsyncIteration:
                return
            if news.gone:
                yield message("gone", {}, seen)
                return
            try:
                parts, seen = await patiently(read, site, game_id, who, seen, news)
            except StellwerkError:  # the seat has been handed over, or the game is gone
                yield message("gone", {}, seen)
                return
            for part in parts:
                yield part
    finally:
        watch.close()


def read(site: Site, game_id: str, who: Who, seen: News, news: News) -> tuple[list[bytes], News]:
    """What lies between two moments, and the moment after it."""
    parts: list[bytes] = []
    if not who.is_here(site.store):
        raise Forbidden("this table is not open to you: join a seat, or come with its link")
    if news.arrangement > seen.arrangement or news.chat > seen.chat:
        site.games.rights(game_id, who).may_look()
    if news.version > seen.version:
        log = site.analysis.log(game_id, seen.version, who)
        seen = News(log.version, seen.chat, seen.arrangement)
        parts.append(message("moves", log, seen))
    if news.chat > seen.chat:
        lines = site.store.chat(game_id, seen.chat)
        seen = News(seen.version, lines[-1].number if lines else news.chat, seen.arrangement)
        parts.append(message("chat", lines, seen))
    if news.arrangement > seen.arrangement:
        seen = News(seen.version, seen.chat, news.arrangement)
        parts.append(message("table", site.games.table(site.games.rights(game_id, who)), seen))
    return parts, seen
