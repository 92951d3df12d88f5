"""A game that is played by slots: what all environments share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import stellwerk
from stellwerk.bots.jobs import seat_names
from stellwerk.core import Action, BadInput, Game
from stellwerk.env.coding import Coding, coding
from stellwerk.env.slots import slots

SLOTS = 512  # actions to choose from
MOST = 5000  # actions of a game; one that goes on is cut off
REWARDS = ("win", "score")
THOUSAND = 1000.0

Observation = dict[str, NDArray[Any]]


def observation(code: Coding, game: Game[Any], seat: int, found: list[Action], size: int) -> Observation:
    """What a seat sees that may choose among these actions."""
    mask = np.zeros(size, np.int8)
    mask[: len(found)] = 1
    seen: Observation = dict(code.observe(game.view(seat), seat))
    return {**seen, "choices": code.choices(found, size), "action_mask": mask}


class TableGame:
    """One game after the other, with what a seat sees and may do as arrays."""

    def __init__(self, title: str, players: int, reward: str = "win", most: int = MOST, size: int = SLOTS) -> None:
        """`reward` is `win` or `score`; a game is cut off after `most` actions; `size` slots are offered."""
        if reward not in REWARDS:
            raise BadInput(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        if most < 1 or size < 2:
            raise BadInput("a game has at least one action, and two slots")
        self.title, self.players, self.reward, self.most, self.size = title, players, reward, most, size
        self.coding = coding(title, players)
        self.chance = np.random.default_rng()
        self.game: Game[Any] = self.deal(0)
        self._slots: tuple[int, list[Action]] = (-1, [])

    def deal(self, seed: int) -> Game[Any]:
        """A new game."""
        return stellwerk.new(self.title, seat_names(self.players), seed=seed)

    def begin(self, seed: int | None) -> int:
        """A new game, with that seed or the next of the chance the last one began; says which."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        else:
            seed = int(self.chance.integers(2**31))
        self.game, self._slots = self.deal(seed), (-1, [])
        return seed

    @property
    def asked(self) -> int:
        """The seat that is asked; -1 when the game is over or cut off."""
        decision = self.game.decision()
        return -1 if decision is None or self.cut else decision.seat

    @property
    def over(self) -> bool:
        """True when the game has ended by the rules."""
        return self.game.decision() is None

    @property
    def cut(self) -> bool:
        """True when it has gone on for too long."""
        return self.game.ply >= self.most and not self.over

    def slots(self) -> list[Action]:
        """What the asked seat may do."""
        if self._slots[0] != self.game.ply:
            self._slots = self.game.ply, slots(self.game, self.asked, self.size)
        return self._slots[1]

    def act(self, place: int) -> None:
        """Do what stands in a slot."""
        found = self.slots()
        if not 0 <= place < len(found):
            raise BadInput(f"slot {place} is empty: there are {len(found)} (see action_mask)")
        self.game.apply(found[place])

    def observe(self, seat: int) -> Observation:
        """What a seat sees; the mask and the choices are empty unless it is asked."""
        return observation(self.coding, self.game, seat, self.slots() if seat == self.asked else [], self.size)

    def rewards(self) -> list[float]:
        """What each seat gets in the end, all together 0; nothing while the game goes on or if it was cut off.

        `win`: the part of the win less an equal share. `score`: the final score less the mean, in thousands.
        """
        if not self.over:
            return [0.0] * self.players
        result = self.game.result()
        if self.reward == "score":
            middle = sum(result.scores) / self.players
            return [(score - middle) / THOUSAND for score in result.scores]
        if not result.winners:  # 18xx always has one; Union Pacific's third player may win
            return [0.0] * self.players
        part = 1 / len(result.winners)
        return [(part if seat in result.winners else 0.0) - 1 / self.players for seat in range(self.players)]
