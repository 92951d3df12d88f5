"""Whole games of 1854: bots reach what the rules offer, options are what is accepted, the terminal has words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stellwerk.bots.arena import simulate
from stellwerk.cli.voice import voice
from stellwerk.core import Chance, Game, Illegal
from stellwerk.eighteen.actions import SellShares
from stellwerk.formats import load_file
from stellwerk.titles.t1854.actions import CompleteOption, TakeOption
from stellwerk.titles.t1854.state import State1854
from tests.rules_1854.building import rules_of
from tests.support import DATA

GAMES = ("1854-3p", "1854-4p")


def kept(name: str) -> Game[State1854]:
    """A kept game."""
    game: Game[State1854] = load_file(DATA / "games" / f"{name}.json.gz").game
    return game


def positions(game: Game[State1854], every: int) -> Iterator[Game[State1854]]:
    """The game after every so many actions."""
    for ply in range(0, len(game), every):
        yield game.at(ply)


@pytest.mark.parametrize("options", [{}, {"pool_limit_percent": 50, "eights": "box", "train_counts": "scan"}])
def test_random_games_end_and_everything_adds_up(options: dict[str, object]) -> None:
    report = simulate("1854", 3, "random", 1, 11, options=options, check=True)
    assert report.violations == ()
    assert report.finished == 1


def test_kept_games_reach_what_the_rules_offer() -> None:
    seen: set[str] = set()
    rules: set[str] = set()
    for name in GAMES:
        game = kept(name)
        for ply in range(1, len(game) + 1):
            at = game.at(ply)
            seen.add(at.plies[-1].action.kind)
            rules |= {event.rule for event in at.last_events}
    assert seen >= {
        "bid", "buy_private", "par", "buy_share", "sell_shares", "take_option", "complete_option", "lay_tile",
        "lay_tunnel", "choose_city", "place_token", "run_routes", "dividend", "buy_train", "discard_train",
        "buy_contract", "merge", "choose_charter", "answer",
    }  # fmt: skip
    assert rules >= {"1854 4.34", "1854 5.5", "1854 7.8", "1854 8.4", "1854 8.10", "1854 7.17", "1854 6.7"}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_is_accepted(name: str) -> None:
    for at in positions(kept(name), 37):
        decision = at.decision()
        assert decision is not None
        chance = Chance(at.ply, "options")
        options = at.options()
        for option in [chance.choice(options) for _ in range(6)]:
            branch = at.branch()
            amounts = [None] if option.amount is None else [option.amount.low, option.amount.high]
            for amount in amounts:
                branch = at.branch()
                branch.apply(option.take(amount), option.seat if option.seat is not None else decision.seat)
                assert branch.check() == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_offered_is_refused(name: str) -> None:
    """Sales, options and completions that are not listed, wherever somebody is asked in a stock round."""
    tried = 0
    for at in positions(kept(name), 23):
        decision = at.decision()
        assert decision is not None
        if decision.kind not in ("stock", "must_sell"):
            continue
        offered = [option.action for option in at.options()]
        actions = [SellShares(entry.id, percent) for entry in rules_of(at).t.companies for percent in (10, 20, 40, 50)]
        more = [TakeOption(entry.id, place) for entry in rules_of(at).t.companies for place in ("display", "pool")]
        for action in (*actions, *more, CompleteOption()):
            if action in offered:
                continue
            tried += 1
            with pytest.raises(Illegal):
                at.branch().apply(action)
    assert tried > 500


@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_has_words_for_every_option(name: str) -> None:
    for at in positions(kept(name), 29):
        speaker = voice(at)
        decision = at.decision()
        assert decision is not None
        assert decision.rule in speaker.question(decision)
        for option in at.options():
            path = speaker.option(option)
            assert path
            assert not any("{" in words for words in path), path
    assert "Tunnels: " in str(kept(name))
