"""Running: what a route counts and earns in 1862, for the validator and for the router alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from msgspec import structs

from stellwerk.core import Illegal, Line
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck, TrainReach, Walk
from stellwerk.routing.contract import Net
from stellwerk.routing.hooks import Gate, Plain, Tour
from stellwerk.routing.part import BestRunPart
from stellwerk.routing.run import net_of
from stellwerk.routing.trainspec import TrainSpec

from .bonus import BonusRuns, BonusTarget, Claim, dearer_stops
from .state import State1862


class RouteCheck1862(RouteCheck):
    """The validator with the bonus a run claims and what Salt Lake City is worth."""

    express_cite = "route.express"

    def __init__(self, rules: FamilyRules[State1862], s: State1862, company: int) -> None:
        """For one company in one position."""
        t = rules.t
        super().__init__(t, s.board, company, t.phases[s.phase].offboard)
        self.bonuses = BonusRuns(t, s, company)
        self.dearer = dearer_stops(t, s.board, company)

    def worth(self, stop: int) -> int:
        """What a stop pays now."""
        return super().worth(stop) + self.dearer.get(stop, 0)

    def twice(self, hex_: int, group: str, item: str) -> Illegal:
        """Red hexes of one area are one station (10.9)."""
        return self.table.no("route.apart", "{group} is one station and is visited twice", group=group)

    def must_count(self, walk: Walk, reach: TrainReach) -> set[int]:
        """The ends, and for a bonus home and target (11.3)."""
        must = super().must_count(walk, reach)
        target = self.target(walk.bonus)
        if target is None:
            return must
        return must | ({self.bonuses.home, target.stop} & set(walk.stops))

    def target(self, name: str) -> BonusTarget | None:
        """The target of that name."""
        return next((target for target in self.bonuses.targets if target.name == name), None)

    def check_bonus(self, walks: Sequence[Walk]) -> None:
        """At most one, and a right one (11.3 to 11.3c)."""
        claiming = [walk for walk in walks if walk.bonus]
        if len(claiming) > 1:
            raise self.table.no("bonus.one", "a company has one bonus in an operating round")
        for walk in claiming:
            refusal = self.why_no_bonus(walk)
            if refusal:
                raise refusal

    def why_no_bonus(self, walk: Walk) -> Illegal | None:
        """Why a route does not earn the bonus it claims."""
        t, target = self.table, self.target(walk.bonus)
        facts = {"train": walk.train, "target": walk.bonus[:40]}
        if target is None:
            return t.no("bonus", "{company} has no bonus for {target}", company=self.name, target=walk.bonus[:40])
        if not self.bonuses.starts_at_home(walk.stops):
            return t.no("bonus.home", "the route of {train} does not begin at the home station", train=walk.train)
        if target.stop not in walk.stops:
            same_hex = any(stop // STOPS_PER_HEX == target.stop // STOPS_PER_HEX for stop in walk.stops)
            return t.no("bonus.target" if same_hex else "bonus", "{train} does not call at {target}", **facts)
        if not {self.bonuses.home, target.stop} <= set(walk.paid):
            return t.no("bonus", "{train} does not count both its home and {target}", **facts)
        if self.claim(walk) is None:
            return t.no("bonus.none", "{train} travels too far to {target} for a bonus", **facts)
        return None

    @property
    def name(self) -> str:
        """The company's name."""
        return self.table.companies[self.company].id

    def claim(self, walk: Walk) -> Claim | None:
        """The bonus a route claims."""
        claims = self.bonuses.claims(walk.stops, walk.marks) if walk.bonus else []
        return next((claim for claim in claims if claim.target.name == walk.bonus), None)

    def value(self, walks: Sequence[Walk]) -> int:
        """Stations and bonus."""
        claims = [claim for walk in walks if (claim := self.claim(walk))]
        return super().value(walks) + sum(claim.amount for claim in claims)

    def lines(self, walks: Sequence[Walk]) -> list[Line]:
        """Every station, what Salt Lake City adds, the bonus."""
        rule, dearer = self.table.cite("route.revenue"), self.table.cite("route.dearer")
        lines: list[Line] = []
        for walk in walks:
            for stop in walk.paid:
                more = self.dearer.get(stop, 0)
                lines.append(Line(self.stop_message(walk.train, stop), self.worth(stop) - more, rule))
                if more:
                    lines.append(Line(self.more_than_printed(walk.train, stop), more, dearer))
        for walk in walks:
            claim = self.claim(walk)
            if claim:
                lines += self.bonuses.lines(walk.train, claim)
        return lines


