"""A game as a seat may know it: the position with everything that is hidden from it dealt again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.core import Action, BadInput, Game, Rules
from stellwerk.core.game import Ply
from stellwerk.titles import wing

LOOKED_BACK = 12  # actions before the position that a bot may know


class _Nothing(Action, frozen=True, tag="nothing"):
    """Stands for an action that nobody asks about."""


_NOTHING = _Nothing()


def standing(rules: Rules[Any], state: Any, ply: int, last: Iterable[tuple[int, Action]] = ()) -> Game[Any]:
    """A game that stands at a position after so many actions, of which only the last are known."""
    after = [Ply(seat, action, state, ()) for seat, action in last]
    before = [Ply(0, _NOTHING, state, ())] * (ply - len(after))
    return Game.from_state(rules, state, plies=[*before, *after])


def seen(game: Game[Any], seat: int, seed: int) -> Game[Any]:
    """The game as the seat may know it. What it cannot see is dealt again by `seed`; nothing else of it is used.

    Where a title hides nothing its last actions are known too. The rules of a title that hides things are those of a
    game with the seed given.
    """
    rules = game.rules
    if not rules.hides:
        return standing(rules, game.state, game.ply, [(ply.seat, ply.action) for ply in game.latest(LOOKED_BACK)])
    redealt = getattr(wing(rules.title, "bot"), "redealt", None)
    if redealt is None:
        raise BadInput(f"{rules.title} hides things and cannot deal them again: bots in Python cannot play it")
    state = redealt(game, seat, seed).state
    return standing(game.rules, state, game.ply)
