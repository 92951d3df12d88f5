"""Where the rules leave one thing to do, nobody need be asked."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action, Game


def forced(game: Game[Any]) -> Action | None:
    """The only thing that anybody can do, if it is the asked seat's to do; None if there is something to choose.

    Somebody else's chance to act out of turn is a choice too. In titles that hide things nothing plays itself: that a
    hand leaves one thing to do would tell what is in it.
    """
    decision = game.decision()
    if decision is None or game.rules.hides:
        return None
    options = game.options()
    if len(options) != 1 or options[0].seat not in (None, decision.seat):
        return None
    option = options[0]
    fixed = not option.free and (option.amount is None or len(option.amount) == 1)
    return option.action if fixed else None
