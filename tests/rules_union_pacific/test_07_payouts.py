"""Union Pacific: payouts, the end, two players (RULES.md 7 to 10)."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.titles.t_union_pacific.actions import Build, Decline, ExchangeShare, TakeShare
from stellwerk.titles.t_union_pacific.payout import company_payout, up_payout
from stellwerk.titles.t_union_pacific.state import State
from stellwerk.titles.t_union_pacific.table import title_data
from tests.rules_union_pacific.support import PAY, holdings, play, position, refused, rules_of, started, texts
from tests.support import rule

ROWS = title_data().payout.union_pacific


def paid(players: int, held: list[dict[str, int]], number: int = 1, **fields: object) -> Game[State]:
    """The position after payout `number`, which the active player's exchange step ends with."""
    game = position(players, step="exchange", held=held, payouts=number - 1, pending=1, **fields)  # type: ignore[arg-type]
    return play(game, Decline())


@rule("union-pacific T2", "union-pacific T4", "union-pacific 7.2")
def test_values() -> None:
    assert position().view()["companies"]["EPRG"]["value"] == 3
    game = position(values={"SFRB": 6})
    assert 13 - game.view()["companies"]["SFRB"]["supply"] == 5
    assert game.view()["companies"]["SFRB"]["value"] == 6
    assert game.receipts()["value SFRB"].total == 6
    assert [line.amount for line in game.receipts()["value SFRB"].lines] == [5, 1]


@rule("union-pacific 7.2", "union-pacific 7.6")
def test_a_locomotive_of_the_same_turn_counts() -> None:
    game = position(held=[{"ESL": 1}, {}, {}], tracks=[{"coast": 4}], deck=[PAY, "MS", "MS"], hands=[{}], up_left=0)
    play(game, Build("coast", "ESL", "boston-new_york"), TakeShare("deck"))
    assert game.result().scores == (3 + 1, 0, 0)
    assert game.state.pending == 0
    assert game.state.active == 1


@pytest.mark.parametrize(
    ("value", "held", "amounts", "paragraph"),
    [
        pytest.param(3, [3, 2, 1], [3, 1, 0], "7.4d", id="T5", marks=rule("union-pacific T5")),
        pytest.param(6, [4, 2, 1], [6, 3, 0], "7.4d", id="T6", marks=rule("union-pacific T6")),
        pytest.param(7, [2, 2, 2], [3, 3, 3], "7.4c", id="T7", marks=rule("union-pacific T7")),
        pytest.param(5, [3, 1, 1, 1], [5, 0, 0, 0], "7.4e", id="T8", marks=rule("union-pacific T8")),
        pytest.param(7, [0, 4, 0], [0, 10, 0], "7.4b", id="T16", marks=rule("union-pacific T16")),
        pytest.param(7, [3, 3, 1], [5, 5, 0], "7.4c", id="T17", marks=rule("union-pacific T17")),
        pytest.param(2, [1, 1, 1], [1, 1, 1], "7.4c", id="T18", marks=rule("union-pacific T18")),
        pytest.param(6, [3, 1, 1], [6, 1, 1], "7.4e", id="T19", marks=rule("union-pacific T19")),
        pytest.param(24, [5, 4], [24, 12], "7.4d", id="T20", marks=rule("union-pacific T20")),
        pytest.param(9, [0, 0, 0], [0, 0, 0], "7.4a", id="none"),
        pytest.param(2, [1, 1, 1, 1, 1], [0, 0, 0, 0, 0], "7.4c", id="rounded to nothing"),
    ],
)
@rule(
    "union-pacific 7.4", "union-pacific 7.4a", "union-pacific 7.4b", "union-pacific 7.4c", "union-pacific 7.4d",
    "union-pacific 7.4e", "union-pacific 7.5", "union-pacific A12",
)  # fmt: skip
def test_company_payouts(value: int, held: list[int], amounts: list[int], paragraph: str) -> None:
    assert company_payout(value, held) == (amounts, paragraph)
    players = max(3, len(held))
    game = paid(players, [{"EPRG": count} for count in held] + [{}] * (players - len(held)), values={"EPRG": value})
    assert list(game.result().scores[: len(held)]) == amounts
    lines = [event for event in game.last_events if event.kind == "payout" and event.facts["company"] == "EP&RG"]
    if any(held):
        assert lines[0].rule == f"union-pacific {paragraph}"
        assert lines[0].receipt is not None
        assert lines[0].receipt.total == sum(amounts)
    else:
        assert lines == []


