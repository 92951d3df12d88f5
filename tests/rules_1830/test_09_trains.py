"""1830 9.1, 9.2, 9.4 to 9.9: buying trains from the bank, rusting, discards and the duty to own a train."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyTrain, DiscardTrain, Pass, RunRoutes
from stellwerk.eighteen.board import put
from stellwerk.eighteen.state import RoundName, State
from tests.support import Position, accepted, new, offered, play, refused, rule


def company(game: Game[State], name: str) -> dict[str, Any]:
    found: dict[str, Any] = game.view()["companies"][name]
    return found


def trains(game: Game[State], name: str) -> list[str]:
    found: list[str] = company(game, name)["trains"]
    return found


def asked(game: Game[State]) -> tuple[str, str]:
    """Who is asked about what: (company, part of the turn)."""
    decision = game.decision()
    assert decision is not None
    return decision.actor, decision.kind


def buyer(
    phase: str = "2", cash: int = 1000, step: str = "trains", owned: tuple[str, ...] = (), **options: Any
) -> Position:
    """B&M of Ada, which has a route from the start (Boston to Mansfield), in its train step."""
    return (
        Position(3, **options)
        .company("B&M", par=100, held=[60, 20], cash=cash, trains=owned, owned_train=bool(owned))
        .token("B&M", "E23")
        .phase(phase)
        .operating("B&M", step)
    )


def kinds_on_sale(game: Game[State]) -> list[str]:
    return [entry["train"].split("-")[0] for entry in game.view()["on_sale"]]


# -- 9.1


@rule("1830 9.1")
def test_trains_are_bought_one_at_a_time_up_to_the_limit() -> None:
    game = buyer(cash=1000).game()
    for number in range(4):
        assert asked(game) == ("B&M", "trains")
        play(game, BuyTrain(f"2-{number}", 80))
    assert trains(game, "B&M") == ["2-0", "2-1", "2-2", "2-3"]
    assert company(game, "B&M")["cash"] == 1000 - 4 * 80
    assert game.view()["round"] == "SR 3", "four trains are the limit: nothing more is asked and the round is over"


@rule("1830 9.1")
def test_no_train_is_bought_at_the_limit() -> None:
    position = buyer("6", cash=3000, owned=("5-0", "6-0")).company("C&O", trains=("5-1",)).depot(_5=0)
    game = position.pool_trains("5-2").game()
    assert asked(game) == ("B&M", "trains"), "asked because a trade-in is possible"
    for action in (BuyTrain("6-1", 630), BuyTrain("D-0", 1100), BuyTrain("5-2", 450), BuyTrain("5-1", 1)):
        refused(game, action, "1830 9.1")


@rule("1830 9.1", "1830 9.10c")
def test_a_train_the_treasury_cannot_pay_is_refused() -> None:
    game = buyer(cash=180, owned=("2-0",)).depot(_2=5).game()
    play(game, BuyTrain("2-1", 80), BuyTrain("2-2", 80))
    assert company(game, "B&M")["cash"] == 20
    position = buyer(cash=79, owned=("2-0",)).company("C&O", trains=("2-1",)).depot(_2=4)
    refused(position.game(), BuyTrain("2-2", 80), "1830 9.10c")


@rule("1830 9.1")
def test_buying_is_not_possible_before_the_last_step() -> None:
    for step in ("track", "run", "dividend"):
        game = buyer(owned=("2-0",)).depot(_2=5).operating("B&M", step, revenue=40).game()
        assert asked(game) == ("B&M", step)
        refused(game, BuyTrain("2-1", 80), "1830 14.1")


@rule("1830 9.1")
def test_a_bought_train_runs_from_the_next_operating_round_on() -> None:
    position = buyer(step="run")
    position.s.round = RoundName("operating", 2, 1, 2)
    game = position.game()
    assert asked(game) == ("B&M", "trains"), "without a train nothing ran"
    play(game, BuyTrain("2-0", 80))
    refused(game, RunRoutes(()), "1830 14.1")
    play(game, Pass())
    assert game.view()["round"] == "OR 2.2"
    play(game, Pass())
    assert asked(game) == ("B&M", "run")


# -- 9.2


@rule("1830 9.2")
def test_only_the_cheapest_kind_of_the_depot_is_on_sale() -> None:
    game = buyer().game()
    assert kinds_on_sale(game) == ["2"]
    for train, price in (("3-0", 180), ("4-0", 300), ("D-0", 1100)):
        refused(game, BuyTrain(train, price), "1830 9.2")
    accepted(game, BuyTrain("2-0", 80))


@rule("1830 9.2")
def test_the_next_kind_is_on_sale_when_a_kind_is_sold_out() -> None:
    game = buyer(owned=("2-0",)).depot(_2=1).game()
    play(game, BuyTrain("2-5", 80))
    assert kinds_on_sale(game) == ["3"]
    accepted(game, BuyTrain("3-0", 180))


@rule("1830 9.2")
@pytest.mark.parametrize("price", [79, 81, 0, -80])
def test_the_bank_sells_at_face_price_only(price: int) -> None:
    refused(buyer().game(), BuyTrain("2-0", price), "1830 9.2")


@rule("1830 9.2")
def test_the_price_of_a_depot_train_goes_to_the_bank() -> None:
    game = buyer(cash=500).game()
    bank = game.state.bank
    play(game, BuyTrain("2-0", 80))
    assert game.state.bank == bank + 80
    assert company(game, "B&M")["cash"] == 420


@rule("1830 9.2")
def test_diesels_are_on_sale_beside_the_sixes_from_phase_6_on() -> None:
    game = buyer("5", cash=3000).depot(_5=0).game()
    assert kinds_on_sale(game) == ["6"]
    refused(game, BuyTrain("D-0", 1100), "1830 9.2")
    play(game, BuyTrain("6-0", 630))
    assert kinds_on_sale(game) == ["6", "D"]
    accepted(game, BuyTrain("6-1", 630))
    accepted(game, BuyTrain("D-0", 1100))


@rule("1830 9.2")
def test_every_kind_of_the_train_pool_is_on_sale_at_face_price() -> None:
    game = buyer("5").depot(_5=1).pool_trains("3-1", "4-0").game()
    bank = game.state.bank
    refused(game, BuyTrain("3-1", 179), "1830 9.2")
    game = accepted(accepted(game, BuyTrain("3-1", 180)), BuyTrain("4-0", 300))
    assert trains(game, "B&M") == ["3-1", "4-0"]
    assert game.view()["train_pool"] == []
    assert game.state.bank == bank + 480


@rule("1830 9.2")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_of_equal_trains_in_the_pool_the_one_that_came_first_is_on_sale(preset: str) -> None:
    game = buyer("5", preset=preset).depot(_5=1).pool_trains("4-2", "3-4", "4-0", "3-1").game()
    sold = [entry["train"] for entry in game.view()["on_sale"] if entry["from"] == "pool"]
    assert sold == ["4-2", "3-4"]
    refused(game, BuyTrain("4-0", 300), "1830 9.2")
    game = accepted(game, BuyTrain("4-2", 300))
    accepted(game, BuyTrain("4-0", 300))


@rule("1830 9.2")
def test_a_discarded_train_is_on_sale_at_once_to_the_company_on_turn() -> None:
    game = (
        buyer("3", cash=480)
        .company("PRR", held=[0, 60], president=1, trains=("3-0", "3-1", "3-2", "3-3"))
        .depot(_3=0)
        .game()
    )
    play(game, BuyTrain("4-0", 300), DiscardTrain("3-2"))
    assert asked(game) == ("B&M", "trains")
    play(game, BuyTrain("3-2", 180))
    assert trains(game, "B&M") == ["3-2", "4-0"]


@rule("1830 9.2", "1830 9.4a")
def test_a_train_traded_in_is_on_sale_at_once_to_the_company_on_turn() -> None:
    game = buyer("6", cash=1250, owned=("5-0",)).depot(_5=0).game()
    play(game, BuyTrain("D-0", 800, "5-0"))
    assert game.view()["train_pool"] == ["5-0"]
    play(game, BuyTrain("5-0", 450))
    assert trains(game, "B&M") == ["5-0", "D-0"]
    assert company(game, "B&M")["cash"] == 0


# -- 9.4


@rule("1830 9.4")
@pytest.mark.parametrize("old", ["4-0", "5-0", "6-0"])
def test_a_four_five_or_six_is_handed_in_for_a_diesel_at_800(old: str) -> None:
    game = buyer("6", cash=900, owned=(old,)).game()
    bank = game.state.bank
    for price in (799, 801, 1100):
        refused(game, BuyTrain("D-0", price, old), "1830 9.4")
    game = accepted(game, BuyTrain("D-0", 800, old))
    assert trains(game, "B&M") == ["D-0"]
    assert company(game, "B&M")["cash"] == 100
    assert game.state.bank == bank + 800


@rule("1830 9.4")
def test_without_a_trade_in_a_diesel_costs_1100() -> None:
    game = buyer("6", cash=1200, owned=("5-0",)).game()
    refused(game, BuyTrain("D-0", 800), "1830 9.2")
    game = accepted(game, BuyTrain("D-0", 1100))
    assert trains(game, "B&M") == ["5-0", "D-0"]


@rule("1830 9.4")
def test_only_the_company_s_own_fours_fives_and_sixes_are_handed_in_and_only_for_diesels() -> None:
    position = buyer("D", cash=2500, owned=("5-0", "D-0")).company("C&O", trains=("5-1",)).depot(_5=0)
    game = position.pool_trains("5-2").game()
    refused(game, BuyTrain("D-1", 800, "D-0"), "1830 9.4")
    refused(game, BuyTrain("D-1", 800, "5-1"), "1830 9.4")
    refused(game, BuyTrain("D-1", 800, "5-2"), "1830 9.4")
    refused(game, BuyTrain("5-2", 150, "5-0"), "1830 9.4")
    refused(game, BuyTrain("5-1", 10, "5-0"), "1830 9.2")
    accepted(game, BuyTrain("D-1", 800, "5-0"))
    game = buyer("6", cash=2500, owned=("5-0",)).depot(_5=0).game()
    refused(game, BuyTrain("6-1", 330, "5-0"), "1830 9.4")


@rule("1830 9.4")
def test_trade_ins_are_possible_at_the_limit_and_several_times_in_a_turn() -> None:
    game = buyer("6", cash=1600, owned=("5-0", "6-0")).game()
    play(game, BuyTrain("D-0", 800, "5-0"), BuyTrain("D-1", 800, "6-0"))
    assert trains(game, "B&M") == ["D-0", "D-1"]
    assert company(game, "B&M")["cash"] == 0


@rule("1830 9.4a")
def test_a_five_or_six_handed_in_goes_to_the_train_pool() -> None:
    game = buyer("6", cash=1600, owned=("5-0", "6-0")).game()
    play(game, BuyTrain("D-0", 800, "5-0"), BuyTrain("D-1", 800, "6-0"))
    assert sorted(game.view()["train_pool"]) == ["5-0", "6-0"]


@rule("1830 9.4a", "1830 9.6")
def test_a_four_handed_in_for_the_first_diesel_rusts_with_the_others() -> None:
    game = buyer("6", cash=800, owned=("4-0",)).company("C&O", trains=("4-1", "5-0")).pool_trains("4-2").game()
    play(game, BuyTrain("D-0", 800, "4-0"))
    assert game.view()["train_pool"] == []
    assert trains(game, "C&O") == ["5-0"]
    assert trains(game, "B&M") == ["D-0"]


# -- 9.5


@rule("1830 9.5", "1830 10.1.1")
@pytest.mark.parametrize(
    ("before", "train", "price", "after"),
    [
        ("2", "3-0", 180, "3"),
        ("3", "4-0", 300, "4"),
        ("4", "5-0", 450, "5"),
        ("5", "6-0", 630, "6"),
        ("6", "D-0", 1100, "D"),
    ],
)
def test_the_first_train_of_a_kind_starts_its_phase(before: str, train: str, price: int, after: str) -> None:
    game = buyer(before, cash=2000).depot(**{f"_{before}": 0}).game()
    assert game.view()["phase"] == before
    play(game, BuyTrain(train, price))
    assert game.view()["phase"] == after


@rule("1830 9.5", "1830 10.1.1")
def test_a_train_from_the_pool_starts_no_phase() -> None:
    game = buyer("5", owned=("5-0",)).pool_trains("4-0").game()
    play(game, BuyTrain("4-0", 300))
    assert game.view()["phase"] == "5"


@rule("1830 9.5")
def test_the_buying_step_goes_on_under_the_new_phase() -> None:
    game = buyer("4", cash=1000, owned=("4-0",)).depot(_4=0).game()
    play(game, BuyTrain("5-0", 450))
    assert game.view()["round"] == "SR 3", "two trains are the limit of phase 5; phase 4 would have allowed a third"
    game = buyer("2", cash=1000, owned=("2-0",)).private("SV", 0).depot(_2=0).game()
    play(game, BuyTrain("3-0", 180))
    assert asked(game) == ("B&M", "trains")
    accepted(game, BuyTrain("3-1", 180))


# -- 9.6


@rule("1830 9.6")
@pytest.mark.parametrize(
    ("phase", "train", "price", "rusts"),
    [("3", "4-0", 300, "2"), ("5", "6-0", 630, "3"), ("6", "D-0", 1100, "4")],
)
def test_rusted_trains_vanish_everywhere_without_compensation(phase: str, train: str, price: int, rusts: str) -> None:
    game = (
        buyer(phase, cash=price, owned=(f"{rusts}-0",))
        .company("PRR", held=[0, 60], president=1, cash=10, trains=(f"{rusts}-1", "5-0"))
        .pool_trains(f"{rusts}-2", "5-1")
        .depot(**{f"_{phase}": 0})
        .game()
    )
    play(game, BuyTrain(train, price))
    assert trains(game, "B&M") == [train]
    assert trains(game, "PRR") == ["5-0"]
    assert game.view()["train_pool"] == ["5-1"]
    assert (company(game, "B&M")["cash"], company(game, "PRR")["cash"]) == (0, 10)


@rule("1830 9.6")
def test_other_kinds_do_not_rust() -> None:
    game = buyer("4", cash=450, owned=("3-0",)).company("C&O", trains=("4-0",)).depot(_4=0).game()
    play(game, BuyTrain("5-0", 450))
    assert trains(game, "B&M") == ["3-0", "5-0"]
    assert trains(game, "C&O") == ["4-0"]


@rule("1830 9.6")
def test_no_train_is_given_up_voluntarily() -> None:
    game = buyer(owned=("2-0", "2-1")).depot(_2=4).game()
    refused(game, DiscardTrain("2-0"), "1830 14.1")


# -- 9.7


def crowded() -> Game[State]:
    """Phase 4, limit 3: Ben's PRR has four trains, Cleo's CPR three; Ada's B&M has two and buys the first 5."""
    return (
        buyer("4", cash=500, owned=("4-1", "4-2"))
        .company("CPR", par=82, held=[0, 0, 60], president=2, trains=("3-4", "4-0", "4-3"))
        .company("PRR", par=67, held=[0, 60], president=1, trains=("3-0", "3-1", "3-2", "3-3"))
        .depot(_4=0)
        .game()
    )


