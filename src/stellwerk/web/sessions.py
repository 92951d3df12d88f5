"""Sessions of browsers: an id in a cookie, kept here only as a hash, and behind it the name that holds seats.

A session begins when somebody makes a table, takes a seat, watches or signs in, and gets a new id whenever he gets more
rights by joining, watching or signing in: an id that somebody else may have planted or seen is worth nothing then.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from stellwerk.core.reading import meet
from stellwerk.store import GameStore, StoredSession, StoreError
from stellwerk.store.tokens import MARK
from stellwerk.web.devices import device_of
from stellwerk.web.people import Who
from stellwerk.web.tries import NOWHERE, Place, known, mark_of

LASTS = 400 * 24 * 3600  # seconds; browsers keep no cookie for longer
MOST_WATCHED = 100
SHORTEST_KEY = 16
SEEN = 600  # seconds for which it is not kept that a session was used once more
TOKEN = 32  # bytes of a CSRF token


class SessionPerson(Struct, frozen=True):
    """What is stored of a session. `watching` are marks of links (`access.watch_mark`)."""

    person: str
    account: int | None = None
    name: str = ""
    watching: tuple[str, ...] = ()


class Session:
    """The session of one request. Changes are written, and the cookie is set, when the answer begins."""

    def __init__(
        self,
        secret: str,
        sid: str,
        person: SessionPerson | None,
        bearer: str = "",
        device: str = "",
        place: Place = NOWHERE,
    ) -> None:
        """`person` is None for a request without a session. `place` is where the request comes from."""
        self._secret, self.bearer, self.device = secret, bearer, device
        self.old, self.sid = sid if person else "", sid if person else ""
        self.person = person or SessionPerson(f"p:{secrets.token_hex(12)}")
        self.place = Place(place.address, place.mark, self.key)
        self.mark = ""  # a new one for this browser
        self.rotated = self.ended = False

    @property
    def who(self) -> Who:
        """The maker of the request. A program that shows a secret is not taken for the browser it may share."""
        if self.bearer:
            digest = hashlib.sha256(self.bearer.encode("utf-8", "surrogatepass")).hexdigest()
            own = len(self.bearer) >= SHORTEST_KEY and not self.bearer.startswith(MARK)
            return Who((f"k:{digest[:24]}",) if own else (), self.bearer)
        person = self.person
        mine = (person.person,) if person.account is None else (f"a:{person.account}", person.person)
        return Who(mine, "", frozenset(person.watching), bool(self.old))

    @property
    def key(self) -> str:
        """What the session is filed under; empty if there is none."""
        return key_of(self.old) if self.old else ""

    @property
    def csrf(self) -> str:
        """What writes with the cookie must carry; another site cannot know it."""
        if not self.sid:
            return ""
        return hmac.new(self._secret.encode(), f"csrf/{self.sid}".encode(), hashlib.sha256).hexdigest()

    def rotate(self) -> str:
        """Give the session a new id (or its first); returns the new CSRF token. Programs with a secret need none."""
        if self.bearer:
            return ""
        if not self.rotated:
            self.sid = secrets.token_urlsafe(24)
            self.rotated = True
        return self.csrf

    def begin(self) -> str:
        """Make sure that there is a session; returns its CSRF token."""
        return self.csrf if self.old else self.rotate()

    def watch(self, mark: str) -> str:
        """Remember the mark of a link by which a game is watched."""
        others = [known for known in self.person.watching if known != mark]
        self.person = msgspec.structs.replace(self.person, watching=(*others, mark)[-MOST_WATCHED:])
        return self.rotate()

    def sign_in(self, account: int, name: str) -> str:
        """The session is an account's from now on."""
        self.person = msgspec.structs.replace(self.person, account=account, name=name)
        if not known(self.place.mark, account, self._secret):
            self.mark = mark_of(account, self._secret)
        return self.rotate()

    def end(self) -> None:
        """Forget who this is."""
        self.ended = True


class Sessions:
    """All sessions, in the store of the games."""

    def __init__(self, secret: str, secure: bool) -> None:
        """`secure`: readers come by HTTPS, and the cookie is sent on no other way. The store is opened later."""
        self._secret, self._secure = secret, secure
        self.cookie = "__Host-stellwerk" if secure else "stellwerk"
        self.known = "__Host-known" if secure else "known"
        self.store: GameStore | None = None

    async def read(self, cookies: Mapping[str, str], bearer: str, agent: str = "", address: str = "") -> Session:
        """The session of a request, from its cookies. What cannot be read is none. `agent` is what the browser
        says it is, `address` where it is.
        """
        if bearer:
            return Session(self._secret, "", None, bearer, place=Place(address))
        sid = self._sid(cookies)
        found = await asyncio.to_thread(self.opened().session, key_of(sid)) if sid else None
        device = device_of(agent)
        if found and found.account is not None and time.time() * 1000 - found.seen > SEEN * 1000:
            await asyncio.to_thread(self.opened().see_session, key_of(sid), device)
        place = Place(address, cookies.get(self.known, ""))
        return Session(self._secret, sid, person_of(found) if found else None, device=device, place=place)

    async def write(self, session: Session) -> list[str]:
        """Store what changed; returns the Set-Cookie headers."""
        if session.ended:
            if session.old:
                await asyncio.to_thread(self.opened().end_session, key_of(session.old))
            return [self._header(self.cookie, "", 0)]
        if not session.rotated:
            return []
        kept = stored(session.person, int((time.time() + LASTS) * 1000), session.device)
        replaces = key_of(session.old) if session.old else ""
        await asyncio.to_thread(self.opened().put_session, key_of(session.sid), kept, replaces)
        marks = [self._header(self.known, session.mark, LASTS)] if session.mark else []
        return [self._header(self.cookie, session.sid, LASTS), *marks]

    def opened(self) -> GameStore:
        """The store."""
        if self.store is None:
            raise StoreError("the store is not open")
        return self.store

    def _sid(self, cookies: Mapping[str, str]) -> str:
        value = cookies.get(self.cookie, "")
        return value if 20 <= len(value) <= 80 else ""

    def _header(self, name: str, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def masked(token: str) -> str:
    """A token for a page, different every time: in a compressed answer its length tells nothing about it (BREACH)."""
    plain = bytes.fromhex(token)
    pad = secrets.token_bytes(len(plain))
    return (pad + _xor(pad, plain)).hex()


def unmasked(token: str) -> str:
    """The token behind a masked one; whatever is none is given back."""
    try:
        both = bytes.fromhex(token)
    except ValueError:
        return token
    half = len(both) // 2
    return token if half != TOKEN else _xor(both[:half], both[half:]).hex()


def _xor(pad: bytes, text: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(pad, text, strict=True))


def key_of(sid: str) -> str:
    """What a session is filed under: whoever reads the store cannot take a session over. (Hashed twice, for sessions
    were files once, and this was the name of the file.)
    """
    return file_key(hashlib.sha256(sid.encode("utf-8", "surrogatepass")).hexdigest())


def file_key(key: str) -> str:
    """The name that the file of a session had."""
    return hashlib.blake2s(key.encode()).hexdigest()


def stored(person: SessionPerson, ends: int, device: str = "") -> StoredSession:
    """A session as the store keeps it."""
    body = {"name": person.name, "watching": person.watching}
    return StoredSession(person.person, person.account, body, ends, device)


def person_of(session: StoredSession) -> SessionPerson | None:
    """The opposite; None if it makes no sense."""
    meet(SessionPerson)
    try:
        return msgspec.convert({"person": session.person, "account": session.account, **session.body}, SessionPerson)
    except (msgspec.ValidationError, TypeError):
        return None
