"""The steady player of 1854: legal, always the same, better than chance, with common sense."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import Bot, levels, make_bot
from stellwerk.bots.arena import simulate
from stellwerk.bots.jobs import seat_names
from stellwerk.bots.memory import FAR
from stellwerk.bots.play import play_out
from stellwerk.core import Action, Chance, Game
from stellwerk.eighteen.actions import BuyTrain, Dividend, LayTile, Par, Pass, RunRoutes
from stellwerk.titles.t1854.actions import BuyContract, CompleteOption, Merge, TakeOption
from stellwerk.titles.t1854.bot.figures import Figures1854, Memory1854
from stellwerk.titles.t1854.bot.steady import Chooser1854, Steady1854
from stellwerk.titles.t1854.rules import Rules1854

TITLE = "1854"


@cache
def played(players: int, seed: int) -> Game[Any]:
    """A finished game of steady bots, played once for all tests, which do not change it."""
    game = stellwerk.new(TITLE, seat_names(players), seed=seed)
    play_out(game, [make_bot("steady", seed, TITLE) for _ in range(players)])
    return game


def actions(game: Game[Any], kind: type[Action]) -> list[Any]:
    """The actions of one kind."""
    return [ply.action for ply in game.plies if isinstance(ply.action, kind)]


def test_1854_has_its_own_steady_player() -> None:
    assert list(levels(TITLE)) == ["random", "easy", "normal", "hard", "master"]
    assert isinstance(make_bot("steady", 1, TITLE), Steady1854)


@pytest.mark.parametrize("players", [3, 6])
def test_games_end_by_the_rules_without_a_violation(players: int) -> None:
    report = simulate(TITLE, players, "steady", games=1, seed=players, check=True)
    assert report.violations == ()
    assert report.finished == 1
    assert set(report.reasons) <= {"bank", "bankrupt"}


def test_the_same_seed_gives_the_same_game() -> None:
    whole = played(4, 200)
    again = whole.at(len(whole) // 2)
    play_out(again, [make_bot("steady", 200, TITLE) for _ in range(4)])
    assert again.digest() == whole.digest()


def test_a_game_has_what_1854_is_about() -> None:
    game = played(4, 200)
    for kind in (Par, TakeOption, CompleteOption, BuyContract, LayTile, RunRoutes, Merge):
        assert actions(game, kind), kind
    s = game.state
    assert sum(s.split) >= 3
    assert game.result().reason == "bank"
    assert not any(player.bankrupt for player in s.players)


def test_dividends_rise() -> None:
    game = played(4, 200)
    paid: dict[tuple[int, int], int] = {}
    for number, ply in enumerate(game.plies):
        if ply.action == Dividend("pay"):
            s = game.at(number).state
            now = (s.round.number, s.round.part)
            paid[now] = paid.get(now, 0) + s.frames[-1].revenue
    rounds = list(paid.values())
    assert len(rounds) > 12
    assert sum(rounds[-3:]) > 5 * sum(rounds[:3]) > 0


def test_the_steady_player_beats_random_ones() -> None:
    wins = 0
    for seed in range(3):
        bots = ["random"] * 3
        bots[seed] = "steady"
        wins += seed in simulate(TITLE, 3, bots, games=1, seed=700 + seed).results[0].winners
    assert wins >= 2


class Witness:
    """Plays as the bot does and notes when what the bot wanted was not among the options."""

    name = "witness"

    def __init__(self, seed: int) -> None:
        self.bot = Steady1854(seed)
        self.fallbacks: list[str] = []
        spare = self.bot.spare.choose

        def noted(game: Game[Any], seat: int) -> Action:
            decision = game.decision()
            assert decision is not None
            self.fallbacks.append(decision.kind)
            return spare(game, seat)

        self.bot.spare.choose = noted  # type: ignore[method-assign]  # to count its calls

    def choose(self, game: Game[Any], seat: int) -> Action:
        return self.bot.choose(game, seat)


def test_chance_decides_next_to_nothing() -> None:
    game = stellwerk.new(TITLE, seat_names(5), seed=9)
    bots = [Witness(9) for _ in range(5)]
    players: list[Bot] = [*bots]
    play_out(game, players)
    assert len([kind for bot in bots for kind in bot.fallbacks]) <= 3


# -- figures


def at_start() -> tuple[Rules1854, Game[Any], Figures1854]:
    """A new game with its rules and its figures."""
    game = stellwerk.new(TITLE, seat_names(4), seed=1)
    assert isinstance(game.rules, Rules1854)
    return game.rules, game, Figures1854(Memory1854(game.rules), game.state)


def test_privates_with_a_share_are_worth_more_than_their_price() -> None:
    rules, _, worth = at_start()
    entries = rules.t.privates
    value = {entry.id: worth.private_value(number) for number, entry in enumerate(entries)}
    assert all(value[entry.id] >= entry.price for entry in entries)
    assert value["ARB"] > 170 + 40
    assert value["SEB"] > 190 + 40


def test_the_boards_are_far_apart() -> None:
    rules, _, worth = at_start()
    index = rules.t.hexmap.index
    steps = worth.memory.distances(index["C23"])
    assert steps[index["C21"]] == 1
    assert steps[index["J38"]] == FAR


def test_trains_are_doomed_before_the_kind_that_scraps_them_comes() -> None:
    _, game, worth = at_start()
    assert not worth.doomed("2-0")
    assert not worth.doomed("5-0")
    depot = list(game.state.depot)
    depot[0], depot[1] = 0, 1  # the last 3-train: the 4-trains are near
    s = game.state
    changed = type(s)(**{**{name: getattr(s, name) for name in s.__struct_fields__}, "depot": tuple(depot)})
    later = Figures1854(worth.memory, changed)
    assert later.doomed("2-0")
    assert later.doomed("1+-0")
    assert not later.doomed("3-0")
    assert (worth.next_price(), later.next_price(), later.coming_price()) == (100, 200, 320)


def test_companies_keep_track_money_for_their_trains() -> None:
    game = played(4, 200)
    assert isinstance(game.rules, Rules1854)
    empty = 0
    for number, ply in enumerate(game.plies):
        decision = game.at(number).decision()
        if isinstance(ply.action, BuyTrain) and decision is not None:
            before = game.at(number).state
            company = game.rules.t.kit.company_index[decision.actor]
            empty += before.companies[company].cash < ply.action.price
    assert empty <= 3  # the director had to help


def test_a_pass_is_chosen_only_where_it_is_legal() -> None:
    game = stellwerk.new(TITLE, seat_names(3), seed=4)
    assert isinstance(game.rules, Rules1854)
    decision = game.decision()
    assert decision is not None
    position = Chooser1854(game, decision.seat, decision.actor, game.options(), Chance(1), Memory1854(game.rules))
    assert position.may_pass
    chosen = position.auction()
    assert chosen == Pass() or any(option.covers(chosen) for option in game.options() if chosen)
