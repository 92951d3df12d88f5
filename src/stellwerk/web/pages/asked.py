"""What every request about a table says besides what it asks for: who reads, through whose eyes, which tab, and what
his page has already. Made by the framework for handlers that ask for it as `asked`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Annotated

from litestar import MediaType, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from stellwerk.store import Live, News
from stellwerk.web.access import Access
from stellwerk.web.packing import GZIP, zipped
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import changes, toasts, view_of, written
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.site import Site

SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=99)]
TabQuery = Annotated[str | None, QueryParameter(max_length=40)]
Ply = Annotated[int | None, QueryParameter(ge=0, le=10**6)]
SMALL = 500  # bytes of an answer that are not worth compressing
Token = Annotated[str, QueryParameter(max_length=64)]


class TableRequest:
    """A reader's request about a table. `have` is the state of the regions in his page, `window` is what the page calls
    itself.
    """

    def __init__(
        self,
        site: NamedDependency[Site],
        reader: NamedDependency[Reader],
        game_id: FromPath[str],
        seat: SeatQuery = None,
        tab: TabQuery = None,
        have: Token = "",
        window: Token = "",
    ) -> None:
        """`seat` is whose eyes he has chosen, `tab` the view, None the one that fits."""
        self.site, self.reader, self.game_id = site, reader, game_id
        self.seat, self.tab, self.have, self.window = seat, tab, have, window

    def open(self, news: News | None = None) -> tuple[Access, Live]:
        """His rights and the game, read once; not even that if he was told news which this process knows."""
        return self.site.games.open(self.game_id, self.reader.who, news)

    def open_page(self, ply: int | None = None, opened: tuple[Access, Live] | None = None) -> TablePage:
        """What he sees, now or at a ply; refused if the table is not his to see."""
        return TablePage(self.site, self.reader, self.game_id, self.seat, ply, opened or self.open())

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While the game is changed and the answer is made: the page's own stream leaves the news to the answer, and
        all streams let it pass.
        """
        follower = self.site.followers.get(self.reader.who, self.window)
        with self.site.lane.click(), follower.answering() if follower else nullcontext():
            yield

    def answer(
        self, page: TablePage, status: int = 200, said: Iterable[str] = (), *, redo: bool = False
    ) -> Response[str]:
        """The regions that differ from what the page has, and what is to be said besides."""
        view, now = view_of(page, self.tab, self.seat), written(page, self.tab, self.seat)
        had = self.site.rendered.had(view, self.have)
        follower = self.site.followers.get(self.reader.who, self.window)
        if follower is not None:
            follower.was_told(view, now.state)
        return Response(
            changes(now, had, self.have, toasts(page, said, redo)),
            status_code=status,
            media_type=MediaType.HTML,
            headers={"cache-control": "no-store"},
        )

    def packed(self, answer: Response[str]) -> Response[bytes]:
        """An answer compressed here, in the thread that has made it: meanwhile the server's loop serves others. For
        handlers that are `AS_IT_IS`.
        """
        content = answer.content.encode()
        headers: dict[str, str] = {"cache-control": "no-store"}
        if self.reader.unpacks and len(content) >= SMALL:
            content, headers = zipped(content), headers | GZIP
        return Response(content, status_code=answer.status_code, media_type=MediaType.HTML, headers=headers)


Asked = NamedDependency[TableRequest]
