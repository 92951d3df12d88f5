"""The choices that are worth a closer look: what the base bot would do, and of each kind of action a few more."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action, Chance, Game, Option

MOST = 6  # choices that are tried
ENOUGH = 3  # of one kind
BY_HABIT = frozenset({"track", "token", "run", "objection", "discard", "consent", "city", "must_sell", "raise"})


def candidates(game: Game[Any], seat: int, first: Action, chance: Chance) -> list[Action]:
    """What is tried, the base bot's choice first; nothing where its habits will do."""
    decision = game.decision()
    if decision is None or decision.kind in BY_HABIT:
        return []
    options = [option for option in game.options() if option.seat in (None, seat)]
    kinds: dict[str, list[Action]] = {}
    for option in chance.shuffled(options):
        action = sensible(option)
        if action is not None and action != first and alike(first) != alike(action):
            found = kinds.setdefault(action.kind, [])
            if len(found) < ENOUGH and all(alike(other) != alike(action) for other in found):
                found.append(action)
    tried = [first]
    for turn in range(ENOUGH):
        for kind in sorted(kinds, key=lambda name: (len(kinds[name]), name)):
            if turn < len(kinds[kind]) and len(tried) < MOST:
                tried.append(kinds[kind][turn])
    return tried


def sensible(option: Option) -> Action | None:
    """The option's action, at its lowest amount; nothing that needs somebody else's consent."""
    if option.free or (option.amount is not None and option.action.kind == "buy_train"):
        return None
    return option.action if option.amount is None else option.take(option.amount.low)


def alike(action: Action) -> tuple[Any, ...]:
    """What two actions have in common that need not both be tried."""
    fields = ("company", "source", "private", "train", "percent", "choice")
    named = tuple(str(getattr(action, field, "")).split("-")[0] for field in fields)
    single = tuple(getattr(action, field) for field in action.__struct_fields__) if not any(named) else ()
    return (action.kind, *named, *single)