@rule("1830 9.7")
def test_companies_discard_in_the_order_of_the_title_file_each_until_it_is_done() -> None:
    game = play(crowded(), BuyTrain("5-0", 450))
    order = []
    while asked(game)[1] == "discard":
        order.append(asked(game)[0])
        play(game, DiscardTrain(trains(game, order[-1])[0]))
        if order[-1] == "B&M":
            break
    assert order == ["PRR", "PRR", "CPR", "B&M"], "CPR has the higher price but stands later in the file"
    assert [len(trains(game, name)) for name in ("PRR", "CPR", "B&M")] == [2, 2, 2]


@rule("1830 9.7")
def test_the_president_chooses_what_is_discarded_and_it_goes_to_the_train_pool() -> None:
    game = play(crowded(), BuyTrain("5-0", 450))
    assert game.view()["asked"]["seat"] == 1
    assert offered(game, DiscardTrain) == [DiscardTrain(f"3-{number}") for number in range(4)]
    refused(game, DiscardTrain("3-4"), "1830 9.7")
    refused(game, DiscardTrain("3-0"), "1830 14.1", seat=0)
    play(game, DiscardTrain("3-1"), DiscardTrain("3-2"))
    assert trains(game, "PRR") == ["3-0", "3-3"]
    assert game.view()["train_pool"] == ["3-1", "3-2"]


