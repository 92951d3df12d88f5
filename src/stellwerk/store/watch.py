"""Fan-out within the process: watchers learn how far a game is, from threads and from asyncio.

News hold counters, not content, so a slow watcher misses nothing: only the last news are kept for it, and it reads
what lies between from the store.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable
from functools import partial
from types import TracebackType

from stellwerk.store.records import News

Callback = Callable[[str, News], object]
LOG = logging.getLogger(__name__)


class Watch:
    """A subscription to one game. Iterate it with `async for`, or call `wait` in a thread; one consumer each.

    Ends when it is closed or the game is deleted (the last news then say `gone`).
    """

    def __init__(self, hub: Hub, game_id: str, seen: News | None) -> None:
        """Made by `Hub.watch`; `seen` is what the watcher knows already."""
        self.game_id = game_id
        self._hub, self._seen = hub, seen
        self._latest: News | None = None
        self._closed = False
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None

    def put(self, news: News) -> asyncio.AbstractEventLoop | None:
        """Take news in; returns the event loop that has to be woken."""
        with self._changed:
            if self._latest is None or is_later(news, self._latest):
                self._latest = news
            self._changed.notify_all()
            return self._loop

    def wait(self, timeout: float | None = None) -> News | None:
        """The next news, waited for in a thread; None when the time is over or the watch is closed."""
        with self._changed:
            self._changed.wait_for(self._ready, timeout)
            return self._take()

    def __aiter__(self) -> Watch:
        return self

    async def __anext__(self) -> News:
        while True:
            with self._changed:
                if self._wake is None:
                    self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
                self._wake.clear()
                news = self._take()
                closed = self._closed
            if news is not None:
                return news
            if closed:
                raise StopAsyncIteration
            await self._wake.wait()

    def wake(self) -> None:
        """Let the asyncio consumer look; called in its event loop."""
        if self._wake is not None:
            self._wake.set()

    def close(self) -> None:
        """End the subscription; a consumer that waits is let go."""
        self._hub.drop(self)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            loop = self._loop
        if loop is not None:
            call_in(loop, self.wake)

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ready(self) -> bool:
        return self._closed or (self._latest is not None and self._latest != self._seen)

    def _take(self) -> News | None:
        """The latest news if they have not been told yet; the lock is held."""
        if self._closed or self._latest is None or self._latest == self._seen:
            return None
        self._seen = self._latest
        if self._latest.gone:
            self._closed = True
        return self._latest


def is_later(news: News, than: News) -> bool:
    """True if the news tell something that the others do not. Counters never go back."""
    return news.gone or news.version > than.version or news.chat > than.chat or news.arrangement > than.arrangement


def call_in(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
    """Have an event loop do something; one that is over needs nothing any more."""
    try:
        loop.call_soon_threadsafe(work)
    except RuntimeError:
        LOG.debug("a watcher's event loop is closed")


class Hub:
    """All watches and listeners of a store."""

    def __init__(self) -> None:
        """Nobody watches yet."""
        self._lock = threading.Lock()
        self._watches: dict[str, set[Watch]] = {}
        self._listeners: list[Callback] = []

    def watch(self, game_id: str, since: News | None) -> Watch:
        """A new watch; the caller must then `put` the present news into it, so that nothing falls between."""
        watch = Watch(self, game_id, since)
        with self._lock:
            self._watches.setdefault(game_id, set()).add(watch)
        return watch

    def drop(self, watch: Watch) -> None:
        """Forget a watch."""
        with self._lock:
            group = self._watches.get(watch.game_id, set())
            group.discard(watch)
            if not group:
                self._watches.pop(watch.game_id, None)

    def listen(self, callback: Callback) -> Callable[[], None]:
        """Call back after every change of any game; returns what ends it."""
        with self._lock:
            self._listeners.append(callback)

        def stop() -> None:
            with self._lock:
                if callback in self._listeners:
                    self._listeners.remove(callback)

        return stop

    def watched(self) -> list[str]:
        """The games that are watched."""
        with self._lock:
            return list(self._watches)

    def watchers(self, game_id: str) -> int:
        """How many watches a game has."""
        with self._lock:
            return len(self._watches.get(game_id, ()))

    def nudge(self, game_id: str) -> None:
        """Have the listeners look at a game; watchers are told nothing."""
        with self._lock:
            listeners = list(self._listeners)
        for callback in listeners:
            callback(game_id, News())

    def publish(self, game_id: str, news: News) -> None:
        """Tell everybody. Each event loop is woken once, however many watches it has."""
        with self._lock:
            watches = list(self._watches.get(game_id, ()))
            listeners = list(self._listeners)
            if news.gone:
                self._watches.pop(game_id, None)
        loops: dict[asyncio.AbstractEventLoop, list[Watch]] = {}
        for watch in watches:
            loop = watch.put(news)
            if loop is not None:
                loops.setdefault(loop, []).append(watch)
        for loop, group in loops.items():
            call_in(loop, partial(wake_all, group))
        for callback in listeners:
            try:
                callback(game_id, news)
            except Exception:  # a listener's fault must not stop the writer, which calls it
                LOG.exception("a listener failed")

    def close(self) -> None:
        """End all watches."""
        with self._lock:
            watches = [watch for group in self._watches.values() for watch in group]
            self._listeners.clear()
        for watch in watches:
            watch.close()


def wake_all(watches: Iterable[Watch]) -> None:
    """Wake the consumers of watches that share an event loop."""
    for watch in watches:
        watch.wake()
