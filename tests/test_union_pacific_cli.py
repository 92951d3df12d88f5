"""Union Pacific in the terminal and as a drawing."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

import stellwerk
from stellwerk.cli import phrases
from stellwerk.cli.main import main
from stellwerk.core import Action, BadInput
from stellwerk.draw import board_svg
from stellwerk.titles.t_union_pacific.actions import (
    Build,
    Decline,
    ExchangeShare,
    Invest,
    PassTurn,
    PickShare,
    TakeShare,
)
from stellwerk.titles.t_union_pacific.drawing import network_svg
from tests.rules_union_pacific.support import position, started
from tests.support import DATA

GAME = str(DATA / "games" / "union-pacific-4p.json.gz")


def played(typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *more: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert main(["play", "union-pacific", "--seed", "5", *more]) == 0
    return capsys.readouterr().out


def test_a_player_sees_his_own_cards_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    build = "build mountain DM denver-phoenix"
    typed = ["pick ep&rg", build, "undo", build, "why take deck", "take deck", "undo", "decline"]
    typed += ["log 40", "receipts", "show", "help", "quit"]
    out = played(typed, capsys, monkeypatch, "--save", str(file))
    assert "seed" not in out.splitlines()[0]
    assert "Commitment to the seed: " in out
    assert "Player picks EP&RG as first share" in out
    assert "Wyatt has picked a first share" in out
    assert not re.search(r"(Wyatt|Belle|Virgil) picks", out)
    assert "Taken back: 1 action." in out  # a build alone turns up nothing
    assert "What it would turn up is hidden" in out
    assert re.search(r"Player draws \S+ from the deck", out)
    assert "A hidden card has been turned up since" in out
    assert not re.search(r"Bot \d draws the track card", out)
    assert "invest MS MS coast" in out
    assert stellwerk.load(file).ply > 4


def test_two_persons_at_one_keyboard_do_not_see_each_others_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = played(
        ["pick UP", "pick UP", "show players", "quit"], capsys, monkeypatch, "--seats", "you:Ada,you:Ben,bot:baron"
    )
    assert "Ada has picked a first share" in out
    assert "Ada picks" not in out
    assert out.count("    hand: ") == 1


def test_a_game_of_one_person_to_its_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line of the menu, or of the group it opens, again and again."""
    out = played(["1"] * 700, capsys, monkeypatch, "--seats", "you,bot:random")
    assert "The game is over: the last payout is done." in out
    assert "Winner: " in out
    assert "score of Player" in out


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pick ms", PickShare("MS")),
        ("build coast bnl Billings-Casper", Build("coast", "BNL", "billings-casper")),
        ("take DECK", TakeShare("deck")),
        ("take w&w", TakeShare("WW")),
        ("exchange ep&rg", ExchangeShare("EPRG")),
        ("decline", Decline()),
        ("invest up ms Coast", Invest(("MS", "UP"), "coast")),
        ("discard wild", PassTurn("wild")),
        ('{"type": "decline"}', Decline()),
    ],
)
def test_typed_actions(text: str, action: Action) -> None:
    game = started(3)
    assert phrases.is_phrase(text, game)
    assert phrases.action_from(text, game) == action


def test_a_wrong_phrase_says_how_to_write_it() -> None:
    with pytest.raises(BadInput, match="write: build CARD COMPANY SECTION"):
        phrases.action_from("build coast", started(3))
    with pytest.raises(BadInput, match="is no action"):
        phrases.action_from("lay E19 57 2", started(3))


