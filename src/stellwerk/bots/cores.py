"""The same work on all cores: results come in the order of the work, whoever did it."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """Processes that may work at once: one where a process cannot be forked safely."""
    alone = threading.active_count() == 1 and multiprocessing.parent_process() is None
    if not alone or not sys.platform.startswith("linux"):
        return 1
    return len(os.sched_getaffinity(0))


def shared_out(work: Callable[[T], R], items: Sequence[T], many: int) -> list[R]:
    """`work` of each item, done by so many processes; what a process that dies would have done is done here."""
    if many < 2 or len(items) < 2:
        return [work(item) for item in items]
    fork = multiprocessing.get_context("fork")

    def part(first: int, out: Connection) -> None:
        out.send([work(item) for item in items[first::many]])
        out.close()

    found: dict[int, R] = {}
    running = []
    for first in range(1, min(many, len(items))):
        into, out = fork.Pipe(duplex=False)
        process = fork.Process(target=part, args=(first, out), daemon=True)
        process.start()
        out.close()
        running.append((first, process, into))
    for at in range(0, len(items), many):
        found[at] = work(items[at])
    for first, process, into in running:
        places = range(first, len(items), many)
        try:
            found.update(zip(places, into.recv(), strict=True))
        except EOFError:
            found.update((at, work(items[at])) for at in places)
        process.join()
    return [found[at] for at in range(len(items))]
