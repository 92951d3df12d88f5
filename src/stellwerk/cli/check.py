"""`stellwerk check-title` and `stellwerk check-deck`: is a title file sound, and was the deck left alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from stellwerk.cli.parts import NO, OK, Commands, add_json, command, print_json


def register(commands: Commands) -> None:
    """Add the commands."""
    title = command(
        commands,
        "check-title",
        run_title,
        "check a title file, or a board file of Union Pacific; every fault with its line and rule (exit code 1)",
        "stellwerk check-title my-board.toml",
    )
    title.add_argument("path", metavar="PATH", help="a TOML file")
    add_json(title)
    deck = command(
        commands,
        "check-deck",
        run_deck,
        "check a game with hidden cards: the cards came from the seed, and the seed is the promised one",
        "stellwerk check-deck game.json --commitment 3f0c…",
    )
    deck.add_argument("file", metavar="FILE", help="a transcript of a game with hidden cards")
    deck.add_argument("--commitment", metavar="HEX", help="what the game showed at its start")
    add_json(deck)


def run_title(args: argparse.Namespace) -> int:
    """Look and report."""
    from stellwerk.core import TitleError
    from stellwerk.titles.t_union_pacific.title_file import BoardFaults, read

    path = Path(args.path)
    raw, _ = read(path)
    head = raw.get("title")
    try:
        family = isinstance(head, dict) and head.get("id") != "union-pacific"
        text, notes = _family(path) if family else _union_pacific(path, "title" in raw)
        faults: list[str] = []
    except BoardFaults as error:
        text, notes, faults = "", [], [f"{error.file}: {fault}" for fault in error.faults]
    except TitleError as error:
        text, notes, faults = "", [], [str(error)]
    if args.json:
        print_json({"ok": not faults, "text": text, "faults": faults, "notes": notes})
    else:
        for line in faults:
            print(line)
        for line in notes:
            print(f"{path.name}: note: {line}")
        print(text if not faults else f"not ok: {len(faults)} fault{'s' * (len(faults) > 1)}")
    return NO if faults else OK


def _family(path: Path) -> tuple[str, list[str]]:
    """A title file of the 18xx family."""
    from stellwerk.eighteen.title_file import load

    data = load(path)
    counts = f"{len(data.map.hex)} hexes, {len(data.tiles)} tiles, {len(data.corporation)} companies"
    return f"ok: {data.title.name}: {counts}", []


def _union_pacific(path: Path, whole: bool) -> tuple[str, list[str]]:
    """The file of Union Pacific, or a board for it."""
    from stellwerk.titles.t_union_pacific.board_check import BoardCheck
    from stellwerk.titles.t_union_pacific.table import title_data
    from stellwerk.titles.t_union_pacific.title_file import load, read, read_board

    if whole:
        data = load(path)
        board = data.own_board
        notes = BoardCheck(board, data, read(path)[1]).notes()
    else:
        board, notes = read_board(path, title_data())
    spaces = sum(section.spaces for section in board.section)
    text = f"ok: board {board.board.name}: {len(board.city)} cities, {len(board.section)} sections, {spaces} spaces"
    return text, [str(note) for note in notes]


def run_deck(args: argparse.Namespace) -> int:
    """Replay, deal again, compare."""
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file
    from stellwerk.titles.t_union_pacific.deck_check import dealt_again
    from stellwerk.titles.t_union_pacific.rules import UnionPacificRules

    game = load_file(args.file).game
    rules = game.rules
    if not isinstance(rules, UnionPacificRules):
        raise BadInput(f"{args.file}: {rules.title} has no hidden cards")
    found = dealt_again(game)
    if args.commitment is not None and args.commitment.strip().lower() != rules.promise:
        found.append("the seed is not the one that was promised: the commitment is another")
    if args.json:
        print_json({"ok": not found, "commitment": rules.promise, "seed": rules.seed, "faults": found})
    else:
        for line in found:
            print(f"not ok: {line}")
        print(f"commitment {rules.promise}")
        if not found:
            promised = "as promised" if args.commitment is not None else "compare the commitment with the game's"
            print(f"ok: {game.ply} actions, every card came from seed {rules.seed}; {promised}")
    return NO if found else OK
