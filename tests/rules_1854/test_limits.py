"""1854 at the limit: exactly enough money, exactly the last piece, exactly the last percent, and one less or more."""

from __future__ import annotations

import pytest
from msgspec import structs

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from stellwerk.titles.t1854.actions import BuyContract, CompleteOption, Merge, TakeOption
from stellwerk.titles.t1854.runs import Run1854
from stellwerk.titles.t1854.state import State1854
from stellwerk.titles.t1854.tunnels import LayTunnel
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, new, seen, treasury
from tests.rules_1854.test_06_runs import checked, klagenfurt, way, west
from tests.rules_1854.test_07_trains import ag, kt, needy
from tests.support import accepted, offered, play, refused, rule

LIMITS = {  # [Aktienlimit]: by players, then by majors that have split
    3: (10, 12, 14, 15, 17, 19, 20, 22, 24),
    4: (8, 9, 10, 11, 13, 14, 15, 16, 18),
    5: (6, 7, 8, 9, 10, 11, 12, 13, 14),
    6: (5, 6, 7, 7, 8, 9, 10, 11, 12),
}


@rule("1854 4.27", "1854 5.5")
@pytest.mark.parametrize(
    ("players", "splits", "limit"),
    [(players, splits, limit) for players, row in LIMITS.items() for splits, limit in enumerate(row)],
)
def test_every_certificate_limit(players: int, splits: int, limit: int) -> None:
    """TV-B11"""
    position = Position(players)
    flags = [False] * 6 + [number < splits for number in range(8)] + [False] * 3
    game = position.set(split=tuple(flags)).sr(0).cash(*[500] * players).game()
    assert game.view()["players"][0]["certificate_limit"] == limit


# -- players' money


@rule("1854 3.3")
def test_the_last_free_money_buys_and_bids() -> None:
    game = play(new(), Bid("SEB", 840), Pass(), Pass())
    accepted(game, BuyPrivate("AFB", 20))
    short = play(new(), Bid("SEB", 841), Pass(), Pass())
    refused(short, BuyPrivate("AFB", 20), "1854 3.3")
    bids = play(new(), Bid("SEB", 805), Pass(), Pass())
    accepted(bids, Bid("MTB", 55))
    refused(bids, Bid("MTB", 56), "1854 3.3")


@rule("1854 4.3", "1854 4.16", "1854 4.30", "1854 4.33")
def test_shares_for_the_last_money() -> None:
    def position(money: int) -> Position:
        return Position().share("KT", [60, 0, 0], 77, (3, 3), pool=20).cash(0, 0, money).sr(2)

    for money, action, paragraph in (
        (154, BuyShare("KT", "display"), "1854 4.3"),
        (160, BuyShare("KT", "pool"), "1854 4.3"),
        (77, TakeOption("KT", "display"), "1854 4.3"),
        (80, TakeOption("KT", "pool"), "1854 4.3"),
        (268, Par("SB", 67), "1854 4.16"),
    ):
        assert cash(accepted(position(money).game(), action))[2] == 0
        other = position(money - 1).share("KE", [40, 0, 20]).sr(2).game()  # with a share to sell he is asked
        refused(other, action, paragraph)
    option = position(77).share("KE", [40, 0, 20]).change("KT", held=(60, 0, 10), ipo=20).option(2, "KT", 77)
    assert cash(accepted(option.sr(2).game(), CompleteOption()))[2] == 0
    refused(option.cash(0, 0, 76).sr(2).game(), CompleteOption(), "1854 4.3")


# -- treasuries


@rule("1854 7.4", "1854 7.5")
def test_a_train_for_the_last_money() -> None:
    game = kt(100, route=False).game()
    assert treasury(accepted(game, BuyTrain("2-1", 100)), "KT") == 0
    assert asked(kt(99, route=False).game())[2] != "trains"


