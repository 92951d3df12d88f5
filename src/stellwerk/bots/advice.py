"""What a bot that weighs its choices says: what it would do, why, and what else it looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from stellwerk.core import Action, Game, Message


class Alternative(Struct, frozen=True):
    """A choice that was looked at, with its value (more is better) and where that comes from."""

    action: Action
    value: float
    why: Message


def mean(values: Sequence[float]) -> float:
    """The average."""
    return sum(values) / len(values) if values else 0.0


class Advice(Struct, frozen=True):
    """What a bot would do and why; the alternatives stand best first, the chosen action among them."""

    action: Action
    why: Message
    alternatives: tuple[Alternative, ...] = ()


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say why. The same seed, position and budget give the same advice."""

    def advise(self, game: Game[Any], seat: int, budget: int = 0) -> Advice:
        """What to do; `budget` is the number of actions it may play on in its head (0: its own)."""
