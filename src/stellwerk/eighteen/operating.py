"""The operating round and a company's turn: the parts of the turn in their order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic

from msgspec import structs

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import Pass
from stellwerk.eighteen.auction import pay_privates
from stellwerk.eighteen.checks import Acting
from stellwerk.eighteen.engine import FamilyRules, RoundStep, Step
from stellwerk.eighteen.frames import Consent, Offer, OperatingRound, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import S


class OperatingRoundStep(RoundStep[OperatingRound, S]):
    """Income of the privates, then one turn for each company. Never waits itself."""

    def advance(self, m: Move[S], frame: OperatingRound) -> bool:
        """Start the next turn, or end the round."""
        if not frame.income_paid:
            m.top(income_paid=True)
            pay_privates(m, "operating.income")
        elif frame.waiting:
            company = self.next_company(m.s, frame)
            m.top(waiting=tuple(number for number in frame.waiting if number != company))
            m.tell("turn", "operating.order", "{company} operates", company=self.t.companies[company].id)
            m.push(self.turn_of(m.s, company))
        elif not self.closing(m, frame):
            m.pop()
            self.rules.after_operating_round(m)
        return False

    def next_company(self, s: S, frame: OperatingRound) -> int:
        """The first that waits; where the order is looked up after every turn, the first by the present prices."""
        if not self.t.choices.order_each_turn:
            return frame.waiting[0]
        return self.shares.operating_order(s, frame.waiting)[0]

    def turn_of(self, s: S, company: int) -> OperatingTurn:
        """The frame of a company's turn."""
        return OperatingTurn(company, "home")

    def closing(self, m: Move[S], frame: OperatingRound) -> bool:
        """What happens when all have operated; True if something has and the round is not over yet."""
        return False


class Ability(Acting, Generic[S]):
    """Something a company may do in its turn. Abilities hold no state; they fill `acts`."""

    name = ""
    cite = ""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """They know the rules and the table."""
        self.rules, self.t, self.shares = rules, rules.t, rules.shares

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """What the company may do, a pass left out."""
        return []

    def unfilled(self, s: S, frame: OperatingTurn) -> list[Option]:
        """The same; what is free in an option may be empty."""
        return self.options(s, frame)

    def view(self, s: S, frame: OperatingTurn) -> dict[str, Any]:
        """What everybody may see of this part of the turn, as plain data."""
        return {}

    def forget(self) -> None:
        """Drop answers kept for questions that come again."""

    def settle_deal(self, m: Move[S], frame: OperatingTurn, action: Offer) -> bool:
        """Carry out a deal the other side has agreed to; False if it does not belong here."""
        return False


class TurnPart(Ability[S], ABC):
    """One part of a company's turn (track, token, …), which waits for a decision or is skipped."""

    @abstractmethod
    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """True if the company is asked; otherwise the part is over and whatever it does unasked has been done."""

    def why_not_pass(self, s: S, frame: OperatingTurn) -> Illegal | None:
        """Why the company may not pass; None if it may."""
        return None