@rule("1830 9.7")
def test_the_company_on_turn_may_discard_the_train_it_just_bought() -> None:
    game = play(crowded(), BuyTrain("5-0", 450), *(DiscardTrain(train) for train in ("3-0", "3-1", "3-4", "5-0")))
    assert trains(game, "B&M") == ["4-1", "4-2"]
    assert "5-0" in game.view()["train_pool"]
    assert game.view()["phase"] == "5"


@rule("1830 9.7")
def test_nobody_goes_on_before_the_discards_are_made() -> None:
    game = play(crowded(), BuyTrain("5-0", 450))
    refused(game, Pass(), "1830 14.1")
    refused(game, BuyTrain("5-1", 450), "1830 14.1", seat=0)


# -- 9.8


@rule("1830 9.8", "1830 A7")
def test_the_seed_preset_has_six_diesels() -> None:
    assert new(3).view()["depot"]["D"] == 6
    game = buyer("D", cash=3000, owned=("5-0",)).depot(_D=0, _6=1).game()
    assert kinds_on_sale(game) == ["6"]
    refused(game, BuyTrain("D-6", 1100), "1830 9.2")
    refused(game, BuyTrain("D-6", 800, "5-0"), "1830 9.2")


@rule("1830 9.8")
def test_the_sixth_diesel_is_the_last() -> None:
    game = buyer("D", cash=3000).depot(_D=1, _6=0).game()
    play(game, BuyTrain("D-5", 1100))
    assert game.view()["on_sale"] == []