@rule("1854 7.7")
def test_a_train_of_another_company_for_one_g() -> None:
    def position(money: int) -> Position:
        other = kt(money, "3", route=False).share("KE", [60, 0, 0], cash=0).trains("KE", "3-0")
        return other.turn("KT")

    game = position(1).game()
    refused(game, BuyTrain("3-0", 2), "1854 7.4")
    accepted(game, BuyTrain("3-0", 1))
    assert asked(position(0).game())[2] != "trains"


@rule("1854 7.21", "1854 7.22", "1854 7.23")
def test_where_help_begins() -> None:
    own = kt(100).cash(500, 0, 0).game()
    assert cash(accepted(own, BuyTrain("2-1", 100)))[0] == 500
    helped = kt(99).cash(500, 0, 0).game()
    assert cash(accepted(helped, BuyTrain("2-1", 100)))[0] == 499


@rule("1854 15.5", "1854 7.21")
def test_what_an_obliged_company_keeps_for_a_train_it_can_run() -> None:
    accepted(kt(200).game(), BuyTrain("1+-0", 100))  # 100 are left for a 2
    refused(kt(199).game(), BuyTrain("1+-0", 100), "1854 15.5")
    refused(kt(100).game(), BuyTrain("1+-0", 100), "1854 15.5")  # all it has
    accepted(kt(500).trains("KT", "1+-0", "1+-1").game(), BuyTrain("1+-2", 100))  # the fourth place is left
    refused(kt(500).trains("KT", "1+-0", "1+-1", "1+-2").game(), BuyTrain("1+-3", 100), "1854 15.5")

    def trade(*trains: str) -> Position:
        return kt(250, "3").local("1", 0).trains("1", "2+-3").trains("KT", *trains).turn("KT")

    accepted(trade().game(), BuyTrain("2+-3", 50))  # 200 are left for a 3
    refused(trade().game(), BuyTrain("2+-3", 51), "1854 15.5")
    accepted(trade("2+-0", "2+-1").game(), BuyTrain("2+-3", 50))
    refused(trade("2+-0", "2+-1", "2+-2").game(), BuyTrain("2+-3", 1), "1854 15.5")
    one = kt(201, "3").local("1", 0).trains("1", "2+-3").turn("KT").game()
    accepted(one, BuyTrain("2+-3", 1))


@rule("1854 7.22", "1854 7.25", "1854 7.24")
def test_a_director_who_can_raise_exactly_the_price() -> None:
    # treasury 100, KE 40 % for 320, SB 20 % for 132, KT 20 % for 144: 204 are missing to 900
    game = needy(204).game()
    refused(game, Bankrupt(), "1854 7.25")
    assert offered(game, BuyTrain) == [BuyTrain("8-1", 900)]
    play(game, BuyTrain("8-1", 900), SellShares("KE", 40), SellShares("SB", 20), SellShares("KT", 20))
    assert seen(game, "KT")["trains"] == ["8-1"]
    assert cash(game)[0] == treasury(game, "KT") == 0
    poor = needy(203).game()
    refused(poor, BuyTrain("8-1", 900), "1854 7.25")
    assert [option.action for option in poor.options()] == [Bankrupt()]


@rule("1854 7.25", "1854 15.4")
def test_a_sale_after_which_exactly_the_price_can_be_raised() -> None:
    def naming(purse: int) -> Position:
        position = kt(100, "7").share("KE", [40, 40, 0], cell=(3, 3), director=1).cash(purse, 0, 0)
        return position.change("KT", held=(40, 0, 0), ipo=60).turn("KT")

    game = play(naming(490).game(), BuyTrain("8-1", 900), SellShares("KE", 20))  # 160, then 150
    play(game, SellShares("KE", 20))
    assert cash(game)[0] == 0
    refused(play(naming(489).game(), BuyTrain("8-1", 900)), SellShares("KE", 20), "1854 7.25")


