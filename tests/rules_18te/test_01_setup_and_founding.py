"""18TE parts 1, 2, 4 and 5: setup, auctions and founding, the price table."""

from __future__ import annotations

import pytest

from stellwerk.core import BadInput
from stellwerk.eighteen.actions import BidCompany, BuyShare, Pass, SellShares
from stellwerk.titles.t18te.rules import make
from tests.rules_18te.table import Position, asked, cash, cell, held, new, rules_of, seen, stack
from tests.support import accepted, play, refused, rule

# -- setup


@rule("18te 1.1", "18te 1.2")
@pytest.mark.parametrize(("players", "each", "bank", "limit"), [(2, 500, 3000, 15), (3, 350, 2950, 10)])
def test_money_and_limits(players: int, each: int, bank: int, limit: int) -> None:
    game = new(players)
    assert cash(game) == [each] * players
    assert game.state.bank == bank
    assert game.view()["players"][0]["certificate_limit"] == limit
    for wrong in (1, 4):
        with pytest.raises(BadInput, match="18TE is for 2 to 3 players"):
            make([f"Player {seat}" for seat in range(wrong)])


@rule("18te 1.3", "18te 1.4", "18te 1.5", "18te 1.6", "18te A2", "18te A14")
def test_the_material() -> None:
    data = rules_of(new()).t.data
    assert [entry.id for entry in data.corporation] == ["KHS", "KWE", "CME", "TWE", "KPR"]
    assert all(entry.shares == (30, *[10] * 7) for entry in data.corporation)
    assert [len(entry.tokens) for entry in data.corporation] == [3, 3, 3, 2, 2]
    assert [(entry.id, entry.count) for entry in data.train] == [("1+1/2", 7), ("2+2/3", 5), ("3+3/4", 4), ("D", 2)]
    assert sum(entry.count for entry in data.train) == 18
    assert sum(tile.count for tile in data.tiles.values()) == 85
    assert {name for name, tile in data.tiles.items() if tile.unlimited} == {"7", "8", "9"}
    assert [data.tiles[name].color for name in ("14", "15")] == ["green", "green"]


@rule("18te 1.7", "18te 1.8", "18te 3.1", "18te 15.1", "18te 15.2")
def test_it_begins_with_a_stock_round_of_the_priority_holder() -> None:
    game = new(3)
    assert game.view()["round"] == "SR 1"
    assert game.view()["phase"] == "2"
    assert asked(game) == (0, "Ada", "stock")
    assert game.view()["priority"] == "Ada"
    play(game, Pass())
    assert asked(game)[0] == 1
    refused(game, Pass(), "18te 15.1", seat=2)


@rule("18te 1.9")
def test_all_values_are_multiples_of_ten() -> None:
    faces = rules_of(new()).t.hexmap.faces
    values = {value for face in faces for stop in face.stops for value in (stop.value, *(v for _, v in stop.by_phase))}
    assert all(value % 10 == 0 for value in values)
    assert {10, 20, 30, 40, 50, 80} <= values


@rule("18te 2.1", "18te 2.2", "18te 3.3", "18te 15.10")
def test_a_stock_round_and_two_operating_rounds() -> None:
    game = Position(2).found("KHS", [30, 0]).home("KHS").stock(0, 2).game()
    play(game, Pass(), Pass())
    rounds = [game.view()["round"]]
    assert rounds == ["OR 2.1"]
    events = [event.kind for event in game.last_events]
    assert events.index("priority") < events.index("round")
    while game.view()["round"] != "SR 3":
        play(game, Pass())
        rounds.append(game.view()["round"])
    assert sorted(set(rounds)) == ["OR 2.1", "OR 2.2", "SR 3"]
    sold = Position(2).found("KHS", [60, 40]).home("KHS").cash(0, 0).stock(0, 2).game()
    play(sold, Pass(), Pass())
    kinds = [event.kind for event in sold.last_events]
    assert kinds.index("priority") < kinds.index("price") < kinds.index("round")


# -- the opening


