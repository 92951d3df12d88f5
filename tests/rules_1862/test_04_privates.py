"""1862 4: the privates and what their owners may do at any time."""

from __future__ import annotations

from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, BuyTrain, Dividend, LayTile, Par, Pass, SellShares
from stellwerk.eighteen.board import BLOCKED, FREE
from stellwerk.titles.t1862.actions import ClosePrivate
from stellwerk.titles.t1862.blockers import erie_laid
from tests.rules_1862.table import Position, asked, cash, held, new, papers, rules_of, seen, sound, texts
from tests.support import accepted, offered, play, refused, rule

ERIE_TILE = LayTile("E28", "881", 1, "ERIE")


def floated(position: Position, name: str, step: str = "trains", cash_: int = 500) -> Position:
    """A company of Ada in a step of its turn."""
    return position.found(name, [60, 0, 0, 0], cash=cash_).home(name).turn(name, step)


@rule("1862 4.1", "1862 7.1", "1862 4.4")
def test_incomes_at_the_start_of_every_operating_round() -> None:
    position = Position(4).privates(BOM=0, ERIE=1, B_O=1, RMC=2, PSC=3).cash(0, 0, 0, 0).phase("3")
    position.found("NYH", [60, 0, 0, 0], cash=500).home("NYH").begin("NYH")
    game = position.game()
    assert cash(game) == [5, 25, 20, 25]
    while game.view()["round"] == "OR 2.1":
        play(game, Pass())
    assert game.view()["round"] == "OR 2.2"
    assert cash(game) == [10, 50, 40, 50]


@rule("1862 4.2", "1862 6.5", "1862 18.5")
def test_open_privates_are_papers_and_worth_nothing() -> None:
    game = Position(4).privates(BOM=0, RMC=0).cash(210, 0, 0, 0).stock(0).game()
    assert papers(game, 0) == 2
    assert game.result().scores[0] == 210
    refused(game, BuyPrivate("BOM", 20), "1862 24.1")  # privates never change hands
    game.apply(ClosePrivate("BOM"), 0)
    assert papers(game, 0) == 1
    assert cash(game)[0] == 210


@rule("1862 4.3", "1862 A9", "1862 24.1")
def test_a_private_is_closed_in_another_players_turn() -> None:
    game = Position(4).privates(BOM=1).found("NYH", [30, 10, 0, 0], pool=10).stock(0).game()
    assert asked(game)[0] == 0
    refused(game, ClosePrivate("BOM"), "1862 4.3", seat=0)
    accepted(game, ClosePrivate("BOM"), 1)
    game.apply(ClosePrivate("BOM"), 1)
    assert asked(game)[0] == 0  # nothing was interrupted
    assert game.view()["privates"]["BOM"]["closed"]
    refused(game, ClosePrivate("BOM"), "1862 4.3", seat=1)
    operating = floated(Position(4).privates(BOM=1), "NYH", "trains").game()
    assert asked(operating)[1] == "NYH"
    operating.apply(ClosePrivate("BOM"), 1)
    assert asked(operating)[1:] == ("NYH", "trains")


@rule("1862 4.3", "1862 A9")
def test_not_inside_an_unfinished_action() -> None:
    game = play(new(4), BuyPrivate("BOM", 20), Bid("B&O", 75), Bid("B&O", 80), BuyPrivate("ERIE", 40))
    assert asked(game)[2] == "bid_off"
    refused(game, ClosePrivate("BOM"), "1862 4.3", seat=0)
    refused(game, ERIE_TILE, "1862 4.3", seat=3)
    assert not any(option.seat is not None for option in game.options())
    play(game, Pass())
    accepted(game, ClosePrivate("BOM"), 0)
    accepted(game, ERIE_TILE, 3)


@rule("1862 4.3", "1862 A9")
def test_par_price_consent_giving_up_trains_and_raising_money_are_parts_of_their_actions() -> None:
    par = play(Position(4).auction(0, sold=7).privates(BOM=1).game(), BuyPrivate("NHSC", 280))
    position = floated(Position(4).privates(BOM=1).phase("4").left("4", 0), "ATS", cash_=600).tile("G22", "4", 0)
    position.found("UP", [0, 60, 0, 0], president=1).trains("UP", "4-1", "4-2", "4-3")
    consent = play(position.game(), BuyTrain("4-1", 100))
    discard = play(position.game(), BuyTrain("5-0", 500))
    raising = play(position.change("ATS", cash=0).cash(0, 0, 0, 0).game(), BuyTrain("5-0", 500))
    for game, kind in ((par, "par"), (consent, "consent"), (discard, "discard"), (raising, "raise")):
        assert asked(game)[2] == kind
        refused(game, ClosePrivate("BOM"), "1862 4.3", seat=1)
        assert all(option.seat is None for option in game.options())


