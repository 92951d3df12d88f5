"""The actions of a position as a list of slots: every option, with a few amounts where it has a range."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action, Game, Option, Range

AMOUNTS = 6  # of an open range, at most


def slots(game: Game[Any], seat: int, most: int) -> list[Action]:
    """What a seat may choose now, in the order of the options; nothing if it is not asked.

    If there are more than `most`, every so many are left out, the first and the last never.
    """
    decision = game.decision()
    if decision is None or decision.seat != seat:
        return []
    found = [action for option in game.options() if option.seat in (None, seat) for action in actions(option)]
    if len(found) <= most:
        return found
    return [found[place * (len(found) - 1) // (most - 1)] for place in range(most)]


def actions(option: Option) -> list[Action]:
    """The option's action; with an open amount, one for each of a few amounts."""
    if option.amount is None:
        return [option.action]
    return [option.take(amount) for amount in amounts(option.amount)]


def amounts(span: Range) -> list[int]:
    """The two lowest amounts, the quarters of the range, and the highest: each once, all of a short range."""
    count = len(span)
    if count <= AMOUNTS:
        return list(span)
    places = (0, 1, count // 4, count // 2, 3 * count // 4, count - 1)
    return [span.low + place * span.step for place in sorted(set(places))]