@rule("18te 4.1", "18te 4.5", "18te TV13")
def test_only_the_first_company_can_be_auctioned_at_the_start() -> None:
    game = new(2)
    assert [option.action.kind for option in game.options()] == ["bid_company", "pass"]
    (bid,) = [option for option in game.options() if option.amount]
    assert bid.amount is not None
    assert (bid.amount.low, bid.amount.high, bid.amount.step) == (180, 500, 10)
    refused(game, BidCompany("KWE", 180), "18te 4.5")
    refused(game, BidCompany("KHS", 170), "18te 4.5")
    refused(game, BidCompany("KHS", 185), "18te 4.5")
    refused(game, BidCompany("KHS", 510), "18te 4.5")
    refused(game, BuyShare("KHS", "treasury"), "18te 3.18")
    play(game, Pass(), Pass())
    refused(game, BidCompany("KHS", 160), "18te 4.5")
    accepted(game, BidCompany("KHS", 170))


@rule("18te 4.2", "18te 4.4", "18te A4", "18te TV2")
def test_price_support_goes_to_the_treasury_and_counts_for_the_price() -> None:
    game = play(new(2), Pass(), Pass())
    assert game.view()["support"] == 10
    assert asked(game)[0] == 0
    assert game.state.bank == 3000
    play(game, Pass(), BidCompany("KHS", 170), Pass())
    assert cash(game) == [500, 330]
    assert (seen(game, "KHS")["cash"], seen(game, "KHS")["price"]) == (180, 60)
    assert game.view()["support"] == 0
    assert game.state.bank == 2990
    assert not game.check()
    higher = play(new(2), *[Pass()] * 6, BidCompany("KHS", 180), Pass())
    assert (seen(higher, "KHS")["cash"], seen(higher, "KHS")["price"]) == (210, 70)  # 180 and 30 of support
    assert higher.state.bank == 2970


@rule("18te 4.3", "18te TV2")
@pytest.mark.parametrize("players", [2, 3])
def test_after_eighteen_full_passes_the_priority_holder_takes_it(players: int) -> None:
    game = new(players)
    for _ in range(18 * players):
        play(game, Pass())
    assert held(game, "KHS")[0] == 30
    assert (seen(game, "KHS")["cash"], seen(game, "KHS")["price"]) == (180, 60)
    assert cash(game) == [game.state.players[1].cash] * players
    assert asked(game)[0] == 1
    play(game, *[Pass()] * players)
    assert game.view()["round"] == "OR 1.1"
    assert game.view()["priority"] == "Ben"  # it counts as an auction he started


# -- the auction


@rule("18te 4.6", "18te 4.8", "18te 4.9", "18te 4.10", "18te TV1", "18te 15.3a")
def test_an_auction_goes_round_until_one_is_left() -> None:
    game = play(new(3), BidCompany("KHS", 180))
    assert asked(game) == (1, "Ben", "company_auction")
    refused(game, BidCompany("KHS", 180), "18te 4.6")
    refused(game, BidCompany("KHS", 195), "18te 4.6")
    refused(game, BidCompany("KWE", 200), "18te 4.5")
    play(game, BidCompany("KHS", 200), Pass())
    assert asked(game)[0] == 0
    play(game, BidCompany("KHS", 260), Pass())
    company = seen(game, "KHS")
    assert (company["price"], company["cash"], company["president"], company["treasury_percent"]) == (
        80,
        260,
        "Ada",
        70,
    )
    assert cell(game, "KHS") == (3, 6)
    assert cash(game) == [90, 350, 350]
    assert asked(game)[0] == 1
    accepted(game, BuyShare("KHS", "treasury"))


@rule("18te 4.6a", "18te 4.6b")
def test_who_cannot_raise_is_passed_over() -> None:
    game = play(new(3), BidCompany("KHS", 350))
    assert seen(game, "KHS")["president"] == "Ada"
    assert asked(game) == (1, "Ben", "stock")
    game = play(new(3), Pass(), Pass(), BidCompany("KHS", 180), Pass(), Pass())
    play(game, Pass(), Pass())
    assert game.view()["round"] == "SR 1"  # the auction broke the row of passes
    play(game, Pass())
    assert game.view()["round"] == "OR 1.1"


