"""1830: buying in a stock round (RULES.md 4.10 to 4.15, 14.6, rulings A8, A9, A23)."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Answer, BuyPrivate, BuyShare, Exchange, Par, Pass, SellPrivate, SellShares
from stellwerk.eighteen.state import State
from tests.rules_1830.reading import asked, cash, cell, certificates, firm, owner, price, receipt, round_of, seen, stack
from tests.support import Position, accepted, new, offered, play, refused, rule

BOTH = pytest.mark.parametrize("preset", ["seed", "games18xx"])
YELLOW, ORANGE, BROWN = (8, 6), (10, 6), (10, 5)  # prices 60, 40 and 30
ZONES = pytest.mark.parametrize("place", [YELLOW, ORANGE, BROWN], ids=["yellow", "orange", "brown"])


def prr(held: list[int], pool: int = 0, president: int = 0, preset: str | None = None, **options: Any) -> Position:
    """Stock round 2, Ada on turn, 500 in every purse; PRR with par 67, its market price risen to 90."""
    position = Position(len(held), preset, **options).cash(*[500] * len(held))
    return position.company("PRR", par=67, cell=(1, 6), held=held, pool=pool, president=president).stock(0)


def full_hand(preset: str | None = None, **options: Any) -> Position:
    """Ada holds 20 certificates of corporations at 100, the limit for three players; nothing of them is for sale."""
    position = Position(3, preset, **options).cash(500, 500, 500)
    for name in ("NYC", "CPR", "C&O", "ERIE"):
        position.company(name, par=100, held=[60, 40, 0])
    return position.stock(0)


# -- 4.10 One certificate


@BOTH
@rule("1830 4.10")
def test_an_ipo_share_costs_par(preset: str) -> None:
    game = prr([40, 0, 0], pool=10, preset=preset).game()
    bank = game.state.bank
    game = accepted(game, BuyShare("PRR", "ipo"))
    assert (cash(game)[0], game.state.bank) == (433, bank + 67)
    assert (firm(game, "PRR").held, firm(game, "PRR").ipo, firm(game, "PRR").pool) == ((50, 0, 0), 40, 10)
    assert price(game, "PRR") == 90


@BOTH
@rule("1830 4.10")
def test_a_pool_share_costs_the_market_price(preset: str) -> None:
    game = prr([40, 0, 0], pool=10, preset=preset).game()
    bank = game.state.bank
    game = accepted(game, BuyShare("PRR", "pool"))
    assert (cash(game)[0], game.state.bank) == (410, bank + 90)
    assert (firm(game, "PRR").held, firm(game, "PRR").ipo, firm(game, "PRR").pool) == ((50, 0, 0), 50, 0)
    assert price(game, "PRR") == 90


@rule("1830 4.10")
def test_the_buyer_must_have_the_price() -> None:
    position = prr([20, 20, 0], pool=10).private("SV", 1)
    refused(position.cash(66, 500, 500).game(), BuyShare("PRR", "ipo"), "1830 4.10")
    accepted(position.cash(67, 500, 500).game(), BuyShare("PRR", "ipo"))
    refused(position.cash(89, 500, 500).game(), BuyShare("PRR", "pool"), "1830 4.10")
    accepted(position.cash(90, 500, 500).game(), BuyShare("PRR", "pool"))


@rule("1830 4.10")
def test_only_what_lies_there_is_bought() -> None:
    game = prr([20, 20, 10], pool=0).game()
    refused(game, BuyShare("PRR", "pool"), "1830 4.10")
    sold_out = prr([20, 40, 0], pool=40, president=1).game()
    refused(sold_out, BuyShare("PRR", "ipo"), "1830 4.10")
    refused(sold_out, BuyShare("PRR", "bank"), "1830 4.10")


@BOTH
@rule("1830 4.10")
def test_nothing_is_bought_before_the_presidents_certificate(preset: str) -> None:
    """Ada has a PRR share from CA; nobody has started PRR."""
    position = Position(3, preset).change("PRR", held=(10, 0, 0), ipo=90)
    refused(position.stock(0).game(), BuyShare("PRR", "ipo"), "1830 4.10")


@rule("1830 4.10", "1830 4.2")
def test_one_certificate_a_turn() -> None:
    game = play(prr([20, 0, 0], pool=10).company("NYC", held=[0, 20, 0], president=1).game(), BuyShare("PRR", "ipo"))
    refused(game, BuyShare("PRR", "ipo"), "1830 4.2")
    refused(game, BuyShare("PRR", "pool"), "1830 4.2")
    refused(game, BuyShare("NYC", "ipo"), "1830 4.2")
    refused(game, Par("CPR", 67), "1830 4.2")


# -- 4.11 Starting a corporation


@BOTH
@rule("1830 4.11")
@pytest.mark.parametrize(
    ("par", "row"), [(100, 0), (90, 1), (82, 2), (76, 3), (71, 4), (67, 5)], ids=lambda value: str(value)
)
def test_the_presidents_certificate_costs_twice_the_par(preset: str, par: int, row: int) -> None:
    game = Position(3, preset).cash(500, 500, 500).stock(0).game()
    bank = game.state.bank
    game = accepted(game, Par("PRR", par))
    assert (cash(game)[0], game.state.bank) == (500 - 2 * par, bank + 2 * par)
    company = firm(game, "PRR")
    assert (company.held, company.ipo, company.par, company.floated) == ((20, 0, 0), 80, par, False)
    assert (cell(game, "PRR"), price(game, "PRR"), seen(game, "PRR")["president"]) == ((row, 6), par, "Ada")
    assert certificates(game, 0) == 1


@BOTH
@rule("1830 4.11")
def test_every_corporation_and_par_is_offered(preset: str) -> None:
    pars = offered(Position(3, preset).stock(0).game(), Par)
    assert len(pars) == 8 * 6
    assert {par.price for par in pars} == {67, 71, 76, 82, 90, 100}


@rule("1830 4.11")
@pytest.mark.parametrize("amount", [0, 60, 66, 70, 112])
def test_par_is_one_of_the_six_values(amount: int) -> None:
    refused(Position(3).stock(0).game(), Par("PRR", amount), "1830 4.11")


@rule("1830 4.11")
def test_he_must_afford_twice_the_par() -> None:
    game = Position(3).cash(163, 500, 500).stock(0).game()
    refused(game, Par("PRR", 82), "1830 4.11")
    accepted(game, Par("PRR", 76))
    accepted(Position(3).cash(164, 500, 500).stock(0).game(), Par("PRR", 82))


@rule("1830 4.11")
def test_a_corporation_is_started_once() -> None:
    refused(prr([20, 0, 0]).game(), Par("PRR", 67), "1830 4.11")


@rule("1830 4.11", "1830 5.1")
def test_the_marker_goes_below_those_already_there() -> None:
    position = Position(3).company("NYC", par=67, held=[0, 20, 0], president=1).stock(0)
    game = play(position.game(), Par("PRR", 67), Pass(), Par("C&O", 67))
    assert stack(game, 5, 6) == ["NYC", "PRR", "C&O"]


@rule("1830 4.11")
def test_par_never_changes() -> None:
    """The price has fallen; an IPO share still costs par."""
    game = play(prr([40, 0, 0]).game(), SellShares("PRR", 20), Pass())
    assert (price(game, "PRR"), firm(game, "PRR").par) == (76, 67)
    assert cash(accepted(game, BuyShare("PRR", "ipo")))[1] == 433


@rule("1830 4.11", "1830 4.2")
def test_starting_is_the_purchase_of_the_turn() -> None:
    game = play(prr([0, 20, 0], president=1).private("SV", 0).game(), Par("NYC", 67))
    refused(game, Par("C&O", 67), "1830 4.2")
    refused(game, BuyShare("NYC", "ipo"), "1830 4.2")
    refused(game, BuyShare("PRR", "ipo"), "1830 4.2")


@rule("1830 4.11", "1830 4.17d")
def test_the_buyer_is_president_whatever_others_hold() -> None:
    """Ben has a PRR share from CA; it gives him nothing before the start and not the presidency at it."""
    position = Position(3).cash(500, 500, 500).change("PRR", held=(0, 10, 0), ipo=90).stock(0)
    game = position.game()
    assert seen(game, "PRR")["president"] is None
    game.apply(Par("PRR", 67))
    assert (seen(game, "PRR")["president"], firm(game, "PRR").held, firm(game, "PRR").ipo) == ("Ada", (20, 10, 0), 70)


# -- 4.12 Limits


@BOTH
@rule("1830 4.12")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_nobody_buys_beyond_60_percent(preset: str, source: str) -> None:
    game = prr([60, 0, 0], pool=10, preset=preset).game()
    refused(game, BuyShare("PRR", source), "1830 4.12")
    game = accepted(prr([50, 0, 0], pool=10, preset=preset).game(), BuyShare("PRR", source))
    assert firm(game, "PRR").held[0] == 60


@BOTH
@rule("1830 4.12", "1830 5.6")
@pytest.mark.parametrize(("place", "free"), [(YELLOW, False), (ORANGE, True), (BROWN, True)])
def test_orange_and_brown_lift_the_60_percent(preset: str, place: tuple[int, int], free: bool) -> None:
    position = Position(3, preset).cash(500, 500, 500).company("PRR", par=67, cell=place, held=[60, 0, 0], pool=10)
    game = position.stock(0).game()
    if free:
        assert firm(accepted(game, BuyShare("PRR", "pool")), "PRR").held[0] == 70
    else:
        refused(game, BuyShare("PRR", "pool"), "1830 4.12")


@BOTH
@rule("1830 4.12")
def test_at_the_certificate_limit_nothing_that_counts_is_bought(preset: str) -> None:
    game = full_hand(preset).company("PRR", par=67, held=[0, 20, 0], president=1, pool=10).game()
    assert certificates(game, 0) == 20
    refused(game, BuyShare("PRR", "ipo"), "1830 4.12")
    refused(game, BuyShare("PRR", "pool"), "1830 4.12")


@BOTH
@rule("1830 4.12")
def test_a_corporation_being_started_counts_as_a_normal_price(preset: str) -> None:
    refused(full_hand(preset).game(), Par("PRR", 67), "1830 4.12")
    one_less = play(full_hand(preset).game(), SellShares("NYC", 10))
    accepted(one_less, Par("PRR", 67))


@BOTH
@ZONES
@rule("1830 4.12", "1830 5.6")
def test_coloured_prices_are_bought_at_the_certificate_limit(preset: str, place: tuple[int, int]) -> None:
    position = full_hand(preset).company("PRR", par=67, cell=place, held=[0, 20, 0], president=1)
    game = accepted(position.game(), BuyShare("PRR", "ipo"))
    assert certificates(game, 0) == 20


@rule("1830 4.12")
def test_one_below_the_limit_is_enough() -> None:
    position = full_hand().company("PRR", par=67, held=[0, 20, 0], president=1)
    game = accepted(play(position.game(), SellShares("NYC", 10)), BuyShare("PRR", "ipo"))
    assert certificates(game, 0) == 20


@rule("1830 4.12")
def test_a_presidency_swap_is_not_foreseen() -> None:
    """Ada has 20 certificates, two of them PRR shares. A third would make her president and leave her with 20."""
    position = Position(3).cash(500, 500, 500).private("SV", 0).private("CS", 0).private("DH", 0)
    for name in ("NYC", "CPR", "C&O"):
        position.company(name, par=100, held=[60, 40, 0])
    position.company("PRR", par=67, held=[20, 20, 0], president=1)
    game = position.stock(0).game()
    assert certificates(game, 0) == 20
    refused(game, BuyShare("PRR", "ipo"), "1830 4.12")


# -- 4.13 Brown


def brown(held: list[int], pool: int, preset: str | None = None, **options: Any) -> Position:
    """PRR at 30, brown, par 67; NYC at 100; Ada on turn with 500."""
    position = Position(3, preset, **options).cash(500, 500, 500)
    position.company("PRR", par=67, cell=BROWN, held=held, pool=pool, president=1)
    return position.company("NYC", par=100, held=[40, 20, 0], pool=10).stock(0)


@BOTH
@rule("1830 4.13", "1830 A9")
def test_several_brown_certificates_are_bought_from_the_pool(preset: str) -> None:
    game = brown([10, 40, 0], 30, preset).game()
    game = play(game, BuyShare("PRR", "pool"), BuyShare("PRR", "pool"))
    game = accepted(game, BuyShare("PRR", "pool"))
    assert (firm(game, "PRR").held, firm(game, "PRR").pool, cash(game)[0]) == ((40, 40, 0), 0, 410)
    assert asked(game)[0] == 0


@rule("1830 4.13", "1830 4.13a", "1830 A9")
def test_several_brown_certificates_are_bought_from_ipo_and_pool() -> None:
    game = brown([0, 20, 0], 20, brown_multi_buy_from_ipo=True).game()
    game = play(game, BuyShare("PRR", "ipo"), BuyShare("PRR", "pool"), BuyShare("PRR", "ipo"))
    assert (firm(game, "PRR").held[0], cash(game)[0]) == (30, 500 - 67 - 30 - 67)
    accepted(game, BuyShare("PRR", "pool"))


@rule("1830 4.13a", "1830 A9")
def test_without_the_option_none_after_an_ipo_purchase() -> None:
    game = play(brown([0, 20, 0], 20, brown_multi_buy_from_ipo=False).game(), BuyShare("PRR", "ipo"))
    refused(game, BuyShare("PRR", "ipo"), "1830 4.13a")
    refused(game, BuyShare("PRR", "pool"), "1830 4.13a")


@rule("1830 4.13a", "1830 A9")
def test_without_the_option_no_ipo_certificate_after_a_pool_purchase() -> None:
    game = play(brown([0, 20, 0], 20, brown_multi_buy_from_ipo=False).game(), BuyShare("PRR", "pool"))
    refused(game, BuyShare("PRR", "ipo"), "1830 4.13a")
    accepted(game, BuyShare("PRR", "pool"))


@rule("1830 4.13a")
@pytest.mark.parametrize(("preset", "value"), [("seed", True), ("games18xx", False)])
def test_brown_ipo_certificates_in_each_preset(preset: str, value: bool) -> None:
    game = play(brown([0, 20, 0], 20, preset).game(), BuyShare("PRR", "pool"))
    assert (BuyShare("PRR", "ipo") in offered(game, BuyShare)) is value


@BOTH
@rule("1830 4.13")
@pytest.mark.parametrize("place", [YELLOW, ORANGE], ids=["yellow", "orange"])
def test_only_brown_is_bought_in_number(preset: str, place: tuple[int, int]) -> None:
    position = Position(3, preset).cash(500, 500, 500).company("PRR", par=67, cell=place, held=[20, 0, 0], pool=30)
    position.company("NYC", par=100, held=[40, 0, 0])  # so that she has something to sell and is asked again
    game = play(position.stock(0).game(), BuyShare("PRR", "pool"))
    assert asked(game) == (0, "stock")
    refused(game, BuyShare("PRR", "pool"), "1830 4.2")


@BOTH
@rule("1830 4.13")
def test_all_brown_certificates_are_of_one_corporation(preset: str) -> None:
    position = brown([0, 20, 0], 30, preset).company("C&O", par=67, cell=(9, 4), held=[0, 20, 0], president=1, pool=30)
    game = play(position.game(), BuyShare("PRR", "pool"))
    refused(game, BuyShare("C&O", "pool"), "1830 4.13")
    refused(game, BuyShare("NYC", "pool"), "1830 4.13")
    refused(game, Par("CPR", 67), "1830 4.13")


@BOTH
@rule("1830 4.13")
def test_no_brown_certificate_after_another_purchase(preset: str) -> None:
    game = brown([0, 20, 0], 30, preset).game()
    refused(play(game.branch(), BuyShare("NYC", "pool")), BuyShare("PRR", "pool"), "1830 4.2")
    refused(play(game.branch(), Par("CPR", 67)), BuyShare("PRR", "pool"), "1830 4.2")


@BOTH
@rule("1830 4.13")
def test_each_brown_purchase_is_checked_on_its_own(preset: str) -> None:
    game = play(brown([0, 20, 0], 30, preset).cash(59, 500, 500).game(), BuyShare("PRR", "pool"))
    refused(game, BuyShare("PRR", "pool"), "1830 4.10")
    empty = play(brown([0, 20, 0], 10, preset).game(), BuyShare("PRR", "pool"))
    refused(empty, BuyShare("PRR", "pool"), "1830 4.10")


@BOTH
@rule("1830 4.13", "1830 4.2")
def test_sales_may_stand_between_brown_purchases(preset: str) -> None:
    game = play(brown([0, 20, 0], 30, preset).game(), BuyShare("PRR", "pool"), SellShares("NYC", 10))
    game = accepted(game, BuyShare("PRR", "pool"))
    assert firm(game, "PRR").held[0] == 20
    game.apply(SellShares("PRR", 10))
    refused(game, BuyShare("PRR", "pool"), "1830 4.9")


# -- 4.14 Certificate count


@rule("1830 4.14", "1830 5.6")
def test_the_certificate_count_line_by_line() -> None:
    """40 % with the presidency are 3, 30 % without are 3, coloured prices 0, an unpriced share 1, a private 1."""
    position = Position(3).cash(500, 500, 500).private("CA", 0).change("PRR", held=(10, 0, 0), ipo=90)
    position.company("NYC", par=100, held=[40, 0, 0]).company("CPR", par=100, held=[30, 40, 0], president=1)
    position.company("C&O", cell=YELLOW, held=[20, 0, 0]).company("ERIE", cell=ORANGE, held=[30, 0, 0])
    position.company("B&M", cell=BROWN, held=[10, 20, 0], president=1)
    game = position.stock(0).game()
    found = receipt(game, "certificates Ada")
    counted = {line.text.split(":")[0]: line.amount for line in found.lines}
    assert counted == {
        "PRR 10 %": 1,
        "NYC 40 %": 3,
        "CPR 30 %": 3,
        "C&O 20 %": 0,
        "ERIE 30 %": 0,
        "B&M 10 %": 0,
        "private CA": 1,
    }
    assert found.total == certificates(game, 0) == 8
    assert {line.rule for line in found.lines} == {"1830 4.14"}
    assert "limit 20" in found.title.text


@rule("1830 4.14")
def test_a_private_of_a_corporation_does_not_count_for_its_president() -> None:
    game = prr([40, 0, 0]).private("SV", "PRR").game()
    assert certificates(game, 0) == 3


@rule("1830 4.14", "1830 5.6")
def test_a_price_that_leaves_the_yellow_zone_counts_again() -> None:
    """PRR, 60 in yellow, is sold out by players and rises to 67: its certificates count again."""
    position = Position(3).cash(0, 0, 0).company("PRR", par=67, cell=YELLOW, held=[60, 40, 0])
    game = position.stock(0).game()
    assert (certificates(game, 0), certificates(game, 1)) == (0, 0)
    while round_of(game) == "SR 2":
        game.apply(Pass())
    assert price(game, "PRR") == 67
    assert (certificates(game, 0), certificates(game, 1)) == (5, 4)


@BOTH
@rule("1830 4.14a", "1830 4.17a", "1830 4.3")
def test_a_lost_presidency_raises_the_count_of_who_loses_it(preset: str) -> None:
    """Ada is at the limit of 20 with 40 % of PRR as president; Ben buys PRR and passes her."""
    position = Position(3, preset).cash(500, 500, 500).private("SV", 0).private("CS", 0)
    for name in ("NYC", "CPR", "C&O"):
        position.company(name, par=100, held=[60, 0, 0])
    game = position.company("PRR", par=67, held=[40, 40, 0]).stock(1).game()
    assert (certificates(game, 0), certificates(game, 1)) == (20, 4)
    game.apply(BuyShare("PRR", "ipo"))
    assert seen(game, "PRR")["president"] == "Ben"
    assert firm(game, "PRR").held == (40, 50, 0)
    assert (certificates(game, 0), certificates(game, 1)) == (21, 4)
    while asked(game)[0] != 0:
        game.apply(Pass())
    assert asked(game) == (0, "must_sell")
    refused(game, Pass(), "1830 4.3")


# -- 4.15 Trading privates


def trade(preset: str | None = None, **options: Any) -> Position:
    """Stock round 2, Ada on turn; she owns SV, Ben owns CS and DH, Cleo owns BO; 500 in every purse."""
    position = Position(3, preset, **options).cash(500, 500, 500).private("SV", 0)
    return position.private("CS", 1).private("DH", 1).private("BO", 2).stock(0)


def deal(game: Game[State], private: str, amount: int) -> Game[State]:
    return play(game, BuyPrivate(private, amount), Answer(True))


@BOTH
@rule("1830 4.15")
@pytest.mark.parametrize("amount", [1, 2, 39, 81, 500])
def test_a_private_is_bought_from_another_player_at_any_price(preset: str, amount: int) -> None:
    game = trade(preset).game()
    bank = game.state.bank
    game = play(accepted(game, BuyPrivate("CS", amount)), Answer(True))
    assert (cash(game), game.state.bank) == ([500 - amount, 500 + amount, 500], bank)
    assert owner(game, "CS") == "Ada"


@BOTH
@rule("1830 4.15")
@pytest.mark.parametrize("amount", [0, -5])
def test_the_price_is_at_least_1(preset: str, amount: int) -> None:
    refused(trade(preset).game(), BuyPrivate("CS", amount), "1830 4.15")


@BOTH
@rule("1830 4.15")
@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_trades_in_phases_2_to_4(preset: str, phase: str) -> None:
    accepted(trade(preset).phase(phase).game(), BuyPrivate("CS", 10))


@BOTH
@rule("1830 4.15", "1830 14.6")
@pytest.mark.parametrize("phase", ["5", "6", "D"])
def test_no_trades_from_phase_5_on(preset: str, phase: str) -> None:
    game = trade(preset).phase(phase).game()
    refused(game, BuyPrivate("CS", 10), "1830 4.15")
    assert offered(game, BuyPrivate) + offered(game, SellPrivate) == []


@rule("1830 4.15")
def test_no_trade_with_oneself_or_of_a_private_nobody_owns() -> None:
    game = trade().game()
    refused(game, BuyPrivate("SV", 10), "1830 4.15")
    refused(game, BuyPrivate("MH", 10), "1830 4.15")  # closed
    refused(game, SellPrivate("CS", 2, 10), "1830 4.15")
    refused(game, SellPrivate("SV", 0, 10), "1830 4.15")
    refused(game, SellPrivate("SV", 3, 10), "1830 14.1")


@BOTH
@rule("1830 4.15")
def test_a_private_of_a_corporation_is_not_traded(preset: str) -> None:
    game = trade(preset).company("PRR", held=[0, 60, 0], president=1).private("MH", "PRR").game()
    refused(game, BuyPrivate("MH", 10), "1830 4.15")


@BOTH
@rule("1830 4.15", "1830 10.3.6", "1830 A23")
def test_bo_never_goes_to_another_player(preset: str) -> None:
    refused(trade(preset).game(), BuyPrivate("BO", 100), "1830 10.3.6")
    own = Position(3, preset).cash(500, 500, 500).private("BO", 0).stock(0).game()
    assert own.why_not(SellPrivate("BO", 1, 100)) is not None
    assert offered(own, SellPrivate) == []


@rule("1830 4.15", "1830 10.3.6", "1830 A23")
def test_bo_is_not_offered_to_another_player() -> None:
    game = Position(3).cash(500, 500, 500).private("BO", 0).stock(0).game()
    refused(game, SellPrivate("BO", 1, 100), "1830 10.3.6")


@BOTH
@rule("1830 4.15", "1830 10.3.5")
def test_ca_is_traded_without_another_share(preset: str) -> None:
    position = Position(3, preset).cash(500, 500, 500).private("CA", 1).change("PRR", held=(0, 10, 0), ipo=90)
    game = deal(position.stock(0).game(), "CA", 100)
    assert owner(game, "CA") == "Ada"
    assert (firm(game, "PRR").held, firm(game, "PRR").ipo) == ((0, 10, 0), 90)


@BOTH
@rule("1830 4.15")
def test_without_the_option_players_do_not_trade(preset: str) -> None:
    game = trade(preset, player_private_trade=False).game()
    refused(game, BuyPrivate("CS", 10), "1830 4.15")
    refused(game, SellPrivate("SV", 1, 10), "1830 4.15")
    assert offered(game, BuyPrivate) + offered(game, SellPrivate) == []


@rule("1830 4.15", "1830 A8")
@pytest.mark.parametrize(("first", "number", "legal"), [(1, 1, True), (1, 2, True), (2, 1, False), (2, 2, True)])
def test_trades_begin_in_the_chosen_round(first: int, number: int, legal: bool) -> None:
    game = trade(private_trade_from_sr=first).stock(0, number=number).game()
    if legal:
        accepted(game, BuyPrivate("CS", 10))
    else:
        refused(game, BuyPrivate("CS", 10), "1830 4.15")


@rule("1830 4.15", "1830 A8")
@pytest.mark.parametrize(("preset", "legal"), [("seed", True), ("games18xx", False)])
def test_trades_in_the_first_round_in_each_preset(preset: str, legal: bool) -> None:
    game = trade(preset).stock(0, number=1).game()
    assert bool(offered(game, BuyPrivate)) is legal


# -- 4.15a What a trade uses up


@rule("1830 4.15a", "1830 A8")
def test_any_number_of_deals_around_sales_and_the_purchase() -> None:
    position = trade(private_trade_is_purchase=False).company("PRR", par=100, held=[40, 0, 0])
    game = deal(position.game(), "CS", 10)
    game = deal(game, "DH", 20)
    play(game, SellPrivate("CS", 2, 30), Answer(True))
    play(game, SellShares("PRR", 10), Par("NYC", 67))
    play(game, SellPrivate("SV", 1, 5), Answer(True))
    play(game, SellShares("PRR", 10))
    game = deal(game, "SV", 6)
    assert cash(game) == [500 - 10 - 20 + 30 + 100 - 134 + 5 + 90 - 6, 500 + 10 + 20 - 5 + 6, 500 - 30]
    assert [owner(game, name) for name in ("SV", "CS", "DH")] == ["Ada", "Cleo", "Ada"]
    refused(game, Par("CPR", 67), "1830 4.2")


@rule("1830 4.15a", "1830 A8")
def test_the_player_on_turn_may_be_the_seller() -> None:
    game = play(trade(private_trade_is_purchase=False).game(), SellPrivate("SV", 2, 30), Answer(True))
    assert (owner(game, "SV"), cash(game)) == ("Cleo", [530, 500, 470])


@rule("1830 4.15a")
def test_as_the_purchase_of_the_turn_the_buyer_is_on_turn() -> None:
    game = trade(private_trade_is_purchase=True).game()
    refused(game, SellPrivate("SV", 2, 30), "1830 4.15a")
    accepted(game, BuyPrivate("CS", 30))


@rule("1830 4.15a")
def test_as_the_purchase_of_the_turn_it_is_made_once() -> None:
    game = deal(trade(private_trade_is_purchase=True).company("PRR", par=100, held=[40, 0, 0]).game(), "CS", 10)
    assert asked(game) == (0, "stock")
    refused(game, BuyPrivate("DH", 10), "1830 4.15a")
    refused(game, BuyShare("PRR", "ipo"), "1830 4.2")
    refused(game, Par("NYC", 67), "1830 4.2")
    accepted(game, SellShares("PRR", 10))


@rule("1830 4.15a")
def test_as_the_purchase_of_the_turn_it_comes_first() -> None:
    position = trade(private_trade_is_purchase=True).company("PRR", par=100, held=[40, 0, 0])
    game = position.game()
    refused(play(game.branch(), BuyShare("PRR", "ipo")), BuyPrivate("CS", 10), "1830 4.15a")
    refused(play(game.branch(), Par("NYC", 67)), BuyPrivate("CS", 10), "1830 4.15a")
    accepted(play(game.branch(), SellShares("PRR", 10)), BuyPrivate("CS", 10))


@rule("1830 4.15a", "1830 4.13")
def test_after_it_only_brown_purchases_are_possible() -> None:
    position = trade(private_trade_is_purchase=True).company("PRR", par=100, held=[40, 0, 0])
    position.company("C&O", par=67, cell=BROWN, held=[0, 20, 0], president=1, pool=30)
    game = deal(position.game(), "CS", 10)
    refused(game, BuyShare("PRR", "ipo"), "1830 4.2")
    game = accepted(game, BuyShare("C&O", "pool"))
    game = accepted(game, BuyShare("C&O", "pool"))
    assert firm(game, "C&O").held[0] == 20


@rule("1830 4.15a")
def test_a_refused_offer_uses_nothing_up() -> None:
    game = play(trade(private_trade_is_purchase=True).game(), BuyPrivate("CS", 10), Answer(False))
    accepted(game, Par("NYC", 67))
    accepted(game, BuyPrivate("DH", 10))


@rule("1830 4.15a")
@pytest.mark.parametrize(("preset", "value"), [("seed", False), ("games18xx", True)])
def test_a_trade_as_purchase_in_each_preset(preset: str, value: bool) -> None:
    assert new(3, preset).rules.options["private_trade_is_purchase"] is value
    game = trade(preset).game()
    assert bool(offered(game, SellPrivate)) is not value


# -- 4.15b A trade counts as acting


@BOTH
@rule("1830 4.15b", "1830 4.2", "1830 4.19")
def test_a_trade_is_no_pass_and_moves_the_priority(preset: str) -> None:
    game = play(trade(preset).game(), Pass(), Pass())
    deal(game, "CS", 10)  # Cleo buys CS from Ben
    while asked(game)[0] == 2:
        game.apply(Pass())
    play(game, Pass(), Pass())
    assert (round_of(game), asked(game)[0]) == ("SR 2", 2)  # only two have passed since
    play(game, Pass())
    assert round_of(game) == "SR 3"
    assert game.state.priority == 0


@rule("1830 4.15b", "1830 4.19", "1830 A28")
def test_the_seller_on_turn_is_the_one_who_acted() -> None:
    game = play(trade().game(), SellPrivate("SV", 2, 10), Answer(True), Pass())
    while round_of(game) == "SR 2":
        game.apply(Pass())
    assert game.state.priority == 1


@rule("1830 4.15b", "1830 0.6")
def test_a_refused_offer_is_no_act() -> None:
    position = trade()
    position.s.priority = 2
    game = play(position.game(), BuyPrivate("CS", 10), Answer(False), Pass(), Pass(), Pass())
    assert (round_of(game), game.state.priority) == ("SR 3", 2)


@BOTH
@rule("1830 4.15b", "1830 4.3")
def test_the_certificate_limit_is_not_checked_in_the_deal(preset: str) -> None:
    game = full_hand(preset).private("CS", 1).game()
    assert certificates(game, 0) == 20
    game = deal(game, "CS", 10)
    assert certificates(game, 0) == 21
    assert asked(game) == (0, "must_sell")


@rule("1830 4.15b")
def test_the_limit_of_the_other_side_waits_for_his_turn() -> None:
    """Ben is at the limit and buys a private of Ada, who is on turn."""
    position = Position(3).cash(500, 500, 500).private("CS", 0).stock(0)
    for name in ("NYC", "CPR", "C&O", "ERIE"):
        position.company(name, par=100, held=[0, 60, 0], president=1)
    game = play(position.game(), SellPrivate("CS", 1, 10), Answer(True))
    assert certificates(game, 1) == 21
    assert asked(game) == (0, "stock")
    game.apply(Pass())
    assert asked(game) == (1, "must_sell")


# -- 14.6 Does a trade exist


def poor(cash_: tuple[int, int, int], preset: str | None = None, **options: Any) -> Position:
    """Nothing can be bought or sold but privates."""
    return Position(3, preset, **options).cash(*cash_).stock(0)


@BOTH
@rule("1830 14.6", "1830 14.5")
def test_one_dollar_and_a_private_of_another_player_are_a_trade(preset: str) -> None:
    game = poor((1, 0, 0), preset).private("CS", 1).game()
    assert asked(game) == (0, "stock")
    assert offered(game, BuyPrivate) == [BuyPrivate("CS", 1)]


@rule("1830 14.6", "1830 14.5")
def test_without_a_dollar_there_is_none() -> None:
    """Ada has nothing and is skipped; Cleo, with 1, is asked."""
    game = poor((0, 0, 1), "games18xx").private("CS", 1).game()
    assert asked(game) == (2, "stock")


@BOTH
@rule("1830 14.6")
def test_bo_is_no_trade(preset: str) -> None:
    game = poor((10, 200, 10), preset).private("BO", 1).game()
    assert asked(game) == (1, "stock")  # Ada is skipped; Ben can start a corporation
    assert offered(game, SellPrivate) == []


@rule("1830 14.6")
def test_an_own_private_is_a_trade_where_the_seller_may_act() -> None:
    game = poor((0, 1, 0), private_trade_is_purchase=False).private("CS", 0).game()
    assert asked(game) == (0, "stock")
    assert offered(game, SellPrivate) == [SellPrivate("CS", 1, 1)]


@rule("1830 14.6")
def test_an_own_private_is_no_trade_where_only_buyers_act() -> None:
    game = poor((0, 1, 0), private_trade_is_purchase=True).private("CS", 0).game()
    assert asked(game) == (1, "stock")


@rule("1830 14.6")
def test_an_own_private_is_no_trade_when_nobody_can_pay() -> None:
    game = poor((5, 0, 0)).private("CS", 0).private("DH", 0).private("BO", 1).game()
    assert round_of(game) == "SR 3"  # nobody was asked before the privates paid
    assert cash(game) == [30, 30, 0]


@rule("1830 14.6", "1830 4.15")
def test_no_trade_exists_where_the_option_or_the_round_forbids_it() -> None:
    assert round_of(poor((5, 5, 5), player_private_trade=False).private("CS", 1).game()) != "SR 2"
    later = poor((5, 5, 5), private_trade_from_sr=2).private("CS", 1).stock(0, number=1).game()
    assert round_of(later) == "SR 2"
    assert round_of(poor((5, 5, 5)).private("CS", 1).phase("5").game()) != "SR 2"


@rule("1830 14.6")
def test_after_a_purchase_there_is_no_trade_where_it_is_the_purchase() -> None:
    """Ada starts NYC; with the option nothing is left to do and Ben is asked."""
    game = play(poor((200, 200, 200), private_trade_is_purchase=True).private("CS", 1).game(), Par("NYC", 67))
    assert asked(game) == (1, "stock")
    game = play(poor((200, 200, 200), private_trade_is_purchase=False).private("CS", 1).game(), Par("NYC", 67))
    assert asked(game) == (0, "stock")


@rule("1830 4.14", "1830 10.3.4c")
def test_the_mh_exchange_leaves_the_count() -> None:
    position = Position(3).cash(500, 500, 500).private("MH", 0).company("NYC", par=100, held=[40, 0, 0])
    game = position.stock(0).game()
    assert certificates(game, 0) == 4
    assert certificates(accepted(game, Exchange("MH", "ipo"), seat=0), 0) == 4
