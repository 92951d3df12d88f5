"""1830 section 6: floating."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyPrivate, BuyShare, Exchange, Par, Pass, SellShares
from stellwerk.eighteen.frames import OperatingRound
from stellwerk.eighteen.state import Company, State
from tests.support import Position, new, play, rule, rules_of

PRESETS = ("seed", "games18xx")


def company(game: Game[State], name: str) -> Company:
    return game.state.companies[rules_of(game).t.company(name)]


def waiting(game: Game[State]) -> list[str]:
    frame = game.state.frames[0]
    assert isinstance(frame, OperatingRound)
    return [rules_of(game).t.companies[number].id for number in frame.waiting]


def after_auction(preset: str) -> Game[State]:
    """Two players buy the privates in turn: Ada owns SV, DH and CA, Ben CS, MH and BO. Ada starts SR 1."""
    game = new(2, preset)
    for private, price in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        game.apply(BuyPrivate(private, price))
    return play(game, Par("B&O", 100))


def whole_turn(game: Game[State], action: Par | BuyShare) -> None:
    """The action and, if its player is asked again, a pass: the turn is over."""
    before = game.decision()
    play(game, action)
    after = game.decision()
    assert before is not None
    assert after is not None
    if after.seat == before.seat:
        play(game, Pass())


@rule("1830 6.1")
@pytest.mark.parametrize("par", [67, 71, 76, 82, 90, 100])
def test_sixty_percent_out_of_the_ipo_pays_ten_times_par_from_the_bank(par: int) -> None:
    position = Position(3).company("PRR", par=par, held=[20, 20, 10], floated=False, operated=False)
    game = position.cash(500, 500, 500).stock(seat=2).game()
    bank = game.state.bank
    play(game, BuyShare("PRR", "ipo"))
    assert company(game, "PRR").floated
    assert company(game, "PRR").cash == 10 * par
    assert game.state.bank == bank + par - 10 * par


@rule("1830 6.1")
def test_fifty_percent_do_not_float() -> None:
    position = Position(3).company("PRR", par=100, held=[20, 10, 10], floated=False, operated=False)
    game = play(position.cash(500, 500, 500).stock(seat=2).game(), BuyShare("PRR", "ipo"))
    assert company(game, "PRR").ipo == 50
    assert not company(game, "PRR").floated
    assert company(game, "PRR").cash == 0


@rule("1830 6.1")
def test_shares_in_the_pool_count_for_floating() -> None:
    position = Position(3).company("PRR", par=76, held=[20, 10, 0], pool=20, floated=False, operated=False)
    game = play(position.cash(500, 500, 500).stock(seat=1).game(), BuyShare("PRR", "ipo"))
    assert company(game, "PRR").floated
    assert company(game, "PRR").cash == 760


@rule("1830 6.1")
def test_a_purchase_from_the_pool_takes_nothing_out_of_the_ipo() -> None:
    position = Position(3).company("PRR", par=76, held=[20, 10, 0], pool=20, floated=False, operated=False)
    game = play(position.cash(500, 500, 500).stock(seat=1).game(), BuyShare("PRR", "pool"))
    assert not company(game, "PRR").floated


@rule("1830 6.1")
def test_a_floated_corporation_is_not_paid_again() -> None:
    position = Position(3).company("PRR", par=76, held=[20, 20, 20], cash=5)
    game = play(position.cash(500, 500, 500).stock(seat=1).game(), BuyShare("PRR", "ipo"))
    assert company(game, "PRR").cash == 5


@rule("1830 6.1")
def test_it_stays_floated_when_shares_go_to_the_pool() -> None:
    position = Position(3).company("PRR", par=76, held=[20, 20, 20], cash=5)
    game = position.cash(500, 500, 500).stock(seat=1).game()
    play(game, SellShares("PRR", 20), Pass(), SellShares("PRR", 20))
    assert company(game, "PRR").pool == 40
    assert company(game, "PRR").floated
    assert company(game, "PRR").cash == 5


@rule("1830 6.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_share_of_camden_and_amboy_counts(preset: str) -> None:
    game = after_auction(preset)
    whole_turn(game, Par("PRR", 67))  # Ada: 10 % from CA and 20 %
    for _ in ("Ben", "Ada", "Ben"):
        assert not company(game, "PRR").floated
        whole_turn(game, BuyShare("PRR", "ipo"))
    assert company(game, "PRR").held == (40, 20)
    assert company(game, "PRR").floated
    assert company(game, "PRR").cash == 670


@rule("1830 6.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_president_certificate_of_baltimore_and_ohio_counts(preset: str) -> None:
    game = after_auction(preset)
    for _ in ("Ada", "Ben", "Ada", "Ben"):
        assert not company(game, "B&O").floated
        whole_turn(game, BuyShare("B&O", "ipo"))
    assert company(game, "B&O").held == (20, 40)
    assert company(game, "B&O").cash == 1000


@rule("1830 6.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_share_of_mohawk_and_hudson_counts(preset: str) -> None:
    position = Position(3, preset).company("NYC", par=90, held=[30, 20, 0], floated=False, operated=False)
    game = position.cash(500, 500, 500).private("MH", 2).stock(seat=2).game()
    game.apply(Exchange("MH", "ipo"), 2)
    assert company(game, "NYC").floated
    assert company(game, "NYC").cash == 900


@rule("1830 6.1")
def test_a_share_given_before_the_start_counts_when_the_president_certificate_is_bought() -> None:
    position = Position(3).cash(500, 500, 500).private("MH", 2).stock(seat=0)
    game = position.game()
    game.apply(Exchange("MH", "ipo"), 2)
    whole_turn(game, Par("NYC", 67))
    for _ in ("Ben", "Cleo", "Ada"):
        assert not company(game, "NYC").floated
        whole_turn(game, BuyShare("NYC", "ipo"))
    assert company(game, "NYC").ipo == 40
    assert company(game, "NYC").cash == 670


@rule("1830 6.2")
@pytest.mark.parametrize("preset", PRESETS)
def test_floating_in_an_operating_round_pays_at_once_but_gives_no_turn(preset: str) -> None:
    position = Position(3, preset, must_buy_train="route")
    position.company("PRR", par=67, held=[60, 0, 0], trains=("2-0",)).token("PRR", "H12")
    position.company("NYC", par=100, held=[10, 20, 20], president=1, floated=False, operated=False)
    game = position.private("MH", 0).cash(500, 500, 500).operating("PRR").game()
    game.apply(Exchange("MH", "ipo"), 0)
    assert company(game, "NYC").floated
    assert company(game, "NYC").cash == 1000
    assert waiting(game) == []
    while game.state.round.kind == "operating" and game.state.round.part == 1:
        decision = game.decision()
        assert decision is not None
        assert decision.actor != "NYC"
        play(game, Pass())
    assert game.state.round.kind == "stock"


@rule("1830 6.2")
def test_it_operates_in_the_next_operating_round_of_the_set() -> None:
    position = Position(3, must_buy_train="route").phase("3")
    position.company("PRR", par=67, held=[60, 0, 0], trains=("3-0",)).token("PRR", "H12")
    position.company("NYC", par=100, held=[10, 20, 20], president=1, floated=False, operated=False)
    position.private("MH", 0).cash(500, 500, 500).operating("PRR")
    position.s.round = type(position.s.round)("operating", 2, 1, 2)
    game = position.game()
    game.apply(Exchange("MH", "ipo"), 0)
    while game.state.round.part == 1:
        play(game, Pass())
    decision = game.decision()
    assert decision is not None
    assert (game.state.round.kind, decision.actor) == ("operating", "NYC")
    assert waiting(game) == ["PRR"]
