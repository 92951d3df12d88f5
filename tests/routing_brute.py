"""Best runs the slow way: every route is walked on the board itself, every set of routes is tried.

Shares nothing with `stellwerk.routing` but the values it returns. `python -m tests.routing_brute COUNT [FIRST]`
compares COUNT random boards, which takes as long as you give it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from stellwerk.core import Chance, Line, Message
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck, TrainReach
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tiles import EDGES
from stellwerk.routing import Gate, Plain, RevenueHook, Run, Tour, TrainSpec, best_run, best_runs, parse_trains
from stellwerk.titles.t1830.rules import Rules1830
from tests import routing_nets
from tests.support import new, rules_of

COMPANY = 0
MOST_SETS = 60_000
TRAINS = (
    "2",
    "3",
    "D",
    "2,2",
    "2,3",
    "3,3",
    "D,2",
    "D,D",
    "2,2,3",
    "1+1",
    "1+2",
    "2+1",
    "2+2,D",
    "2+1,2+1",
    "2E",
    "3E",
    "3E,2",
    "2E,D",
    "3E,3E",
    "6E",
)


class Way(Struct, frozen=True):
    """A legal route: stops, sides as a bit mask, sides between the stops, its path."""

    stops: tuple[int, ...]
    mask: int
    arcs: tuple[tuple[int, ...], ...]
    path: tuple[str, ...]


# -- random boards


def random_board(rules: Rules1830, chance: Chance) -> Board:
    """Some tiles around a city, laid so that track meets more often than not, some upgraded, with some tokens."""
    hexmap = rules.t.hexmap
    board = boards.empty_board(hexmap)
    region = [chance.choice(hexmap.cities)]
    size = 4 + chance.below(15)
    while len(region) < size and chance.below(50):
        arc = hexmap.entry[EDGES * chance.choice(region[:6]) + chance.below(EDGES)]
        if arc >= 0 and arc // EDGES not in region:
            region.append(arc // EDGES)
    for _ in range(2 + chance.below(2)):
        for hex_ in region:
            lays = hexmap.lays(hex_, board.faces[hex_])
            if lays and chance.below(8):
                tried = [chance.choice(lays) for _ in range(2 + chance.below(12))]
                best = max(tried, key=lambda lay: _meetings(rules, board, hex_, lay.exits))
                board = boards.lay(hexmap, board, hex_, best)
    cities = [(hex_, stop) for hex_ in region for stop, slots in enumerate(board.tokens[hex_]) if slots]
    for number, (hex_, stop) in enumerate(chance.shuffled(cities)):
        for company in [COMPANY] if number == 0 else [chance.below(4) for _ in range(chance.below(3))]:
            slots = board.tokens[hex_][stop]
            if FREE in slots and company not in slots:
                board = boards.place(board, hex_, stop, company)
    return board


def _meetings(rules: Rules1830, board: Board, hex_: int, exits: int) -> int:
    """How many exits meet track of a neighbour."""
    hexmap = rules.t.hexmap
    count = 0
    for edge in range(EDGES):
        other = hexmap.entry[EDGES * hex_ + edge]
        if exits >> edge & 1 and other >= 0:
            count += hexmap.faces[board.faces[other // EDGES]].exits >> other % EDGES & 1
    return count


# -- every route


def all_ways(check: RouteCheck, tokens_only: bool = True) -> list[Way]:
    """Every legal route of any length on the board, in one direction."""
    hexmap, board = check.hexmap, check.board
    found = []
    for hex_, face in enumerate(board.faces):
        for stop in range(len(hexmap.faces[face].stops)):
            start = hex_ * STOPS_PER_HEX + stop
            for way in _walk(check, start, [start], [], 0, [], [_item(check, start)]):
                own = any(check.company in board.tokens[s // STOPS_PER_HEX][s % STOPS_PER_HEX] for s in way.stops)
                if way.stops[0] < way.stops[-1] and (own or not tokens_only):
                    found.append(way)
    return found


def _item(check: RouteCheck, stop: int) -> str:
    return f"{check.hexmap.names[stop // STOPS_PER_HEX]}.{stop % STOPS_PER_HEX}"


def _walk(
    check: RouteCheck,
    at: int,
    stops: list[int],
    arcs: list[tuple[int, ...]],
    mask: int,
    hop: list[int],
    path: list[str],
) -> Iterator[Way]:
    """Go on from a stop (`hop` is empty)."""
    hexmap, board = check.hexmap, check.board
    hex_, number = divmod(at, STOPS_PER_HEX)
    for edge in hexmap.faces[board.faces[hex_]].stops[number].exits:
        yield from _cross(check, hex_ * EDGES + edge, stops, arcs, mask, hop, path)


def _cross(
    check: RouteCheck,
    out: int,
    stops: list[int],
    arcs: list[tuple[int, ...]],
    mask: int,
    hop: list[int],
    path: list[str],
) -> Iterator[Way]:
    hexmap, board = check.hexmap, check.board
    into = hexmap.entry[out]
    if into < 0 or mask >> hexmap.side[out] & 1:
        return
    mask |= 1 << hexmap.side[out]
    hop = [*hop, out]
    path = [*path, f"{hexmap.names[out // EDGES]}:{out % EDGES}"]
    hex_, edge = divmod(into, EDGES)
    face = hexmap.faces[board.faces[hex_]]
    for onward in face.through[edge]:
        yield from _cross(check, hex_ * EDGES + onward, stops, arcs, mask, hop, path)
    number = face.stop_at[edge]
    if number < 0:
        return
    stop = hex_ * STOPS_PER_HEX + number
    groups = check.table.groups
    if stop in stops or (groups[hex_] and any(groups[other // STOPS_PER_HEX] == groups[hex_] for other in stops)):
        return
    stops, arcs, path = [*stops, stop], [*arcs, tuple(hop)], [*path, _item(check, stop)]
    yield Way(tuple(stops), mask, tuple(arcs), tuple(path))
    slots = board.tokens[hex_][number]
    full = bool(slots) and FREE not in slots and check.company not in slots
    if face.stops[number].kind != "offboard" and not full:
        yield from _walk(check, stop, stops, arcs, mask, [], path)


# -- every set of routes


def paid_by_trial(check: RouteCheck, spec: TrainSpec, way: Way, worth: Callable[[int], int]) -> tuple[int, ...] | None:
    """The stops a train is paid for on a way, by trying all choices; None if it may not run there."""
    hexmap, board = check.hexmap, check.board
    kinds = [hexmap.faces[board.faces[s // STOPS_PER_HEX]].stops[s % STOPS_PER_HEX].kind for s in way.stops]
    towns = kinds.count("town")
    if len(kinds) > spec.stops or towns > spec.towns or len(kinds) - towns > spec.cities:
        return None
    if not spec.pays:
        return way.stops
    best: tuple[int, ...] | None = None
    for size in range(2, min(spec.pays, len(kinds)) + 1):
        for chosen in combinations(way.stops, size):
            if spec.ends_count and (way.stops[0] not in chosen or way.stops[-1] not in chosen):
                continue
            if spec.token_counts and not any(
                check.company in board.tokens[s // STOPS_PER_HEX][s % STOPS_PER_HEX] for s in chosen
            ):
                continue
            if best is None or sum(map(worth, chosen)) > sum(map(worth, best)):
                best = chosen
    return best


def brute(
    check: RouteCheck, trains: Sequence[TrainSpec], hook: RevenueHook | None = None, k: int = 1
) -> list[int] | None:
    """Totals of the k best runs that differ in their stops; None if there are too many sets of routes to try."""
    ways = all_ways(check)
    choices: list[list[tuple[int, int, Tour]]] = []
    sets = 1
    for spec in trains:

        def worth(stop: int, spec: TrainSpec = spec) -> int:
            value = check.worth(stop)
            return hook.worth(spec, stop, value) if hook else value

        mine = []
        for way in ways:
            paid = paid_by_trial(check, spec, way, worth)
            if paid is not None:
                mine.append((way.mask, sum(map(worth, paid)), Tour(spec, way.stops, paid, way.arcs)))
        choices.append(mine)
        sets *= len(mine) + 1
    if sets > MOST_SETS:
        return None
    best: dict[tuple[object, ...], int] = {}

    def choose(number: int, used: int, total: int, tours: list[Tour]) -> None:
        if number == len(trains):
            if hook:
                total += hook.revenue(tours)[0]
            mark = tuple(sorted((tour.train.power, tour.stops) for tour in tours))
            best[mark] = max(total, best.get(mark, total))
            return
        choose(number + 1, used, total, tours)
        for mask, value, tour in choices[number]:
            if not mask & used:
                choose(number + 1, used | mask, total + value, [*tours, tour])

    choose(0, 0, 0, [])
    return sorted((total for mark, total in best.items() if mark and total > 0), reverse=True)[:k] or [0]


# -- hooks to try


class Pair(Plain):
    """More for every train that visits two given stops (as 1862 or an east-west bonus might)."""

    def __init__(self, one: int, other: int, more: int) -> None:
        self.one, self.other, self.more = one, other, more

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        count = sum(self.one in tour.stops and self.other in tour.stops for tour in tours)
        return count * self.more, tuple(Line(Message("both visited"), self.more, "test 1") for _ in range(count))

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        return self.revenue(tours)[0] + max(0, self.more) * len(left)


class Distance(Plain):
    """One bonus a run: rate times distance less 10 for every side travelled from home, an end, to the target."""

    def __init__(self, home: int, target: int, bonus: int) -> None:
        self.home, self.target, self.bonus = home, target, bonus

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        best = 0
        for tour in tours:
            if self.home in (tour.stops[0], tour.stops[-1]) and self.target in tour.stops:
                best = max(best, self.bonus - 10 * tour.sides_between(self.home, self.target))
        return best, (Line(Message("bonus"), best, "test 2"),) if best else ()

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        return max(self.revenue(tours)[0], self.bonus if left else 0)


class Gated(Distance):
    """The same, and the search works it out itself; E-trains must count both, whatever they lose by that."""

    def __init__(self, check: RouteCheck, home: int, target: int, bonus: int, *, at_end: bool, whole: bool) -> None:
        super().__init__(home, target, bonus)
        self.check, self.at_end, self.whole = check, at_end, whole

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        best = 0
        for tour in tours:
            starts = self.home in ((tour.stops[0], tour.stops[-1]) if self.at_end else tour.stops)
            if starts and self.target in tour.stops:
                ends = (tour.stops[0], tour.stops[-1]) if self.whole else (self.home, self.target)
                best = max(best, self.bonus - 10 * tour.sides_between(*ends) - self.loss(tour))
        return best, (Line(Message("bonus"), best, "test 5"),) if best else ()

    def loss(self, tour: Tour) -> int:
        """What the train is paid less if it counts both; more than any bonus if it cannot."""
        spec, both = tour.train, {self.home, self.target}
        if not spec.pays:
            return 0
        worths = [
            sum(map(self.check.worth, chosen))
            for size in range(2, min(spec.pays, len(tour.stops)) + 1)
            for chosen in combinations(tour.stops, size)
            if both <= set(chosen) and (not spec.ends_count or {tour.stops[0], tour.stops[-1]} <= set(chosen))
        ]
        return sum(map(self.check.worth, tour.paid)) - max(worths) if worths else 10_000

    def gate(self) -> Gate:
        return Gate(self.home, ((self.target, self.bonus),), self.at_end, 10, self.whole)


class Raised(Plain):
    """A stop pays 10 more to every train (as Graz in 1854)."""

    rule = "test 3"

    def __init__(self, stop: int) -> None:
        self.stop = stop

    def worth(self, train: TrainSpec, stop: int, value: int) -> int:
        return value + 10 * (stop == self.stop)


class Crossing(Plain):
    """A route that crosses a side earns more or, as at a customs house, less."""

    every_link = True

    def __init__(self, check: RouteCheck, side: int, more: int) -> None:
        self.side_of, self.side, self.more = check.hexmap.side, side, more

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        count = sum(any(self.side_of[arc] == self.side for hop in tour.arcs for arc in hop) for tour in tours)
        return count * self.more, tuple(Line(Message("side crossed"), self.more, "test 4") for _ in range(count))

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        return self.revenue(tours)[0] + max(0, self.more) * len(left)


def random_hook(check: RouteCheck, chance: Chance, ways: list[Way]) -> RevenueHook | None:
    """One of the hooks, about stops and sides that some route uses."""
    if not ways:
        return None
    way = chance.choice(ways)
    one, other = way.stops[0], chance.choice(way.stops[1:])
    side = check.hexmap.side[chance.choice(chance.choice(way.arcs))]
    hooks: list[RevenueHook] = [
        Pair(one, other, 10 * chance.below(8) - 20),
        Distance(one, other, 10 * chance.below(15)),
        Gated(check, one, other, 10 * chance.below(15), at_end=chance.below(2) == 0, whole=chance.below(3) == 0),
        Raised(chance.choice(way.stops)),
        Crossing(check, side, chance.choice((-30, -10, 10, 40))),
    ]
    return chance.choice(hooks)


# -- comparing


def validate(check: RouteCheck, run: Run, trains: Sequence[TrainSpec]) -> None:
    """The run passes the validator of the engine, keeps the limits of its trains, and its receipt adds up."""
    specs = {spec.name: spec for spec in trains}
    walks = check.run(
        run.action().routes, {spec.name: TrainReach(spec.stops, spec.cities, spec.towns) for spec in trains}
    )
    kinds = {}
    for walk, route in zip(walks, run.routes, strict=True):
        spec = specs[route.train]
        for stop in walk.stops:
            hex_, number = divmod(stop, STOPS_PER_HEX)
            kinds[stop] = check.hexmap.faces[check.board.faces[hex_]].stops[number].kind
        towns = sum(kinds[stop] == "town" for stop in walk.stops)
        assert towns <= spec.towns
        assert len(walk.stops) - towns <= spec.cities
        assert set(route.paid) <= set(route.stops)
        assert len(route.paid) == (min(spec.pays, len(route.stops)) if spec.pays else len(route.stops))
        if spec.pays and spec.ends_count:
            assert {route.stops[0], route.stops[-1]} <= set(route.paid)
    assert run.receipt.total == run.total == sum(line.amount for line in run.receipt.lines)
    assert all(line.rule for line in run.receipt.lines)
    assert run.upper_bound >= run.total
    assert not run.proven or run.upper_bound == run.total


def compare(rules: Rules1830, state: State, seed: int, kernel: bool | None = None) -> str:
    """One random board: what was compared (`plain`, `hook`, `runs`), or `large` if brute force would take too long."""
    chance = Chance(seed, "routing")
    board = random_board(rules, chance)
    check = RouteCheck(rules.t, board, COMPANY, rules.t.phases[state.phase].offboard)
    trains = parse_trains(chance.choice(TRAINS))
    if chance.below(8) == 0:  # trains that must be paid for a token, or need not be paid for their ends
        trains = tuple(_odd(spec, chance) for spec in trains)
    hook = random_hook(check, chance, all_ways(check)) if chance.below(2) else None
    k = 1 + chance.below(5) if chance.below(4) == 0 else 1
    expected = brute(check, trains, hook, k)
    if expected is None:
        return "large"
    question = f"board {seed}, trains {[spec.name for spec in trains]}, hook {type(hook).__name__}"
    if k > 1:
        runs = best_runs(rules, state, COMPANY, k, trains, board=board, hook=hook, kernel=kernel)
        assert [run.total for run in runs] == expected, question
        for run in runs:
            assert run.proven, question
            validate_all(check, run, trains)
        return "runs"
    run = best_run(rules, state, COMPANY, trains, board=board, hook=hook, kernel=kernel)
    assert run.total == expected[0], question
    assert run.proven, question
    assert run.routes or run.reason, question
    validate(check, run, trains)
    return "hook" if hook else "plain"


def validate_all(check: RouteCheck, run: Run, trains: Sequence[TrainSpec]) -> None:
    """As `validate`; the bound is that of the best run, so others lie below it."""
    best = Run(run.company, run.routes, run.receipt, run.total, False, run.upper_bound, run.nodes, run.reason)
    validate(check, best, trains)


def _odd(spec: TrainSpec, chance: Chance) -> TrainSpec:
    if not spec.pays:
        return spec
    return TrainSpec(spec.name, pays=spec.pays, ends_count=bool(chance.below(2)), token_counts=bool(chance.below(2)))


def routes_of(run: Run) -> list[Route]:
    """The routes alone."""
    return [route.route for route in run.routes]


def main(count: int, first: int = 0) -> None:
    """Compare `count` boards, and a quarter as many nets, and print what was compared."""
    game = new()
    rules = rules_of(game)
    seen: dict[str, int] = {}
    for seed in range(first, first + count):
        kind = compare(rules, game.state, seed, kernel=None if seed % 2 else False)
        seen[kind] = seen.get(kind, 0) + 1
    print(f"{count} boards from {first} on: equal to brute force on {count - seen.get('large', 0)}; {seen}")
    nets = [routing_nets.compare(seed, None if seed % 2 else False) for seed in range(first, first + count // 4)]
    print(f"{len(nets)} nets: equal to brute force on {sum(net is not None for net in nets)}, the others too large")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
