"""The library as a program uses it: playing, refusals, history, branches, transcripts, receipts, views."""

from __future__ import annotations

import msgspec
import pytest

import stellwerk
from stellwerk.core import BadInput, Chance, Event, Illegal, Option, Range, Receipt, TranscriptError
from stellwerk.core.option import Decision
from stellwerk.eighteen.actions import (
    Bid,
    BuyPrivate,
    Dividend,
    Par,
    Pass,
    Route,
    RunRoutes,
    Sale,
    SellList,
    SellShares,
)
from stellwerk.eighteen.frames import Auction
from stellwerk.formats import load_file
from tests.support import DATA, Position, accepted, new, refused, rules_of

GAME = DATA / "random" / "1830-random-1239.json.gz"


def test_a_new_game_asks_the_first_seat() -> None:
    game = stellwerk.new("1830", players=["Ada", "Ben", "Cleo"], seed=7)
    assert game.decision() == Decision(0, "Ada", "auction", "1830 2.1")
    assert game.result().scores == (800, 800, 800)
    assert not game.result().finished


def test_apply_returns_events_that_cite_rules() -> None:
    events = new().apply(BuyPrivate("SV", 20))
    assert [event.kind for event in events] == ["paid", "private"]
    assert all(event.rule.startswith("1830 ") and event.text for event in events)
    assert str(events[1]) == "Ada gets SV for $20 [1830 2.4]"


def test_a_refusal_has_rule_text_and_facts_and_changes_nothing() -> None:
    game = new()
    illegal = refused(game, Bid("CS", 41), "1830 2.2")
    assert illegal.facts == {"private": "CS", "least": 45}
    assert str(illegal) == "a bid on CS must be at least $45 [1830 2.2]"
    assert game.ply == 0


def test_the_wrong_seat_is_refused() -> None:
    refused(new(), Pass(), "1830 14.1", seat=1)
    refused(new(), Pass(), "1830 14.1", seat=99)
    refused(new(), Pass(), "1830 14.1", seat=-1)


def test_fields_of_the_wrong_type_are_refused() -> None:
    for action in (
        Bid("CS", 45.0),  # type: ignore[arg-type]  # on purpose
        Bid("CS", True),
        Bid(None, 45),  # type: ignore[arg-type]  # on purpose
        BuyPrivate("SV", 20.0),  # type: ignore[arg-type]  # on purpose
        RunRoutes([]),  # type: ignore[arg-type]  # on purpose
        RunRoutes((Route(2, ("E19.0",)),)),  # type: ignore[arg-type]  # on purpose
        RunRoutes((Route("2-0", ("E19.0", 4)),)),  # type: ignore[arg-type]  # on purpose
        RunRoutes((None,)),  # type: ignore[arg-type]  # on purpose
        SellList((Sale("PRR", 10.0),)),  # type: ignore[arg-type]  # on purpose
        SellList("PRR"),  # type: ignore[arg-type]  # on purpose
    ):
        refused(new(), action, "1830 0.5")


def test_why_not_says_what_apply_would_say() -> None:
    game = new()
    assert game.why_not(Pass()) is None
    refusal = game.why_not(SellShares("PRR", 10))
    assert refusal is not None
    assert refusal.rule == "1830 14.1"
    assert game.ply == 0


def test_undo_and_redo_walk_over_the_same_positions() -> None:
    game = new()
    digests = [game.digest()]
    for action in (BuyPrivate("SV", 20), Bid("DH", 75), Pass()):
        game.apply(action)
        digests.append(game.digest())
    assert len(set(digests)) == 4
    game.undo(2)
    assert game.digest() == digests[1]
    game.redo()
    assert game.digest() == digests[2]
    game.apply(Bid("MH", 115))  # a new action forgets what was taken back
    with pytest.raises(BadInput, match="cannot redo 1"):
        game.redo()
    with pytest.raises(BadInput, match="cannot take back 9"):
        game.undo(9)