@pytest.mark.parametrize(
    ("number", "held", "amounts"),
    [
        pytest.param(2, [5, 4, 3, 2, 1], [10, 8, 6, 4, 2], id="T9", marks=rule("union-pacific T9")),
        pytest.param(3, [2, 2, 2], [12, 12, 12], id="T10", marks=rule("union-pacific T10")),
        pytest.param(1, [4, 2, 1], [0, 0, 0], id="T11", marks=rule("union-pacific T11")),
        pytest.param(2, [4, 2, 2, 1], [10, 7, 7, 4], id="T21", marks=rule("union-pacific T21")),
        pytest.param(4, [5, 4, 3, 2, 1, 1], [20, 16, 12, 8, 2, 2], id="T22", marks=rule("union-pacific T22")),
        pytest.param(3, [3, 3, 0], [13, 13, 0], id="T23", marks=rule("union-pacific T23")),
        pytest.param(2, [0, 2, 0], [0, 10, 0], id="T24", marks=rule("union-pacific T24")),
        pytest.param(4, [4, 2, 2, 1], [20, 14, 14, 8], id="T25", marks=rule("union-pacific T25")),
    ],
)
@rule("union-pacific 8.1", "union-pacific 8.2", "union-pacific 8.2a", "union-pacific 8.3", "union-pacific A13")
def test_union_pacific_payouts(number: int, held: list[int], amounts: list[int]) -> None:
    assert up_payout(ROWS[number - 1], held)[0] == amounts
    game = paid(len(held), [{"UP": count} for count in held], number)
    assert list(game.result().scores) == amounts


@rule("union-pacific 8.4")
def test_union_pacific_does_not_depend_on_locomotives_or_stack() -> None:
    held = [{"UP": 2}, {"UP": 1}, {}]
    plain = paid(3, held, 2)
    other = paid(3, held, 2, values={"EPRG": 20, "BNL": 15}, up_left=1)
    assert plain.result().scores == other.result().scores == (10, 8, 0)


@rule("union-pacific 7.1", "union-pacific 7.3")
def test_payouts_are_numbered_and_go_through_the_list() -> None:
    held = [{"WW": 1, "EPRG": 1, "UP": 1, "MS": 1}, {}, {}]
    game = paid(3, held, 2)
    assert "payout 2" in texts(game)
    order = [event.facts["company"] for event in game.last_events if event.kind == "payout"]
    assert order == ["EP&RG", "MS", "W&W", "UP"]
    assert [event.receipt.title.text for event in game.last_events if event.receipt] == [
        "payout 2 of EP&RG, value 3",
        "payout 2 of MS, value 2",
        "payout 2 of W&W, value 2",
        "payout 2 of UP",
    ]


@rule("union-pacific 6.4", "union-pacific 9.4")
def test_hands_never_count() -> None:
    game = paid(3, [{}, {"MS": 1}, {}], 4, hands=[{"MS": 9, "UP": 9}, {}, {}])
    assert game.result().scores == (0, 3, 0)
    assert game.result().winners == (1,)


@rule("union-pacific 9.1", "union-pacific 9.2", "union-pacific A14")
def test_the_game_ends_with_payout_four_and_ties_are_shared() -> None:
    game = paid(3, [{"MS": 1}, {"MS": 1}, {}], 4, active=1)
    assert game.result().finished
    assert game.result().reason == "payout"
    assert game.state.turns == game.at(0).state.turns  # nobody has another turn
    assert [sum(row) for row in game.state.tracks] == [sum(row) for row in game.at(0).state.tracks]
    assert game.decision() is None
    assert game.options() == []
    assert game.result().winners == (0, 1)
    refused(game, Decline(), "9.1", seat=2)
    uneven = paid(3, [{"MS": 1, "WW": 1}, {"BNL": 2, "DM": 1}, {}], 4, hands=[{"UP": 3}, {}, {}], active=1)
    assert uneven.result().scores == (6, 6, 0)
    assert uneven.result().winners == (0, 1)  # no tie-break by shares, hands or seats
    shares = position(3, step="exchange", held=[{"UP": 2}, {}, {}], payouts=3, pending=1, money=(0, 20, 19))
    assert play(shares, Decline()).result().winners == (0, 1)
    early = paid(3, [{"MS": 1}, {}, {}], 3)
    assert not early.result().finished
    assert early.result().winners == ()


def test_score_receipts_add_up() -> None:
    game = paid(3, [{"MS": 2, "UP": 1}, {"MS": 1}, {}], 2)
    receipts = game.receipts()
    assert receipts["score Ada"].total == 12
    assert [(line.text, line.amount) for line in receipts["score Ada"].lines] == [
        ("payout 2 of MS", 2),
        ("payout 2 of UP", 10),
    ]
    assert receipts["score Ben"].total == 1
    assert receipts["score Cleo"].lines == ()


