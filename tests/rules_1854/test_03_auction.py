"""1854 3: the auction round."""

from __future__ import annotations

from stellwerk.core import Game
from stellwerk.eighteen.actions import Answer, Bid, BuyPrivate, BuyShare, Par, Pass
from stellwerk.eighteen.state import RoundName
from stellwerk.titles.t1854.actions import Withdraw
from stellwerk.titles.t1854.state import State1854
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, new, seen, treasury
from tests.support import accepted, offered, play, refused, rule


def free(game: Game[State1854]) -> list[int]:
    """What each player has not tied up."""
    bound = game.view()["auction"]["committed"]
    return [player["cash"] - bound[player["name"]] for player in game.view()["players"]]


@rule("1854 3.1")
def test_buy_the_first_bid_on_another_or_pass() -> None:
    game = new()
    refused(game, BuyPrivate("MTB", 50), "1854 3.1")
    refused(game, BuyPrivate("AFB", 15), "1854 3.1")
    refused(game, Bid("AFB", 30), "1854 3.2")
    accepted(game, Pass())
    play(game, BuyPrivate("AFB", 20))
    assert asked(game) == (1, "Ben", "auction")
    assert offered(game, BuyPrivate) == [BuyPrivate("MTB", 50)]


@rule("1854 3.2")
def test_bids_and_raises() -> None:
    game = new()
    refused(game, Bid("MTB", 54), "1854 3.2")
    accepted(game, Bid("MTB", 57))  # any whole amount
    play(game, Bid("MTB", 55))
    refused(game, Bid("MTB", 59), "1854 3.2")
    play(game, Bid("MTB", 60), Bid("GKB", 75))
    assert asked(game)[0] == 0
    play(game, Bid("MTB", 70))  # Ada's newer bid replaces her older one
    assert game.view()["auction"]["bids"]["MTB"] == {"Ben": 60, "Ada": 70}
    play(game, Pass(), Pass())
    accepted(game, Bid("GKB", 80))


@rule("1854 3.2")
def test_ones_own_highest_bid_may_be_raised() -> None:
    game = new()
    play(game, Bid("MTB", 55), Pass(), Pass())
    refused(game, Bid("MTB", 59), "1854 3.2")
    raised = accepted(game, Bid("MTB", 60))
    assert raised.view()["auction"]["bids"]["MTB"] == {"Ada": 60}
    assert free(raised) == [800, 860, 860]  # the newer bid replaces the older one
    play(game, Bid("MTB", 860), Pass(), Pass())  # all her money: her own bid is freed first
    refused(game, Bid("MTB", 865), "1854 3.3")
    refused(game, Withdraw("MTB"), "1854 3.4", seat=0)


@rule("1854 3.3")
def test_money_bid_is_tied_up() -> None:
    game = new()
    play(game, Bid("SEB", 850))
    assert free(game) == [10, 860, 860]
    play(game, Pass(), Pass())
    refused(game, BuyPrivate("AFB", 20), "1854 3.3")
    refused(game, Bid("MTB", 55), "1854 3.3")
    assert [option.action for option in game.options()] == [Bid("SEB", 855), Pass()]  # her own bid can be raised


@rule("1854 3.4")
def test_a_bid_that_is_outbid_may_be_withdrawn_at_any_time() -> None:
    game = new()
    play(game, Bid("SEB", 300), Bid("SEB", 400))
    refused(game, Withdraw("SEB"), "1854 3.4", seat=1)  # the highest bid
    refused(game, Withdraw("SEB"), "1854 3.4", seat=2)  # no bid
    assert [(option.action, option.seat) for option in game.options() if option.seat is not None] == [
        (Withdraw("SEB"), 0)
    ]
    game.apply(Withdraw("SEB"), 0)  # while Cleo is asked
    assert asked(game)[0] == 2
    assert free(game) == [860, 460, 860]
    play(game, Pass())
    refused(game, Bid("SEB", 500), "1854 3.4")  # out of the bidding for this private
    accepted(game, Bid("ARB", 200))
    assert not game.check()


