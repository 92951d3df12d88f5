"""What handlers of the API are given, and the refusals they can answer with."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from stellwerk.web.guard import language_of
from stellwerk.web.heads import Headers
from stellwerk.web.people import Who
from stellwerk.web.responses import Refusal
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

TheSite = NamedDependency[Site]
Asker = NamedDependency[Who]
Browser = NamedDependency[Session]
GameId = FromPath[str]
Ply = Annotated[int | None, QueryParameter(ge=0, le=10**6, description="a position of the past: after so many actions")]
OwnSeat = Annotated[int, QueryParameter(ge=0, le=99)]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=99, description="as which of one's seats")]
Since = Annotated[int, QueryParameter(ge=0, le=2**53, description="what came after this number")]
Text = Annotated[str | None, QueryParameter(max_length=200)]
REFUSALS = {
    status: ResponseSpec(Refusal, generate_examples=False, description=text)
    for status, text in {
        400: "the request cannot be understood: what and where",
        403: "the seat, the view or the table is not the asker's",
        404: "there is no such game, title or paragraph",
        409: "the game has moved on, or it is not the time",
        422: "the rules refuse the action",
        429: "too many requests",
    }.items()
}
FILE = ResponseSpec(dict[str, Any], generate_examples=False, description="the file; JSON, or CSV text with format=csv")


def spoken(request: Request[Any, Any, Any]) -> str:
    """The language a request asks for."""
    return language_of(Headers(request.scope["headers"]))
