"""What docs/architecture.md promises of every title, looked for in kept games of all five."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from stellwerk.bots.audit import Audit
from stellwerk.core import Chance, Game, Receipt
from stellwerk.titles import TITLES
from stellwerk.titles.rules_text import rules_text
from tests.kept import kept_game

KEPT = {
    "1830": ("1830-3p-seed", "1830-5p-games18xx"),
    "18te": ("18te-2p", "18te-3p"),
    "1862": ("1862-6p", "1862-4p-pages"),
    "1854": ("1854-3p", "1854-4p-steady"),
    "union-pacific": ("union-pacific-2p", "union-pacific-3p-second-edition", "union-pacific-6p"),
}
SPOTS = 60  # positions of a game that are looked at closely
TRIES = 12  # wrong actions at each of them
titles = pytest.mark.parametrize("title", sorted(KEPT))


@lru_cache(maxsize=4)
def kept(name: str) -> Game[Any]:
    """A kept game."""
    return kept_game(name)


def games(title: str) -> list[Game[Any]]:
    """The kept games of a title."""
    return [kept(name) for name in KEPT[title]]


def spots(game: Game[Any]) -> Iterator[Game[Any]]:
    """Positions of a game, spread over it, with its end."""
    for number in {*range(0, len(game), max(1, len(game) // SPOTS)), len(game)}:
        yield game.at(number)


@lru_cache(maxsize=8)
def citations(title: str) -> frozenset[str]:
    """What may be cited: the paragraphs of the rules, with the title before them."""
    return frozenset(f"{TITLES[title].id} {number}" for number in rules_text(TITLES[title]).paragraphs)


def test_every_title_is_looked_at() -> None:
    assert set(KEPT) == set(TITLES)


@titles
def test_whatever_the_table_is_told_cites_a_paragraph(title: str) -> None:
    cited = set()
    for game in games(title):
        cited |= {event.rule for event in game.events}
        cited |= {line.rule for event in game.events if event.receipt for line in event.receipt.lines}
        for position in spots(game):
            decision = position.decision()
            cited |= {decision.rule} if decision else set()
            cited |= {line.rule for receipt in position.receipts().values() for line in receipt.lines}
    assert cited - citations(title) == set()
    assert len(cited) > 20


@titles
def test_every_refusal_cites_a_paragraph_and_leaves_all_as_it_was(title: str) -> None:
    refused = 0
    for game in games(title):
        audit, chance = Audit(7), Chance(7)
        played = [ply.action for ply in game.plies]
        for position in spots(game):
            options = position.options()
            for option in options:
                audit.remember(option.action)
            tries = [audit.twist(chance.choice(options), chance) for _ in range(TRIES if options else 0)]
            tries += [chance.choice(played) for _ in range(TRIES)]
            before, ply = position.digest(), position.ply
            for action in tries:
                refusal = position.why_not(action)
                if refusal is not None:
                    refused += 1
                    assert refusal.rule in citations(title), f"{action}: {refusal}"
                    assert refusal.text
                    assert "{" not in refusal.text, refusal.text
            assert (position.digest(), position.ply) == (before, ply)
    assert refused > 300


@titles
def test_what_is_offered_is_accepted_and_nothing_else_is(title: str) -> None:
    for game in games(title):
        audit = Audit(11)
        for position in list(spots(game))[::3]:
            assert audit.position(position) == []


@titles
def test_receipts_add_up_to_the_figures_they_explain(title: str) -> None:
    receipts: list[Receipt] = []
    for game in games(title):
        receipts += [event.receipt for event in game.events if event.receipt]
        for event in game.events:
            if event.kind == "run":
                assert event.receipt is not None
                assert event.receipt.total == event.facts["revenue"]
        for position in spots(game):
            found = position.receipts()
            receipts += found.values()
            scores = [found[f"score {name}"].total for name in game.rules.seats]
            assert tuple(scores) == position.result().scores
            assert {f"certificates {name}" for name in game.rules.seats} <= set(found) or title == "union-pacific"
    assert all(receipt.total == sum(line.amount for line in receipt.lines) for receipt in receipts)


@titles
def test_history_is_free_and_exact(title: str) -> None:
    for game in games(title):
        for position in spots(game):
            ply, digest = position.ply, position.digest()
            back = min(3, ply)
            branch = position.branch()
            branch.undo(back)
            assert branch.digest() == game.at(ply - back).digest()
            for played in game.plies[ply - back : ply]:
                branch.apply(played.action, played.seat)
            assert branch.digest() == position.digest() == digest
