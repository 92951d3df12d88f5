"""Union Pacific: material and setup (RULES.md 1, 2, 11, 14.1, 14.2, 16 and T1, T3, T15, T26 to T28, T37, T38)."""

from __future__ import annotations

import pytest
from msgspec import structs

import stellwerk
from stellwerk.core import BadInput
from stellwerk.titles.t_union_pacific.actions import Build, Invest, PickShare, TakeShare
from stellwerk.titles.t_union_pacific.board_check import BoardCheck, reachable
from stellwerk.titles.t_union_pacific.setup import big_sizes, make_deck
from stellwerk.titles.t_union_pacific.table import title_data
from tests.rules_union_pacific.support import (
    IDS,
    NAMES,
    hand,
    holdings,
    kinds,
    new,
    play,
    position,
    refused,
    rules_of,
    started,
    texts,
    tracks,
)
from tests.support import rule

COUNTS = pytest.mark.parametrize("players", range(2, 7))
DECKS = {2: 90, 3: 86, 4: 82, 5: 78, 6: 74}


@rule("union-pacific 1.1", "union-pacific 1.2", "union-pacific 1.3", "union-pacific T15")
def test_the_material_is_complete() -> None:
    kit = rules_of(new()).kit
    assert sum(entry.locomotives for entry in kit.companies) == 131
    assert len({entry.color for entry in kit.companies}) == 10
    assert sum(entry.shares for entry in kit.companies) == 98
    assert kit.data.union_pacific.shares == 20
    assert kit.data.payout.cards == 4
    assert sorted(kit.card_counts) == [4, 6, 7, 9, 14]
    assert kit.card_counts[kit.wild] == 4


@rule("union-pacific 1.4", "union-pacific 1.5", "union-pacific 1.6", "union-pacific 16.1", "union-pacific 16.2")
def test_the_board_has_the_right_form() -> None:
    board, kit = title_data().own_board, rules_of(new()).kit
    assert len(board.city) == 40
    assert (len(board.section), sum(entry.spaces for entry in board.section)) == (88, 148)
    assert all(1 <= entry.spaces <= 4 and entry.a != entry.b for entry in board.section)
    assert sorted(city.home_of for city in board.city if city.home_of) == sorted(IDS)
    starts = [entry.start.company for entry in board.section if entry.start]
    assert sorted(starts) == sorted([*IDS, "EPRG"])
    assert [entry.id for entry in kit.companies if len(entry.track_types) == 4] == ["EPRG"]


@rule("union-pacific 16.3", "union-pacific 16.4", "union-pacific 16.5")
def test_the_board_passes_its_own_check() -> None:
    check = BoardCheck(title_data().own_board, title_data())
    assert check.faults() == []
    assert check.notes() == []


@rule("union-pacific T38")
def test_sections_each_company_can_reach() -> None:
    board = title_data().own_board
    counts = {company.id: len(reachable(board, company)) for company in board.company}
    assert counts == {
        "EPRG": 88, "BNL": 45, "MS": 51, "DM": 37, "SFRB": 44, "UMR": 26, "ESL": 51, "KCC": 43, "MRR": 25, "WW": 19,
    }  # fmt: skip


@rule("union-pacific T37")
def test_legal_builds_after_setup_with_a_wild_card() -> None:
    game = position(tracks=[{"wild": 4}], hands=[{}])
    builds = [option.action for option in game.options()]
    assert all(isinstance(action, Build) and action.card == "wild" for action in builds)
    by_company = {name: sum(action.company == name for action in builds) for name in IDS}  # type: ignore[attr-defined]
    assert by_company == {
        "EPRG": 13, "BNL": 6, "MS": 7, "DM": 8, "SFRB": 5, "UMR": 5, "ESL": 7, "KCC": 6, "MRR": 7, "WW": 8,
    }  # fmt: skip
    for kind, count in {"coast": 15, "timber": 19, "mountain": 21, "prairie": 17}.items():
        assert (
            sum(option.action.kind == "build" for option in position(tracks=[{kind: 4}], hands=[{}]).options()) == count
        )
    assert len(builds) == 72


@rule("union-pacific 1.8")
def test_two_to_six_players() -> None:
    for players in range(2, 7):
        assert len(new(players).rules.seats) == players
    for names in (["Ada"], [*NAMES, "Gus"]):
        with pytest.raises(BadInput, match="2 to 6 players"):
            stellwerk.new("union-pacific", names)


@rule("union-pacific 1.7", "union-pacific 2.9", "union-pacific A2")
def test_money_starts_at_nothing_and_has_no_limit() -> None:
    game = new(4)
    assert game.result().scores == (0, 0, 0, 0)
    rich = position(2, step="exchange", held=[{"EPRG": 1}], values={"EPRG": 24}, pending=1, money=(10**6, 0))
    rich.apply(rich.options()[-1].action)
    assert rich.result().scores[0] == 10**6 + 36


