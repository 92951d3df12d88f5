"""1854 1, 2 and 14: setup, the kinds of companies, options."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk.core import BadInput
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, BuyTrain, Dividend, Par, Pass, SellShares
from stellwerk.eighteen.state import UNLIMITED
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, held, new, seen, texts, treasury
from tests.support import accepted, offered, play, refused, rule


@rule("1854 1.1", "1854 1.2")
@pytest.mark.parametrize(("players", "purse", "bank"), [(3, 860, 7420), (4, 650, 7400), (5, 525, 7375), (6, 450, 7300)])
def test_bank_and_starting_cash(players: int, purse: int, bank: int) -> None:
    """TV-D15"""
    game = new(players)
    assert cash(game) == [purse] * players
    assert game.state.bank == bank
    assert game.view()["priority"] == "Ada"
    assert asked(game) == (0, "Ada", "auction")


@rule("1854 1.2")
@pytest.mark.parametrize("players", [2, 7])
def test_numbers_of_players(players: int) -> None:
    with pytest.raises(BadInput):
        stellwerk.new("1854", [f"P{number}" for number in range(players)])


@rule("1854 1.3", "1854 1.8")
def test_privates_in_their_order() -> None:
    game = new()
    assert list(game.view()["privates"]) == ["AFB", "MTB", "GKB", "1", "2", "3", "4", "5", "6", "ARB", "SEB"]
    assert offered(game, BuyPrivate) == [BuyPrivate("AFB", 20)]
    assert [bid.private for bid in offered(game, Bid)] == ["MTB", "GKB", "1", "2", "3", "4", "5", "6", "ARB", "SEB"]
    assert game.view()["round"] == "Auction"
    assert game.view()["options"] == {}


@rule("1854 1.4", "1854 2.13")
def test_certificates_of_a_major() -> None:
    t = rules_of(new()).t
    for name in ("KE", "FJ", "SD", "KR", "KT", "SB", "NT", "VB"):
        entry = t.companies[t.company(name)]
        assert entry.shares == (40, 20, 20, 20)
        assert entry.float == 50
        assert seen(new(), name)["ipo"] == 100


@rule("1854 1.5", "1854 2.2a")
def test_shares_that_come_with_privates() -> None:
    game = new(3)
    while game.view()["round"] == "Auction":
        price = [option.action for option in game.options() if isinstance(option.action, BuyPrivate)]
        game.apply(price[0] if price else Pass())
    owner = game.view()["privates"]["ARB"]["owner"]
    assert game.view()["players"][["Ada", "Ben", "Cleo"].index(owner)]["shares"]["VB"] == 20
    owner = game.view()["privates"]["SEB"]["owner"]
    assert game.view()["players"][["Ada", "Ben", "Cleo"].index(owner)]["shares"]["SD"] == 20
    assert seen(game, "VB")["ipo"] == 80
    assert seen(game, "VB")["president"] is None
    assert not game.check()


@rule("1854 1.6", "1854 7.5", "1854 A15")
def test_train_counts_and_their_options() -> None:
    t = rules_of(new()).t
    kinds = [entry.id for entry in t.trains]
    assert kinds == ["2", "3", "4", "5", "6", "8", "8Ox", "1+", "2+", "3+"]
    assert new().state.depot == (6, 5, 4, 3, 2, UNLIMITED, UNLIMITED, 6, 4, 3)
    assert new(train_counts="scan").state.depot == (6, 9, 6, 4, 4, UNLIMITED, UNLIMITED, 6, 4, 3)
    assert new(eights="box").state.depot == (6, 5, 4, 3, 2, 6, 5, 6, 4, 3)
    assert [(offer["train"], offer["price"]) for offer in new().view()["on_sale"]] == [("2-0", 100), ("1+-0", 100)]


@rule("1854 1.7")
def test_one_supply_for_both_boards() -> None:
    game = Position().local("4", owner=1).turn("4", "home").game()
    before = dict(game.view()["tile_supply"])
    lay = next(option.action for option in game.options() if option.action.kind == "lay_tile")
    play(game, lay)
    tile = next(name for name in before if game.view()["tile_supply"][name] != before[name])
    assert game.view()["tile_supply"][tile] == before[tile] - 1
    assert not game.check()


# -- mountain railways


@rule("1854 2.1", "1854 6.1")
def test_mountain_railways_pay_at_the_start_of_an_operating_round() -> None:
    position = Position().cash(100, 100, 100).private("AFB", 0).private("GKB", 1).private("SEB", 1)
    game = position.local("1", owner=2).round_start().game()
    assert cash(game) == [105, 140, 100]
    assert asked(game)[1] == "1"  # the locals follow
    receipt = rules_of(game).receipts(game.state)["certificates Ben"]
    assert receipt.total == 2
    assert {line.text for line in receipt.lines} == {"private GKB", "private SEB"}


@rule("1854 2.1", "1854 2.8", "1854 4.10")
def test_privates_are_never_sold() -> None:
    position = Position().private("AFB", 0).local("1", owner=0).share("KT", [60, 20, 0])
    game = position.cash(50, 0, 0).sr(0).game()
    assert {action.company for action in offered(game, SellShares)} == {"KT"}
    refused(game, SellShares("1", 100), "1854 4.10")


@rule("1854 2.2", "1854 2.2a", "1854 7.14")
def test_mountain_railways_close_with_the_first_five() -> None:
    position = Position().phase("4").left("4", 0).share("KT", [60, 20, 0], cash=600).klagenfurt()
    position.private("AFB", 0).private("SEB", 1).local("1", owner=2).share("SD", [40, 20, 0])
    game = position.turn("KT", "trains").game()
    assert game.view()["players"][1]["certificates"] == 3
    play(game, BuyTrain("5-0", 530))
    view = game.view()
    assert view["phase"] == "5"
    assert all(view["privates"][name]["closed"] for name in ("AFB", "SEB"))
    assert not view["privates"]["1"]["closed"]
    assert view["players"][1]["certificates"] == 2  # the shares stay, the certificate no longer counts
    assert held(game, "SD") == (40, 20, 0)
    assert not game.check()


@rule("1854 2.2")
def test_arlbergbahn_closes_with_the_first_run_of_vb() -> None:
    position = Position().share("VB", [40, 20, 0]).private("ARB", 1).private("SEB", 1).trains("VB", "2-0")
    game = position.turn("VB", "dividend", revenue=40).game()
    assert game.view()["privates"]["ARB"]["closed"]  # before the dividend is decided
    assert not game.view()["privates"]["SEB"]["closed"]
    assert held(game, "VB") == (40, 20, 0)
    assert asked(game)[2] == "dividend"
    idle = Position().share("VB", [40, 20, 0], cash=0).private("ARB", 1).turn("VB", "dividend", revenue=0).game()
    assert not idle.view()["privates"]["ARB"]["closed"]


# -- locals, AGs, majors


@rule("1854 2.8", "1854 2.11")
def test_a_local_has_its_treasury_whatever_was_paid() -> None:
    game = new(3)
    play(game, BuyPrivate("AFB", 20), Bid("1", 200), BuyPrivate("MTB", 50), BuyPrivate("GKB", 70))
    assert game.view()["privates"]["1"]["owner"] == "Ben"  # the only bidder gets it for his bid
    assert cash(game)[1] == 860 - 200
    assert treasury(game, "1") == 150
    assert seen(game, "1")["president"] == "Ben"
    assert held(game, "1") == (0, 100, 0)
    assert game.view()["players"][1]["certificates"] == 1
    assert not game.check()


@rule("1854 2.9", "1854 7.9", "1854 7.10")
def test_a_local_may_buy_regular_trains_and_start_phases() -> None:
    game = play(Position().local("1", 250).turn("1", "trains").game(), BuyTrain("2-0", 100))
    assert seen(game, "1")["trains"] == ["2-0"]
    assert game.view()["phase"] == "2"
    accepted(game, BuyTrain("1+-0", 100))


@rule("1854 2.9a")
def test_what_a_local_never_has() -> None:
    t = rules_of(new()).t
    assert all(t.companies[number].tokens == (0, 40) for number in range(6))
    position = Position().local("1", 900).token("1", "J38").trains("1", "1+-0", "1+-1")
    game = position.turn("1", "trains").game()
    assert game.decision() is None or asked(game)[1] != "1"  # no room, no contract: the turn is over
    poor = Position().local("1", 10).token("1", "J38").turn("1", "trains").game()
    assert poor.decision() is None or asked(poor)[1] != "1"  # no obligation, no help of the owner


@rule("1854 2.10", "1854 6.61")
def test_a_local_shares_its_income() -> None:
    """TV-D11"""
    position = Position().cash(100, 100, 100).local("3", 20, owner=1).trains("3", "1+-0")
    game = position.turn("3", "dividend", revenue=70).game()
    assert cash(game) == [100, 135, 100]
    assert treasury(game, "3") == 55
    assert seen(game, "3")["cell"] is None


@rule("1854 2.12")
def test_an_ag_has_two_halves() -> None:
    position = Position().phase("5").halves("A", 0, 1).cash(0, 0, 500).sr(0)
    game = position.game()
    assert held(game, "A") == (50, 50, 0)
    play(game, Pass(), SellShares("A", 50))
    assert cash(game) == [0, 67, 500]
    assert seen(game, "A")["pool"] == 50
    assert rules_of(game).t.companies[14].tokens == (0, 40)


@rule("1854 2.13", "1854 4.21", "1854 4.16")
def test_a_major_floats_at_half_with_ten_times_par() -> None:
    """TV-D1"""
    game = Position().cash(500, 500, 0).sr(0, number=1).game()
    play(game, Par("KE", 82))
    assert cash(game)[0] == 500 - 328
    assert seen(game, "KE")["price"] is None
    assert not seen(game, "KE")["floated"]
    play(game, BuyShare("KE", "display"))
    assert cash(game)[1] == 500 - 164
    assert seen(game, "KE")["floated"]
    assert treasury(game, "KE") == 820
    assert seen(game, "KE")["cell"] == [2, 2]


@rule("1854 2.13")
def test_a_major_owns_any_train() -> None:
    game = Position().share("KT", [60, 20, 0], cash=400).turn("KT", "trains").game()  # no route: no obligation
    play(game, BuyTrain("1+-0", 100), BuyTrain("2-0", 100))
    assert seen(game, "KT")["trains"] == ["2-0", "1+-0"]


@rule("1854 A20", "1854 A23")
def test_tokens_and_names_as_the_company_texts_have_them() -> None:
    t = rules_of(new()).t
    counts = {
        kind: sum(len(entry.tokens) for entry in t.companies if entry.kind == kind) for kind in ("major", "local")
    }
    assert counts == {"major": 28, "local": 12}
    assert sum(len(entry.tokens) for entry in t.companies) == 46
    names = {entry.id: entry.name for entry in t.privates}
    assert names["MTB"] == "Murthalbahn"
    assert t.hexmap.hexes[t.hex("H16")].name == "Spittal & Villach"


# -- options


@rule("1854 14.1")
def test_options_and_their_defaults() -> None:
    data = rules_of(new()).t.data
    assert {name: entry.presets["rulebook"] for name, entry in data.option.items()} == {
        "pool_limit_percent": 100,
        "graz_bonus": "owner",
        "train_counts": "roster",
        "eights": "unlimited",
        "ag_train_limit": 3,
        "plus2_scrapped_by": "5",
        "ag_home_tile": "uses_lay",
        "ag_first_turn": "this_round",
        "complete_after_sale": False,
        "option_due": "end_of_round",
        "bank_break": "below_zero",
        "score_privates": True,
    }
    with pytest.raises(BadInput):
        new(3, eights="none")


@rule("1854 15.1")
def test_actions_out_of_place() -> None:
    game = new()
    refused(game, Pass(), "1854 15.1", seat=1)
    refused(game, Pass(), "1854 15.1", seat=9)
    refused(game, Dividend("pay"), "1854 15.1")
    refused(game, BuyPrivate("XYZ", 20), "1854 15.1")
    assert "AFB" in texts(play(game, BuyPrivate("AFB", 20)))
