"""The program of the prover's process: a route question as a mixed integer program for HiGHS (docs/routing.md).

Started by `prove.py` as a file of its own and never imported: it needs nothing of ours, only `highspy`. The question
is one JSON text on standard input; what becomes known is written line by line at once, so that nothing is lost when
the process is ended: `{"better": ...}` a run, `{"bound": n}` no run is above n, `{"done": true}` the best run known
is the best there is, `{"missing": text}` and `{"error": text}`.

Amounts are in units of the greatest common divisor of all stop values.
"""

from __future__ import annotations

import importlib
import itertools
import json
import math
import signal
import sys
import time
from collections.abc import Iterable
from typing import Any

_EPSILON = 1e-4
_ROOT_ROUNDS = 30
_ROOT_SHARE = 0.3  # of the time
_GRACE = 5  # seconds after which the process ends itself, should nobody end it


class Train:
    """The columns of one train: links, stops visited, stops that are ends, stops paid, and whether it runs."""

    def __init__(self, data: dict[str, Any], links: int, stops: int, at: int) -> None:
        """Columns from number `at` on."""
        self.data = data
        self.value: list[int] = data["value"]
        self.x = range(at, at + links)
        self.y = range(self.x.stop, self.x.stop + stops)
        self.e = range(self.y.stop, self.y.stop + stops)
        self.u = self.e.stop
        self.p = range(self.u + 1, self.u + 1 + stops) if data["pays"] else self.y
        self.columns = range(at, max(self.u + 1, self.p.stop))


