"""1830: turns of a stock round, the presidency and the end of the round (RULES.md 4.1, 4.2, 4.16 to 4.19, 14.5)."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Dividend, Exchange, Par, Pass, SellShares
from stellwerk.eighteen.state import State
from tests.rules_1830.reading import asked, cash, certificates, firm, price, round_of, seen, stack
from tests.support import Position, accepted, new, offered, play, refused, rule

BOTH = pytest.mark.parametrize("preset", ["seed", "games18xx"])


def table(held: list[int], president: int = 0, preset: str | None = None, **fields: Any) -> Position:
    """Stock round 2, first seat on turn, 500 in every purse; PRR at 100."""
    position = Position(len(held), preset).cash(*[500] * len(held))
    return position.company("PRR", par=100, held=held, president=president, **fields).stock(0)


# -- 4.1 Turns


@BOTH
@rule("1830 4.1")
def test_turns_go_round_from_the_priority_holder(preset: str) -> None:
    game = Position(4, preset).stock(2).game()
    turns = []
    for name in ("PRR", "NYC", "CPR", "C&O", "ERIE"):
        turns.append(asked(game)[0])
        game.apply(Par(name, 67))
    assert turns == [2, 3, 0, 1, 2]


@BOTH
@rule("1830 4.1")
def test_the_round_ends_when_all_pass_in_a_row(preset: str) -> None:
    game = play(Position(3, preset).stock(0).game(), Pass(), Pass())
    assert round_of(game) == "SR 2"
    game.apply(Pass())
    assert round_of(game) == "SR 3"


@BOTH
@rule("1830 4.1")
def test_an_act_starts_the_count_of_passes_again(preset: str) -> None:
    game = play(Position(3, preset).stock(0).game(), Pass(), Pass(), Par("PRR", 67))
    assert asked(game)[0] == 0
    play(game, Pass(), Pass())
    assert (round_of(game), asked(game)[0]) == ("SR 2", 2)
    game.apply(Pass())
    assert round_of(game) == "SR 3"


@rule("1830 4.1")
def test_who_passed_may_act_on_a_later_turn() -> None:
    game = play(Position(3).stock(0).game(), Pass(), Par("PRR", 67), Pass())
    assert asked(game)[0] == 0
    accepted(game, Par("NYC", 67))


# -- 4.2 A turn


@BOTH
@rule("1830 4.2")
def test_sell_buy_and_sell_again_in_one_turn(preset: str) -> None:
    game = table([60, 0, 0], preset=preset).game()
    for action in (SellShares("PRR", 10), SellShares("PRR", 10), Par("NYC", 67), SellShares("PRR", 10)):
        assert asked(game) == (0, "stock")
        game.apply(action)
    assert cash(game)[0] == 500 + 100 + 90 - 134 + 82
    assert (firm(game, "PRR").held[0], firm(game, "NYC").held[0]) == (30, 20)


@BOTH
@rule("1830 4.2")
def test_only_one_purchase_however_sales_stand_around_it(preset: str) -> None:
    game = play(table([60, 0, 0], preset=preset).game(), Par("NYC", 67), SellShares("PRR", 10))
    refused(game, Par("C&O", 67), "1830 4.2")
    refused(game, BuyShare("NYC", "ipo"), "1830 4.2")


@BOTH
@rule("1830 4.2", "1830 4.1")
@pytest.mark.parametrize("action", [SellShares("PRR", 10), BuyShare("PRR", "ipo"), Par("NYC", 67)])
def test_a_turn_with_a_sale_purchase_or_par_is_no_pass(preset: str, action: SellShares | BuyShare | Par) -> None:
    game = play(table([0, 0, 40], president=2, preset=preset).game(), Pass(), Pass(), action)
    while asked(game)[0] == 2:
        game.apply(Pass())
    play(game, Pass(), Pass())
    assert (round_of(game), asked(game)[0]) == ("SR 2", 2)


@BOTH
@rule("1830 4.2", "1830 4.19", "1830 10.3.4c")
def test_a_turn_with_only_the_mh_exchange_is_a_pass(preset: str) -> None:
    position = Position(3, preset).cash(500, 500, 500).private("MH", 2).stock(0)
    position.s.priority = 1
    game = play(position.game(), Pass(), Pass())
    game.apply(Exchange("MH", "ipo"), 2)
    assert asked(game) == (2, "stock")
    game.apply(Pass())
    assert round_of(game) == "SR 3"
    assert game.state.priority == 1


@rule("1830 4.2", "1830 14.1")
def test_no_other_action_belongs_to_a_stock_turn() -> None:
    game = Position(3).stock(0).game()
    refused(game, Bid("CS", 45), "1830 14.1")
    refused(game, Dividend("pay"), "1830 14.1")


# -- 14.5 When a player is asked


@BOTH
@rule("1830 14.5")
def test_a_legal_sale_is_enough_to_be_asked(preset: str) -> None:
    game = table([30, 0, 0], preset=preset).cash(0, 0, 0).game()
    assert [option.action for option in game.options()] == [SellShares("PRR", 10), Pass()]
    assert asked(game) == (0, "stock")


@BOTH
@rule("1830 14.5")
@pytest.mark.parametrize(("money", "turn"), [(100, 0), (99, 1)])
def test_a_legal_purchase_is_enough_to_be_asked(preset: str, money: int, turn: int) -> None:
    """PRR at 100 in the IPO; Ada has nothing to sell."""
    game = table([0, 20, 0], president=1, preset=preset).cash(money, 500, 500).game()
    assert asked(game) == (turn, "stock")


@BOTH
@rule("1830 14.5")
@pytest.mark.parametrize(("money", "turn"), [(134, 0), (133, 1)])
def test_a_legal_par_needs_134(preset: str, money: int, turn: int) -> None:
    game = Position(3, preset).cash(money, 500, 500).stock(0).game()
    assert asked(game) == (turn, "stock")
    if turn == 0:
        assert {par.price for par in offered(game, Par)} == {67}


@BOTH
@rule("1830 14.5")
def test_a_legal_par_needs_room_for_a_certificate(preset: str) -> None:
    """Ada has the 20 certificates of the limit and can sell nothing, as the pools are full."""
    position = Position(3, preset).cash(500, 500, 500).stock(0)
    for name in ("PRR", "NYC", "CPR", "C&O", "ERIE"):
        position.company(name, par=100, held=[50, 0, 0], pool=50)
    game = position.game()
    assert certificates(game, 0) == 20
    assert asked(game) == (1, "stock")


@BOTH
@rule("1830 14.5")
def test_a_legal_par_needs_a_corporation_without_par(preset: str) -> None:
    """All eight are started, and each share costs 180, more than Ada has; Ben is full; Cleo can buy."""
    position = Position(3, preset).cash(150, 500, 500).stock(0)
    for name in ("PRR", "NYC", "CPR", "C&O", "ERIE", "B&O", "B&M", "NYNH"):
        position.company(name, par=100, cell=(0, 11), held=[0, 50, 0], pool=50, president=1)
    assert asked(position.game()) == (2, "stock")


@BOTH
@rule("1830 14.5")
def test_he_is_asked_again_after_each_action(preset: str) -> None:
    game = play(table([60, 0, 0], preset=preset).game(), SellShares("PRR", 10))
    assert asked(game) == (0, "stock")
    game.apply(Par("NYC", 67))
    assert asked(game) == (0, "stock")
    game.apply(Pass())
    assert asked(game) == (1, "stock")


@BOTH
@rule("1830 14.5", "1830 4.2")
def test_a_turn_with_nothing_left_ends_by_itself(preset: str) -> None:
    """After the purchase Ada can neither sell nor buy."""
    game = play(Position(3, preset).stock(0).game(), Par("PRR", 67))
    assert asked(game) == (1, "stock")


@BOTH
@rule("1830 14.5", "1830 4.1")
def test_a_skipped_turn_is_a_pass(preset: str) -> None:
    """Ada and Cleo can do nothing; Ben acts, then passes, and the round is over."""
    position = Position(3, preset).cash(0, 500, 0).stock(0)
    game = play(position.game(), Par("PRR", 67))
    assert (round_of(game), asked(game)) == ("SR 2", (1, "stock"))
    game.apply(Pass())
    assert round_of(game) == "SR 3"
    assert game.state.priority == 2


# -- 4.16, 4.17 The presidency


@rule("1830 4.16", "1830 7.6")
def test_the_president_decides_for_the_corporation() -> None:
    position = Position(3).company("PRR", held=[20, 20, 10], president=1, cash=500).token("PRR", "H12")
    game = position.operating("PRR").game()
    assert asked(game) == (1, "track")
    refused(game, Pass(), "1830 14.1", seat=0)
    accepted(game, Pass(), seat=1)


@BOTH
@rule("1830 4.17", "1830 4.17a", "1830 4.17c")
def test_a_purchase_that_passes_the_president_takes_the_presidency(preset: str) -> None:
    game = table([30, 30, 10], president=1, preset=preset).game()
    assert (certificates(game, 0), certificates(game, 1)) == (3, 2)
    game = accepted(game, BuyShare("PRR", "ipo"))
    assert seen(game, "PRR")["president"] == "Ada"
    assert (firm(game, "PRR").held, firm(game, "PRR").pool) == ((40, 30, 10), 0)
    assert (certificates(game, 0), certificates(game, 1)) == (3, 3)


@BOTH
@rule("1830 4.17")
def test_a_tie_with_the_president_changes_nothing(preset: str) -> None:
    game = accepted(table([20, 30, 10], president=1, preset=preset).game(), BuyShare("PRR", "ipo"))
    assert (firm(game, "PRR").held, seen(game, "PRR")["president"]) == ((30, 30, 10), "Ben")
    sold = accepted(table([40, 30, 0], preset=preset).game(), SellShares("PRR", 10))
    assert (firm(sold, "PRR").held, seen(sold, "PRR")["president"]) == ((30, 30, 0), "Ada")


@BOTH
@rule("1830 4.17")
def test_the_player_holding_most_becomes_president(preset: str) -> None:
    game = accepted(table([40, 20, 30], preset=preset).game(), SellShares("PRR", 30))
    assert seen(game, "PRR")["president"] == "Cleo"


@BOTH
@rule("1830 4.17")
@pytest.mark.parametrize(
    ("held", "seller", "heir"),
    [
        ([20, 30, 20, 0], 1, "Cleo"),
        ([20, 20, 30, 20], 2, "Dan"),
        ([20, 20, 30, 0], 2, "Ada"),
        ([0, 20, 20, 30], 3, "Ben"),
    ],
)
def test_among_equals_the_first_to_the_left_of_the_old_president(
    preset: str, held: list[int], seller: int, heir: str
) -> None:
    game = table(held, president=seller, preset=preset).stock(seller).game()
    game = accepted(game, SellShares("PRR", 20))
    assert seen(game, "PRR")["president"] == heir


@rule("1830 4.17b")
@pytest.mark.parametrize(("percent", "left", "counts"), [(10, 20, [2, 2]), (20, 10, [1, 2]), (30, 0, [0, 2])])
def test_the_pool_grows_by_what_was_sold(percent: int, left: int, counts: list[int]) -> None:
    """Ada, president with 30 %, sells one share, half the certificate or all of it; Ben takes over with 30 %."""
    game = accepted(table([30, 30, 0]).game(), SellShares("PRR", percent))
    assert (firm(game, "PRR").held, firm(game, "PRR").pool) == ((left, 30, 0), percent)
    assert seen(game, "PRR")["president"] == "Ben"
    assert [certificates(game, seat) for seat in (0, 1)] == counts


@BOTH
@rule("1830 4.17c")
def test_the_presidency_changes_before_the_price_drops(preset: str) -> None:
    game = play(table([30, 30, 0], preset=preset).game(), SellShares("PRR", 10))
    kinds = [event.kind for event in game.last_events if event.kind in ("president", "price")]
    assert kinds == ["president", "price"]


@BOTH
@rule("1830 4.17c", "1830 10.3.4b")
def test_the_exchange_of_mh_takes_the_presidency(preset: str) -> None:
    position = Position(3, preset).cash(500, 500, 500).private("MH", 1).company("NYC", par=100, held=[20, 20, 0])
    game = accepted(position.stock(0).game(), Exchange("MH", "ipo"), seat=1)
    assert (seen(game, "NYC")["president"], firm(game, "NYC").held) == ("Ben", (20, 30, 0))


@BOTH
@rule("1830 4.17c", "1830 10.3.4b")
def test_the_presidency_changes_in_operating_rounds_too(preset: str) -> None:
    position = Position(3, preset).private("MH", 1).company("NYC", par=100, held=[20, 20, 0], floated=False)
    position.company("PRR", par=67, held=[60, 0, 0], cash=500).token("PRR", "H12")
    game = accepted(position.operating("PRR").game(), Exchange("MH", "ipo"), seat=1)
    assert seen(game, "NYC")["president"] == "Ben"
    assert asked(game) == (0, "track")


@BOTH
@rule("1830 4.17d", "1830 2.9", "1830 10.3.4b")
def test_an_unstarted_corporation_has_no_president(preset: str) -> None:
    position = Position(3, preset).cash(500, 500, 500).private("MH", 0).change("PRR", held=(0, 10, 0), ipo=90)
    game = accepted(position.stock(0).game(), Exchange("MH", "ipo"), seat=0)
    assert (firm(game, "NYC").held, firm(game, "NYC").ipo) == ((10, 0, 0), 90)
    assert (seen(game, "NYC")["president"], seen(game, "PRR")["president"]) == (None, None)


# -- 4.18 Sold out


def all_pass(position: Position) -> Game[State]:
    """Everybody passes; the game after the stock round."""
    game = position.game()
    number = round_of(game)
    while round_of(game) == number:
        game.apply(Pass())
    return game


def sold_out(held: list[int], place: tuple[int, int], pool: int = 0, preset: str | None = None) -> Position:
    """Stock round 2; PRR with its home token, so that its operating turn waits for its track."""
    position = Position(3, preset).cash(500, 500, 500).company("PRR", par=67, cell=place, held=held, pool=pool, cash=0)
    return position.token("PRR", "H12").stock(0)


@BOTH
@rule("1830 4.18", "1830 5.5")
@pytest.mark.parametrize(("held", "pool", "after"), [([60, 40, 0], 0, 76), ([50, 40, 0], 10, 71), ([50, 40, 0], 0, 71)])
def test_a_sold_out_corporation_rises_one_row(preset: str, held: list[int], pool: int, after: int) -> None:
    """All with players: up. One share in the pool or in the IPO: not."""
    game = all_pass(sold_out(held, (4, 6), pool, preset))
    assert price(game, "PRR") == after


@rule("1830 4.18", "1830 5.5")
def test_in_the_top_row_it_stays() -> None:
    game = all_pass(sold_out([60, 40, 0], (0, 6)))
    assert price(game, "PRR") == 100


@rule("1830 4.18", "1830 5.1")
def test_sold_out_markers_rise_in_operating_order() -> None:
    """C&O lies above PRR in one cell; both rise into the cell above, C&O first, below the marker there."""
    position = Position(3).cash(500, 500, 500).company("NYC", par=76, held=[20, 0, 0])
    position.company("C&O", par=71, held=[60, 40, 0]).company("PRR", par=71, held=[0, 40, 60], president=2)
    game = all_pass(position.token("PRR", "H12").token("C&O", "F6").stock(0))
    assert stack(game, 3, 6) == ["NYC", "C&O", "PRR"]


@rule("1830 4.18", "1830 3.1")
def test_it_rises_before_the_operating_rounds() -> None:
    game = all_pass(sold_out([60, 40, 0], (4, 6)))
    told = [(event.kind, event.rule) for event in game.last_events if event.kind in ("price", "round")]
    assert told == [("price", "1830 4.18"), ("round", "1830 3.1")]


# -- 4.19 Priority


@BOTH
@rule("1830 4.19")
@pytest.mark.parametrize(
    "action", [SellShares("PRR", 10), BuyShare("PRR", "ipo"), Par("NYC", 67)], ids=["sale", "purchase", "par"]
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_priority_goes_left_of_the_last_to_buy_or_sell(
    preset: str, action: SellShares | BuyShare | Par, seat: int
) -> None:
    held = [0, 0, 0]
    held[seat] = 40
    position = table(held, president=seat, preset=preset, floated=False).stock(seat)
    position.s.priority = seat
    game = play(position.game(), action)
    while round_of(game) == "SR 2":
        game.apply(Pass())
    assert game.state.priority == (seat + 1) % 3
    assert (round_of(game), asked(game)[0]) == ("SR 3", (seat + 1) % 3)


@rule("1830 4.19")
def test_the_last_act_of_the_round_decides() -> None:
    game = play(Position(3).stock(0).game(), Par("PRR", 67), Par("NYC", 67), Pass(), Pass(), Pass())
    assert (round_of(game), game.state.priority) == ("SR 3", 2)


@BOTH
@rule("1830 4.19")
@pytest.mark.parametrize("priority", [0, 1, 2])
def test_if_nobody_acted_the_priority_stays(preset: str, priority: int) -> None:
    position = Position(3, preset).stock(priority)
    position.s.priority = priority
    game = play(position.game(), Pass(), Pass(), Pass())
    assert (round_of(game), game.state.priority, asked(game)[0]) == ("SR 3", priority, priority)


@rule("1830 4.19")
def test_an_mh_exchange_out_of_turn_does_not_move_the_priority() -> None:
    position = Position(3).private("MH", 1).stock(0)
    position.s.priority = 0
    game = position.game()
    game.apply(Exchange("MH", "ipo"), 1)
    play(game, Pass(), Pass(), Pass())
    assert (round_of(game), game.state.priority) == ("SR 3", 0)


@rule("1830 4.1", "1830 2.8")
def test_the_first_stock_round_begins_after_the_auction() -> None:
    game = new(2)
    for name, amount in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        game.apply(BuyPrivate(name, amount))
    game.apply(Par("B&O", 67))
    assert (round_of(game), asked(game)) == ("SR 1", (0, "stock"))
