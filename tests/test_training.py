"""The trainer's puzzles have one right answer: what the engine does when it is played, found by trying everything."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import BadInput, Game, Illegal, Message
from stellwerk.core.quote import BANK
from stellwerk.eighteen.actions import BuyTrain, Dividend, LayTile, SellShares
from stellwerk.eighteen.depot import card_of
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.i18n import tell
from stellwerk.routing import best_run, best_runs, value_of
from stellwerk.routing.trainspec import spec_of
from stellwerk.titles import TITLES, find
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.training import BOXES, GRADES, KINDS, Card, Memory, Puzzle, Source, again, pick, puzzles
from stellwerk.training.family import LOOKED, way_of
from stellwerk.training.pick import make, makers
from tests.kept import kept_game
from tests.routing_brute import brute
from tests.support import DATA

GAMES = sorted((DATA / "games").glob("*.json.gz"))
KEPT = {
    "1830": "1830-5p-games18xx",
    "1854": "1854-4p-steady",
    "1862": "1862-6p",
    "18te": "18te-2p",
    "union-pacific": "union-pacific-4p",
}
EACH = int(os.environ.get("STELLWERK_PUZZLES", "100"))  # of each game; the kinds come in turn
UNTOLD = {  # runs are tried one by one in 1830 only; the kept games of 18TE end before any train does
    "1854": {"run"},
    "1862": {"run"},
    "18te": {"run", "rust", "ends"},
}
TODAY = date(2031, 5, 1)


def family(game: Game[Any]) -> FamilyRules:
    assert isinstance(game.rules, FamilyRules)
    return game.rules


def facts(puzzle: Puzzle) -> dict[str, Any]:
    return puzzle.asked.question.facts


# -- the answers, by other ways than those they were found by


def check_run(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """Played, the best run brings the answer; what was run in the game never more; nor anything on small boards."""
    rules, s = family(at), at.state
    company = rules.t.company(facts(puzzle)["company"])
    answer = puzzle.asked.answer
    [ran] = [event for event in at.branch().apply(best_run(rules, s, company).action()) if event.kind == "run"]
    assert ran.facts["revenue"] == answer
    assert [event.receipt.total for event in puzzle.asked.why if event.receipt] == [answer]
    [made] = [event for event in whole.plies[puzzle.ply].events if event.kind == "run"]
    assert made.facts["revenue"] <= answer
    if puzzle.title != "1830" or at.ply % 3:
        return False
    trains = [spec_of(rules.t, train) for train in rules.running_trains(s, company)]
    tried = brute(rules.route_check(s, company), trains) if len(trains) == 1 else None
    assert tried is None or tried[0] == answer
    return tried is not None


def check_choice(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """One of the runs brings more than the others; where the best run is compulsory the others are refused."""
    rules, asked = family(at), puzzle.asked
    ways = {way_of(run): run for run in reversed(best_runs(rules, at.state, facts(puzzle)["company"], LOOKED))}
    brings = []
    for choice in asked.choices:
        try:
            events = at.branch().apply(ways[str(choice)].action())
            brings += [int(event.facts["revenue"]) for event in events if event.kind == "run"]
        except Illegal:
            brings.append(0)
    assert brings.count(max(brings)) == 1
    return brings.index(max(brings)) == asked.answer


def check_lay(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """The router asked of each lay before it is made."""
    rules, asked = family(at), puzzle.asked
    brings = []
    for choice in asked.choices:
        place, _, face = str(choice).partition(" ")
        tile, _, rotation = face.rpartition("/")
        assert at.why_not(LayTile(place, tile, int(rotation))) is None
        worth = value_of(rules, at.state, facts(puzzle)["company"], tile=(place, tile, int(rotation)))
        assert worth.proven
        brings.append(worth.after.total)
    assert brings.count(max(brings)) == 1
    return brings.index(max(brings)) == asked.answer


def check_rust(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """Trains that companies have no more afterwards."""
    t = family(at).t
    after = at.branch()
    after.apply(whole.plies[puzzle.ply].action)

    def had(s: State) -> Counter[str]:
        return Counter(card_of(t, kind_of(train)) for company in s.companies for train in company.trains)

    lost = set(had(at.state) - had(after.state))
    chosen = puzzle.answer
    assert lost == ({chosen} if isinstance(chosen, str) else set())
    return bool(lost)


def check_ends(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """In the game those trains end with that purchase, or not at all."""
    t = family(at).t
    kind, chosen, met = facts(puzzle)["kind"], puzzle.answer, False
    for made in whole.plies:
        for event in made.events:
            if event.kind == "rust" and event.facts["kind"] == kind and isinstance(made.action, BuyTrain):
                assert card_of(t, kind_of(made.action.train)) == chosen
                met = True
    return met


def check_president(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """Played, the sale makes him president; so says the rule that is asked before a sale."""
    rules, sold = family(at), facts(puzzle)
    number, seat = rules.t.company(sold["company"]), rules.asked(at.state)
    by_rule = rules.shares.president_after_sale(at.state, seat, number, sold["percent"])
    game = at.branch()
    game.apply(SellShares(sold["company"], sold["percent"]))
    assert puzzle.asked.answer == game.state.companies[number].president == by_rule
    return by_rule != seat


def check_dividend(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """The cash of the player, before anything else happens, and the line of the receipt."""
    rules, s = family(at), at.state
    who = facts(puzzle)["who"]
    seat, m = rules.t.seats.index(who), Move(rules.t, rules.twin.draft(s))
    rules.carry_out(m, Dividend("pay"), rules.asked(s))
    gained, splits = m.s.players[seat].cash - s.players[seat].cash, any(event.kind == "split" for event in m.log)
    assert gained >= puzzle.asked.answer if splits else gained == puzzle.asked.answer
    [slip] = [event.receipt for event in puzzle.asked.why if event.receipt]
    assert puzzle.asked.answer in [line.amount for line in slip.lines if str(who) in line.text]
    return True


def check_sell(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """Every percentage is tried."""
    name, held = facts(puzzle)["company"], facts(puzzle)["held"]
    legal = [percent for percent in range(1, held + 1) if at.why_not(SellShares(name, percent)) is None]
    assert max(legal, default=0) == puzzle.asked.answer
    return bool(puzzle.asked.answer < held)


def check_payout(at: Game[Any], whole: Game[Any], puzzle: Puzzle) -> bool:
    """By places: the first has the value, the next half of it; who shares places shares what they bring (7.4, 8.1)."""
    rules, s = at.rules, at.state
    assert isinstance(rules, UnionPacificRules)
    kit, number = rules.flow.kit, facts(puzzle)["number"]
    company, seat = kit.abbr.index(facts(puzzle)["company"]), rules.seats.index(facts(puzzle)["who"])
    held = [counts[company] for counts in s.held]
    value = 0 if company == kit.up else rules.flow.value(s, company)
    row = (value, value // 2) if value else rules.t.data.payout.union_pacific[number - 1]
    better, same = sum(other > held[seat] for other in held), held.count(held[seat])
    places = row[better : better + same]
    if value and better == 0:  # the first alone has both if there is no second
        places = row if same > 1 or sum(map(bool, held)) == 1 else row[:1]
    elif value:
        places = row[1:] if better == 1 else ()
    assert sum(places) // same == puzzle.asked.answer
    return same > 1


CHECKS: dict[str, Callable[[Game[Any], Game[Any], Puzzle], bool]] = {
    "run": check_run,
    "choice": check_choice,
    "lay": check_lay,
    "rust": check_rust,
    "ends": check_ends,
    "president": check_president,
    "dividend": check_dividend,
    "sell": check_sell,
    "payout": check_payout,
}


@pytest.mark.parametrize("title", TITLES)
def test_every_answer_is_what_the_engine_does(title: str) -> None:
    told, ids = Counter[str](), Counter[str]()
    games = [kept_game(path) for path in GAMES if path.name.startswith(title)]
    for whole, puzzle in ((game, puzzle) for game in games for puzzle in islice(puzzles(game, 5), EACH)):
        assert puzzle.title == title
        assert puzzle.asked.grade in GRADES
        assert puzzle.asked.why, puzzle
        assert all(event.rule.startswith(f"{title} ") for event in puzzle.asked.why)
        choices = [str(choice) for choice in puzzle.asked.choices]
        assert len(set(choices)) == len(choices)
        assert not choices or puzzle.asked.answer in range(len(choices))
        telling = CHECKS[puzzle.kind](whole.at(puzzle.ply), whole, puzzle)
        assert telling or puzzle.kind not in ("choice", "lay")
        told[puzzle.kind] += telling
        ids[puzzle.id] += 1
    assert max(ids.values()) == 1
    assert set(told) == {kind for game in games for kind in makers(game)}
    assert all(told[kind] for kind in set(told) - UNTOLD.get(title, set()))
    print(f"{title}: {len(ids)} puzzles of {len(games)} games; telling: {dict(told)}")


def test_brute_force_has_tried_runs() -> None:
    game = kept_game(KEPT["1830"])
    assert sum(check_run(game.at(entry.ply), game, entry) for entry in puzzles(game, 5, ["run"]))


def test_the_bank_pays_dividends() -> None:
    game = kept_game(KEPT["18te"])
    puzzle = next(puzzles(game, 1, ["dividend"]))
    quote = game.at(puzzle.ply).quote(Dividend("pay"))
    assert {entry.payer for entry in quote.payments} == {BANK}


# -- which puzzles


def test_a_seed_decides_and_ids_stay() -> None:
    def ids(seed: int, *kinds: str) -> list[str]:
        return [puzzle.id for _, _, puzzle in pick(None, seed, 4, "18te", kinds)]

    assert ids(3) == ids(3) != ids(4)
    game = kept_game(KEPT["18te"])
    first = next(puzzles(game, 1))
    assert make(game, first.ply, first.kind) == first == next(p for p in puzzles(game, 2) if p.id == first.id)
    assert make(game, len(game), "run") is None
    assert make(game, first.ply, "odd") is None


def test_of_many_games_each_gives_one_in_turn(tmp_path: Path) -> None:
    for name in ("18te-2p", "union-pacific-4p"):
        (tmp_path / f"{name}.json.gz").write_bytes((DATA / "games" / f"{name}.json.gz").read_bytes())
    (tmp_path / "odd.json").write_text("{}")
    left: list[str] = []
    found = pick(tmp_path, 1, 5, left_out=left.append)
    assert Counter(puzzle.title for _, _, puzzle in found).most_common() in (
        [("18te", 3), ("union-pacific", 2)],
        [("union-pacific", 3), ("18te", 2)],
    )
    assert len(left) == 1
    assert "odd.json" in left[0]
    assert {puzzle.title for _, _, puzzle in pick(tmp_path, 1, 5, "18te")} == {"18te"}
    source, _, puzzle = found[0]
    assert again(source, puzzle.ply, puzzle.kind, puzzle.id)[1] == puzzle
    with pytest.raises(BadInput, match="not the one"):
        again(source, puzzle.ply, puzzle.kind, "0" * 12)


@pytest.mark.parametrize("name", ["", "bots:18te:x", "bots:no:1", "web:18te:1", "file:/nowhere/at.json"])
def test_what_is_no_source_is_bad_input(name: str) -> None:
    with pytest.raises(BadInput):
        Source(name).game()


@pytest.mark.parametrize("title", TITLES)
def test_puzzles_are_told_in_every_language(title: str) -> None:
    game, met = kept_game(KEPT[title]), dict[str, Puzzle]()
    for puzzle in puzzles(game, 2):
        met.setdefault(puzzle.kind, puzzle)
        if set(met) == set(makers(game)):
            break
    own = find(title)
    for language in ("de", "pl"):
        for puzzle in met.values():
            said = [
                puzzle.asked.question,
                KINDS[puzzle.kind],
                GRADES[puzzle.asked.grade],
                *(choice for choice in puzzle.asked.choices if isinstance(choice, Message)),
                *(event.message for event in puzzle.asked.why),
            ]
            for message in said:
                assert tell(message, language) != message.text, (own.name, message)
    if title == "1862":
        assert "Direktor" in tell(met["president"].asked.question, "de")


# -- what comes again


def card(box: int = 0, due: date = TODAY) -> Card:
    return Card("1830", "run", "bots:1830:1", 5, box, due)


def test_what_was_wrong_comes_again_after_1_3_7_and_21_days(tmp_path: Path) -> None:
    memory, day = Memory(tmp_path / "new"), TODAY
    assert memory.note("a", card(), right=True, today=day) is None
    assert not memory.due(day + timedelta(days=400))
    for box, days in enumerate(BOXES):
        kept = memory.note("a", card(), right=box > 0, today=day)
        assert kept == card(box, day + timedelta(days=days))
        assert memory.due(kept.due - timedelta(days=1)) == {}
        assert memory.due(kept.due) == {"a": kept}
        assert memory.note("a", card(), right=True, today=kept.due - timedelta(days=1)) == kept  # too early to count
        day = kept.due
    assert memory.note("a", card(), right=True, today=day) is None
    assert memory.due(date.max) == {}
    assert BOXES == (1, 3, 7, 21)


def test_wrong_again_goes_back_to_the_first_box(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    memory.note("b", card(), right=False, today=TODAY)
    memory.note("b", card(), right=True, today=TODAY + timedelta(days=1))
    memory.note("c", card(), right=False, today=TODAY)
    memory.note("b", card(), right=False, today=TODAY + timedelta(days=4))
    assert list(memory.due(TODAY + timedelta(days=9))) == ["c", "b"]
    assert memory.read().cards["b"] == card(0, TODAY + timedelta(days=5))
    assert (memory.read().right, memory.read().wrong) == (1, 3)


DAMAGED = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b'{"format": "other", "version": 1}',
    b'{"format": "stellwerk-training", "version": 2}',
    b'{"format": "stellwerk-training", "version": 1, "more": 1}',
    b'{"format": "stellwerk-training", "version": 1, "cards": {"a": {"title": "1830"}}}',
    b'{"format": "stellwerk-training", "version": 1, "cards": {"a": {"title": "1830", "kind": "run", "source": "",'
    b' "ply": 1, "box": 4, "due": "2031-01-01"}}}',
]


@pytest.mark.parametrize("data", DAMAGED)
def test_a_damaged_file_is_told_and_left(data: bytes, tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    memory.path.write_bytes(data)
    with pytest.raises(BadInput, match=r"training\.json: no results of this trainer"):
        memory.due(TODAY)
    with pytest.raises(BadInput):
        memory.note("a", card(), right=False, today=TODAY)
    assert memory.path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [memory.path]