@rule("1854 7.24")
def test_cash_that_is_just_enough_needs_no_sale() -> None:
    game = play(needy(800).game(), BuyTrain("8-1", 900))
    assert seen(game, "KT")["trains"] == ["8-1"]
    assert cash(game)[0] == 0
    game = play(needy(799).game(), BuyTrain("8-1", 900))
    assert seen(game, "KT")["named_train"] == "8-1"


@rule("1854 7.22", "1854 7.25")
def test_another_company_is_paid_what_can_be_raised() -> None:
    def position(purse: int) -> Position:
        other = kt(50, "6").left("6", 0).share("KE", [60, 0, 0], cell=(3, 3), cash=0).trains("KE", "5-0")
        return other.change("KT", held=(40, 0, 0), ipo=60).cash(purse, 0, 0).turn("KT")

    # 50 in the treasury and 160 for 20 % of KE: with 320 the printed price of the 5, with less what there is
    accepted(position(320).game(), BuyTrain("5-0", 530))
    refused(position(321).game(), BuyTrain("5-0", 531), "1854 7.22")
    refused(position(319).game(), BuyTrain("5-0", 530), "1854 7.22")
    accepted(position(319).game(), BuyTrain("5-0", 529))


@rule("1854 7.25", "1854 7.7")
def test_one_g_is_enough_for_a_train_of_ones_own_company() -> None:
    def position(money: int) -> Position:
        other = kt(money, "7").share("KE", [40, 0, 0], cash=0).trains("KE", "5-0")
        return other.change("KT", held=(40, 0, 0), ipo=60).cash(0, 0, 0).turn("KT")

    game = position(1).game()
    refused(game, Bankrupt(), "1854 7.25")
    assert seen(play(game, BuyTrain("5-0", 1)), "KT")["trains"] == ["5-0"]
    accepted(position(0).game(), Bankrupt())


@rule("1854 7.22a", "1854 7.16")
def test_an_ag_pays_its_repaired_train_to_the_last_g() -> None:
    own = ag(130).repair("2-0").cash(500, 500, 0).turn("A").game()
    assert cash(accepted(own, BuyTrain("2-0", 130)))[0] == 500
    helped = ag(129).repair("2-0").cash(1, 0, 0).turn("A").game()
    assert cash(accepted(helped, BuyTrain("2-0", 130)))[0] == 0


@rule("1854 7.21")
def test_a_treasury_that_just_pays_a_train_gets_no_help() -> None:
    game = kt(530, "6").left("6", 0).pool("5-0").cash(2000, 0, 0).game()
    refused(game, BuyTrain("8-0", 900), "1854 7.21")
    accepted(game, BuyTrain("5-0", 530))
    accepted(kt(529, "6").left("6", 0).pool("5-0").cash(2000, 0, 0).game(), BuyTrain("8-0", 900))


@rule("1854 7.2", "1854 7.3")
def test_exactly_at_the_train_limit() -> None:
    position = kt(900, "5").trains("KT", "3+-0", "3+-1").share("KE", [60, 0, 0], cash=0).trains("KE", "5-1")
    game = position.turn("KT").game()
    refused(game, BuyTrain("3+-2", 160), "1854 7.2")  # it could not run it either
    play(game, BuyTrain("5-1", 1))
    assert asked(game) == (0, "KT", "discard")  # it had two, as many as it may
    play(game, DiscardTrain("3+-0"))
    assert seen(game, "KT")["trains"] == ["5-1", "3+-1"]
    below = kt(900, "5").trains("KT", "3+-0").share("KE", [60, 0, 0], cash=0).trains("KE", "5-1").turn("KT").game()
    play(below, BuyTrain("5-1", 1))
    assert seen(below, "KT")["trains"] == ["5-1", "3+-0"]
    assert asked(below)[2] == "contract"


