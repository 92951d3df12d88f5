"""Reading 18xx.games files: undo, ids, actors, the head of the file, and what is refused."""

from __future__ import annotations

import copy
import gzip
from typing import Any

import msgspec
import pytest

from stellwerk.core import TranscriptError
from stellwerk.eighteen.actions import Bid, BuyPrivate, Exchange, Par, Pass
from stellwerk.eighteen.state import RoundName
from stellwerk.formats import load_bytes, load_file
from stellwerk.formats.export18xx import export
from stellwerk.formats.games18xx import seats_by_id
from stellwerk.formats.loaded import Loaded
from stellwerk.formats.share_ids import IPO, POOL, ShareIds
from stellwerk.formats.site_ids import SiteIds
from stellwerk.formats.undo import live_actions
from tests.support import DATA, RECORDED, left_out, new, play, rules_of

GAME = DATA / "random" / "1830-random-1242.json.gz"  # 6 players, 324 actions, bankruptcy
Raw = dict[str, Any]


def recorded(name: str = GAME.name, count: int | None = None) -> Raw:
    """A shipped game, cut after a number of actions."""
    raw: Raw = msgspec.json.decode(gzip.decompress((DATA / "random" / name).read_bytes()))
    if count is not None:
        raw = {**raw, "actions": raw["actions"][:count], "status": "active", "result": {}, "game_end_reason": None}
    return raw


def load(raw: Raw, preset: str | None = None) -> Loaded:
    return load_bytes(msgspec.json.encode(raw), "game.json", preset)


def broken(raw: Raw, text: str, action: int | None = None) -> TranscriptError:
    """The file is refused in one line that names file, action and reason."""
    with pytest.raises(TranscriptError) as caught:
        load(raw)
    line = str(caught.value)
    assert text in line
    assert line.startswith("game.json: " if action is None else f"game.json: action {action}: ")
    assert "\n" not in line
    return caught.value


def player(number: int, kind: str = "pass", **fields: Any) -> Raw:
    return {"type": kind, "entity": number, "entity_type": "player", **fields}


def auction(*actions: Raw, count: int = 3, **head: Any) -> Raw:
    """A game of the first actions of an auction."""
    people = [{"id": number, "name": f"Player {number}"} for number in range(1, count + 1)]
    numbered = [{"id": number, **line} for number, line in enumerate(actions, 1)]
    return {"title": "1830", "players": people, "settings": {"optional_rules": []}, "actions": numbered, **head}


def first(raw: Raw, kind: str, **fields: Any) -> int:
    """The place of the first action of a kind (with these fields)."""
    for place, line in enumerate(raw["actions"]):
        if line["type"] == kind and all(line.get(key) == value for key, value in fields.items()):
            return place
    raise AssertionError(f"no {kind} with {fields}")


# -- undo and redo


def kept(*kinds: str | tuple[str, int]) -> list[int]:
    """Ids of the actions that count; (kind, id) is an undo to an id."""
    lines: list[Raw] = []
    for number, kind in enumerate(kinds, 1):
        name, target = (kind, None) if isinstance(kind, str) else kind
        lines.append({"type": name, "id": number, "action_id": target})
    return [line["id"] for _, line in live_actions(lines)]


@pytest.mark.parametrize(
    ("kinds", "left"),
    [
        (("bid", "pass", "undo"), [1]),
        (("bid", "pass", "undo", "undo"), []),
        (("bid", "undo", "undo"), []),
        (("bid", "pass", "undo", "redo"), [1, 2]),
        (("bid", "pass", "undo", "undo", "redo", "redo"), [1, 2]),
        (("bid", "pass", "undo", "undo", "redo"), [1]),
        (("bid", "pass", "pass", ("undo", 1)), [1]),
        (("bid", "pass", "pass", ("undo", 0)), []),
        (("bid", "pass", "pass", ("undo", 0), "redo"), [1, 2, 3]),
        (("bid", "pass", "undo", "pass", "pass", ("undo", 2)), [1]),
        (("bid", "message", "undo"), []),
        (("bid", "pass", "undo", "message", "redo"), [1, 2]),
        (("bid", "log", "undo"), [1]),
        (("bid", "program_share_pass", "undo"), [1]),
    ],
)
def test_undo_and_redo(kinds: tuple[Any, ...], left: list[int]) -> None:
    assert kept(*kinds) == left