@rule("union-pacific 2.1", "union-pacific T1", "union-pacific T3", "union-pacific A1", "union-pacific 7.2")
def test_locomotives_at_the_start() -> None:
    view = new().view()
    placed = [name for entry in view["sections"].values() for name in entry["locomotives"] if name]
    assert len(placed) == 11
    assert placed.count("EPRG") == 2
    assert view["companies"]["EPRG"]["supply"] == 21
    assert view["companies"]["EPRG"]["value"] == 3
    assert all(entry["value"] == 2 for name, entry in view["companies"].items() if name != "EPRG")
    kit = rules_of(new()).kit
    for entry in kit.sections:  # every coloured space is taken by its own company
        if entry.start is not None:
            assert view["sections"][entry.id]["locomotives"][entry.start.slot] == entry.start.company


@COUNTS
@rule("union-pacific 2.2", "union-pacific 2.3", "union-pacific 2.4", "union-pacific 3.5")
def test_hands_and_stacks(players: int) -> None:
    game = new(players)
    view = game.view()
    assert view["up_stack"] == 20 - players
    assert view["track_stack"] == 40 - 3 * players
    for seat in range(players):
        assert sum(tracks(game, seat).values()) == 3
        assert hand(game, seat)["UP"] == 1
        assert sum(hand(game, seat).values()) == 5
    assert game.check() == []


@rule("union-pacific 2.5", "union-pacific A3", "union-pacific 3.9a")
def test_first_shares_are_picked_secretly_and_revealed_together() -> None:
    game = new(3)
    first = [next(iter(hand(game, seat))) for seat in range(3)]
    refused(game, PickShare("WW" if "WW" not in hand(game, 0) else "MRR"), "2.5")
    refused(game, PickShare("nothing"), "1.2")
    game.apply(PickShare(first[0]), 0)
    game.apply(PickShare("UP"), 1)
    assert holdings(game, 0) == {}
    assert [player["picked"] for player in game.view()["players"]] == [True, True, False]
    assert sum(hand(game, 0).values()) == 5
    game.apply(PickShare(first[2]), 2)
    assert [holdings(game, seat) for seat in range(3)] == [{first[0]: 1}, {"UP": 1}, {first[2]: 1}]
    assert [sum(game.state.hands[seat]) for seat in range(3)] == [4, 4, 4]
    assert sum(map(sum, game.state.tracks)) == 3 * 3 + 1  # only the first turn's draw, nothing for the picks


@rule("union-pacific 2.5a", "union-pacific 3.8")
def test_picks_in_any_order_and_only_once() -> None:
    game = new(3)
    assert {option.seat for option in game.options()} == {None, 1, 2}
    game.apply(PickShare("UP"), 2)
    refused(game, PickShare("UP"), "2.5a", seat=2)
    refused(game, TakeShare("deck"), "3.9", seat=1)
    refused(game, PickShare("UP"), "3.8", seat=7)
    game.apply(PickShare("UP"), 0)
    game.apply(PickShare("UP"), 1)
    assert game.state.step == "turn"
    refused(game, PickShare("UP"), "2.5a")


@rule("union-pacific 2.5b")
def test_what_is_known_when_picking() -> None:
    view = new(3).view(1)
    assert view["display"] == []
    assert view["start"] in range(3)
    assert sum(view["players"][1]["hand"].values()) == 5
    assert sum(view["players"][1]["tracks"].values()) == 3
    assert len(view["sections"]) == 88


@COUNTS
@rule("union-pacific 2.6", "union-pacific 2.7", "union-pacific 2.8a", "union-pacific T26")
def test_display_and_deck_sizes(players: int) -> None:
    seen = set()
    for seed in range(12):
        game = started(players, seed)
        assert len(game.state.display) == 4
        gone = sum(game.state.box)
        seen.add(gone)
        assert len(game.state.deck) == DECKS[players] - gone
        assert game.view()["deck"] == DECKS[players] - gone
        assert game.check() == []
    assert 0 in seen


@rule("union-pacific 2.8", "union-pacific T27", "union-pacific 13.5")
def test_where_payout_cards_lie_in_the_standard_deck() -> None:
    firsts, below_last, side_by_side = set(), set(), 0
    for players in (2, 4, 6):
        for seed in range(60):
            game = started(players, seed)
            payout = rules_of(game).kit.payout_card
            places = [place for place, card in enumerate(game.state.deck, 1) if card == payout]
            assert len(places) == 4
            assert 7 <= places[0] <= 25
            assert places[1] > 25
            firsts.add(places[0])
            below_last.add(len(game.state.deck) - places[3])
            side_by_side += places[1] + 1 == places[2]
    assert firsts == set(range(7, 26))  # shuffled into the 18
    assert 0 in below_last  # a payout card can be the very last
    assert len(below_last) > 15
    assert 0 < side_by_side < 60


