"""The `stellwerk` command: every command, its exit codes, its JSON, and what it says about bad input."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.cli.main import main
from stellwerk.core.transcript import decode
from stellwerk.eighteen.actions import Bid, BuyPrivate, Par, Pass
from stellwerk.formats import load_file
from stellwerk.formats.own import save
from tests.support import DATA, play

GAME = DATA / "random" / "1830-random-1106.json.gz"
ORACLE = DATA / "random" / "1830-random-1106.jsonl.gz"
COMMANDS = [
    "titles",
    "rules",
    "play",
    "replay",
    "show",
    "options",
    "explain",
    "simulate",
    "perft",
    "export",
    "bench",
    "arena",
]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: exit code, stdout, stderr."""

    def call(*args: object) -> tuple[int, str, str]:
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def bad(run: Run) -> Callable[..., str]:
    """Run a command that must fail with exit code 2 and one line on stderr; that line."""

    def call(*args: object) -> str:
        code, out, err = run(*args)
        assert (code, out) == (2, "")
        assert err.startswith("stellwerk: ")
        assert err.count("\n") == 1
        return err

    return call


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """One of our transcripts: three actions of the auction."""
    game = play(stellwerk.new("1830", ["Ada", "Ben", "Cleo"]), BuyPrivate("SV", 20), Bid("DH", 75), Pass())
    path = tmp_path / "own.json"
    save(game, path)
    return path


def shell(*args: object, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stellwerk", *map(str, args)]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


def changed(own: Path, name: str, change: Callable[[dict[str, Any]], None]) -> Path:
    raw = json.loads(own.read_text())
    change(raw)
    path = own.with_name(name)
    path.write_text(json.dumps(raw))
    return path


# -- help and usage


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert f"example: stellwerk {command}" in out


def test_help_lists_all_commands(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(f"\n    {command}" in out for command in COMMANDS)


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"stellwerk {stellwerk.__version__}\n", "")


def test_the_program_starts_without_the_engine() -> None:
    code = (
        "import sys\nfrom stellwerk.cli.main import main\nmain(['--help'])\n"
        "assert not any(name.startswith(('stellwerk.eighteen', 'stellwerk.bots', 'stellwerk.formats'))"
        " for name in sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["rules"],
        ["rules", "1830", "--wrong"],
        ["show", GAME, "--at", "x"],
        ["show", GAME, "--at", "-1"],
        ["show", GAME, "--at", "1", "--before-action", "2"],
        ["explain", GAME],
        ["perft", "1830"],
        ["export", GAME, "--format", "xml"],
        ["bench", "browser"],
        ["simulate", "1830", "--players", "0"],
    ],
)
def test_wrong_usage_is_one_line(bad: Callable[..., str], args: list[object]) -> None:
    assert "--help" in bad(*args)