class Prover:
    """One question."""

    def __init__(self, highspy: Any, question: dict[str, Any]) -> None:
        """Build the model without connectivity: cuts come later, where a solution breaks it."""
        self.highspy, self.question = highspy, question
        self.end = time.monotonic() + question["seconds"]
        self.links: list[list[int]] = question["links"]
        self.stops: int = question["stops"]
        self.tokens: set[int] = set(question["tokens"])
        self.at: list[list[int]] = [[] for _ in range(self.stops)]
        for number, (a, b) in enumerate(self.links):
            self.at[a].append(number)
            self.at[b].append(number)
        self.best: int = question["best"]
        self.bound = math.inf
        self.trains: list[Train] = []
        at = 0
        for data in question["trains"]:
            self.trains.append(Train(data, len(self.links), self.stops, at))
            at = self.trains[-1].columns.stop
        self.rows: list[tuple[dict[int, float], float, float]] = []
        self.cuts: set[tuple[object, ...]] = set()
        self.model = highspy.Highs()
        for name, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99)):
            self.model.setOptionValue(name, setting)
        self.model.addVars(at, [0.0] * at, [1.0] * at)
        self.model.changeObjectiveSense(highspy.ObjSense.kMaximize)
        for train in self.trains:
            for column, value in zip(train.p, train.value, strict=True):
                self.model.changeColCost(column, float(value))
            self.build(train)
        self.share_track()
        worth = {column: value for train in self.trains for column, value in zip(train.p, train.value, strict=True)}
        self.flush()
        self.cutoff: int = self.model.getNumRow()
        self.row(worth, self.best + 1)
        self.flush()

    # -- the model

    def row(self, terms: dict[int, float] | dict[int, int], low: float = -math.inf, high: float = math.inf) -> None:
        """low <= terms <= high"""
        self.rows.append(({column: float(factor) for column, factor in terms.items() if factor}, low, high))

    def flush(self) -> None:
        """Hand the rows over."""
        for terms, low, high in self.rows:
            self.model.addRow(low, high, len(terms), list(terms), list(terms.values()))
        self.rows.clear()

    def build(self, train: Train) -> None:
        """What one train may do."""
        data, stops = train.data, range(self.stops)
        x, y, e, u = train.x, train.y, train.e, train.u
        only_end, towns = set(data["ends"]), set(self.question["towns"])
        for stop in stops:
            self.row({**dict.fromkeys((x[link] for link in self.at[stop]), 1), y[stop]: -2, e[stop]: 1}, 0, 0)
            self.row({e[stop]: 1, y[stop]: -1}, 0 if stop in only_end else -math.inf, 0)
            self.row({y[stop]: 1, u: -1}, high=0)
        for stop in set(stops) - set(data["admits"]):
            self.model.changeColBounds(y[stop], 0.0, 0.0)
        beside: dict[tuple[int, int], list[int]] = {}
        for number, (a, b) in enumerate(self.links):
            beside.setdefault((a, b), []).append(x[number])
        for pair, columns in beside.items():
            for stop in pair:
                self.row({**dict.fromkeys(columns, 1), y[stop]: -1}, high=0)
        self.row({**dict.fromkeys(e, 1), u: -2}, 0, 0)
        self.row({**dict.fromkeys((y[stop] for stop in self.tokens), 1), u: -1}, 0)
        for group in self.question["groups"]:
            self.row({**dict.fromkeys((y[stop] for stop in group), 1), u: -1}, high=0)
        for most, kind in (
            (data["most"], set(stops)),
            (data["cities"], set(stops) - towns),
            (data["town_most"], towns),
        ):
            if most < len(kind):
                self.row({**dict.fromkeys((y[stop] for stop in kind), 1), u: -most}, high=0)
        if data["pays"]:
            self.build_pay(train)

    def build_pay(self, train: Train) -> None:
        """A train that is paid for some of its stops."""
        data, p = train.data, train.p
        for stop in range(self.stops):
            self.row({p[stop]: 1, train.y[stop]: -1}, high=0)
            if data["ends_count"]:
                self.row({p[stop]: 1, train.e[stop]: -1}, 0)
        places = max(data["pays"], 2) if data["ends_count"] else data["pays"]
        self.row({**dict.fromkeys(p, 1), train.u: -places}, high=0)
        if data["token_counts"]:
            self.row({**dict.fromkeys((p[stop] for stop in self.tokens), 1), train.u: -1}, 0)

    def share_track(self) -> None:
        """Every side is used at most once, over all trains."""
        for links in self.question["bits"]:
            self.row(dict.fromkeys((train.x[link] for train in self.trains for link in links), 1), high=1)

    # -- connectivity

    def cut(self, train: int, stops: frozenset[int], stop: int, *, to_token: bool) -> None:
        """One of two truths about a set of stops that a route visits (`stop` is one of them).

        The route comes in and goes out again, unless it ends there: sides of the set + ends in it >= 2. And if the
        set has no token, the route comes in at all (`to_token`): sides of the set >= 1.
        """
        key = (train, stops, stop, to_token)
        if key in self.cuts:
            return
        self.cuts.add(key)
        columns = self.trains[train]
        terms: dict[int, int] = {
            columns.x[number]: 1 for number, (a, b) in enumerate(self.links) if (a in stops) != (b in stops)
        }
        if not to_token:
            terms.update({columns.e[other]: 1 for other in stops})
        terms[columns.y[stop]] = -1 if to_token else -2
        self.row(terms, 0)

    def separate(self, solution: list[float]) -> bool:
        """Cuts that a fractional solution breaks."""
        before = len(self.cuts)
        for number, train in enumerate(self.trains):
            flow = [0.0] * (self.stops + 1) ** 2
            size = self.stops + 1
            for (a, b), column in zip(self.links, train.x, strict=True):
                flow[a * size + b] += solution[column]
                flow[b * size + a] += solution[column]
            for to_token in (False, True):
                root = dict.fromkeys(self.tokens, 2.0)
                if not to_token:
                    root = {stop: solution[train.e[stop]] for stop in range(self.stops)}
                covered: set[int] = set()
                for stop in sorted(range(self.stops), key=lambda stop: -solution[train.y[stop]]):
                    need = solution[train.y[stop]] * (1 if to_token else 2)
                    if need < 0.05:
                        break
                    if stop in covered or (to_token and stop in self.tokens):
                        continue
                    found = _cut_off(flow, size, root, stop, need - 1e-3)
                    if found:
                        covered |= found
                        self.cut(number, found, stop, to_token=to_token)
        return len(self.cuts) > before

    def routes(self, solution: list[float]) -> tuple[list[list[int]], list[frozenset[int]]]:
        """The links of each train's path, and the circles beside the paths."""
        routes, circles = [], []
        for train in self.trains:
            chosen = [number for number, column in enumerate(train.x) if solution[column] > 0.5]
            ends = {stop for stop, column in enumerate(train.e) if solution[column] > 0.5}
            path: list[int] = []
            while chosen:
                stops = set(self.links[chosen[0]])
                part: list[int] = []
                while more := [number for number in chosen if stops & set(self.links[number])]:
                    part += more
                    chosen = [number for number in chosen if number not in more]
                    stops.update(*(self.links[number] for number in more))
                if stops & ends:
                    path = part
                else:
                    circles.append(frozenset(stops))
            routes.append(path)
        return routes, circles

    def forbid(self, circles: Iterable[frozenset[int]]) -> None:
        """No train runs in this circle."""
        for circle in circles:
            for train in range(len(self.trains)):
                for stop in sorted(circle):
                    self.cut(train, circle, stop, to_token=False)
                    if not circle & self.tokens:
                        self.cut(train, circle, stop, to_token=True)

    # -- solving

    def run(self) -> None:
        """Cuts at the root, then solve, cut and solve again until a proof is there."""
        if self.root():
            return
        for column in range(self.trains[-1].columns.stop):
            self.model.changeColIntegrality(column, self.highspy.HighsVarType.kInteger)
        broken: list[frozenset[int]] = []

        def improving(event: Any) -> None:
            broken.extend(self.offer(list(event.data_out.mip_solution)))

        def interrupt(event: Any) -> None:
            self.lower(event.data_out.mip_dual_bound)
            event.data_in.user_interrupt = bool(broken)

        self.model.cbMipImprovingSolution.subscribe(improving)
        self.model.cbMipInterrupt.subscribe(interrupt)
        status = self.highspy.HighsModelStatus
        while (left := self.end - time.monotonic()) > 0:
            broken.clear()
            self.model.changeRowBounds(self.cutoff, self.best + 1 - _EPSILON, math.inf)
            self.model.setOptionValue("time_limit", left + self.model.getRunTime())
            self.model.run()
            found = self.model.getModelStatus()
            if found in (status.kInfeasible, status.kUnboundedOrInfeasible):  # nothing here is without bounds
                tell({"done": True})
                return
            if found == status.kOptimal:
                broken.extend(self.offer(list(self.model.getSolution().col_value)))
                self.lower(self.model.getInfo().mip_dual_bound)
                if not broken:
                    tell({"done": True})
                    return
            elif found not in (status.kInterrupt, status.kTimeLimit):
                tell({"error": f"the solver stopped: {self.model.modelStatusToString(found)}"})
                return
            self.forbid(set(broken))
            self.flush()

    def root(self) -> bool:
        """Cuts for the linear program; True if it is a proof already."""
        until = time.monotonic() + _ROOT_SHARE * self.question["seconds"]
        for _ in range(_ROOT_ROUNDS):
            self.model.run()
            status = self.model.getModelStatus()
            if status == self.highspy.HighsModelStatus.kInfeasible:
                tell({"done": True})
                return True
            if status != self.highspy.HighsModelStatus.kOptimal:
                return False
            self.lower(self.model.getInfo().objective_function_value)
            if time.monotonic() > until or not self.separate(list(self.model.getSolution().col_value)):
                return False
            self.flush()
        return False

    def lower(self, bound: float) -> None:
        """No run is above this and above the best known."""
        if not math.isfinite(bound):
            return
        whole = max(self.best, math.floor(bound + _EPSILON))
        if whole < self.bound:
            self.bound = whole
            tell({"bound": whole})

    def offer(self, solution: list[float]) -> list[frozenset[int]]:
        """The run in a solution: its paths alone, if that is above the best known. The circles are given back."""
        routes, circles = self.routes(solution)
        total = 0
        for number, train in enumerate(self.trains):
            stops = {stop for link in routes[number] for stop in self.links[link]}
            paid = {stop for stop in stops if solution[train.p[stop]] > 0.5}
            if not self.tokens & (paid if train.data["token_counts"] else stops):
                routes[number] = []
                continue
            total += sum(train.value[stop] for stop in paid)
        if total > self.best:
            self.best = total
            tell({"better": total, "routes": routes})
        return circles


