"""The compiled twin of the searches, if it is there. Answers and node counts are those of the Python twins."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, ClassVar

from stellwerk.core.compiled import chosen, load
from stellwerk.routing.problem import Plan, Plans, Problem, Stage

MOST_STOPS = 64
MOST_TRAINS = 16
MOST_BITS = 256
NO_LIMIT = 1 << 20
_VERSION = 3
_ENDS_COUNT, _TOKEN_COUNTS = 1, 2

_P = ctypes.c_void_p
LEAF = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)


class _Task(ctypes.Structure):
    """`Task` of the C file."""

    _fields_: ClassVar[Any] = [
        *((name, ctypes.c_int32) for name in ("stops", "links", "trains", "owns", "words")),
        *((name, _P) for name in ("adj_at", "adj_link", "adj_to", "masks", "twins", "near", "own")),
        ("towns", ctypes.c_uint64),
        ("tokens", ctypes.c_uint64),
        *((name, _P) for name in ("value", "order", "admits", "ends")),
        *((name, _P) for name in ("most", "cities", "town_most", "pays", "flags", "free_run", "same", "twin_run")),
    ]


class _Gains(ctypes.Structure):
    """`Gains` of the C file."""

    _fields_: ClassVar[Any] = [
        ("targets", ctypes.c_uint64),
        *((name, ctypes.c_int32) for name in ("home", "at_end", "whole", "per_side")),
        *((name, _P) for name in ("brings", "sides")),
        ("most", ctypes.c_int32 * MOST_TRAINS),
    ]


class _Plans(ctypes.Structure):
    """`Plan` of the C file: a route per train."""

    _fields_: ClassVar[Any] = [
        *((name, ctypes.c_int32 * MOST_TRAINS) for name in ("start", "first", "count", "value")),
        ("link", ctypes.c_int32 * (MOST_TRAINS * MOST_STOPS)),
    ]


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL | None:
    """The compiled library beside this file, or the one STELLWERK_KERNEL names; None without one or with `off`."""
    return load(Path(__file__).parent, "_kernel", "stellwerk_kernel_version", _VERSION, instead=chosen())


def fits(problem: Problem) -> bool:
    """True if the compiled twin can take the problem."""
    return problem.count <= MOST_STOPS and problem.net.bits <= MOST_BITS and len(problem.trains) <= MOST_TRAINS


class KernelSearch:
    """The same two calls as `search.PythonSearch` has, in C."""

    def __init__(self, problem: Problem, lib: ctypes.CDLL) -> None:
        """Hand the tables over; `fits` must hold."""
        self.problem, self.lib = problem, lib
        count, trains = problem.count, len(problem.trains)
        net = problem.net
        words = 1 if net.bits <= 64 else 4
        low = (1 << 64) - 1
        starts = [0, *accumulate(map(len, problem.adjacent))]
        links = [way[0] for ways in problem.adjacent for way in ways]
        ends = [way[1] for ways in problem.adjacent for way in ways]
        specs = problem.trains
        flags = [_ENDS_COUNT * spec.ends_count + _TOKEN_COUNTS * spec.token_counts for spec in specs]
        ints = {
            "adj_at": starts,
            "adj_link": links,
            "adj_to": ends,
            "own": problem.own,
            "value": _padded(problem.value),
            "order": _padded(problem.order),
            "most": problem.most,
            "cities": problem.cities,
            "town_most": problem.town_most,
            "pays": problem.pays,
            "flags": flags,
            "free_run": [int(free) for free in problem.free],
            "same": [int(same) for same in problem.same],
            "twin_run": problem.twin_run,
        }
        longs = {
            "masks": problem.masks
            if words == 1
            else [mask >> 64 * word & low for mask in problem.masks for word in range(words)],
            "twins": list(net.twins),
            "near": problem.near,
            "admits": problem.admits,
            "ends": problem.ends,
        }
        self.kept = [array("i", numbers) for numbers in ints.values()]
        self.kept += [array("Q", numbers) for numbers in longs.values()]
        task = _Task(count, len(net.links), trains, len(problem.own), words)
        task.towns, task.tokens = net.towns, net.tokens
        for name, numbers in zip((*ints, *longs), self.kept, strict=True):
            setattr(task, name, numbers.buffer_info()[0] or None)
        self.task = task
        self.nodes = 0

    def local(self, seed: int, limit: int, heat: int) -> Plans:
        """See `search.Engine.local`."""
        found, nodes = _Plans(), ctypes.c_int64(0)
        task = ctypes.byref(self.task)
        self.lib.stellwerk_local(
            task, ctypes.c_uint64(seed), ctypes.c_int64(limit), ctypes.byref(nodes), heat, ctypes.byref(found)
        )
        self.nodes += nodes.value
        routes = _read(found, 0, len(self.problem.trains))
        return [route and self.problem.plan_of(route.start, route.first) for route in routes]

    def stage(self, task: Stage) -> tuple[bool, int, Plans | None]:
        """See `search.Engine.stage`."""
        base, leaf, level, gains = task.base, task.leaf, task.level, task.gains
        now, found = _Plans(), _Plans()
        top, nodes = ctypes.c_int32(task.best), ctypes.c_int64(0)
        numbers = (ctypes.c_int32 * len(task.suffix))(*task.suffix)
        failed: list[BaseException] = []
        trains = len(self.problem.trains)

        def on_leaf(total: int) -> int:
            assert leaf is not None
            try:
                return leaf(total, _read(now, base, trains))
            except BaseException as error:
                failed.append(error)
                return 1 << 30

        def on_level(train: int) -> int:
            assert level is not None
            try:
                return level(train, _read(now, base, train))
            except BaseException as error:
                failed.append(error)
                return -(1 << 29)

        gate, tables = None, []
        if gains is not None:
            tables = [array("i", gains.brings), array("i", gains.sides)]
            most = (ctypes.c_int32 * MOST_TRAINS)(*gains.most)
            where = [numbers.buffer_info()[0] or None for numbers in tables]
            figures = (gains.home, gains.at_end, gains.whole, gains.per_side)
            gate = ctypes.byref(_Gains(gains.targets, *figures, *where, most))
        finished = self.lib.stellwerk_stage(
            ctypes.byref(self.task),
            base,
            ctypes.byref(top),
            numbers,
            ctypes.c_int64(task.limit),
            ctypes.byref(nodes),
            ctypes.byref(found),
            ctypes.byref(now),
            LEAF(on_leaf) if leaf else None,
            LEAF(on_level) if level else None,
            gate,
        )
        if failed:
            raise failed[0]
        self.nodes += nodes.value
        better = top.value > task.best and leaf is None
        return bool(finished), top.value, _read(found, base, trains) if better else None


def _padded(rows: Sequence[Sequence[int]]) -> array[int]:
    """The rows one after another, each as long as there may be stops; equal trains share theirs."""
    made: dict[int, array[int]] = {}
    whole = array("i")
    for row in rows:
        if id(row) not in made:
            made[id(row)] = array("i", (*row, *(0,) * (MOST_STOPS - len(row))))
        whole += made[id(row)]
    return whole


def _read(plans: _Plans, base: int, trains: int) -> Plans:
    routes: Plans = [None] * base
    for train in range(base, trains):
        count, first = plans.count[train], plans.first[train]
        at = train * MOST_STOPS
        links = plans.link[at : at + count]
        routes.append(Plan(plans.start[train], tuple(links[:first]), tuple(links[first:])) if count else None)
    return routes
