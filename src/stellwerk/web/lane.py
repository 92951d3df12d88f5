"""What open pages are brought after a move is worked out in a lane of its own: whoever has clicked is answered first.

The requests have the threads of the server, the streams these few. A stream asks for its next news when it has been
given the last ones: under load it is brought less often, and always the newest, while clicks are answered as before.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from msgspec import Struct

T = TypeVar("T")
THREADS = 2  # they share one interpreter with everybody else; the second one is for when the first waits for the disk
LONGEST = 0.15  # seconds for which clicks come first, then the stream has waited long enough


class Errand(Struct):
    """Something to be done for a stream, and where the stream waits for it."""

    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    since: float


class Lane:
    """Threads that do errands in the order they were asked for, when no click is being answered."""

    def __init__(self, threads: int = THREADS, longest: float = LONGEST) -> None:
        """They end with the program, or when the lane is closed."""
        self._longest = longest
        self._errands: SimpleQueue[Errand | None] = SimpleQueue()
        self._clicks = 0
        self._quiet = threading.Condition()
        self._threads = [
            threading.Thread(target=self._run, name=f"lane-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @contextmanager
    def click(self) -> Iterator[None]:
        """While a click is answered, errands wait."""
        with self._quiet:
            self._clicks += 1
        try:
            yield
        finally:
            with self._quiet:
                self._clicks -= 1
                if not self._clicks:
                    self._quiet.notify_all()

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """Have something done; as with `asyncio.to_thread`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._errands.put(Errand(partial(contextvars.copy_context().run, work, *args), loop, future, time.monotonic()))
        return await future

    def waiting(self) -> int:
        """How many errands wait."""
        return self._errands.qsize()

    def close(self) -> None:
        """Take no more errands; what is being done is finished."""
        for _ in self._threads:
            self._errands.put(None)

    def _run(self) -> None:
        while (errand := self._errands.get()) is not None:
            with self._quiet:
                self._quiet.wait_for(self._no_clicks, max(errand.since + self._longest - time.monotonic(), 0))
            if errand.future.cancelled():
                continue
            try:
                told = partial(tell, errand.future, errand.work(), None)
            except BaseException as error:  # whoever waits for it is told, whatever it is
                told = partial(tell, errand.future, None, error)
            try:
                errand.loop.call_soon_threadsafe(told)
            except RuntimeError:  # the event loop is over: nobody waits any more
                return

    def _no_clicks(self) -> bool:
        return not self._clicks


def tell(future: asyncio.Future[Any], value: Any, error: BaseException | None) -> None:
    """The outcome, unless nobody wants to know it any more; called in the event loop."""
    if future.done():
        return
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)