def test_a_new_action_ends_what_could_be_redone() -> None:
    with pytest.raises(TranscriptError, match="action 4: redo without an undo"):
        kept("bid", "undo", "log", "redo")


@pytest.mark.parametrize("target", [99, 3, 2, -1, True, "1", [1], 1.5])
def test_an_undo_must_name_an_action_before_it(target: Any) -> None:
    lines = [player(1), player(2, "undo", action_id=target), player(2)]
    broken(auction(*lines), "undo to action id", action=2)


def test_undone_actions_are_not_replayed() -> None:
    loaded = load(auction(player(1, "bid", company="SV", price=7), player(1, "undo"), player(1)))
    assert [ply.action for ply in loaded.game.plies] == [Pass()]
    assert [mark.id for mark in loaded.marks] == [3]


# -- auto actions, programs, chat, the end by hand


def test_auto_actions_follow_their_action_and_programs_do_nothing_themselves() -> None:
    program = player(3, "program_share_pass", auto_actions=[player(1), player(2)])
    loaded = load(auction(player(1, "message", message="hello"), program, {"type": "log", "message": "x"}, player(3)))
    assert [(ply.seat, ply.action) for ply in loaded.game.plies] == [(0, Pass()), (1, Pass()), (2, Pass())]
    assert [(mark.id, mark.ply) for mark in loaded.marks] == [(2, 0), (3, 2), (4, 2)]
    assert loaded.at(before=4).ply == 2


@pytest.mark.parametrize(
    ("auto", "text"),
    [
        ({}, "`auto_actions` must be a list"),
        ("x", "`auto_actions` must be a list"),
        ([1], "an auto action must be an object"),
        ([player(1, auto_actions=[player(2)])], "without auto actions of its own"),
        ([player(1, "undo")], "unknown action type 'undo'"),
        ([player(2)], "refused: Player 1 is asked"),
    ],
)
def test_odd_auto_actions_are_refused(auto: Any, text: str) -> None:
    broken(auction(player(3, "program_share_pass", auto_actions=auto)), text, action=1)


def test_a_game_ended_by_hand_takes_no_further_action() -> None:
    ended = auction(player(1), player(1, "end_game"), status="finished", manually_ended=True)
    assert load(ended).finished is None
    assert load(ended).differences() == []
    ended["actions"].append(player(2, id=3))
    broken(ended, "the game was ended by a user before", action=3)


def stuck(last: int) -> tuple[dict[str, Any], list[int]]:
    """A file of two players who pass until a stock round is over, and their scores then.

    The exchange of MH keeps the bank alive that long: 85 a round in place of 105.
    """
    game = new(2, "games18xx")
    for name, price in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        play(game, BuyPrivate(name, price))
    play(game, Par("B&O", 67))
    game.apply(Exchange("MH", "ipo"), 1)
    while game.state.round.number <= last:
        scores = list(game.result().scores)
        play(game, Pass())
    raw = export(game) | {"status": "finished", "game_end_reason": "dnf"}
    return raw | {"result": {str(seat): score for seat, score in enumerate(scores, 1)}}, scores


def test_a_game_the_site_ended_after_turn_100_is_read_as_it_stands() -> None:
    raw, scores = stuck(100)
    loaded = load(raw)
    assert loaded.game.state.round == RoundName("stock", 101), "nothing has floated: the operating round is over too"
    assert (loaded.finished, loaded.reason) == (None, None)
    assert loaded.notes == ["the site ends a game in turn 100; by the rules it goes on"]
    assert loaded.differences() == []
    raw["result"]["1"] += 5
    assert "recorded are" in load(raw).differences()[0]
    assert sum(load(raw).game.result().scores) == sum(scores) + 85


def test_an_earlier_end_of_that_kind_is_a_difference() -> None:
    found = load(stuck(98)[0]).differences()
    assert found[-2:] == [
        "the game is not finished, recorded as finished",
        "the game ended by nothing, recorded is dnf",
    ]


def test_nothing_can_follow_the_end() -> None:
    raw = recorded()
    last = raw["actions"][-1]
    raw["actions"] += [{"type": "message", "id": last["id"] + 1}, {**last, "id": last["id"] + 2}]
    broken(raw, "the game is over (bankrupt)", action=last["id"] + 2)


