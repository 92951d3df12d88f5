"""Threads for requests that wait: for a process that reads a file, a bot that thinks, a password to be worked out.

The few threads of the server are for what is answered at once. Whoever waits there for seconds would hold up everybody,
and six requests of one address are enough for it. How many may wait is bounded where they wait (`foreign`, `brains`).
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 48  # they use no processor while they wait; those who wait for files and bots are fewer
_ASIDE = ThreadPoolExecutor(THREADS, thread_name_prefix="aside")  # one for the process, however many sites it serves


def aside(handler: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """A handler that is run in one of these threads; for routes without `sync_to_thread`."""

    @wraps(handler)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        work = partial(contextvars.copy_context().run, handler, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(_ASIDE, work)

    return run
