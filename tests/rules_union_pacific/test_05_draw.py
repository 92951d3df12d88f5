"""Union Pacific: the share after a build, exchange, payout cards, four of a kind (RULES.md 5)."""

from __future__ import annotations

from stellwerk.core import Game
from stellwerk.titles.t_union_pacific.actions import Build, Decline, ExchangeShare, TakeShare
from stellwerk.titles.t_union_pacific.state import State
from tests.rules_union_pacific.support import (
    PAY,
    hand,
    holdings,
    kinds,
    play,
    position,
    refused,
    rules_of,
    texts,
)
from tests.support import rule

MIXED = ["MS", "DM", "KCC", "WW"]


def taking(**fields: object) -> Game[State]:
    """Ada has built and takes a share."""
    settings: dict[str, object] = {"hands": [{"MS": 1}], "display": MIXED, "deck": ["BNL", "ESL", "UMR", "EPRG", PAY]}
    return position(step="take", **(settings | fields))  # type: ignore[arg-type]


@rule("union-pacific 5.1", "union-pacific 5.1a", "union-pacific 5.1b", "union-pacific 5.1c")
def test_the_three_sources() -> None:
    game = taking()
    sources = [option.action.source for option in game.options()]  # type: ignore[attr-defined]
    assert sorted(sources) == sorted([*MIXED, "deck", "UP"])
    assert kinds(game) == {"take_share"}  # taking is compulsory
    refused(game, Decline(), "3.9")
    refused(game, TakeShare("BNL"), "5.1a")
    refused(game, TakeShare("XY"), "1.2")
    refused(taking(up_left=0), TakeShare("UP"), "5.1c")


@rule("union-pacific 5.2", "union-pacific 13.2b")
def test_a_display_share_is_replaced_at_once() -> None:
    game = play(taking(), TakeShare("DM"))
    assert hand(game, 0) == {"MS": 1, "DM": 1}
    assert game.view()["display"] == ["MS", "KCC", "WW", "BNL"]
    for reader in (0, 1, None):
        assert "Ada takes DM from the display" in texts(game, reader)
        assert "the display gets BNL" in texts(game, reader)


@rule("union-pacific 5.3", "union-pacific 13.2d", "union-pacific 13.3")
def test_a_deck_share_is_seen_by_its_player_only() -> None:
    game = play(taking(), TakeShare("deck"))
    assert hand(game, 0) == {"MS": 1, "BNL": 1}
    assert texts(game, 0) == ["Ada draws BNL from the deck"]
    for reader in (1, 2, None):
        assert texts(game, reader) == ["Ada draws a share from the deck"]
        (event,) = game.events_of(game.ply, reader)
        assert (event.facts, event.whisper) == ({"who": "Ada", "source": "deck"}, None)
    assert game.view()["display"] == MIXED


@rule("union-pacific 5.1c", "union-pacific 13.2c")
def test_union_pacific_from_the_stack_is_open() -> None:
    game = play(taking(up_left=9), TakeShare("UP"))
    assert hand(game, 0) == {"MS": 1, "UP": 1}
    assert game.view()["up_stack"] == 8
    assert texts(game, None) == ["Ada takes a share of Union Pacific"]


@rule("union-pacific 5.4", "union-pacific 5.4a", "union-pacific 5.4c", "union-pacific A8", "union-pacific 3.9d")
def test_the_exchange_comes_after_the_refill() -> None:
    game = play(taking(up_left=9), TakeShare("DM"))
    assert game.view()["display"][-1] == "BNL"
    assert game.state.step == "exchange"
    offered = [option.action for option in game.options()]
    assert offered == [ExchangeShare("MS"), ExchangeShare("DM"), Decline()]
    play(game, ExchangeShare("DM"))  # the share just taken
    assert hand(game, 0) == {"MS": 1, "UP": 1}
    assert holdings(game, 0).get("UP", 0) == holdings(taking(), 0).get("UP", 0)
    assert game.view()["up_stack"] == 8
    assert game.state.box[rules_of(game).kit.share_index["DM"]] == 1


@rule("union-pacific 5.4b", "union-pacific T33")
def test_two_union_pacific_shares_in_a_turn_and_no_more() -> None:
    game = position(hands=[{"DM": 2}], tracks=[{"coast": 4}], up_left=9)
    play(game, Build("coast", "ESL", "boston-new_york"), TakeShare("UP"), ExchangeShare("DM"))
    assert hand(game, 0) == {"DM": 1, "UP": 2}
    assert game.view()["up_stack"] == 7
    assert game.state.active == 1  # only one exchange a turn


@rule("union-pacific 5.4d", "union-pacific A8", "union-pacific A19", "union-pacific 13.8")
def test_what_cannot_be_given_up() -> None:
    game = play(taking(hands=[{"UP": 2}], held=[{"DM": 1}]), TakeShare("UP"))
    assert [option.action for option in game.options()] == [Decline()]  # asked all the same: nobody learns the hand
    refused(game, ExchangeShare("UP"), "5.4d")
    refused(game, ExchangeShare("DM"), "5.4")  # a holding
    empty = play(taking(up_left=0), TakeShare("DM"))
    assert empty.state.active == 1
    last = play(taking(up_left=1), TakeShare("UP"))
    assert last.state.active == 1  # the stack is empty now: no exchange


