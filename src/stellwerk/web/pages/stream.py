"""The stream of an open page: what a move changes in it is brought, not asked for.

Events: `regions` (those that differ from what the page has), `moved` (it looks at the past, or the server does not know
what it has: it asks for `now`), `chat`, `gone`. The id after them says how far the page then is.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from stellwerk.core import StellwerkError
from stellwerk.store import News, Unreachable, Watch
from stellwerk.web.errors import Forbidden
from stellwerk.web.feed import AWAY, RETRY, patiently, streamed
from stellwerk.web.following import Follower
from stellwerk.web.packing import AS_IT_IS, Packed, joined, pack
from stellwerk.web.pages.asked import Asked, TableRequest
from stellwerk.web.pages.background import result_ahead
from stellwerk.web.pages.regions import changes, happened, toasts, view_of, written
from stellwerk.web.pages.table_page import TablePage

MOVED = pack(b"event: moved\ndata: {}\n\n")
_PLACE = re.compile(r"(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([0-9a-f]{0,64})")


class PageStream:
    """One page that follows."""

    def __init__(self, asked: TableRequest, chat: int, past: bool) -> None:
        """`chat` is the last message it has; `past`: it looks back and is told only that there is something new."""
        self.asked, self.chat, self.past = asked, chat, past
        page = asked.open_page()
        self.news = page.rights.head.news
        self.follower = Follower(view_of(page, asked.tab, asked.seat), asked.have)

    async def brought(self, news: News | None = None, *, first: bool = False) -> Packed:
        """The same, worked out in the lane of streams; while the database is away it waits: who follows need do
        nothing.
        """
        lane = self.asked.site.lane
        while True:
            await self.follower.settle()
            try:
                parts = await lane.do(self.read, news, first)
            except Unreachable:
                await asyncio.sleep(AWAY)
                continue
            if parts is not None:
                return joined(parts)

    def read(self, news: News | None = None, first: bool = False) -> list[Packed] | None:
        """What the page lacks, now or at least after these news; None if an answer to the page is being made, which may
        bring it.
        """
        if not self.follower.settled:
            return None
        asked, site = self.asked, self.asked.site
        if not asked.reader.who.is_here(site.store):
            raise Forbidden("this table is not open to you: join a seat, or come with its link")
        have = self.follower.have
        page = asked.open_page(opened=asked.open(news))
        head = page.rights.head
        last = max(head.chat, news.chat if news else 0)
        moved = first or (head.version, head.arrangement) != (self.news.version, self.news.arrangement)
        parts: list[Packed] = []
        if moved and not self.past:
            parts = self._regions(page, have)
        elif moved and not first:
            parts = [MOVED]
        self.news = head.news
        if last > self.chat:
            lines = site.store.chat(asked.game_id, self.chat)
            self.chat = lines[-1].number if lines else last
            parts.append(pack(b"event: chat\ndata: %b\n\n" % msgspec.json.encode(lines)))
        parts.append(pack(f"id: {head.version}.{self.chat}.{head.arrangement}.{self.follower.have}\n\n".encode()))
        return parts

    def _regions(self, page: TablePage, have: str) -> list[Packed]:
        asked = self.asked
        result_ahead(page)
        now = written(page, asked.tab, asked.seat)
        if now.state == have:
            return []
        had = asked.site.rendered.had(self.follower.view, have)
        if had is None:
            return [MOVED]

        def make() -> Packed:
            html = changes(now, had, have, toasts(page, happened(page, had.version)))
            lines = "".join(f"data: {line}\n" for line in html.replace("\r", "").split("\n"))
            return pack(f"event: regions\n{lines}\n".encode())

        event = now.event(have, make)
        self.follower.have = now.state
        return [event]


@get("/g/{game_id:str}/live", include_in_schema=False, media_type="text/event-stream", opt=AS_IT_IS)
async def live(
    request: Request[Any, Any, Any],
    asked: Asked,
    chat: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    past: FromQuery[bool] = False,
) -> Stream:
    """Follow the table."""
    known = _PLACE.fullmatch(request.headers.get("last-event-id", ""))
    if known:  # the browser has come back by itself
        chat, asked.have = int(known[2]), known[4]
    page = await asyncio.to_thread(PageStream, asked, chat, past)
    watch = await asyncio.to_thread(asked.site.store.subscribe, asked.game_id, page.news)
    return streamed(request, follow(page, watch))


async def follow(page: PageStream, watch: Watch) -> AsyncGenerator[bytes | Packed, None]:
    """The messages, until the reader leaves, loses his seat or the game is gone."""
    asked, follower = page.asked, page.follower
    followers, who = asked.site.followers, asked.reader.who
    followers.add(who, asked.window, follower)
    try:
        yield f"retry: {RETRY}\n\n".encode()
        yield await page.brought(first=True)
        while True:
            try:
                news: News = await asyncio.wait_for(watch.__anext__(), asked.site.settings.keep_alive)
            except TimeoutError:
                if not await patiently(who.is_here, asked.site.store):
                    return
                yield b": still here\n\n"
                continue
            except StopAsyncIteration:
                return
            if news.gone:
                yield b"event: gone\ndata: {}\n\n"
                return
            yield await page.brought(news)
    except StellwerkError:  # the seat has been handed over, or the game is gone
        yield b"event: gone\ndata: {}\n\n"
    finally:
        followers.drop(who, asked.window, follower)
        watch.close()


HANDLERS = [live]
