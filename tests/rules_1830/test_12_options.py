"""1830 12: the table of options, the two presets, and that every value of every option changes something."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from stellwerk.core import Action, BadInput, Game, TranscriptError
from stellwerk.eighteen.actions import (
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Exchange,
    LayTile,
    Par,
    Pass,
    Route,
    RunRoutes,
    Sale,
    SellList,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.state import State
from stellwerk.formats import load_bytes
from stellwerk.titles import find
from tests.support import DATA, Position, new, play, refused, rule, rules_of

Scalar = bool | int | str


def scalar(cell: str) -> Scalar:
    """A cell of the table: what stands before a remark in brackets or an `or`."""
    text = cell.split(", or ")[0].split(" (")[0].strip()
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def table() -> dict[str, tuple[Scalar, Scalar, list[Scalar], str]]:
    """Section 12 of RULES.md: option -> (seed, games18xx, other values, paragraphs)."""
    section = find("1830").rules_text().split("## 12. Options")[1].split("12.1 ")[0]
    found = {}
    for line in section.splitlines():
        match = re.match(r"\| `(\w+)` \|(.*)\|(.*)\|(.*)\|(.*)\|$", line)
        if match:
            name, seed, games, other, paragraphs = (part.strip() for part in match.groups())
            found[name] = (scalar(seed), scalar(games), [scalar(other)] if other else [], paragraphs)
    return found


def same(one: Scalar, two: Scalar) -> bool:
    return one == two and type(one) is type(two)


OPTIONS = rules_of(new(2)).t.data.option


@rule("1830 12.1")
def test_the_title_has_exactly_the_options_of_the_table() -> None:
    assert len(table()) == 27
    assert set(OPTIONS) == set(table())


@rule("1830 12.1")
@pytest.mark.parametrize("name", sorted(table()))
def test_values_presets_and_paragraph_of_an_option_are_those_of_the_table(name: str) -> None:
    seed, games, other, paragraphs = table()[name]
    entry = OPTIONS[name]
    assert same(entry.presets["seed"], seed)
    assert same(entry.presets["games18xx"], games)
    wanted: list[Scalar] = []
    for value in (seed, games, *other):
        if not any(same(value, known) for known in wanted):
            wanted.append(value)
    assert sorted(map(repr, entry.values)) == sorted(map(repr, wanted))
    assert entry.rule in paragraphs.split(", ")
    assert entry.text


@rule("1830 12.1")
def test_there_are_two_presets_and_the_seed_is_the_default() -> None:
    assert rules_of(new(3)).t.data.presets == ["seed", "games18xx"]
    assert new(3).rules.options == new(3, "seed").rules.options
    for preset, column in (("seed", 0), ("games18xx", 1)):
        assert dict(new(3, preset).rules.options) == {name: row[column] for name, row in table().items()}


@rule("1830 12.1")
def test_a_chosen_value_stands_on_top_of_the_preset() -> None:
    options = new(3, "games18xx", must_buy_train="always").rules.options
    assert options["must_buy_train"] == "always"
    assert options["diesel_supply"] == "unlimited"


def test_an_unknown_preset_is_named_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"^1830 has no preset 'rails'; it has seed, games18xx$"):
        new(3, "rails")


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(BadInput, match=r"^1830 has no option 'must_by_train'; it has sell_before_operating, "):
        new(3, must_by_train="always")


@pytest.mark.parametrize(
    ("name", "value", "values"),
    [
        ("must_buy_train", "sometimes", "'always', 'route'"),
        ("diesel_supply", 7, "6, 'unlimited'"),
        ("private_trade_from_sr", True, "1, 2"),
        ("score_privates", 1, "True, False"),
        ("bank_break", None, "'below zero', 'at zero'"),
    ],
)
def test_an_unknown_value_is_named_with_the_legal_ones(name: str, value: Any, values: str) -> None:
    with pytest.raises(BadInput) as caught:
        new(3, **{name: value})
    assert str(caught.value) == f"1830 option {name}: {value!r} is not one of {values}"


# -- every value of every option changes something


def legal(game: Game[State], action: Action, seat: int | None = None) -> bool:
    return game.why_not(action, seat) is None


def needy(cash: int = 0, treasury: int = 0, phase: str = "2", **options: Any) -> Position:
    """Ada's B&M at 100 has a route but no train and must buy one."""
    position = Position(3, **options).company("B&M", par=100, held=[60, 20], cash=treasury).token("B&M", "E23")
    return position.phase(phase).cash(cash, 400, 300).operating("B&M", "trains")


def auction_with_a_bid(name: str, value: Scalar) -> Game[State]:
    """Ada bids on CS, Ben buys SV, so that Ada gets CS."""
    chosen: dict[str, Any] = {name: value}
    return play(new(3, **chosen), Bid("CS", 45), BuyPrivate("SV", 20))


