"""1862: the router with E-trains, bonus runs and Salt Lake City equals brute force; both twins take the same steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, combinations

import pytest
from msgspec import structs

from stellwerk.core import Chance
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import FREE, Board, put
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, TileLay
from stellwerk.eighteen.routes import TrainReach
from stellwerk.eighteen.tiles import EDGES, edge_names
from stellwerk.routing import TrainSpec, best_run
from stellwerk.routing.kernel import library
from stellwerk.routing.part import OFFERED
from stellwerk.routing.trainspec import express, ordinary
from stellwerk.titles.t1862.rules import Rules1862
from stellwerk.titles.t1862.runs import RouteCheck1862
from stellwerk.titles.t1862.state import State1862
from tests.routing_brute import Way, all_ways
from tests.rules_1862.table import new, rules_of

MOST = 40_000
NEAR = ("ORN", "SP", "NYC", "TP", "GMO", "CP", "CN", "CPR", "UP")  # companies with a target not too far away
TRAINS = [
    (ordinary("2-0", 2),),
    (ordinary("3-0", 3), ordinary("2-0", 2)),
    (ordinary("4-0", 4),),
    (ordinary("5-0", 5), ordinary("3-0", 3)),
    (express("2E-0", 2),),
    (express("3E-0", 3), ordinary("3-0", 3)),
    (express("3E-0", 3), express("3E-1", 3)),
    (express("4E-0", 4), express("2E-0", 2)),
]
OPTIONS: list[dict[str, object]] = [
    {},
    {"bonus_home_must_be_end": False},
    {"bonus_travelled": "whole_route"},
    {"express_ends_count": False},
    {"red_areas_joined": False, "bonus_home_must_be_end": False, "bonus_travelled": "whole_route"},
]


def random_state(rules: Rules1862, state: State1862, chance: Chance) -> tuple[State1862, int]:
    """A company with some track around its home and a company it may meet, in some phase."""
    t, hexmap = rules.t, rules.t.hexmap
    company = t.company(chance.choice(NEAR))
    goals = [
        target.hex for entry in t.data.bonus if entry.corporation == t.companies[company].id for target in entry.targets
    ]
    goal = hexmap.place[goals[0]]
    phase = chance.below(len(t.phases))
    board = state.board
    for number in (company, t.company("UP"), t.company("CPR")):
        if not board.settled[number]:
            home = hexmap.index[t.companies[number].home.hex]
            board = boards.settle(boards.place(board, home, board.homes[number], number), number, board.homes[number])
    supply = list(state.supply)
    for _ in range(8 + chance.below(14)):
        reach = t.networks.reach(board, company).edges
        lays = [
            (hex_, lay)
            for hex_ in sorted(reach)
            for lay in hexmap.lays(hex_, board.faces[hex_])
            if lay.exits & reach[hex_] and supply[lay.tile] and lay.colour in t.phases[phase].tiles
        ]
        if not lays:
            break
        hex_, lay = chance.choice(lays)
        if chance.below(4):  # most lays lead towards the target, so that it is reached now and then
            few = [chance.choice(lays) for _ in range(12)]
            hex_, lay = min(few, key=lambda entry: nearest(rules, entry[0], entry[1], goal))
        supply[lay.tile] -= 1
        board = boards.lay(hexmap, board, hex_, lay)
        if chance.below(6) == 0:
            board = more_markers(rules, board, company, chance)
    return structs.replace(state, board=board, phase=phase), company


def nearest(rules: Rules1862, hex_: int, lay: TileLay, goal: tuple[int, int]) -> int:
    """How near to a place the exits of a lay lead, in steps."""
    hexmap = rules.t.hexmap
    beyond = [hexmap.entry[EDGES * hex_ + edge] for edge in edge_names(lay.exits)]
    places = [hexmap.place[hexmap.names[arc // EDGES]] for arc in beyond if arc >= 0]
    rows = [(abs(row - goal[0]), abs(column - goal[1])) for row, column in places]
    return min(down + max(0, (right - down) // 2) for down, right in rows)


def more_markers(rules: Rules1862, board: Board, company: int, chance: Chance) -> Board:
    """A marker of the company, or one that only blocks, somewhere on its track."""
    stops = sorted(rules.t.networks.reach(board, company).stops)
    free = [divmod(stop, STOPS_PER_HEX) for stop in stops]
    free = [(hex_, stop) for hex_, stop in free if FREE in board.tokens[hex_][stop]]
    if not free:
        return board
    hex_, stop = chance.choice(free)
    if chance.below(2) and not boards.has_token(board, hex_, company):
        return boards.place(board, hex_, stop, company)
    return boards.block(board, hex_, stop)


def brute(check: RouteCheck1862, trains: Sequence[TrainSpec]) -> int | None:
    """What the best run earns, by trying every way, every choice of counted stations and every bonus (10, 11)."""
    ways = all_ways(check)
    choices: list[list[tuple[int, int, int]]] = []
    sets = 1
    for spec in trains:
        mine = [(way.mask, *worths) for way in ways if (worths := earnings(check, spec, way))]
        choices.append(mine)
        sets *= len(mine) + 1
    if sets > MOST:
        return None

    def choose(number: int, used: int, claimed: bool) -> int:
        if number == len(trains):
            return 0
        best = choose(number + 1, used, claimed)
        for mask, plain, bonus in choices[number]:
            if mask & used:
                continue
            best = max(best, plain + choose(number + 1, used | mask, claimed))
            if not claimed and bonus > plain:
                best = max(best, bonus + choose(number + 1, used | mask, True))
        return best

    return choose(0, 0, False)


def earnings(check: RouteCheck1862, spec: TrainSpec, way: Way) -> tuple[int, int] | None:
    """What a way pays a train without and with a bonus, over all choices of counted stations; None if too long."""
    if len(way.stops) > spec.stops:
        return None
    sizes = range(2, min(spec.pays, len(way.stops)) + 1) if spec.pays else (len(way.stops),)
    marks = (0, *accumulate(len(arcs) for arcs in way.arcs))
    options, home = check.table.options, check.bonuses.home
    plain = bonus = 0
    for size in sizes:
        for counted in combinations(way.stops, size):
            ends = {way.stops[0], way.stops[-1]}
            if spec.pays and options["express_ends_count"] and not ends <= set(counted):
                continue
            value = sum(map(check.worth, counted))
            plain = max(plain, value)
            if home not in (ends if options["bonus_home_must_be_end"] else counted) or home not in counted:
                continue
            for target in check.bonuses.targets:
                if target.stop in counted and target.stop != home:
                    sides = abs(marks[way.stops.index(target.stop)] - marks[way.stops.index(home)])
                    travelled = marks[-1] if options["bonus_travelled"] == "whole_route" else sides
                    amount = check.bonuses.rate * target.distance - 10 * travelled
                    bonus = max(bonus, value + max(0, amount))
    return plain, bonus


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_router_equals_brute_force(number: int) -> None:
    game = new(4, **OPTIONS[number])
    rules = rules_of(game)
    seen: Counter[str] = Counter()
    for seed in range(400 * number, 400 * number + 100):
        chance = Chance(seed, "1862 routes")
        state, company = random_state(rules, game.state, chance)
        ends = rules.t.options["express_ends_count"]
        trains = [structs.replace(spec, ends_count=ends) for spec in chance.choice(TRAINS)]
        check = RouteCheck1862(rules, state, company)
        expected = brute(check, trains)
        if expected is None:
            seen["large"] += 1
            continue
        run = best_run(rules, state, company, trains, kernel=None if seed % 3 else False)
        assert (run.total, run.proven) == (expected, True), f"board {seed}, {[spec.name for spec in trains]}"
        reach = {spec.name: TrainReach(min(spec.stops, 999), pays=spec.pays, ends_count=ends) for spec in trains}
        walks = check.run(run.action().routes, reach)
        assert check.value(walks) == run.total
        assert sum(line.amount for line in check.lines(walks)) == run.total
        claimed = any(route.bonus for route in run.routes)
        seen["bonus" if claimed else "plain"] += 1
        dearest = {spec.name: spec.pays for spec in trains if spec.pays}
        seen["express"] += bool(dearest)
    assert seen["bonus"] > 4, seen
    assert seen["plain"] > 30, seen
    assert seen["express"] > 20, seen


@pytest.mark.skipif(library() is None, reason="LEFT OUT: no compiled kernel beside the package")
def test_both_twins_take_the_same_steps() -> None:
    game = new()
    rules = rules_of(game)
    bonuses = 0
    for seed in range(5000, 5060):
        chance = Chance(seed, "1862 routes")
        state, company = random_state(rules, game.state, chance)
        trains = chance.choice(TRAINS)
        compiled = best_run(rules, state, company, trains, kernel=True)
        assert compiled == best_run(rules, state, company, trains, kernel=False), seed
        bonuses += any(route.bonus for route in compiled.routes)
    assert bonuses > 2


def dense(rules: Rules1862, chance: Chance, lays: int) -> tuple[State1862, int]:
    """A company on a board with so much track that a short search proves nothing."""
    t, hexmap = rules.t, rules.t.hexmap
    state = rules.start()[0]
    board, supply, company = state.board, list(state.supply), chance.below(len(t.companies))
    for number, entry in enumerate(t.companies):
        home, stop = hexmap.index[entry.home.hex], board.homes[number]
        board = boards.settle(boards.place(board, home, stop, number), number, stop)
    for _ in range(lays):
        reach = t.networks.reach(board, company).edges
        hex_, lay = chance.choice(
            [
                (hex_, lay)
                for hex_ in sorted(reach)
                for lay in hexmap.lays(hex_, board.faces[hex_])
                if lay.exits & reach[hex_] and supply[lay.tile]
            ]
        )
        supply[lay.tile] -= 1
        board = boards.lay(hexmap, board, hex_, lay)
        if chance.below(20) == 0:
            board = more_markers(rules, board, company, chance)
    return structs.replace(state, board=board, phase=len(t.phases) - 1), company


def test_where_a_short_search_proves_nothing_the_offered_run_comes_from_a_deeper_one() -> None:
    rules = rules_of(new(4))
    state, company = dense(rules, Chance(23), 120)
    holder = structs.replace(state.companies[company], trains=("5-0", "5E-0"))
    state = structs.replace(state, companies=put(state.companies, company, holder))
    short = best_run(rules, state, company, budget=OFFERED)
    assert (short.total, short.proven) == (500, False)
    offered = rules.run.offered(state, company)
    assert (offered.total, offered.proven) == (590, True)
    assert rules.run.default(state, company) == offered.action()