def test_the_start_script_gives_the_exit_code() -> None:
    done = shell("rules", "1830", "99.9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("stellwerk: there is no paragraph '99.9'; near it: ")


def test_a_reader_that_leaves_early_causes_no_traceback() -> None:
    command = [sys.executable, "-m", "stellwerk", "options", str(GAME), "--at", "250"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_ctrl_c_is_one_line(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stellwerk.titles.find", interrupt)
    assert run("rules", "1830") == (130, "", "stellwerk: interrupted\n")


# -- titles and rules


def test_titles(run: Run) -> None:
    code, out, _ = run("titles")
    assert code == 0
    assert out.startswith("1830  1830 by Francis Tresham, 2 to 6 players")
    listed = json.loads(run("titles", "--json")[1])
    assert listed[0] == {"id": "1830", "name": "1830", "designer": "Francis Tresham", "players": [2, 6]}


def test_rules(run: Run, bad: Callable[..., str]) -> None:
    whole = run("rules", "1830", "--language", "de")[1]
    assert whole.startswith("1830:")
    assert "Anzahl  Preis" in whole, "tables are drawn"
    texts = {language: run("rules", "1830", "8.1.4", "--language", language)[1] for language in ("en", "de", "pl")}
    assert len(set(texts.values())) == 3
    assert run("rules", "1830", "8.1.4")[1] == texts["en"]
    assert run("rules", "1830", "8.4.3")[1].strip() in run("rules", "1830", "8.4")[1]
    assert run("rules", "1830", "--source")[1].startswith("# 1830")
    assert run("rules", "1830", "8.1.4", "--source")[1].startswith("8.1.4 Orientation")
    one = json.loads(run("rules", "1830", "A5", "--json")[1])
    assert (one["title"], one["id"]) == ("1830", "A5")
    everything = json.loads(run("rules", "1830", "--json")[1])
    assert len(everything["paragraphs"]) > 200
    assert "there is no title '1999'" in bad("rules", "1999")
    assert "near it: 8.1.4" in bad("rules", "1830", "8.1.44")


def test_every_paragraph_of_every_title_is_cited_by_a_test(run: Run, bad: Callable[..., str]) -> None:
    from stellwerk.titles import TITLES

    code, out, _ = run("rules", "--coverage", "--json")
    assert code == 0
    reports = json.loads(out)
    assert [report["title"] for report in reports] == list(TITLES)
    for report in reports:
        assert set(report) == {"title", "covered", "total", "missing", "untested", "unknown"}
        assert report["covered"] + len(report["untested"]) == report["total"] > 100
        assert (report["missing"], report["unknown"]) == ([], [])
    assert "name a title" in bad("rules")


def test_coverage_fails_on_a_citation_that_does_not_exist_and_on_a_missing_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_x.py").write_text("@rule('1830 77.7')\ndef test_x(): pass\n")
    monkeypatch.setattr("stellwerk.titles.rules_text.find_tests", lambda: tmp_path)
    code, out, _ = run("rules", "1830", "--coverage")
    assert code == 1
    assert out.startswith("1830: tests cite 0 of ")
    assert "\nnot cited (" in out
    assert "cited but not in RULES.md: 1830 77.7" in out
    (tmp_path / "test_x.py").write_text("@rule('1830 2.1')\ndef test_x(): pass\n")
    code, out, _ = run("rules", "1830", "--coverage")
    assert code == 1  # what no test cites is missing
    assert out.startswith("1830: tests cite 1 of ")
    assert "cited but not" not in out


def test_coverage_without_a_tests_folder(bad: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.titles.rules_text.__file__", "/nowhere/rules_text.py")
    assert "there is no tests folder" in bad("rules", "1830", "--coverage")


# -- replay


def test_replay_of_a_recorded_game(run: Run) -> None:
    assert run("replay", GAME) == (0, "ok: 317 actions, scores match\n", "")
    code, out, _ = run("replay", GAME, "--oracle", ORACLE)
    assert (code, out) == (0, "ok: 317 actions, states match the oracle, scores match\n")
    outcome = json.loads(run("replay", GAME, "--json")[1])
    assert outcome["ok"] is True
    assert (outcome["actions"], outcome["scores"]) == (317, [535, 394, 464, 186])
    assert outcome["digest"] == load_file(GAME).game.digest()


def test_replay_of_a_part(run: Run, bad: Callable[..., str]) -> None:
    assert run("replay", GAME, "--to", 100, "--oracle", ORACLE)[0] == 0
    assert run("replay", GAME, "--to", 100)[1] == "ok: 100 of 317 actions, no scores recorded\n"
    assert json.loads(run("replay", GAME, "--to", 100, "--json")[1])["digest"] == load_file(GAME).game.at(100).digest()
    assert "has only 317 actions" in bad("replay", GAME, "--to", 318)


def test_replay_of_our_own_transcript(run: Run, own: Path) -> None:
    assert run("replay", own) == (0, "ok: 3 actions, scores match\n", "")
    assert run("replay", own, "--to", 2)[1] == "ok: 2 of 3 actions, no scores recorded\n"


def test_replay_names_the_refused_action_and_its_rule(run: Run, own: Path) -> None:
    path = changed(own, "bad.json", lambda raw: raw["actions"][1].update(amount=71))
    code, out, err = run("replay", path)
    assert (code, err) == (1, "")
    assert "action 2: refused: " in out
    assert "[1830 2.2]" in out
    outcome = json.loads(run("replay", path, "--json")[1])
    assert (outcome["ok"], outcome["actions"], outcome["action"], outcome["rule"]) == (False, 1, 2, "1830 2.2")
    assert outcome["error"]
    assert run("replay", path, "--to", 1)[0] == 0


def test_replay_names_a_refused_action_of_the_site_by_its_id(run: Run, tmp_path: Path) -> None:
    raw = json.loads(gzip.decompress(GAME.read_bytes()))
    place, line = 1, raw["actions"][1]
    assert (line["type"], line["company"], line["price"]) == ("bid", "CS", 40)
    line["price"] = 41
    path = tmp_path / "site.json"
    path.write_text(json.dumps(raw))
    code, out, _ = run("replay", path, "--json")
    outcome = json.loads(out)
    assert code == 1
    assert outcome["action"] == line["id"]
    assert outcome["actions"] == place
    assert outcome["rule"] == "1830 2.1"


def test_replay_reports_other_scores_and_another_end(run: Run, own: Path) -> None:
    path = changed(own, "scores.json", lambda raw: raw.update(scores=[1, 2, 3]))
    code, out, _ = run("replay", path)
    assert code == 1
    assert "scores are [800, 800, 800]" in out
    assert json.loads(run("replay", path, "--json")[1])["ok"] is False
    path = changed(own, "digest.json", lambda raw: raw.update(digest="00"))
    code, out, _ = run("replay", path)
    assert code == 1
    assert "another digest" in out


def test_replay_reports_other_scores_of_a_site_file(run: Run, tmp_path: Path) -> None:
    raw = json.loads(gzip.decompress(GAME.read_bytes()))
    key = next(iter(raw["result"]))
    raw["result"][key] += 1
    path = tmp_path / "site.json"
    path.write_text(json.dumps(raw))
    code, out, _ = run("replay", path)
    assert code == 1
    assert "recorded are" in out
    assert run("replay", path, "--to", 300)[0] == 0


def test_replay_reports_the_first_state_that_differs(run: Run, tmp_path: Path) -> None:
    lines = gzip.decompress(ORACLE.read_bytes()).splitlines()
    wrong = json.loads(lines[50])
    wrong["s"]["bank"] += 1
    lines[50] = json.dumps(wrong).encode()
    path = tmp_path / "oracle.jsonl"
    path.write_bytes(b"\n".join(lines))
    code, out, _ = run("replay", GAME, "--oracle", path)
    assert code == 1
    assert out.startswith(f"not ok: action {wrong['id']}: bank is ")
    assert run("replay", GAME, "--oracle", path, "--to", 49)[0] == 0


@pytest.mark.parametrize("content", ["[1, 2]\n", "{}\n", "no JSON\n", '{"n": 1, "id": 1, "s": {"round": "OR"}}\n'])
def test_a_broken_oracle_is_bad_input(bad: Callable[..., str], tmp_path: Path, content: str) -> None:
    path = tmp_path / "oracle.jsonl"
    path.write_text(content)
    assert "oracle.jsonl: " in bad("replay", GAME, "--oracle", path)


def test_an_oracle_is_for_files_of_the_site(bad: Callable[..., str], own: Path) -> None:
    assert "--oracle compares 18xx.games files" in bad("replay", own, "--oracle", ORACLE)


# -- bad files


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("text.json", b"Dear diary", "not JSON"),
        ("list.json", b"[1]", "no JSON object"),
        ("other.json", b'{"a": 1}', "neither our format nor"),
        ("cut.json", gzip.decompress(GAME.read_bytes())[:400], "not JSON"),
        ("cut.json.gz", GAME.read_bytes()[:500], "cut.json.gz: "),
        ("plain.json.gz", b"{}", "plain.json.gz: "),
        ("old.json", b'{"format": "stellwerk", "version": 99}', "old.json: "),
        ("empty.json", b"", "not JSON"),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["show"], ["options", "--at", "1"], ["export", "--format", "csv"]])
def test_a_broken_file_is_named_with_the_reason(
    bad: Callable[..., str], tmp_path: Path, command: list[str], name: str, content: bytes, reason: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    line = bad(command[0], path, *command[1:])
    assert str(path) in line
    assert reason in line


@pytest.mark.parametrize("command", ["replay", "show", "options"])
def test_a_missing_file_is_named(bad: Callable[..., str], command: str, tmp_path: Path) -> None:
    assert bad(command, tmp_path / "none.json") == f"stellwerk: {tmp_path}/none.json: No such file or directory\n"
    assert "directory" in bad(command, tmp_path)


def test_a_position_that_does_not_exist(bad: Callable[..., str], own: Path) -> None:
    assert "positions 0 to 3" in bad("show", own, "--at", 4)
    assert "no action with id 77" in bad("options", own, "--before-action", 77)
    assert "no preset 'x'" in bad("show", GAME, "--preset", "x")


# -- show, options, explain


def test_show(run: Run) -> None:
    code, out, _ = run("show", GAME, "--at", 200)
    assert code == 0
    for part in ("After 200 actions.", "Players", "Companies:", "Market", "Map:", "Hexes that are built:"):
        assert part in out
    game = load_file(GAME).game.at(200)
    for name, tile in game.view()["tiles"].items():
        assert f" {tile}" in out
        assert f"\n{name}" in out
    shown = json.loads(run("show", GAME, "--at", 200, "--json")[1])
    assert shown == json.loads(json.dumps(game.view()))


def test_show_before_an_action(run: Run) -> None:
    loaded = load_file(GAME)
    mark = loaded.marks[120]
    before = json.loads(run("show", GAME, "--before-action", mark.id, "--json")[1])
    assert before == json.loads(json.dumps(loaded.game.at(mark.ply).view()))
    assert json.loads(run("show", GAME, "--json")[1])["ended"] == "bankrupt"


def test_options(run: Run, own: Path) -> None:
    code, out, _ = run("options", own, "--at", 0)
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0] == {
        "seat": 0,
        "action": {"type": "buy_private", "private": "SV", "price": 20},
        "amount": None,
        "money": None,
        "free": None,
    }
    assert lines[1]["action"] == {"type": "bid", "private": "CS", "amount": 45}
    assert (lines[1]["amount"], lines[1]["money"]) == ({"low": 45, "high": 800, "step": 5}, "amount")
    assert run("options", own, "--before-action", 1) == run("options", own, "--at", 0)
    assert "Ada: Buy SV Schuylkill Valley for $20\n" in run("options", own, "--at", 0, "--text")[1]


def test_options_equal_the_games_own_at_every_kind_of_decision(run: Run) -> None:
    game = load_file(GAME).game
    seen: set[str] = set()
    for ply in range(len(game)):
        position = game.at(ply)
        decision = position.decision()
        assert decision is not None
        if decision.kind in seen:
            continue
        seen.add(decision.kind)
        lines = [json.loads(line) for line in run("options", GAME, "--at", ply)[1].splitlines()]
        options = position.options()
        assert [line["free"] for line in lines] == [option.free or None for option in options]
        assert len(run("options", GAME, "--at", ply, "--text")[1].splitlines()) == len(options)
    assert {"auction", "stock", "track", "run", "dividend", "trains"} <= seen
    assert run("options", GAME) == (0, "", "")


def test_explain_a_legal_action(run: Run, own: Path) -> None:
    code, out, _ = run("explain", own, "--at", 0, "--action", '{"type": "buy_private", "private": "SV", "price": 20}')
    assert code == 0
    assert out.startswith("Legal.")
    assert "Ada gets SV for $20. [1830 2.4]" in out
    found = json.loads(run("explain", own, "--at", 0, "--action", '{"type": "pass"}', "--json")[1])
    assert found["legal"] is True
    assert found["events"][0]["rule"] == "1830 2.1"


def test_explain_a_refusal(run: Run, own: Path) -> None:
    action = '{"type": "bid", "private": "DH", "amount": 71}'
    code, out, _ = run("explain", own, "--at", 0, "--action", action)
    assert code == 1
    assert "[1830 2.2]" in out
    assert "1830 2.2: A bid must be" in out
    german = run("explain", own, "--at", 0, "--action", action, "--language", "de")[1]
    assert german.startswith("Nicht erlaubt: ")
    assert "[1830 2.2]" in german
    found = json.loads(run("explain", own, "--at", 0, "--action", action, "--json")[1])
    assert (found["legal"], found["rule"]) == (False, "1830 2.2")
    assert found["paragraph"].startswith("A bid must be")
    assert found["facts"]["private"] == "DH"


def test_explain_for_another_seat(run: Run, own: Path) -> None:
    code, out, _ = run("explain", own, "--at", 0, "--action", '{"type": "pass"}', "--seat", 2)
    assert code == 1
    assert "[1830 14.1]" in out
    assert run("explain", own, "--at", 0, "--action", '{"seat": 0, "type": "pass"}')[0] == 0


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("{", "not JSON"),
        ("[" * 5000, "not JSON"),
        ("[]", "must be an object"),
        ('{"type": "fly"}', "unknown action type 'fly'"),
        ('{"type": "bid"}', "missing required field"),
        ('{"type": "pass", "extra": 1}', "unknown field"),
    ],
)
def test_explain_bad_actions(bad: Callable[..., str], own: Path, action: str, reason: str) -> None:
    assert reason in bad("explain", own, "--at", 0, "--action", action)


