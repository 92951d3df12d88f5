"""Every address of the application, asked for with values that make sense and with such that make none.

The addresses, their methods, parameters and bodies are taken from the application itself, so that a new page is tried
like all others. Whatever is sent, no answer may be a fault of the server (5xx). The same seed sends the same.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct, inspect

from stellwerk.formats import load_file
from tests.support import DATA

STREAMS = ("/live", "/events")
COMMON = ("seat", "tab", "have", "window", "lang", "theme", "ply")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
KINDS = ("application/json", "application/json; charset=utf-16", "text/plain", "application/x-www-form-urlencoded", "")
_PART = re.compile(r"\{(\w+):(\w+)\}")
LONG = "9" * 5000
# Written into addresses as they are: quoting is part of what is tried.
RAW = (
    "%ff",
    "%fe%80",
    "%00",
    "%0d%0aset-cookie:%20a=b",
    "%ed%a0%80",
    "%f0%9f%9a%82",
    "%",
    "%zz",
    "%2e%2e%2f",
    "a%2Fb",
    "+",
    LONG,
    "-1",
    "0x10",
    "1e9",
    "NaN",
    "null",
    "[]",
    "{}",
    "%5B%22a%22%5D",
    "",
    "%20",
    "true",
    "9007199254740993",
    "%C2%B2",
    "%D9%A3",
    "1_0",
    "%EF%BC%91",
    "E19" * 30,
    "A,A,A,A,A,A,A,A,A,A,A,A",
    "5,D,6,4,3,2",
    "E19.E21;E23",
    "%3Cscript%3E",
    "undefined",
    "1;2;3",
    "1.2.3",
    ".",
    "..",
    "-",
    "--",
    "'",
    "%22",
)
TEXTS = (
    "",
    "a",
    "Ada",
    "PRR",
    "E19",
    "57",
    "random",
    "steady",
    "pass",
    "open",
    "1830",
    "stellwerk",
    "\0",
    "\ud800",
    "\u202e",
    "💥" * 50,
    "x" * 5000,
    "<b>",
    "{0}",
    "{x!r}",
    "%s",
    "{{7*7}}",
    "=1+1",
    "../../etc/passwd",
    "\r\nA: b",
    "\ufeff",
    "a:1",
    "p:" + "0" * 24,
    "NaN",
    "1e309",
    "ß",
    "İ",
    "ﬃ",
    "a@b.example",
    "https://127.0.0.1/",
    "https://[::1",
    "//x",
    "http://a b/",
)
NUMBERS = (0, 1, 2, 3, 17, -1, 99, 100, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**30, 0.5, 1e308)
ACTIONS = (
    "pass",
    "bid",
    "buy_private",
    "lay_tile",
    "place_token",
    "run_routes",
    "dividend",
    "buy_train",
    "buy_share",
    "sell_shares",
    "par",
    "draw",
    "withdraw",
    "offer",
    "answer",
    "nonsense",
    "pick",
    "play",
    "discard",
)


class Address(Struct, frozen=True):
    """One handler: method, path as it is written, names of parameters, the type of the body if it takes one."""

    method: str
    path: str
    names: tuple[str, ...]
    body: Any = None


class Request(Struct, frozen=True):
    """What is sent."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    route: str


class Table(Struct, frozen=True):
    """A game to ask about, and words that mean something at it."""

    id: str
    title: str
    plies: int
    words: tuple[str, ...]


def addresses(app: Any) -> list[Address]:
    """All of an application, without those whose answers never end."""
    found = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if not isinstance(handler, HTTPRouteHandler) or route.path.endswith(STREAMS):
                continue
            given = handler.parsed_fn_signature.parameters
            body = next((given[name].annotation for name in given if name == "data"), None)
            names = tuple("hex" if name == "hex_name" else name for name in given)
            found += [
                Address(method, route.path, names, body)
                for method in sorted(handler.http_methods)
                if method != "OPTIONS"
            ]
    return sorted(found, key=lambda one: (one.path, one.method))


