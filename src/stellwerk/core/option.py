"""What may be done: decisions, options and ranges of money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from stellwerk.core.action import Action


class Range(Struct, frozen=True, gc=False):
    """Whole numbers from `low` to `high` in steps of `step`."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1, self.step))

    def __len__(self) -> int:
        return max(0, (self.high - self.low) // self.step + 1)


class Decision(Struct, frozen=True, gc=False):
    """The question the game waits for: who is asked, as whom, about what, by which rule."""

    seat: int
    actor: str
    kind: str
    rule: str


class Option(Struct, frozen=True, gc=False):
    """A legal action, or a family of legal actions that differ in one field.

    `amount` frees the money field of `action` (which holds the lowest amount). `free` names a field whose content is
    checked when the action is made and cannot be listed, such as the routes of a run. `seat` is set when somebody
    else than the asked seat may do this now.
    """

    action: Action
    amount: Range | None = None
    money: str = "amount"
    free: str = ""
    seat: int | None = None

    def take(self, amount: int | None = None, **fields: Any) -> Action:
        """The action, with the chosen amount or the chosen content of its free field."""
        if amount is not None:
            fields[self.money] = amount
        return structs.replace(self.action, **fields) if fields else self.action

    def covers(self, action: Action) -> bool:
        """True if `action` is this option (with any content of a free field)."""
        if type(action) is not type(self.action) or action.misfit():
            return False
        if action == self.action:
            return True
        loose = {self.money} if self.amount is not None else set()
        if self.free:
            loose.add(self.free)
        if not loose:
            return False
        if self.amount is not None and getattr(action, self.money) not in self.amount:
            return False
        return all(
            getattr(action, field) == getattr(self.action, field)
            for field in action.__struct_fields__
            if field not in loose
        )
