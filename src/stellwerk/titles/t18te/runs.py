"""Running and the income: others may point out a better run; the treasury is paid for its own certificates."""

from __future__ import annotations

from stellwerk.core import Decision, Illegal, Line, Option
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.actions import Pass, RunRoutes
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.running import DividendPart
from stellwerk.eighteen.shares import around
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.routing.part import BestRunPart

from .closing import close_company
from .state import Move18TE, Objection, State18TE

BANKRUPT, GAME_END = "x", "e"  # zones of the price table


class Run18TE(BestRunPart[State18TE]):
    """The run as the president declares it, if nobody points out a better one."""

    best_cite = "run.best"

    def declared(self, m: Move18TE, frame: OperatingTurn, action: RunRoutes, revenue: int) -> None:
        """7.5.8: the others are asked, unless there is nothing better to point out (7.5.8a)."""
        super().declared(m, frame, action, revenue)
        president = m.s.companies[frame.company].president
        self.ask(m, Objection(frame.company, president, action.routes, revenue))

    def ask(self, m: Move18TE, run: Objection) -> None:
        """Ask all players but the author of the run, clockwise from the president."""
        if self.enforced or not self.beaten(m.s, run.company, run.revenue):
            return
        president = m.s.companies[run.company].president
        seats = [seat for seat in (*around(len(self.t.seats), president), president) if seat != run.author]
        m.push(Objection(run.company, run.author, run.routes, run.revenue, tuple(seats)))


class ObjectionStep(Step[Objection, State18TE]):
    """A player accepts the declared run or points out a better one (7.5.7)."""

    def __init__(self, rules: FamilyRules[State18TE], run: Run18TE) -> None:
        """Uses the validator of the run step."""
        super().__init__(rules)
        self.run = run
        self.acts = {RunRoutes: ActionKind(self.object, self.why_not_run), Pass: ActionKind(self.accept)}

    def decision(self, s: State18TE, frame: Objection) -> Decision:
        """The next in order."""
        seat = frame.asked[0]
        return Decision(seat, self.t.seats[seat], "objection", self.t.cite("run.objection"))

    def options(self, s: State18TE, frame: Objection) -> list[Option]:
        """Accept, or any better run; the best one stands there to begin with."""
        best = self.run.best(s, frame.company).action()
        return [Option(Pass()), Option(best, free="routes")]

    def accept(self, m: Move18TE, frame: Objection, action: Pass) -> None:
        """Go on to the next player."""
        m.tell("accepted", "run.accepted", "{who} accepts the run", who=self.t.seats[frame.asked[0]])
        m.top(asked=frame.asked[1:])

    def why_not_run(self, s: State18TE, frame: Objection, action: RunRoutes) -> Illegal | None:
        """A legal run that is better."""
        _, _, revenue = self.run.walked(s, frame.company, action)
        if revenue > frame.revenue:
            return None
        return self.t.no(
            "run.objection", "{revenue:$} is not more than the declared {before:$}",
            revenue=revenue, before=frame.revenue,
        )  # fmt: skip

    def object(self, m: Move18TE, frame: Objection, action: RunRoutes) -> None:
        """Go on with the better run."""
        t, seat = self.t, frame.asked[0]
        check, walks, revenue = self.run.made(m.s, frame.company, action)
        name = t.companies[frame.company].id
        bill = receipt(self.t.message("income of {name}", name=name), check.lines(walks))
        m.tell(
            "run", "run.objection", "{who} points out a better run of {company}: {revenue:$}", bill,
            who=t.seats[seat], company=name, revenue=revenue,
        )  # fmt: skip
        m.pop()
        m.top(revenue=revenue)
        self.run.ask(m, Objection(frame.company, seat, action.routes, revenue))

    def advance(self, m: Move18TE, frame: Objection) -> bool:
        """The income is settled when all have accepted one after another."""
        if frame.asked:
            return True
        m.pop()
        return False


class Dividend18TE(DividendPart[State18TE]):
    """All or nothing; the price rises only if the income reaches it."""

    def pay_company(self, m: Move18TE, number: int, share: int) -> list[Line]:
        """The company is paid for certificates in its treasury; the bank keeps what falls to the pool (7.6.3a)."""
        company, name = m.s.companies[number], self.t.companies[number].id
        if not company.ipo:
            return []
        amount = self.shares.units(number, company.ipo) * share
        m.pay(
            BANK, company_owner(number), amount, "dividend.treasury", "{percent} % in the treasury",
            percent=company.ipo,
        )  # fmt: skip
        rule = self.t.cite("dividend.treasury")
        text = self.t.message("{company} for {percent} % in the treasury", company=name, percent=company.ipo)
        return [Line(text, amount, rule)]

    def after_payment(self, m: Move18TE, number: int, revenue: int) -> None:
        """7.6.4, and the end of the game on its cell (11.1)."""
        s, market = m.s, self.t.market
        s.last_income = put(s.last_income, number, revenue)
        cell = s.companies[number].cell
        if revenue < market.price[cell]:
            return
        super().after_payment(m, number, revenue)
        if GAME_END in market.cells[s.companies[number].cell].zones and not s.ending:
            s.ending = "price"
            m.tell("end", "end", "{company} reaches the end of the price table", company=self.t.companies[number].id)

    def withhold(self, m: Move18TE, frame: OperatingTurn, key: str) -> None:
        """7.6.2, and the bankruptcy of the company on its cell (9.1)."""
        super().withhold(m, frame, key)
        cell = self.t.market.cells[m.s.companies[frame.company].cell]
        if BANKRUPT in cell.zones:
            close_company(m, frame.company)
            m.pop()
