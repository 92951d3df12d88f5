"""Union Pacific: what everybody sees, what nobody sees, and what may be taken back (RULES.md 13)."""

from __future__ import annotations

import msgspec

from stellwerk.core import Game
from stellwerk.titles.t_union_pacific.actions import Build, Decline, Invest, PassTurn, PickShare, TakeShare
from stellwerk.titles.t_union_pacific.state import State
from tests.rules_union_pacific.support import PAY, hand, new, play, position, rules_of, started, texts
from tests.support import rule


def dump(value: object) -> str:
    return msgspec.json.encode(value).decode()


@rule("union-pacific 13.1", "union-pacific A18")
def test_what_everybody_sees() -> None:
    game = started(3, 2)
    view = game.view(None)
    for key in ("sections", "display", "deck", "up_stack", "track_stack", "track_discards", "payouts", "companies"):
        assert key in view
    for player in view["players"]:
        assert set(player) == {"name", "money", "shares", "hand_size", "track_cards", "picked"}
        assert (player["hand_size"], sum(player["shares"].values())) == (4, 1)
    play(game, Invest(("UP",), next(iter(game.view(game.state.active)["players"][game.state.active]["tracks"]))))
    assert sum(game.view(None)["track_discards"].values()) == 1
    for seat in range(3):  # a seat sees the same and its own cards
        own = game.view(seat)
        own["players"] = [
            {key: value for key, value in player.items() if key not in ("hand", "tracks")} for player in own["players"]
        ]
        assert own == game.view(None)


@rule("union-pacific 13.1a", "union-pacific A21")
def test_secret_money() -> None:
    held = [{"MS": 1}, {}, {}]
    game = position(step="exchange", held=held, pending=1, options={"money": "secret"})
    play(game, Decline())
    assert [player["money"] for player in game.view(1)["players"]] == [None, 0, None]
    assert [player["money"] for player in game.view(0)["players"]] == [3, None, None]
    assert [player["money"] for player in game.view(None)["players"]] == [None] * 3
    assert any("Ada $3M" in text for text in texts(game, 1))  # amounts are announced all the same
    assert set(game.receipts_for(1)) & {"score Ada", "score Ben", "score Cleo"} == {"score Ben"}
    assert "score Ada" in position().receipts_for(None)
    opened = position(step="exchange", held=held, pending=1, payouts=3, options={"money": "secret"})
    play(opened, Decline())
    assert [player["money"] for player in opened.view(1)["players"]] == [3, 0, 0]
    assert "score Ada" in opened.receipts_for(1)


@rule("union-pacific 13.2", "union-pacific 13.2a", "union-pacific 13.3")
def test_track_cards_are_seen_by_their_player() -> None:
    game = position(hands=[{"MS": 1}], stack=(3, 3, 3), used=0, tracks=[{"coast": 4}])
    play(game, Invest(("MS",), "coast"))
    assert "Ben draws a track card" in texts(game, 0)
    assert "Ben draws a track card" in texts(game, None)
    assert "Ben draws the track card prairie" in texts(game, 1)


@rule("union-pacific 13.3", "union-pacific 13.3a")
def test_a_sealed_pick_is_its_owners_secret() -> None:
    game = new(3, 4)
    share = next(name for name in hand(game, 0) if name != "UP")
    abbr = rules_of(game).kit.abbr[rules_of(game).kit.share_index[share]]
    game.apply(PickShare(share), 0)
    assert texts(game, 0) == [f"Ada picks {abbr} as first share"]
    for seat in (1, 2, None):
        assert texts(game, seat) == ["Ada has picked a first share"]
        assert game.action_for(1, seat) == {"type": "pick_share"}
        assert "pick" not in game.view(seat)["players"][0]
        assert game.view(seat)["players"][0]["picked"]
    assert game.view(0)["players"][0]["pick"] == share
    assert game.action_for(1, 0) == {"type": "pick_share", "share": share}
    game.apply(PickShare("UP"), 1)
    game.apply(PickShare("UP"), 2)
    assert game.action_for(1, 2) == {"type": "pick_share", "share": share}  # revealed


@rule("union-pacific 13.4", "union-pacific A22")
def test_nobody_sees_decks_box_or_seed() -> None:
    game = started(3, 987654321987)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view["opened"] is None
        assert "seed" not in view
        assert "987654321987" not in dump(view)
        assert isinstance(view["deck"], int)
        assert isinstance(view["track_stack"], int)
        assert "box" not in view
        assert set(view) == {  # nothing else: whoever adds a field must ask who may see it
            "title", "asked", "commitment", "opened", "step", "turn", "start", "active", "ended", "payouts", "deck",
            "display", "up_stack", "track_stack", "track_discards", "track_removed", "players", "third_player",
            "companies", "union_pacific", "sections", "full_types",
        }  # fmt: skip