class RunHook(Plain):
    """What the router must know: stations that are dearer, and at most one bonus.

    `revenue` is the best bonus any of the tours earns, less what an E-train loses by counting home and target instead
    of dearer stations. Fewer sides mean more bonus, so a link that crosses more sides than another is never better.
    """

    def __init__(self, rules: FamilyRules[State1862], s: State1862, company: int) -> None:
        """For one company in one position."""
        self.t, self.board, self.company = rules.t, s.board, company
        self.rule = rules.t.cite("route.dearer")
        self.check = RouteCheck1862(rules, s, company)
        self.bonuses = self.check.bonuses
        self._most: dict[int, int] = {}

    def worth(self, train: TrainSpec, stop: int, value: int) -> int:
        """The printed value, more for Salt Lake City."""
        return value + self.check.dearer.get(stop, 0)

    # -- the bonus of complete tours

    def best(self, tours: Sequence[Tour]) -> tuple[int, int, Claim, tuple[int, ...]] | None:
        """(gain, which tour, the bonus, the stops it then counts) of the best bonus; None without one."""
        found: tuple[int, int, Claim, tuple[int, ...]] | None = None
        for at, tour in enumerate(tours):
            if not self.bonuses.starts_at_home(tour.stops):
                continue
            marks = (0, *accumulate(len(arcs) for arcs in tour.arcs))
            for claim in self.bonuses.claims(tour.stops, marks):
                paid, lost = self.counting(tour, claim)
                gain = claim.amount - lost
                if paid and gain > 0 and (found is None or gain > found[0]):
                    found = (gain, at, claim, paid)
        return found

    def counting(self, tour: Tour, claim: Claim) -> tuple[tuple[int, ...], int]:
        """The stops a train counts for a bonus, and what that costs it; no stops if it cannot count them all."""
        spec, both = tour.train, {self.bonuses.home, claim.target.stop}
        if both <= set(tour.paid):
            return tour.paid, 0
        must = both | ({tour.stops[0], tour.stops[-1]} if spec.ends_count else set())
        if len(must) > spec.pays:
            return (), 0
        others = sorted((stop for stop in tour.stops if stop not in must), key=lambda stop: -self.check.worth(stop))
        chosen = must | set(others[: spec.pays - len(must)])
        paid = tuple(stop for stop in tour.stops if stop in chosen)
        return paid, sum(map(self.check.worth, tour.paid)) - sum(map(self.check.worth, paid))

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        """The best bonus."""
        best = self.best(tours)
        if best is None:
            return 0, ()
        gain, at, claim, _ = best
        lines = self.bonuses.lines(tours[at].train.name, claim)
        lost = claim.amount - gain
        if lost:
            text = self.t.message(
                "{train}: counts {stop} instead of dearer stations", train=tours[at].train.name, stop=claim.target.name
            )
            lines = (*lines, Line(text, -lost, self.t.cite("bonus")))
        return gain, lines

    def settled(self, tours: Sequence[Tour]) -> Sequence[Tour]:
        """The tour with the bonus says so, and counts what it must."""
        best = self.best(tours)
        if best is None:
            return tours
        _, at, claim, paid = best
        return [
            structs.replace(tour, paid=paid, bonus=claim.target.name) if number == at else tour
            for number, tour in enumerate(tours)
        ]

    # -- the bound

    def gate(self) -> Gate:
        """The bonus is all there is besides the stations, so the search works it out itself."""
        bonuses = self.bonuses
        targets = tuple((target.stop, bonuses.rate * target.distance) for target in bonuses.targets)
        return Gate(bonuses.home, targets, bonuses.home_is_end, bonuses.per_hex, bonuses.whole)

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        """The best bonus of the tours there are, or what a train to come could earn at most."""
        best = self.best(tours) if tours else None
        return max([best[0] if best else 0, *(self.most(spec.stops) for spec in left)])

    def most(self, stops: int) -> int:
        """No train with so many stops earns a higher bonus: it takes the shortest way that leads to each target."""
        stops = min(stops, self.net_size)
        found = self._most.get(stops)
        if found is None:
            reached = self.shortest(stops)
            amounts = [
                self.bonuses.amount(target, reached[target.stop])
                for target in self.bonuses.targets
                if target.stop in reached
            ]
            found = self._most[stops] = max([0, *amounts])
        return found

    @cached_property
    def net(self) -> Net:
        """The company's net."""
        return net_of(self.t.hexmap, self.board, self.company, self.t.groups, False, frozenset())

    @property
    def net_size(self) -> int:
        """How many stops the company can reach."""
        return len(self.net.stops)

    def shortest(self, stops: int) -> dict[int, int]:
        """The fewest sides from home to each stop on a way with so many stops at most, whatever track it shares."""
        net = self.net
        if self.bonuses.home not in net.stops:
            return {}
        ends = net.offboard | net.shut
        ways: list[list[tuple[int, int]]] = [[] for _ in net.stops]
        for link in net.links:
            ways[link.a].append((link.b, len(link.arcs)))
            ways[link.b].append((link.a, len(link.arcs)))
        start = net.stops.index(self.bonuses.home)
        best = {start: 0}
        front = {start: 0}
        for _ in range(stops - 1):
            following: dict[int, int] = {}
            for here, sides in front.items():
                if ends >> here & 1:
                    continue
                for there, length in ways[here]:
                    if sides + length < min(
                        best.get(there, sides + length + 1), following.get(there, sides + length + 1)
                    ):
                        following[there] = sides + length
            best.update(following)
            if not following:
                break
            front = following
        return {net.stops[at]: sides for at, sides in best.items()}


class Run1862(BestRunPart[State1862]):
    """The director runs as he likes; the best run is offered."""

    def __init__(self, rules: FamilyRules[State1862]) -> None:
        """Nobody is obliged to the best run (11.2)."""
        super().__init__(rules, enforced=False)

    def ground(self, s: State1862, company: int) -> Board:
        """The whole of it: bonuses look at places beyond the company's track."""
        return s.board

    def check(self, s: State1862, company: int) -> RouteCheck:
        """The validator of 1862."""
        return RouteCheck1862(self.rules, s, company)
