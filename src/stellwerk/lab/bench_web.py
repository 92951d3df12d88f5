"""How fast the server answers: pages, clicks, other browsers, many watchers, many tables, long games.

Everything is measured over HTTP against a server in a process of its own on this machine, as a browser would see it,
without the time a browser needs to draw. Beside the figures stands `health`, the same request path without a game: what
HTTP itself costs here. Times are milliseconds.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput, Entry
from stellwerk.formats import load_file
from stellwerk.lab.bench import DEFAULT
from stellwerk.lab.web_callers import Caller, PageListener, listening, serving, state_of

LONG = 1000  # actions of the long game, if the file has as many


class Sizes(Struct, frozen=True):
    """How much is measured."""

    calls: int = 100
    moves: int = 120
    watchers: int = 200
    watched_moves: int = 20
    tables: int = 50
    seconds: float = 5.0
    plies: int = 60


def bench_web(path: str | Path | None = None, sizes: Sizes = Sizes()) -> dict[str, Any]:  # noqa: B008  # frozen
    """Measure with the game in a file, or with the one that comes with the program."""
    place = Path(path) if path is not None else DEFAULT
    game = load_file(place).game
    entries = list(game.entries)
    if len(entries) < 2 * sizes.moves:
        raise BadInput(f"{place}: a game of at least {2 * sizes.moves} actions is needed, this one has {len(entries)}")
    start = len(entries) // 2  # moves are measured in the middle of the game, where there is something to draw
    whole = json.loads(game.at(min(LONG, len(entries))).transcript().encode())
    cut = json.loads(game.at(start).transcript().encode())
    figures: dict[str, Any] = {"file": place.name, "actions": len(entries)}
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as caller:
            tables = caller.bring(cut), caller.bring(whole)
            figures["health"] = spread(timed(sizes.calls, lambda _: caller.get("/health")))
            figures["table_page"] = table_pages(caller, cut, sizes)
            figures["move_api"] = moves(caller, cut, entries[start:], sizes.moves)
            figures["move_click"] = clicks(caller, cut, entries[start:], sizes.moves)
            figures["other_browser"] = other_browser(caller, cut, entries[start:], sizes.moves)
            figures["per_move"] = per_move(caller, cut, entries[start:], sizes.moves)
            figures["watchers"] = watched(caller, cut, entries[start:], sizes)
            figures["tables_with_bots"] = many_tables(caller, sizes)
        # A server that has not read the games yet.
        with serving(Path(folder)) as caller:
            figures["first_pages"] = first_pages(caller, tables[0])
            figures["long_game"] = opened(caller, *tables, len(whole["actions"]), sizes)
        # Nor drawn anything.
        with serving(Path(folder)) as caller:
            figures["long_game"]["page_at_start"] = once(caller, f"/g/{tables[1]}")
    return figures


def timed(count: int, work: Callable[[int], object]) -> list[float]:
    """Milliseconds of each call."""
    times = []
    for number in range(count):
        start = time.perf_counter()
        work(number)
        times.append(1000 * (time.perf_counter() - start))
    return times


def spread(times: Sequence[float]) -> dict[str, float]:
    """Median, 95th percentile and the slowest."""
    ordered = sorted(times)
    last = len(ordered) - 1
    return {
        "p50": round(ordered[last // 2], 1),
        "p95": round(ordered[min(last, int(0.95 * len(ordered)))], 1),
        "max": round(ordered[last], 1),
    }


def once(caller: Caller, path: str) -> float:
    """Milliseconds of one page."""
    return round(timed(1, lambda _: caller.get(path))[0], 1)


def first_pages(caller: Caller, table: str) -> dict[str, float]:
    """The first pages of a server that has just started: the start page, then a table in mid-game."""
    return {"start": once(caller, "/"), "table": once(caller, f"/g/{table}")}


def table_pages(caller: Caller, file: Any, sizes: Sizes) -> dict[str, Any]:
    """The whole page of a table in mid-game, and the pieces of it that are fetched after a move."""
    table = caller.bring(file)
    page = caller.get(f"/g/{table}")
    return {
        "kilobytes": round(len(page) / 1000, 1),
        "page": spread(timed(sizes.calls, lambda _: caller.get(f"/g/{table}"))),
        "regions": spread(timed(sizes.calls, lambda _: caller.get(f"/g/{table}/now"))),
    }


def act_body(entry: Entry, version: int) -> dict[str, Any]:
    """The request that a click sends."""
    action = msgspec.to_builtins(entry.action)
    return {"seat": entry.seat, "expected_version": version, "action": action, "key": f"k{version}"}


def moves(caller: Caller, file: Any, entries: Sequence[Entry], count: int) -> dict[str, float]:
    """From sending a move until its answer: stored on the disk."""
    table = caller.bring(file)
    first = int(caller.ask("GET", f"/games/{table}/view")["version"])
    place = f"/api/v1/games/{table}/actions"
    return spread(timed(count, lambda number: caller.call("POST", place, act_body(entries[number], first + number))))


def clicks(caller: Caller, file: Any, entries: Sequence[Entry], count: int) -> dict[str, float]:
    """From a click until the page has the new panel: it says what it has, and unpacks the regions that differ."""
    table = caller.bring(file)
    first = int(caller.ask("GET", f"/games/{table}/view")["version"])
    has = state_of(caller.get(f"/g/{table}"))

    def click(number: int) -> None:
        nonlocal has
        body = act_body(entries[number], first + number)
        has = state_of(caller.call("POST", f"/g/{table}/act?have={has}", body, packed=True))

    return spread(timed(count, click))


def other_browser(caller: Caller, file: Any, entries: Sequence[Entry], count: int) -> dict[str, float]:
    """From a click until another browser has what is new."""
    table = caller.bring(file)
    first = int(caller.ask("GET", f"/games/{table}/view")["version"])
    times = []
    with contextlib.closing(PageListener(caller, table)) as other:
        for number in range(count):
            body = act_body(entries[number], first + number)
            sent = time.perf_counter()
            click = threading.Thread(target=caller.call, args=("POST", f"/g/{table}/act", body))
            click.start()
            other.sees(first + number + 1)
            times.append(1000 * (time.perf_counter() - sent))
            click.join()
    return spread(times)


def per_move(caller: Caller, file: Any, entries: Sequence[Entry], count: int) -> dict[str, Any]:
    """What a move with two watchers costs: compressed bytes for one of them, and the server's time on the processor."""
    table = caller.bring(file)
    first = int(caller.ask("GET", f"/games/{table}/view")["version"])
    sizes = []
    with (
        contextlib.closing(PageListener(caller, table)) as one,
        contextlib.closing(PageListener(caller, table)) as other,
    ):
        before = caller.busy()
        for number in range(count):
            was = one.size
            caller.call("POST", f"/api/v1/games/{table}/actions", act_body(entries[number], first + number))
            for page in (one, other):
                page.sees(first + number + 1)
            sizes.append((one.size - was) / 1000)
        busy = caller.busy() - before
    return {"kilobytes": spread(sizes), "cpu_ms": round(1000 * busy / count, 1) if busy else None}