@rule("1830 9.8", "1830 A7")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"diesel_supply": "unlimited"}])
def test_diesels_never_run_out_when_they_are_unlimited(options: dict[str, Any]) -> None:
    position = buyer("D", cash=3000, **options)
    assert position.s.depot[-1] == -1
    position.s.sold = put(position.s.sold, 5, 6)
    game = position.depot(_6=0).game()
    play(game, BuyTrain("D-6", 1100))
    assert kinds_on_sale(game) == ["D"]
    accepted(game, BuyTrain("D-7", 1100))


@rule("1830 9.8")
@pytest.mark.parametrize(("extra", "left"), [(False, ["D"]), (True, ["6", "D"])])
def test_with_the_extra_train_a_third_six_is_sold(extra: bool, left: list[str]) -> None:
    game = buyer("5", cash=2000, extra_6_train=extra).depot(_5=0).game()
    play(game, BuyTrain("6-0", 630), BuyTrain("6-1", 630))
    assert kinds_on_sale(game) == left


# -- 9.9


def penniless(name: str = "B&M", home: str = "E23", **options: Any) -> Position:
    """A company without money and without a train at the end of its turn; its president has no money either."""
    return Position(3, **options).company(name, held=[60, 20]).token(name, home).cash(0, 0, 0).operating(name, "trains")