@rule("union-pacific 2.6", "union-pacific A4")
def test_four_of_a_kind_in_the_first_display() -> None:
    game = new(3, 1432)
    assert len(set(game.state.deck[:4])) == 1, "this seed no longer deals four of a kind: look for another"
    same = rules_of(game).kit.shares[game.state.deck[0]]
    fifth = rules_of(game).kit.shares[game.state.deck[4]]
    for seat in range(3):
        game.apply(PickShare("UP"), seat)
    assert game.view()["display"][0] == fifth
    assert game.state.box[rules_of(game).kit.share_index[same]] == 4
    assert len(game.state.deck) == DECKS[3] - 4
    assert game.state.laid == 0
    assert any("four of a kind" in text for text in texts(game))
    assert game.check() == []


@rule("union-pacific 2.10", "union-pacific A5")
def test_the_start_player() -> None:
    seats = {new(4, seed).state.start for seed in range(40)}
    assert seats == {0, 1, 2, 3}
    assert new(4, 5).state.start == new(4, 5).state.start
    for seat in range(1, 5):
        game = started(4, start_player=seat)
        assert game.state.active == seat - 1
    with pytest.raises(BadInput, match="there is no seat 4"):
        new(3, start_player=4)


@rule("union-pacific 11.1", "union-pacific 11.2", "union-pacific T28", "union-pacific A16", "union-pacific 11.3")
def test_the_professional_deck() -> None:
    game = started(4, deck="professional")
    payout = rules_of(game).kit.payout_card
    sizes, at = [6, 14, 6, 14, 6, 15, 6, 15], 0
    assert len(game.state.deck) == sum(sizes)
    for number, size in enumerate(sizes):
        pile = game.state.deck[at : at + size]
        assert pile.count(payout) == number % 2
        at += size
    depths = {started(4, seed, deck="professional").state.deck.index(payout) for seed in range(60)}
    assert len(depths) > 10  # shuffled into the pile
    assert depths <= set(range(6, 20))
    piles = {2: [15, 15, 16, 16], 3: [14, 14, 15, 15], 4: [13, 13, 14, 14], 5: [12, 12, 13, 13], 6: [11, 11, 12, 12]}
    for players, expected in piles.items():
        assert big_sizes(98 - 4 * players - 28, 4) == expected
        fewer = big_sizes(98 - 4 * players - 28 - 4, 4)  # after a four of a kind
        assert fewer == [size - 1 for size in expected]


@rule("union-pacific 14.1", "union-pacific 14.2", "union-pacific 14.5")
def test_second_edition_setup() -> None:
    game = new(4, preset="second_edition")
    assert {key: game.rules.options[key] for key in ("dealt_shares", "bottom_shares", "up_by", "full_type_cards")} == {
        "dealt_shares": 5,
        "bottom_shares": 6,
        "up_by": "exchange",
        "full_type_cards": "replace",
    }
    assert sum(hand(game, 0).values()) == 6
    for seed in range(30):
        for deck in ("standard", "professional"):
            later = started(4, seed, preset="second_edition", deck=deck)
            payout = rules_of(later).kit.payout_card
            assert payout not in later.state.deck[-6:]
            assert later.state.deck.count(payout) == 4
            assert len(later.state.deck) == 98 - 20 - 4 + 4 - sum(later.state.box)
            undealt = list(range(10)) * 8
            assert make_deck(rules_of(later).t, undealt)[-6:] == undealt[-6:]


@rule("union-pacific 16.6")
def test_a_board_from_a_file_travels_in_the_options() -> None:
    from stellwerk.titles.t_union_pacific.title_file import option_of_board

    own = title_data().own_board
    changed = structs.replace(
        own,
        board=structs.replace(own.board, name="Another"),
        section=tuple(
            structs.replace(entry, spaces=4) if entry.id == "boston-montreal" else entry for entry in own.section
        ),
    )
    value = option_of_board(changed)
    game = started(3, board=value)
    assert game.view()["sections"]["boston-montreal"]["spaces"] == 4
    again = stellwerk.replay(game.transcript())
    assert again.digest() == game.digest()
    assert again.view() == game.view()
    broken = structs.replace(own, section=tuple(structs.replace(entry, spaces=5) for entry in own.section))
    with pytest.raises(BadInput, match="one to four spaces"):
        new(3, board=option_of_board(broken))
    with pytest.raises(BadInput, match="option board"):
        new(3, board={"city": []})


def test_options_are_checked() -> None:
    for wrong in ({"deck": "thick"}, {"colour": 1}, {"dealt_shares": "4"}, {"two_player_rules": 1}):
        with pytest.raises(BadInput, match="option"):
            new(3, **wrong)
    with pytest.raises(BadInput, match="no preset"):
        new(3, preset="third_edition")


def test_the_first_turn_follows_the_reveal() -> None:
    game = started(3, start_player=3)
    assert kinds(game) <= {"build", "invest"}
    play(game, Invest(("UP",), next(iter(tracks(game, 2)))))
    assert game.state.active == 0
