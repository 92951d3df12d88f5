"""The choices worth a closer look: what the base bot would do, what it thought of next, and a few of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots.random_bot import is_offer
from stellwerk.core import Action, Chance, Game, Option

MOST = 6  # choices that are tried
ENOUGH = 3  # of one kind
FEW = {"track": 2, "token": 3}  # places that are tried, where the base bot thought of more than one
BY_HABIT = frozenset({"run", "objection", "discard", "consent", "city", "home_city", "must_sell", "raise"})


def candidates(
    game: Game[Any], seat: int, first: Action, chance: Chance, thought: Sequence[Action] = ()
) -> list[Action]:
    """What is tried, the base bot's choice first; nothing where its habits will do. `thought`: its next best ones."""
    decision = game.decision()
    if decision is None or decision.kind in BY_HABIT:
        return []
    if decision.kind in FEW:
        found = [first]
        for action in thought:
            if action not in found and len(found) < FEW[decision.kind]:
                found.append(action)
        return found
    options = [option for option in game.options() if option.seat in (None, seat)]
    kinds: dict[str, list[Action]] = {}
    offered = [plain for option in chance.shuffled(options) if (plain := sensible(game, option)) is not None]
    for other in [*thought, *offered]:
        if other != first and alike(first) != alike(other):
            known = kinds.setdefault(other.kind, [])
            if len(known) < ENOUGH and all(alike(one) != alike(other) for one in known):
                known.append(other)
    tried = [first]
    for turn in range(ENOUGH):
        for kind in sorted(kinds, key=lambda name: (len(kinds[name]), name)):
            if turn < len(kinds[kind]) and len(tried) < MOST:
                tried.append(kinds[kind][turn])
    return tried


def sensible(game: Game[Any], option: Option) -> Action | None:
    """The option's action, at its lowest amount; nothing that needs somebody else's consent."""
    if option.free or is_offer(game, option):
        return None
    return option.action if option.amount is None else option.take(option.amount.low)


def alike(action: Action) -> tuple[Any, ...]:
    """What two actions have in common that need not both be tried."""
    fields = ("company", "source", "private", "train", "percent", "choice")
    named = tuple(str(getattr(action, field, "")).split("-")[0] for field in fields)
    single = tuple(getattr(action, field) for field in action.__struct_fields__) if not any(named) else ()
    return (action.kind, *named, *single)
