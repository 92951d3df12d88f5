"""Own runs by clicking stops: for a train and the stops clicked in order, the legal route that calls at them.

The route begins at the first stop and ends at the last. Between two of them it passes as few other stops as it must
(every stop passed is a stop visited), and of such routes the one that earns most is taken. So every route can be
drawn: whoever wants a detour clicks on it. What is refused is refused by the engine, with its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from stellwerk.core import BadInput, Illegal, Receipt
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.running import kind_of, reach_of
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tiles import EDGES
from stellwerk.routing.run import Question
from stellwerk.routing.trainspec import TrainSpec

MOST_NODES = 20_000  # steps of one search; far more than a route between neighbours needs
MOST_EXTRA = 12  # stops passed without a click
MOST_CLICKS = 60

Draft = dict[str, tuple[str, ...]]  # the stops clicked for each train


class OwnTrain(Struct, frozen=True):
    """A train with what was clicked for it, and the route that came of it (none with fewer than two stops)."""

    train: str
    clicked: tuple[str, ...]
    route: Route | None
    stops: tuple[int, ...]
    revenue: int


class OwnRun(Struct, frozen=True):
    """All trains; `refusal` is why the last click was not taken, or why the whole cannot be run yet."""

    trains: tuple[OwnTrain, ...]
    draft: Draft
    refusal: Illegal | None
    receipt: Receipt | None
    action: RunRoutes
    cut: bool = False  # a search was given up: there may be a route, or a better one

    @property
    def total(self) -> int:
        """What it earns so far."""
        return self.receipt.total if self.receipt else sum(train.revenue for train in self.trains)


def read_draft(text: str, trains: Sequence[str]) -> Draft:
    """`5-1:E19.0,F20.0;4-0:…` as clicks for each train of the company."""
    found: Draft = dict.fromkeys(trains, ())
    for part in filter(None, text.split(";")):
        train, _, items = part.partition(":")
        if train not in found:
            raise BadInput(f"draft: the company has no train {train[:20]!r}")
        clicks = tuple(filter(None, items.split(",")))
        if len(clicks) > MOST_CLICKS:
            raise BadInput(f"draft: more than {MOST_CLICKS} stops")
        found[train] = clicks
    return found


def write_draft(draft: Draft) -> str:
    """The text that `read_draft` reads."""
    return ";".join(f"{train}:{','.join(items)}" for train, items in draft.items() if items)


def own_run(
    rules: FamilyRules,
    state: State,
    company: int,
    draft: Draft,
    active: str = "",
    claim: Callable[[Sequence[Route]], tuple[Route, ...]] | None = None,
) -> OwnRun:
    """The run that the clicks mean. A click of `active` that no legal route can follow is taken back and explained.

    `claim` adds to the routes what is claimed for them, in titles that have such.
    """
    question = Question(rules, state, company, None, None, None)
    sketch = _Sketch(question, rules, state)
    draft = dict(draft)
    refusal: Illegal | None = None
    while True:
        trains, failed = sketch.routes(draft)
        if failed is None:
            break
        train, why = failed
        refusal = refusal or why
        last = active if draft.get(active) else train
        draft[last] = draft[last][:-1]
    routes = tuple(train.route for train in trains if train.route)
    action = RunRoutes(claim(routes) if claim else routes)
    receipt: Receipt | None = None
    if action.routes:
        try:
            _, events = rules.apply(state, action, state.companies[company].president)
        except Illegal as illegal:
            refusal = refusal or illegal
        else:
            receipt = next((event.receipt for event in events if event.kind == "run"), None)
    return OwnRun(trains, draft, refusal, receipt, action, sketch.cut)


class _Sketch:
    """Looks for routes on the company's net, and asks the validator where there is none."""

    def __init__(self, question: Question, rules: FamilyRules, state: State) -> None:
        self.question, self.check, self.net = question, question.check, question.net
        self.hexmap, t = rules.t.hexmap, rules.t
        self.place = {stop: number for number, stop in enumerate(self.net.stops)}
        self.reach = {train: reach_of(t, kind_of(train)) for train in state.companies[question.number].trains}
        self.specs = {spec.name: spec for spec in question.trains}
        self.ends = self.net.offboard | self.net.shut
        self.cut = False
        self.beside: list[list[tuple[int, int, int]]] = [[] for _ in self.net.stops]
        for number, link in enumerate(self.net.links):
            self.beside[link.a].append((number, link.b, link.mask))
            self.beside[link.b].append((number, link.a, link.mask))

    def routes(self, draft: Draft) -> tuple[tuple[OwnTrain, ...], tuple[str, Illegal] | None]:
        """A route for every train, on track the trains before it leave free; or the train that has none, and why."""
        found: list[OwnTrain] = []
        used = 0
        for train, clicks in draft.items():
            codes = [self.code(item) for item in clicks]
            if len(codes) < 2:
                found.append(OwnTrain(train, clicks, None, tuple(codes), sum(map(self.check.worth, codes))))
                continue
            links = self.connect(self.specs[train], codes, used)
            if links is None:
                return tuple(found), (train, self.why(train, codes, [entry.route for entry in found if entry.route]))
            for number in links:
                used |= self.net.links[number].mask
            route, stops = self.route(train, codes[0], links)
            found.append(OwnTrain(train, clicks, route, stops, self.pay(self.specs[train], stops)))
        return tuple(found), None

    def code(self, item: str) -> int:
        """`E19.0` as a stop number."""
        found = self.hexmap.path_items.get(item)
        faces = self.hexmap.faces
        if found is None or not found[2] or found[1] >= len(faces[self.check.board.faces[found[0]]].stops):
            raise BadInput(f"draft: {item[:20]!r} is no stop")
        return found[0] * STOPS_PER_HEX + found[1]

    def pay(self, spec: TrainSpec, stops: Sequence[int]) -> int:
        """What a route earns; a train that is paid for some stops only gets the dearest of them."""
        values = [self.question.worth(spec, stop) for stop in stops]
        if not spec.pays:
            return sum(values)
        ends = [values[0], values[-1]] if spec.ends_count else []
        inner = sorted(values[1:-1] if spec.ends_count else values, reverse=True)
        return sum(ends) + sum(inner[: max(0, spec.pays - len(ends))])

    # -- finding

    def connect(
        self,
        spec: TrainSpec,
        codes: Sequence[int],
        used: int,
        *,
        limit: int | None = None,
        strict: bool = True,
        again: bool = False,
    ) -> tuple[int, ...] | None:
        """The links of the best route over the stops, or None.

        Not `strict`: closed stops may be run through. `again`: track may be used again.
        """
        if any(code not in self.place for code in codes) or len(set(codes)) < len(codes):
            return None
        wanted = [self.place[code] for code in codes]
        most = spec.stops if limit is None else limit
        if strict and any(self.ends >> stop & 1 for stop in wanted[1:-1]):
            return None
        search = _Search(self, spec, wanted, used, again=again)
        for extra in range(min(MOST_EXTRA, most - len(wanted)) + 1):
            found = search.at_depth(extra)
            if search.nodes > MOST_NODES:
                self.cut = True
                return found
            if found is not None:
                return found
        return None

    def route(self, train: str, start: int, links: Sequence[int]) -> tuple[Route, tuple[int, ...]]:
        """Links as a route in the notation of actions, and its stops."""
        net, hexmap = self.net, self.hexmap
        here = self.place[start]
        path, stops = [self.item(start)], [start]
        for number in links:
            link = net.links[number]
            ahead = link.a == here
            arcs = link.arcs if ahead else tuple(hexmap.entry[arc] for arc in reversed(link.arcs))
            path += [f"{hexmap.names[arc // EDGES]}:{arc % EDGES}" for arc in arcs]
            here = link.b if ahead else link.a
            stops.append(net.stops[here])
            path.append(self.item(stops[-1]))
        return Route(train, tuple(path)), tuple(stops)

    def item(self, stop: int) -> str:
        """`E19.0`"""
        return f"{self.hexmap.names[stop // STOPS_PER_HEX]}.{stop % STOPS_PER_HEX}"

    # -- refusing

    def why(self, train: str, codes: Sequence[int], others: Sequence[Route]) -> Illegal:
        """Which rule stands against it: a route that breaks as little as possible is shown to the validator."""
        if codes[-1] in codes[:-1]:  # worded as the validator does, which would first miss the track back
            return self.check.table.no("route.stop_twice", "{stop} is visited twice", stop=self.item(codes[-1]))
        spec = self.specs[train]
        far = len(codes) + MOST_EXTRA
        for limit, strict, again in ((None, True, False), (far, True, False), (far, False, False), (far, False, True)):
            links = self.connect(spec, codes, 0, limit=limit, strict=strict, again=again)
            if links is not None:
                refusal = self.refused([*others, self.route(train, codes[0], links)[0]])
                if refusal is not None:
                    return refusal
        refusal = self.refused([self.broken(train, codes)])
        assert refusal is not None  # a stop that no track leads to is no part of a route
        return refusal

    def broken(self, train: str, codes: Sequence[int]) -> Route:
        """The route up to the last click but one, and from there straight to the last stop without any track."""
        far = len(codes) + MOST_EXTRA
        links = self.connect(self.specs[train], codes[:-1], 0, limit=far, strict=False) if len(codes) > 2 else None
        path = self.route(train, codes[0], links)[0].path if links else (self.item(codes[0]),)
        return Route(train, (*path, self.item(codes[-1])))

    def refused(self, routes: Sequence[Route]) -> Illegal | None:
        """What the validator says."""
        try:
            self.check.run(routes, self.reach)
        except Illegal as illegal:
            return illegal
        return None


