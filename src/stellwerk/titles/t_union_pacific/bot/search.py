"""A player of Union Pacific that tries its choices out in worlds it can imagine.

Each choice is played on by the baron in all seats, in the same imagined worlds for all; the worse half is dropped. The
budget counts actions, never time.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.advice import Advice, Alternative, mean
from stellwerk.bots.outlook import margin
from stellwerk.bots.play import step
from stellwerk.bots.reasons import with_outlook
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Chance, Game

from ..flow import Flow
from ..payout import company_payout, up_payout
from ..rules import UnionPacificRules
from ..state import PICK, State
from .advising import alike, reason
from .baron import ROWS, Baron
from .worlds import imagined, world

HARD = "Imagines the cards it does not see, tries its choices out in those games, and takes the one that does best."
BUDGET, MASTER_BUDGET = 3000, 30_000  # actions played on for one decision
MOST = 6  # choices that are tried
FAR = 40  # actions a choice is played on in one world
WORLDS = 8
FROM_HAND = 0.6  # how likely what is in hand will lie on the table in time


class Seer:
    """Plays its choices on in imagined worlds before it decides."""

    def __init__(self, seed: int, budget: int = BUDGET, name: str = "hard", style: Taste = PLAIN) -> None:
        """Bots with the same seed, budget and personality play the same."""
        self.seed, self.name, self.budget = seed, name, budget
        self.baron = Baron(seed, style=style)
        self.rules: UnionPacificRules | None = None
        self.imagined: list[UnionPacificRules] = []

    def choose(self, game: Game[Any], seat: int) -> Action:
        """The action that does best."""
        return self.advise(game, seat).action

    def advise(self, game: Game[Any], seat: int, budget: int = 0) -> Advice:
        """What to do, why, and what else was looked at."""
        tried = self.candidates(game, seat)
        if len(tried) < 2 or game.state.step == PICK:
            return self.baron.advise(game, seat)
        values = self.weigh(game, seat, tried, budget or self.budget)
        ranked = sorted(range(len(tried)), key=lambda at: (-len(values[at]), -mean(values[at]), at))
        best, second = (mean(values[at]) for at in ranked[:2])
        position, found = self.baron.outlook(game.view(seat), seat), []
        for place, at in enumerate(ranked):
            ahead = best - second if place == 0 else mean(values[at]) - best
            why = with_outlook(reason(position, tried[at]), round(ahead), place == 0)
            found.append(Alternative(tried[at], mean(values[at]), why))
        return Advice(found[0].action, found[0].why, tuple(found))

    def candidates(self, game: Game[Any], seat: int) -> list[Action]:
        """The baron's choice first, then the best of other kinds as he rates them."""
        options = game.options_for(seat)
        first = self.baron.decide(game.view(seat), options, seat, game.ply)
        position, takes, memory = self.baron.outlook(game.view(seat), seat), dict[str, float](), dict[Any, float]()
        best: dict[Any, tuple[float, int, Action]] = {}
        for at, option in enumerate(options):
            score = self.baron.score(position, option.action, takes, memory)
            key = alike(option.action)
            if key not in best or score > best[key][0]:
                best[key] = (score, -at, option.action)
        best.pop(alike(first), None)
        rest = sorted(best.values(), key=lambda entry: entry[:2], reverse=True)
        return [first, *(action for _, _, action in rest[: MOST - 1])]

    def weigh(self, game: Game[Any], seat: int, tried: list[Action], budget: int) -> list[list[float]]:
        """The values of each choice, one for each world."""
        values: list[list[float]] = [[] for _ in tried]
        alive, left = list(range(len(tried))), budget
        far = min(FAR, max(4, budget // len(tried) // 2))
        half = max(1, budget // (2 * far * len(tried)))  # half of the budget before the first are dropped
        number = 0
        while len(alive) > 1 and left >= len(alive):
            start = world(self.rules_of(game, number), game.state, seat, self.chance(game, seat, number))
            for at in alive:
                value, used = self.played_on(start, tried[at], seat, min(far, max(1, left // len(alive))), number)
                values[at].append(value)
                left -= used
            number += 1
            if number % half == 0:
                alive.sort(key=lambda at: (-mean(values[at]), at))
                alive = alive[: (len(alive) + 1) // 2]
        return values

    def chance(self, game: Game[Any], seat: int, number: int) -> Chance:
        """The chance of one world."""
        return Chance(self.seed, f"world/{seat}/{game.ply}/{number}")

    def rules_of(self, game: Game[Any], number: int) -> UnionPacificRules:
        """The rules of an imagined game, with a seed that has nothing to do with the real one."""
        assert isinstance(game.rules, UnionPacificRules)
        if self.rules is not game.rules:
            self.rules, self.imagined = game.rules, []
        number %= WORLDS
        while len(self.imagined) <= number:
            self.imagined.append(imagined(game.rules, self.seed * WORLDS + len(self.imagined)))
        return self.imagined[number]

    def played_on(self, start: Game[State], action: Action, seat: int, far: int, number: int) -> tuple[float, int]:
        """How far ahead the seat is after so many actions, and how many there were."""
        game = Game.from_state(start.rules, start.state)
        game.apply(action, seat)
        bots = [Baron(self.seed + number)] * len(game.rules.seats)
        used = 1
        while used < far and step(game, bots):
            used += 1
        assert isinstance(game.rules, UnionPacificRules)
        return margin(prospects(game.rules.flow, game.state), seat), used


def prospects(flow: Flow, s: State) -> list[float]:
    """What each seat may expect: its money, and the payouts to come with the table and part of the hands."""
    worth = [float(money) for money in s.money]
    if s.ended:
        return worth
    left = flow.t.last_payout - s.payouts
    for number in range(flow.kit.up + 1):
        held = [shares[number] for shares in s.held]
        later = [shares[number] + hand[number] for shares, hand in zip(s.held, s.hands, strict=True)]
        for counts, part in ((held, 1 - FROM_HAND), (later, FROM_HAND)):
            if number == flow.kit.up:
                rows = [up_payout(ROWS[payout], counts)[0] for payout in range(s.payouts, flow.t.last_payout)]
                paid = [sum(amounts) for amounts in zip(*rows, strict=True)] if rows else [0] * len(worth)
            else:
                paid = [left * amount for amount in company_payout(flow.value(s, number), counts)[0]]
            for seat in range(len(worth)):
                worth[seat] += part * paid[seat]
    return worth