def test_at_and_branch_leave_the_game_alone() -> None:
    game = new()
    game.apply(BuyPrivate("SV", 20))
    game.apply(Pass())
    early = game.at(0)
    early.apply(Pass())
    branch = game.branch()
    branch.apply(Pass())
    assert game.ply == 2
    assert [ply.action for ply in game.plies] == [BuyPrivate("SV", 20), Pass()]
    with pytest.raises(BadInput, match="no position 3"):
        game.at(3)


def test_states_are_frozen() -> None:
    game = new()
    with pytest.raises(AttributeError):
        game.state.bank = 1
    with pytest.raises(AttributeError):
        game.state.players[0].cash = 1  # type: ignore[misc]


def test_a_transcript_replays_to_the_same_digest() -> None:
    game = load_file(GAME).game
    data = game.transcript().encode()
    again = stellwerk.replay(msgspec.json.decode(data, type=stellwerk.Transcript))
    assert again.digest() == game.digest()
    assert again.events == game.events
    assert again.transcript().encode() == data


def test_a_transcript_with_one_changed_action_is_refused() -> None:
    game = load_file(GAME).game
    transcript = msgspec.to_builtins(game.transcript())
    transcript["actions"][3]["seat"] = 3 - transcript["actions"][3]["seat"]
    with pytest.raises(TranscriptError, match="action 4: refused"):
        stellwerk.replay(msgspec.convert(transcript, stellwerk.Transcript))


def test_loading_by_path() -> None:
    assert stellwerk.load(GAME).result().finished


def test_every_listed_option_is_accepted_and_money_beyond_its_range_is_not() -> None:
    game = load_file(GAME).game
    for ply in range(0, len(game), 37):
        position = game.at(ply)
        for option in position.options():
            ends = [None] if option.amount is None else [option.amount.low, option.amount.high]
            for amount in ends:
                accepted(position, option.take(amount), option.seat)
            if option.amount is not None:
                for amount in (option.amount.low - 1, option.amount.high + 1):
                    with pytest.raises(Illegal):
                        position.branch().apply(option.take(amount), option.seat)


def test_receipts_add_up_and_cite_rules() -> None:
    game = load_file(GAME).game
    receipts = game.receipts()
    scores = [receipts[f"score {name}"].total for name in game.rules.seats]
    assert tuple(scores) == game.result().scores
    events = [event for event in game.events if event.receipt]
    assert {event.kind for event in events} == {"run", "dividend"}
    for receipt in [*receipts.values(), *(event.receipt for event in events if event.receipt)]:
        assert sum(line.amount for line in receipt.lines) == receipt.total
        assert all(line.rule.startswith("1830 ") for line in receipt.lines)


def test_a_run_and_a_dividend_have_receipts() -> None:
    position = Position(3).company("PRR", held=[40, 20, 0], pool=20, trains=("2-0",)).depot(_2=5)
    game = position.token("PRR", "H12").tile("H10", "57", 1).operating("PRR", "dividend", revenue=30).game()
    events: tuple[Event, ...] = game.apply(Dividend("pay"))
    receipt = next(event.receipt for event in events if event.kind == "dividend")
    assert isinstance(receipt, Receipt)
    assert [(line.text, line.amount) for line in receipt.lines] == [
        ("Ada 40 %", 12),
        ("Ben 20 %", 6),
        ("PRR for 20 % in the pool", 6),
    ]
    assert "dividend of PRR: 24" in str(receipt)


def test_the_view_is_plain_data_without_the_seed() -> None:
    game = stellwerk.new("1830", ["A", "B"], seed=424242)
    data = msgspec.json.encode(game.view(0))
    assert b"424242" not in data
    assert game.view()["asked"]["seat"] == 0


def test_the_position_as_text_names_everything() -> None:
    text = str(load_file(GAME).game.at(300))
    for part in ("Players", "Companies", "Market", "Trains on sale", "Tiles", "Tokens"):
        assert part in text