# -- the head of the file


def test_players_without_ids_go_by_name() -> None:
    raw = auction({"type": "pass", "entity": "Ada", "entity_type": "player"})
    raw["players"] = [{"name": "Ada"}, {"name": "Ben", "id": None}]
    loaded = load(raw)
    assert loaded.game.plies[0].seat == 0
    assert seats_by_id(raw) == {"Ada": 0, "Ben": 1}


def test_equal_names_become_different() -> None:
    raw = auction()
    raw["players"] = [{"id": 7, "name": "Ada"}, {"id": 8, "name": "Ada"}, {"id": 9, "name": "Ada (2)"}]
    assert load(raw).game.rules.seats == ("Ada", "Ada (3)", "Ada (2)")


ODD_IDS: tuple[Any, ...] = (2, "2", True, 1.5, [], {})
ODD_PLAYERS: list[Any] = [
    *([{"id": key, "name": "A"}, {"id": 2, "name": "B"}] for key in ODD_IDS),
    [{"id": number, "name": "A"} for number in range(7)],
    [{"id": 1, "name": " "}] * 2,
    [{"id": 1}, {"id": 2}],
    [{"id": 1, "name": "A"}],
    [1, 2],
    [],
    {},
    None,
]


@pytest.mark.parametrize("players", ODD_PLAYERS)
def test_odd_players_are_refused(players: Any) -> None:
    broken({**auction(), "players": players}, "player")


@pytest.mark.parametrize(
    ("head", "text"),
    [
        ({"title": "1846"}, "not for '1846'"),
        ({"title": ["1830"]}, "not for a list"),
        ({"settings": []}, "`settings` must be an object"),
        ({"settings": {"optional_rules": "x"}}, "`optional_rules` must be a list"),
        ({"settings": {"optional_rules": ["x"]}}, "optional rule 'x' is not known"),
        ({"settings": {"optional_rules": [["x"]]}}, "optional rule a list is not known"),
        ({"actions": {}}, "`actions` must be a list"),
        ({"actions": [1]}, "an action must be an object"),
        ({"actions": [{}]}, "an action must be an object"),
        ({"actions": [{"type": 1}]}, "an action must be an object"),
    ],
)
def test_odd_heads_are_refused(head: Raw, text: str) -> None:
    broken({**auction(), **head}, text, action=1 if "action must" in text else None)


@pytest.mark.parametrize("name", [0, -1, True, "1", 1.0, [], 10**400])
def test_action_ids_are_positive_whole_numbers(name: Any) -> None:
    if name == 10**400:
        load(auction(player(1, id=name)))  # absurd, but a positive whole number: it is only a label
    else:
        broken(auction(player(1, id=name)), "is no positive whole number", action=1)


@pytest.mark.parametrize("ids", [(1, 1), (2, 1)])
def test_action_ids_ascend(ids: tuple[int, int]) -> None:
    broken(auction(player(1, id=ids[0]), player(2, id=ids[1])), "stands twice or out of order", action=2)


def test_optional_rules_become_options() -> None:
    assert load(auction()).game.rules.options["extra_6_train"] is False
    both = auction(settings={"optional_rules": ["optional_6_train", "multiple_brown_from_ipo"]})
    options = load(both).game.rules.options
    assert options["extra_6_train"] is options["brown_multi_buy_from_ipo"] is True
    assert options["consent"] == "recorded"


def test_files_of_the_other_engine_are_known_by_their_nulls() -> None:
    theirs = auction(player(1, auto_actions=None), player(2, auto_actions=None))
    del theirs["settings"]
    loaded = load(theirs)
    assert loaded.game.rules.options["player_private_trade"] is False
    assert loaded.game.rules.options["trains_from_other_presidents"] is False
    assert "another engine" in loaded.notes[0]
    cut = auction(player(1), player(2))  # a file of the site that has lost its settings
    del cut["settings"]
    assert load(cut).game.rules.options["player_private_trade"] is True
    assert load(cut).notes == []
    assert load(theirs, "games18xx").game.rules.options["player_private_trade"] is True


