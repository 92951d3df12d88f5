"""The compiled twin of the searches, if it is there. Answers and node counts are those of the Python twins."""

from __future__ import annotations

import ctypes
from array import array
from functools import lru_cache
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, ClassVar

from stellwerk.core.compiled import chosen, load
from stellwerk.routing.problem import Plan, Plans, Problem, Stage

MOST_STOPS = 64
MOST_TRAINS = 16
MOST_BITS = 256
NO_LIMIT = 1 << 20
_VERSION = 4
_ENDS_COUNT, _TOKEN_COUNTS = 1, 2
_LOW = (1 << 64) - 1

_P = ctypes.c_void_p
LEAF = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)


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
        """Write the question as two rows of numbers, in the order of `Task` in the C file; `fits` must hold."""
        self.problem, self.lib = problem, lib
        net, specs, adjacent = problem.net, problem.trains, problem.adjacent
        words = 1 if net.bits <= 64 else 4
        self.ints = array(
            "i",
            (
                *(problem.count, len(net.links), len(specs), len(problem.own), words),
                *accumulate(map(len, adjacent), initial=0),
                *(way[0] for ways in adjacent for way in ways),
                *(way[1] for ways in adjacent for way in ways),
                *problem.own,
                *chain.from_iterable(problem.value),
                *chain.from_iterable(problem.order),
                *problem.most,
                *problem.cities,
                *problem.town_most,
                *problem.pays,
                *(_ENDS_COUNT * spec.ends_count + _TOKEN_COUNTS * spec.token_counts for spec in specs),
                *problem.free,
                *problem.same,
                *problem.twin_run,
            ),
        ).tobytes()
        masks = (
            problem.masks if words == 1 else [mask >> 64 * at & _LOW for mask in problem.masks for at in range(words)]
        )
        self.longs = array(
            "Q", (net.towns, net.tokens, *masks, *net.twins, *problem.near, *problem.admits, *problem.ends)
        ).tobytes()
        self.nodes = 0

    def local(self, seed: int, limit: int, heat: int) -> Plans:
        """See `search.Engine.local`."""
        found, nodes = _Plans(), ctypes.c_int64(0)
        asked = self.ints, self.longs, ctypes.c_uint64(seed), ctypes.c_int64(limit)
        self.lib.stellwerk_local(*asked, ctypes.byref(nodes), heat, ctypes.byref(found))
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
            self.ints,
            self.longs,
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


def _read(plans: _Plans, base: int, trains: int) -> Plans:
    routes: Plans = [None] * base
    for train in range(base, trains):
        count, first = plans.count[train], plans.first[train]
        at = train * MOST_STOPS
        links = plans.link[at : at + count]
        routes.append(Plan(plans.start[train], tuple(links[:first]), tuple(links[first:])) if count else None)
    return routes
