"""The player that tries its choices out: legal, always the same, and it says why."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar

import pytest

import stellwerk
from stellwerk.bots import Adviser, make_bot
from stellwerk.bots.hard import HardBot
from stellwerk.bots.normal import NormalBot
from stellwerk.bots.outlook import margin
from stellwerk.bots.play import play_out
from stellwerk.bots.quick import QuickChooser
from stellwerk.bots.steady import SteadyBot
from stellwerk.core import Action

PLAYERS = {"1830": 4, "1854": 4, "1862": 4, "18te": 2}


class QuickSteady(SteadyBot):
    """The steady player with a memory of runs."""

    chooser = QuickChooser


def begun(title: str, plies: int) -> stellwerk.Game[Any]:
    """A game of steady bots, cut off after some actions."""
    game = stellwerk.new(title, list("ABCD")[: PLAYERS[title]], seed=4)
    play_out(game, [make_bot("steady", 4, title)] * PLAYERS[title], plies)
    return game


@pytest.mark.parametrize("title", PLAYERS)
def test_it_is_legal_always_the_same_and_leaves_the_game_alone(title: str) -> None:
    game = begun(title, 12)
    weighed = 0
    for _ in range(8):
        decision = game.decision()
        assert decision is not None
        before = game.digest(), game.ply
        bot = make_bot("hard", 7, title)
        assert isinstance(bot, Adviser)
        said = bot.advise(game, decision.seat, 60)
        other = make_bot("hard", 7, title)
        assert isinstance(other, Adviser)
        assert other.advise(game, decision.seat, 60) == said
        assert (game.digest(), game.ply) == before
        assert game.why_not(said.action, decision.seat) is None
        assert said.why.text.endswith(".")
        if said.alternatives:
            weighed += 1
            assert said.alternatives[0].action == said.action
            assert len({str(one.action) for one in said.alternatives}) == len(said.alternatives) > 1
        game.apply(said.action)
    assert weighed


def test_the_budget_is_kept() -> None:
    game = begun("1830", 12)
    seat = game.decision().seat  # type: ignore[union-attr]
    counted = 0

    class Counting(QuickSteady):
        def choose(self, game: stellwerk.Game[Any], seat: int) -> Action:
            nonlocal counted
            counted += 1
            return super().choose(game, seat)

    HardBot(1, lambda seed, style: Counting(seed)).advise(game, seat, 90)
    assert 10 < counted <= 91


def test_the_quick_player_plays_as_the_steady_one() -> None:
    games = []
    for maker in (SteadyBot, QuickSteady):
        game = stellwerk.new("1830", ["A", "B", "C"], seed=9)
        play_out(game, [maker(3)] * 3, 220)
        games.append(game.digest())
    assert games[0] == games[1]


def test_margins_count_the_best_and_all_others() -> None:
    assert margin([100, 50, 70], 0) == 35
    scores = sorted(margin([own, 50, 70], 0) for own in (10, 20, 30))
    assert all(low < high for low, high in pairwise(scores))


@pytest.mark.parametrize("title", PLAYERS)
def test_what_a_bot_remembers_changes_nothing_it_decides(title: str) -> None:
    """In its head a bot decides once for the same circumstances: with a full memory it plays as with an empty one."""
    start = begun(title, 60)
    digests = []
    bot = make_bot("normal", 5, title)
    assert isinstance(bot, SteadyBot)
    bot.hasty = True
    for forgets in (True, False):
        game = stellwerk.Game.from_state(start.rules, start.state)
        for _ in range(2):
            play_out(game, [bot] * PLAYERS[title], 60)
            if forgets:
                bot.memory = None
        digests.append(game.digest())
    assert bot.memory is not None
    assert bot.memory.habits
    game = stellwerk.Game.from_state(start.rules, start.state)
    play_out(game, [bot] * PLAYERS[title], 120)  # all of it is known by now
    assert {*digests, game.digest()} == {game.digest()}


def test_habit_gives_way_to_what_is_clearly_better_only() -> None:
    game = begun("1830", 12)
    seat = game.decision().seat  # type: ignore[union-attr]

    class Told(HardBot):
        values: ClassVar[list[float]] = []

        def weigh(self, game: Any, seat: int, tried: list[Action], budget: int) -> list[list[float]]:
            return [[value] for value in [*self.values, *[0.0] * len(tried)][: len(tried)]]

    bot = Told(1, lambda seed, style: NormalBot(seed))
    usual = bot.base.choose(game, seat)
    for values, stays in (([100.0, 105.0], True), ([100.0, 150.0], False)):
        Told.values = values
        said = bot.advise(game, seat)
        assert (said.action == usual) is stays
        assert ("level with the best" if stays else "50 ahead of the next best choice") in said.why.text