def whole_auction(value: Scalar) -> int:
    """Ben's bid on BO wins with Cleo's purchase of CA; who has the priority."""
    game = new(3, auction_priority=value)
    play(game, BuyPrivate("SV", 20), BuyPrivate("CS", 40), BuyPrivate("DH", 70), BuyPrivate("MH", 110))
    play(game, Bid("BO", 225), BuyPrivate("CA", 160), Par("B&O", 67))
    return game.state.priority


def traders(number: int = 2, **options: Any) -> Game[State]:
    """A stock round; Ada on turn owns DH, Ben owns SV."""
    position = Position(3, **options).private("SV", 1).private("DH", 0).cash(300, 300, 300)
    return position.stock(seat=0, number=number).game()


def brown(value: Scalar) -> bool:
    """A second IPO share of a brown company."""
    position = Position(3, brown_multi_buy_from_ipo=value).company(
        "PRR", par=67, held=[20, 30], president=1, cell=(7, 0)
    )
    game = play(position.cash(500, 500, 500).stock(seat=0).game(), BuyShare("PRR", "ipo"))
    return legal(game, BuyShare("PRR", "ipo"))


def two_sales(value: Scalar) -> bool:
    position = Position(3, batch_sale_order=value).company("PRR", held=[20, 40], president=1)
    game = position.company("C&O", held=[20, 40], president=1).stock(seat=0).game()
    return legal(game, SellList((Sale("PRR", 10), Sale("C&O", 10))))


def diesels(value: Scalar) -> object:
    return new(3, diesel_supply=value).view()["depot"]["D"]


def cs_in_the_train_step(value: Scalar) -> bool:
    game = needy(treasury=200, cs_timing=value).private("CS", "B&M").game()
    return legal(game, LayTile("B20", "58", 2, "CS"))


def mh_in_the_middle_of_a_turn(value: Scalar) -> bool:
    game = needy(treasury=200, mh_timing=value).private("MH", 1).operating("B&M", "track").game()
    return legal(play(game, Pass()), Exchange("MH", "ipo"), 1)


def scranton_of_a_player(value: Scalar) -> bool:
    position = Position(3, dh_hex_blocked=value).company("PRR", par=100, held=[60], cash=500).token("PRR", "H12")
    position.private("DH", 1).tile("H14", "8", 1).tile("G15", "9", 0)
    return legal(position.operating("PRR", "track").game(), LayTile("F16", "57", 0))


def half_a_certificate(value: Scalar) -> bool:
    game = needy(cash=80, ebuy_president_cert=value).company("PRR", held=[20, 20]).game()
    return legal(game, SellShares("PRR", 10))


def not_the_cheapest(value: Scalar) -> bool:
    game = needy(cash=2000, phase="6", ebuy_depot_train=value).pool_trains("5-0").game()
    return legal(game, BuyTrain("6-1", 630))


def with_a_train_of_ben(train: str = "2-0", **options: Any) -> Game[State]:
    position = needy(cash=200, **options).company("PRR", par=67, held=[0, 60], president=1, trains=(train,))
    return position.depot(_2=5).game()


def new_york_without_money(value: Scalar) -> bool:
    position = Position(3, printed_yellow_cost=value).company("NYNH", par=100, held=[60]).token("NYNH", "G19")
    game = position.phase("3").operating("NYNH", "track").game()
    return any(isinstance(option.action, LayTile) and option.action.hex == "G19" for option in game.options())


def gulf_twice(value: Scalar) -> bool:
    """From I1 over I3 to Columbus (H4), and over I5 and J4 to J2."""
    position = (
        Position(3, gulf_single_visit=value).company("PRR", par=100, held=[60], trains=("3-0",)).token("PRR", "H12")
    )
    position.phase("3").tile("I3", "8", 1).tile("H4", "57", 0).tile("H4", "14", 5).tile("I5", "8", 0).tile("J4", "8", 1)
    game = position.token("PRR", "H4").operating("PRR", "run").game()
    path = ("I1.0", "I1:4", "I3:3", "H4.0", "H4:5", "I5:0", "J4:1", "J2.0")
    return legal(game, RunRoutes((Route("3-0", path),)))


def less_than_the_best(value: Scalar) -> bool:
    """A run of nothing where Altoona and Pittsburgh can be run."""
    position = Position(3, best_run=value).company("PRR", held=[60], trains=("2-0",)).token("PRR", "H12")
    return legal(position.tile("H10", "57", 1).depot(_2=5).operating("PRR", "run").game(), RunRoutes(()))


def bank_at_zero(value: Scalar) -> bool:
    position = Position(3, bank_break=value).company("PRR", par=67, held=[20, 40], president=1)
    game = position.cash(11933, 0, 0).stock(seat=0).game()
    assert game.state.bank == 67
    return bool(play(game, SellShares("PRR", 10)).view()["bank_broken"])