def test_a_preset_can_be_chosen() -> None:
    assert load(auction(player(1)), "seed").game.rules.options["must_buy_train"] == "always"
    with pytest.raises(TranscriptError, match="no preset 'x'"):
        load(auction(), "x")


def test_what_the_file_says_about_the_end_is_compared() -> None:
    raw = recorded()
    loaded = load(raw)
    assert loaded.differences() == []
    assert loaded.reason == "bankrupt"
    seat = raw["players"][0]["id"]
    raw["result"][str(seat)] += 1
    raw["game_end_reason"] = "bank"
    scores, reason = load(raw).differences()
    assert "scores are" in scores
    assert reason == "the game ended by bankrupt, recorded is bank"
    cut = {**raw, "actions": raw["actions"][:-1]}
    assert any("not finished" in line for line in load(cut).differences())
    raw["result"].popitem()
    broken(raw, "`result` must give every player's score")


# -- who acts


def test_bids_are_purchases_of_the_cheapest_private() -> None:
    bids = (player(1, "bid", company="SV", price=20), player(2, "bid", company="DH", price=75))
    assert [ply.action for ply in load(auction(*bids)).game.plies] == [BuyPrivate("SV", 20), Bid("DH", 75)]


@pytest.mark.parametrize("entity", ["1", 4, 0, -1, True, None, 1.0, [1], {}, "Player 1"])
def test_players_are_named_by_their_id(entity: Any) -> None:
    line = {"type": "pass", "entity": entity, "entity_type": "player"}
    broken(auction(line), "there is no entity", action=1)


@pytest.mark.parametrize(("kind", "text"), [("corporation", "PRR"), ("company", "SV"), (None, None), ("bank", None)])
def test_only_the_asked_one_acts_in_the_auction(kind: Any, text: Any) -> None:
    broken(auction({"type": "pass", "entity": text or "PRR", "entity_type": kind}), "pass: ", action=1)


def test_it_must_be_the_players_turn() -> None:
    error = broken(auction(player(2)), "refused: Player 1 is asked, not Player 2 [1830 14.1]", action=1)
    assert error.cause is not None
    assert error.cause.rule == "1830 14.1"


def test_a_president_does_not_act_for_his_company_under_his_own_name() -> None:
    raw = recorded()
    place = first(raw, "pass", entity_type="corporation")
    loaded = load(raw)
    seat = loaded.at(before=place + 1).decision().seat  # type: ignore[union-attr]
    raw["actions"][place] |= {"entity": raw["players"][seat]["id"], "entity_type": "player"}
    broken(raw, "acts, but this is a matter of", action=place + 1)


def test_another_company_of_the_same_player_does_not_act() -> None:
    raw = recorded()
    place = first(raw, "lay_tile", entity_type="corporation")
    mine = raw["actions"][place]["entity"]
    raw["actions"][place]["entity"] = "C&O" if mine != "C&O" else "PRR"
    broken(raw, "acts, but this is a matter of", action=place + 1)


def test_a_power_is_used_in_the_name_of_its_private() -> None:
    raw = recorded("1830-random-1168.json.gz")
    place = first(raw, "place_token", entity="DH")
    raw["actions"][place] |= {"entity": raw["actions"][place]["tokener"], "entity_type": "corporation"}
    broken(raw, "acts, but this is a matter of DH", action=place + 1)
    raw = recorded("1830-random-1168.json.gz")
    raw["actions"][place]["tokener"] = "B&M"
    broken(raw, "a token of 'B&M' is not what is placed here", action=place + 1)


# -- fields of actions


def changed(kind: str, text: str, name: str = GAME.name, /, **fields: Any) -> None:
    """The first action of a kind is refused when these fields are put in."""
    raw = recorded(name)
    place = first(raw, kind)
    raw["actions"][place] |= fields
    raw["actions"] = raw["actions"][: place + 1]
    broken(raw, text, action=place + 1)


@pytest.mark.parametrize("price", [None, -1, True, 20.0, "20", [20], 10**400, 10**10])
def test_prices_are_whole_numbers_of_a_sensible_size(price: Any) -> None:
    for kind in ("bid", "buy_train", "buy_company"):
        changed(kind, f"{kind}: `price`", price=price)


