"""What every front page needs besides its own content: reader, account, switches."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response

from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.render import full_page
from stellwerk.web.pages.switches import switches
from stellwerk.web.sessions import Session

Ask = Request[Any, Any, Any]


def front_page(request: Ask, session: Session, reader: Reader, template: str, **context: Any) -> Response[str]:
    """A page with the common header."""
    return full_page(reader, template, account=session.person.name, switches=switches(request, reader), **context)
