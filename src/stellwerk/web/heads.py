"""Parts of a request and its answer as ASGI has them: headers by name, whose request it is, a body that was read."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.types import Message, Receive, Send

from stellwerk.web.connections import neighbourhood


def host_of(text: str) -> str:
    """The name in a Host header; empty if it is none, or its port is none."""
    if set(text) & set("/?#@\\ "):
        return ""
    try:
        parts = urlsplit(f"//{text}")
        return (parts.hostname or "") if parts.port is None or parts.port else ""
    except ValueError:
        return ""


def client_of(scope: dict[str, Any]) -> str:
    """Whom a request is counted for."""
    client = scope.get("client")
    return neighbourhood(str(client[0])) if client else ""


class Headers:
    """Request headers by name."""

    def __init__(self, raw: Any) -> None:
        """`raw` as ASGI gives them."""
        self._raw = [(bytes(key).lower().decode("latin-1"), bytes(value).decode("latin-1")) for key, value in raw]

    def all(self, name: str) -> list[str]:
        """Every header of that name."""
        return [value for key, value in self._raw if key == name]

    def one(self, name: str) -> str:
        """The first header of that name; empty if there is none."""
        return next(iter(self.all(name)), "")


def without_body(send: Send) -> Send:
    """A `send` that keeps the content of an answer to itself."""

    async def head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return head


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body once, then whatever comes after it."""
    given = False

    async def again() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
