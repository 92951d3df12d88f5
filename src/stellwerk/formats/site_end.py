"""18xx.games ends a game that takes too long; by the rules it goes on (1830 12.3)."""

from __future__ import annotations

from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State

LAST_TURN = 100  # the site ends a game with the first round that is over in this turn
TOO_LONG = "dnf"  # what it calls that
NOTE = f"the site ends a game in turn {LAST_TURN}; by the rules it goes on"


def beyond(s: State) -> bool:
    """True in a round the site does not come to."""
    return s.round.number > LAST_TURN or (s.round.number == LAST_TURN and s.round.kind == "operating")


def with_next_income(rules: FamilyRules, game: Game[State], scores: tuple[int, ...]) -> tuple[int, ...]:
    """The site's last scores with the income of the operating rounds that begin here with the last action."""
    paid = [
        (event.facts["payee"], event.facts["amount"])
        for event in (game.plies[-1].events if game.plies else ())
        if event.kind == "paid" and event.rule == rules.t.cite("operating.income")
    ]
    return tuple(
        score + sum(amount for payee, amount in paid if payee == name)
        for name, score in zip(rules.seats, scores, strict=True)
    )