def deal(value: Scalar) -> str:
    game = play(with_a_train_of_ben(consent=value), BuyTrain("2-0", 50))
    return str(game.view()["companies"]["B&M"]["trains"])


BEHAVIOUR: dict[str, Callable[[Scalar], object]] = {
    "sell_before_operating": lambda value: legal(
        Position(3, sell_before_operating=value)
        .company("PRR", held=[20, 40], president=1, operated=False)
        .stock(seat=0)
        .game(),
        SellShares("PRR", 10),
    ),
    "bid_step": lambda value: legal(new(3, bid_step=value), Bid("CS", 46)),
    "auction_resume": lambda value: auction_with_a_bid("auction_resume", value).view()["asked"]["seat"],
    "auction_priority": whole_auction,
    "player_private_trade": lambda value: legal(traders(player_private_trade=value), BuyPrivate("SV", 20)),
    "private_trade_from_sr": lambda value: legal(traders(number=1, private_trade_from_sr=value), BuyPrivate("SV", 20)),
    "private_trade_is_purchase": lambda value: legal(traders(private_trade_is_purchase=value), SellPrivate("DH", 1, 9)),
    "brown_multi_buy_from_ipo": brown,
    "batch_sale_order": two_sales,
    "must_buy_train": lambda value: legal(
        Position(3, must_buy_train=value)
        .company("PRR", held=[60], cash=80)
        .token("PRR", "H12")
        .operating("PRR", "trains")
        .game(),
        Pass(),
    ),
    "diesel_supply": diesels,
    "extra_6_train": lambda value: new(3, extra_6_train=value).view()["depot"]["6"],
    "cs_timing": cs_in_the_train_step,
    "mh_timing": mh_in_the_middle_of_a_turn,
    "dh_hex_blocked": scranton_of_a_player,
    "ebuy_private_sale": lambda value: legal(
        needy(ebuy_private_sale=value).private("SV", 0).game(), SellPrivate("SV", 1, 9)
    ),
    "ebuy_president_cert": half_a_certificate,
    "ebuy_depot_train": not_the_cheapest,
    "ebuy_other_price_cap": lambda value: legal(with_a_train_of_ben(ebuy_other_price_cap=value), BuyTrain("2-0", 81)),
    "ebuy_other_train": lambda value: legal(
        needy(cash=100, treasury=180, phase="3", ebuy_other_train=value)
        .company("PRR", par=67, held=[0, 60], president=1, trains=("4-0",))
        .game(),
        BuyTrain("4-0", 181),
    ),
    "trains_from_other_presidents": lambda value: legal(
        with_a_train_of_ben(trains_from_other_presidents=value), BuyTrain("2-0", 50)
    ),
    "printed_yellow_cost": new_york_without_money,
    "gulf_single_visit": gulf_twice,
    "best_run": less_than_the_best,
    "bank_break": bank_at_zero,
    "score_privates": lambda value: traders(score_privates=value).result().scores[0],
    "consent": deal,
}
WHAT_HAPPENS: dict[str, tuple[object, ...]] = {
    # option -> what the example above shows, value by value in the order of title.toml
    "sell_before_operating": (False, True),
    "bid_step": (False, True),
    "auction_resume": (1, 2),
    "auction_priority": (2, 0),
    "player_private_trade": (True, False),
    "private_trade_from_sr": (True, False),
    "private_trade_is_purchase": (True, False),
    "brown_multi_buy_from_ipo": (True, False),
    "batch_sale_order": (True, False),
    "must_buy_train": (False, True),
    "diesel_supply": (6, "unlimited"),
    "extra_6_train": (2, 3),
    "cs_timing": (False, True),
    "dh_hex_blocked": (True, False),
    "mh_timing": (False, True),
    "ebuy_private_sale": (True, False),
    "ebuy_president_cert": (False, True),
    "ebuy_depot_train": (False, True),
    "ebuy_other_price_cap": (False, True),
    "ebuy_other_train": (False, True),
    "trains_from_other_presidents": (True, False),
    "printed_yellow_cost": (False, True),
    "gulf_single_visit": (False, True),
    "best_run": (True, False),
    "bank_break": (False, True),
    "score_privates": (300 + 70, 300),
    "consent": ("[]", "['2-0']"),
}


def test_every_option_has_an_example() -> None:
    assert set(BEHAVIOUR) == set(WHAT_HAPPENS) == set(OPTIONS)


@pytest.mark.parametrize("name", sorted(BEHAVIOUR))
def test_every_value_of_the_option_changes_something(name: str) -> None:
    shown = tuple(BEHAVIOUR[name](value) for value in OPTIONS[name].values)
    assert shown == WHAT_HAPPENS[name]
    assert len(set(map(repr, shown))) == len(shown)


