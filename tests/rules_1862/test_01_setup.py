"""1862 1, 2: terms and setup."""

from __future__ import annotations

import pytest

from stellwerk.core import BadInput
from stellwerk.eighteen.actions import BuyPrivate, BuyShare, Pass, SellShares
from stellwerk.titles.t1862.rules import make
from tests.rules_1862.table import NAMES, Position, asked, held, new, papers, price, rules_of, seen, sound
from tests.support import play, refused, rule


@rule("1862 2.1", "1862 2.2", "1862 TV1")
@pytest.mark.parametrize(
    ("players", "cash", "bank"), [(4, 600, 19_600), (5, 500, 19_500), (6, 440, 19_360), (7, 400, 19_200)]
)
def test_cash_comes_out_of_the_bank(players: int, cash: int, bank: int) -> None:
    game = new(players)
    view = game.view()
    assert [player["cash"] for player in view["players"]] == [cash] * players
    assert view["bank"] == bank
    assert view["priority"] == NAMES[0]
    assert asked(game) == (0, "Ada", "auction")
    sound(game)


@rule("1862 2.1")
@pytest.mark.parametrize("players", [3, 8])
def test_four_to_seven_players(players: int) -> None:
    with pytest.raises(BadInput, match="4 to 7"):
        make([str(seat) for seat in range(players)])


@rule("1862 2.3", "1862 2.4", "1862 2.5", "1862 1.5")
def test_everything_is_on_offer_at_the_start() -> None:
    game = new(5)
    view = game.view()
    assert all(private["owner"] is None and not private["closed"] for private in view["privates"].values())
    assert len(view["privates"]) == 8
    assert all(company["ipo"] == 100 and company["pool"] == 0 for company in view["companies"].values())
    assert view["train_pool"] == []
    assert view["phase"] == "2"
    assert view["phase_color"] == "yellow"
    assert view["on_sale"] == [{"train": "2-0", "price": 100, "from": "depot"}]
    assert view["depot"] | {} == {
        "2": 7, "3": 6, "4": 5, "5": 4, "5E": 1, "6": 3, "6E": 1, "8": 2, "8E": 1, "10": 1, "10E": "unlimited",
    }  # fmt: skip


@rule("1862 1.5")
def test_the_colour_of_every_phase() -> None:
    colours = {phase.id: phase.color for phase in rules_of(new()).t.phases}
    assert colours == {
        "2": "yellow", "3": "green", "4": "green", "5": "brown", "6": "brown", "8": "gray", "10": "gray",
    }  # fmt: skip


@rule("1862 1.1", "1862 1.2")
def test_units_are_halved_by_a_buyback_and_the_price_stays_that_of_ten_percent() -> None:
    position = Position(4).found("NYH", [40, 20, 10, 0], pool=20)
    game = position.found("NYC", [20, 10, 5, 0], bought_back=True, pool=10).game()
    rules = rules_of(game)
    nyh, nyc = rules.t.company("NYH"), rules.t.company("NYC")
    assert [rules.shares.papers(game.state, nyh, seat) for seat in range(4)] == [2, 2, 1, 0]
    assert [rules.shares.papers(game.state, nyc, seat) for seat in range(4)] == [3, 2, 1, 0]
    assert [papers(game, seat) for seat in range(4)] == [5, 4, 2, 0]
    assert seen(game, "NYC")["own_percent"] == 50
    assert price(game, "NYC") == price(game, "NYH") == 100
    assert seen(game, "NYH")["pool_price"] == 100
    assert seen(game, "NYC")["pool_price"] == 50
    sound(game)


@rule("1862 1.3")
def test_bank_and_pool_are_kept_apart() -> None:
    position = Position(4).found("NYH", [40, 10, 0, 0], 100, cell=(0, 6)).cash(0, 20, 500, 0)
    game = play(position.stock(1).game(), SellShares("NYH", 10), Pass())
    assert asked(game)[0] == 2
    company = seen(game, "NYH")
    assert (company["ipo"], company["pool"]) == (50, 10)
    assert company["bank_price"] == 100
    assert company["pool_price"] == 110  # one row under 120
    play(game, BuyShare("NYH", "bank"))
    assert (seen(game, "NYH")["ipo"], seen(game, "NYH")["pool"]) == (40, 10)


@rule("1862 1.4", "1862 5.5", "1862 A6")
def test_founded_is_not_floated() -> None:
    position = Position(4).given("UP", [10, 0, 0, 0]).cash(1000, 1000, 1000, 1000)
    game = position.found("UP", [20, 20, 10, 0], floated=False, operated=False).stock(0).game()
    assert seen(game, "UP")["par"] == 100
    assert not seen(game, "UP")["floated"]
    play(game, BuyShare("UP", "bank"))
    assert seen(game, "UP")["floated"]
    assert seen(game, "UP")["cash"] == 1000


@rule("1862 1.6")
def test_the_home_side_of_the_border() -> None:
    t = rules_of(new()).t
    sides = {entry.id: t.data.map.hex[entry.home.hex].country for entry in t.companies}
    assert [name for name, side in sides.items() if side == "CA"] == ["CP", "CN"]
    assert {side for name, side in sides.items() if name not in ("CP", "CN")} == {"US"}


@rule("1862 1.8", "1862 A26")
def test_a_company_has_operated_from_the_start_of_its_first_turn() -> None:
    position = Position(4).found("NYH", [60, 0, 0, 0], operated=False, cash=1000)
    position.found("NYC", [60, 0, 0, 0], operated=False, cash=1000)
    game = position.begin("NYH", "NYC").game()
    assert asked(game)[1] == "NYH"
    operated = game.state.operated
    assert operated[:2] == (True, False)


@rule("1862 1.9", "1862 6.5")
def test_removed_companies_count_for_the_end_and_not_for_the_limit() -> None:
    game = Position(4).remove("NYH", "NYC").stock(0).game()
    view = game.view()
    assert view["removed"] == ["NYH", "NYC"]
    assert view["certificate_limits"]["companies"] == 11
    assert view["players"][0]["certificate_limit"] == 18
    refused(game, BuyShare("NYH", "bank"), "1862 1.9")


def test_the_first_private_is_offered() -> None:
    game = play(new(4), BuyPrivate("BOM", 20))
    assert game.view()["privates"]["BOM"]["owner"] == "Ada"
    assert held(game, "NYH") == (0, 0, 0, 0)
