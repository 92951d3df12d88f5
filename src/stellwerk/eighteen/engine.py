"""How a frame stack is played: the top frame's step checks the action, changes the draft, and the stack settles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from stellwerk.core import Action, Decision, Event, FrozenTwin, Illegal, Option, Rules
from stellwerk.eighteen.actions import KINDS
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.shares import Shares
from stellwerk.eighteen.state import Frame, State
from stellwerk.eighteen.table import Table

F = TypeVar("F", bound=Frame)


class Step(ABC, Generic[F]):
    """What may be done while a frame of one kind is on top. Steps hold no state."""

    def __init__(self, rules: FamilyRules) -> None:
        """Steps know the rules and the table, both without state."""
        self.rules = rules
        self.t = rules.t
        self.shares = rules.shares

    @abstractmethod
    def decision(self, s: State, frame: F) -> Decision:
        """Who is asked."""

    def asked(self, s: State, frame: F) -> int:
        """The seat that is asked; steps whose decision is costly to word override this."""
        return self.decision(s, frame).seat

    @abstractmethod
    def options(self, s: State, frame: F) -> list[Option]:
        """Everything legal for the asked seat."""

    @abstractmethod
    def apply(self, m: Move, frame: F, action: Action) -> None:
        """Check the action and carry it out on the draft, or raise `Illegal`."""

    def advance(self, m: Move, frame: F) -> bool:
        """Do what needs no decision. True if a decision is waited for, False if the stack has changed."""
        return True

    def forget(self) -> None:
        """Drop answers kept for questions that come again."""

    def unfit(self, action: Action, frame: F) -> Illegal:
        """The refusal of an action that has no place in this step."""
        return self.t.no(
            "decision",
            "{action} is not possible now: the question is {question}",
            action=action.kind,
            question=type(frame).__name__,
        )


class RoundStep(Step[F]):
    """A round: turns lie on top of it, and it never waits for a decision itself."""

    @abstractmethod
    def advance(self, m: Move, frame: F) -> bool:
        """Start the next turn or end the round; always False."""

    def decision(self, s: State, frame: F) -> Decision:
        """Never asked for."""
        raise AssertionError("a round does not wait")

    def options(self, s: State, frame: F) -> list[Option]:
        """None."""
        return []

    def apply(self, m: Move, frame: F, action: Action) -> None:
        """Nothing fits."""
        raise self.unfit(action, frame)


class FamilyRules(Rules[State]):
    """Rules of an 18xx title: a table, and a step for every kind of frame."""

    action_types: Mapping[str, type[Action]] = KINDS
    unsold = "ipo"  # what the place is called where shares lie that were never sold, or that their company holds
    twin: ClassVar[FrozenTwin[State]] = FrozenTwin(State)

    def __init__(self, table: Table) -> None:
        """Titles fill `steps`."""
        self.t = table
        self.shares = Shares(table)
        self.title = table.data.title.id
        self.version = table.data.title.version
        self.seats = table.seats
        self.options = table.options
        self.seed = table.seed
        self.steps: dict[type[Frame], Step[Any]] = {}

    def forget(self) -> None:
        """Who reaches what, and what the steps remember."""
        self.t.networks.forget()
        for step in self.steps.values():
            step.forget()

    @abstractmethod
    def setup(self) -> State:
        """The draft of the first position."""

    def privately_acquired(self, m: Move, private: int, seat: int) -> None:
        """What a private brings to the player who buys it from the bank."""

    def after_auction(self, m: Move) -> None:
        """Go on when all privates are sold."""
        raise AssertionError(f"{self.title} has no auction of privates")

    @abstractmethod
    def after_stock_round(self, m: Move) -> None:
        """Go on when a stock round is over."""

    @abstractmethod
    def after_operating_round(self, m: Move) -> None:
        """Go on when an operating round is over."""

    def closed(self, s: State, company: int) -> bool:
        """True if a company has left the game."""
        return False

    def exported(self, s: State, train: int) -> int:
        """How many trains of a kind left the game unbought."""
        return 0

    def more_view(self, s: State) -> dict[str, Any]:
        """What a title shows of the position besides what all titles have."""
        return {}

    def more_text(self, s: State) -> list[str]:
        """Lines a title adds to the position as text."""
        return []

    def more_company_view(self, s: State, number: int) -> dict[str, Any]:
        """The same for a company."""
        return {}

    def running_trains(self, s: State, company: int) -> tuple[str, ...]:
        """Its trains that it may run."""
        return s.companies[company].trains

    def route_check(self, s: State, company: int, board: Board | None = None) -> RouteCheck:
        """The validator of a company's routes, on the board of the position or another one."""
        return RouteCheck(self.t, board or s.board, company, self.t.phases[s.phase].offboard)

    def interjections(self, s: State) -> list[Option]:
        """Options of seats that are not asked, or that stand in no step."""
        return []

    def interject(self, m: Move, action: Action, seat: int) -> bool:
        """Carry out an action that stands in no step; False if it is none."""
        return False

    # -- the game

    def start(self) -> tuple[State, tuple[Event, ...]]:
        """The first position."""
        m = Move(self.t, self.setup())
        self.settle(m)
        return self.twin.seal(m.s), tuple(m.log)

    def decision(self, state: State) -> Decision | None:
        """Who is asked what."""
        if state.ended:
            return None
        frame = state.frames[-1]
        return self.steps[type(frame)].decision(state, frame)

    def legal(self, state: State) -> list[Option]:
        """Every legal action."""
        if state.ended:
            return []
        frame = state.frames[-1]
        found = self.steps[type(frame)].options(state, frame)
        found += self.interjections(state)
        return found

    def apply(self, state: State, action: Action, seat: int) -> tuple[State, tuple[Event, ...]]:
        """One action: checked, carried out, settled."""
        t = self.t
        if state.ended:
            raise t.no("over", "the game is over")
        if not 0 <= seat < len(t.seats):
            raise t.no("seat", "there is no seat {seat}", seat=seat)
        if self.action_types.get(action.kind) is not type(action):
            raise t.no("decision", "{action} is no action of this title", action=action.kind)
        misfit = action.misfit()
        if misfit:
            raise t.no(
                "unknown", "{action}: `{field}` has no value of the right type", action=action.kind, field=misfit
            )
        m = Move(t, self.twin.draft(state))
        if not self.interject(m, action, seat):
            frame = state.frames[-1]
            step = self.steps[type(frame)]
            asked = step.asked(state, frame)
            if seat != asked:
                raise t.no("seat", "{who} is asked, not {other}", who=t.name(asked), other=t.name(seat))
            step.apply(m, frame, action)
        self.settle(m)
        return self.twin.seal(m.s), tuple(m.log)

    def settle(self, m: Move) -> None:
        """Let everything happen that needs no decision."""
        while not m.s.ended:
            frame = m.s.frames[-1]
            if self.steps[type(frame)].advance(m, frame):
                return
