"""How a frame stack is played: the top frame's step checks the action, changes the draft, and the stack settles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from stellwerk.core import Action, Decision, Event, FrozenTwin, Illegal, Label, Message, Option, Quote, Rules
from stellwerk.eighteen.ability_schema import LAYING
from stellwerk.eighteen.actions import KINDS, LayTile, PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.checks import Acting
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.quoting import quote
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.shares import Shares
from stellwerk.eighteen.state import NOBODY, Frame, S
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.wording import LABELS, QUESTIONS, Maker, Wording
from stellwerk.eighteen.words import WORDS

F = TypeVar("F", bound=Frame)
MOST_STEPS = 10_000  # far more than ever happens between two decisions


class Step(Acting, ABC, Generic[F, S]):
    """What may be done while a frame of one kind is on top. Steps hold no state."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Steps know the rules and the table, both without state; they fill `acts`."""
        self.rules = rules
        self.t = rules.t
        self.shares = rules.shares

    @abstractmethod
    def decision(self, s: S, frame: F) -> Decision:
        """Who is asked."""

    def asked(self, s: S, frame: F) -> int:
        """The seat that is asked; steps whose decision is costly to word override this."""
        return self.decision(s, frame).seat

    @abstractmethod
    def options(self, s: S, frame: F) -> list[Option]:
        """Everything legal for the asked seat."""

    def unfilled(self, s: S, frame: F) -> list[Option]:
        """The same; what is free in an option may be empty."""
        return self.options(s, frame)

    def advance(self, m: Move[S], frame: F) -> bool:
        """Do what needs no decision. True if a decision is waited for, False if the stack has changed."""
        return True

    def forget(self) -> None:
        """Drop answers kept for questions that come again."""

    def settle_deal(self, m: Move[S], action: Any) -> None:
        """Carry out a deal that was offered in this step, whose frame is on top, and has been agreed to."""
        raise AssertionError("nothing is offered here")

    def not_now(self, s: S, frame: F, action: Action) -> Illegal:
        """The refusal of an action that has no place in this step."""
        return self.t.no(
            "decision",
            "{action:action} is not possible now: the question is {part:step}",
            action=action.kind,
            part=self.decision(s, frame).kind,
        )

    def broken(self, s: S, frame: F, action: Action) -> Illegal | None:
        """The rule an action would break here if it were asked for; None if there is none or it has no place here."""
        return self.why_not(s, frame, action) if self.takes(frame, action) else None


class RoundStep(Step[F, S]):
    """A round: turns lie on top of it, and it never waits for a decision itself."""

    @abstractmethod
    def advance(self, m: Move[S], frame: F) -> bool:
        """Start the next turn or end the round; always False."""

    def decision(self, s: S, frame: F) -> Decision:
        """Never asked for."""
        raise AssertionError("a round does not wait")

    def asked(self, s: S, frame: F) -> int:
        """Nobody."""
        return NOBODY

    def options(self, s: S, frame: F) -> list[Option]:
        """None."""
        return []


