"""Best runs of 1854 the slow way: routes are walked on tiles and tunnels by the words of RULES.md 6.50 to 6.59.

Shares nothing with the router, the validator and the faces that know tunnels: the surface is read from the faces
without tunnels, the tunnels from the state. `python -m tests.routing_brute_1854 COUNT [FIRST]` compares many boards.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct, structs

import stellwerk
from stellwerk.core import Chance
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import FREE, put
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.running import reach_of
from stellwerk.eighteen.tiles import EDGES, Face
from stellwerk.routing import TrainSpec, best_run
from stellwerk.routing.trainspec import spec_of
from stellwerk.titles.t1854.rules import Rules1854
from stellwerk.titles.t1854.state import State1854

MOST_SETS = 40_000
MOST_WAYS = 4_000
SHARE = ("2", "3", "4", "5", "8", "8Ox", "2 2", "2 3", "3 3", "8Ox 2", "8Ox 8Ox", "8Ox 8", "4 3")
EXPRESS = ("8Ox", "8Ox 8Ox", "8Ox 8Ox", "8Ox 3")  # near Zürich and Budapest
LOCAL = ("1+", "2+", "3+", "1+ 1+", "1+ 2+", "2+ 3+")
# where a board grows from: around Zürich, Budapest, München, Vienna, Graz, in the middle, and on the local board
STARTS = ("E3", "F2", "D26", "D26", "E13", "E11", "C23", "D24", "F22", "H18", "C17", "J32", "J38", "K33", "L30")


class Way(Struct, frozen=True):
    """A route: its stops in order, the sides it crosses as a bit mask, where it passed off-board areas."""

    stops: tuple[int, ...]
    mask: int
    express: bool  # only for the Orient Express


def random_position(rules: Rules1854, chance: Chance) -> tuple[State1854, int]:
    """Tiles, tunnels and tokens around some place; whose runs are asked for."""
    hexmap = rules.t.hexmap
    state = rules.twin.draft(rules.start()[0])
    region = [hexmap.index[chance.choice(STARTS)]]
    if hexmap.names[region[0]] in ("E3", "F2"):  # both entrances of Zürich
        region = [hexmap.index[name] for name in ("E3", "F2", "F4", "E5", "G3")]
    size = 4 + chance.below(16)
    while len(region) < size and chance.below(60):
        arc = hexmap.entry[EDGES * chance.choice(region[:6]) + chance.below(EDGES)]
        if arc >= 0 and arc // EDGES not in region:
            region.append(arc // EDGES)
    board, tunnels = state.board, state.tunnels
    pairs = [below[0] for below in hexmap.tunnel_sets if len(below) == 1]
    for _ in range(2 + chance.below(3)):
        for hex_ in region:
            lays = hexmap.lays(hex_, board.faces[hex_])
            if lays and chance.below(8):
                tried = [chance.choice(lays) for _ in range(2 + chance.below(12))]
                best = max(tried, key=lambda lay: _meetings(rules, board, hex_, lay.exits))
                board = boards.lay(hexmap, board, hex_, best)
            pair = chance.choice(pairs)
            if rules.track.tunnels.misfit(hex_, board.faces[hex_], pair) is None and chance.below(3) == 0:
                below = tuple(sorted((*tunnels[hex_], pair)))
                tunnels = put(tunnels, hex_, below)
                face = hexmap.tunnelled(hexmap.bare(board.faces[hex_]), below)
                board = structs.replace(board, faces=put(board.faces, hex_, face))
    local = hexmap.hexes[region[0]].board == "local"
    company = chance.choice(rules.kinds.locals if local else rules.kinds.majors)
    others = [other for other in (rules.kinds.locals if local else rules.kinds.majors) if other != company][:3]
    cities = [(hex_, stop) for hex_ in region for stop, slots in enumerate(board.tokens[hex_]) if slots]
    for number, (hex_, stop) in enumerate(chance.shuffled(cities)):
        for token in [company] if number == 0 else [chance.choice((company, *others)) for _ in range(chance.below(3))]:
            if FREE in board.tokens[hex_][stop] and not boards.has_token(board, hex_, token):
                board = boards.place(board, hex_, stop, token)
    state.board, state.tunnels = board, tunnels
    state.phase = chance.below(len(rules.t.phases))
    graz = rules.t.kit.private_index["GKB"]
    state.companies = put(state.companies, company, structs.replace(state.companies[company], president=0))
    if state.phase < 4 and chance.below(2):
        state.privates = put(state.privates, graz, structs.replace(state.privates[graz], owner=chance.below(2)))
    return state, company


def _meetings(rules: Rules1854, board: boards.Board, hex_: int, exits: int) -> int:
    """How many exits meet track of a neighbour."""
    hexmap = rules.t.hexmap
    count = 0
    for edge in range(EDGES):
        other = hexmap.entry[EDGES * hex_ + edge]
        if exits >> edge & 1 and other >= 0:
            face = hexmap.faces[board.faces[other // EDGES]]
            count += (face.exits | face.tunnel_exits) >> other % EDGES & 1
    return count


class Walker:
    """Every route of a company, by the rules alone."""

    def __init__(self, rules: Rules1854, state: State1854, company: int) -> None:
        self.map, self.state, self.company = rules.t.hexmap, state, company
        self.colour = rules.t.phases[state.phase].offboard
        names = self.map.index
        self.budapest = {names["D28"], names["E27"]}
        self.vienna, self.poelten = names["C23"], names["J38"]
        self.graz, self.munich = names["F22"], names["D12"]
        self.far = {names["D0"], names["F28"]}
        self.zurich = names["E1"]
        private = state.privates[rules.t.kit.private_index["GKB"]]
        director = state.companies[company].president
        self.bonus = 10 if private.owner >= 0 and not private.closed and private.owner == director else 0
        self.customs = self.map.side[EDGES * self.munich]

    def face(self, hex_: int) -> Face:
        """What lies above ground."""
        return self.map.faces[self.state.board.faces[hex_] % self.map.bare_faces]

    def plain(self, hex_: int, edge: int) -> list[int]:
        """Where plain track and tunnels lead from an edge."""
        pairs = [*self.face(hex_).track, *self.state.tunnels[hex_]]
        return [a + b - edge for a, b in pairs if edge in (a, b)]

    def place(self, stop: int) -> int:
        """One number for stops that are the same place (6.54)."""
        hex_ = stop // STOPS_PER_HEX
        if hex_ in (self.vienna, self.poelten):
            return -1 - hex_
        return -1000 if hex_ in self.budapest else stop

    def slots(self, stop: int) -> tuple[int, ...]:
        return self.state.board.tokens[stop // STOPS_PER_HEX][stop % STOPS_PER_HEX]

    def kind(self, stop: int) -> str:
        found: str = self.face(stop // STOPS_PER_HEX).stops[stop % STOPS_PER_HEX].kind
        return found

    def worth(self, stop: int) -> int:
        found: int = self.face(stop // STOPS_PER_HEX).stops[stop % STOPS_PER_HEX].worth(self.colour)
        return found

    def ways(self) -> Iterator[Way]:
        """Every route with an own token, in one direction."""
        for hex_ in range(len(self.map.names)):
            for number, stop in enumerate(self.face(hex_).stops):
                start = hex_ * STOPS_PER_HEX + number
                for edge in stop.exits:
                    for way in self.cross(EDGES * hex_ + edge, (start,), 0, hex_ in self.far):
                        own_ = any(self.company in self.slots(at) for at in way.stops)
                        if own_ and way.stops[0] < way.stops[-1]:
                            yield way

    def cross(self, out: int, stops: tuple[int, ...], mask: int, express: bool) -> Iterator[Way]:
        """Over a side and on."""
        into, bit = self.map.entry[out], 1 << self.map.side[out]
        if into < 0 or mask & bit:
            return
        mask |= bit
        hex_, edge = divmod(into, EDGES)
        for onward in self.plain(hex_, edge):
            yield from self.cross(EDGES * hex_ + onward, stops, mask, express)
        for number, stop in enumerate(self.face(hex_).stops):
            code = hex_ * STOPS_PER_HEX + number
            if edge not in stop.exits or self.place(code) in [self.place(other) for other in stops]:
                continue
            far = express or hex_ in self.far
            route = (*stops, code)
            yield Way(route, mask, far)
            slots = self.slots(code)
            if hex_ in self.far or (slots and FREE not in slots and self.company not in slots):
                continue
            for onward in stop.exits:
                passed = stop.kind == "offboard"
                if onward == edge or (passed and not self.passes(hex_, edge, onward)):
                    continue
                yield from self.cross(EDGES * hex_ + onward, route, mask, far or passed)

    def passes(self, hex_: int, edge: int, onward: int) -> bool:
        """Zürich between edge 2 and another; Budapest between the side of D26 and that of F28 (6.56)."""
        if hex_ == self.zurich:
            return 2 in (edge, onward)
        return hex_ in self.budapest

    def value(self, way: Way, spec: TrainSpec) -> int | None:
        """What a train earns on a way; None if it may not run it."""
        kinds = [self.kind(stop) for stop in way.stops]
        large = sum(kind != "town" for kind in kinds)
        if (way.express and not spec.pays) or len(kinds) > spec.stops or large > spec.cities:
            return None
        more = self.bonus if any(stop // STOPS_PER_HEX == self.graz for stop in way.stops) else 0
        more -= 10 if way.mask >> self.customs & 1 else 0
        if not spec.pays:
            return sum(map(self.worth, way.stops)) + more
        best = None
        for size in range(2, min(spec.pays, len(kinds)) + 1):
            for chosen in combinations(way.stops, size):
                if any(self.company in self.slots(stop) for stop in chosen):
                    best = max(best or 0, sum(map(self.worth, chosen)))
        return None if best is None else best + more


def brute(walker: Walker, specs: list[TrainSpec]) -> int | None:
    """The best total; None if there is too much to try."""
    ways = []
    for way in walker.ways():
        ways.append(way)
        if len(ways) > MOST_WAYS:
            return None
    choices, sets = [], 1
    for spec in specs:
        mine = [(way.mask, value) for way in ways if (value := walker.value(way, spec)) is not None]
        choices.append(mine)
        sets *= len(mine) + 1
    if sets > MOST_SETS:
        return None

    def choose(number: int, used: int) -> int:
        if number == len(choices):
            return 0
        best = choose(number + 1, used)
        for mask, value in choices[number]:
            if not mask & used:
                best = max(best, value + choose(number + 1, used | mask))
        return best

    return choose(0, 0)


def compare(rules: Rules1854, seed: int, kernel: bool | None = None) -> str:
    """One random board: which special things the best run has, `plain`, `nothing` or `large`."""
    chance = Chance(seed, "routing 1854")
    state, company = random_position(rules, chance)
    far = any(boards.has_token(state.board, rules.t.hexmap.index[name], company) for name in ("E3", "F2", "F4", "D26"))
    trains = LOCAL if rules.kinds.is_local(company) else EXPRESS if far else SHARE
    kinds = chance.choice(trains).split()
    specs = [structs.replace(spec_of(rules.t, kind), name=f"{kind}-{at}") for at, kind in enumerate(kinds)]
    if chance.below(2):  # fewer counted stops, so that small boards have some that are left out
        specs = [structs.replace(spec, pays=3) if spec.pays else spec for spec in specs]
    walker = Walker(rules, state, company)
    expected = brute(walker, specs)
    if expected is None:
        return "large"
    sealed = rules.twin.seal(rules.twin.draft(state))
    run = best_run(rules, sealed, company, specs, kernel=kernel)
    question = f"board {seed}, {rules.t.companies[company].id}, trains {kinds}"
    assert run.total == expected, f"{question}: {run.total}, brute force {expected}"
    assert run.proven, question
    check = rules.route_check(sealed, company)
    reach = {spec.name: reach_of(rules.t, kind) for spec, kind in zip(specs, kinds, strict=True)}
    walks = check.run([route.route for route in run.routes], reach)
    if all(spec.pays in (0, 8) for spec in specs):
        assert check.value(walks) == run.total, question
    text = str(run.receipt)
    if not run.routes:
        return "nothing"
    for mark in ("Paris", "Konstantinopel", "customs", "more than printed"):
        if mark in text:
            return mark
    below = {hex_ for hex_, pairs in enumerate(state.tunnels) if pairs}
    bored = {
        rules.t.hexmap.side[EDGES * hex_ + edge] for hex_ in below for pair in state.tunnels[hex_] for edge in pair
    }
    if any(side in bored for walk in walks for side in walk.sides):
        return "tunnel"
    return "local" if rules.kinds.is_local(company) else "plain"


def new_rules() -> Rules1854:
    """The rules of a game."""
    rules = stellwerk.new("1854", ("Ada", "Ben", "Cleo")).rules
    assert isinstance(rules, Rules1854)
    return rules


def main(count: int, first: int = 0) -> None:
    """Compare `count` boards and print what was met."""
    rules = new_rules()
    seen = Counter(compare(rules, seed, kernel=None if seed % 2 else False) for seed in range(first, first + count))
    print(f"{count} boards from {first} on: equal to brute force on {count - seen['large']}; {dict(seen)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
