"""Was the deck left alone? Everything is dealt again from the seed and followed card by card through the game."""

from __future__ import annotations

from stellwerk.core import Chance, Game

from .rules import UnionPacificRules
from .setup import first_state, make_deck, shuffled_shares
from .state import PICK, State


def dealt_again(game: Game[State]) -> list[str]:
    """What does not fit the seed, as sentences; empty if the game is honest."""
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    start = game.at(0).state
    again = first_state(rules.t)
    found = []
    if (start.hands, start.tracks, start.deck, start.stack) != (again.hands, again.tracks, again.deck, again.stack):
        found.append("the first hands or stacks are not those of the seed")
    deck: tuple[int, ...] | None = None
    before = start
    for number, ply in enumerate(game.plies, 1):
        now: State = ply.state
        if before.step == PICK and now.step != PICK:
            deck = _deck(rules, now)
            if now.deck != deck:
                found.append(f"action {number}: the deck is not that of the seed")
        elif now.deck != before.deck or now.drawn < before.drawn:
            found.append(f"action {number}: the deck has changed")
        if now.shuffles == before.shuffles:
            if now.stack != before.stack or now.used < before.used:
                found.append(f"action {number}: the track stack has changed")
        elif now.stack != tuple(Chance(rules.seed, f"tracks/{now.shuffles}").shuffled(sorted(now.stack))):
            found.append(f"action {number}: the track cards were not shuffled by the seed")
        before = now
    return found


def _deck(rules: UnionPacificRules, now: State) -> tuple[int, ...]:
    """The deck as it must be after the first display, which may have taken more than four shares (2.6)."""
    t = rules.t
    dealt = len(t.seats) * int(t.options["dealt_shares"])
    gone = len(now.display) + sum(now.box)
    return tuple(make_deck(t, shuffled_shares(t)[dealt + gone :]))