@rule("1854 3.4")
def test_withdrawal_in_a_bid_off() -> None:
    game = new(4)
    play(game, Bid("MTB", 55), Bid("MTB", 60), Bid("MTB", 65), BuyPrivate("AFB", 20))
    assert asked(game) == (0, "Ada", "bid_off")
    game.apply(Withdraw("MTB"), 1)
    play(game, Pass())  # Ada drops out: Cleo is left
    assert game.view()["privates"]["MTB"]["owner"] == "Cleo"
    assert cash(game) == [650, 650, 585, 630]


@rule("1854 3.5", "1854 3.6")
def test_the_chain_after_a_sale() -> None:
    game = new()
    play(game, Bid("MTB", 55), Bid("GKB", 75), BuyPrivate("AFB", 20))
    assert cash(game) == [805, 785, 840]  # each only bidder got it for his bid
    assert asked(game) == (0, "Ada", "auction")  # left of Cleo, whose turn it was
    assert offered(game, BuyPrivate) == [BuyPrivate("1", 150)]


@rule("1854 3.5", "1854 3.6")
def test_an_auction_among_several_bidders() -> None:
    game = new()
    play(game, Bid("MTB", 55), Bid("MTB", 60), BuyPrivate("AFB", 20))
    assert asked(game) == (0, "Ada", "bid_off")  # the lowest bidder
    refused(game, Bid("MTB", 64), "1854 3.2")
    refused(game, Bid("GKB", 100), "1854 3.5")
    play(game, Bid("MTB", 65))
    assert asked(game) == (1, "Ben", "bid_off")
    assert [option.amount.high for option in game.options() if option.amount] == [860]  # with his own bid
    play(game, Bid("MTB", 100), Pass())
    assert game.view()["privates"]["MTB"]["owner"] == "Ben"
    assert cash(game) == [860, 760, 840]
    assert asked(game) == (0, "Ada", "auction")


@rule("1854 3.7", "1854 3.11", "1854 3.12")
def test_the_first_private_gets_cheaper() -> None:
    """TV-B10"""
    game = new()
    play(game, Bid("MTB", 55))
    prices = []
    for _ in range(3):
        play(game, Pass(), Pass(), Pass())
        prices.append(game.view()["auction"]["first_price"])
    assert prices == [15, 10, 5]
    assert asked(game)[0] == 1  # play goes on with the next player
    assert offered(game, BuyPrivate) == [BuyPrivate("AFB", 5)]
    assert game.view()["auction"]["bids"]["MTB"] == {"Ada": 55}  # bids stay
    play(game, Pass(), Pass(), Pass())
    assert game.view()["privates"]["AFB"]["owner"] == "Ada"  # the priority holder, for 0
    assert game.view()["privates"]["MTB"]["owner"] == "Ada"  # the chain
    assert cash(game) == [805, 860, 860]
    assert asked(game) == (1, "Ben", "auction")  # left of the priority holder


@rule("1854 3.12")
def test_passes_are_counted_from_the_last_act() -> None:
    game = new()
    play(game, Pass(), Pass(), Bid("MTB", 55), Pass(), Pass())
    assert game.view()["auction"]["first_price"] == 20
    play(game, Pass())
    assert game.view()["auction"]["first_price"] == 15


@rule("1854 3.7", "1854 3.9", "1854 3.14", "1854 A3")
def test_an_operating_round_interrupts_the_auction() -> None:
    game = new()
    play(game, BuyPrivate("AFB", 20), BuyPrivate("MTB", 50), BuyPrivate("GKB", 70), BuyPrivate("1", 150))
    play(game, Bid("SEB", 300), Pass(), Pass(), Pass())
    assert game.view()["round"] == "Interim OR 1"
    assert cash(game) == [860 - 20 - 150 + 5, 860 - 50 + 10, 860 - 70 + 15]
    assert game.view()["priority"] == "Cleo"  # left of Ben, who bid last
    assert asked(game)[1] == "1"  # the only local that is sold
    assert seen(game, "2")["president"] is None
    while game.view()["round"] == "Interim OR 1":
        assert asked(game)[1] == "1"
        options = [option.action for option in game.options()]
        game.apply(Pass() if Pass() in options else options[0])
    assert game.view()["round"] == "Auction"
    assert asked(game) == (2, "Cleo", "auction")
    assert game.view()["auction"]["bids"] == {}  # no bid is carried over
    assert offered(game, BuyPrivate) == [BuyPrivate("2", 150)]
    play(game, Pass(), Pass(), Pass())  # nobody acts in this auction round
    assert game.view()["round"] == "Interim OR 2"
    assert game.view()["priority"] == "Cleo"


