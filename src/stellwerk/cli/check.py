"""`stellwerk check-title` and `stellwerk check-deck`: is a title file sound, and was the deck left alone."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from stellwerk.cli.parts import NO, OK, Commands, add_json, command, print_json


def register(commands: Commands) -> None:
    """Add the commands."""
    title = command(
        commands,
        "check-title",
        run_title,
        "check a title file, or a board file; every fault with its line and rule (exit code 1)",
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

    path = Path(args.path)
    name = _named(path)
    notes: list[str] = []
    faults: list[str] = []
    text = ""
    try:
        text, notes = _check(path, name)
    except TitleError as error:
        faults = [f"{error.file}: {fault}" for fault in getattr(error, "faults", ())] or [str(error)]
    if args.json:
        print_json({"ok": not faults, "text": text, "faults": faults, "notes": notes})
    else:
        for line in faults:
            print(line)
        for line in notes:
            print(f"{path.name}: note: {line}")
        print(text if not faults else f"not ok: {len(faults)} fault{'s' * (len(faults) > 1)}")
    return NO if faults else OK


def _check(path: Path, name: str) -> tuple[str, list[str]]:
    """A file by whoever knows its form: the title it names, those that take board files, else the family."""
    from stellwerk.eighteen.title_file import load
    from stellwerk.titles import TITLES

    for title in TITLES.values():
        if name in ("", title.id) and (own := title.wing("check")) is not None:
            text, notes = own.check_file(path)
            return str(text), list(notes)
    own = TITLES[name].wing("figures") if name in TITLES else None
    data = load(path, own.Figures) if own is not None else load(path)
    counts = f"{len(data.map.hex)} hexes, {len(data.tiles)} tiles, {len(data.corporation)} companies"
    return f"ok: {data.title.name}: {counts}", []


def _named(path: Path) -> str:
    """The id of the title in a file; empty if it names none."""
    from stellwerk.core import TitleError

    try:
        head = tomllib.loads(path.read_text(encoding="utf-8")).get("title")
    except OSError as error:
        raise TitleError(path.name, "file", error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        raise TitleError(path.name, "file", f"not TOML: {error}") from None
    return str(head.get("id")) if isinstance(head, dict) else ""


def run_deck(args: argparse.Namespace) -> int:
    """Replay, deal again, compare."""
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file
    from stellwerk.titles import wing

    game = load_file(args.file).game
    rules = game.rules
    own = wing(rules.title, "check")
    if own is None:
        raise BadInput(f"{args.file}: {rules.title} has no hidden cards")
    promise, found = own.check_deck(game)
    if args.commitment is not None and args.commitment.strip().lower() != promise:
        found.append("the seed is not the one that was promised: the commitment is another")
    if args.json:
        print_json({"ok": not found, "commitment": promise, "seed": rules.seed, "faults": found})
    else:
        for line in found:
            print(f"not ok: {line}")
        print(f"commitment {promise}")
        if not found:
            promised = "as promised" if args.commitment is not None else "compare the commitment with the game's"
            print(f"ok: {game.ply} actions, every card came from seed {rules.seed}; {promised}")
    return NO if found else OK