@rule("1854 9.1")
@pytest.mark.parametrize(("contract", "price"), [("small", 100), ("large", 200)])
def test_a_mail_contract_for_the_last_money(contract: str, price: int) -> None:
    game = Position().share("KT", [60, 20, 0], cash=price).turn("KT", "contract").game()
    assert treasury(accepted(game, BuyContract(contract)), "KT") == 0
    poor = Position().share("KT", [60, 20, 0], cash=price - 1).turn("KT", "contract").game()
    assert BuyContract(contract) not in offered(poor, BuyContract)


@rule("1854 9.1")
def test_the_last_mail_contract() -> None:
    position = Position().share("KT", [60, 20, 0], cash=300)
    for name in ("KE", "FJ", "SD", "KR", "SB"):
        position.mail(name, "large")
    accepted(position.turn("KT", "contract").game(), BuyContract("large"))
    refused(position.mail("NT", "large").turn("KT", "contract").game(), BuyContract("large"), "1854 9.1")


@rule("1854 6.40")
def test_a_token_for_the_last_money() -> None:
    def east(money: int, *others: str) -> Game[State1854]:
        position = Position().phase("3").major("KE", money).token("KE", "C23", 1)
        position.tile("C21", "55", 1).tile("C21", "14", 1).tile("C19", "4", 1)
        position.tile("C17", "57", 1).tile("C17", "14", 0)
        for hex_ in others:
            position.token("KE", hex_)
        return position.turn("KE", "token").game()

    def places(money: int, *others: str) -> list[PlaceToken]:
        return offered(east(money, *others), PlaceToken)

    assert treasury(accepted(east(40), PlaceToken("C21", 0)), "KE") == 0
    assert treasury(accepted(east(100, "C21"), PlaceToken("C17", 0)), "KE") == 0
    assert places(40) == [PlaceToken("C17", 0), PlaceToken("C21", 0)]
    assert places(39) == []
    assert places(100, "C21") == [PlaceToken("C17", 0)]
    assert places(99, "C21") == []
    for stop in (-1, 1):  # C21 has one city
        refused(east(100), PlaceToken("C21", stop), "1854 6.41")


@rule("1854 5.2a", "1854 7.8")
def test_a_seller_in_the_first_cell_moves_too() -> None:
    position = Position().phase("3").share("KT", [60, 20, 0], cell=(3, 3), cash=300)
    position.share("KE", [60, 20, 0], cell=(0, 0), cash=0).trains("KE", "3-0")
    game = play(position.turn("KT", "trains").game(), BuyTrain("3-0", 10))
    assert cell(game, "KE") == (1, 1)


@rule("1854 6.55", "1854 6.56")
def test_a_route_may_end_in_a_place_the_orient_express_could_pass() -> None:
    for train in ("8-0", "8Ox-0"):
        check = checked(west(train), "VB")
        assert len(check.walk(way(train, "E3.0 E3:1 E1.0")).stops) == 2


# -- the last two locals


def pair(phase: str) -> Position:
    """Locals 5 (Ben) and 6 (Cleo) are left."""
    position = Position().phase(phase).halves("A", 0, 1).halves("B", 0, 1).cash(300, 300, 300)
    return position.local("5", 50, owner=1).local("6", 60, owner=2)


@rule("1854 8.1")
def test_the_last_two_locals_may_merge() -> None:
    game = pair("5").round_start().game()
    assert asked(game) == (1, "5", "merger")
    play(game, Merge("5", "6"), Answer(True))  # the only charter left leaves no choice
    assert seen(game, "C")["president"] == "Ben"
    assert treasury(game, "C") == 110
    assert game.view()["local_board_cleared"]


@rule("1854 8.2")
def test_the_last_two_locals_must_merge() -> None:
    game = pair("6").turn("A", "contract", part=1, rounds=2).game()
    while not seen(game, "C")["floated"]:
        assert asked(game)[2] in ("contract", "merger")
        play(game, Pass())
    assert game.view()["round"] == "OR 2.2"
    assert not game.check()


