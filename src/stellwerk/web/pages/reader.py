"""Who reads a page and how: language, theme, session. Kept in plain cookies, for they are no secrets."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from stellwerk.core import Message, Text
from stellwerk.i18n import best_language, tell
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.web.packing import takes_gzip
from stellwerk.web.people import Who
from stellwerk.web.sessions import Session

THEMES = ("system", "light", "dark")
_YEAR = 365 * 24 * 3600


class Reader:
    """One reader of one page. `?lang=` and `?theme=` change what his cookies say."""

    def __init__(self, request: Request[Any, Any, Any], session: Session) -> None:
        """Language: asked for in the address, else in the cookie, else what the browser wants."""
        query, cookies = request.query_params, request.cookies
        self.path: str = request.url.path
        self.session = session
        self.guide: str = cookies.get("guide", "")  # games with hints, see pages/guide/setting.py
        self.narrow: bool = cookies.get("narrow") == "yes"
        self.unpacks: bool = takes_gzip(request.headers.get("accept-encoding", ""))
        self.cookies: list[Cookie] = []
        self.language = self._choice(query.get("lang"), cookies.get("lang"), "lang", LANGUAGES) or best_language(
            request.headers.get("accept-language")
        )
        self.theme = self._choice(query.get("theme"), cookies.get("theme"), "theme", THEMES) or "system"

    def _choice(self, asked: Any, kept: str | None, name: str, known: tuple[str, ...]) -> str:
        if isinstance(asked, str) and asked in known:
            self.cookies.append(Cookie(key=name, value=asked, max_age=_YEAR, path="/", samesite="lax"))
            return asked
        return kept if kept in known else ""

    @property
    def who(self) -> Who:
        """As whom the table service knows him."""
        return self.session.who

    def say(self, text: Text, /, **facts: Any) -> str:
        """A text of the pages in his language; `text` is written out where this is called, so that it is collected."""
        return tell(Message(text, facts), self.language)


def get_reader(request: Request[Any, Any, Any], session: NamedDependency[Session]) -> Reader:
    """The reader of a request, for handlers that ask for one."""
    return Reader(request, session)


TheReader = NamedDependency[Reader]