# -- simulate, perft, export, bench


def test_simulate(run: Run, tmp_path: Path) -> None:
    args = ("simulate", "1830", "--players", 3, "--bots", "random", "--games", 2, "--seed", 3, "--check")
    code, out, _ = run(*args, "--out", tmp_path, "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["games"], report["violations"]) == (2, 0)
    assert report["actions"] == sum(result["actions"] for result in report["results"])
    assert report["finished"] <= 2
    assert report["seconds"] > 0
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    assert run("replay", files[0])[0] == 0


def test_simulate_in_words(run: Run) -> None:
    code, out, _ = run("simulate", "1830", "--players", 2, "--games", 1)
    assert code == 0
    assert out.splitlines()[-1].startswith("1 games, ")


def test_simulate_reports_violations(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.core.game.Game.check", lambda game: ["money is lost"] if game.ply == 5 else [])
    code, out, _ = run("simulate", "1830", "--players", 2, "--games", 1, "--check")
    assert code == 1
    assert "wrong in game 0 after 5 actions: money is lost" in out


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--players", 9], "2 to 6 players"),
        (["--bots", "clever"], "no bot 'clever'"),
        (["--bots", "random,random", "--players", 3], "2 bots for 3 seats"),
        (["--preset", "x"], "no preset 'x'"),
        (["--option", "x"], "must be KEY=VALUE"),
        (["--option", "x=1"], "no option 'x'"),
        (["--option", "bank_break=7"], "bank_break"),
        (["--out", GAME], "1830-random-1106.json.gz"),
    ],
)
def test_simulate_bad_input(bad: Callable[..., str], args: list[object], reason: str) -> None:
    assert reason in bad("simulate", "1830", *args)