def watched(caller: Caller, file: Any, entries: Sequence[Entry], sizes: Sizes) -> dict[str, Any]:
    """Many watchers of one table: until the first and until the last of them has the move, and the mover's own wait."""
    table = caller.bring(file)
    first = int(caller.ask("GET", f"/games/{table}/view")["version"])
    earliest, latest, own = [], [], []
    with listening(caller, table, sizes.watchers) as listener:
        for number in range(sizes.watched_moves):
            sent = time.perf_counter()
            caller.call("POST", f"/api/v1/games/{table}/actions", act_body(entries[number], first + number))
            own.append(1000 * (time.perf_counter() - sent))
            arrived = listener.wait(first + number + 1)
            earliest.append(1000 * (min(arrived) - sent))
            latest.append(1000 * (max(arrived) - sent))
    return {
        "count": sizes.watchers,
        "mover": spread(own),
        "first_watcher": spread(earliest),
        "last_watcher": spread(latest),
    }


def many_tables(caller: Caller, sizes: Sizes) -> dict[str, Any]:
    """Tables of bots only, all moving at once: their moves a second, and what a reader of a page waits meanwhile."""
    seats = [{"kind": "bot"} for _ in range(4)]
    made = [
        str(caller.ask("POST", "/games", {"title": "1830", "seats": seats, "seed": seed})["table"]["id"])
        for seed in range(sizes.tables)
    ]
    before, start = versions(caller, made), time.perf_counter()
    pages: list[float] = []
    health: list[float] = []
    while time.perf_counter() < start + sizes.seconds:
        start_page = time.perf_counter()
        caller.get(f"/g/{made[len(pages) % len(made)]}")
        pages.append(1000 * (time.perf_counter() - start_page))
        health += timed(1, lambda _: caller.get("/health"))
        time.sleep(0.02)
    seconds = time.perf_counter() - start
    after = versions(caller, made)
    return {
        "count": sizes.tables,
        "moves_per_s": round((sum(after) - sum(before)) / seconds),
        "tables_that_moved": sum(new > old for old, new in zip(before, after, strict=True)),
        "page": spread(pages),
        "health": spread(health),
    }


def versions(caller: Caller, tables: Sequence[str]) -> list[int]:
    """How far each table is."""
    return [int(caller.ask("GET", f"/games/{table}")["version"]) for table in tables]


def opened(caller: Caller, other: str, table: str, actions: int, sizes: Sizes) -> dict[str, Any]:
    """A long game: its page the first time, when the server has to read and replay it, and again; any ply of it.

    Another table is opened before, so that the first time is not the first page at all.
    """
    caller.get(f"/g/{other}")
    step = max(1, actions // sizes.plies)
    plies = [(7919 * number * step) % actions for number in range(sizes.plies)]  # back and forth, not in order
    return {
        "actions": actions,
        "page_first": once(caller, f"/g/{table}"),
        "page_again": spread(timed(sizes.calls // 4, lambda _: caller.get(f"/g/{table}"))),
        "any_ply": spread(timed(sizes.plies, lambda number: caller.get(f"/g/{table}/now?ply={plies[number]}"))),
    }
