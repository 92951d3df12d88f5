"""Running trains and what becomes of the income."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Line, Option
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.actions import Dividend, RunRoutes
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.routes import UNLIMITED_STOPS, RouteCheck, TrainReach, Walk
from stellwerk.eighteen.state import BANK, State, company_owner
from stellwerk.eighteen.table import Table


def kind_of(train: str) -> str:
    """The kind of a train id such as `3-1`."""
    return train.rpartition("-")[0]


def reach_of(t: Table, kind: str) -> TrainReach:
    """How far a kind of train may go."""
    reach = t.kit.reach[kind]
    return TrainReach(
        reach.stops if isinstance(reach.stops, int) else UNLIMITED_STOPS,
        UNLIMITED_STOPS if reach.cities is None else reach.cities,
        UNLIMITED_STOPS if reach.towns is None else reach.towns,
        reach.pays,
        t.choices.express_ends_count,
    )


class RunPart(TurnPart):
    """The trains run."""

    name = "run"
    cite = "run"
    passes = False

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.10a"""
        s = m.s
        return bool(self.rules.running_trains(s, frame.company)) and self.t.networks.runs(s.board, frame.company)

    def check(self, s: State, company: int) -> RouteCheck:
        """The validator for this company now."""
        return self.rules.route_check(s, company)

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Any legal set of routes; they are checked when they are declared."""
        return [Option(self.default(s, frame.company), free="routes")]

    def default(self, s: State, company: int) -> RunRoutes:
        """The run that is offered to begin with; titles with a router offer the best."""
        return RunRoutes(())

    def why_not_run(self, s: State, company: int, revenue: int) -> Illegal | None:
        """Why legal routes may not be declared all the same (a compulsory best run)."""
        return None

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """Check the routes and note the income."""
        if not isinstance(action, RunRoutes):
            return False
        name = self.t.companies[frame.company].id
        check, walks = self.walks(m.s, frame.company, action)
        revenue = check.value(walks)
        refusal = self.why_not_run(m.s, frame.company, revenue)
        if refusal:
            raise refusal
        m.tell(
            "run",
            "run",
            "{company} runs for {revenue:$}",
            receipt(f"income of {name}", check.lines(walks)),
            company=name,
            revenue=revenue,
        )
        self.declared(m, frame, action, revenue)
        return True

    def walks(self, s: State, company: int, action: RunRoutes) -> tuple[RouteCheck, list[Walk]]:
        """The routes on the board, checked."""
        check = self.check(s, company)
        trains = self.rules.running_trains(s, company)
        return check, check.run(action.routes, {train: reach_of(self.t, kind_of(train)) for train in trains})

    def declared(self, m: Move, frame: OperatingTurn, action: RunRoutes, revenue: int) -> None:
        """A legal run has been declared: it is the company's, and the dividend comes next."""
        m.top(revenue=revenue, step="dividend")


class DividendPart(TurnPart):
    """Pay or withhold; with no income the price falls unasked."""

    name = "dividend"
    cite = "dividend"
    passes = False

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.10b"""
        if frame.revenue:
            return True
        self.withhold(m, frame, "dividend.none")
        return False

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Pay or withhold."""
        return [Option(Dividend("pay")), Option(Dividend("withhold"))]

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """Carry it out."""
        if not isinstance(action, Dividend):
            return False
        if action.choice == "pay":
            self.pay(m, frame)
        elif action.choice == "withhold":
            self.withhold(m, frame, "dividend")
        else:
            raise self.t.no("dividend", "a dividend is pay or withhold, not {kind}", kind=action.choice[:20])
        if isinstance(m.s.frames[-1], OperatingTurn):  # the turn is over if the company has left the game
            m.top(step="trains")
        return True

    def pay(self, m: Move, frame: OperatingTurn) -> None:
        """A tenth for every share of a player; `pay_company` says what the company gets."""
        t, number = self.t, frame.company
        company = m.s.companies[number]
        name = t.companies[number].id
        share = frame.revenue // 10
        rule = t.cite("dividend")
        lines = []
        for seat, held in enumerate(company.held):
            if held:
                m.pay(
                    BANK, seat, held // 10 * share, "dividend", "{percent} % of {company}", percent=held, company=name
                )
                lines.append(Line(f"{t.seats[seat]} {held} %", held // 10 * share, rule))
        lines += self.pay_company(m, number, share)
        m.tell(
            "dividend",
            "dividend",
            "{company} pays {share:$} per share",
            receipt(f"dividend of {name}", lines),
            company=name,
            share=share * self.share_percent(number) // 10,
        )
        self.after_payment(m, number, frame.revenue)
        m.company(number, operated=True)

    def share_percent(self, number: int) -> int:
        """What is called a share of a company: the percentage its price is paid for."""
        return 10

    def pay_company(self, m: Move, number: int, share: int) -> list[Line]:
        """What the company itself is paid: for the shares in the pool."""
        company, name = m.s.companies[number], self.t.companies[number].id
        if not company.pool:
            return []
        amount = company.pool // 10 * share
        m.pay(BANK, company_owner(number), amount, "dividend", "{percent} % in the pool", percent=company.pool)
        return [Line(f"{name} for {company.pool} % in the pool", amount, self.t.cite("dividend"))]

    def after_payment(self, m: Move, number: int, revenue: int) -> None:
        """The price rises."""
        t = self.t
        m.move_marker(number, t.market.right[m.s.companies[number].cell], "market.right", "dividend paid")

    def withhold(self, m: Move, frame: OperatingTurn, key: str) -> None:
        """All into the treasury; the price falls."""
        t, number = self.t, frame.company
        name = t.companies[number].id
        m.pay(BANK, company_owner(number), frame.revenue, key, "income of {company} withheld", company=name)
        m.tell("withhold", key, "{company} pays no dividend", company=name)
        m.move_marker(number, t.market.left[m.s.companies[number].cell], "market.left", "no dividend")
        m.company(number, operated=True)
