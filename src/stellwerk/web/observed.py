"""Around everything: each request has an id, is timed and counted, and is named in the log if it was slow.

Routes are named as they are written in the program (`/g/{game_id}`): addresses of tables get into no log.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import Any
from urllib.parse import quote

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.web.logs import REQUEST
from stellwerk.web.metrics import Metrics
from stellwerk.web.settings import Settings

LOG = logging.getLogger("stellwerk.requests")
PEER = "stellwerk.peer"  # where in the scope it stands who has made the connection
STREAMS = ("/events", "/live")
_ID = re.compile(r"[A-Za-z0-9._:-]{8,64}")


def peer_noted(app: Any) -> Any:
    """Note who has made a connection, before a trusted proxy's word for the reader's address is taken."""

    async def noted(scope: Any, receive: Any, send: Any) -> None:
        scope[PEER] = (scope.get("client") or ("",))[0]
        await app(scope, receive, send)

    return noted


def plain_path(scope: dict[str, Any]) -> str:
    """The address of a request, from now on without empty parts: the framework takes `/a//b/` for `/a/b`, and whoever
    counts or refuses by addresses must see the same as it does.
    """
    path = str(scope["path"])
    if path.endswith("/") or "//" in path:
        path = "/" + "/".join(part for part in path.split("/") if part)
        scope["path"], scope["raw_path"] = path, quote(path, safe="/:@!$&'()*+,;=~", errors="surrogatepass").encode()
    return path


class Observed:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        """`settings` say whose ids of requests are taken, and what is slow."""
        self.app, self.settings, self.metrics = app, settings, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        plain: dict[str, Any] = scope  # type: ignore[assignment]  # the scope is a dict at run time
        if plain["type"] != "http":
            await self.app(scope, receive, send)
            return
        mark, status, began = self._mark(plain), 0, time.perf_counter()
        method, streams = plain["method"], plain_path(plain).endswith(STREAMS)
        set_ = REQUEST.set(mark)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", mark.encode())]
            await send(message)

        self.metrics.streams += streams
        try:
            await self.app(scope, receive, answer)
        finally:
            self.metrics.streams -= streams
            self._count(method, plain, status, None if streams else time.perf_counter() - began)
            REQUEST.reset(set_)

    def _mark(self, plain: dict[str, Any]) -> str:
        """The id of a request: a trusted proxy's, else one of our own."""
        peer = plain.get(PEER) or (plain.get("client") or ("",))[0]
        if peer in self.settings.proxies:
            for name, value in plain["headers"]:
                given = bytes(value).decode("latin-1")
                if bytes(name).lower() == b"x-request-id" and _ID.fullmatch(given):
                    return given
        return secrets.token_hex(8)

    def _count(self, method: str, plain: dict[str, Any], status: int, seconds: float | None) -> None:
        route = str(plain.get("path_template") or "none")
        self.metrics.answered(method, route, status, seconds)
        if seconds is None:
            return
        slow = seconds >= self.settings.slow_seconds
        self.metrics.slow += slow
        if slow or LOG.isEnabledFor(logging.INFO):
            ms = round(seconds * 1000)
            LOG.log(
                logging.WARNING if slow else logging.INFO,
                *("%s%s %s %s %s ms", "slow: " if slow else "", method, route, status, ms),
                extra={"method": method, "route": route, "status": status, "ms": ms},
            )
