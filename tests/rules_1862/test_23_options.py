"""1862 23: options of the money side that are not tested with their rules, and refusals of options."""

from __future__ import annotations

import pytest

from stellwerk.core import BadInput
from stellwerk.eighteen.actions import Pass, SellShares
from stellwerk.titles.t1862.actions import Buyback
from tests.rules_1862.table import Position, asked, cash, new, rules_of
from tests.support import play, rule


@rule("1862 1.8", "1862 A26")
def test_operated_from_the_end_of_the_first_turn() -> None:
    for option, before in (("first_turn_start", True), ("first_turn_end", False)):
        position = Position(4, operated_from=option).found("NYH", [40, 20, 0, 0], operated=False, cash=300)
        position.found("NYC", [60, 0, 0, 0], operated=False, cash=300)
        game = position.begin("NYH", "NYC").game()
        assert game.state.operated[0] is before
        while asked(game)[1] == "NYH":
            play(game, Pass())
        assert game.state.operated[0]


@rule("1862 1.8", "1862 A26", "1862 16.1")
def test_a_first_turn_that_ends_with_a_buyback_has_ended() -> None:
    position = (
        Position(4, operated_from="first_turn_end").phase("3").found("NYH", [60, 20, 0, 0], operated=False, cash=900)
    )
    position.found("NYC", [60, 0, 0, 0], cash=300).home("NYH", "NYC").turn("NYH", "buyback", ("NYC",), first=True)
    game = play(position.game(), Buyback(0))
    assert asked(game)[1] == "NYC"
    assert game.state.operated[0]


@rule("1862 A26", "1862 6.12")
def test_sales_in_between_bring_the_lower_price() -> None:
    position = Position(4).found("NYH", [40, 20, 0, 0], 100, operated=False)
    game = play(position.stock(1).game(), SellShares("NYH", 20))
    assert cash(game)[1] == 784


@rule("1862 A2", "1862 5.1")
@pytest.mark.parametrize("hex_", ["D3", "E2"])
def test_the_home_of_orn(hex_: str) -> None:
    rules = rules_of(new(4, orn_home=hex_))
    assert rules.t.companies[rules.t.company("ORN")].home.hex == hex_
    position = Position(4, orn_home=hex_).found("ORN", [60], cash=500, operated=False).begin("ORN")
    game = position.game()
    assert asked(game)[1:] == ("ORN", "track")
    tokens = game.state.board.tokens[rules.t.hex(hex_)]
    assert rules.t.company("ORN") in tokens[0]


@rule("1862 A1")
def test_every_citation_is_a_paragraph_of_these_rules() -> None:
    rules = rules_of(new(4))
    assert all(rule_.split(" ")[0] == "1862" for rule_ in map(rules.t.cite, rules.t.data.cite))


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadInput, match="no option"):
        new(4, fast=True)
    with pytest.raises(BadInput, match="not one of"):
        new(4, orn_home="A1")
