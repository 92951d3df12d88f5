"""Random legal runs: walks over the track that grow from a token in both directions."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Chance
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import closed
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.routes import RouteCheck, TrainReach
from stellwerk.eighteen.running import RunPart, kind_of, reach_of
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tiles import EDGES

IDLE = 40  # once in so many runs the trains stay at home
HALTS = 12  # once in so many stops a walk ends early
WALKS = 4  # walks tried for each train
RUNS = 3  # sets of walks tried
PATIENCE = 40  # hexes looked at for one leg between two stops


def random_run(rules: FamilyRules, s: State, chance: Chance) -> tuple[Route, ...]:
    """Legal routes for the company on turn: the best of a few tries, now and then none."""
    frame = next(frame for frame in reversed(s.frames) if isinstance(frame, OperatingTurn))
    step = rules.steps[type(frame)]
    assert isinstance(step, OperatingTurnStep)
    part = step.parts["run"]
    assert isinstance(part, RunPart)
    if not chance.below(IDLE):
        return ()
    check = part.check(s, frame.company)
    reach = {train: reach_of(rules.t, kind_of(train)) for train in s.companies[frame.company].trains}
    best: tuple[Route, ...] = ()
    most = -1
    for _ in range(RUNS):
        routes = one_run(check, reach, chance)
        if routes == best:
            continue
        value = check.value(check.run(routes, reach))
        if value > most:
            best, most = routes, value
    return best


def one_run(check: RouteCheck, reach: dict[str, TrainReach], chance: Chance) -> tuple[Route, ...]:
    """One walk for each train, long trains first, on track that no train before used."""
    used: set[int] = set()
    routes = []
    for train in sorted(reach, key=lambda name: -reach[name].stops):
        walks = [RandomWalk(check, used, reach[train], chance).walk() for _ in range(WALKS)]
        best = max(walks, key=lambda walker: walker.worth)
        if len(best.stops) >= 2:
            used |= best.sides - used
            routes.append(Route(train, best.path()))
    return tuple(routes)


class RandomWalk:
    """A walk that grows. Its items are stop numbers, and out-arcs as ~arc."""

    def __init__(self, check: RouteCheck, used: set[int], reach: TrainReach, chance: Chance) -> None:
        """`used` are sides other trains use; `reach` is how far the train may go."""
        self.check, self.chance, self.reach = check, chance, reach
        self.hexmap, self.board = check.hexmap, check.board
        self.sides = set(used)
        self.stops: list[int] = []
        self.towns = 0  # of the stops
        self.items: list[int] = []

    @property
    def worth(self) -> int:
        """What the walk earns; a single stop is no route."""
        return sum(map(self.check.worth, self.stops)) if len(self.stops) >= 2 else 0

    def walk(self) -> RandomWalk:
        """Grow from a random token: one way, then from the same token the other way."""
        hex_, stop = self.chance.choice(self.check.table.networks.reach(self.board, self.check.company).tokens)
        home = hex_ * STOPS_PER_HEX + stop
        self.visit(home)
        ahead = self.grow(home)
        back = self.grow(home)
        entry = self.hexmap.entry
        turned = [item if item >= 0 else ~entry[~item] for item in reversed(back)]
        self.items = [*turned, home, *ahead]
        return self

    def grow(self, stop: int) -> list[int]:
        """Go on from a stop, leg by leg, as long as there is track and the train reaches."""
        items: list[int] = []
        side = self.hexmap.side
        while len(self.stops) < self.reach.stops and (not items or self.chance.below(HALTS)):
            leg = self.leg(stop)
            if not leg:
                break
            stop = leg.pop()
            self.visit(stop)
            for item in leg:
                self.sides.add(side[~item])
            items += leg
            items.append(stop)
            if self.ends(stop):
                break
        return items

    def visit(self, stop: int) -> None:
        """Add a stop."""
        self.stops.append(stop)
        self.towns += self.check.is_town(stop)

    def ends(self, stop: int) -> bool:
        """True if no route goes on beyond the stop."""
        hex_, number = divmod(stop, STOPS_PER_HEX)
        kind = self.hexmap.faces[self.board.faces[hex_]].stops[number].kind
        return kind == "offboard" or closed(self.board, hex_, number, self.check.company)

    def welcome(self, stop: int) -> bool:
        """True if the walk has not been there, nor at another hex of the same location, and the train has room."""
        if stop in self.stops:
            return False
        if self.check.is_town(stop):
            if self.towns >= self.reach.towns:
                return False
        elif len(self.stops) - self.towns >= self.reach.cities:
            return False
        groups = self.check.table.groups
        group = groups[stop // STOPS_PER_HEX]
        return not (group and any(groups[other // STOPS_PER_HEX] == group for other in self.stops))

    def leg(self, stop: int) -> list[int]:
        """A random way to another stop: the out-arcs crossed (as ~arc) and the stop; empty if none was found."""
        hex_, number = divmod(stop, STOPS_PER_HEX)
        exits = self.hexmap.faces[self.board.faces[hex_]].stops[number].exits
        self.patience = PATIENCE
        for edge in self.chance.shuffled(exits):
            found = self.cross(EDGES * hex_ + edge, set())
            if found:
                return found
        return []

    def cross(self, arc: int, crossed: set[int]) -> list[int]:
        """Out over `arc` and on to the first stop, trying the branches of the track in random order.

        `crossed` are the sides on the way to it.
        """
        into = self.hexmap.entry[arc]
        side = self.hexmap.side[arc]
        self.patience -= 1
        if into < 0 or side in self.sides or side in crossed or self.patience < 0:
            return []
        hex_, edge = divmod(into, EDGES)
        face = self.hexmap.faces[self.board.faces[hex_]]
        ways: Sequence[int] = face.through[edge]
        stop = hex_ * STOPS_PER_HEX + face.stop_at[edge]
        if face.stop_at[edge] >= 0 and self.welcome(stop):
            ways = (*ways, -1)
        crossed.add(side)
        for way in self.chance.shuffled(ways) if len(ways) > 1 else ways:
            if way < 0:
                return [~arc, stop]
            found = self.cross(EDGES * hex_ + way, crossed)
            if found:
                return [~arc, *found]
        crossed.remove(side)
        return []

    def path(self) -> tuple[str, ...]:
        """The walk in the form of a route's path."""
        stops, sides = self.hexmap.stop_items, self.hexmap.side_items
        return tuple([stops[item] if item >= 0 else sides[~item] for item in self.items])