@rule("union-pacific 14.3")
def test_union_pacific_by_exchange_only() -> None:
    game = taking(options={"up_by": "exchange"})
    assert TakeShare("UP") not in [option.action for option in game.options()]
    refused(game, TakeShare("UP"), "14.3")
    play(game, TakeShare("DM"), ExchangeShare("DM"))
    assert hand(game, 0) == {"MS": 1, "UP": 1}


@rule("union-pacific 5.6", "union-pacific 5.6a", "union-pacific 5.6b")
@rule("union-pacific 7.7", "union-pacific T32", "union-pacific A9")
def test_payout_cards_drawn_from_the_deck() -> None:
    game = taking(deck=[PAY, PAY, "KCC", "ESL", PAY], held=[{"UP": 1, "EPRG": 1}, {}, {}], payouts=1)
    play(game, TakeShare("deck"))
    assert hand(game, 0) == {"MS": 1, "KCC": 1}
    assert game.view()["payouts"] == {"done": 1, "last": 4, "pending": 2}
    assert game.result().scores == (0, 0, 0)  # the payouts wait for the exchange
    assert texts(game, 1).count("Ada lays out a payout card") == 2
    play(game, Decline())
    assert game.view()["payouts"]["done"] == 3
    assert game.result().scores == (10 + 15 + 2 * (3 + 1), 0, 0)  # UP by two consecutive columns
    assert game.state.active == 1


@rule("union-pacific 5.6", "union-pacific 5.8", "union-pacific 7.6")
def test_a_payout_card_met_by_the_refill() -> None:
    game = taking(deck=[PAY, "KCC", "ESL"], held=[{}, {"DM": 2}, {}])
    play(game, TakeShare("MS"))
    assert game.view()["display"] == ["DM", "KCC", "WW", "KCC"]
    play(game, Decline())
    assert game.view()["payouts"] == {"done": 1, "last": 4, "pending": 0}
    assert game.result().scores == (0, 3, 0)
    assert game.state.active == 1


@rule("union-pacific 5.7", "union-pacific T30", "union-pacific 13.1", "union-pacific A22")
def test_four_of_a_kind_go_to_the_box() -> None:
    game = taking(display=["MS", "MS", "MS", "DM"], deck=["MS", "BNL", "ESL", "UMR", "EPRG", "KCC"])
    play(game, TakeShare("DM"))
    assert game.view()["display"] == ["BNL", "ESL", "UMR", "EPRG"]
    assert game.state.box[2] == 4
    assert "four of a kind: all MS go to the box" in texts(game, None)
    assert "box" not in game.view(0)


@rule("union-pacific 5.7a", "union-pacific T31", "union-pacific A10")
def test_a_payout_card_among_the_replacements() -> None:
    game = taking(
        display=["MS", "MS", "MS", "DM"], deck=["MS", PAY, "BNL", "BNL", "BNL", "BNL", "KCC", "ESL", "UMR", "WW"]
    )
    play(game, TakeShare("DM"))
    assert game.view()["display"] == ["KCC", "ESL", "UMR", "WW"]  # the four BNL went as well
    assert game.state.pending == 1
    simple = taking(display=["MS", "MS", "MS", "DM"], deck=["MS", PAY, "BNL", "ESL", "UMR", "EPRG", "KCC"])
    play(simple, TakeShare("DM"))
    assert simple.state.drawn == 1 + 5
    assert len(simple.view()["display"]) == 4
    play(simple, Decline())
    assert simple.state.payouts == 1


@rule("union-pacific 5.9", "union-pacific A10", "union-pacific 9.3")
def test_an_empty_deck_is_not_replaced() -> None:
    short = taking(deck=[PAY], payouts=3)
    play(short, TakeShare("DM"))
    assert short.view()["display"] == ["MS", "KCC", "WW"]
    assert short.state.step == "exchange"  # a share was taken
    play(short, Decline())
    assert short.result().finished
    none = taking(deck=[PAY], payouts=3)
    play(none, TakeShare("deck"))
    assert none.result().finished  # no share came, so no exchange was asked
    assert hand(none, 0) == {"MS": 1}
    assert any("gets no share" in text for text in texts(none))
    refused(taking(deck=[]), TakeShare("deck"), "5.9")
    same = taking(deck=["MS"], display=["MS", "MS", "DM"])
    play(same, TakeShare("DM"))
    assert same.view()["display"] == ["MS", "MS", "MS"]  # three of a kind stay


@rule("union-pacific 13.2e", "union-pacific A22", "union-pacific 13.3")
def test_an_exchange_tells_others_only_that_it_was_made() -> None:
    game = play(taking(), TakeShare("DM"), ExchangeShare("DM"))
    assert "Ada exchanges a share for one of Union Pacific" in texts(game, 1)
    assert "Ada gives up DM for a share of Union Pacific" in texts(game, 0)
    assert game.events_of(2, 1)[0].facts == {"who": "Ada"}
    assert game.action_for(2, 1) == {"type": "exchange_share"}
    assert game.action_for(2, None) == {"type": "exchange_share"}
    assert game.action_for(2, 0) == {"type": "exchange_share", "share": "DM"}
    declined = play(taking(), TakeShare("DM"), Decline())
    assert "Ada exchanges nothing" in texts(declined, 2)
