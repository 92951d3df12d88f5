"""Union Pacific: turns, builds, investments (RULES.md 3, 4, 6, 14.4)."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import BadInput, Game, Illegal
from stellwerk.titles.t_union_pacific.actions import (
    Build,
    Decline,
    DrawCard,
    ExchangeShare,
    Invest,
    PassTurn,
    ReplaceCard,
    TakeShare,
)
from stellwerk.titles.t_union_pacific.move import Move
from stellwerk.titles.t_union_pacific.state import State
from tests.rules_union_pacific.support import (
    IDS,
    hand,
    holdings,
    kinds,
    play,
    position,
    refused,
    rules_of,
    started,
    texts,
    tracks,
)
from tests.support import rule

# Everything UMR can use is coast; with these hands nobody can build with timber for it.
RED = [("BNL", "casper-salt_lake_city")]


@rule("union-pacific 3.1", "union-pacific 3.5", "union-pacific 3.6", "union-pacific 3.9", "union-pacific 3.9b")
def test_a_turn_draws_one_card_and_ends_with_three() -> None:
    game = started(3, start_player=2)
    assert sum(tracks(game, 1).values()) == 4
    assert [sum(row) for row in game.state.tracks] == [3, 4, 3]
    play(game, Invest(("UP",), next(iter(tracks(game, 1)))))
    assert [sum(row) for row in game.state.tracks] == [3, 3, 4]
    assert game.state.active == 2
    play(game, Invest(("UP",), next(iter(tracks(game, 2)))))
    assert game.state.active == 0


@rule("union-pacific 3.2", "union-pacific A6")
def test_discards_are_shuffled_when_the_last_card_leaves_the_stack() -> None:
    game = position(hands=[{"MS": 2}], stack=(1, 2), used=0, discards=(3, 0, 2, 0, 1))
    game.apply(Invest(("MS",), next(iter(tracks(game, 0)))))
    state = game.state
    assert state.used == 1  # Ben has drawn one; one is left
    assert sum(state.discards) == 7
    last = position(hands=[{"MS": 2}], stack=(1,), used=0, discards=(3, 0, 2, 0, 0))
    card = next(iter(tracks(last, 0)))
    last.apply(Invest(("MS",), card))
    assert len(last.state.stack) == 6  # the five and the one just discarded
    assert last.state.used == 0
    assert last.state.discards == (0, 0, 0, 0, 0)
    assert any("shuffled into a new stack" in text for text in texts(last))
    next_card = next(iter(tracks(last, 1)))
    last.apply(Invest(("UP",), next_card), 1)
    assert sum(last.state.discards) == 1  # the card played later in the turn starts the new discards


@rule("union-pacific 3.3", "union-pacific 3.4", "union-pacific A7")
def test_build_or_invest_is_free_while_both_are_possible() -> None:
    both = position(hands=[{"MS": 1}], tracks=[{"coast": 4}])
    assert kinds(both) == {"build", "invest"}
    refused(both, PassTurn("coast"), "3.4")
    must_build = position(hands=[{}], tracks=[{"coast": 4}])
    assert kinds(must_build) == {"build"}
    refused(must_build, PassTurn("coast"), "3.4")
    must_invest = position(hands=[{"MS": 1}], tracks=[{"coast": 4}], supply=(0,) * 10)
    assert kinds(must_invest) == {"invest"}
    refused(must_invest, PassTurn("coast"), "3.4")


@rule("union-pacific 3.4a", "union-pacific T36", "union-pacific 4.5")
def test_a_player_who_can_do_nothing_passes() -> None:
    game = position(hands=[{}, {"UP": 1}], tracks=[{"coast": 3, "wild": 1}], supply=(0,) * 10)
    assert kinds(game) == {"pass"}
    refused(game, PassTurn("timber"), "3.4a")
    play(game, PassTurn("wild"))
    assert tracks(game, 0) == {"coast": 3}
    assert game.state.discards[4] == 1
    assert game.state.active == 1
    assert sum(game.state.hands[0]) == 0


@rule("union-pacific 3.7", "union-pacific A7", "union-pacific A20")
def test_the_dead_end_holds_all_payouts_at_once() -> None:
    empty: list[dict[str, int]] = [{}, {}, {}]
    game = position(hands=empty, held=[{"EPRG": 1}, {}, {}], tracks=[{"coast": 4}], supply=(0,) * 10, payouts=1)
    play(game, PassTurn("coast"))
    assert game.result().finished
    assert game.result().reason == "dead_end"
    assert game.state.payouts == 4
    assert game.result().scores == (3 * 36, 0, 0)  # value 24: 24 + 12, three times
    going_on = position(hands=[{}, {"MS": 1}, {}], tracks=[{"coast": 4}], supply=(0,) * 10)
    play(going_on, PassTurn("coast"))
    assert not going_on.result().finished


@rule("union-pacific 3.7", "union-pacific A7")
def test_empty_hands_are_no_dead_end_while_a_company_can_grow() -> None:
    game = position(hands=[{"MS": 1}, {}, {}], tracks=[{"coast": 4}])
    play(game, Invest(("MS",), "coast"))
    assert not any(map(any, game.state.hands))
    assert not game.result().finished
    only_dm = tuple(
        1 if name == "DM" else 0 for name in IDS
    )  # DM has no use for the coast, but others have other cards
    wrong_cards = position(hands=[{}, {}, {}], tracks=[{"coast": 4}], supply=only_dm)
    play(wrong_cards, PassTurn("coast"))
    assert not wrong_cards.result().finished


@rule("union-pacific 3.7", "union-pacific 10.1")
def test_the_dead_end_of_two_players_ends_with_the_third_payout() -> None:
    game = position(2, hands=[{}, {}], tracks=[{"coast": 4}], supply=(0,) * 10)
    play(game, PassTurn("coast"))
    assert game.state.payouts == 3
    assert game.state.fiction


@rule("union-pacific 3.8", "union-pacific 3.9", "union-pacific 3.9c", "union-pacific 3.9d")
def test_only_the_active_player_acts_and_only_in_his_step() -> None:
    game = position(hands=[{"MS": 1}], tracks=[{"coast": 4}])
    refused(game, Invest(("UP",), "coast"), "3.8", seat=1)
    refused(game, TakeShare("deck"), "3.9")
    refused(game, Decline(), "3.9")
    play(game, Build("coast", "ESL", "boston-new_york"))
    assert kinds(game) == {"take_share"}
    refused(game, Invest(("MS",), "coast"), "3.9")
    play(game, TakeShare("UP"))
    assert kinds(game) == {"exchange_share", "decline"}
    refused(game, TakeShare("deck"), "3.9")
    decision = game.decision()
    assert decision is not None
    assert (decision.seat, decision.kind, decision.rule) == (0, "exchange", "union-pacific 5.4")
    play(game, Decline())
    refused(game, Decline(), "3.8", seat=0)


def test_actions_of_another_form_are_refused() -> None:
    game = position(hands=[{"MS": 1}], tracks=[{"coast": 4}])
    refused(game, Build("coast", 3, "boston-new_york"), "3.9")  # type: ignore[arg-type]
    refused(game, Invest(["MS"], "coast"), "3.9")  # type: ignore[arg-type]
    refused(game, Invest((3,), "coast"), "1.2")  # type: ignore[arg-type]


# -- building


@rule("union-pacific 4.1", "union-pacific 4.2", "union-pacific 13.2a")
def test_a_build_plays_a_card_and_places_a_locomotive() -> None:
    game = position(hands=[{"MS": 1}], tracks=[{"coast": 3, "wild": 1}])
    before = sum(game.state.discards)
    play(game, Build("wild", "ESL", "boston-new_york"))  # a wild card although a coast card is in hand
    assert tracks(game, 0) == {"coast": 3}
    assert game.view()["track_discards"]["wild"] == 1
    assert sum(game.state.discards) == before + 1
    assert game.view()["companies"]["ESL"]["supply"] == 8
    assert game.view()["sections"]["boston-new_york"]["locomotives"] == ["ESL", None]
    assert hand(game, 0) == {"MS": 1}  # no share of ESL was needed
    refused(position(tracks=[{"coast": 4}]), Build("timber", "ESL", "new_york-pittsburgh"), "4.1")


@rule("union-pacific 4.3", "union-pacific 4.3a")
def test_the_card_must_fit_the_section() -> None:
    game = position(tracks=[{"coast": 2, "wild": 2}])
    refused(game, Build("coast", "ESL", "new_york-pittsburgh"), "4.3a")
    play(game, Build("wild", "ESL", "new_york-pittsburgh"))


@rule("union-pacific 4.3b", "union-pacific 1.6")
def test_the_company_must_be_able_to_use_the_type() -> None:
    game = position(tracks=[{"coast": 2, "wild": 2}])
    refused(game, Build("wild", "MRR", "marquette-toronto"), "4.3b")  # wild does not help: MRR uses timber only
    refused(game, Build("coast", "MRR", "marquette-toronto"), "4.3b")


@rule("union-pacific 4.3c", "union-pacific 1.4")
def test_the_section_needs_a_free_space() -> None:
    place = [("MRR", "marquette-minneapolis")]
    game = position(tracks=[{"timber": 4}], place=[*place, ("MRR", "chicago-minneapolis"), ("MRR", "chicago-omaha")])
    refused(game, Build("timber", "EPRG", "chicago-omaha"), "4.3c")


@rule("union-pacific 4.3d", "union-pacific T12")
def test_no_second_locomotive_of_a_company_on_a_section() -> None:
    game = position(tracks=[{"mountain": 4}])
    assert game.view()["sections"]["denver-el_paso"]["locomotives"] == ["DM", None, None]
    refused(game, Build("mountain", "DM", "denver-el_paso"), "4.3d")


@rule("union-pacific 4.3e", "union-pacific 4.4", "union-pacific T13", "union-pacific T14", "union-pacific 16.3")
def test_the_section_must_be_connected_to_the_home() -> None:
    game = position(tracks=[{"mountain": 4}], place=RED)
    refused(game, Build("mountain", "BNL", "denver-el_paso"), "4.3e")
    for section in ("denver-salt_lake_city", "casper-denver"):
        branch = game.branch()
        play(branch, Build("mountain", "BNL", section))
    later = position(tracks=[{"mountain": 4}], place=[*RED, ("BNL", "casper-denver")])
    play(later, Build("mountain", "BNL", "denver-el_paso"))
    assert later.view()["sections"]["denver-el_paso"]["locomotives"] == ["DM", "BNL", None]


@rule("union-pacific 4.3f")
def test_the_supply_needs_a_locomotive() -> None:
    game = position(tracks=[{"mountain": 4}], values={"WW": 8})
    assert game.view()["companies"]["WW"]["supply"] == 0
    refused(game, Build("mountain", "WW", "billings-casper"), "4.3f")


@rule("union-pacific 4.6")
def test_the_free_space_with_the_lowest_number_is_filled() -> None:
    game = position(tracks=[{"prairie": 4}])
    assert game.view()["sections"]["dallas-el_paso"]["locomotives"] == [None, None, "EPRG"]
    kit = rules_of(game).kit
    section = kit.section_index["dallas-el_paso"]
    assert kit.slots(section, (0, 3)) == [3, None, 0]
    assert kit.slots(section, (0, 3, 4)) == [3, 4, 0]


@rule("union-pacific 4.7")
def test_locomotives_never_leave() -> None:
    game = started(4, 3)
    before = game.state.board
    for _ in range(60):
        if game.decision() is None:
            break
        game.apply(game.options()[0].action)
        for old, new in zip(before, game.state.board, strict=True):
            assert new[: len(old)] == old
        before = game.state.board


@rule("union-pacific 4.8")
def test_the_refusal_names_the_first_broken_condition() -> None:
    """No locomotive, wrong type, wrong card, there already, full, not connected: in this order."""
    game = position(tracks=[{"coast": 4}], values={"WW": 8})
    refused(game, Build("coast", "WW", "marquette-minneapolis"), "4.3f")  # also b, a, e
    game = position(tracks=[{"coast": 4}])
    refused(game, Build("coast", "WW", "marquette-minneapolis"), "4.3b")  # also a, e
    refused(game, Build("coast", "WW", "casper-salt_lake_city"), "4.3a")  # also d
    full = position(tracks=[{"timber": 4}], place=[("MRR", "chicago-omaha")])
    refused(full, Build("timber", "MRR", "chicago-omaha"), "4.3d")  # also c
    refused(full, Build("timber", "KCC", "chicago-omaha"), "4.3c")  # also e
    refused(full, Build("timber", "KCC", "chicago-detroit"), "4.3e")
    refused(full, Build("timber", "UP", "chicago-detroit"), "4.2")
    refused(full, Build("timber", "KCC", "chicago-moon"), "1.4")
    refused(full, Build("gravel", "KCC", "chicago-detroit"), "1.3")


# -- investing


@rule("union-pacific 6.1", "union-pacific T29", "union-pacific 13.2f")
def test_one_company_or_two_single_shares() -> None:
    shares = {"MS": 3, "DM": 1, "UP": 2}
    game = position(hands=[shares], tracks=[{"coast": 4}], held=[{}])
    play(game.branch(), Invest(("MS", "MS", "MS"), "coast"))
    play(game.branch(), Invest(("MS", "UP"), "coast"))
    play(game.branch(), Invest(("UP", "MS"), "coast"))
    play(game.branch(), Invest(("UP", "UP"), "coast"))
    refused(game, Invest(("MS", "MS", "UP"), "coast"), "6.1")
    refused(game, Invest(("MS", "DM", "UP"), "coast"), "6.1")
    refused(game, Invest((), "coast"), "6.1")
    refused(game, Invest(("DM", "DM"), "coast"), "6.1")
    refused(game, Invest(("KCC",), "coast"), "6.1")
    refused(game, Invest(("XY",), "coast"), "1.2")
    play(game, Invest(("DM", "MS"), "coast"))
    assert holdings(game, 0) == {"MS": 1, "DM": 1}
    assert hand(game, 0) == {"MS": 2, "UP": 2}
    assert any("1 MS, 1 DM" in text for text in texts(game))


@rule("union-pacific 6.2", "union-pacific 13.2a", "union-pacific 5.5")
def test_investing_discards_a_card_and_draws_nothing() -> None:
    game = position(hands=[{"MS": 3}], tracks=[{"coast": 3, "wild": 1}])
    refused(game, Invest(("MS",), "prairie"), "6.2")
    deck, up = game.view()["deck"], game.view()["up_stack"]
    play(game, Invest(("MS",), "wild"))
    assert tracks(game, 0) == {"coast": 3}
    assert (game.view()["deck"], game.view()["up_stack"]) == (deck, up)
    assert any("discards wild" in text for text in texts(game, 2))
    assert game.state.active == 1  # and no exchange was asked


@rule("union-pacific 6.3", "union-pacific A11")
def test_rows_grow_and_stay() -> None:
    game = position(hands=[{"MS": 2, "DM": 1}], held=[{"MS": 1}], tracks=[{"coast": 4}])
    play(game, Invest(("MS", "MS"), "coast"))
    assert holdings(game, 0) == {"MS": 3}
    assert set(game.rules.action_types) == {
        "pick_share", "build", "invest", "pass", "take_share", "exchange_share", "decline", "replace_card", "draw_card",
    }  # nothing takes a holding back or trades  # fmt: skip


@rule("union-pacific A17")
def test_hands_have_no_limit() -> None:
    full = {"EPRG": 10, "BNL": 10, "MS": 8, "UP": 5}
    game = position(hands=[full], tracks=[{"coast": 4}], step="take")
    play(game, TakeShare("UP"))
    assert sum(hand(game, 0).values()) == 34


# -- second edition: cards of full types


def with_full_type(tracks: dict[str, int], option: str = "replace", **fields: Any) -> Game[State]:
    """Prairie is full; seat 1 is about to begin its turn, seat 0 has to decline first."""
    game = position(step="exchange", tracks=[{"coast": 3}, tracks], options={"full_type_cards": option}, **fields)
    rules = rules_of(game)
    kit = rules.kit
    state = rules.twin.draft(game.state)
    state.board = tuple(
        (9,) * kit.spaces[number] if entry.type == "prairie" else state.board[number]
        for number, entry in enumerate(kit.sections)
    )
    return Game.from_state(rules, rules.twin.seal(state))


@rule("union-pacific 14.4", "union-pacific 3.9e")
def test_cards_of_a_full_type_may_be_replaced() -> None:
    game = with_full_type({"prairie": 1, "coast": 1, "wild": 1})
    game.apply(Decline())
    assert game.state.step == "replace"
    assert game.state.active == 1
    assert [option.action for option in game.options()] == [ReplaceCard("prairie"), DrawCard()]
    assert refused(game, ReplaceCard("wild"), "14.4").text == "a wild card is not replaced"
    assert refused(game, ReplaceCard("coast"), "14.4").text == "coast still has a free space"
    assert refused(game, ReplaceCard("timber"), "14.4").text == "Ben has no track card timber"
    game.apply(ReplaceCard("prairie"))
    assert game.view()["track_removed"] == {"prairie": 1}
    assert sum(tracks(game, 1).values()) == 3
    assert game.state.step == "replace"  # he may repeat this
    game.apply(DrawCard())
    assert game.state.step == "turn"
    assert sum(tracks(game, 1).values()) == 4


@rule("union-pacific 14.4", "union-pacific 13.8")
def test_the_question_does_not_tell_who_has_such_a_card() -> None:
    for cards in ({"prairie": 3}, {"coast": 3}):
        game = with_full_type(cards)
        game.apply(Decline())
        decision = game.decision()
        assert decision is not None
        assert decision.kind == "replace"
    assert [option.action for option in game.options()] == [DrawCard()]
    free = position(step="exchange", options={"full_type_cards": "replace"})
    free.apply(Decline())
    assert free.state.step == "turn"  # no type is full
    keep = with_full_type({"prairie": 3}, "keep")
    keep.apply(Decline())
    assert keep.state.step == "turn"  # the option is off


@rule("union-pacific 14.4a")
def test_a_card_must_be_left_to_draw() -> None:
    game = with_full_type({"prairie": 2, "wild": 1}, stack=(0, 1), used=0, discards=(0, 0, 0, 0, 0))
    game.apply(Decline())
    assert game.state.step == "replace"
    game.apply(ReplaceCard("prairie"))
    assert game.state.step == "turn"  # one card was left, and it has been drawn
    assert sum(tracks(game, 1).values()) == 4
    few = with_full_type({"prairie": 2, "wild": 1}, stack=(0,), used=0, discards=(0, 0, 0, 0, 0))
    few.apply(Decline())
    assert few.state.step == "turn"
    turns = rules_of(few).turns
    state = rules_of(few).twin.draft(few.state)
    with pytest.raises(Illegal) as caught:
        turns.replace(Move(rules_of(few).t, state), 1, ReplaceCard("prairie"))
    assert caught.value.rule == "union-pacific 14.4a"


def test_history_is_checked() -> None:
    game = started(3)
    for call in (lambda: game.events_of(99, None), lambda: game.action_for(0, None), lambda: game.action_for(99, 1)):
        with pytest.raises(BadInput, match="there is no action"):
            call()


def test_an_exchange_needs_the_share_in_hand() -> None:
    game = position(step="exchange", hands=[{"MS": 1, "UP": 1}])
    refused(game, ExchangeShare("DM"), "5.4")
    refused(game, ExchangeShare("XY"), "1.2")
