"""Running trains and what becomes of the income."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.core import Illegal, Line, Message, Option
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.actions import Dividend, RunRoutes
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.routes import UNLIMITED_STOPS, RouteCheck, TrainReach, Walk
from stellwerk.eighteen.state import BANK, S, company_owner
from stellwerk.eighteen.table import Table, TitleKit

UNFILLED = Option(RunRoutes(()), free="routes")
Walked = tuple[RouteCheck, list[Walk], int]  # the validator, what it found, what the run earns
NOTHING_WALKED = (None, None, None)


def kind_of(train: str) -> str:
    """The kind of a train id such as `3-1`."""
    return train.rpartition("-")[0]


def reach_of(t: Table, kind: str) -> TrainReach:
    """How far a kind of train may go."""
    return _reach(t.kit, kind, t.choices.express_ends_count)


@lru_cache(maxsize=256)
def _reach(kit: TitleKit, kind: str, ends_count: bool) -> TrainReach:
    reach = kit.reach[kind]
    return TrainReach(
        reach.stops if isinstance(reach.stops, int) else UNLIMITED_STOPS,
        UNLIMITED_STOPS if reach.cities is None else reach.cities,
        UNLIMITED_STOPS if reach.towns is None else reach.towns,
        reach.pays,
        ends_count,
    )


class RunPart(TurnPart[S]):
    """The trains run."""

    name = "run"
    cite = "run"

    def __init__(self, rules: FamilyRules[S]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {RunRoutes: ActionKind(self.run, self.why_not_routes)}
        self._walked: tuple[object, object, Walked | None] = NOTHING_WALKED

    def why_not_pass(self, s: S, frame: OperatingTurn) -> Illegal | None:
        """A run is always declared."""
        return self.t.no(self.cite, "the company must say which trains run, or that none does")

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """1830 14.10a"""
        s = m.s
        return bool(self.rules.running_trains(s, frame.company)) and self.t.networks.runs(s.board, frame.company)

    def check(self, s: S, company: int) -> RouteCheck:
        """The validator for this company now."""
        return self.rules.route_check(s, company)

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Any legal set of routes; they are checked when they are declared."""
        return [Option(self.default(s, frame.company), free="routes")]

    def unfilled(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Without looking for routes to begin with."""
        return [UNFILLED]

    def default(self, s: S, company: int) -> RunRoutes:
        """The run that is offered to begin with; titles with a router offer the best."""
        return RunRoutes(())

    def why_not_run(self, s: S, company: int, revenue: int) -> Illegal | None:
        """Why legal routes may not be declared all the same (a compulsory best run)."""
        return None

    def why_not_routes(self, s: S, frame: OperatingTurn, action: RunRoutes) -> Illegal | None:
        """Routes that break a rule, or less than must be run."""
        _, _, revenue = self.walked(s, frame.company, action)
        return self.why_not_run(s, frame.company, revenue)

    def run(self, m: Move[S], frame: OperatingTurn, action: RunRoutes) -> None:
        """Note the income."""
        name = self.t.companies[frame.company].id
        check, walks, revenue = self.made(m.s, frame.company, action)
        m.tell(
            "run",
            "run",
            "{company} runs for {revenue:$}",
            receipt(self.t.message("income of {name}", name=name), check.lines(walks)),
            company=name,
            revenue=revenue,
        )
        self.declared(m, frame, action, revenue)

    def walks(self, s: S, company: int, action: RunRoutes) -> tuple[RouteCheck, list[Walk]]:
        """The routes on the board, checked."""
        check, trains = self.check(s, company), self.rules.running_trains(s, company)
        return check, check.run(action.routes, {train: reach_of(self.t, kind_of(train)) for train in trains})

    def walked(self, s: S, company: int, action: RunRoutes) -> Walked:
        """The same and what they earn; the last answer is kept, since a run is checked first and then made."""
        state, routes, found = self._walked
        if found is None or state is not s or routes is not action:
            check, walks = self.walks(s, company, action)
            found = check, walks, check.value(walks)
            self._walked = s, action, found
        return found

    def made(self, s: S, company: int, action: RunRoutes) -> Walked:
        """The same, the last time in this position: the draft that it was asked of goes on to be another one."""
        found = self.walked(s, company, action)
        self._walked = NOTHING_WALKED
        return found

    def declared(self, m: Move[S], frame: OperatingTurn, action: RunRoutes, revenue: int) -> None:
        """A legal run has been declared: it is the company's, and the dividend comes next."""
        m.top(revenue=revenue, step="dividend")


class DividendPart(TurnPart[S]):
    """Pay or withhold; with no income the price falls unasked."""

    name = "dividend"
    cite = "dividend"

    def __init__(self, rules: FamilyRules[S]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {Dividend: ActionKind(self.choose, self.why_not_dividend)}

    def why_not_pass(self, s: S, frame: OperatingTurn) -> Illegal | None:
        """An income is always disposed of."""
        return self.t.no(self.cite, "the company must pay out the income or withhold it")

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """1830 14.10b"""
        if frame.revenue:
            return True
        self.withhold(m, frame, "dividend.none")
        return False

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Pay or withhold."""
        return [Option(Dividend("pay")), Option(Dividend("withhold"))]

    def why_not_dividend(self, s: S, frame: OperatingTurn, action: Dividend) -> Illegal | None:
        """There is nothing between."""
        if action.choice in ("pay", "withhold"):
            return None
        return self.t.no("dividend", "a dividend is pay or withhold, not {kind}", kind=action.choice[:20])

    def choose(self, m: Move[S], frame: OperatingTurn, action: Dividend) -> None:
        """Carry it out."""
        if action.choice == "pay":
            self.pay(m, frame)
        else:
            self.withhold(m, frame, "dividend")
        if isinstance(m.s.frames[-1], OperatingTurn):  # the turn is over if the company has left the game
            m.top(step="trains")

    def pay(self, m: Move[S], frame: OperatingTurn) -> None:
        """A part for every share of a player; `pay_company` says what the company gets."""
        t, number = self.t, frame.company
        company = m.s.companies[number]
        name = t.companies[number].id
        share = frame.revenue * self.shares.priced[number] // 100
        rule = t.cite("dividend")
        lines = []
        for seat, held in enumerate(company.held):
            if held:
                paid = self.shares.units(number, held) * share
                m.pay(BANK, seat, paid, "dividend", "{percent} % of {company}", percent=held, company=name)
                lines.append(Line(self.holding(t.seats[seat], held), paid, rule))
        lines += self.pay_company(m, number, share)
        m.tell(
            "dividend",
            "dividend",
            "{company} pays {share:$} per share",
            receipt(t.message("dividend of {name}", name=name), lines),
            company=name,
            share=share,
        )
        self.after_payment(m, number, frame.revenue)
        m.company(number, operated=True)

    def holding(self, name: str, percent: int) -> Message:
        """The line of a receipt for what somebody holds."""
        return self.t.message("{name} {percent} %", name=name, percent=percent)

    def pay_company(self, m: Move[S], number: int, share: int) -> list[Line]:
        """What the company itself is paid: for the shares in the pool."""
        company, name = m.s.companies[number], self.t.companies[number].id
        if not company.pool:
            return []
        amount = self.shares.units(number, company.pool) * share
        m.pay(BANK, company_owner(number), amount, "dividend", "{percent} % in the pool", percent=company.pool)
        text = self.t.message("{company} for {percent} % in the pool", company=name, percent=company.pool)
        return [Line(text, amount, self.t.cite("dividend"))]

    def after_payment(self, m: Move[S], number: int, revenue: int) -> None:
        """The price rises."""
        t = self.t
        m.move_marker(number, t.market.right[m.s.companies[number].cell], "market.right", "dividend paid")

    def withhold(self, m: Move[S], frame: OperatingTurn, key: str) -> None:
        """All into the treasury; the price falls."""
        t, number = self.t, frame.company
        name = t.companies[number].id
        m.pay(BANK, company_owner(number), frame.revenue, key, "income of {company} withheld", company=name)
        m.tell("withhold", key, "{company} pays no dividend", company=name)
        m.move_marker(number, t.market.left[m.s.companies[number].cell], "market.left", "no dividend")
        m.company(number, operated=True)