def test_perft(run: Run, bad: Callable[..., str], own: Path) -> None:
    assert run("perft", "1830", "--players", 3, "--depth", 1)[1] == "12 nodes at depth 1\n"
    counted = json.loads(run("perft", "1830", "--players", 3, "--depth", 2, "--divide", "--json")[1])
    assert counted["nodes"] == sum(counted["divide"].values())
    assert len(counted["divide"]) == 12
    whole = json.loads(run("perft", "1830", "--players", 3, "--depth", 2, "--json")[1])
    assert whole["nodes"] == counted["nodes"]
    assert run("perft", own, "--at", 0, "--depth", 1)[1] == "12 nodes at depth 1\n"
    assert "12 nodes" in run("perft", "1830", "--depth", 1, "--divide")[1]
    assert "--at is for files" in bad("perft", "1830", "--at", 3, "--depth", 1)
    assert "--players is for titles" in bad("perft", own, "--players", 3, "--depth", 1)
    assert "No such file" in bad("perft", "1829", "--depth", 1)


def test_export_to_our_format(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    assert run("export", GAME, "--format", "stellwerk", "-o", path) == (0, "", "")
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.json"]
    assert stellwerk.load(path).digest() == load_file(GAME).game.digest()
    assert decode(run("export", path, "--format", "stellwerk")[1].encode()).title == "1830"


def test_export_to_the_site_and_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    assert run("export", GAME, "--format", "18xx.games", "-o", path)[0] == 0
    again = load_file(path)
    assert again.source == "18xx.games"
    assert again.game.result().scores == load_file(GAME).game.result().scores


@pytest.fixture
def doubtful(tmp_path: Path) -> Path:
    """Cleo sells CA to Ada, which the site does not carry out; its id there is 18."""
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], preset="games18xx", options={"consent": "recorded"})
    play(game, *[BuyPrivate(name, price) for name, price in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110))])
    play(game, Pass(), BuyPrivate("CA", 160), BuyPrivate("BO", 220), Par("B&O", 67), *[Pass()] * 9)
    play(game, BuyPrivate("CA", 99))
    path = tmp_path / "doubtful.json"
    save(game, path)
    return path


