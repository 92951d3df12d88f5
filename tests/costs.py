"""What each test costs on the processor, with the browsers, servers and databases that work for it.

`STELLWERK_TEST_COSTS=FILE ./stellwerk test` writes a line for every test into the file; `scripts/test_costs.py FILE`
puts them in order. The figures are processor time, so a busy machine does not change them much.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

TICK = os.sysconf("SC_CLK_TCK")


def used() -> dict[str, float]:
    """Seconds so far: of this process, of children that have ended, and of each kind of process below it."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds: defaultdict[str, float] = defaultdict(float)
    seconds["own"], seconds["ended"] = time.process_time(), ended.ru_utime + ended.ru_stime
    waiting = children(os.getpid())
    while waiting:
        process = waiting.pop()
        try:
            name, _, rest = Path(f"/proc/{process}/stat").read_text().partition("(")[2].rpartition(")")
        except OSError:  # it has just ended
            continue
        seconds[name.split("-")[0]] += sum(map(int, rest.split()[11:15])) / TICK
        waiting += children(process)
    return seconds


def children(process: int) -> list[int]:
    """The processes that one has started, by any of its threads."""
    try:
        files = Path(f"/proc/{process}/task").glob("*/children")
        return [int(child) for file in files for child in file.read_text().split()]
    except OSError:
        return []


class Costs:
    """Notes what is used from the end of one test to the end of the next."""

    def __init__(self, file: Path) -> None:
        self.file, self.before, self.clock = file, used(), time.monotonic()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        result = yield
        now, clock = used(), time.monotonic()
        spent = {kind: round(now.get(kind, 0) - self.before.get(kind, 0), 3) for kind in now | self.before}
        line = {"test": item.nodeid, "wall": round(clock - self.clock, 3), **spent}
        self.before, self.clock = now, clock
        with self.file.open("a") as out:
            out.write(json.dumps(line) + "\n")
        return result