# -- replays


def recorded(optional: list[str] | None, **more: Any) -> bytes:
    """A file of 18xx.games without actions."""
    players = [{"id": number, "name": name} for number, name in enumerate(("Ada", "Ben", "Cleo"), 7)]
    raw: dict[str, Any] = {"title": "1830", "players": players, "actions": []}
    if optional is not None:
        raw["settings"] = {"optional_rules": optional}
    return msgspec.json.encode(raw | more)


@rule("1830 12.1")
def test_a_recorded_game_is_replayed_with_the_preset_games18xx_and_its_optional_rules() -> None:
    plain = dict(load_bytes(recorded([])).game.rules.options)
    assert plain == {**new(3, "games18xx").rules.options, "consent": "recorded"}
    both = dict(load_bytes(recorded(["optional_6_train", "multiple_brown_from_ipo"])).game.rules.options)
    assert both == {**plain, "extra_6_train": True, "brown_multi_buy_from_ipo": True}


@rule("1830 12.1")
def test_an_unknown_optional_rule_is_named() -> None:
    with pytest.raises(TranscriptError, match="the optional rule 'seven_players' is not known"):
        load_bytes(recorded(["seven_players"]))


def first_recorded_game() -> dict[str, Any]:
    path = min((DATA / "random").glob("*.json.gz"))
    raw: dict[str, Any] = msgspec.json.decode(gzip.decompress(path.read_bytes()))
    return raw


def replay_refusal(raw: dict[str, Any]) -> tuple[int | None, str]:
    """Where a replay is refused, and by which paragraph."""
    with pytest.raises(TranscriptError) as caught:
        load_bytes(msgspec.json.encode(raw))
    assert caught.value.cause is not None
    return caught.value.action, caught.value.cause.rule


def first(raw: dict[str, Any], kind: str) -> dict[str, Any]:
    """The first recorded action of a kind by a company."""
    lines = [line for line in raw["actions"] if line["type"] == kind and line["entity_type"] == "corporation"]
    found: dict[str, Any] = lines[0]
    return found


@rule("1830 12.2", "1830 8.1.6")
def test_the_connection_of_track_is_checked_in_a_replay() -> None:
    raw = first_recorded_game()
    lay = first(raw, "lay_tile")
    lay |= {"hex": "J6", "tile": "9-0", "rotation": 1}  # far from every home city
    assert replay_refusal(raw) == (lay["id"], "1830 8.1.6")


@rule("1830 12.2", "1830 8.1.4")
def test_the_orientation_of_track_is_checked_in_a_replay() -> None:
    raw = first_recorded_game()
    lay = first(raw, "lay_tile")
    lay |= {"hex": "B22", "tile": "9-0", "rotation": 0}  # its north-east side leads off the map
    assert replay_refusal(raw) == (lay["id"], "1830 8.1.4")


@rule("1830 12.2", "1830 9.2")
def test_train_purchases_are_checked_in_a_replay() -> None:
    raw = first_recorded_game()
    purchase = first(raw, "buy_train")
    purchase["price"] += 1
    assert replay_refusal(raw) == (purchase["id"], "1830 9.2")


# -- 12.3: what 18xx.games accepts against the rules is refused in its preset too (9.10c and 9.13: test_09_*)


@rule("1830 12.3", "1830 2.1")
@pytest.mark.parametrize("price", [17, 27])
def test_the_cheapest_private_costs_its_price(price: int) -> None:
    refused(new(3, "games18xx"), BuyPrivate("SV", price), "1830 2.1")


@rule("1830 12.3", "1830 2.5")
def test_in_a_bid_off_nothing_else_is_bid_on() -> None:
    game = play(new(3, "games18xx"), Bid("CS", 45), Bid("CS", 50), BuyPrivate("SV", 20))
    assert game.view()["asked"]["seat"] == 0
    refused(game, Bid("DH", 75), "1830 2.5")


@rule("1830 12.3", "1830 4.15", "1830 10.3.5")
@pytest.mark.parametrize("pool", [0, 10])
def test_ca_is_traded_like_any_private_and_brings_no_share(pool: int) -> None:
    held = [10 - pool, 40]
    position = Position(3, "games18xx").company("PRR", par=67, held=held, president=1, pool=pool).private("CA", 0)
    game = play(position.cash(300, 300, 300).stock(seat=2).game(), BuyPrivate("CA", 200), Answer(True))
    prr = game.view()["companies"]["PRR"]
    assert game.view()["players"][2]["shares"] == {}
    assert (prr["ipo"], prr["pool"]) == (50, pool)


@rule("1830 12.3", "1830 4.15")
def test_a_private_is_not_given_away() -> None:
    refused(traders(preset="games18xx"), BuyPrivate("SV", 0), "1830 4.15")
