"""The gate in front of the application: hosts, sizes, rates, sessions, forged requests, headers of every answer."""

from __future__ import annotations

import asyncio
import hmac
import html
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk import core
from stellwerk.i18n import LANGUAGES, best_language, tell
from stellwerk.store import StoreError
from stellwerk.web.bans import Bans
from stellwerk.web.cookies import our_cookies, written
from stellwerk.web.heads import Headers, client_of, host_of, replay, without_body
from stellwerk.web.observed import plain_path
from stellwerk.web.responses import Refusal
from stellwerk.web.sessions import Session, Sessions, unmasked
from stellwerk.web.settings import LOCAL_HOSTS, Settings
from stellwerk.web.shares import Bucket, RequestTurns, nothing

LOG = logging.getLogger(__name__)
SAFE = {"GET", "HEAD", "OPTIONS"}
SESSION = "stellwerk.session"  # where in the scope the session is
HEALTH = ("/health", "/ready")
LARGE = "/api/v1/import"
LOGINS = (
    "/api/v1/login",
    "/api/v1/accounts",
    *(f"/api/v1/account/{what}" for what in ("password", "email", "email/confirm", "forgot", "reset", "delete")),
)
ONE_CLICK = "/letters/off/"  # mail programs send a form there (RFC 8058)
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # addresses of tables are nobody else's business
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
MOST_HEAD = 32 * 1024  # bytes of address and headers
MOST_NESTED = 200_000  # lists and objects in a body; the longest game in a file has a tenth
_LANGUAGE = re.compile(r"(?:^|;)\s*lang=([a-z]{2})\s*(?:;|$)")


STREAMS = ("/events", "/live")
# What costs a hundred times as much as other answers: it counts as so many.
DEAR = 20
DEARLY = (
    *("/log", "/history", "/export", "/best-run", "/import", "/branch", "/board"),
    *("/lays", "/slots", "/runs", "/ahead", "/result", "/advice", "/advised"),
    *("/report", "/report.html", "/report.json"),
)
MAKING = ("/api/v1/games", "/learn")
NEW_TABLE = 10  # it takes as many kilobytes of the disk for ever


PAGE = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Stellwerk</title>{again}'
    '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
    "<body><main><h1>Stellwerk</h1><p>{text}</p></main></body></html>"
)


