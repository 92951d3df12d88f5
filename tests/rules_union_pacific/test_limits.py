"""Union Pacific at the limit: the first company of the list, the seat behind the last one, ties of Union Pacific."""

from __future__ import annotations

import pytest

from stellwerk.titles.t_union_pacific.actions import Decline, Invest, PassTurn, PickShare, TakeShare
from stellwerk.titles.t_union_pacific.flow import FICTITIOUS
from stellwerk.titles.t_union_pacific.payout import up_payout
from stellwerk.titles.t_union_pacific.table import title_data
from tests.rules_union_pacific.support import IDS, hand, new, play, position, refused, rules_of
from tests.support import rule


@rule("union-pacific 2.5a")
def test_a_pick_of_the_first_company_stands_as_well() -> None:
    first = IDS[0]
    seed = next(seed for seed in range(50) if new(seed=seed).state.hands[1][0])
    game = new(seed=seed)
    game.apply(PickShare(first), 1)
    refused(game, PickShare(first), "2.5a", seat=1)
    assert {option.seat for option in game.options()} == {None, 2}


@rule("union-pacific 5.3")
def test_a_share_of_the_first_company_from_the_deck() -> None:
    game = position(3, step="take", hands=[{}], deck=[IDS[0], IDS[1]])
    play(game, TakeShare("deck"))
    assert hand(game, 0) == {IDS[0]: 1}
    assert game.state.step == "exchange"


@rule("union-pacific 6.1", "union-pacific A17")
def test_all_shares_of_a_company_may_be_invested_at_once() -> None:
    data = title_data()
    all_shares = {entry.id: entry.shares for entry in data.company} | {data.union_pacific.id: data.union_pacific.shares}
    for name, count in all_shares.items():
        game = position(3, hands=[{name: count}], tracks=[{"wild": 4}])
        play(game, Invest((name,) * count, "wild"))
        assert game.state.held[0][rules_of(game).kit.share_index[name]] >= count


@rule("union-pacific 3.8")
def test_there_is_no_seat_behind_the_last_one() -> None:
    game = position(3)
    refused(game, PassTurn("coast"), "3.8", seat=3)
    refused(game, PassTurn("coast"), "3.8", seat=-1)
    picking = new(3)
    refused(picking, PickShare(IDS[0]), "3.8", seat=3)


@rule("union-pacific 8.1", "union-pacific 8.2")
@pytest.mark.parametrize(
    ("held", "paragraphs", "of_event"),
    [
        ([3, 2, 1], ["8.1", "8.1", "8.1"], "8.1"),
        ([3, 2, 2], ["8.1", "8.2", "8.2"], "8.2"),
        ([2, 2, 0], ["8.2", "8.2", None], "8.2"),
        ([0, 0, 4], [None, None, "8.1"], "8.1"),
    ],
)
def test_the_paragraph_of_a_tie_is_cited_for_those_who_share_it(
    held: list[int], paragraphs: list[str | None], of_event: str
) -> None:
    _, rules = up_payout(title_data().payout.union_pacific[1], held)
    assert [rule for rule, count in zip(rules, held, strict=True) if count] == [name for name in paragraphs if name]
    game = position(3, step="exchange", held=[{"UP": count} for count in held], payouts=1, pending=1)
    play(game, Decline())
    (event,) = [event for event in game.last_events if event.kind == "payout" and event.facts["company"] == "UP"]
    assert event.rule == f"union-pacific {of_event}"
    assert {entry.seat: entry.rule for entry in game.state.ledger if entry.company == rules_of(game).kit.up} == {
        seat: f"union-pacific {name}" for seat, name in enumerate(paragraphs) if name
    }


@rule("union-pacific 10.3", "union-pacific 10.4")
def test_the_third_player_has_a_receipt_of_his_own() -> None:
    game = position(2, step="exchange", held=[{"UP": 1}, {}], payouts=2, pending=1, options={"two_player_rules": True})
    play(game, Decline())
    assert game.state.fiction
    receipts = game.receipts()
    assert {"score Ada", "score Ben", FICTITIOUS} <= set(receipts)
    assert f"score {FICTITIOUS}" not in receipts
    assert receipts[FICTITIOUS].total == game.state.fiction_money