@rule("union-pacific 13.6", "union-pacific 13.10")
def test_everything_is_open_when_the_game_is_over() -> None:
    game = started(3, 77)
    promise = game.view(None)["commitment"]
    assert game.view(1)["commitment"] == promise == rules_of(game).promise
    assert len(promise) == 64
    while game.decision() is not None:
        game.apply(game.options()[0].action)
    view = game.view(None)
    assert view["opened"]["seed"] == 77
    assert all("hand" in player for player in view["players"])
    total = sum(view["opened"]["deck"].values()) + sum(view["opened"]["box"].values())
    assert total == sum(game.state.box) + len([card for card in game.state.deck[game.state.drawn :] if card != 11])
    dealt = [event.text for event in game.events_for(None) if event.kind == "deal"]
    assert all("track cards" in text and " is dealt " in text and "UP 1" in text for text in dealt)
    assert view["commitment"] == promise


@rule("union-pacific 13.10")
def test_only_the_promised_seed_fits() -> None:
    promises = {rules_of(new(players, seed)).promise for players in (2, 3) for seed in range(20)}
    assert len(promises) == 40
    assert rules_of(new(3, 5)).promise == rules_of(new(3, 5)).promise
    assert rules_of(new(3, 5)).promise != rules_of(new(3, 5, deck="professional")).promise


@rule("union-pacific 13.8")
def test_a_refusal_to_another_seat_is_the_same_whatever_the_hands_are() -> None:
    poor = position(hands=[{}, {}, {}], tracks=[{"coast": 4}, {"coast": 3}])
    rich = position(hands=[{"MS": 5}, {"MS": 5}, {}], tracks=[{"wild": 4}, {"wild": 3}])
    for action in (Invest(("MS",), "coast"), Build("wild", "ESL", "boston-new_york"), TakeShare("deck"), Decline()):
        first, second = poor.why_not(action, 1), rich.why_not(action, 1)
        assert first is not None
        assert second is not None
        assert str(first) == str(second)
        assert first.facts == second.facts
    assert poor.options_for(1) == rich.options_for(1) == []


def states(game: Game[State], to: int) -> list[State]:
    return [game.at(ply).state for ply in range(to, game.ply + 1)]


@rule("union-pacific 13.9")
def test_only_what_turned_up_no_card_may_be_taken_back() -> None:
    game = position(hands=[{"MS": 1}], tracks=[{"coast": 4}], deck=["DM", "MS", PAY, "BNL", "WW", "WW"], up_left=9)
    rules = rules_of(game)
    play(game, Build("coast", "ESL", "boston-new_york"))
    assert rules.may_undo(states(game, 0), 0) == ""
    play(game, TakeShare("UP"))
    assert rules.may_undo(states(game, 0), 0) == ""
    play(game, Decline())  # the next player draws a track card
    assert "hidden card" in rules.may_undo(states(game, 0), 0)
    for source in ("deck", "display"):
        fresh = position(hands=[{"MS": 1}], step="take", deck=["DM", "WW"], display=["MS", "DM", "KCC", "WW"])
        play(fresh, TakeShare("deck" if source == "deck" else "KCC"))
        assert "hidden card" in rules.may_undo(states(fresh, 0), 0)
    picking = new(3)
    picking.apply(PickShare("UP"), 0)
    assert "stands" in rules.may_undo(states(picking, 0), 0)


@rule("union-pacific 13.9", "union-pacific 13.6")
def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    """The last action may turn up no card itself, but then all hands lie open."""
    last = position(step="exchange", hands=[{"MS": 1}], pending=1, payouts=3)
    play(last, Decline())
    assert last.at(0).state.seen == last.state.seen
    assert "hand" in last.view(0)["players"][1]
    assert "hidden card" in rules_of(last).may_undo(states(last, 0), 0)
    stuck = position(hands=[{}, {}, {}], tracks=[{"coast": 4}], supply=(0,) * 10)
    play(stuck, PassTurn("coast"))
    assert stuck.result().reason == "dead_end"
    assert "hidden card" in rules_of(stuck).may_undo(states(stuck, 0), 0)


@rule("union-pacific 13.9", "union-pacific 13.8")
def test_foreseeing_turns_up_nothing() -> None:
    game = position(hands=[{"MS": 1}], tracks=[{"coast": 4}], deck=["DM", "MS"], up_left=9)
    build = Build("coast", "ESL", "boston-new_york")
    assert [event.text for event in game.foresee(build, 0)] == ["Ada plays coast and puts ESL on Boston–New York"]
    play(game, build)
    assert game.foresee(TakeShare("deck"), 0) == ()
    assert game.foresee(TakeShare("UP"), 0) != ()
    assert game.ply == 1
