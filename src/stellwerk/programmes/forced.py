"""Where the rules leave one thing to do, nobody need be asked."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action, Game


def forced(game: Game[Any]) -> Action | None:
    """The only action of the asked seat; None if there is something to choose."""
    decision = game.decision()
    if decision is None:
        return None
    options = game.options_for(decision.seat)
    if len(options) != 1:
        return None
    option = options[0]
    fixed = not option.free and (option.amount is None or len(option.amount) == 1)
    return option.action if fixed else None
