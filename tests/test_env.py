"""Environments to train in: their conventions are kept, seeds decide everything, and nothing hidden is seen."""

from __future__ import annotations

from typing import Any

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.play import step
from stellwerk.core import BadInput, Chance, Range
from stellwerk.env.slots import amounts, slots

REASON = "needs the extra `env` (pettingzoo, gymnasium, numpy): ./stellwerk test installs it"
np = pytest.importorskip("numpy", reason=REASON)
pytest.importorskip("gymnasium", reason=REASON)
pytest.importorskip("pettingzoo", reason=REASON)

from stellwerk.env import coding, legend, seat_env, table_env, vector_env  # noqa: E402
from stellwerk.env.policy_bot import PolicyBot  # noqa: E402

TITLES = [("1830", 4), ("1854", 3), ("1862", 5), ("18te", 2), ("union-pacific", 3)]


# An observation is a dict of arrays, as in PettingZoo's own board games, whose names are left out there by a list.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", r"ignore:.*gymnasium\.spaces\.box")
@pytest.mark.parametrize(("title", "players"), TITLES)
def test_the_conventions_of_pettingzoo_are_kept(title: str, players: int) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(table_env(title, players), num_cycles=8)
    seed_test(lambda: table_env(title, players), num_cycles=6)


def first(seen: dict[str, Any]) -> int:
    return int(np.argmax(seen["action_mask"]))


@pytest.mark.parametrize("reward", ["win", "score"])
def test_a_whole_game_gives_rewards_that_add_up_to_nothing(reward: str) -> None:
    env = table_env("union-pacific", 3, reward=reward)
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    chance = np.random.default_rng(0)
    for agent in env.agent_iter():
        seen, got, over, cut, _ = env.last()
        total[agent] += got
        assert not cut
        assert seen is not None
        env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert not env.agents
    assert sum(total.values()) == pytest.approx(0)
    result = env.table.game.result()
    best = max(total, key=lambda name: total[name])
    assert env.possible_agents.index(best) in result.winners
    if reward == "win":
        assert total[best] == pytest.approx(1 / len(result.winners) - 1 / 3)


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_every_position_of_a_game_can_be_written_as_figures(title: str, players: int) -> None:
    """No word is missing, no figure without bounds, no slot left out; the figures are those of the view."""
    code = coding(title, players)
    game: Any = stellwerk.new(title, [f"P{seat}" for seat in range(players)], seed=2)
    bots = [make_bot("random", 7, title)] * players
    while (decision := game.decision()) is not None and game.ply < 300:
        if not game.ply % 8:
            found = slots(game, decision.seat, 10_000)
            rows = code.choices(found, 10_000)
            assert (rows[: len(found), 0] >= 0).all()
            assert (rows[len(found) :] == -1).all()
            assert len(found) <= 512
            for name, array in code.observe(game.view(decision.seat), decision.seat).items():
                assert np.isfinite(array).all(), name
        if not game.ply % 50:
            assert not [game.why_not(action) for action in slots(game, decision.seat, 512) if game.why_not(action)]
        step(game, bots)


def test_the_figures_are_those_of_the_view() -> None:
    game: Any = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=1)
    code, names = coding("1830", 3), legend("1830", 3)
    bots = [make_bot("random", 3, "1830")] * 3
    for _ in range(160):
        step(game, bots)
    view, seen = game.view(1), code.observe(game.view(1), 1)
    column = names["players"]["columns"].index
    assert seen["players"][0, column("cash")] == pytest.approx(view["players"][1]["cash"] / 1000)
    assert seen["players"][2, column("score")] == pytest.approx(view["players"][0]["score"] / 1000)
    company = names["companies"]["rows"].index("PRR")
    prr = view["companies"]["PRR"]
    assert seen["companies"][company, names["companies"]["columns"].index("price")] == (prr["price"] or 0) / 100
    assert seen["players"][0, column("share PRR")] == pytest.approx(view["players"][1]["shares"].get("PRR", 0) / 100)
    token = names["hexes"]["columns"].index("token PRR")
    there = {names["hexes"]["rows"][row] for row in np.flatnonzero(seen["hexes"][:, token])}
    assert there == {name for name, cities in view["tokens"].items() if any("PRR" in slots for slots in cities)}


