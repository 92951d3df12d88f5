"""Our own transcripts: round trips, what docs/transcripts.md promises, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.core import BadInput, TranscriptError
from stellwerk.core.transcript import entry_from_json, entry_to_json
from stellwerk.eighteen.actions import KINDS, Answer, BuyPrivate, Pass
from stellwerk.formats import load_bytes, load_file
from stellwerk.formats.own import save
from stellwerk.formats.table import COMPANY_COLUMNS, FIRST_COLUMNS, PLAYER_COLUMNS
from stellwerk.titles import TITLES
from tests.support import DATA, NAMES, new, play

DOCS = Path(__file__).parents[1] / "docs" / "transcripts.md"
BANKRUPT = DATA / "random" / "1830-random-1106.json.gz"
Raw = dict[str, Any]


def raw_of(count: int = 3) -> Raw:
    """The transcript of a new game, after passes."""
    game = play(new(3), *[Pass()] * count)
    raw: Raw = msgspec.json.decode(game.transcript().encode())
    return raw


def broken(raw: Raw, text: str, action: int | None = None) -> None:
    with pytest.raises(TranscriptError) as caught:
        load_bytes(msgspec.json.encode(raw), "own.json")
    assert str(caught.value).startswith("own.json: " if action is None else f"own.json: action {action}: ")
    assert text in str(caught.value)


# -- round trips


def test_a_recorded_game_comes_back_with_every_position(tmp_path: Path) -> None:
    game = load_file(BANKRUPT).game
    path = tmp_path / "game.json"
    save(game, path)
    loaded = load_file(path)
    assert loaded.source == "stellwerk"
    assert loaded.differences() == []
    assert [game.at(ply).digest() for ply in range(len(game) + 1)] == [
        loaded.game.at(ply).digest() for ply in range(len(loaded.game) + 1)
    ]
    assert loaded.game.transcript() == game.transcript()
    assert loaded.at(before=10).ply == 9
    assert loaded.at(5).digest() == game.at(5).digest()
    with pytest.raises(BadInput, match="no action with id 999"):
        loaded.at(before=999)


def test_offers_and_answers_come_back() -> None:
    game = new(2)
    buys = [BuyPrivate("SV", 20), BuyPrivate("CS", 40), BuyPrivate("DH", 70), BuyPrivate("MH", 110)]
    play(game, *buys, BuyPrivate("CA", 160), BuyPrivate("BO", 220))
    game.apply(next(option.action for option in game.options()))  # B&O's par
    offer = next(option for option in game.options() if isinstance(option.action, BuyPrivate))
    play(game, offer.take(7), Answer(False), offer.take(8), Answer(True))
    again = load_bytes(game.transcript().encode()).game
    assert [entry_to_json(entry) for entry in again.entries] == [entry_to_json(entry) for entry in game.entries]
    assert again.digest() == game.digest()


def test_files_are_readable_line_by_line() -> None:
    lines = new(3).transcript().encode().decode().splitlines()
    assert '"format": "stellwerk",' in lines[1]
    text = play(new(3), Pass(), Pass()).transcript().encode().decode()
    assert '  {"seat":0,"type":"pass"},\n  {"seat":1,"type":"pass"}\n' in text


def test_saving_leaves_no_half_file(tmp_path: Path) -> None:
    save(new(3), tmp_path / "a.json")
    save(play(new(3), Pass()), tmp_path / "a.json")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert len(stellwerk.load(tmp_path / "a.json")) == 1
    with pytest.raises(BadInput, match=r"none/a\.json: No such file or directory"):
        save(new(3), tmp_path / "none" / "a.json")


# -- what is refused


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"format": "other"}, "format is 'other'"),
        ({"version": 2}, "version 2 is not known"),
        ({"version": "1"}, "Expected `int`, got `str` - at `$.version`"),
        ({"version": 1.0}, "Expected `int`, got `float` - at `$.version`"),
        ({"title": "1831"}, "there is no title '1831'"),
        ({"title_version": "0"}, "written for version 0 of 1830"),
        ({"players": ["A"]}, "1830 is for 2 to 6 players, not 1"),
        ({"players": ["A", "A", "B"]}, "every player needs a name of his own"),
        ({"players": ["A", " ", "B"]}, "every player needs a name of his own"),
        ({"players": [1, 2, 3]}, "Expected `str`, got `int`"),
        ({"seed": 10**400}, "is out of range"),
        ({"seed": True}, "Expected `int`, got `bool`"),
        ({"scores": [1.5]}, "Expected `int`, got `float`"),
        ({"scores": [1, 2, 3]}, "not as recorded"),
        ({"scores": [10**400] * 3}, "is out of range"),
        ({"digest": "0" * 32}, "another digest than recorded"),
        ({"digest": 5}, "Expected `str`"),
        ({"actions": {}}, "Expected `array`"),
        ({"actions": [5]}, "Expected `object`"),
        ({"notes": 5}, "Expected `object`"),
        ({"surprise": 1}, "unknown field `surprise`"),
    ],
)
def test_odd_heads_are_refused(fields: Raw, text: str) -> None:
    broken({**raw_of(), **fields}, text)


def test_which_fields_of_the_head_are_needed() -> None:
    for field in raw_of():
        raw = raw_of()
        del raw[field]
        if field in ("digest", "scores"):
            load_bytes(msgspec.json.encode(raw))
        elif field == "format":
            broken(raw, "`players` must be a list of objects")  # taken for a file of 18xx.games
        elif field == "actions":
            broken(raw, "another digest")
        else:
            broken(raw, f"missing required field `{field}`")


def test_a_game_stored_before_an_option_was_there_is_read_as_it_was_played() -> None:
    raw = raw_of()
    del raw["options"]["ebuy_other_train"], raw["options"]["dh_hex_blocked"]
    rules = load_bytes(msgspec.json.encode(raw)).game.rules
    assert rules.options == {**new(3).rules.options, "ebuy_other_train": "obliged", "dh_hex_blocked": True}
    del raw["options"]["bid_step"]
    broken(raw, "`options` must give every option of 1830; missing: bid_step")


def test_options_are_all_there_and_legal() -> None:
    raw = raw_of()
    del raw["options"]["bid_step"], raw["options"]["consent"]
    broken(raw, "`options` must give every option of 1830; missing: bid_step, consent")
    for key, value, text in (
        ("surprise", 1, "1830 has no option 'surprise'"),
        ("bid_step", 5, "1830 option bid_step: 5 is not one of"),
        ("diesel_supply", 6.0, "1830 option diesel_supply: 6.0 is not one of"),
        ("diesel_supply", 10**400, "is out of range"),
        ("score_privates", 1, "1830 option score_privates: 1 is not one of"),
        ("score_privates", [True], "1830 option score_privates: [True] is not one of"),
    ):
        raw = raw_of()
        raw["options"][key] = value
        broken(raw, text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({}, "`seat` must be a whole number"),
        ({"seat": 0}, "unknown action type None"),
        ({"seat": 0, "type": "jump"}, "unknown action type 'jump'; known: answer, bankrupt"),
        ({"seat": 0, "type": ["pass"]}, "unknown action type ['pass']"),
        ({"seat": True, "type": "pass"}, "`seat` must be a whole number"),
        ({"seat": "0", "type": "pass"}, "`seat` must be a whole number"),
        ({"seat": 0.0, "type": "pass"}, "`seat` must be a whole number"),
        ({"seat": 9, "type": "pass"}, "refused: there is no seat 9"),
        ({"seat": -1, "type": "pass"}, "refused: there is no seat -1"),
        ({"seat": 1, "type": "pass"}, "refused: Ada is asked, not Ben [1830 14.1]"),
        ({"seat": 0, "type": "pass", "extra": 1}, "pass: Object contains unknown field `extra`"),
        ({"seat": 0, "type": "bid", "private": "DH"}, "bid: Object missing required field `amount`"),
        ({"seat": 0, "type": "bid", "private": "DH", "amount": 75.0}, "bid: Expected `int`, got `float`"),
        ({"seat": 0, "type": "bid", "private": "DH", "amount": True}, "bid: Expected `int`, got `bool`"),
        ({"seat": 0, "type": "bid", "private": "DH", "amount": 10**400}, "is out of range"),
        ({"seat": 0, "type": "bid", "private": "DH", "amount": -1}, "refused: a bid on DH must be at least $75"),
        ({"seat": 0, "type": "bid", "private": "D\nH", "amount": 75}, "refused: there is no private D H"),
        ({"seat": 0, "type": "buy_private", "private": "SV", "price": 19}, "refused: SV costs $20"),
        ({"seat": 0, "type": "run_routes", "routes": []}, "refused: run trains is not possible now"),
    ],
)
def test_odd_actions_are_refused(line: Raw, text: str) -> None:
    raw = raw_of(0)
    raw["actions"] = [line]
    broken(raw, text, action=1)


def test_an_edited_action_changes_the_digest() -> None:
    raw = raw_of(0)
    raw["actions"] = [{"seat": 0, "type": "bid", "private": "DH", "amount": 75}]
    broken(raw, "another digest than recorded")


def test_nothing_can_follow_the_end() -> None:
    raw: Raw = msgspec.json.decode(load_file(BANKRUPT).game.transcript().encode())
    count = len(raw["actions"])
    raw["actions"].append({"seat": 0, "type": "pass"})
    broken(raw, f"the game is over (bankrupt) since action {count}: no action can follow", action=count + 1)


def test_a_preset_cannot_be_chosen() -> None:
    with pytest.raises(TranscriptError, match="a preset cannot be chosen"):
        load_bytes(new(3).transcript().encode(), "own.json", "seed")


def test_replay_checks_transcripts_that_were_not_read_from_a_file() -> None:
    good = play(new(3), Pass()).transcript()
    assert stellwerk.replay(good).digest() == good.digest
    bad = msgspec.structs.replace(good, actions=({"seat": 1, "type": "pass"},))
    with pytest.raises(TranscriptError, match=r"here: action 1: refused: Ada is asked, not Ben"):
        stellwerk.replay(bad, "here")


# -- the description


def test_the_examples_in_the_documentation_are_actions() -> None:
    (block,) = re.findall(r"```jsonl\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    kinds = []
    for line in block.splitlines():
        entry = entry_from_json(msgspec.json.decode(line), KINDS, 1)
        kinds.append(str(entry.action.__struct_config__.tag))
        again = entry_from_json(msgspec.json.decode(msgspec.json.encode(entry_to_json(entry))), KINDS, 1)
        assert again == entry
    assert sorted(kinds) == sorted(KINDS)


def test_the_documentation_names_every_field() -> None:
    text = DOCS.read_text(encoding="utf-8")
    rows = {match[1]: match[2] for match in re.finditer(r"^\| `(\w+)` \|(.*?)\|", text, re.MULTILINE)}
    for name, kind in KINDS.items():
        assert set(re.findall(r"`(\w+)`", rows[name])) == set(kind.__struct_fields__), name
    for field in new(3).transcript().__struct_fields__:
        assert field in rows
    for column in (*FIRST_COLUMNS, *(f"{name}_0" for name in PLAYER_COLUMNS), *(f"PRR_{n}" for n in COMPANY_COLUMNS)):
        assert f"`{column}`" in text


def test_the_documentation_names_the_actions_of_every_title() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for title in TITLES.values():
        rules = title.make(NAMES[: title.players[0]], None, 0, None)
        for name, kind in rules.action_types.items():
            assert f"`{name}`" in text, name
            assert all(f"`{field}`" in text for field in kind.__struct_fields__), name


def test_the_head_in_the_documentation_is_the_real_one() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    raw = msgspec.json.decode(block)
    raw["options"] = dict(new(3).rules.options)
    raw["players"] = list(NAMES[:3])
    game = stellwerk.new("1830", NAMES[:3])
    for line in raw["actions"]:
        entry = entry_from_json(line, KINDS, 1)
        game.apply(entry.action, entry.seat)
    raw["digest"] = game.digest()
    assert load_bytes(msgspec.json.encode(raw)).game.digest() == game.digest()
