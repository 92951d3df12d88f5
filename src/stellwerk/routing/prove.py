"""A proof from outside: where the search ended without one, HiGHS may close the gap (`pip install stellwerk[prove]`).

The solver runs in a process of its own, ended by the clock; it is never loaded into this one. What it says about
routes is checked here before it is believed. The clock decides whether a proof arrives, so this is for analysis: what
the engine offers comes from `best_run` alone.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import BadInput, Illegal
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.routes import TrainReach
from stellwerk.eighteen.state import State
from stellwerk.routing.hooks import Plain, RevenueHook
from stellwerk.routing.problem import Plan, Plans, Problem
from stellwerk.routing.run import Question, Run
from stellwerk.routing.solve import Outcome
from stellwerk.routing.trainspec import TrainSpec

SECONDS = 20.0
PROGRAM = Path(__file__).with_name("_prover.py")
_LONGEST = 86_400.0


class Proof(Struct, frozen=True):
    """What is known after the prover: `plans` if it found a better run, `total` of the best run, the bound, and why
    there is no proof, if there is none.
    """

    total: int
    upper: int
    plans: Plans | None
    reason: str

    @property
    def proven(self) -> bool:
        """No run is better."""
        return self.upper <= self.total


def prove(
    rules: FamilyRules,
    state: State,
    company: str | int,
    trains: Sequence[TrainSpec] | None,
    run: Run,
    seconds: float = SECONDS,
    *,
    board: Board | None = None,
    hook: RevenueHook | None = None,
) -> Run:
    """The run that `best_run` gave for the same question, with a proof, a lower bound, or a better run instead.

    If the clock runs out, `highspy` is missing or the solver fails, the run comes back with what is known and a
    `reason`. It never takes much longer than `seconds`.
    """
    if not 0 < seconds <= _LONGEST:
        raise BadInput(f"cannot look for a proof for {seconds} seconds: more than 0, at most {_LONGEST:.0f}")
    question = Question(rules, state, company, trains, board, hook)
    unknown = {route.train for route in run.routes} - {spec.name for spec in question.trains}
    if run.company != question.name or unknown:
        raise BadInput(f"this run of {run.company} is not an answer for {question.name} with these trains")
    if run.proven or question.reason():
        return run
    hook = question.hook
    if hook is not None and not _adds_up(hook) and hook.touches(question.net):
        return structs.replace(run, reason="no proof: the prover does not know this title's revenue rules")
    problem = question.problem()
    proof = prove_problem(problem, run.total, run.upper_bound, seconds)
    if proof.plans is None and proof.proven and not run.routes:
        return question.empty(question.nothing, run.nodes)
    if proof.plans is None:
        return structs.replace(run, proven=proof.proven, upper_bound=proof.upper, reason=proof.reason)
    outcome = Outcome(((proof.total, proof.plans),), proof.upper, proof.proven, run.nodes)
    better = question.run(problem, proof.total, proof.plans, outcome)
    try:
        reach = {
            spec.name: TrainReach(spec.stops, spec.cities, spec.towns, spec.pays, spec.ends_count)
            for spec in question.trains
        }
        question.check.run(better.action().routes, reach)
    except Illegal as refusal:
        return structs.replace(run, reason=f"no proof: the prover's run is refused: {refusal.text}")
    return structs.replace(better, reason=proof.reason)


def prove_problem(problem: Problem, total: int, upper: int, seconds: float) -> Proof:
    """The same for a net: `total` is what the best known run earns, `upper` the bound known."""
    values = [value for row in problem.value for value in row]
    step = math.gcd(*values) if values else 0
    if not step or upper <= total:
        return Proof(total, total, None, "")
    if min(values) < 0:
        return Proof(total, upper, None, "no proof: the prover does not know stops that cost money")
    output, ending = _ask(_question(problem, total // step, step, seconds), seconds)
    plans: Plans | None = None
    reason = ending or "no proof: the prover gave up"
    for text in output.splitlines()[: output.count("\n")]:  # a last line may be cut off
        try:
            line = json.loads(text)
            if "better" in line:
                found = [_plan(problem, links) if links else None for links in line["routes"]]
                worth = check_plans(problem, found)
                if worth < line["better"] * step:  # it may be more: the solver need not choose the dearest stops
                    raise _Wrong("its total does not add up")
                if worth > total:
                    total, plans = worth, found
            elif "bound" in line:
                upper = max(total, min(upper, int(line["bound"]) * step))
            elif line.get("done") is True:
                upper = total
            else:
                reason = _trouble(line)
        except (_Wrong, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            text = str(error) if isinstance(error, _Wrong) else "it cannot be read"
            reason = f"no proof: the prover's answer is not believed: {text}"
            break  # what follows may rest on it
    return Proof(total, upper, plans, "" if upper <= total else reason)


def _adds_up(hook: RevenueHook) -> bool:
    """The hook only says what single stops pay."""
    kind = type(hook)
    return isinstance(hook, Plain) and kind.revenue is Plain.revenue


# -- the other process


def _question(problem: Problem, best: int, step: int, seconds: float) -> dict[str, Any]:
    """The problem as plain data, amounts in units of `step`."""
    net = problem.net
    trains = [
        {
            "value": [value // step for value in problem.value[train]],
            "admits": _stops(problem.admits[train]),
            "ends": _stops(problem.ends[train]),
            "most": spec.stops,
            "cities": spec.cities,
            "town_most": spec.towns,
            "pays": spec.pays,
            "ends_count": spec.ends_count,
            "token_counts": spec.token_counts,
        }
        for train, spec in enumerate(problem.trains)
    ]
    sides = [[number for number, mask in enumerate(problem.masks) if mask >> bit & 1] for bit in range(net.bits)]
    return {
        "seconds": seconds,
        "best": best,
        "stops": problem.count,
        "tokens": _stops(net.tokens),
        "towns": _stops(net.towns),
        "groups": sorted({tuple(_stops(twins)) for twins in net.twins if twins.bit_count() > 1}),
        "links": [(link.a, link.b) for link in net.links],
        "bits": [links for links in sides if len(links) > 1 or len(trains) > 1],
        "trains": trains,
    }


def _stops(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def _ask(question: dict[str, Any], seconds: float) -> tuple[str, str]:
    """What the prover wrote, and what went wrong, if anything did. The process is gone afterwards."""
    command = [sys.executable, "-P", str(PROGRAM)]  # -P: the modules beside the program are not for it
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    except (OSError, ValueError) as error:
        return "", f"no proof: the prover cannot be started: {error}"
    with process:
        try:
            output, errors = process.communicate(json.dumps(question), timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.communicate()[0], f"no proof: the prover did not end within {seconds:g} s"
        except BaseException:  # the one who asks is interrupted
            process.kill()
            process.wait()
            raise
    if process.returncode:  # then nothing it said counts
        last = " ".join(errors.strip().splitlines()[-1:])[:200]
        return "", f"no proof: the prover failed with code {process.returncode}" + (last and f": {last}")
    return output, ""


def _trouble(line: dict[str, Any]) -> str:
    """A line about what went wrong, as a reason."""
    if "missing" in line:
        return "no proof: highspy is not installed; pip install 'stellwerk[prove]' adds it"
    return f"no proof: {str(line['error'])[:200]}"


# -- what it says about routes


class _Wrong(Exception):
    """A run of the prover that is none."""


def _plan(problem: Problem, links: Sequence[int]) -> Plan:
    """The route that these links are, in whatever order they come."""
    left = {number: (problem.net.links[number].a, problem.net.links[number].b) for number in links}
    touched = [stop for pair in left.values() for stop in pair]
    ends = sorted(stop for stop in set(touched) if touched.count(stop) == 1)
    if len(ends) != 2 or len(left) != len(links) or any(number < 0 for number in links):
        raise _Wrong("a route is not one line")
    here, order = ends[0], list[int]()
    while ways := [number for number, pair in left.items() if here in pair]:
        a, b = left.pop(ways[0])
        order.append(ways[0])
        here = a + b - here
    if left:
        raise _Wrong("a route is in pieces")
    if not any(problem.net.tokens >> stop & 1 for stop in touched):
        raise _Wrong("a route has no token")
    return problem.plan_of(ends[0], order)


def check_plans(problem: Problem, plans: Plans) -> int:
    """What the routes earn; refused if a train may not run its route or two of them share track."""
    if len(plans) != len(problem.trains):
        raise _Wrong("it does not fit the trains")
    net, used, total = problem.net, 0, 0
    for train, plan in enumerate(plans):
        if plan is None:
            continue
        stops, spec = problem.stops_of(plan), problem.trains[train]
        seen = 0
        for stop in stops:
            if seen & net.twins[stop] or not problem.admits[train] >> stop & 1:
                raise _Wrong(f"{spec.name} visits a stop twice or one it may not visit")
            seen |= 1 << stop
        if any(problem.ends[train] >> stop & 1 for stop in stops[1:-1]):
            raise _Wrong(f"{spec.name} runs through an end")
        towns = (seen & net.towns).bit_count()
        if len(stops) > spec.stops or towns > spec.towns or len(stops) - towns > spec.cities:
            raise _Wrong(f"{spec.name} visits too many stops")
        for number in problem.links_of(plan):
            if used & problem.masks[number]:
                raise _Wrong("track is used twice")
            used |= problem.masks[number]
        paid = problem.paid(train, stops)
        if not paid:
            raise _Wrong(f"{spec.name} is not paid for a token")
        total += sum(problem.value[train][stop] for stop in paid)
    return total
