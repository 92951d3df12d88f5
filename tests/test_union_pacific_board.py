"""Boards from files: what is checked, with which line and rule, and that a game on one can be replayed anywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stellwerk
from stellwerk.cli.main import main
from stellwerk.core import BadInput, TitleError
from stellwerk.titles import find
from stellwerk.titles.t_union_pacific.lines import TomlLines
from stellwerk.titles.t_union_pacific.table import TITLE_FILE, title_data
from stellwerk.titles.t_union_pacific.title_file import BoardFaults, load, read_board
from tests.support import rule

WHOLE = TITLE_FILE.read_text(encoding="utf-8")
BOARD = WHOLE[WHOLE.index("\n[board]") + 1 :]


SECTIONS = [f"[[section]]{entry}" for entry in BOARD.split("[[section]]")[1:]]


def line_of(text: str, mark: str) -> int:
    return text[: text.index(mark)].count("\n") + 1


def written(tmp_path: Path, *changes: tuple[str, str]) -> tuple[Path, str]:
    text = BOARD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    return path, text


def test_our_own_board_as_a_board_file(tmp_path: Path) -> None:
    path, _ = written(tmp_path, ('"Reconstruction"', '"Printed"'))
    board, notes = read_board(path, title_data())
    assert board.board.name == "Printed"
    assert notes == []


MONTREAL = 'id = "boston-montreal"\na = "boston"\nb = "montreal"\n'
BOSTON = "".join(entry for entry in SECTIONS if '"boston' in entry)
CASPER_DENVER = 'id = "casper-denver"\na = "casper"\nb = "denver"'


@pytest.mark.parametrize(
    ("old", "new", "key", "reason", "paragraph"),
    [
        ("spaces = 4", "spaces = 5", "spaces = 5", "one to four spaces, not 5", "1.4"),
        ('a = "boston"\nb = "montreal"', 'a = "boston"\nb = "paris"', 'b = "paris"', "there is no city 'paris'", "1.4"),
        (
            'b = "montreal"\ntype = "coast"',
            'b = "montreal"\ntype = "ice"',
            'type = "ice"',
            "no track type 'ice'",
            "1.4",
        ),
        ('a = "boston"\nb = "montreal"', 'a = "boston"\nb = "boston"', 'b = "boston"', "with itself", "1.4"),
        ('id = "boston-new_york"', 'id = "boston-montreal"', "", "stands twice", "16.1"),
        ('a = "boston"\nb = "new_york"', 'a = "boston"\nb = "montreal"', "", "same cities as boston-montreal", "16.4"),
        ("cards = 14", "cards = 13", "cards = 13", "[6, 7, 9, 14]", "1.3"),
        ("cards = 4", "cards = 5", "cards = 5", "4 wild cards", "1.3"),
        ('pattern = "dashed"', 'pattern = "zigzag"', 'pattern = "zigzag"', "is not one of", "1.3"),
        (
            'name = "Eastern timber line"\ncards = 9\npattern = "dashed"',
            'name = "Eastern timber line"\ncards = 9\npattern = "solid"',
            'pattern = "solid"\n\n[[track_type]]\nid = "mountain"',
            "same pattern",
            "1.3",
        ),
        ('id = "coast"', 'id = "wild"', 'id = "wild"', "name is that of the wild cards", "1.3"),
        ('home = "miami"', 'home = "rome"', 'home = "rome"', "there is no city 'rome'", "1.5"),
        ('home = "miami"', 'home = "denver"', 'home = "denver"', "is the home of DM", "1.5"),
        (
            'home = "miami"',
            'home = "denver"',
            'home = "denver"\nstart_sections = ["denver-el_paso"]',
            "denver is the home of MS already",
            "1.5",
        ),
        ('["coast", "mountain"]', '["coast", "sand"]', "", "no track type 'sand'", "1.6"),
        ('["coast", "mountain"]', '["coast", "mountain", "timber", "prairie"]', "", "EP&RG alone", "1.6"),
        ("shares = 15", "shares = 16", "shares = 16", "shares is 15 by the rulebook", "1.2"),
        ("locomotives = 19", "locomotives = 20", "", "locomotives is 19 by the rulebook", "1.1"),
        ('company = "EPRG", slot = 0', 'company = "EPRG", slot = 3', "", "no space 3", "16.2"),
        ('company = "UMR", slot = 0', 'company = "BNL", slot = 0', "", "needs 1 coloured spaces", "16.2"),
        ('company = "UMR", slot = 0', 'company = "XY", slot = 0', 'start = { company = "XY"', "names 'XY'", "16.2"),
        (CASPER_DENVER, CASPER_DENVER.replace('"denver"', '"omaha"'), "", "Casper to Denver is missing", "16.3"),
        ('name = "Casper"', 'name = "Caspar"', "", "Billings to Casper is missing", "16.3"),
        (BOSTON, "", 'id = "boston"', "is not joined with el_paso by sections", "16.1"),
        ('color = "#287d35"', 'color = "green"', 'color = "green"', "'green' is not a colour such as #287d35", "16.7"),
        (
            'color = "#287d35"',
            "color = '\"><script>alert(1)</script>'",
            "color = '\"><",
            "is not a colour such as #287d35",
            "16.7",
        ),
        ('color = "#287d35"', 'color = "#c8252c"', "", "the colour of EPRG", "16.7"),
        ('"Reconstruction"', '""', 'name = ""', "a name has 1 to 40 letters", "16.7"),
        ('"Reconstruction"', '"' + "x" * 41 + '"', "", "a name has 1 to 40 letters", "16.7"),
        ('"Reconstruction"', '"a\\u001b[31m"', "", "a name has 1 to 40 letters", "16.7"),
        ('name = "Boston"', 'name = ""', "", "a name has 1 to 40 letters", "16.7"),
        ('name = "Boston"', 'name = "Bos\\nton"', "", "a name has 1 to 40 letters", "16.7"),
        ('name = "Boston"', 'name = "Miami"', "", "has this name already", "16.7"),
        ('name = "Mountain line"', 'name = "Prairie line"', "", "has this name already", "16.7"),
        ("width = 1000", "width = 0", "width = 0", "from 100 to 10000, not 0", "16.7"),
        ("height = 820", "height = 1000000000", "height = 1000000000", "from 100 to 10000", "16.7"),
        ("width = 1000", "width = 500", "", "lies outside the drawing", "16.7"),
        ('name = "Boston"\nx = ', 'name = "Boston"\nx = -', "x = -", "lies outside the drawing", "16.7"),
        (MONTREAL, f"{MONTREAL}via = [[774, 5000]]\n", "via = [[774, 5000]]", "outside the drawing", "16.7"),
        (MONTREAL, f"{MONTREAL}via = {[[774, 208]] * 21}\n", "", "at most 20 bends, not 21", "16.7"),
    ],
)
def test_faults_name_line_and_rule(tmp_path: Path, old: str, new: str, key: str, reason: str, paragraph: str) -> None:
    path, text = written(tmp_path, (old, new))
    with pytest.raises(BoardFaults) as caught:
        read_board(path, title_data())
    fault = next(fault for fault in caught.value.faults if reason in fault.reason)
    assert fault.rule == f"union-pacific {paragraph}"
    assert fault.line > 0
    if key:
        assert fault.line == line_of(text, key), text.splitlines()[fault.line - 1]
    assert "board.toml: line" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_every_company_must_reach_enough_sections(tmp_path: Path) -> None:
    path, text = written(
        tmp_path, ('track_types = ["coast"]\nhome = "mexico_city"', 'track_types = ["prairie"]\nhome = "mexico_city"')
    )
    with pytest.raises(BoardFaults) as caught:
        read_board(path, title_data())
    unreachable = next(fault for fault in caught.value.faults if "reaches 0 sections" in fault.reason)
    assert unreachable.reason == "reaches 0 sections from mexico_city, but has 11 locomotives"
    assert unreachable.rule == "union-pacific 16.4"
    assert unreachable.line == line_of(text, 'home = "mexico_city"')
    assert any("may not use coast" in fault.reason for fault in caught.value.faults)


def test_a_missing_city_is_named_at_every_section_that_needs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = BOARD.index('[[city]]\nid = "omaha"')
    path, text = written(tmp_path, (BOARD[start : BOARD.index("[[city]]", start + 1)], ""))
    assert main(["check-title", str(path)]) == 1
    out = capsys.readouterr().out
    assert "city: there are 40 cities, not 39 [union-pacific 16.1]" in out
    for section in ("chicago-omaha", "denver-omaha", "kansas_city-omaha", "omaha-sioux_falls"):
        entry = text.index(f'id = "{section}"')
        line = text[: text.index('= "omaha"', entry)].count("\n") + 1
        assert f"board.toml: line {line}, section {section}: there is no city 'omaha' [union-pacific 1.4]" in out


@rule("union-pacific 16.7")
def test_two_cities_do_not_lie_in_one_place(tmp_path: Path) -> None:
    place = BOARD[BOARD.index("x = ", BOARD.index('id = "boston"\nname')) :].split("\n")[:2]
    other = BOARD[BOARD.index("x = ", BOARD.index('id = "miami"\nname')) :].split("\n")[:2]
    path, text = written(tmp_path, ("\n".join(other), "\n".join(place)))
    with pytest.raises(BoardFaults) as caught:
        read_board(path, title_data())
    fault = next(fault for fault in caught.value.faults if "lies where" in fault.reason)
    assert fault.rule == "union-pacific 16.7"
    assert "boston" in text.splitlines()[fault.line - 1] + fault.where + fault.reason


def test_two_spaces_are_enough_for_the_example_of_denver_and_el_paso(tmp_path: Path) -> None:
    """T12 to T14 need the coloured space of DM and one that is free; the rulebook says no more about the section."""
    entry = next(entry for entry in SECTIONS if 'id = "denver-el_paso"' in entry)
    path, _ = written(tmp_path, (entry, entry.replace("spaces = 3", "spaces = 2")))
    read_board(path, title_data())
    path, _ = written(tmp_path, (entry, entry.replace("spaces = 3", "spaces = 1")))
    with pytest.raises(BoardFaults) as caught:
        read_board(path, title_data())
    assert {fault.rule for fault in caught.value.faults} == {"union-pacific 16.3"}


def test_crossings_are_only_noted(tmp_path: Path) -> None:
    entry = 'id = "boston-montreal"\na = "boston"\nb = "montreal"\n'
    path, _ = written(tmp_path, (entry, f"{entry}via = [[774, 208]]\n"))
    _, notes = read_board(path, title_data())
    assert notes
    assert {note.rule for note in notes} == {"union-pacific 16.5"}
    assert any("runs through toronto" in note.reason for note in notes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("= 3", "not TOML"),
        ("", "missing required field `board`"),
        ("colour = 1\n", "and nothing else"),
        (BOARD.replace("spaces = 4", 'spaces = "four"'), "line 612, section"),
        (BOARD.replace("spaces = 4", "spaces = 4\nrooms = 2"), "unknown field `rooms`"),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TitleError) as caught:
        read_board(path, title_data())
    assert reason in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_no_file_and_too_large_a_file(tmp_path: Path) -> None:
    with pytest.raises(TitleError, match="No such file"):
        read_board(tmp_path / "none.toml", title_data())
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 1_100_000)
    with pytest.raises(TitleError, match="larger than"):
        read_board(large, title_data())


def test_figures_of_the_title_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "title.toml"
    path.write_text(WHOLE.replace("shares = 20", "shares = 19").replace("shares = 18", "shares = 17"), encoding="utf-8")
    with pytest.raises(BoardFaults) as caught:
        load(path)
    assert {fault.rule for fault in caught.value.faults} == {"union-pacific 1.2"}
    assert len(caught.value.faults) == 2


def test_lines_of_tables_and_keys() -> None:
    lines = TomlLines('[a]\nx = 1\n\n[[b]]\nid = "one"\n[[b]]\n\nid = "two"\n"odd key" = 1\n')
    assert lines.of("a", 0, "x") == 2
    assert lines.of("b", 1, "id") == 8
    assert lines.of("b", 1, "none") == 6
    assert lines.of("c") == 0


def test_the_command_checks_title_and_board_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = written(tmp_path)
    assert main(["check-title", str(path)]) == 0
    assert "40 cities, 88 sections, 148 spaces" in capsys.readouterr().out
    assert main(["check-title", str(TITLE_FILE)]) == 0
    assert main(["check-title", str(TITLE_FILE.parents[1] / "t1830" / "title.toml")]) == 0
    assert "93 hexes" in capsys.readouterr().out
    bad, text = written(tmp_path, ("spaces = 4", "spaces = 5"), ("cards = 14", "cards = 2"))
    assert main(["check-title", str(bad), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["ok"]
    assert len(answer["faults"]) == 2
    assert f"line {line_of(text, 'spaces = 5')}" in answer["faults"][1]
    assert main(["check-title", str(bad)]) == 1
    assert "not ok: 2 faults" in capsys.readouterr().out
    broken = tmp_path / "family.toml"
    broken.write_text('[title]\nid = "1899"\n', encoding="utf-8")
    assert main(["check-title", str(broken)]) == 1
    assert "family.toml: title" in capsys.readouterr().out
    assert main(["check-title", str(tmp_path / "none.toml")]) == 2


def test_a_game_on_a_board_of_its_own_needs_no_file_later(tmp_path: Path) -> None:
    path, _ = written(tmp_path, ('"Reconstruction"', '"Printed"'), ("spaces = 4", "spaces = 3"))
    board = find("union-pacific").board(path)
    game = stellwerk.new("union-pacific", ["Ada", "Ben"], {"board": board}, seed=3)
    while game.ply < 30:
        game.apply(game.options()[0].action)
    file = tmp_path / "game.json"
    file.write_bytes(game.transcript().encode())
    path.unlink()
    again = stellwerk.load(file)
    assert again.digest() == game.digest()
    assert again.view()["sections"]["san_francisco-seattle"]["spaces"] == 3
    with pytest.raises(BadInput, match="one board only"):
        find("1830").board(path)
