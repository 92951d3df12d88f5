"""Is the list of options the law? What is offered must be accepted, what is not offered must be refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from stellwerk.core import Action, Chance, Game, Option

MOST_TWISTS = 40  # twisted actions tried at one position
MOST_PAST = 100  # actions of earlier positions kept
MOST_VALUES = 64  # values remembered for one field


class Audit:
    """Checks positions of one game. Remembers what it has seen in options, to make plausible wrong actions of it."""

    def __init__(self, seed: int) -> None:
        """`seed` decides which wrong actions are tried."""
        self.seed = seed
        self.seen: dict[tuple[str, str], list[Any]] = {}
        self.past: list[Action] = []

    def position(self, game: Game[Any]) -> list[str]:
        """What is wrong with the options of the position, as sentences."""
        decision = game.decision()
        if decision is None:
            return ["the game is over and has options"] if game.options() else []
        before = game.digest()
        options = game.options()
        if not options:
            return [f"{decision.actor} is asked ({decision.kind}) and can do nothing"]
        found = [*self.offered(game, decision.seat, options)]
        found += self.twisted(game, decision.seat, options)
        found += self.out_of_turn(game, decision.seat, options)
        for option in options:
            self.remember(option.action)
        self.past = Chance(self.seed, f"past/{game.ply}").shuffled(
            [*self.past[:MOST_PAST], *(option.action for option in options)]
        )[: 2 * MOST_PAST]
        if game.digest() != before:
            found.append("asking has changed the position")
        return found

    def offered(self, game: Game[Any], asked: int, options: list[Option]) -> Iterator[str]:
        """Every option is there once, and is accepted at both ends of its range."""
        known: set[tuple[Action, int]] = set()
        for option in options:
            seat = asked if option.seat is None else option.seat
            if (option.action, seat) in known:
                yield f"{show(option.action)} is offered twice"
            known.add((option.action, seat))
            for action in ends(option):
                refusal = game.why_not(action, seat)
                if refusal is not None:
                    yield f"{show(action)} is offered and refused: {refusal}"

    def twisted(self, game: Game[Any], asked: int, options: list[Option]) -> Iterator[str]:
        """Options with one field changed and options of earlier positions are legal if offered now, and only then."""
        chance = Chance(self.seed, f"twist/{game.ply}")
        firm = [option for option in options if not option.free and option.seat in (None, asked)]
        tries = [self.twist(chance.choice(firm), chance) for _ in range(MOST_TWISTS if firm else 0)]
        tries += [chance.choice(self.past) for _ in range(MOST_TWISTS if self.past else 0)]
        for action in tries:
            if any(option.free and option.covers(action) for option in options):
                continue
            listed = any(option.covers(action) for option in firm)
            refusal = game.why_not(action, asked)
            if listed and refusal is not None:
                yield f"{show(action)} is offered and refused: {refusal}"
            if not listed and refusal is None:
                yield f"{show(action)} is accepted and not offered"

    def out_of_turn(self, game: Game[Any], asked: int, options: list[Option]) -> Iterator[str]:
        """Another seat may do only what is offered to it."""
        chance = Chance(self.seed, f"turn/{game.ply}")
        seat = (asked + 1 + chance.below(len(game.rules.seats) - 1)) % len(game.rules.seats)
        action = chance.choice(options).action
        listed = any(option.seat == seat and option.covers(action) for option in options)
        refusal = game.why_not(action, seat)
        if listed != (refusal is None):
            yield f"{show(action)} by seat {seat}: offered is {listed}, refusal is {refusal}"

    def twist(self, option: Option, chance: Chance) -> Action:
        """The option's action with one field changed."""
        fields = option.action.__struct_fields__
        if not fields:
            return option.action
        field = chance.choice(fields)
        value = getattr(option.action, field)
        choices = [other for other in self.seen.get((option.action.kind, field), []) if other != value]
        if isinstance(value, int) and not isinstance(value, bool):
            choices += [value - 1, value + 1]
            if option.amount is not None and field == option.money:
                amounts = option.amount
                choices += [amounts.low - amounts.step, amounts.high + amounts.step, amounts.high - 1]
        return structs.replace(option.action, **{field: chance.choice(choices)}) if choices else option.action

    def remember(self, action: Action) -> None:
        """Note the values of an action's fields."""
        for field in action.__struct_fields__:
            values = self.seen.setdefault((action.kind, field), [])
            value = getattr(action, field)
            if len(values) < MOST_VALUES and value not in values:
                values.append(value)


def ends(option: Option) -> list[Action]:
    """The option's action, with the lowest and the highest amount where it has a range."""
    if option.amount is None:
        return [option.action]
    low, high = option.amount.low, option.amount.high
    return [option.take(amount) for amount in ((low,) if low == high else (low, high))]


def show(action: Action) -> str:
    """An action in one line."""
    fields = ", ".join(f"{field}={getattr(action, field)!r}" for field in action.__struct_fields__)
    return f"{action.kind}({fields})"