def test_export_says_what_the_site_is_known_to_play_otherwise(run: Run, doubtful: Path, tmp_path: Path) -> None:
    out = tmp_path / "site.json"
    line = "stellwerk: doubt: action 18: the site does not carry out the sale of CA from player to player\n"
    assert run("export", doubtful, "--format", "18xx.games", "-o", out) == (3, "", line)
    assert load_file(out).game.result().scores == load_file(doubtful).game.result().scores
    assert run("export", doubtful, "--format", "18xx.games", "-o", out, "--allow-doubts") == (0, "", line)
    code, shown, _ = run("export", doubtful, "--format", "18xx.games")
    assert (code, json.loads(shown)) == (3, json.loads(out.read_text()))
    assert run("export", doubtful, "--format", "stellwerk", "-o", out) == (0, "", "")


def test_export_gives_its_doubts_as_json(run: Run, bad: Callable[..., str], doubtful: Path, tmp_path: Path) -> None:
    out = tmp_path / "site.json"
    code, shown, err = run("export", doubtful, "--format", "18xx.games", "-o", out, "--json")
    assert (code, err.count("\n")) == (3, 1)
    why = "the site does not carry out the sale of CA from player to player"
    assert json.loads(shown) == {
        "file": str(out),
        "format": "18xx.games",
        "doubts": [{"action": 18, "ply": 18, "why": why}],
    }
    assert json.loads(run("export", GAME, "--format", "18xx.games", "-o", out, "--json")[1])["doubts"] == []
    assert "needs -o" in bad("export", GAME, "--format", "18xx.games", "--json")


