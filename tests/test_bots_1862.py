"""The steady player of 1862: what it does in known positions, and whole games of it."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.arena import simulate
from stellwerk.bots.jobs import seat_names
from stellwerk.bots.play import play_out
from stellwerk.bots.random_bot import RandomBot
from stellwerk.core import Action, Game
from stellwerk.eighteen.actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.board import put
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.titles.t1862.actions import Buyback, ClosePrivate, WithdrawBid
from stellwerk.titles.t1862.bot.steady import Chooser1862, Steady1862
from stellwerk.titles.t1862.state import State1862, Turn
from tests.rules_1862.table import Position, asked, rules_of

ENDS = {"bank", "price", "companies", "players", "standstill"}


def choice(game: Game[State1862], seed: int = 0) -> Action:
    """What the bot does where somebody is asked."""
    return Steady1862(seed).choose(game, asked(game)[0])


# -- every question has an answer, and the answer is legal


def test_every_kind_of_question_is_answered_on_purpose() -> None:
    step = rules_of(stellwerk.new("1862", seat_names(4))).steps[Turn]
    assert isinstance(step, OperatingTurnStep)
    assert set(step.parts) - {"home"} <= set(Chooser1862.kinds)  # the home marker is placed without a question
    assert {"auction", "bid_off", "par", "stock", "must_sell", "raise", "consent", "discard"} <= set(Chooser1862.kinds)


@pytest.mark.parametrize(("players", "seed"), [(4, 3), (6, 5)])
def test_in_any_position_the_choice_is_legal_and_nothing_is_touched(players: int, seed: int) -> None:
    """Positions of random games are stranger than any the bot brings about itself."""
    played = stellwerk.new("1862", seat_names(players), seed=seed)
    play_out(played, [RandomBot(seed) for _ in range(players)], 800)
    bot, kinds = Steady1862(seed), set()
    for number in range(0, len(played.plies), 4):
        game = played.at(number)
        seat, _, kind = asked(game)
        before = game.digest()
        action = bot.choose(game, seat)
        assert game.why_not(action, seat) is None
        assert game.digest() == before
        kinds.add(kind)
    assert len(kinds) >= 9


def test_the_same_seed_gives_the_same_game() -> None:
    digests = []
    for _ in range(2):
        game = stellwerk.new("1862", seat_names(5), seed=8)
        play_out(game, [make_bot("steady", 8, "1862") for _ in range(5)], 120)
        digests.append(game.digest())
    assert digests[0] == digests[1]
    other = stellwerk.new("1862", seat_names(5), seed=9)
    play_out(other, [make_bot("steady", 9, "1862") for _ in range(5)], 120)
    assert other.digest() != digests[0]


# -- a whole game


@pytest.fixture(scope="module")
def whole() -> Game[State1862]:
    """A game of four, with every position checked."""
    game = stellwerk.new("1862", seat_names(4), seed=11)
    broken: list[str] = []
    play_out(game, [make_bot("steady", 11, "1862") for _ in range(4)], after=lambda now: broken.extend(now.check()))
    assert broken == []
    return game


def test_a_game_comes_to_its_end_and_its_players_get_rich(whole: Game[State1862]) -> None:
    result = whole.result()
    assert result.reason in ENDS
    assert min(result.scores) > 3000
    assert not any(player.bankrupt for player in whole.state.players)
    assert all(group["open"] for group in whole.view()["groups"])


def test_dividends_are_paid_and_rise(whole: Game[State1862]) -> None:
    choices = [ply.action.choice for ply in whole.plies if isinstance(ply.action, Dividend)]
    assert choices.count("pay") > 3 * choices.count("withhold")
    paid = [
        sum(line.amount for line in event.receipt.lines)
        for event in whole.events
        if event.kind == "dividend" and event.receipt is not None
    ]
    part = len(paid) // 3
    assert sum(paid[-part:]) > 1.5 * sum(paid[:part])


def test_bonuses_are_run_for_and_powers_used(whole: Game[State1862]) -> None:
    runs = [ply.action for ply in whole.plies if isinstance(ply.action, RunRoutes)]
    assert sum(any(route.bonus for route in run.routes) for run in runs) > 5
    powers = [ply.action.power for ply in whole.plies if isinstance(ply.action, LayTile)]
    assert "RMC" in powers


def test_steady_beats_random() -> None:
    kinds = ["steady", "random", "random", "random"]
    report = simulate("1862", 4, kinds, games=1, seed=4)
    assert report.results[0].winners == (0,)


# -- privates


def test_a_bid_that_cannot_win_is_withdrawn() -> None:
    position = Position(4).auction(0)
    soc = position.t.private("SOC")
    low = position.set(bids=put(position.s.bids, soc, ((0, 225), (1, 230)))).game()
    assert choice(low) != WithdrawBid("SOC")
    high = position.set(bids=put(position.s.bids, soc, ((0, 225), (1, 400)))).game()
    assert choice(high) == WithdrawBid("SOC")


def test_bids_stay_below_what_a_private_is_worth() -> None:
    game = stellwerk.new("1862", seat_names(4), seed=6)
    play_out(game, [make_bot("steady", 6, "1862") for _ in range(4)], 60)
    prices = {entry.id: entry.price for entry in rules_of(game).t.privates}
    bids = [ply.action for ply in game.plies if isinstance(ply.action, Bid)]
    assert bids
    assert all(bid.amount <= 1.3 * prices[bid.private] for bid in bids)


# -- shares


def test_first_of_all_the_own_company_is_brought_into_operation() -> None:
    position = Position(4).cash(300, 300, 300, 300).found("NYH", [50, 10], floated=False, operated=False)
    game = position.found("CP", [0, 60], president=1, cash=500).trains("CP", "2-0").home("CP").stock(0).game()
    assert choice(game) == BuyShare("NYH", "bank")


def test_over_the_paper_limit_small_privates_go_before_shares() -> None:
    position = Position(7).cash(*[100] * 7).privates(BOM=0)
    for name in ("NYH", "CP", "ATS"):
        position.found(name, [0, 60, 0, 0, 0, 0, 0], president=1)
        position.change(name, held=(40, 30, 0, 0, 0, 0, 0), ipo=30, president=0)
    position.found("SP", [30, 20, 0, 0, 0, 0, 0], president=0)
    for name in ("UP", "WP"):
        position.found(name, [20, 30, 0, 0, 0, 0, 0], president=1)
    game = position.stock(0).game()
    assert asked(game)[2] == "must_sell"
    assert choice(game) == ClosePrivate("BOM")


# -- trains and money


def ats(cash: int, phase: str = "2", purse: int = 600) -> Position:
    """ATS in Chicago, joined with Peoria, in its train step."""
    position = Position(4).phase(phase).cash(purse, 600, 600, 600)
    position.found("ATS", [60, 0, 0, 0], cash=cash).home("ATS").tile("G22", "4", 0)
    return position.turn("ATS", "trains")


def test_a_company_without_a_train_buys_one() -> None:
    action = choice(ats(700).game())
    assert isinstance(action, BuyTrain)
    assert action.train == "2-0"


def test_a_spare_train_of_a_sister_avoids_the_help_of_the_director() -> None:
    position = ats(40, "4").found("SP", [60, 0, 0, 0], cash=0).home("SP").trains("SP", "4-1", "4-2")
    assert choice(position.turn("ATS", "trains").game()) == BuyTrain("4-1", 40)


def test_in_an_emergency_the_cheapest_train_is_chosen() -> None:
    position = ats(40, "6").pool_of_trains("4-1")
    action = choice(position.turn("ATS", "trains").game())
    assert isinstance(action, BuyTrain)
    assert action.train == "4-1"


def test_shares_of_others_are_sold_before_those_of_the_own_company() -> None:
    position = ats(0, "4", purse=10).found("CP", [20, 60, 0, 0], president=1, cash=0).home("CP")
    game = position.turn("ATS", "trains").game()
    game.apply(choice(game))
    assert asked(game)[2] == "raise"
    action = choice(game)
    assert isinstance(action, SellShares)
    assert action.company == "CP"


def test_a_train_is_sold_only_for_its_full_price_and_if_another_is_left() -> None:
    def answer(price: int, *trains: str) -> Action:
        position = ats(400).found("SP", [0, 60, 0, 0], president=1).home("SP").trains("SP", *trains)
        game = position.turn("ATS", "trains").game()
        game.apply(BuyTrain(trains[0], price))
        assert asked(game)[2] == "consent"
        return choice(game)

    assert answer(100, "2-0", "2-1") == Answer(True)
    assert answer(99, "2-0", "2-1") == Answer(False)
    assert answer(400, "2-0") == Answer(False)


def test_the_train_that_rusts_first_is_given_up() -> None:
    position = (
        ats(600, "4").left("4", 0).trains("ATS", "3-0").found("UP", [0, 60, 0, 0], president=1, cash=0).home("UP")
    )
    position.trains("UP", "4-1", "3-1", "3-2")
    game = position.turn("ATS", "trains").game()
    game.apply(BuyTrain("5-0", 500))
    assert asked(game)[2] == "discard"
    assert choice(game) == DiscardTrain("3-1")


# -- buyback and powers


def buying_back(cash: int, phase: str = "3") -> Game[State1862]:
    """NYH with a train, at the end of its turn."""
    position = Position(4).phase(phase).cash(100, 100, 100, 100)
    position.found("NYH", [60, 20, 0, 0], 100, cash=cash).home("NYH").trains("NYH", "3-1")
    return position.turn("NYH", "buyback").game()


def test_idle_money_goes_into_a_buyback_but_not_a_loan_at_sixty_percent() -> None:
    assert choice(buying_back(900)) == Buyback(0)
    assert choice(buying_back(400)) == Pass()
    assert choice(buying_back(0)) == Pass()