class _Search:
    """Depth first over links, from click to click, with a given number of stops passed besides."""

    def __init__(self, sketch: _Sketch, spec: TrainSpec, wanted: Sequence[int], used: int, *, again: bool) -> None:
        self.sketch, self.spec, self.wanted, self.used, self.again = sketch, spec, wanted, used, again
        self.clicked = sum(1 << stop for stop in wanted)
        self.nodes = 0
        self.best: tuple[int, int] | None = None
        self.links: tuple[int, ...] | None = None

    def at_depth(self, extra: int) -> tuple[int, ...] | None:
        """The best route with exactly so many stops besides."""
        first = self.wanted[0]
        self.walk(first, 1, extra, self.used, self.sketch.net.twins[first], ())
        return self.links

    def walk(self, here: int, aim: int, extra: int, used: int, seen: int, links: tuple[int, ...]) -> None:
        """Go on from a stop towards the next click."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            return
        net, wanted = self.sketch.net, self.wanted
        if aim == len(wanted):
            if not extra:
                self.offer(links)
            return
        for number, other, mask in self.sketch.beside[here]:
            if (used & mask and not self.again) or seen >> other & 1:
                continue
            beyond = seen | net.twins[other]
            if other == wanted[aim]:
                self.walk(other, aim + 1, extra, used | mask, beyond, (*links, number))
            elif extra and not (self.clicked | self.sketch.ends) >> other & 1:
                self.walk(other, aim, extra - 1, used | mask, beyond, (*links, number))

    def offer(self, links: tuple[int, ...]) -> None:
        """Keep it if it earns more, or as much over fewer sides."""
        sketch = self.sketch
        route, stops = sketch.route(self.spec.name, sketch.net.stops[self.wanted[0]], links)
        worth = (sketch.pay(self.spec, stops), -len(route.path))
        if self.best is None or worth > self.best:
            self.best, self.links = worth, links
