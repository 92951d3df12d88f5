"""Rules as tables of named checks.

A check is one rule: whether a case keeps it, which is cheap to ask, and the refusal, which is worded only when it is
broken. A table of checks is all that one kind of action can break. The first check that fails is the refusal; what
fails none is legal. A title replaces, adds or drops a check by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from stellwerk.core import Action, Illegal
from stellwerk.eighteen.move import Move

# How often a rule is asked when candidates are listed: of each, once a place, once a kind of action (tiles of a
# colour), once a piece (a tile, whatever its rotation), never (whatever is listed keeps it).
EACH, PLACE, KIND, PIECE, LISTED = "each", "place", "kind", "piece", "listed"
C = TypeVar("C")  # a case: the position, and what somebody wants to do in it


class Check(NamedTuple, Generic[C]):
    """One rule. `scope` says how often it is asked when candidates are listed; a refusal looks at all."""

    keeps: Callable[[C], object]
    refusal: Callable[[C], Illegal | None]
    scope: str = EACH


class Checks(dict[str, Check[C]]):
    """The rules of one kind of action, by name, in the order in which they are told.

    Titles change a table while their rules are put together, before it is asked for the first time.
    """

    def __init__(self, checks: Mapping[str, Check[C]] | None = None, /, **more: Check[C]) -> None:
        """Some rules, and more."""
        super().__init__(checks or {}, **more)

    def why_not(self, case: C) -> Illegal | None:
        """The refusal of the first rule that is broken."""
        if self.allow(case):
            return None
        return next(check.refusal(case) for check in self.values() if not check.keeps(case))

    def allow(self, case: C) -> bool:
        """True if no rule is broken."""
        for keeps in self._all:  # noqa: SIM110 (asked all the time, and much faster than `all` with a generator)
            if not keeps(case):
                return False
        return True

    def but(self, *names: str) -> Checks[C]:
        """The same rules without some."""
        return Checks({name: check for name, check in self.items() if name not in names})

    def only(self, *names: str) -> Checks[C]:
        """Some of the rules."""
        return Checks({name: self[name] for name in names})

    def insert(self, before: str, name: str, check: Check[C]) -> None:
        """Add a rule that is told before another."""
        later = list(self)[list(self).index(before) :]
        self[name] = check
        for other in later:
            self[other] = self.pop(other)

    def within(self, scope: str) -> Checks[C]:
        """The rules of one scope."""
        return Checks({name: check for name, check in self.items() if check.scope == scope})

    @cached_property
    def place(self) -> Checks[C]:
        """The rules that are asked once a place."""
        return self.within(PLACE)

    @cached_property
    def kind(self) -> Checks[C]:
        """The rules that are asked once a kind of action."""
        return self.within(KIND)

    @cached_property
    def piece(self) -> Checks[C]:
        """The rules that are asked once a piece."""
        return self.within(PIECE)

    @cached_property
    def each(self) -> Checks[C]:
        """The rules that are asked of each candidate."""
        return self.within(EACH)

    @cached_property
    def _all(self) -> tuple[Callable[[C], object], ...]:
        return tuple(check.keeps for check in self.values())


def anytime(s: Any, frame: Any, action: Any) -> Illegal | None:
    """What is never refused."""
    return None


class ActionKind(NamedTuple):
    """One kind of action of a step: carry it out, and why it may not be done."""

    do: Callable[[Move[Any], Any, Any], None]
    why_not: Callable[[Any, Any, Any], Illegal | None] = anytime


class Acting:
    """What steps and parts of a turn have in common: the kinds of actions that belong to them."""

    acts: Mapping[type[Action], ActionKind] = {}

    def takes(self, frame: Any, action: Action) -> bool:
        """True if the action belongs here."""
        return type(action) in self.acts

    def why_not(self, s: Any, frame: Any, action: Action) -> Illegal | None:
        """The rule that an action which belongs here breaks; None if it is legal."""
        try:
            return self.acts[type(action)].why_not(s, frame, action)
        except Illegal as unknown:  # a name that does not exist
            return unknown

    def apply(self, m: Move[Any], frame: Any, action: Action) -> bool:
        """Check an action and carry it out on the draft, or raise `Illegal`; False if it does not belong here."""
        if not self.takes(frame, action):
            return False
        refusal = self.why_not(m.s, frame, action)
        if refusal is not None:
            raise refusal
        self.acts[type(action)].do(m, frame, action)
        return True