@rule("18te 4.7", "18te A3", "18te TV2")
@pytest.mark.parametrize(
    ("bid", "at_most", "below"),
    [(180, 60, 60), (200, 60, 60), (210, 70, 60), (230, 70, 70), (240, 80, 70), (270, 90, 80), (290, 90, 90),
     (300, 100, 90), (310, 100, 100), (500, 100, 100)],
)  # fmt: skip
def test_the_start_price_comes_from_the_bid(bid: int, at_most: int, below: int) -> None:
    for option, price in (("at most", at_most), ("below", below)):
        game = play(new(2, par_third=option), BidCompany("KHS", bid))
        if asked(game)[2] == "company_auction":
            play(game, Pass())
        assert seen(game, "KHS")["price"] == price


@rule("18te 4.11", "18te 7.6.5")
def test_a_founded_company_operates_in_the_next_round_and_falls_a_step() -> None:
    game = play(new(2), BidCompany("KHS", 180), Pass(), Pass(), Pass())
    assert asked(game) == (0, "KHS", "track")
    assert cell(game, "KHS") == (5, 6)
    play(game, Pass())
    assert asked(game) == (0, "KHS", "trains")
    assert cell(game, "KHS") == (5, 5)


@rule("18te 9.3")
def test_a_bankrupt_company_is_not_founded_again() -> None:
    position = Position(2).set(closed=(True, False, False, False, False))
    position.change("KHS", ipo=0)
    game = position.stock(0, 2).game()
    assert game.view()["next_company"] == "KWE"
    refused(game, BidCompany("KHS", 180), "18te 4.5")
    accepted(game, BidCompany("KWE", 180))


# -- the price table


MARKET = rules_of(new()).t.market


@rule("18te 5.1", "18te 5.2", "18te 5.4", "18te TV14")
@pytest.mark.parametrize(
    ("move", "start", "end"),
    [
        ("right", (5, 6), (4, 6)),
        ("right", (3, 10), (2, 10)),
        ("right", (1, 14), (0, 14)),
        ("right", (3, 6), (3, 7)),
        ("right", (0, 14), (0, 15)),
        ("right", (0, 15), (0, 15)),
        ("left", (3, 2), (4, 2)),
        ("left", (4, 1), (5, 1)),
        ("left", (0, 5), (1, 5)),
        ("left", (5, 1), (5, 0)),
        ("left", (3, 6), (3, 5)),
    ],
)
def test_arrows_turn_the_moves(move: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    assert getattr(MARKET, move)[MARKET.index[start]] == MARKET.index[end]


@rule("18te 5.2")
def test_every_arrow_cell_moves_up_or_down_and_no_other() -> None:
    for number, place in enumerate(MARKET.cells):
        right, left = MARKET.cells[MARKET.right[number]], MARKET.cells[MARKET.left[number]]
        assert (right.row < place.row) == ("u" in place.zones)
        assert (left.row > place.row) == ("d" in place.zones)


@rule("18te 5.5", "18te 5.6", "18te 5.7", "18te A17", "18te 3.12")
def test_the_lower_edge_is_ragged() -> None:
    for place in ((1, 13), (1, 14), (0, 15), (5, 3)):
        number = MARKET.index[place]
        assert MARKET.after_sale(number, 3) == number
    assert MARKET.cells[MARKET.after_sale(MARKET.index[0, 6], 3)].row == 3
    assert MARKET.cells[MARKET.after_sale(MARKET.index[0, 12], 5)].row == 2
    bankrupt = MARKET.index[5, 0]
    assert bankrupt not in {MARKET.down[number] for number in range(len(MARKET.cells)) if number != bankrupt}


@rule("18te 5.3", "18te 3.12", "18te 7.10.4")
def test_a_marker_goes_under_the_stack_and_keeps_its_place_if_it_stays() -> None:
    position = Position(2).found("KHS", [40, 30], 70).found("KWE", [60, 30], 80, president=0)
    game = position.stock(0, 2).game()
    play(game, SellShares("KWE", 10))
    assert stack(game, 4, 6) == ["KHS", "KWE"]
    low = Position(2).found("KHS", [40, 30], 60).found("KWE", [60, 30], 60).stock(0, 2).game()
    assert stack(low, 5, 6) == ["KHS", "KWE"]
    play(low, SellShares("KHS", 10))
    assert stack(low, 5, 6) == ["KHS", "KWE"]
    assert "price" not in [event.kind for event in low.last_events]
