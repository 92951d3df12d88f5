"""Whole games of Union Pacific by bots: invariants after every action, options that are the law, honest decks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import stellwerk
from stellwerk.bots import levels, make_bot
from stellwerk.bots.arena import simulate
from stellwerk.bots.jobs import seat_names
from stellwerk.bots.play import play_out
from stellwerk.core import BadInput, Game, commitment
from stellwerk.formats import load_file
from stellwerk.titles.t_union_pacific.bot.baron import Baron
from stellwerk.titles.t_union_pacific.bot.random_cards import kinds_of
from stellwerk.titles.t_union_pacific.deck_check import dealt_again
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.titles.t_union_pacific.state import State
from tests.support import DATA

TITLE = "union-pacific"
KEPT = sorted((DATA / "games").glob("union-pacific-*.json.gz"))


def rules_of(game: Game[State]) -> UnionPacificRules:
    assert isinstance(game.rules, UnionPacificRules)
    return game.rules


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("preset", ["seed", "second_edition"])
def test_random_games_keep_all_invariants(players: int, preset: str) -> None:
    report = simulate(TITLE, players, "random", games=3, seed=100, preset=preset, check=True)
    assert report.violations == ()
    assert report.finished == 3


@pytest.mark.parametrize("players", range(2, 7))
def test_games_of_barons_keep_all_invariants(players: int) -> None:
    report = simulate(TITLE, players, "baron", games=1, seed=players, check=True)
    assert report.violations == ()
    assert report.finished == 1


@pytest.mark.parametrize("options", [{"deck": "professional"}, {"two_player_rules": False}, {"money": "secret"}])
def test_other_options_play_to_the_end(options: dict[str, object]) -> None:
    report = simulate(TITLE, 2, "random", games=3, options=options, check=True)
    assert report.violations == ()
    assert report.finished == 3


def test_the_invariants_can_fail() -> None:
    game: Game[State] = stellwerk.new(TITLE, seat_names(3), seed=1)
    play_out(game, [make_bot("random", 1, TITLE)] * 3, most=60)
    rules, s = rules_of(game), game.state
    assert rules.check(s) == []
    broken = {
        "up_left": s.up_left + 1,
        "money": (s.money[0] + 1, *s.money[1:]),
        "supply": (s.supply[0] - 1, *s.supply[1:]),
        "discards": (s.discards[0] + 1, *s.discards[1:]),
        "laid": s.laid + 1,
        "tracks": (s.tracks[1], *s.tracks[1:]),
        "board": tuple((0, 0) if number == 0 else row for number, row in enumerate(s.board)),
        "ended": "payout",
    }
    for field, value in broken.items():
        draft = rules.twin.draft(s)
        setattr(draft, field, value)
        assert rules.check(rules.twin.seal(draft)), field


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_kept_games_have_honest_decks(path: Path) -> None:
    game = load_file(path).game
    assert game.result().finished
    assert dealt_again(game) == []
    for ply in (0, len(game) // 2, len(game)):
        assert game.at(ply).check() == []


def test_a_touched_deck_is_found() -> None:
    game: Game[State] = load_file(KEPT[0]).game
    rules = rules_of(game)
    for ply, field in ((40, "deck"), (60, "stack")):
        plies = list(game.plies)
        made = plies[ply]
        draft = rules.twin.draft(made.state)
        cards = list(getattr(draft, field))
        cards[-1], cards[-2] = (cards[-2], cards[-1]) if cards[-1] != cards[-2] else (cards[-2], (cards[-1] + 1) % 4)
        setattr(draft, field, tuple(cards))
        plies[ply] = msgspec.structs.replace(made, state=rules.twin.seal(draft))
        twin = Game.from_state(rules, game.at(0).state, game.at(0).last_events, plies)
        assert any(f"action {ply + 1}" in line for line in dealt_again(twin)), field
    other = Game.from_state(rules, stellwerk.new(TITLE, rules.seats, seed=rules.seed + 1).state)
    assert "the first hands or stacks are not those of the seed" in dealt_again(other)


def test_the_commitment_depends_on_everything() -> None:
    base = commitment(5, "t", 2, {"x": 1})
    assert base == commitment(5, "t", 2, {"x": 1})
    others = {
        commitment(6, "t", 2, {"x": 1}),
        commitment(5, "u", 2, {"x": 1}),
        commitment(5, "t", 3, {"x": 1}),
        commitment(5, "t", 2, {"x": 2}),
    }
    assert len(others | {base}) == 5


def test_the_deck_of_a_seed_is_the_same_on_every_machine() -> None:
    game: Game[State] = stellwerk.new(TITLE, ["Ada", "Ben", "Cleo"], seed=2026)
    assert rules_of(game).promise == PROMISE
    assert game.digest() == DIGEST


PROMISE = "b44cabf004a4efb1608e6b24af9cd210c7994a128ec5ee80d2930d1640a1e9a3"
DIGEST = "d0c0ac87383d972657d798bbc7e6cdaf"


def test_states_and_events_are_plain_data() -> None:
    game: Game[State] = stellwerk.new(TITLE, seat_names(4), seed=3)
    play_out(game, [make_bot("random", 1, TITLE)] * 4)
    for ply in game.plies[::25]:
        packed = msgspec.msgpack.encode(ply.state)
        assert msgspec.msgpack.encode(msgspec.msgpack.decode(packed, type=State)) == packed
        with pytest.raises(AttributeError):
            ply.state.payouts = 4


def test_branches_and_replays_agree() -> None:
    game: Game[State] = stellwerk.new(TITLE, seat_names(3), seed=8)
    play_out(game, [make_bot("random", 2, TITLE)] * 3)
    again = stellwerk.replay(game.transcript())
    assert again.digest() == game.digest()
    assert [event.text for event in again.events_for(None)] == [event.text for event in game.events_for(None)]
    branch = game.at(50)
    assert branch.digest() == again.at(50).digest()


# -- bots


def test_levels_by_title() -> None:
    assert list(levels(TITLE)) == ["random", "easy", "normal", "hard", "master"]
    assert next(iter(levels("1830"))) == "random"
    assert isinstance(make_bot("baron", 1, TITLE), Baron)
    with pytest.raises(BadInput, match="no bot 'baron' for 1830"):
        make_bot("baron", 1, "1830")


def test_options_of_a_kind_stand_together() -> None:
    """The random player counts on it: it looks for the end of a kind by halves."""
    for preset in ("seed", "second_edition"):
        game: Game[State] = stellwerk.new(TITLE, seat_names(3), seed=11, preset=preset)
        bots = [make_bot("random", 4, TITLE)] * 3
        while (decision := game.decision()) is not None:
            options = [option for option in game.options() if option.seat is None]
            kinds = [option.action.kind for option in options]
            found = [(first, end, {*kinds[first:end]}) for first, end in kinds_of(options)]
            assert [end for _, end, _ in found][:-1] == [first for first, _, _ in found][1:]
            assert (found[0][0], found[-1][1]) == (0, len(options))
            assert [kind for _, _, inside in found for kind in inside] == list(dict.fromkeys(kinds))
            game.apply(bots[0].choose(game, decision.seat), decision.seat)


def test_the_baron_needs_its_own_view_and_options_only() -> None:
    game: Game[State] = stellwerk.new(TITLE, seat_names(4), seed=5)
    bots = [Baron(seat) for seat in range(4)]
    while (decision := game.decision()) is not None:
        seat = decision.seat
        view, options = game.view(seat), game.options_for(seat)
        action = bots[seat].decide(view, options, seat, game.ply)
        assert action == bots[seat].choose(game, seat)
        assert any(option.action == action for option in options)
        game.apply(action, seat)
    assert game.result().finished


def test_the_baron_beats_random_players() -> None:
    won = 0.0
    for seat in range(4):
        kinds = ["random"] * 4
        kinds[seat] = "baron"
        report = simulate(TITLE, 4, kinds, games=3, seed=50 * seat)
        won += sum((seat in result.winners) / len(result.winners) for result in report.results)
    assert won >= 9  # of 12; chance alone would give 3


def test_the_baron_takes_a_majority_before_a_payout() -> None:
    from stellwerk.titles.t_union_pacific.actions import Invest
    from tests.rules_union_pacific.support import position

    game = position(
        3,
        hands=[{"EPRG": 3, "WW": 1}, {}, {}],
        held=[{}, {"EPRG": 2}, {}],
        tracks=[{"coast": 4}],
        deck=["payout card", "MS", "MS", "MS"],
        values={"EPRG": 15},
        payouts=3,
    )
    action = Baron(0).choose(game, 0)
    assert action == Invest(("EPRG", "EPRG", "EPRG"), "coast")