def test_what_is_hidden_changes_no_observation() -> None:
    """Union Pacific: others' hands and the decks are exchanged for others; the seat sees the same, byte for byte."""
    game: Any = stellwerk.new("union-pacific", ["Ada", "Ben", "Cleo"], {"money": "secret"}, seed=4)
    code, chance, changed = coding("union-pacific", 3), Chance(1), 0
    bots = [make_bot("random", 7, "union-pacific")] * 3
    while (decision := game.decision()) is not None:
        state, seat = game.state, decision.seat
        draft = game.rules.twin.draft(state)
        others = [number for number in range(3) if number != seat]
        hands, tracks = list(state.hands), list(state.tracks)
        hands[others[0]], hands[others[1]] = rolled(hands[others[0]]), rolled(hands[others[1]])
        tracks[others[0]], tracks[others[1]] = rolled(tracks[others[0]]), rolled(tracks[others[1]])
        money = tuple(amount if number == seat else amount + 7 for number, amount in enumerate(state.money))
        draft.hands, draft.tracks, draft.money = tuple(hands), tuple(tracks), money
        draft.deck = (*state.deck[: state.drawn], *chance.shuffled(state.deck[state.drawn :]))
        draft.stack = (*state.stack[: state.used], *chance.shuffled(state.stack[state.used :]))
        other = type(game).from_state(game.rules, game.rules.twin.seal(draft))
        seen, too = code.observe(game.view(seat), seat), code.observe(other.view(seat), seat)
        assert all((seen[name] == too[name]).all() for name in seen)
        found = code.choices(slots(game, seat, 512), 512)
        assert (found == code.choices(slots(other, seat, 512), 512)).all()
        changed += other.digest() != game.digest()
        for _ in range(3):
            step(game, bots)
    assert changed > 15


def rolled(counts: tuple[int, ...]) -> tuple[int, ...]:
    """As many cards, of other kinds."""
    return (*counts[1:], counts[0])


def test_one_seat_against_bots_alone_and_many_together() -> None:
    env = seat_env("union-pacific", ("baron", "random"), seat=1)
    seen, info = env.reset(seed=9)
    again, _ = env.reset(seed=9)
    assert all((seen[name] == again[name]).all() for name in seen)
    assert info == {"seat": 1, "seed": 9}
    over = cut = False
    got = 0.0
    while not over and not cut:
        assert env.observation_space.contains(seen)
        seen, got, over, cut, info = env.step(first(seen))
    assert got in (pytest.approx(2 / 3), pytest.approx(-1 / 3), pytest.approx(1 / 6))
    assert "score" in info
    many = vector_env("18te", 2, ("random",))
    seen, _ = many.reset(seed=3)
    for _ in range(4):
        seen, _, _, _, _ = many.step(np.argmax(seen["action_mask"], axis=1))
    assert seen["players"].shape[:2] == (2, 2)
    many.close()


def test_the_seat_changes_from_game_to_game() -> None:
    env = seat_env("18te", ("random",))
    assert [env.reset(seed=4 if number == 0 else None)[1]["seat"] for number in range(3)] == [0, 1, 0]


def test_a_game_that_goes_on_is_cut_off() -> None:
    env = table_env("18te", 2, most=4)
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        assert seen is not None
        assert (reward, over) == (0, False)
        env.step(None if cut else first(seen))
    assert env.table.game.ply == 4


def test_bad_input_is_told() -> None:
    with pytest.raises(BadInput, match="there is no title"):
        table_env("1889")
    with pytest.raises(BadInput, match="1830 is for 2 to 6"):
        table_env("1830", 9)
    with pytest.raises(BadInput, match="there is no reward"):
        table_env("1830", reward="fame")
    with pytest.raises(BadInput, match="there is no bot 'clever'"):
        seat_env("1830", ("clever", "random"))
    env = table_env("1830")
    env.reset(seed=1)
    with pytest.raises(BadInput, match="slot 511 is empty"):
        env.step(511)


def test_amounts_of_a_range() -> None:
    assert amounts(Range(5, 25, 5)) == [5, 10, 15, 20, 25]
    assert amounts(Range(1, 100)) == [1, 2, 26, 51, 76, 100]
    assert amounts(Range(40, 40)) == [40]


def test_slots_that_do_not_suffice_keep_both_ends() -> None:
    game: Any = stellwerk.new("1830", ["Ada", "Ben"], seed=1)
    everything = slots(game, 0, 512)
    few = slots(game, 0, 5)
    assert (few[0], few[-1], len(few)) == (everything[0], everything[-1], 5)
    assert slots(game, 1, 512) == []


def test_a_policy_plays_as_a_bot() -> None:
    game: Any = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    bots = [PolicyBot(first), make_bot("random", 1, "18te")]
    for _ in range(60):
        step(game, bots)
    assert game.ply == 60
