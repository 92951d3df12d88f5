"""Games as environments to train players in: PettingZoo (all seats), Gymnasium (one seat against bots), OpenSpiel.

Needs the extra `env`. What an observation and an action mean is in docs/environments.md, and in `legend` by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.core import BadInput
from stellwerk.env.coding import Coding, coding

if TYPE_CHECKING:
    from stellwerk.env.aec import TableEnv
    from stellwerk.env.seat_env import SeatEnv

__all__ = ["Coding", "coding", "legend", "seat_env", "table_env", "vector_env"]


def table_env(title: str, players: int = 3, **more: Any) -> TableEnv:
    """A PettingZoo environment with an agent for each seat; `more` as for `TableEnv`."""
    _need("pettingzoo")
    from stellwerk.env.aec import TableEnv

    return TableEnv(title, players, **more)


def seat_env(title: str, bots: tuple[str, ...] = ("random", "random"), **more: Any) -> SeatEnv:
    """A Gymnasium environment of one seat, with bots in the others; `more` as for `SeatEnv`."""
    _need("gymnasium")
    from stellwerk.env.seat_env import SeatEnv

    return SeatEnv(title, bots, **more)


def vector_env(title: str, count: int, bots: tuple[str, ...] = ("random", "random"), jobs: int = 1, **more: Any) -> Any:
    """`count` such seats that are stepped together, with `jobs` above 1 each in a process of its own."""
    _need("gymnasium")
    from stellwerk.env.seat_env import vector

    return vector(title, count, bots, jobs, **more)


def legend(title: str, players: int = 3) -> dict[str, dict[str, list[str]]]:
    """The names of the rows and columns of every array of an observation."""
    return coding(title, players).legend()


def _need(module: str) -> None:
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise BadInput("environments need the extra `env` (pip install 'stellwerk[env]')")
