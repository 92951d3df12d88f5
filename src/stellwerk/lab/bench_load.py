"""How many tables one server carries: browsers that click at a given rate, others that watch, streams that wait.

The browsers live in this process and the servers in theirs, so that a server's time on the processor is its own. A
click counts from the moment it was due, not from when there was time to send it: a server that falls behind shows it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput, Entry, Game
from stellwerk.formats import load_file
from stellwerk.lab.bench import DEFAULT
from stellwerk.lab.bench_web import spread
from stellwerk.lab.load_clients import OpenPage
from stellwerk.lab.web_callers import Caller, serving
from stellwerk.store import LiveGames, NewSeat, open_store

MOVER, WATCHER = "the browser that moves", "a secret for who watches"  # what they show; a server keeps hashes
OPENING = 16  # pages that are opened at the same time
P95 = 300.0  # milliseconds within which 95 of 100 clicks must be answered


class Load(Struct, frozen=True):
    """What is asked of the servers. `apart`: every seat is a browser of its own and the others of the table watch."""

    tables: int = 100
    watchers: int = 2
    streams: int = 0  # in all; what the tables do not have waits at a table where nothing happens
    rates: tuple[float, ...] = (20.0, 40.0, 60.0, 80.0)  # clicks a second, each in its turn until one is too many
    seconds: float = 15.0
    processes: int = 1
    database: str = ""
    apart: bool = False
    minutes: float = 0.0  # so long at the first rate, with the memory every `seconds`, not one rate after another
    memory: int = 0  # megabytes that each server may keep of games and pages; 0: as it is without being told
    lists: bool = False  # also what a page fetches by itself after a click: the lists of lays, slots and runs


class LoadedTable(Struct):
    """A table under load and how far it is."""

    pages: list[OpenPage]
    entries: Sequence[Entry]
    seats: list[int]  # which of the pages holds each seat
    made: int = 0
    due: dict[int, float] = {}  # by version, when the click was due that leads there


def bench_load(
    path: str | Path | None = None,
    load: Load = Load(),  # noqa: B008  # frozen
    say: Callable[[str], object] = lambda line: None,
) -> dict[str, Any]:
    """Measure with the game in a file, or with the one that comes with the program; `say` is told how it goes."""
    if load.processes > 1 and not load.database:
        raise BadInput("--processes needs --database: a file has one server")
    game = load_file(Path(path) if path is not None else DEFAULT).game
    start = game.ply // 2
    room_for(2 * load.tables * (load.watchers + 1) + load.streams + 200)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        place = load.database or Path(folder) / "0" / "stellwerk.sqlite"
        Path(folder, "0").mkdir()
        began = time.perf_counter()
        names = put_up(place, game.at(start), load)
        setup = time.perf_counter() - began
        more = ["--database", load.database, "--secret", MOVER] if load.database else []
        more += ["--memory", str(load.memory)] if load.memory else []
        callers = [stack.enter_context(serving(Path(folder) / str(n), *more)) for n in range(load.processes)]
        entries = list(game.entries)[start:]
        figures = asyncio.run(LoadMeasurement(callers, names, entries, load, say).all())
    return {
        "tables": load.tables,
        "watchers": load.watchers,
        "processes": load.processes,
        "setup_s": round(setup, 1),
    } | figures


def room_for(files: int) -> None:
    """Let this process have so many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < files:
        if hard != resource.RLIM_INFINITY and hard < files:
            raise BadInput(f"{files} connections are needed, and the system allows {hard} open files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))


def put_up(place: str | Path, game: Game[Any], load: Load) -> list[str]:
    """Tables in the store, all in the same position; the last one is for streams that only wait."""
    holders = [holder(seat if load.apart else 0) for seat in range(len(game.rules.seats))]
    seats = [NewSeat(name, "me", of) for name, of in zip(game.rules.seats, holders, strict=True)]
    settings = {"watch_key": hashlib.sha256(WATCHER.encode()).hexdigest(), "creator": holder(0)}
    with open_store(place) as store:
        live = LiveGames(store)
        return [live.create(game, seats, settings) for _ in range(load.tables + 1)]


def key_of(seat: int) -> str:
    """What the browser at a seat shows."""
    return f"{MOVER} {seat}"


def holder(seat: int) -> str:
    """As whom the server knows it."""
    return f"k:{hashlib.sha256(key_of(seat).encode()).hexdigest()[:24]}"


def sources() -> Iterator[str]:
    """Addresses of this machine, one after the other."""
    while True:
        for number in range(2, 65_000):
            yield f"127.0.{number >> 8}.{number & 255}"


class LoadMeasurement:
    """One measurement."""

    def __init__(
        self,
        callers: Sequence[Caller],
        names: Sequence[str],
        entries: Sequence[Entry],
        load: Load,
        say: Callable[[str], object],
    ) -> None:
        """`names` are the tables; the game goes on with `entries` at each of them."""
        self.callers, self.load, self.say = callers, load, say
        self.servers = [caller.place.geturl() for caller in callers]
        self.following: set[asyncio.Task[None]] = set()
        self.clicked: list[float] = []  # milliseconds from when a click was due until its answer
        self.watched: list[float] = []  # … until a watcher had it
        self.sizes: list[int] = []
        self._addresses = sources()
        self._count = 0
        self.tables = [self._table(name, entries) for name in names[:-1]]
        open_ = sum(len(table.pages) for table in self.tables)
        self.waiting = [self._page(names[-1], WATCHER) for _ in range(max(load.streams - open_, 0))]

    def _page(self, table: str, key: str) -> OpenPage:
        self._count += 1
        server = self.servers[self._count % len(self.servers)]
        return OpenPage(server, next(self._addresses), table, key, self._count)

    def _table(self, name: str, entries: Sequence[Entry]) -> LoadedTable:
        count = 1 + max(entry.seat for entry in entries)
        movers = [self._page(name, key_of(seat)) for seat in (range(count) if self.load.apart else (0,))]
        watchers = 0 if self.load.apart else self.load.watchers
        pages = movers + [self._page(name, WATCHER) for _ in range(watchers)]
        table = LoadedTable(pages, entries, [seat if self.load.apart else 0 for seat in range(count)], due={})
        for page in pages:
            page.on_version = lambda version, at: self._seen(table, version, at)
        return table

    def _seen(self, table: LoadedTable, version: int, at: float) -> None:
        due = table.due.get(version)
        if due is not None:
            self.watched.append(1000 * (at - due))

    async def all(self) -> dict[str, Any]:
        """Open everything, then click faster and faster."""
        began = time.perf_counter()
        pages = [page for table in self.tables for page in table.pages] + self.waiting
        gate = asyncio.Semaphore(OPENING)
        await asyncio.gather(*(self._open(page, gate) for page in pages))
        opened = time.perf_counter() - began
        figures: dict[str, Any] = {
            "streams": len(pages),
            "opened_s": round(opened, 1),
            "memory_mb": [round(caller.memory() / 1e6) for caller in self.callers],
            "idle_cpu": await self._idle(),
            "rates": [],
        }
        if self.load.minutes:
            figures |= await self._soak()
        else:
            for rate in self.load.rates:
                step = await self._at(rate)
                self.say(
                    f"{step['moves_per_s']} moves/s: {step['click']}, {step['cpu_ms_per_move']} ms of processor each"
                )
                figures["rates"].append(step)
                if not step["held"]:
                    break
            held = [step["moves_per_s"] for step in figures["rates"] if step["held"]]
            figures["holds_moves_per_s"] = max(held, default=0)
        figures["memory_mb_after"] = [round(caller.memory() / 1e6) for caller in self.callers]
        for task in self.following:
            task.cancel()
        await asyncio.gather(*self.following, return_exceptions=True)
        for page in pages:
            page.close()
        return figures

    async def _open(self, page: OpenPage, gate: asyncio.Semaphore) -> None:
        async with gate:
            await page.open()
            ready = asyncio.Event()
            task = asyncio.create_task(page.follow(ready.set))
            self.following.add(task)
            waiting = asyncio.create_task(ready.wait())
            await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
            if not ready.is_set():
                waiting.cancel()
                if task.done():
                    task.result()
                raise BadInput("a stream did not begin within 60 s")

    async def _soak(self) -> dict[str, Any]:
        """The memory of the servers while people play on and some open the table anew."""
        end = time.perf_counter() + 60 * self.load.minutes
        memory, moves, chance = [], 0, random.Random(2)
        while time.perf_counter() < end:
            step = await self._at(self.load.rates[0])
            moves += len(self.clicked)
            for table in chance.sample(self.tables, min(10, len(self.tables))):
                await table.pages[-1].open()
            memory.append([round(caller.memory() / 1e6) for caller in self.callers])
            self.say(f"{len(memory) * self.load.seconds:.0f} s: {memory[-1]} MB, {moves} moves, {step['click']}")
        return {"minutes": self.load.minutes, "moves": moves, "memory_mb_over_time": memory}

    async def _idle(self) -> float:
        """What part of a processor the open streams take while nothing happens."""
        before = self._busy()
        await asyncio.sleep(3)
        return round((self._busy() - before) / 3, 3)

    def _busy(self) -> float:
        return sum(caller.busy() for caller in self.callers)

    async def _at(self, rate: float) -> dict[str, Any]:
        """Clicks at a rate, each at the next table that has nothing under way."""
        self.clicked, self.watched, self.sizes = [], [], []
        free = [table for table in self.tables if table.made < len(table.entries)]
        random.Random(1).shuffle(free)
        under_way: set[asyncio.Task[None]] = set()
        received = sum(page.received for table in self.tables for page in table.pages)
        late = 0
        busy, start = self._busy(), time.perf_counter()
        own = time.process_time()
        count = int(rate * self.load.seconds)
        for number in range(count):
            due = start + number / rate
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            while not free and under_way:
                late += 1
                await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(0)
            if not free:
                break
            task = asyncio.create_task(self._click(free.pop(0), due, free))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        for done in await asyncio.gather(*under_way, return_exceptions=True):
            if isinstance(done, BaseException):
                raise done
        seconds = time.perf_counter() - start
        await asyncio.sleep(0.3)  # the last watchers
        self._must_follow()
        moves = len(self.clicked)
        if not moves:
            raise BadInput("the games are over: more --tables are needed for so many moves")
        received = sum(page.received for table in self.tables for page in table.pages) - received
        click = spread(self.clicked)
        reached = round(moves / seconds, 1)
        return {
            "asked_per_s": rate,
            "moves_per_s": reached,
            "held": click["p95"] <= P95 and reached >= 0.93 * rate,
            "click": click,
            "watcher": spread(self.watched or [0.0]),
            "cpu_ms_per_move": round(1000 * (self._busy() - busy) / moves, 2),
            "own_cpu_ms_per_move": round(1000 * (time.process_time() - own) / moves, 2),
            "kilobytes": {
                "click": round(sum(self.sizes) / moves / 1000, 1),
                "streams": round(received / moves / 1000, 1),
            },
            "waited_for_a_table": late,
        }

    def _must_follow(self) -> None:
        for task in self.following:
            if task.done():
                task.result()

    async def _click(self, table: LoadedTable, due: float, free: list[LoadedTable]) -> None:
        entry = table.entries[table.made]
        page = table.pages[table.seats[entry.seat]]
        version = page.version
        table.due[version + 1] = due
        at, size = await page.click(entry.seat, msgspec.to_builtins(entry.action), lists=self.load.lists)
        table.made += 1
        self.clicked.append(1000 * (at - due))
        self.sizes.append(size)
        if self.load.apart:  # the next to move has it when his stream has brought it
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(30):
                    while any(other.version <= version for other in table.pages):
                        await asyncio.sleep(0.005)
        if table.made < len(table.entries):
            free.append(table)