def _cut_off(flow: list[float], size: int, root: dict[int, float], stop: int, need: float) -> frozenset[int] | None:
    """The stops on the side of `stop` in a smallest cut between it and the root, if less than `need` passes."""
    source = size - 1
    flow = flow.copy()
    for other, room in root.items():
        flow[source * size + other] = room
    passed = 0.0
    while passed < need:
        before = [-1] * size
        before[source] = source
        queue = [source]
        for here in queue:
            row = here * size
            for there in range(size):
                if before[there] < 0 and flow[row + there] > 1e-9:
                    before[there] = here
                    queue.append(there)
            if before[stop] >= 0:
                break
        if before[stop] < 0:
            return frozenset(there for there in range(size) if before[there] < 0)
        way = [stop]
        while way[-1] != source:
            way.append(before[way[-1]])
        steps = [(there, here) for here, there in itertools.pairwise(way)]
        room = min(flow[one * size + other] for one, other in steps)
        for one, other in steps:
            flow[one * size + other] -= room
            flow[other * size + one] += room
        passed += room
    return None


def tell(line: dict[str, Any]) -> None:
    """Write a line at once."""
    print(json.dumps(line), flush=True)


def main() -> None:
    """Read the question and work on it."""
    question = json.load(sys.stdin)
    if hasattr(signal, "setitimer"):  # should the asking process be gone: SIGALRM ends this one
        signal.setitimer(signal.ITIMER_REAL, question["seconds"] + _GRACE)
    try:
        highspy = importlib.import_module("highspy")
    except ImportError as error:
        tell({"missing": str(error)})
        return
    Prover(highspy, question).run()


if __name__ == "__main__":
    main()