class Refuse(Exception):
    """Ends a request before it gets to the application."""

    def __init__(self, status: int, error: str, template: str, /, **facts: Any) -> None:
        """An HTTP status and a refusal. `wait` among the facts is told in a header too."""
        super().__init__(template)
        self.status, self.error, self.template, self.facts = status, error, template, facts
        self.headers = {"retry-after": str(facts["wait"])} if "wait" in facts else {}
        if status == 503:
            self.headers["retry-after"] = "5"


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: Settings, sessions: Sessions) -> None:
        """`settings` say who may come and how much he may bring."""
        self.app, self.settings, self.sessions = app, settings, sessions
        self._writes = Bucket(settings.writes_per_minute)
        self._reads = Bucket(settings.reads_per_minute)
        self._turns = RequestTurns(settings.at_once_per_client)
        self._dear = RequestTurns(-(-settings.at_once_per_client // 2))  # of these so many cost much
        self._streams: Counter[str] = Counter()
        self._bans = Bans()
        self._headers = dict(HEADERS)
        if settings.https:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        plain: dict[str, Any] = scope  # type: ignore[assignment]  # the scope is a dict at run time
        if plain["type"] != "http":
            await self.app(scope, receive, send)
            return
        session: Session | None = None
        path = plain_path(plain)
        if plain["method"] == "HEAD" and not path.endswith(STREAMS):  # as GET, without what it would bring
            plain["method"] = "GET"
            send = without_body(send)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                done()  # whoever reads slowly takes nobody's turn
                extra = dict(self._headers)
                if path.startswith("/api/"):
                    extra["cache-control"] = "no-store"
                names = {name.lower() for name, _ in message["headers"]}
                added = [(key.encode(), value.encode()) for key, value in extra.items() if key.encode() not in names]
                cookies: list[str] = []
                if session and message["status"] < 400:
                    with self._stored():
                        cookies = await self.sessions.write(session)
                added += [(b"set-cookie", cookie.encode()) for cookie in cookies]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        headers = Headers(())
        done = nothing
        try:
            headers = headers_of(plain)
            self._check_host(headers, path)
            bearer = self._bearer(headers)
            client = client_of(plain)
            session = await self._session(headers, bearer, client)
            if session.bearer and self.sessions.store and await self._bans.has(self.sessions.store, session.who.holder):
                raise Refuse(403, "forbidden", "this key has been banned")
            plain[SESSION] = session
            self._check_rate(client, plain["method"], path)
            if plain["method"] not in SAFE:
                self._check_origin(headers, plain, session)
                if path in LOGINS:  # after that: no other page makes a browser use up its owner's tries
                    self._must_not_wait(await self._check_login(client))
                receive = await self._body(headers, path, receive)
            with self._streaming(client, path):
                done = await self._turn(client, path)
                await self.app(scope, receive, answer)
        except Refuse as refuse:
            page = not path.startswith("/api/") and "text/html" in headers.one("accept")
            await refuse_with(answer, refuse, language_of(headers), page=page)
        finally:
            done()

    async def _turn(self, client: str, path: str) -> Callable[[], None]:
        """Wait until the client may have one more request in work; what is given back ends its turn."""
        if not path.endswith(DEARLY):
            return await self._turns.take(client)
        end_dear = await self._dear.take(client)
        try:
            end = await self._turns.take(client)
        except BaseException:
            end_dear()
            raise

        def both() -> None:
            end()
            end_dear()

        return both

    async def _session(self, headers: Headers, bearer: str, client: str) -> Session:
        cookies, agent = our_cookies(headers.all("cookie")), headers.one("user-agent")
        with self._stored():
            return await self.sessions.read(cookies, bearer, agent, client)

    @staticmethod
    @contextmanager
    def _stored() -> Iterator[None]:
        try:
            yield
        except StoreError as error:
            LOG.error("%s", error)
            raise Refuse(503, "busy", "the store cannot be used now; the server's log says why") from None

    # -- the checks

    def _check_host(self, headers: Headers, path: str) -> None:
        allowed, name = self.settings.hosts, host_of(headers.one("host"))
        if path in HEALTH and name in LOCAL_HOSTS:  # whoever watches over it on its own machine
            return
        if (allowed and name not in allowed) or (headers.one("host") and not name):
            raise Refuse(400, "wrong_host", "this server does not answer to that name; see --base-url")

    @staticmethod
    def _bearer(headers: Headers) -> str:
        given = headers.one("authorization")
        if not given:
            return ""
        kind, _, secret = given.partition(" ")
        if kind.lower() != "bearer" or not secret.strip() or len(secret) > 200:
            raise Refuse(400, "bad_input", "Authorization must be `Bearer SECRET`")
        return secret.strip()

    @contextmanager
    def _streaming(self, client: str, path: str) -> Iterator[None]:
        """Streams stay open: one client has so many of them."""
        if not path.endswith(STREAMS):
            yield
            return
        most = self.settings.streams_per_client
        if most and self._streams[client] >= most:
            raise Refuse(429, "too_many", "too many requests; the next is possible in {wait} s", wait=60)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]

    def _check_rate(self, client: str, method: str, path: str) -> None:
        bucket = self._reads if method in SAFE else self._writes
        cost = DEAR if path.endswith(DEARLY) else NEW_TABLE if method == "POST" and path in MAKING else 1
        self._must_not_wait(bucket.take(client, cost))

    @staticmethod
    def _must_not_wait(wait: float) -> None:
        if wait:
            raise Refuse(429, "too_many", "too many requests; the next is possible in {wait} s", wait=int(wait) + 1)

    async def _check_login(self, client: str) -> float:
        """Passwords are tried so often, at whichever of the servers; that is counted where all of them see it."""
        most = self.settings.logins_per_minute
        if not most:
            return 0.0
        with self._stored():
            return await asyncio.to_thread(self.sessions.opened().spend, "login", client, most)

    def _check_origin(self, headers: Headers, plain: dict[str, Any], session: Session) -> None:
        """Writes come from our own pages or from programs: nothing that another site makes a browser send."""
        if session.bearer or str(plain["path"]).startswith(ONE_CLICK):  # the address itself is the proof
            return
        if headers.one("sec-fetch-site") not in ("", "same-origin", "none"):
            raise Refuse(403, "forged", "the request comes from another site")
        origin = headers.one("origin")
        if origin and origin not in self._own(headers, plain):
            raise Refuse(403, "forged", "the request comes from another site")
        if session.old and not hmac.compare_digest(
            session.csrf.encode(), unmasked(headers.one("x-csrf-token")).encode()
        ):
            raise Refuse(403, "forged", "the header X-CSRF-Token is missing or not that of this session")

    def _own(self, headers: Headers, plain: dict[str, Any]) -> set[str]:
        own = {f"{plain.get('scheme', 'http')}://{headers.one('host')}"}
        if self.settings.base_url:
            own.add(self.settings.base_url)
        return own

    async def _body(self, headers: Headers, path: str, receive: Receive) -> Receive:
        """Read the body up to its limit and give it on in one piece."""
        limit = self.settings.most_import if path == LARGE else self.settings.most_body
        large = Refuse(413, "too_large", "the body is larger than {most} bytes", most=limit)
        length = headers.one("content-length")
        if length.isdecimal() and (len(length) > 15 or int(length) > limit):
            raise large
        parts: list[bytes] = []
        size = 0
        end = time.monotonic() + self.settings.body_seconds
        while True:
            try:
                message = await asyncio.wait_for(receive(), max(end - time.monotonic(), 0.01))
            except TimeoutError:
                raise Refuse(408, "bad_input", "the body did not arrive in time") from None
            if message["type"] == "http.disconnect":
                break
            part: bytes = message.get("body", b"")  # type: ignore[assignment]  # only request messages get here
            size += len(part)
            if size > limit:
                raise large
            parts.append(part)
            if not message.get("more_body", False):
                break
        kind = headers.one("content-type").partition(";")[0].strip().lower()
        if size and kind != "application/json" and not path.startswith(ONE_CLICK):
            raise Refuse(415, "bad_input", "the body must be sent as application/json")
        body = b"".join(parts)
        if body.count(b"[") + body.count(b"{") > MOST_NESTED:  # each costs twenty times its bytes in memory
            raise Refuse(413, "too_large", "the body has more than {most} lists and objects", most=MOST_NESTED)
        if not is_text(body):
            raise Refuse(400, "bad_input", "the body is not UTF-8 text")
        return replay(body, receive)


def headers_of(scope: dict[str, Any]) -> Headers:
    """The headers of a request; from now on it has no cookies but ours."""
    size = sum(len(key) + len(value) for key, value in scope["headers"])
    if size + len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > MOST_HEAD:
        raise Refuse(431, "too_large", "address and headers are larger than {most} bytes", most=MOST_HEAD)
    headers = Headers(scope["headers"])
    if headers.one("content-length") and headers.one("transfer-encoding"):  # a proxy may take the other one
        twice = Refuse(400, "bad_input", "the request says twice how long it is")
        twice.headers["connection"] = "close"  # nothing that comes after it is a request
        raise twice
    given = headers.all("cookie")
    if not given:
        return headers
    cookies = written(our_cookies(given)).encode("latin-1")
    others = [(key, value) for key, value in scope["headers"] if bytes(key).lower() != b"cookie"]
    scope["headers"] = [*others, (b"cookie", cookies)] if cookies else others
    return Headers(scope["headers"])


def is_text(body: bytes) -> bool:
    """True for UTF-8."""
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


async def refuse_with(send: Send, refuse: Refuse, language: str, *, page: bool) -> None:
    """Answer with a refusal, as a page if one is wished: a plain one, since nobody knows yet who asks."""
    text = tell(core.Message(refuse.template, refuse.facts), language)
    if page:
        again = '<meta http-equiv="refresh" content="5">' if refuse.status == 503 else ""
        body = PAGE.format(language=language, again=again, text=html.escape(text)).encode()
    else:
        body = msgspec.json.encode(Refusal(refuse.error, "", text, refuse.facts))
    kind = b"text/html; charset=utf-8" if page else b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    headers += [(key.encode(), value.encode()) for key, value in refuse.headers.items()]
    await send({"type": "http.response.start", "status": refuse.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def language_of(headers: Headers) -> str:
    """The language a request wants: the one chosen on the pages, else what the browser or program asks for."""
    for header in headers.all("cookie"):
        found = _LANGUAGE.search(header)
        if found and found[1] in LANGUAGES:
            return found[1]
    return best_language(headers.one("accept-language"))