class Fuzz:
    """Makes requests, without end."""

    def __init__(self, found: Sequence[Address], tables: Sequence[Table], seed: int = 0) -> None:
        """About these tables; `seed` decides everything."""
        self.addresses, self.tables = list(found), list(tables)
        self.chance = random.Random(seed)

    def __iter__(self) -> Iterator[Request]:
        while True:
            self.chance.shuffle(self.addresses)
            for address in list(self.addresses):
                yield self.request(address)

    def request(self, address: Address) -> Request:
        """One request to an address."""
        chance = self.chance
        table = chance.choice(self.tables)
        path = _PART.sub(lambda part: self._part(part[1], part[2], table), address.path)
        if chance.random() < 0.02:
            path += chance.choice(("/", "//", "%2f", "/..", ";a=1", "\\"))
        names = [*address.names, *COMMON]
        if path.endswith("/choose"):
            names += ["do", "company", "amount", "percent", "private", "train", "price", "who", "to", "source"]
        query = [(name, self._query(name, table)) for name in names if chance.random() < 0.3]
        if query and chance.random() < 0.1:
            query.append((chance.choice(query)[0], chance.choice(RAW)))  # twice
        method = address.method if chance.random() < 0.95 else chance.choice(METHODS)
        headers = [("accept", chance.choice(("text/html", "*/*", "application/json", "image/png;q=x", "")))]
        headers.append(
            ("accept-language", chance.choice(("en", "de", "pl,en;q=0.5", "x" * 200, "*;q=,,;", "de;q=9e9")))
        )
        if chance.random() < 0.1:
            odd = ("cookie", "range", "if-none-match", "if-modified-since", "origin", "sec-fetch-site", "last-event-id")
            values = ("", "null", "bytes=0-,1-", "*", "stellwerk=" + "a" * 40, "lang=xx; theme=%00; map=x", "9" * 300)
            headers.append((chance.choice((*odd, "x-csrf-token", "content-encoding", "te")), chance.choice(values)))
        body = b""
        if method not in ("GET", "HEAD", "OPTIONS", "TRACE"):
            body = self.body(address.body, table)
            kind = chance.choice(KINDS) if chance.random() < 0.05 else KINDS[0]
            headers += [("content-type", kind)] if kind else []
        target = path + ("?" + "&".join(f"{name}={value}" for name, value in query) if query else "")
        return Request(method, target, tuple(headers), body, f"{method} {address.path}")

    def _part(self, name: str, kind: str, table: Table) -> str:
        chance = self.chance
        if chance.random() < 0.06:
            return chance.choice([value for value in RAW if value and value not in (".", "..")])
        if name == "game_id":
            return table.id
        if name == "title":
            return chance.choice(self.tables).title
        if name == "name":
            return "base.css"
        return str(chance.randrange(4)) if kind == "int" else self._query(name, table)

    def _query(self, name: str, table: Table) -> str:
        chance = self.chance
        if chance.random() < 0.05:
            return chance.choice(RAW)
        fixed: dict[str, Sequence[str]] = {
            "lang": ("en", "de", "pl", "xx"),
            "theme": ("light", "dark", "neon"),
            "format": ("stellwerk", "18xx.games", "csv"),
            "form": ("stellwerk", "18xx.games", "csv"),
            "kind": ("all", "moves", "money"),
            "tab": (
                "map",
                "market",
                "stock",
                "trains",
                "tiles",
                "log",
                "charts",
                "ledger",
                "companies",
                "rules",
                "notes",
            ),
            "do": ("take", "bid", "par", "buy", "sell", "exchange", "train", "discard", "dividend", "offer", "private"),
        }
        if name in fixed:
            return chance.choice(fixed[name])
        if name in ("seat", "number", "top", "limit", "percent", "who"):
            return str(chance.choice((0, 0, 0, 1, 1, 2, 7)))
        if name in ("ply", "since", "before", "event", "chat", "amount", "price"):
            return str(chance.randrange(table.plies + 2))
        if name in ("company", "hex", "hex_name") and chance.random() < 0.8:
            likely = [word for word in table.words if word.isupper() and (name == "company") == word.isalpha()]
            return quote(chance.choice(likely or table.words))
        if name in ("draft", "line", "counts"):
            return quote(
                chance.choice((",", ";", ".", " ", "|")).join(chance.choices(table.words, k=chance.randrange(9)))
            )
        return quote(chance.choice(table.words), safe="")

    # -- bodies

    def body(self, kind: Any, table: Table) -> bytes:
        """A body of a type, or nearly."""
        chance = self.chance
        odd = chance.random()
        if odd < 0.04:
            return chance.choice(
                (b"", b"{", b"[]", b"null", b"\xff", b'"\xed\xa0\x80"', b"[" * 9000, b"9" * 5000, b"{}")
            )
        plain = self._value(inspect.type_info(kind), table) if kind is not None else {}
        if isinstance(plain, dict) and odd < 0.15 and plain:
            plain[chance.choice(list(plain))] = self._odd()
        try:
            return json.dumps(plain).encode()
        except (TypeError, ValueError):
            return b"{}"

    def _odd(self) -> Any:
        chance = self.chance
        return chance.choice(
            (None, True, [], {}, [[[]]], {"a": {"b": []}}, chance.choice(NUMBERS), chance.choice(TEXTS))
        )

    def action(self, table: Table) -> dict[str, Any]:
        """Something like an action."""
        chance = self.chance
        fields = (
            "company",
            "private",
            "hex",
            "tile",
            "train",
            "price",
            "rotation",
            "percent",
            "amount",
            "seat",
            "routes",
        )
        made: dict[str, Any] = {"type": chance.choice(ACTIONS)}
        for name in fields:
            if chance.random() < 0.4:
                made[name] = chance.choice((chance.choice(table.words), chance.choice(NUMBERS), self._odd()))
        return made

    def _value(self, kind: Any, table: Table, name: str = "") -> Any:
        chance = self.chance
        match kind:
            case inspect.StructType():
                return {
                    field.encode_name: self._value(field.type, table, field.name)
                    for field in kind.fields
                    if field.required or chance.random() < 0.5
                }
            case inspect.Metadata():
                return self._value(kind.type, table, name)
            case inspect.UnionType():
                return self._value(chance.choice(kind.types), table, name)
            case inspect.LiteralType():
                return chance.choice(list(kind.values))
            case inspect.IntType():
                small = chance.choice((0, 1, 2, table.plies))
                return small if chance.random() < 0.8 else chance.choice(NUMBERS)
            case inspect.FloatType():
                return chance.choice(NUMBERS)
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.StrType():
                return chance.choice((*table.words, table.title, "")) if chance.random() < 0.6 else chance.choice(TEXTS)
            case inspect.ListType() | inspect.VarTupleType():
                return [self._value(kind.item_type, table, name) for _ in range(chance.randrange(4))]
            case inspect.DictType():
                if name == "file":
                    return {"format": "stellwerk", "title": table.title, "actions": [self.action(table)], "seed": 1}
                return self.action(table) if chance.random() < 0.8 else {chance.choice(TEXTS): self._odd()}
            case inspect.NoneType():
                return None
            case _:
                return self._odd()


