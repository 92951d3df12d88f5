"""One question a player is asked: its options, figures of the position, and what has been thought of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, ClassVar, TypeVar

from stellwerk.bots.figures import PositionFigures
from stellwerk.bots.memory import Memory
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.eighteen import actions
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.table import Table

CONSIDERED = 4  # choices of one kind that are kept in mind

A = TypeVar("A", bound=Action)


class Asked:
    """A question to a seat."""

    figured: ClassVar[type[PositionFigures]] = PositionFigures
    figures: PositionFigures
    style: Taste = PLAIN
    hasty = False  # look at fewer things: it is played on in somebody's head
    seed = 0  # the bot's

    def __init__(
        self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance, memory: Memory[Any]
    ) -> None:
        """`options` are those of the seat; `memory` is what the bot has worked out before."""
        self.game, self.s = game, game.state
        self.rules: FamilyRules = memory.rules
        self.seat, self.options, self.chance = seat, options, chance
        self.t: Table = self.rules.t
        self.shares = self.rules.shares
        self.company = self.t.kit.company_index.get(actor, -1)
        self.figures = self.figured(memory, game.state)
        self.cash = self.s.players[seat].cash
        self.considered: list[Action] = []  # what was thought of, best first
        self.values: dict[Action, float] = {}  # and what it seemed to be worth

    def of(self, kind: type[A]) -> list[A]:
        """The legal actions of one kind, each with its lowest amount."""
        return [option.action for option in self.options if isinstance(option.action, kind)]

    def firm(self, kind: type[A]) -> list[A]:
        """Those without an open amount."""
        return [action for option, action in self.pairs(kind) if option.amount is None]

    def pairs(self, kind: type[A]) -> list[tuple[Option, A]]:
        """The options of one kind with their actions, for those who look at the amounts."""
        return [(option, option.action) for option in self.options if isinstance(option.action, kind)]

    @property
    def may_pass(self) -> bool:
        """True if a pass is legal."""
        return bool(self.of(actions.Pass))

    def best(self, choices: Sequence[A], figure: Callable[[A], float], least: float) -> A | None:
        """The action with the highest figure, if it is at least `least`."""
        scored = [(figure(action), self.chance.below(1000), at) for at, action in enumerate(choices)]
        if not scored:
            return None
        found = max(scored)
        if not self.hasty:
            self.think_of([(figure, choices[at]) for figure, _, at in sorted(scored, reverse=True)])
        return choices[found[2]] if found[0] >= least else None

    def think_of(self, scored: Sequence[tuple[float, Action]]) -> None:
        """Keep the best of some choices in mind."""
        if self.hasty:
            return
        best = sorted(scored, key=itemgetter(0), reverse=True)[:CONSIDERED]
        self.considered += [action for _, action in best]
        self.values |= {action: figure for figure, action in best}

    def price(self, action: Action) -> int:
        """What an action costs."""
        return self.rules.quote(self.s, action).cost
