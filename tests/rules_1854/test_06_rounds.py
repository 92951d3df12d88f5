"""1854 6.1 to 6.7, 6.61 to 6.63, 9 and 10: operating rounds, income, mail contracts, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyTrain, Dividend, Pass, SellShares
from stellwerk.titles.t1854.actions import BuyContract
from stellwerk.titles.t1854.state import State1854
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, new, seen, treasury
from tests.support import accepted, offered, play, refused, rule


def on_turn(game: Game[State1854]) -> str:
    """The company on turn."""
    return asked(game)[1]


def end_turn(game: Game[State1854]) -> None:
    """Do the least until the next company is on turn."""
    if game.decision() is None:
        return
    first, now = on_turn(game), game.view()["round"]
    while game.decision() is not None and on_turn(game) == first and game.view()["round"] == now:
        options = [option.action for option in game.options()]
        game.apply(Pass() if Pass() in options else options[0])


# -- the order


@rule("1854 6.1", "1854 6.2", "1854 6.3")
def test_incomes_then_locals_then_share_companies() -> None:
    position = Position().local("4", 100, owner=1).local("2", 100, owner=2).private("MTB", 0).cash(0, 0, 0)
    position.share("KT", [60, 20, 0], cell=(3, 3), cash=100).share("SB", [60, 20, 0], cell=(4, 6), cash=100)
    position.share("NT", [60, 20, 0], cell=(3, 3), cash=100)
    game = position.round_start().game()
    assert cash(game) == [10, 0, 0]
    order = []
    while game.view()["round"] == "OR 2.1":
        order.append(on_turn(game))
        end_turn(game)
    assert order == ["2", "4", "SB", "KT", "NT"]


@rule("1854 6.3", "1854 7.8")
def test_the_order_is_looked_up_after_every_turn() -> None:
    position = Position().phase("3").share("KT", [60, 20, 0], cell=(3, 3), cash=300).klagenfurt()
    position.share("SB", [0, 60, 0], cell=(4, 5), director=1, cash=0).share("NT", [0, 60, 0], cell=(4, 4), director=1)
    position.local("1", 0, owner=0).trains("NT", "2-0").trains("KT", "3-0")
    game = position.turn("KT", "trains", ("SB", "NT")).game()
    assert game.view()["operating_order"][-3:] == ["SB", "KT", "NT"]
    branch = game.branch()
    play(branch, Pass(), Pass())
    assert on_turn(branch) == "SB"
    slow = position.share("SB", [0, 60, 0], cell=(4, 3), director=1, cash=0).turn("KT", "trains", ("SB", "NT")).game()
    play(slow, Pass(), Pass())
    assert on_turn(slow) == "NT"


@rule("1854 6.5", "1854 6.6")
def test_the_steps_of_a_turn() -> None:
    steps = rules_of(new()).steps
    turn = next(step for step in steps.values() if hasattr(step, "parts"))
    assert list(turn.parts) == ["mail", "home", "track", "token", "run", "dividend", "trains", "contract"]
    game = Position().share("KT", [40, 60, 0], director=1, cash=100).turn("KT", "dividend", revenue=50).game()
    assert asked(game) == (1, "KT", "dividend")  # the director alone
    refused(game, Dividend("pay"), "1854 15.1", seat=0)
    refused(game, BuyTrain("2-0", 100), "1854 15.1")


# -- mail


@rule("1854 6.7", "1854 9.1", "1854 9.1a", "1854 A14")
@pytest.mark.parametrize(
    ("phase", "small", "large"), [("1", 10, 30), ("2", 10, 30), ("4", 20, 40), ("6", 30, 50), ("7", 40, 60)]
)
def test_the_income_of_a_contract(phase: str, small: int, large: int) -> None:
    """TV-B9"""
    for name, amount in (("small", small), ("large", large)):
        position = Position().phase(phase).share("KT", [60, 20, 0], cash=7).mail("KT", name)
        game = position.turn("KT", "mail").game()
        assert treasury(game, "KT") == 7 + amount
        assert asked(game)[2] == "track"


@rule("1854 9.1", "1854 9.1a", "1854 2.9a", "1854 6.6")
def test_buying_a_contract() -> None:
    game = Position().share("KT", [60, 20, 0], cash=250).turn("KT", "contract").game()
    assert offered(game, BuyContract) == [BuyContract("small"), BuyContract("large")]
    refused(game, BuyContract("huge"), "1854 9.1")
    large = accepted(game, BuyContract("large"))
    assert treasury(large, "KT") == 50
    assert seen(large, "KT")["mail"] == {"contract": "large", "income": 30}
    assert large.view()["contracts"]["large"]["left"] == 5
    poor = Position().share("KT", [60, 20, 0], cash=150).turn("KT", "contract").game()
    refused(poor, BuyContract("large"), "1854 9.1")
    assert offered(poor, BuyContract) == [BuyContract("small")]
    position = Position().share("KT", [60, 20, 0], cash=900).mail("KT", "small").share("KE", [60, 0, 0], cash=900)
    again = position.turn("KT", "contract", ("KE",)).game()
    assert on_turn(again) == "KE"  # one for ever
    local = Position().local("1", 900).share("KE", [60, 0, 0], cash=900).turn("1", "contract", ("KE",)).game()
    assert on_turn(local) == "KE"
    gone = Position().share("KT", [60, 20, 0], cash=500)
    for name in ("KE", "FJ", "SD", "KR", "SB", "NT"):
        gone.mail(name, "small")
    sold = gone.turn("KT", "contract").game()
    assert offered(sold, BuyContract) == [BuyContract("large")]
    refused(sold, BuyContract("small"), "1854 9.1")


@rule("1854 9.1")
def test_an_ag_may_have_a_contract() -> None:
    game = Position().phase("5").halves("A", 0, 1, cash=120).turn("A", "contract").game()
    play(game, BuyContract("small"))
    assert seen(game, "A")["mail"]["contract"] == "small"


@rule("1854 9.2", "1854 4.22")
def test_a_contract_goes_with_the_charter() -> None:
    position = Position().share("KT", [40, 40, 0], cash=5).mail("KT", "large").cash(0, 200, 0)
    game = position.sr(0).game()
    play(game, SellShares("KT", 20))
    assert seen(game, "KT")["president"] == "Ben"
    assert seen(game, "KT")["mail"]["contract"] == "large"


# -- income


@rule("1854 6.62")
def test_pay_out_or_withhold_everything() -> None:
    position = Position().share("KT", [60, 0, 20], cell=(4, 2), pool=20, cash=10).cash(0, 0, 0)
    game = position.turn("KT", "dividend", revenue=130).game()
    bank = game.state.bank
    pays = accepted(game, Dividend("pay"))
    assert cash(pays) == [78, 0, 26]
    assert treasury(pays, "KT") == 10
    assert pays.state.bank == bank - 104  # what falls to the pool stays
    assert cell(pays, "KT") == (4, 3)
    keeps = accepted(game, Dividend("withhold"))
    assert treasury(keeps, "KT") == 140
    assert cell(keeps, "KT") == (4, 1)
    refused(game, Dividend("half"), "1854 6.62")
    ag = Position().phase("5").halves("A", 0, 1, pool=50).cash(0, 0, 0).turn("A", "dividend", revenue=70).game()
    play(ag, Dividend("pay"))
    assert cash(ag) == [35, 0, 0]
    assert "A pays 35 G per share" in [event.text for event in ag.events_of(ag.ply, None)]


@rule("1854 6.63")
def test_no_income_counts_as_withheld() -> None:
    position = Position().share("KT", [60, 20, 0], cell=(4, 2), cash=0, operated=False)
    game = position.turn("KT", "dividend").game()
    assert cell(game, "KT") == (4, 1)


# -- the end


@rule("1854 10.1", "1854 10.2")
def test_the_game_ends_with_the_set_of_operating_rounds() -> None:
    def broke(part: int) -> Game[State1854]:
        position = Position().phase("3").share("KT", [60, 20, 0], cell=(4, 2), cash=300).cash(4000, 3000, 2690)
        return position.turn("KT", "dividend", part=part, rounds=2, revenue=100).game()

    game = broke(2)
    assert game.state.bank == 10
    play(game, Dividend("pay"))
    assert game.state.bank < 0
    assert game.view()["bank_broken"]
    end_turn(game)
    assert game.view()["ended"] == "bank"
    early = play(broke(1), Dividend("pay"))
    end_turn(early)
    assert not early.view()["ended"]
    assert early.view()["round"] == "OR 2.2"


@rule("1854 10.1", "1854 5.5")
def test_a_bank_that_breaks_in_a_stock_round() -> None:
    position = Position().share("KT", [60, 40, 0], cell=(1, 3), cash=0).cash(4000, 3000, 3000)
    game = play(position.sr(0).game(), Pass(), Pass(), Pass())
    assert game.view()["bank_broken"]  # the split at the end of the round
    assert game.view()["round"] == "OR 2.1"
    assert not game.view()["ended"]
    while game.decision() is not None:
        end_turn(game)
    assert game.view()["ended"] == "bank"
    assert game.view()["round"] == "OR 2.1"


@rule("1854 10.1a", "1854 3.7")
def test_a_bank_that_breaks_before_the_first_stock_round() -> None:
    position = Position().private("AFB", 0).cash(5000, 2500, 2495).local("1", 5)
    position.s.bank = 0
    game = position.round_start(number=0).game()
    assert game.state.bank == -5
    while game.decision() is not None:
        end_turn(game)
    assert game.view()["ended"] == "bank"


@rule("1854 10.2")
def test_exactly_zero_is_no_end_unless_the_option_says_so() -> None:
    for option, broken in (("below_zero", False), ("at_zero", True)):
        position = Position(bank_break=option).share("KT", [60, 20, 0], cell=(4, 2)).cash(4000, 3000, 2920)
        game = play(position.turn("KT", "dividend", revenue=100).game(), Dividend("pay"))
        assert game.state.bank == 0
        assert game.view()["bank_broken"] is broken


@rule("1854 10.4", "1854 10.4a", "1854 10.4b", "1854 A13")
def test_the_score() -> None:
    def position(**options: Any) -> Position:
        found = Position(**options).share("KT", [60, 20, 0], cell=(3, 3), cash=999).private("AFB", 0)
        found.local("4", 500, owner=0).share("KE", [40, 0, 0], 72, floated=False)
        found.change("KE", cell=-1).private("ARB", 1).change("VB", held=(0, 20, 0), ipo=80)
        return found.phase("5").halves("A", 0, 1).cash(11, 22, 33).sr(0)

    game = position().game()
    receipt = rules_of(game).receipts(game.state)["score Ada"]
    assert receipt.total == 11 + 6 * 80 + 4 * 72 + 67 + 20 + 150
    rules = {line.text.split()[0]: line.rule for line in receipt.lines}
    assert rules["KE"] == "1854 10.4b"
    assert rules["private"] == "1854 10.4a"
    assert rules_of(game).score(game.state, 1).total == 22 + 2 * 80 + 67 + 170  # VB has no par: nothing
    without = position(score_privates=False).game()
    assert rules_of(without).score(without.state, 0).total == 11 + 6 * 80 + 4 * 72 + 67


@rule("1854 10.4")
def test_equal_scores_share_the_win() -> None:
    position = Position().share("KT", [0, 0, 60], cell=(7, 1), director=2).cash(5000, 5000, 1)
    game = position.set(broken=True).turn("KT", "contract").game()
    while game.decision() is not None:
        end_turn(game)
    assert game.result().winners == (0, 1)


@rule("1854 4.15", "1854 10.4")
def test_holdings_of_a_major_are_worth_units() -> None:
    game = Position().share("KT", [30, 20, 0], cell=(0, 4), split=True, area=50).cash(0, 0, 300).sr(2).game()
    assert rules_of(game).score(game.state, 1).total == 2 * 101
    assert held(game, "KT") == (30, 20, 0)