@rule("1862 4.3")
def test_closing_is_no_action_of_a_turn() -> None:
    game = play(Position(4).privates(BOM=0).found("NYH", [30, 10, 0, 0], pool=10).stock(0).game(), ClosePrivate("BOM"))
    assert asked(game)[0] == 0
    accepted(game, BuyShare("NYH", "pool"))
    play(game, Pass(), Pass(), Pass(), Pass())
    assert game.view()["round"] != "SR 2"  # Ada's turn was a pass


@rule("1862 4.5", "1862 A10")
def test_erie_closes_only_with_its_tile() -> None:
    position = Position(4).privates(ERIE=2)
    game = floated(position, "NYH").game()
    t = rules_of(game).t
    refused(game, ClosePrivate("ERIE"), "1862 4.5", seat=2)
    refused(game, ERIE_TILE, "1862 4.5", seat=0)  # nobody else lays it
    refused(game, LayTile("E28", "881", 2, "ERIE"), "1862 4.5", seat=2)
    refused(game, LayTile("E30", "881", 1, "ERIE"), "1862 4.5", seat=2)
    assert not erie_laid(t, game.state)
    accepted(game, ERIE_TILE, 2)
    game.apply(ERIE_TILE, 2)
    assert erie_laid(t, game.state)
    assert game.view()["privates"]["ERIE"]["closed"]
    assert cash(game)[2] == 600
    assert game.view()["tiles"]["E28"] == "881/1"
    assert asked(game)[1] == "NYH"
    sound(game)


@rule("1862 4.6")
def test_the_marker_of_b_and_o_comes_with_the_purchase_and_goes_with_the_closing() -> None:
    game = play(new(4), BuyPrivate("BOM", 20), BuyPrivate("ERIE", 40), BuyPrivate("B&O", 70))
    hex_ = rules_of(game).t.hex("H29")
    assert game.state.board.tokens[hex_] == ((BLOCKED, FREE),)
    assert game.view()["blocked"] == {"H29": [1]}
    game.apply(ClosePrivate("B&O"), 2)
    assert game.state.board.tokens[hex_] == ((FREE, FREE),)
    sound(game)


@rule("1862 4.7")
def test_rmc_is_used_only_by_a_company_its_owner_directs() -> None:
    track = floated(Position(4).privates(RMC=1), "CP", "track").game()
    lays = [option.action for option in track.options() if isinstance(option.action, LayTile)]
    assert lays
    assert not any(lay.power for lay in lays)
    refused(track, LayTile(lays[0].hex, lays[0].tile, lays[0].rotation, "RMC"), "1862 4.7")
    own = floated(Position(4).privates(RMC=0), "CP", "track").game()
    extra = [action for action in offered(own, LayTile) if action.power == "RMC"]
    assert extra
    play(own, extra[0])
    assert own.view()["privates"]["RMC"]["closed"]
    assert papers(own, 0) == 4
    assert [action for action in offered(own, LayTile) if not action.power]  # the normal lay is still there


@rule("1862 4.8", "1862 4.12", "1862 4.14")
def test_psc_comes_with_wp_and_closes_at_its_first_dividend() -> None:
    position = Position(4).auction(0, sold=4)
    game = play(position.game(), BuyPrivate("PSC", 150))
    assert held(game, "WP") == (10, 0, 0, 0)
    assert seen(game, "WP")["ipo"] == 90
    assert papers(game, 0) == 2
    game.apply(ClosePrivate("PSC"), 0)
    assert held(game, "WP") == (10, 0, 0, 0)  # the share stays
    position = Position(4).privates(PSC=1).found("WP", [60, 10, 0, 0]).home("WP")
    game = position.turn("WP", "dividend", revenue=100).game()
    kept = accepted(game, Dividend("withhold"))
    assert not kept.view()["privates"]["PSC"]["closed"]
    play(game, Dividend("pay"))
    assert game.view()["privates"]["PSC"]["closed"]
    assert "1862 4.8" in texts(game)


@rule("1862 4.9", "1862 5.2b", "1862 4.14")
def test_fny_comes_with_two_shares_of_nyc() -> None:
    game = play(Position(4).auction(1, sold=5).game(), BuyPrivate("FNY", 180))
    assert held(game, "NYC") == (0, 20, 0, 0)
    assert papers(game, 1) == 3
    position = Position(4).privates(FNY=1).found("NYC", [40, 20, 0, 0]).home("NYC")
    game = play(position.turn("NYC", "dividend", revenue=100).game(), Dividend("pay"))
    assert game.view()["privates"]["FNY"]["closed"]
    assert cash(game) == [640, 620, 600, 600]