@pytest.mark.parametrize(
    "cell", ["100", "100,0", "101,0,6", "100,0,7", "100,0,6,", "", " 100,0,6", "\u0661\u0660\u0660,0,6", 100, None]
)
def test_par_cells(cell: Any) -> None:
    changed("par", "par: ", share_price=cell)


@pytest.mark.parametrize(
    "shares", [None, [], {}, "PRR_1", [1], ["PRR_9"], ["PRR_01"], ["PRR_1", "PRR_1"], ["PRR_1", "NYC_1"]]
)
def test_share_ids(shares: Any) -> None:
    changed("buy_shares", "", shares=shares)
    changed("sell_shares", "", shares=shares)


def test_shares_must_be_where_they_are_taken_from() -> None:
    changed("buy_shares", "is bought by starting the company", shares=["ERIE_0"], percent=20)
    changed("buy_shares", "is not for sale", shares=["B&O_0"], percent=20)
    changed("sell_shares", "is not the seller's", shares=["ERIE_5"])


def test_percentages_fit_the_shares() -> None:
    for percent in (20, 0, -10, 10.0, True, "10"):
        changed("buy_shares", "", percent=percent)
    for percent in (0, 15, 100, -10, True, "10"):
        changed("sell_shares", "sell_shares: ", percent=percent)


@pytest.mark.parametrize(
    "tile", [None, 57, "57", "57-", "57-9", "57-00", "57-\u0660", "57--1", "999-0", "57-" + "1" * 5000, "-0"]
)
def test_tile_ids(tile: Any) -> None:
    changed("lay_tile", "", tile=tile)


def test_a_tile_lies_in_one_place_only() -> None:
    raw = recorded()
    laid: dict[str, str] = {}
    for line in raw["actions"]:
        if line["type"] != "lay_tile":
            continue
        kind = line["tile"].rpartition("-")[0]
        there = [tile for tile in laid.values() if tile.rpartition("-")[0] == kind]
        if there:
            line["tile"] = there[0]
            broken(raw, f"the tile {there[0]} is not in the supply", action=line["id"])
            return
        laid[line["hex"]] = line["tile"]
    raise AssertionError("no tile is laid twice in this game")


def test_a_replaced_tile_is_free_again() -> None:
    ids = SiteIds(rules_of(new(3, "games18xx")))
    assert ids.next_tile("59") == "59-0"
    ids.lay("E11", "59-0")
    ids.lay("D10", "59-1")
    assert ids.supply["59"] == []
    ids.lay("E11", "67-0")
    assert ids.next_tile("59") == "59-0"
    assert ids.hex_of("59-1") == "D10"
    assert ids.hex_of("59-0") is None


@pytest.mark.parametrize(
    "city", [None, 1, "", "57", "57-0", "57-9-0", "57-0-0-0", "Z99-0-0", "57-0-x", "57-0-\u0660", "--", "E11-x-0"]
)
def test_city_ids(city: Any) -> None:
    changed("place_token", "place_token: " if not isinstance(city, str) else "there is no city", city=city)


@pytest.mark.parametrize("train", [None, 2, "2", "9-0", "2-99", "", "2-0\n3-0", "x" * 3000])
def test_train_ids(train: Any) -> None:
    changed("buy_train", "", train=train)
    changed("discard_train", "", "1830-random-1112.json.gz", train=train)
    changed("buy_train", "", exchange=train or 5)


def test_dividends() -> None:
    changed("dividend", "neither payout nor withhold", kind="pay")
    changed("dividend", "dividend: `kind` must be a string", kind=None)


def test_unknown_types() -> None:
    for kind in ("choose", "program_", "program_luck", "Pass", "", "\n" * 1000):
        changed("pass", "unknown action type", type=kind)


def test_fields_that_are_not_known_are_ignored() -> None:
    raw = recorded(count=60)
    plain = load(raw).game.digest()
    for line in raw["actions"]:
        line |= {"new_field": {"deep": [1, 2.5]}, "user": 3, "created_at": "2024-01-01", "skip": None}
    raw["another"] = [1]
    assert load(raw).game.digest() == plain


# -- routes


