"""A PettingZoo environment (AEC: agents act one after another) of any title."""

from __future__ import annotations

from typing import Any, ClassVar

from pettingzoo import AECEnv

from stellwerk.env.spaces import action_space, observation_space
from stellwerk.env.table_game import MOST, SLOTS, Observation, TableGame


class TableEnv(AECEnv[str, Observation, int | None]):
    """All seats of a game, `seat_0` first. An action is a slot that the mask of the observation allows."""

    metadata: ClassVar[dict[str, Any]] = {"name": "stellwerk_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        title: str,
        players: int = 3,
        reward: str = "win",
        most: int = MOST,
        size: int = SLOTS,
        render_mode: str | None = None,
    ) -> None:
        """What `TableGame` says; with `render_mode="ansi"` `render` gives the position as text."""
        super().__init__()
        self.table = TableGame(title, players, reward, most, size)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        seen, done = observation_space(self.table), action_space(self.table)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        # Each its own: they are seeded apart when actions are drawn from them.
        self.action_spaces = {agent: type(done)(done.n) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The same for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The slots."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed it is the game of that seed, and those that follow without one follow from it."""
        seed = self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.asked]

    def observe(self, agent: str) -> Observation:
        """What a seat sees."""
        return self.table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Do what stands in the slot; whoever is asked then is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        if self.table.over or self.table.cut:
            self.terminations = dict.fromkeys(self.agents, self.table.over)
            self.truncations = dict.fromkeys(self.agents, self.table.cut)
            scores = self.table.game.result().scores
            self.infos = {name: {"score": score} for name, score in zip(self.agents, scores, strict=True)}
        else:
            self.agent_selection = self.possible_agents[self.table.asked]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text, as everybody may see it."""
        if self.render_mode != "ansi":
            return None
        rules, state = self.table.game.rules, self.table.game.state
        return rules.describe(state)

    def close(self) -> None:
        """Nothing stays open."""

    def __str__(self) -> str:
        return f"stellwerk_{self.table.title}"
