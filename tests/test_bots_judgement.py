"""Judgement: positions of bot games in which the steady player blundered, and what the normal one does there."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.candidates import candidates
from stellwerk.bots.easy import EasyBot
from stellwerk.bots.normal import NormalBot
from stellwerk.bots.normal_purse import NormalPurse
from stellwerk.bots.outlook import expected, margin, prospects
from stellwerk.bots.play import play_out, step
from stellwerk.bots.steady import SteadyBot
from stellwerk.core import Action, Chance, Game
from stellwerk.eighteen import actions
from stellwerk.eighteen.engine import FamilyRules


@cache
def steady_game(seed: int, plies: int) -> Game[Any]:
    """A game of four steady players up to a ply."""
    game = stellwerk.new("1830", list("ABCD"), seed=seed)
    play_out(game, [make_bot("steady", seed * 10 + seat, "1830") for seat in range(4)], plies)
    return game


def until(game: Game[Any], kind: str, bot: Any, which: int = 1) -> Game[Any]:
    """The game played on to the so many-th question of a kind."""
    game = Game.from_state(game.rules, game.state)
    while True:
        decision = game.decision()
        assert decision is not None
        if decision.kind == kind:
            which -= 1
            if not which:
                return game
        step(game, [bot] * len(game.rules.seats))


def asked(game: Game[Any], bot: Any) -> Action:
    """What a bot does there."""
    decision = game.decision()
    assert decision is not None
    action: Action = bot.choose(game, decision.seat)
    assert game.why_not(action, decision.seat) is None
    return action


def trains_bought(bot: Any) -> list[int]:
    """How many trains each company of a game has after its first turn, all seats played by a bot."""
    game = steady_game(3, 0)
    game = until(game, "track", bot)
    while game.state.round.kind == "operating":
        step(game, [bot] * 4)
    return [len(company.trains) for company in game.state.companies if company.floated]


def test_a_rich_company_does_not_sit_on_its_money_with_one_train() -> None:
    assert max(trains_bought(SteadyBot(1))) == 1
    assert min(trains_bought(NormalBot(1))) >= 1
    assert max(trains_bought(NormalBot(1))) >= 3


def test_track_is_laid_where_it_leads_somewhere() -> None:
    laid: dict[str, int] = {}
    for name, bot in (("steady", SteadyBot(2)), ("normal", NormalBot(2))):
        game, laid[name], asked_ = until(steady_game(3, 0), "track", bot), 0, 0
        while asked_ < 10:
            decision = game.decision()
            assert decision is not None
            asked_ += decision.kind == "track"
            step(game, [bot] * 4)
            laid[name] += isinstance(game.plies[-1].action, actions.LayTile)
    assert laid["normal"] > laid["steady"]
    assert laid["normal"] >= 8


def with_company(game: Game[Any], name: str, **changes: Any) -> Game[Any]:
    """The position with a company changed."""
    rules, state = family(game), game.state
    number = rules.t.kit.company_index[name]
    companies = list(state.companies)
    companies[number] = msgspec.structs.replace(companies[number], **changes)
    draft = rules.twin.draft(state)
    draft.companies = tuple(companies)
    return Game.from_state(rules, rules.twin.seal(draft))


def family(game: Game[Any]) -> FamilyRules:
    """The game's rules."""
    assert isinstance(game.rules, FamilyRules)
    return game.rules


def test_no_share_is_bought_that_would_be_a_gift() -> None:
    """A company whose train rusts and that has no money: who has 20 % of it may be left with it."""
    game = until(steady_game(3, 300), "stock", SteadyBot(1))
    seat = game.decision().seat  # type: ignore[union-attr]
    bot = NormalBot(1)
    bot.choose(game, seat)
    assert bot.memory is not None
    options = [option for option in game.options() if option.seat in (None, seat)]
    chooser = bot.chooser(game, seat, "", options, Chance(1, ""), bot.memory)
    assert isinstance(chooser, NormalPurse)
    other = next(
        number
        for number, company in enumerate(game.state.companies)
        if company.floated and company.president != seat and company.held[seat] <= 10
    )
    assert not chooser.trap(other, 10)
    holder = game.state.companies[other]
    held = tuple(10 if place == seat else 60 if place == holder.president else 0 for place in range(4))
    poor = with_company(game, family(game).t.companies[other].id, cash=0, trains=(), held=held)
    chooser = bot.chooser(poor, seat, "", options, Chance(1, ""), bot.memory)
    assert isinstance(chooser, NormalPurse)
    assert chooser.trap(other, 10)


@pytest.mark.parametrize("title", ["1830", "18te"])
def test_the_outlook_counts_runs_to_come_and_trains_to_be_paid(title: str) -> None:
    players = 4 if title == "1830" else 2
    game = stellwerk.new(title, list("ABCD")[:players], seed=3)
    play_out(game, [make_bot("normal", 3, title)] * players, 220)
    now = [float(score) for score in game.result().scores]
    assert any(later > score for later, score in zip(expected(game), now, strict=True))
    assert len({round(margin(expected(game), seat)) for seat in range(players)}) > 1


@pytest.mark.parametrize("title", ["1830", "1854", "1862", "18te"])
def test_a_reader_is_told_the_number_bots_go_by(title: str) -> None:
    """`expected` is what `hard` values positions with, in titles with figures of their own too."""
    game = stellwerk.new(title, list("ABCD")[: 2 if title == "18te" else 4], seed=3)
    bot = make_bot("normal", 3, title)
    assert isinstance(bot, NormalBot)
    for _ in range(4):
        play_out(game, [bot] * len(game.rules.seats), 60)
        assert bot.memory is not None
        assert prospects(game, bot.chooser.figured(bot.memory, game.state)) == expected(game)


def test_the_hard_player_offers_nothing_that_needs_consent() -> None:
    """Offers that are refused bring the same question again: a round would never end."""
    game = until(steady_game(3, 0), "stock", SteadyBot(1))
    decision = game.decision()
    assert decision is not None
    found = candidates(game, decision.seat, actions.Pass(), Chance(1, ""))
    assert len(found) > 1
    assert not any(isinstance(action, actions.BuyPrivate) for action in found)
    options = [option for option in game.options() if isinstance(option.action, actions.BuyPrivate)]
    assert options


def test_a_beginner_sees_less_and_leaves_nobody_a_company() -> None:
    game = until(steady_game(3, 0), "track", NormalBot(1), 6)
    easy, normal = EasyBot(1), NormalBot(1)
    asked(game, easy), asked(game, normal)
    assert len([action for action in easy.thought if isinstance(action, actions.LayTile)]) <= 10


def test_builders_and_looters_play_differently() -> None:
    """Asked at the positions of one game: builders build more than looters, who sell their privates for more."""
    built: Counter[str] = Counter()
    sold: Counter[str] = Counter()
    game, mate = steady_game(4, 0), NormalBot(4)
    game = Game.from_state(game.rules, game.state)
    bots = {name: make_bot(f"normal:{name}", 4, "1830") for name in ("builder", "looter")}
    for _ in range(420):
        decision = game.decision()
        if decision is None:
            break
        if decision.kind in ("track", "token", "stock", "privates"):
            for name, bot in bots.items():
                action = bot.choose(game, decision.seat)
                built[name] += isinstance(action, actions.LayTile | actions.PlaceToken)
                sold[name] += action.price if isinstance(action, actions.BuyPrivate) else 0
        step(game, [mate] * 4)
    assert built["builder"] > built["looter"]
    assert sold["looter"] > sold["builder"]