class FamilyRules(Rules[S]):
    """Rules of an 18xx title: a table, and a step for every kind of frame."""

    action_types: Mapping[str, type[Action]] = KINDS
    words = WORDS
    labels: ClassVar[Mapping[type[Action], Maker]] = LABELS
    questions: ClassVar[Mapping[str, str]] = QUESTIONS
    stock_turn: type[StockTurn] = StockTurn
    unsold = "ipo"  # what the place is called where shares lie that were never sold, or that their company holds
    twin: FrozenTwin[S]  # of the title's state

    def __init__(self, table: Table) -> None:
        """Titles fill `steps`."""
        self.t = table
        self.shares: Shares[S] = Shares(table)
        self.sit(table)
        self.steps: dict[type[Frame], Step[Any]] = {}
        self._kinds = frozenset(self.action_types.values())
        self._decided: tuple[S | None, Decision | None] = (None, None)  # the last position that was asked about

    def forget(self) -> None:
        """Who reaches what, and what the steps remember."""
        self.t.networks.forget()
        self._decided = None, None
        for step in self.steps.values():
            step.forget()

    @abstractmethod
    def setup(self) -> S:
        """The draft of the first position."""

    def privately_acquired(self, m: Move[S], private: int, seat: int) -> None:
        """What a private brings to the player who buys it from the bank."""

    @abstractmethod
    def after_auction(self, m: Move[S]) -> None:
        """Go on when all privates are sold."""

    @abstractmethod
    def after_stock_round(self, m: Move[S]) -> None:
        """Go on when a stock round is over."""

    @abstractmethod
    def after_operating_round(self, m: Move[S]) -> None:
        """Go on when an operating round is over."""

    def closed(self, s: S, company: int) -> bool:
        """True if a company has left the game."""
        return False

    def holding_limit(self, s: S) -> int:
        """The most of one company a purchase may bring a player to, in percent."""
        return self.t.data.limits.holding_percent

    def places(self, s: S, number: int) -> dict[str, int]:
        """Where certificates of a company lie that can be bought, in percent."""
        company = s.companies[number]
        return {self.unsold: company.ipo, "pool": company.pool}

    def keeps_trains(self, company: int) -> bool:
        """True for a company that keeps trains whose kind has ended."""
        return False

    def exported(self, s: S, train: int) -> int:
        """How many trains of a kind left the game unbought."""
        return 0

    def more_view(self, s: S) -> dict[str, Any]:
        """What a title shows of the position besides what all titles have."""
        return {}

    def more_text(self, s: S) -> list[str]:
        """Lines a title adds to the position as text."""
        return []

    def told_more(self, s: S) -> list[Message]:
        """The same for players, in their language."""
        return []

    def more_company_view(self, s: S, number: int) -> dict[str, Any]:
        """The same for a company."""
        return {}

    def running_trains(self, s: S, company: int) -> tuple[str, ...]:
        """Its trains that it may run."""
        return s.companies[company].trains

    def revenue_hook(self, s: S, company: int) -> Any:
        """A `routing.RevenueHook` for revenue that is not a sum over stops; None in most titles."""
        return None

    def route_check(self, s: S, company: int, board: Board | None = None) -> RouteCheck:
        """The validator of a company's routes, on the board of the position or another one."""
        return RouteCheck(self.t, board or s.board, company, self.t.phases[s.phase].offboard)

    def interjections(self, s: S) -> list[Option]:
        """Options of seats that are not asked, or that stand in no step."""
        return []

    def interject(self, m: Move[S], action: Action, seat: int) -> bool:
        """Carry out an action that stands in no step; False if it is none."""
        return False

    # -- words

    def label(self, state: S, action: Action) -> Label:
        """What an action is called."""
        return self.labels[type(action)](Wording(self, state), action)

    def question(self, state: S) -> Message:
        """What is asked."""
        decision = self.decision(state)
        assert decision is not None
        return Wording(self, state).question(decision.kind, decision.actor, decision.seat)

    # -- the game

    def start(self) -> tuple[S, tuple[Event, ...]]:
        """The first position."""
        m = Move(self.t, self.setup())
        self.settle(m)
        return self.twin.freeze(m.s), tuple(m.log)

    def decision(self, state: S) -> Decision | None:
        """Who is asked what."""
        known, decision = self._decided
        if known is state:
            return decision
        if state.ended:
            return None
        frame = state.frames[-1]
        decision = self.steps[type(frame)].decision(state, frame)
        if type(state) is self.twin.frozen_type:  # a draft changes
            self._decided = state, decision
        return decision

    def asked(self, state: S) -> int:
        """The seat that is asked, without wording the question."""
        if state.ended:
            return 0
        frame = state.frames[-1]
        return self.steps[type(frame)].asked(state, frame)

    def legal(self, state: S) -> list[Option]:
        """Every legal action."""
        if state.ended:
            return []
        frame = state.frames[-1]
        found = self.steps[type(frame)].options(state, frame)
        found += self.interjections(state)
        return found

    def unfilled(self, state: S) -> list[Option]:
        """Every legal action; the routes of a run may be empty, unless the best run is compulsory."""
        if state.ended:
            return []
        frame = state.frames[-1]
        return self.steps[type(frame)].unfilled(state, frame) + self.interjections(state)

    def apply(self, state: S, action: Action, seat: int) -> tuple[S, tuple[Event, ...]]:
        """One action: checked, carried out, settled."""
        m = Move(self.t, self.twin.draft(state))
        self.carry_out(m, action, seat)
        self.settle(m)
        return self.twin.freeze(m.s), tuple(m.log)

    def carry_out(self, m: Move[S], action: Action, seat: int) -> None:
        """Check an action and do it, or raise `Illegal`; what follows without a decision is left to `settle`."""
        t = self.t
        if m.s.ended:
            raise t.no("over", "the game is over")
        if not 0 <= seat < len(t.seats):
            raise t.no("seat", "there is no seat {seat}", seat=seat)
        if type(action) not in self._kinds:
            raise t.no("decision", "{action:action} is no action of this title", action=action.kind)
        misfit = action.misfit()
        if misfit:
            raise t.no(
                "unknown", "{action:action}: `{field}` has no value of the right type", action=action.kind, field=misfit
            )
        if self.interject(m, action, seat):
            return
        frame = m.s.frames[-1]
        step = self.steps[type(frame)]
        asked = step.asked(m.s, frame)
        if seat != asked:
            raise t.no("seat", "{who} is asked, not {other}", who=t.name(asked), other=t.name(seat))
        if not step.apply(m, frame, action):
            raise self.not_now(m.s, action, seat)

    def quote(self, state: S, what: Option | Action, seat: int | None = None) -> Quote:
        """What it costs: the action is done on a draft, so that there is no second answer."""
        return quote(self, state, *self.actor(state, what, seat))

    def not_now(self, s: S, action: Action, seat: int) -> Illegal:
        """The refusal of an action that is not asked for: first the rule it breaks anyway, if there is one."""
        frame = s.frames[-1]
        late = self.steps[type(frame)].not_now(s, frame, action)
        for moment in self.moments(s, seat):
            top = moment.frames[-1]
            step = self.steps[type(top)]
            refusal = step.broken(moment, top, action) if step.asked(moment, top) == seat else None
            if refusal is not None:
                refusal.also = late
                return refusal
        return self.no_power(action) or late

    def no_power(self, action: Action) -> Illegal | None:
        """The refusal of a lay or a token in the name of a private that can do no such thing."""
        private = self.t.kit.private_index.get(action.power) if isinstance(action, LayTile | PlaceToken) else None
        if private is None or any(isinstance(entry, LAYING) for entry in self.t.privates[private].ability):
            return None
        return self.t.no("decision", "{private} has no power of that kind", private=self.t.privates[private].id)

    def moments(self, s: S, seat: int) -> Iterator[S]:
        """Positions in which the seat may be asked something else: without the top frames, and in a stock turn."""
        for count in range(len(s.frames), 0, -1):
            moment = self.twin.draft(s)
            moment.frames = s.frames[:count]
            yield moment
            if isinstance(moment.frames[-1], StockRound):
                moment.frames = (*moment.frames, self.stock_turn(seat))
                yield moment

    def settle(self, m: Move[S]) -> None:
        """Let everything happen that needs no decision."""
        for frame in self.unsettled(m):
            if self.steps[type(frame)].advance(m, frame):
                return

    def unsettled(self, m: Move[S]) -> Iterator[Frame]:
        """The top frame, again and again until the game has ended; a game that never comes to rest is our mistake."""
        for _ in range(MOST_STEPS):
            if m.s.ended:
                return
            yield m.s.frames[-1]
        raise RuntimeError(f"{self.title}: the game does not come to rest; on top lies {m.s.frames[-1]!r}")