@rule("1854 8.1")
def test_one_local_alone_has_no_window() -> None:
    game = Position().phase("5").local("5", 150, owner=1).cash(300, 300, 300).round_start().game()
    assert asked(game)[1:] == ("5", "track")
    assert not [event for event in game.last_events if event.kind == "window"]


# -- certificates


@rule("1854 4.34", "1854 4.26")
def test_a_director_may_sell_his_option() -> None:
    position = Position().share("KT", [50, 20, 0], 77, (3, 3)).option(0, "KT", 77).cash(0, 0, 0)
    game = position.sr(0).game()
    assert offered(game, SellShares) == [SellShares("KT", 10)]  # his own certificate stays
    assert held(play(game, SellShares("KT", 10)), "KT") == (40, 20, 0)
    assert seen(game, "KT")["president"] == "Ada"


@rule("1854 4.28", "1854 4.10")
def test_nobody_must_sell_in_the_first_stock_round() -> None:
    position = Position(6).share("KT", [40, 30, 0, 0, 0, 0], 77, (3, 3)).option(1, "KT", 77)
    for name in ("1", "2", "3", "4"):
        position.local(name, owner=1)
    game = position.cash(0, 77, 0, 0, 0, 0).sr(1, number=1).game()
    assert game.view()["players"][1]["certificates"] == 6  # one more than the limit
    assert asked(game) == (1, "Ben", "stock")
    accepted(game, CompleteOption())
    accepted(game, Pass())


@rule("1854 4.11", "1854 6.3", "1854 10.4")
def test_the_first_cell_of_the_market_is_a_price_like_others() -> None:
    position = Position().share("KE", [40, 20, 0], 67, (0, 0), cash=500).share("KT", [40, 20, 0], 67, (5, 2), cash=500)
    game = position.cash(0, 0, 300).sr(1).game()
    price = seen(game, "KE")["price"]
    assert price > 67
    assert game.view()["operating_order"] == ["KE", "KT"]
    score = rules_of(game).score(game.state, 1)
    assert score.total == 2 * price + 2 * 67
    assert {line.rule for line in score.lines} == {"1854 10.4"}
    assert cash(play(game, SellShares("KE", 20)))[1] == 2 * price
    assert cell(game, "KE") == (1, 0)


@rule("1854 6.60")
def test_a_run_that_reaches_the_bound_needs_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    position = klagenfurt("2-0", "3-0")
    game = position.turn("KT", "run").game()
    best = rules_of(game).run.best(game.state, position.t.company("KT"))
    for bound, told in ((best.total, 0), (best.total + 1, 1)):
        guess = structs.replace(best, proven=False, upper_bound=bound)
        monkeypatch.setattr(Run1854, "best", lambda *_, guess=guess: guess)
        after = accepted(game, best.action())
        assert [event.kind for event in after.last_events].count("run_bound") == told


@rule("1854 15.1")
def test_a_tile_has_six_rotations() -> None:
    game = Position().phase("3").major("KR").tile("C17", "57", 1).token("KR", "C17").turn("KR", "track").game()
    lays = [lay for lay in offered(game, LayTile) if lay.hex == "C19" and lay.rotation == 0]
    assert lays
    refused(game, LayTile("C19", lays[0].tile, 6), "1854 15.1")
    refused(game, LayTile("C19", lays[0].tile, -6), "1854 15.1")


@rule("1854 15.1", "1854 6.31")
def test_a_tunnel_has_two_edges_of_six() -> None:
    position = Position().phase("3").major("KR").tile("C17", "57", 1).token("KR", "C17").tile("C19", "4", 1)
    game = position.turn("KR", "track").game()
    for a, b in ((2, 2), (3, 6), (-1, 2), (5, 2)):
        refused(game, LayTunnel("C21", a, b), "1854 15.1")
    refused(game, LayTunnel("C21", 0, 1), "1854 6.31")  # no sharp piece
