"""A Gymnasium environment: one seat of a game, with bots in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium

from stellwerk.bots import make_bot
from stellwerk.bots.bot import Bot
from stellwerk.env.spaces import action_space, observation_space
from stellwerk.env.table_game import MOST, SLOTS, Observation, TableGame


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat against bots. A step is one decision of the seat and all that the bots do until it is asked again."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        title: str,
        bots: Sequence[str] = ("random", "random"),
        seat: int | None = None,
        reward: str = "win",
        most: int = MOST,
        size: int = SLOTS,
        render_mode: str | None = None,
    ) -> None:
        """`bots` sit in the other seats in their order; without `seat` the seat is another one in each game."""
        self.table = TableGame(title, len(bots) + 1, reward, most, size)
        self.names, self.fixed, self.render_mode = tuple(bots), seat, render_mode
        self.seat, self.games = seat or 0, 0
        self.bots: dict[int, Bot] = {}
        for name in self.names:
            make_bot(name, 0, title)  # says at once if there is none
        self.observation_space = observation_space(self.table)
        self.action_space = action_space(self.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played until the seat is asked."""
        super().reset(seed=seed)
        if seed is not None:
            self.games = seed
        dealt = self.table.begin(seed)
        self.seat = self.games % self.table.players if self.fixed is None else self.fixed
        self.games += 1
        others = [place for place in range(self.table.players) if place != self.seat]
        self.bots = {
            place: make_bot(name, dealt, self.table.title) for place, name in zip(others, self.names, strict=True)
        }
        self.bots_play()
        return self.table.observe(self.seat), {"seat": self.seat, "seed": dealt}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what stands in the slot, and let the bots answer."""
        self.table.act(int(action))
        self.bots_play()
        over, cut = self.table.over, self.table.cut
        info = {"score": self.table.game.result().scores[self.seat]} if over or cut else {}
        return self.table.observe(self.seat), self.table.rewards()[self.seat], over, cut, info

    def bots_play(self) -> None:
        """Until the seat is asked, or the game is over."""
        while self.table.asked not in (-1, self.seat):
            asked = self.table.asked
            self.table.game.apply(self.bots[asked].choose(self.table.game, asked), asked)

    def render(self) -> Any:
        """The position as text, as everybody may see it."""
        return self.table.game.rules.describe(self.table.game.state) if self.render_mode == "ansi" else None


def vector(title: str, count: int, bots: Sequence[str], jobs: int = 1, **more: Any) -> Any:
    """`count` seats that are stepped together: one after another, or with `jobs` above 1 in processes of their own."""
    from functools import partial

    makers = [partial(SeatEnv, title, bots, **more) for _ in range(count)]
    if jobs > 1:
        return gymnasium.vector.AsyncVectorEnv(makers)
    return gymnasium.vector.SyncVectorEnv(makers)