def test_export_as_a_table(run: Run) -> None:
    code, out, _ = run("export", GAME, "--format", "csv")
    assert code == 0
    assert len(out.splitlines()) > 317


def test_export_to_a_place_that_does_not_exist(bad: Callable[..., str], own: Path, tmp_path: Path) -> None:
    assert "No such file" in bad("export", own, "--format", "stellwerk", "-o", tmp_path / "no" / "out.json")


def test_bench(run: Run, own: Path, monkeypatch: pytest.MonkeyPatch, bad: Callable[..., str]) -> None:
    from stellwerk.lab.bench import bench_engine

    monkeypatch.setattr("stellwerk.lab.bench.bench_engine", partial(bench_engine, repeats=1))
    figures = json.loads(run("bench", "engine", GAME, "--json")[1])
    assert figures["actions"] == 317
    assert figures["replay_actions_per_s"] > 0
    assert "options_ms: median" in run("bench", "engine", own)[1]
    assert "No such file" in bad("bench", "engine", "none.json")


def test_bench_of_all_titles_beside_another_release(
    run: Run, monkeypatch: pytest.MonkeyPatch, bad: Callable[..., str]
) -> None:
    from stellwerk.lab import bench_all

    small = partial(bench_all.bench_all, titles=("union-pacific",), rounds=1, repeats=1)
    monkeypatch.setattr(bench_all, "bench_all", small)
    source = str(Path(__file__).parents[1])
    figures = json.loads(run("bench", "engine", "--all", "--against", source, "--json")[1])
    for side in ("now", "before"):
        assert figures["start"]["at_yardstick"][side]["first_page_ms"] > 0
    found = figures["titles"]["union-pacific"]
    assert found["same_digest"]
    for name in ("replay_per_s", "from_file_per_s", "playout_per_s", "options_ms_max", "bots_game_s", "open_ms"):
        assert found["now"][name] > 0
        assert found["at_yardstick"]["before"][name] > 0
        assert found["times_better"][name] > 0
    assert "neither the folder" in bad("bench", "engine", "--all", "--against", "no-such-release")
    assert "takes no files" in bad("bench", "engine", GAME, "--all")
    assert "goes with it" in bad("bench", "engine", "--against", source)


def test_figures_are_compared_at_the_yardstick() -> None:
    from stellwerk.lab.bench_all import at_yardstick, best_of, times_better

    slow = {"actions": 7, "replay_per_s": 100.0, "open_ms": 6.0, "from_18xx_per_s": None, "yardstick_ns": 70.0}
    fast = {"actions": 7, "replay_per_s": 80.0, "open_ms": 8.0, "from_18xx_per_s": None, "yardstick_ns": 64.0}
    best = best_of([slow, fast])
    assert best == slow | {"yardstick_ns": 64.0}
    scaled = {"actions": 7, "replay_per_s": 200.0, "open_ms": 3.0, "from_18xx_per_s": None}
    assert at_yardstick(best, 64.0) == scaled
    assert times_better("replay_per_s", 200, 100) == times_better("open_ms", 4, 8) == 2


def test_the_store_is_measured_in_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "store", "/one", "/two"]) == 2
    assert "one folder" in capsys.readouterr().err
    assert main(["bench", "store", "--database", "games.db"]) == 2
    assert "postgresql://" in capsys.readouterr().err