@rule("1862 4.10", "1862 TV17")
def test_soc_pays_less_when_one_has_floated_and_closes_when_both_have() -> None:
    game = play(Position(4).auction(0, sold=6).game(), BuyPrivate("SOC", 220))
    assert held(game, "CPR")[0] == held(game, "UP")[0] == 10
    position = Position(4).privates(SOC=3).cash(1000, 1000, 0, 0)
    position.given("CPR", [0, 0, 0, 10]).found("UP", [30, 10, 10, 10], floated=False, operated=False, cash=0)
    position.found("NYH", [30, 0, 0, 0], cash=0)
    assert position.game().view()["incomes"]["SOC"] == 35
    game = play(position.change("UP", ipo=40).stock(0).game(), BuyShare("UP", "bank"))
    assert seen(game, "UP")["floated"]
    assert game.view()["incomes"]["SOC"] == 15
    assert not game.view()["privates"]["SOC"]["closed"]
    position.found("CPR", [30, 10, 0, 10], floated=False, operated=False).change("UP", floated=True)
    game = play(position.stock(0).game(), BuyShare("CPR", "bank"))
    assert seen(game, "CPR")["floated"]
    assert game.view()["privates"]["SOC"]["closed"]
    assert "1862 4.10" in texts(game)


@rule("1862 4.10", "1862 4.13")
def test_a_removed_company_that_had_floated_still_counts() -> None:
    position = Position(4).privates(SOC=3).found("UP", [60, 0, 0, 10]).remove("UP")
    position.found("CPR", [40, 0, 0, 10], floated=False, operated=False).cash(500, 0, 0, 0)
    game = position.stock(0).game()
    assert game.view()["incomes"]["SOC"] == 15
    play(game, BuyShare("CPR", "bank"))
    assert game.view()["privates"]["SOC"]["closed"]
    position = Position(4).privates(SOC=3).found("UP", [40, 0, 0, 10], floated=False).remove("UP")
    position.found("CPR", [40, 0, 0, 10], floated=False, operated=False).cash(500, 0, 0, 0)
    game = play(position.stock(0).game(), BuyShare("CPR", "bank"))
    assert not game.view()["privates"]["SOC"]["closed"]  # UP never floated
    assert game.view()["incomes"]["SOC"] == 15
    accepted(game, ClosePrivate("SOC"), 3)


@rule("1862 4.11")
def test_nhsc_comes_with_the_directors_certificate_and_the_choice_of_par() -> None:
    game = play(Position(4).auction(2, sold=7).game(), BuyPrivate("NHSC", 280))
    assert asked(game) == (2, "Cleo", "par")
    assert [action.price for action in offered(game, Par)] == [70, 75, 80, 85, 92, 100]
    refused(game, Par("NYH", 90), "1862 4.11")
    refused(game, Par("NYC", 70), "1862 4.11")
    play(game, Par("NYH", 85))
    assert seen(game, "NYH")["president"] == "Cleo"
    assert seen(game, "NYH")["par"] == 85
    assert held(game, "NYH")[2] == 30
    assert cash(game)[2] == 320  # nothing but the private is paid
    play(game, *[BuyShare("NYH", "bank")] * 3)
    assert seen(game, "NYH")["floated"]
    assert game.view()["privates"]["NHSC"]["closed"]  # without ever having paid
    assert seen(game, "NYH")["cash"] == 850


@rule("1862 4.12", "1862 6.7c")
def test_given_shares_cannot_be_sold_before_the_founding() -> None:
    game = Position(4).given("WP", [10, 0, 0, 0]).cash(1000, 0, 0, 0).stock(0).game()
    assert papers(game, 0) == 1
    refused(game, SellShares("WP", 10), "1862 6.7c")
    founded = Position(4).found("WP", [10, 20, 0, 0], president=1, floated=False, operated=False).stock(0).game()
    accepted(founded, SellShares("WP", 10))


@rule("1862 4.13")
def test_a_private_whose_company_is_gone_stays_open() -> None:
    position = Position(4).privates(PSC=0).found("WP", [10, 60, 0, 0], president=1).remove("WP").cash(0, 0, 0, 0)
    game = position.found("NYH", [0, 60, 0, 0], president=1, cash=500).home("NYH").begin("NYH").game()
    assert cash(game)[0] == 25
    accepted(game, ClosePrivate("PSC"), 0)
    position = Position(4).privates(NHSC=0).found("NYH", [0, 40, 0, 0], president=1, floated=False, operated=False)
    game = position.remove("NYH").cash(0, 0, 0, 0).found("CP", [0, 60], president=1).home("CP").begin("CP").game()
    assert cash(game)[0] == 40


def test_a_train_is_bought_while_an_owner_waits() -> None:
    game = floated(Position(4).privates(BOM=3), "NYH").game()
    play(game, BuyTrain("2-0", 100))
    accepted(game, ClosePrivate("BOM"), 3)
