"""A game in the terminal, by typed lines."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.cli import phrases, seats
from stellwerk.cli.main import main
from stellwerk.cli.menu import MenuChoice, build, lines
from stellwerk.cli.runs import suggestions
from stellwerk.cli.session import TerminalSession
from stellwerk.cli.text_map import letters, map_text
from stellwerk.core import BadInput, Game, Option
from stellwerk.eighteen.actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    Route,
    RunRoutes,
    Sale,
    SellList,
)
from stellwerk.formats import load_file
from tests.support import DATA, Position, new, rules_of

GAME = DATA / "random" / "1830-random-1112.json.gz"
BOTS = "you:Ada,bot:random,bot:random"
PEOPLE = "you:Ada,you:Ben,you:Cleo"


class Table:
    """Plays with typed lines and keeps what was printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        self.code, self.error = -1, ""

    def play(self, *typed: str, seats: str = PEOPLE, more: tuple[object, ...] = ()) -> str:
        """Everything printed while these lines are typed; the input ends after them."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        self.code = main(["play", "1830", "--seats", seats, "--seed", "1", *map(str, more)])
        out, self.error = self.capsys.readouterr()
        return out


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(capsys, monkeypatch)


# -- whole sessions


def test_the_end_of_the_input_ends_the_session(table: Table) -> None:
    out = table.play()
    assert (table.code, table.error) == (0, "")
    assert "  1. Buy SV Schuylkill Valley for $20\n" in out
    assert "Ada has $800." in out
    assert out.endswith("The game was not saved.\n")


def test_turns_by_number_amount_and_word(table: Table) -> None:
    out = table.play("2", "45", "bid dh 75", '{"type": "buy_private", "private": "SV", "price": 20}')
    assert "Ada bids $45 for CS. [1830 2.2]" in out
    assert "Ben bids $75 for DH. [1830 2.2]" in out
    assert "Cleo gets SV for $20. [1830 2.4]" in out
    assert "Ada gets CS for $45. [1830 2.4]" in out
    assert table.code == 0


def test_amounts_outside_the_range_are_asked_again(table: Table) -> None:
    out = table.play("2", "46", "2", "", "2", "$50")
    assert "'46' is no amount from 45 to 800 in steps of 5." in out
    assert "Ada bids $50 for CS." in out


def test_refusals_name_the_rule_and_change_nothing(table: Table) -> None:
    out = table.play("bid CS 41", "sell PRR 10", "1")
    assert "Not legal: A bid on CS must be at least $45. [1830 2.2]" in out
    assert out.count("Not legal: ") == 2
    assert "Ada gets SV for $20." in out


def test_why(table: Table) -> None:
    out = table.play(
        "why 1", "why 2 50", "why bid CS 41", 'why {"type": "pass"}', "why", "why 99", "why 2 41", "why fly"
    )
    assert "Buy SV Schuylkill Valley for $20: Legal. It would do this:\n  Ada pays the bank $20" in out
    assert "Ada bids $50 for CS. [1830 2.2]" in out
    assert "1830 2.2: A bid must be at least $5 above" in out
    assert "Pass: Legal." in out
    assert "Write: why NUMBER" in out
    assert "There is no choice 99; there are 1 to 7." in out
    assert "'41' is no amount" in out
    assert "'fly' is no action; there are agree, answer" in out
    assert "Ada gets SV" not in out.replace("  Ada gets SV", "")


def test_undo_and_redo_between_people(table: Table) -> None:
    out = table.play("undo", "redo", "1", "undo", "redo", "log 2", "undo", "7")
    assert "There is no action of yours to take back." in out
    assert "Nothing has been taken back." in out
    assert out.count("Ada gets SV for $20.") == 3
    assert "Taken back: 1 action." in out
    assert "Made again: 1 action." in out
    assert "Ada passes. [1830 2.1]" in out


def test_undo_goes_back_over_the_bots(table: Table) -> None:
    out = table.play("1", "undo", "pass", "undo", "redo", seats=BOTS)
    assert out.count("Taken back: 3 actions.") == 2
    assert "Made again: 3 actions." in out
    assert out.count("Ada: Buy the cheapest private") == 6


def test_show_log_receipts_rule_help(table: Table) -> None:
    out = table.play(
        "show", "show map", "show market", "show players", "show x", "log", "log x", "receipts", "rule 2.3"
    )
    assert out.count("Hexes: tile/rotation") == 2
    assert out.count("Zones: p par") == 2
    assert out.count("Companies:") == 2
    assert "Show knows players, market, map, not 'x'." in out
    assert "'x' is no number of lines." in out
    assert out.count("[1830 11.3]") == 3
    assert "The money you have bid stays with you" in out
    help_text = table.play("help")
    assert "  undo, redo        take back your last action" in help_text
    assert "  show              the whole position; or a part: players, market, map" in help_text


def test_nonsense_is_answered_with_a_sentence(table: Table) -> None:
    out = table.play("fly", "999999999999", "-3", "rule 99", "bid", "bid CS x", "save", "run 2-0 Z9.0")
    assert "'fly' is neither a choice nor a command; type help for a list." in out
    assert "There is no choice 999999999999; there are 1 to 7." in out
    assert "There is no paragraph '99'" in out
    assert "Write: bid PRIVATE AMOUNT." in out
    assert "'x' is not a whole number." in out
    assert "Write: save FILE." in out
    assert (table.code, table.error) == (0, "")


def test_groups_open_and_close(table: Table) -> None:
    buys = ["1", "1", "1", "1", "1", "1", "par B&O 100"]
    out = table.play(*buys, "1", "", "1", "1", "2", "quit")
    assert "  1. Start a company (42 choices)\n" in out
    assert "\n  1. PRR (6 choices)\n" in out
    assert "\n  2. Start PRR, par price $71 for $142\n" in out
    assert "PRR: price $0 to $71 (par). [1830 4.11]" in out


def test_an_offer_says_what_is_offered(table: Table) -> None:
    buys = ["1", "1", "1", "1", "1", "1", "par B&O 100"]
    out = table.play(*buys, "private CS 33", "2", "private CS 33", "agree")
    assert "Ada offers: Buy CS Champlain & St. Lawrence from Ben for $33." in out
    assert "Ben refuses." in out
    assert "Ada gets CS from Ben for $33." in out


def test_saving_and_loading(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = table.play("1", "pass", f"save {path}", "quit", seats=BOTS)
    assert f"Saved to {path}." in out
    assert out.endswith(f"The game is saved in {path}.\n")
    saved = stellwerk.load(path)
    assert saved.ply >= 2
    assert saved.rules.seats == ("Ada", "Cornelius", "Josephine")
    again = table.play("log 50", seats=BOTS, more=("--load", path))
    assert "Ada gets SV for $20." in again
    assert again.endswith("The game was not saved.\n")
    after = table.play("pass", f"save {path}", "pass", "quit", seats=BOTS, more=("--load", path))
    assert after.endswith("The game was not saved.\n")
    assert stellwerk.load(path).ply > saved.ply


def test_a_game_is_kept_in_a_file(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = table.play("1", "pass", seats=BOTS, more=("--save", path))
    assert out.endswith(f"The game is saved in {path}.\n")
    assert load_file(path).game.ply >= 6


def test_a_file_that_cannot_be_written(table: Table, tmp_path: Path) -> None:
    out = table.play(f"save {tmp_path}/no/game.json", "1")
    assert "Not written: " in out
    assert "Ada gets SV for $20." in out
    table.play(more=("--save", tmp_path / "no" / "game.json"))
    assert table.code == 2
    assert table.error.count("\n") == 1


def test_loading_a_recorded_game(table: Table) -> None:
    out = table.play("show map", seats="you,bot:random,bot:random", more=("--load", GAME))
    assert "The game is over: the bank is broken." in out
    assert "Winner: Player 3." in out


def test_bots_alone_play_to_the_end(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    out = table.play(seats="bot:random,bot:random", more=("--save", path))
    assert "The game is over: " in out
    assert "Winner: Cornelius" in out or "Winner: Josephine" in out
    assert load_file(path).game.result().finished


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["1831"], "there is no title '1831'"),
        (["1830", "--seats", "you"], "2 to 6 players"),
        (["1830", "--seats", "you,cat"], "'cat' is no seat"),
        (["1830", "--seats", "you,bot:clever"], "no bot 'clever'"),
        (["1830", "--seats", "you:Ada,you:Ada"], "a name of his own"),
        (["1830", "--option", "x=1"], "no option 'x'"),
        (["1830", "--option", "diesel_supply"], "must be KEY=VALUE"),
        (["1830", "--preset", "x"], "no preset 'x'"),
        (["1830", "--seed", "x"], "not a whole number"),
        (["1830", "--load", "none.json"], "No such file"),
        (["1831", "--load", str(GAME)], "is a game of 1830"),
        (["1830", "--load", str(GAME), "--seats", "you,you"], "names 2 seats"),
        (["1830", "--load", str(GAME), "--option", "bank_break=at zero"], "keeps its options"),
    ],
)
def test_bad_tables_are_one_line(capsys: pytest.CaptureFixture[str], args: list[str], reason: str) -> None:
    assert main(["play", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("stellwerk: ")
    assert err.count("\n") == 1
    assert reason in err


def test_options_and_preset_reach_the_game(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table.play(
        more=(
            "--preset",
            "games18xx",
            "--option",
            "diesel_supply=6",
            "--option",
            "score_privates=false",
            "--save",
            path,
        )
    )
    options = stellwerk.load(path).rules.options
    assert options["bid_step"] == "any amount, at least 5 more"
    assert options["diesel_supply"] == 6
    assert options["score_privates"] is False


def test_seats_can_be_drawn(table: Table) -> None:
    heads = {
        table.play(seats="you:Ada,bot:random,bot:random", more=("--shuffle", "--seed", seed)).splitlines()[0]
        for seed in range(6)
    }
    assert len({head.split(":")[1] for head in heads}) > 1


def test_ctrl_c_says_that_nothing_was_saved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "1830", "--seats", PEOPLE]) == 130
    out, err = capsys.readouterr()
    assert out.endswith("The game was not saved.\n")
    assert err == "stellwerk: interrupted\n"


# -- anybody at the keyboard


class Monkey(TerminalSession):
    """Types what comes to mind: numbers mostly, commands now and then."""

    def __init__(self, game: Game[Any], people: int, seed: int) -> None:
        bots = [None if seat < people else make_bot("random", seed) for seat in range(len(game.rules.seats))]
        super().__init__(game, bots, None)
        self.mind = random.Random(seed)
        self.typed = 0
        self.asked: set[str] = set()

    def read(self, prompt: str) -> str:
        self.typed += 1
        mind = self.mind
        decision = self.game.decision()
        assert decision is not None
        self.asked.add(decision.kind)
        if prompt.endswith("Amount: "):
            found = re.findall(r"\(\$(\d+) to", prompt)
            return str(found[-1])
        if not prompt.startswith(">"):
            return mind.choice(["", "PRR 10 NYC 10", "NYC 10 PRR"])
        mood = mind.random()
        if mood < 0.04:
            return f"why {mind.randint(1, len(self.menu) + 1)}"
        if mood < 0.05:
            return mind.choice(["undo", "redo", "show", "log", "receipts", "help", ""])
        return str(mind.randint(1, len(self.menu)))


@pytest.mark.parametrize(("people", "seed"), [(1, 2), (1, 3), (3, 1)])
def test_games_played_by_menu_come_to_their_end(people: int, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    session = Monkey(stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=seed), people, seed)
    session.run()
    assert session.game.result().finished
    assert session.game.check() == []
    assert session.typed > 100
    assert session.asked <= set(rules_of(session.game).questions)
    assert "The game is over" in capsys.readouterr().out


# -- the parts


def test_few_choices_stay_flat_and_many_are_grouped() -> None:
    def choices(*paths: list[str]) -> list[MenuChoice]:
        return build([(path, MenuChoice("", Option(Pass()))) for path in paths])

    assert lines(choices(["a", "b"], ["a", "c"], ["pass"])) == ["  1. b", "  2. c", "  3. pass"]
    many = choices(*(["lay", f"hex {n}", "tile 7", f"rotation {r}"] for n in range(3) for r in range(2)), ["pass"])
    assert lines(many) == ["  1. lay (6 choices)", "  2. pass"]
    assert lines(many[0].children)[:2] == ["  1. rotation 0", "  2. rotation 1"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", Pass()),
        ("bid cs 45", Bid("CS", 45)),
        ("lay e19 57 2", LayTile("E19", "57", 2)),
        ("lay B20 3 1 CS", LayTile("B20", "3", 1, "CS")),
        ("buy b&o pool", BuyShare("B&O", "pool")),
        ("train 2-0 $80", BuyTrain("2-0", 80)),
        ("buy_train D-0 800 4-1", BuyTrain("D-0", 800, "4-1")),
        ("withhold", Dividend("withhold")),
        ("refuse", Answer(False)),
        ("answer yes", Answer(True)),
        ("run", RunRoutes(())),
        (
            "run 2-0 e19.0 e19:4 e21.0; 3-1 F2.0",
            RunRoutes((Route("2-0", ("E19.0", "E19:4", "E21.0")), Route("3-1", ("F2.0",)))),
        ),
        (
            "run 5E-0 c30.0 c30:1 c16.0 count c30.0 C16.0 bonus new orleans; 3-1 F2.0",
            RunRoutes(
                (
                    Route("5E-0", ("C30.0", "C30:1", "C16.0"), ("C30.0", "C16.0"), "New Orleans"),
                    Route("3-1", ("F2.0",)),
                )
            ),
        ),
        ("sell_list prr 20, nyc 10%", SellList((Sale("PRR", 20), Sale("NYC", 10)))),
    ],
)
def test_typed_actions(text: str, action: object) -> None:
    game = new()
    assert phrases.is_phrase(text, game)
    assert phrases.action_from(text, game) == action


@pytest.mark.parametrize("text", ["bid", "bid CS 45 50", "bid CS 1.5", "answer maybe", "sell_list PRR", "{", "fly 1"])
def test_typed_actions_that_cannot_be_read(text: str) -> None:
    with pytest.raises(BadInput):
        phrases.action_from(text, new())


def test_seats() -> None:
    found = seats.parse("you, bot:random,you:Ada ,you,bot:random")
    assert [(seat.name, seat.bot) for seat in found] == [
        ("Player", ""),
        ("Bot 1", "random"),
        ("Ada", ""),
        ("Player 3", ""),
        ("Bot 2", "random"),
    ]
    named = seats.parse("you:cornelius,bot:random,bot:random", "1830")  # as in the browser, and nobody's name twice
    assert [seat.name for seat in named] == ["cornelius", "Josephine", "Erastus"]


GAMES = ("1830-3p-seed", "1854-4p-steady", "1862-4p", "18te-3p", "union-pacific-4p")


def leaves(menu: list[MenuChoice]) -> list[MenuChoice]:
    return [leaf for choice in menu for leaf in (leaves(choice.children) if choice.children else [choice])]


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_a_game_has_words_of_its_own(name: str) -> None:
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    for ply in range(0, len(game), 17):
        position = game.at(ply)
        session = TerminalSession(position, [None] * len(game.rules.seats), None)
        texts = [leaf.label for leaf in leaves(session.choices())]
        assert len(set(texts)) == len(texts), (ply, texts)
        assert not any(text.startswith("{") for text in texts)


def test_suggested_runs_are_legal_and_sorted() -> None:
    game = load_file(GAME).game
    seen = 0
    for ply in range(len(game)):
        position = game.at(ply)
        decision = position.decision()
        if decision is None or decision.kind != "run" or ply % 5:
            continue
        runs = suggestions(position)
        totals = [run.total for run in runs]
        assert totals == sorted(totals, reverse=True)
        for run in runs:
            events = position.branch().apply(run.action())
            assert events[0].receipt is not None
            assert events[0].receipt.total == run.total
            seen += 1
    assert seen > 20
    assert suggestions(new()) == []


def test_companies_have_letters_of_their_own() -> None:
    signs = letters(rules_of(new()))
    assert len(set(signs.values())) == 8
    assert signs["PRR"] == "P"


def test_the_map_shows_tiles_and_tokens_at_their_place() -> None:
    game = Position().company("NYC").tile("E19", "57", 1).token("NYC", "E19").operating("NYC").game()
    text = map_text(game).splitlines()
    head, row = text[0], next(n for n, line in enumerate(text) if line.startswith("E "))
    spot = head.index("19")
    assert text[row][spot : spot + 4] == "57/1"
    assert text[row + 1][spot] == "N"
    assert max(map(len, text[:-2])) <= 80