@rule("1830 9.9")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_a_company_with_a_route_and_without_a_train_must_buy_one(preset: str) -> None:
    game = penniless(preset=preset).game()
    assert asked(game) == ("B&M", "trains")
    refused(game, Pass(), "1830 9.9")


@rule("1830 9.9", "1830 A6")
@pytest.mark.parametrize("options", [{}, {"preset": "games18xx", "must_buy_train": "always"}])
def test_a_company_without_a_route_must_buy_one_all_the_same(options: dict[str, Any]) -> None:
    game = penniless("PRR", "H12", **options).game()
    assert asked(game) == ("PRR", "trains")
    refused(game, Pass(), "1830 9.9")


@rule("1830 9.9", "1830 A6")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"must_buy_train": "route"}])
def test_with_the_value_route_only_a_company_with_a_route_must_buy(options: dict[str, Any]) -> None:
    game = penniless("PRR", "H12", **options).game()
    assert game.view()["round"] == "SR 3", "not obliged and nothing to pay with: nothing happens"
    game = penniless("PRR", "H12", **options).change("PRR", cash=80).game()
    accepted(game, BuyTrain("2-0", 80))
    accepted(game, Pass())


@rule("1830 9.9")
@pytest.mark.parametrize(("rotation", "obliged"), [(2, True), (4, False)])
def test_a_route_is_two_connected_stops_one_with_the_company_s_token(rotation: int, obliged: bool) -> None:
    # Montreal (CPR) leads over its south-east side to Burlington; #58 there meets it at rotation 2 (exits 2 and 4).
    game = penniless("CPR", "A19", must_buy_train="route").tile("B20", "58", rotation).game()
    assert (game.view()["round"] == "OR 2.1") is obliged


@rule("1830 A6", "1830 9.9")
@pytest.mark.parametrize(("preset", "obliged"), [("seed", True), ("games18xx", False)])
def test_erie_in_phase_2_must_buy_a_train_by_the_seed_only(preset: str, obliged: bool) -> None:
    game = penniless("ERIE", "E11", preset=preset).change("ERIE", cash=80).game()
    assert asked(game) == ("ERIE", "trains")
    if obliged:
        refused(game, Pass(), "1830 9.9")
    else:
        accepted(game, Pass())


@rule("1830 9.9", "1830 A7")
def test_the_duty_lapses_when_depot_and_train_pool_are_empty() -> None:
    position = penniless().company("C&O", trains=("D-0",)).phase("D").depot(_D=0, _6=0)
    assert position.game().view()["round"] == "SR 3"
    game = position.change("B&M", cash=5).operating("B&M", "trains").game()
    assert asked(game) == ("B&M", "trains"), "asked because of C&O's train"
    accepted(game, Pass())


@rule("1830 9.9", "1830 A7")
def test_a_train_in_the_pool_is_enough_for_the_duty() -> None:
    game = penniless().phase("D").depot(_D=0, _6=0).pool_trains("5-0").game()
    refused(game, Pass(), "1830 9.9")


@rule("1830 9.9")
def test_a_company_with_a_train_is_not_obliged() -> None:
    game = buyer(owned=("2-0",)).depot(_2=5).game()
    accepted(game, Pass())
