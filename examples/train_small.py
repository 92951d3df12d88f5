"""Learn to play Union Pacific a little, in minutes, with numpy alone; then meet other bots in the arena.

    .venv/bin/python examples/train_small.py                   # learns, and writes trained.json beside this file
    ./stellwerk arena union-pacific --bots examples/train_small.py:Trained,random,random --games 300

The player scores every choice by a few figures of its observation, times weights, and takes the best. The weights are
found by the cross-entropy method: try some at random, keep the best few, try others around them. What came of it stands
in docs/environments.md.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stellwerk.env import Coding, coding, seat_env
from stellwerk.env.policy_bot import PolicyBot

TITLE, SEATS = "union-pacific", 3
FILE = Path(__file__).with_name("trained.json")
KINDS = ("build", "invest", "take_share", "exchange_share", "pick_share", "decline", "pass")
FIGURES = 9  # for each of the first four kinds
WEIGHTS = len(KINDS) + 4 * FIGURES


class Figures:
    """What is looked at: for the company a choice is about, who has how much of it, and what it pays."""

    def __init__(self, code: Coding) -> None:
        companies = code.layouts["companies"].rows
        self.kind = np.array([KINDS.index(kind) if kind in KINDS else -1 for kind in code.kinds])
        self.row = np.full(len(code.words), -1)
        for row, name in enumerate(companies):
            self.row[code.words.index(name)] = row
        self.laid = code.layouts["players"].columns.index(f"laid {companies[0]}")

    def of(self, seen: dict[str, NDArray[Any]]) -> NDArray[Any]:
        """A row of figures for each choice."""
        choices = seen["choices"][: int(seen["action_mask"].sum())]
        count = len(choices)
        found = np.zeros((count, WEIGHTS))
        kind = self.kind[choices[:, 0]]
        found[np.arange(count), kind] = 1
        laid = seen["players"][:, self.laid : self.laid + len(seen["companies"])]
        table = np.stack(  # a row for each company
            [
                laid[0] / 4, laid[1:].max(axis=0) / 4, seen["hand"][: laid.shape[1]] / 2, seen["companies"][:, 0],
                seen["companies"][:, 1], seen["companies"][:, 5], seen["companies"][:, 6:].max(axis=1),
            ], axis=1,
        )  # fmt: skip
        for number in range(4):
            # The company stands in another field in each kind of action: docs/transcripts.md.
            word = choices[:, (2, 2, 1, 1)[number]]
            row = np.where((kind == number) & (word >= 0), self.row[word], -1)
            (places,) = np.nonzero(row >= 0)
            many = choices[places, 1] if KINDS[number] == "invest" else np.ones(len(places))
            company = table[row[places]]
            ahead = (company[:, 0] * 4 + many > company[:, 1] * 4).astype(float)
            start = len(KINDS) + number * FIGURES
            found[places, start : start + FIGURES] = np.column_stack([company, many / 3, ahead])
        return found


def policy(weights: NDArray[Any]) -> Any:
    """The slot with the highest score."""
    figures = Figures(coding(TITLE, SEATS))
    return lambda seen: int(np.argmax(figures.of(seen) @ weights))


def value(weights: NDArray[Any], env: Any, games: int, seed: int) -> float:
    """The mean reward of some games; the same deals for all weights."""
    choose, total = policy(weights), 0.0
    for number in range(games):
        seen, _ = env.reset(seed=seed + number)
        done = False
        while not done:
            seen, reward, over, cut, _ = env.step(choose(seen))
            done = over or cut
        total += reward
    return total / games


def train(rounds: int, tries: int, games: int, kept: int = 6, seed: int = 0) -> NDArray[Any]:
    """The cross-entropy method."""
    chance = np.random.default_rng(seed)
    env = seat_env(TITLE, ("random", "random"), reward="score")
    middle, spread = np.zeros(WEIGHTS), np.ones(WEIGHTS)
    start = time.perf_counter()
    for number in range(rounds):
        weights = middle + spread * chance.standard_normal((tries, WEIGHTS))
        values = np.array([value(one, env, games, 1000 * number) for one in weights])
        best = weights[np.argsort(-values)[:kept]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.5 * 0.9**number
        print(
            f"round {number + 1}: mean {values.mean():+.4f}, best {values.max():+.4f}, "
            f"{time.perf_counter() - start:.0f} s",
            flush=True,
        )
    return middle


class Trained(PolicyBot):
    """What was learned, for the arena: `--bots examples/train_small.py:Trained,random,random`."""

    def __init__(self, seed: int) -> None:
        super().__init__(policy(np.array(json.loads(FILE.read_text()))), "trained")


def main() -> None:
    """Learn and write down."""
    parser = argparse.ArgumentParser(description="Learn to play Union Pacific a little.")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--output", type=Path, default=FILE)
    args = parser.parse_args()
    weights = train(args.rounds, args.tries, args.games)
    args.output.write_text(json.dumps([round(float(weight), 3) for weight in weights]) + "\n")


if __name__ == "__main__":
    main()