def test_reading_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME]) == 0
    assert "scores match" in capsys.readouterr().out
    assert main(["show", GAME, "--at", "30"]) == 0
    public = capsys.readouterr().out
    assert "    hand:" not in public
    assert "Casper–Denver" in public
    assert main(["show", GAME, "--at", "30", "--seat", "2"]) == 0
    assert capsys.readouterr().out.count("    hand:") == 1
    assert main(["show", GAME, "--at", "30", "--json"]) == 0
    assert "hand" not in json.loads(capsys.readouterr().out)["players"][0]
    assert main(["show", GAME, "--seat", "7"]) == 2
    assert main(["options", GAME, "--at", "30", "--text"]) == 0
    assert capsys.readouterr().out
    assert main(["options", GAME, "--at", "30"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["action"]["type"]
    assert main(["perft", "union-pacific", "--players", "3", "--depth", "2"]) == 0
    assert main(["perft", GAME, "--at", "30", "--depth", "1", "--divide"]) == 0
    assert main(["simulate", "union-pacific", "--players", "3", "--bots", "baron,random,random", "--check"]) == 0
    assert "0 violations" in capsys.readouterr().out
    assert main(["simulate", "union-pacific", "--bots", "wizard"]) == 2
    assert "there are random, easy, normal, hard, master, baron" in capsys.readouterr().err
    assert main(["rules", "union-pacific", "4.3d"]) == 0
    assert "no locomotive on that section yet" in capsys.readouterr().out
    assert main(["rules", "union-pacific", "--coverage"]) == 0
    assert "196 of 196" in capsys.readouterr().out
    assert main(["export", GAME, "--format", "csv"]) == 2
    assert "union-pacific" in capsys.readouterr().err


def test_explain_names_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    build = '{"type": "build", "card": "wild", "company": "MRR", "section": "marquette-toronto"}'
    assert main(["explain", GAME, "--at", "30", "--action", build]) == 1
    assert "[union-pacific" in capsys.readouterr().out


def test_check_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-deck", GAME]) == 0
    out = capsys.readouterr().out
    promise = re.search(r"commitment ([0-9a-f]{64})", out)
    assert promise is not None
    assert main(["check-deck", GAME, "--commitment", promise[1].upper()]) == 0
    assert "as promised" in capsys.readouterr().out
    assert main(["check-deck", GAME, "--commitment", "0" * 64, "--json"]) == 1
    assert "not the one that was promised" in json.loads(capsys.readouterr().out)["faults"][0]
    assert main(["check-deck", str(DATA / "games" / "1830-3p-seed.json.gz")]) == 2
    assert "no hidden cards" in capsys.readouterr().err


def test_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.svg"
    assert main(["draw", "union-pacific", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8").startswith("<svg")
    assert main(["draw", GAME, "--at", "60", "--theme", "dark", "-o", str(target)]) == 0
    assert main(["draw", "union-pacific", "--what", "market"]) == 2
    assert "no drawing of this kind" in capsys.readouterr().err


def test_the_drawing_shows_every_section_and_locomotive() -> None:
    game = position(place=[("BNL", "casper-salt_lake_city"), ("BNL", "casper-denver")])
    svg = network_svg(game, theme=None, marks={"denver-el_paso"})
    assert len(re.findall(r'class="section[" ]', svg)) == 88
    assert svg.count('class="loc"') == 13
    assert svg.count('class="space"') == 148 - 13
    assert svg.count('class="can"') == 1
    assert 'data-section="casper-denver"' in svg
    assert "Casper–Denver, Mountain line: 0 of 1 spaces free; BNL" in svg
    assert "a build is possible" in svg
    assert "style=" not in svg
    for pattern in ("solid", "dashed", "dotted", "double"):
        assert f"l-{pattern}" in svg
    assert svg.count('class="stop"') + svg.count('class="home"') == 40
    assert game._repr_svg_() == board_svg(game)
    with pytest.raises(BadInput, match="no section"):
        network_svg(game, marks={"moon"})
    with pytest.raises(BadInput, match="no network"):
        network_svg(stellwerk.new("1830", ["Ada", "Ben"]))


def test_nothing_hidden_is_drawn() -> None:
    game = started(4, 987_654_321)
    assert "987654321" not in board_svg(game)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Deck 65", "* Ada: ", "hand: none; track cards: mountain 1, prairie 1, wild 1", "coast ")),
        ("de", ("Aktienstapel 65", "Hand: keine; Schienenkarten: Gebirge 1, Prärie 1, Joker 1", "Küste ")),
        ("pl", ("Stos akcji: 65", "ręka: brak; karty torów: góry 1, preria 1, joker 1", "wybrzeże ")),
    ],
)
def test_a_position_is_told_in_the_readers_language(
    language: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", GAME, "--at", "100", "--seat", "0", "--language", language]) == 0
    told = capsys.readouterr().out
    for said in words:
        assert said in told
    if language != "en":
        assert not re.search(r"\b(holds|value|left|Deck|Display|hand|track|Sections|none|coast|After)\b", told)
    assert main(["options", GAME, "--at", "100", "--text", "--language", language]) == 0
    told = capsys.readouterr().out
    assert {"en": "Ada: Take BNL", "de": "Ada: BNL nehmen", "pl": "Ada: Weź BNL"}[language] in told
