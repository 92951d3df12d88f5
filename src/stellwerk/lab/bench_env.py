"""How fast the environments of `stellwerk.env` are: random play of one game of each title."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from stellwerk.env import table_env
from stellwerk.titles import TITLES

STEPS = 400  # at most, for each title
PLAYERS = 4


def bench_env() -> dict[str, Any]:
    """Steps a second of processor time for each title, with an observation of whoever is asked at each step."""
    found = {}
    for name, title in sorted(TITLES.items()):
        low, high = title.players
        players = min(max(PLAYERS, low), high)
        found[name] = {"players": players, **steps(name, players)}
    return found


def steps(title: str, players: int) -> dict[str, Any]:
    """Figures of one title."""
    env = table_env(title, players)
    env.reset(seed=1)
    chance, made, start = np.random.default_rng(1), 0, time.process_time()
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut or made == STEPS or seen is None:
            break
        env.step(int(chance.integers(int(seen["action_mask"].sum()))))
        made += 1
    seconds = time.process_time() - start
    return {"steps": made, "steps_per_second": round(made / seconds), "ms_per_step": round(1000 * seconds / made, 2)}