def test_players_are_checked() -> None:
    for players in (["A"], list("ABCDEFG"), ["A", "A"], ["A", " "]):
        with pytest.raises(BadInput):
            stellwerk.new("1830", players)
    with pytest.raises(BadInput, match="no title '1831'"):
        stellwerk.new("1831", ["A", "B"])


def test_seeds_are_checked_and_survive_a_transcript() -> None:
    for seed in (-1, 2**63):
        with pytest.raises(BadInput, match="the seed"):
            stellwerk.new("1830", ["A", "B"], seed=seed)
    game = stellwerk.new("1830", ["A", "B"], seed=2**63 - 1)
    assert stellwerk.replay(game.transcript()).rules.seed == 2**63 - 1


def test_options_and_presets_are_checked() -> None:
    with pytest.raises(BadInput, match="no option 'luck'"):
        stellwerk.new("1830", ["A", "B"], options={"luck": True})
    with pytest.raises(BadInput, match="1 is not one of False, True"):
        stellwerk.new("1830", ["A", "B"], options={"sell_before_operating": 1})
    with pytest.raises(BadInput, match="no preset 'fast'"):
        stellwerk.new("1830", ["A", "B"], preset="fast")
    game = stellwerk.new("1830", ["A", "B"], preset="games18xx", options={"bank_break": "at zero"})
    assert game.rules.options["diesel_supply"] == "unlimited"
    assert game.rules.options["bank_break"] == "at zero"


def test_shuffled_seats_come_from_the_seed() -> None:
    names = list("ABCDEF")
    seats = {stellwerk.new("1830", names, seed=seed, shuffle=True).rules.seats for seed in range(20)}
    assert len(seats) > 10
    again = stellwerk.new("1830", names, seed=3, shuffle=True).rules.seats
    assert again == stellwerk.new("1830", names, seed=3, shuffle=True).rules.seats


def test_chance_is_the_same_everywhere_and_even() -> None:
    assert [Chance(1, "x").below(6) for _ in range(3)] == [Chance(1, "x").below(6)] * 3
    rolls = Chance(5, "dice")
    counts = [0] * 6
    for _ in range(6000):
        counts[rolls.below(6)] += 1
    assert min(counts) > 850
    assert max(counts) < 1150
    assert Chance(9, "deck").shuffled(range(8)) == [5, 2, 0, 3, 6, 7, 4, 1]


def test_options_cover_exactly_their_family() -> None:
    option = Option(Bid("CS", 45), Range(45, 60, 5))
    assert option.covers(Bid("CS", 50))
    assert not option.covers(Bid("CS", 51))
    assert not option.covers(Bid("CS", 65))
    assert not option.covers(Bid("DH", 50))
    assert not option.covers(Pass())
    assert option.take(55) == Bid("CS", 55)
    assert list(Range(45, 60, 5)) == [45, 50, 55, 60]
    assert len(Range(45, 60, 5)) == 4
    assert len(Range(5, 4)) == 0


def test_actions_of_the_wrong_kind_are_refused_everywhere() -> None:
    game = load_file(GAME).game
    for ply in range(0, len(game), 11):
        position = game.at(ply)
        offered = {type(option.action) for option in position.options()}
        for action in (Pass(), Par("PRR", 67), RunRoutes(()), Dividend("pay"), SellShares("PRR", 10)):
            refusal = position.why_not(action)
            if type(action) not in offered:
                assert refusal is not None
                assert refusal.rule.startswith("1830 ")
    assert rules_of(game).decision(game.state) is None
    refused(game, Pass(), "1830 11.1")


def test_a_game_that_does_not_come_to_rest_says_where() -> None:
    """A step that neither waits nor changes anything is our mistake: an error that names the frame, no endless loop."""
    rules = rules_of(new())
    rules.steps[Auction].advance = lambda m, frame: False  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match=r"1830: the game does not come to rest; on top lies Auction\("):
        rules.start()
