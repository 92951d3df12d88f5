"""A bot made of a policy: what has been learned in an environment plays in the arena, the terminal, or at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.core import Action, Game
from stellwerk.env.coding import coding
from stellwerk.env.slots import slots
from stellwerk.env.table_game import SLOTS, Observation, observation


class PolicyBot:
    """Asks a policy for a slot. It sees its seat's view, as in the environment."""

    def __init__(self, policy: Callable[[Observation], int], name: str = "policy", size: int = SLOTS) -> None:
        """`policy` gets an observation, and gives a slot that its mask allows."""
        self.policy, self.name, self.size = policy, name, size

    def choose(self, game: Game[Any], seat: int) -> Action:
        """The action in the slot."""
        found = slots(game, seat, self.size)
        if len(found) == 1:
            return found[0]
        code = coding(game.rules.title, len(game.rules.seats))
        return found[int(self.policy(observation(code, game, seat, found, self.size)))]