class OperatingTurnStep(Step[OperatingTurn, S]):
    """A company's turn. `parts` are the parts in order; `anytime` are accepted in every part."""

    def __init__(self, rules: FamilyRules[S], parts: Sequence[TurnPart[S]], anytime: Sequence[Ability[S]]) -> None:
        """The title says which parts a turn has."""
        super().__init__(rules)
        self.parts = {part.name: part for part in parts}
        names = [part.name for part in parts]
        self.following = dict(zip(names, [*names[1:], ""], strict=True))
        self.anytime = tuple(anytime)

    def forget(self) -> None:
        """What the parts remember."""
        for part in (*self.parts.values(), *self.anytime):
            part.forget()

    def president(self, s: S, frame: OperatingTurn) -> int:
        """Who decides for the company now."""
        return s.companies[frame.company].president

    def asked(self, s: S, frame: OperatingTurn) -> int:
        """The president."""
        return self.president(s, frame)

    def decision(self, s: S, frame: OperatingTurn) -> Decision:
        """The president."""
        part = self.parts[frame.step]
        return Decision(self.president(s, frame), self.t.companies[frame.company].id, part.name, self.t.cite(part.cite))

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """What the part offers, what may be done at any time in the turn, and a pass."""
        return self.with_others(s, frame, self.parts[frame.step].options(s, frame))

    def unfilled(self, s: S, frame: OperatingTurn) -> list[Option]:
        """The same, where the part may leave out what is free."""
        return self.with_others(s, frame, self.parts[frame.step].unfilled(s, frame))

    def with_others(self, s: S, frame: OperatingTurn, found: list[Option]) -> list[Option]:
        """What the part offers and what else may be done while it is on."""
        for other in self.anytime:
            found += other.options(s, frame)
        if self.parts[frame.step].why_not_pass(s, frame) is None:
            found.append(Option(Pass()))
        return found

    def place_of(self, frame: OperatingTurn, action: Action) -> Ability[S] | None:
        """What the action belongs to now: the part that is on, or what may be done in every part."""
        part = self.parts[frame.step]
        if part.takes(frame, action):
            return part
        for ability in self.anytime:
            if ability.takes(frame, action):
                return ability
        return None

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """True if the action belongs to what is asked now."""
        return isinstance(action, Pass) or self.place_of(frame, action) is not None

    def why_not(self, s: S, frame: OperatingTurn, action: Action) -> Illegal | None:
        """The rule that an action of the part breaks."""
        ability = self.place_of(frame, action)
        if ability is not None:
            return ability.why_not(s, frame, action)
        return self.parts[frame.step].why_not_pass(s, frame)

    def not_now(self, s: S, frame: OperatingTurn, action: Action) -> Illegal:
        """The action belongs to another part, or to none."""
        return self.t.no(
            "decision",
            "{action:action} is not possible in this part of the turn: {part:step}",
            action=action.kind,
            part=frame.step,
        )

    def broken(self, s: S, frame: OperatingTurn, action: Action) -> Illegal | None:
        """The rule the action breaks in the part it belongs to, whether that is over, skipped or still to come."""
        abilities = [one for one in (*self.parts.values(), *self.anytime) if one.takes(frame, action)]
        refusals = [ability.why_not(s, frame, action) for ability in abilities]
        return refusals[0] if refusals and None not in refusals else None

    def apply(self, m: Move[S], frame: OperatingTurn, action: Action) -> bool:
        """One action of the turn."""
        if isinstance(action, Pass):
            self.let_pass(m, frame)
            return True
        ability = self.place_of(frame, action)
        if ability is None:
            return False
        refusal = ability.why_not(m.s, frame, action)
        if refusal is not None:
            raise refusal
        if frame.touched:
            ability.acts[type(action)].do(m, frame, action)
            return True
        m.top(touched=True)
        ability.acts[type(action)].do(m, self.frame(m), action)
        if isinstance(m.s.frames[-1], Consent):  # an offer alone is no action yet: a refusal leaves all as before
            *lower, below, top = m.s.frames
            m.s.frames = (*lower, structs.replace(below, touched=False), top)
        return True

    def let_pass(self, m: Move[S], frame: OperatingTurn) -> None:
        """The part is over."""
        part = self.parts[frame.step]
        refusal = part.why_not_pass(m.s, frame)
        if refusal is not None:
            raise refusal
        company = self.t.companies[frame.company].id
        m.top(touched=True)
        m.tell("pass", part.cite, "{company} passes ({part:step})", company=company, part=part.name)
        self.next_part(m, frame)

    def frame(self, m: Move[S]) -> OperatingTurn:
        """The turn's frame as it is now."""
        frame = m.s.frames[-1]
        assert isinstance(frame, OperatingTurn)
        return frame

    def next_part(self, m: Move[S], frame: OperatingTurn) -> None:
        """Go on to the next part, or end the turn."""
        step = self.following[frame.step]
        if step:
            m.top(step=step)
        else:
            m.pop()

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """True if the company is asked in this part of the turn."""
        return self.parts[frame.step].waits(m, frame)

    def advance(self, m: Move[S], frame: OperatingTurn) -> bool:
        """Wait, or go on."""
        if self.waits(m, frame):
            return True
        if m.s.frames[-1] is frame or isinstance(m.s.frames[-1], OperatingTurn):
            self.next_part(m, self.frame(m))
        return False

    def settle_deal(self, m: Move[S], action: Offer) -> None:
        """Carry out a deal the other side has agreed to."""
        frame = self.frame(m)
        m.top(touched=True)
        settled = any(
            ability.settle_deal(m, self.frame(m), action) for ability in (self.parts[frame.step], *self.anytime)
        )
        assert settled, f"nothing settles {action.kind}"