Answered = tuple[int, float]  # the status, and after how many seconds


def run(requests: Iterator[Request], send: Callable[[Request], Answered], count: int) -> dict[str, Any]:
    """Send so many; what came of it, with every fault of the server."""
    statuses: Counter[str] = Counter()
    slowest: dict[str, tuple[float, str]] = {}
    faults = []
    for _, request in zip(range(count), requests, strict=False):
        status, seconds = send(request)
        statuses[f"{status // 100}xx"] += 1
        if seconds > slowest.get(request.route, (0.0, ""))[0]:
            slowest[request.route] = (seconds, request.target[:200])
        if status >= 500:
            faults.append({"request": shown(request), "status": status})
    slow = sorted(((round(seconds, 2), target) for seconds, target in slowest.values()), reverse=True)[:8]
    return {"requests": sum(statuses.values()), "statuses": dict(statuses), "slowest": slow, "faults": faults}


def shown(request: Request) -> str:
    """A request on a line."""
    return f"{request.method} {request.target[:300]} {dict(request.headers)} {request.body[:300]!r}"


def words_of(game: Any) -> tuple[str, ...]:
    """What can be named in a game: companies, places, trains, players, privates."""
    data = msgspec.json.decode(msgspec.json.encode(game.view(None), enc_hook=str))
    found: set[str] = set()

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            for key, value in part.items():
                if 0 < len(key) <= 12:
                    found.add(key)
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)
        elif isinstance(part, str) and 0 < len(part) <= 12:
            found.add(part)

    walk(data)
    return tuple(sorted(found)[:400]) or ("a",)


GAMES = ("1830-2p-games18xx", "1854-3p", "1854-4p", "1862-4p", "18te-2p", "18te-3p", "union-pacific-4p")
PARTS = (0.03, 0.2, 0.45, 0.7, 0.93, 1.0)  # how far the games are
FRESH = (
    ("1830", ("me", "open")),
    ("18te", ("me", "bot")),
    ("union-pacific", ("me", "hotseat", "bot")),
    ("1854", ("me", "bot", "bot")),
)


def put_up(
    send: Callable[[str, Any], httpx.Response], games: Sequence[str] = GAMES, parts: Sequence[float] = PARTS
) -> list[Table]:
    """Tables of every title: played so far, over, waiting for somebody, with bots."""
    tables = []
    for name in games:
        game = load_file(DATA / "games" / f"{name}.json.gz").game
        for part in parts:
            position = game.at(int(game.ply * part))
            answer = send("/api/v1/import", {"file": json.loads(position.transcript().encode())})
            assert answer.status_code == 201, answer.text
            tables.append(Table(answer.json()["table"]["id"], game.rules.title, position.ply, words_of(position)))
    for title, kinds in FRESH:
        answer = send("/api/v1/games", {"title": title, "seats": [{"kind": kind} for kind in kinds]})
        assert answer.status_code == 201, answer.text
        words = next((table.words for table in tables if table.title == title), ("a",))
        tables.append(Table(answer.json()["table"]["id"], title, 0, words))
    return tables