@rule("1854 3.12")
def test_only_the_first_private_gets_cheaper() -> None:
    game = new()
    play(game, Pass(), Pass(), Pass(), BuyPrivate("AFB", 15))
    assert offered(game, BuyPrivate) == [BuyPrivate("MTB", 50)]
    play(game, Pass(), Pass(), Pass())
    assert game.view()["round"] == "Auction"
    assert offered(game, BuyPrivate) == [BuyPrivate("MTB", 50)]


@rule("1854 3.8", "1854 3.9", "1854 3.10")
def test_a_stock_round_follows_when_all_is_sold() -> None:
    game = new()
    play(game, Bid("SEB", 195))
    while game.view()["round"] == "Auction":
        assert not offered(game, BuyShare)
        assert not offered(game, Par)
        game.apply(next(action for action in (*offered(game, BuyPrivate), Pass())))
    assert game.view()["round"] == "SR 1"
    # Ben bought the Arlbergbahn, then Ada got the Semmeringbahn for her bid, which is no act
    buyer = game.view()["privates"]["ARB"]["owner"]
    seats = ["Ada", "Ben", "Cleo"]
    assert game.view()["privates"]["SEB"]["owner"] == "Ada"
    assert game.view()["priority"] == seats[(seats.index(buyer) + 1) % 3]
    assert treasury(game, "6") == 150


@rule("1854 3.9")
def test_a_raise_is_an_act() -> None:
    game = new()
    play(game, Bid("MTB", 55), Bid("MTB", 60), BuyPrivate("AFB", 20), Bid("MTB", 70), Pass())
    play(game, Pass(), Pass(), Pass())
    assert game.view()["priority"] == "Ben"  # left of Ada, who raised after Cleo had bought


@rule("1854 3.13")
def test_no_limit_binds_in_the_auction() -> None:
    game = new(6)
    for _ in range(6):
        play(game, Pass())
    play(game, BuyPrivate("AFB", 15))
    position = Position(6)
    for name in ("1", "2", "3", "4", "5"):
        position.local(name, owner=0)
    position.s.frames = (rules_of(new(6)).auction(0),)
    game = position.cash(400, 0, 0, 0, 0, 0).game()
    assert game.view()["players"][0]["certificates"] == game.view()["players"][0]["certificate_limit"] == 5
    accepted(game, BuyPrivate("6", 150))
    refused(game, Answer(True), "1854 15.1")


@rule("1854 3.15", "1854 3.7", "1854 2.2")
def test_mountain_railways_that_closed_unsold_are_out_of_the_auction() -> None:
    position = Position().phase("5").cash(500, 500, 500)  # every mountain railway has closed
    for number in (1, 2, 3, 4):
        position.local(str(number), owner=number % 3)
    position.set(round=RoundName("auction", 7), frames=(position.own.auction(0),))
    game = position.game()
    assert offered(game, BuyPrivate) == [BuyPrivate("5", 150)]
    assert offered(game, Bid) == [Bid("6", 155)]
    refused(game, Bid("ARB", 175), "1854 3.15")
    waiting = play(game.branch(), Pass(), Pass(), Pass())
    assert waiting.state.round.kind == "operating"  # the Außerfernbahn does not get cheaper any more
    play(game, Bid("6", 155), BuyPrivate("5", 150))
    assert game.state.round.kind == "stock"  # nothing is left to be sold
    assert game.state.companies[rules_of(game).t.company("VB")].ipo == 100
    assert not game.check()