def run(change: Any) -> Raw:
    """A game up to its first run with two or more stops between, with one route changed."""
    raw = recorded()
    place = next(place for place, line in enumerate(raw["actions"]) if line["type"] == "run_routes" and line["routes"])
    raw["actions"] = copy.deepcopy(raw["actions"][: place + 1])
    change(raw["actions"][place]["routes"][0])
    return raw


def test_a_recorded_revenue_must_be_right() -> None:
    for revenue in (10, 0, 10**9):
        broken(run(lambda route, value=revenue: route.update(revenue=value)), f"the revenue {revenue} is recorded for")
    strange: tuple[Any, ...] = (-10, "50", True, 50.0, [], 10**400)
    for odd in strange:
        broken(run(lambda route, value=odd: route.update(revenue=value)), "`revenue`")


def test_extra_revenue_is_refused() -> None:
    changed("run_routes", "`extra_revenue` is 0 in 1830", extra_revenue=10)
    changed("run_routes", "`subsidy` is 0 in 1830", subsidy=10)
    changed("run_routes", "`routes` must be a list", routes=None)
    changed("run_routes", "more than a company has trains", routes=[{}] * 1000)


@pytest.mark.parametrize(
    "fields",
    [
        {"connections": None},
        {"connections": []},
        {"connections": [[]]},
        {"connections": [["E19"]]},
        {"connections": [["E19", 5]]},
        {"connections": [["E19", "Z99"]]},
        {"connections": [["A1", "K1"]]},
        {"connections": [["G19", "F20"], ["F20", "G19"]] * 40},
        {"connections": [["G19", "F20"]] * 1000},
        {"connections": [["G19"] * 1000]},
        {"train": None},
        {"train": "9-9"},
        {"nodes": [1]},
        {"nodes": ["Z99-0"]},
        {"nodes": []},
        {"hexes": "x"},
        {"hexes": ["Z99"]},
    ],
)
def test_odd_routes_are_refused_at_once(fields: Raw) -> None:
    broken(run(lambda route: route.update(fields)), "")


# -- share ids


def shares() -> ShareIds:
    return ShareIds(rules_of(new(3, "games18xx")).t.companies)


def test_the_new_presidents_first_two_shares_go_to_the_old_one() -> None:
    ids = shares()
    for share, holder in (("PRR_0", 0), ("PRR_3", 1), ("PRR_1", 1), ("PRR_2", 1)):
        ids.move(share, holder)
    ids.presidency("PRR", 1)
    assert ids.held("PRR", 0) == ["PRR_3", "PRR_1"]
    assert ids.held("PRR", 1) == ["PRR_2", "PRR_0"]


def test_half_of_the_certificate_is_sold_and_the_pools_first_share_comes_back() -> None:
    ids = shares()
    for share, holder in (("PRR_0", 0), ("PRR_3", 1), ("PRR_1", 1), ("PRR_2", POOL)):
        ids.move(share, holder)
    assert ids.choose_sale("PRR", 0, 10) == ["PRR_0"]
    ids.sell("PRR", 0, ["PRR_0"], 10, president=1)
    assert ids.held("PRR", 0) == ["PRR_2"]
    assert ids.held("PRR", 1) == ["PRR_0"]
    assert ids.held("PRR", POOL) == ["PRR_3", "PRR_1"]
    assert ids.percent("PRR", POOL) == 20


def test_sales_list_ordinary_shares_first() -> None:
    ids = shares()
    for share in ("PRR_0", "PRR_5", "PRR_4"):
        ids.move(share, 0)
    assert ids.choose_sale("PRR", 0, 20) == ["PRR_5", "PRR_4"]
    assert ids.choose_sale("PRR", 0, 30) == ["PRR_5", "PRR_4", "PRR_0"]
    assert ids.choose_sale("PRR", 0, 40) == ["PRR_5", "PRR_4", "PRR_0"]
    assert ids.first("PRR", IPO) == "PRR_1"
    assert ids.where("PRR_5") == 0
    assert ids.where("PRR_9") is None


def test_files_of_the_other_engine_are_recognised() -> None:
    found = sorted((RECORDED / "transcripts").glob("1830-rl-*.json"))
    if not found:
        left_out("3 files of the other engine")
    for path in found:
        assert "another engine" in load_file(path).notes[0]
    for path in sorted((RECORDED / "transcripts").glob("1830-[0-9h]*.json")):
        assert load_file(path).notes == []