# -- two players


def two(held: list[dict[str, int]], **fields: object) -> Game[State]:
    """Payout 3 of a game of two."""
    settings: dict[str, object] = {"display": [], "deck": [], "up_left": 0}
    game = position(2, step="exchange", held=held, payouts=2, pending=1, **(settings | fields))  # type: ignore[arg-type]
    return play(game, Decline())


@rule("union-pacific 10.1", "union-pacific 10.2", "union-pacific 10.2a")
@rule("union-pacific 10.3", "union-pacific T34", "union-pacific 13.7")
def test_the_third_player_takes_what_is_left() -> None:
    game = two(
        [{"EPRG": 3}, {"EPRG": 2}],
        display=["EPRG", "EPRG", "MS", "DM"],
        deck=["EPRG", PAY, "EPRG", "EPRG", "WW"],
        values={"EPRG": 18},
        hands=[{"EPRG": 4}, {}],
    )
    assert game.result().finished
    assert game.state.payouts == 3
    third = game.view()["third_player"]
    assert third["shares"] == {"EPRG": 5, "MS": 1, "DM": 1, "WW": 1}
    eprg = [entry for entry in game.state.ledger if entry.company == 0]
    assert {entry.seat: entry.amount for entry in eprg} == {2: 18, 0: 9}
    assert any("EP&RG 5, MS 1, DM 1, W&W 1" in text for text in texts(game, None))


@rule("union-pacific T35", "union-pacific 10.3")
def test_the_third_player_holds_the_rest_of_union_pacific() -> None:
    game = two([{"UP": 6}, {"UP": 6}], up_left=8)
    amounts = {entry.seat: entry.amount for entry in game.state.ledger}
    assert amounts == {2: 15, 0: 10, 1: 10}
    assert game.view()["third_player"]["money"] == 15


@rule("union-pacific 10.4", "union-pacific A15")
def test_the_third_player_can_beat_both() -> None:
    lost = two([{}, {"MS": 1}], deck=["EPRG"] * 3, money=(0, 0))
    assert lost.state.fiction_money > max(lost.result().scores)
    assert lost.result().winners == ()
    assert lost.result().scores == (0, 3)
    level = two([{}, {"MS": 1}], deck=["DM"])
    assert level.state.fiction_money == 3
    assert level.result().winners == (1,)


@rule("union-pacific 10.2b", "union-pacific A9", "union-pacific A15")
def test_the_exchange_of_the_last_turn_changes_what_is_left() -> None:
    settings: dict[str, object] = {
        "display": ["MS"], "deck": [], "up_left": 5, "payouts": 1, "pending": 2, "hands": [{"MS": 1}, {}],
    }  # fmt: skip
    kept = position(2, step="exchange", held=[{}, {}], **settings)  # type: ignore[arg-type]
    given = kept.branch()
    play(kept, Decline())
    play(given, ExchangeShare("MS"))
    assert kept.view()["third_player"]["shares"] == {"MS": 1, "UP": 5}
    assert given.view()["third_player"]["shares"] == {"MS": 1, "UP": 4}
    assert kept.state.payouts == 3
    assert all(entry.payout == 3 for entry in kept.state.ledger if entry.seat == 2)  # not in payout 2


@rule("union-pacific 10.5", "union-pacific A15")
def test_a_fourth_payout_card_in_the_same_turn_pays_nothing() -> None:
    game = position(
        2, step="take", payouts=2, deck=[PAY, PAY, "KCC", "WW"], display=["MS", "DM", "WW", "WW"], up_left=0
    )
    play(game, TakeShare("deck"))
    assert game.result().finished
    assert game.state.payouts == 3
    assert game.state.hands[0][rules_of(game).kit.share_index["KCC"]] >= 1
    assert game.view()["third_player"]["shares"] == {"MS": 1, "DM": 1, "WW": 3}


@rule("union-pacific 10.1a")
def test_two_players_without_their_rules() -> None:
    game = position(2, step="exchange", payouts=2, pending=1, options={"two_player_rules": False})
    play(game, Decline())
    assert not game.result().finished
    assert game.view()["payouts"]["last"] == 4
    assert game.view()["third_player"] is None


def test_first_holdings_are_paid_in_a_whole_game() -> None:
    game = started(2, 1)
    assert all(sum(holdings(game, seat).values()) == 1 for seat in range(2))
