"""`stellwerk replay`: play a file through, every action checked, and compare with what it records."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import NO, OK, Commands, add_json, command, count, print_json

if TYPE_CHECKING:
    from stellwerk.core import TranscriptError
    from stellwerk.formats.loaded import Loaded
    from stellwerk.formats.oracle import Difference

OTHER_END = ("than recorded", "not as recorded")  # how the reader of our own transcripts words it


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "replay",
        run,
        "replay a game with every action checked; compare scores and, with an oracle, every state",
        "stellwerk replay game.json --oracle game.jsonl.gz",
    )
    parser.add_argument("file", metavar="FILE", help="a transcript of ours or an 18xx.games file, also gzipped")
    parser.add_argument("--to", type=count, metavar="N", help="only the first N actions of the file that count")
    parser.add_argument("--oracle", metavar="FILE", help="states after every action, as JSON lines, perhaps gzipped")
    parser.add_argument("--preset", metavar="NAME", help="options an 18xx.games file is replayed with")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Replay and report."""
    from stellwerk.core import TranscriptError
    from stellwerk.formats import load_file

    total = None
    try:
        loaded = load_file(args.file, args.preset)
        if args.to is not None:
            loaded, total = _part(args)
    except TranscriptError as error:
        if error.action is None and not error.reason.endswith(OTHER_END):
            raise
        if args.to is None:
            return _refused(args, error)
        try:  # what is refused may come after the part that is asked for
            loaded, total = _part(args)
        except TranscriptError as early:
            return _refused(args, early)
    if args.oracle:
        difference = _compare(loaded, args)
        if difference:
            return _report(args, loaded, str(difference), difference.action)
    differences = loaded.differences()
    if differences:
        return _report(args, loaded, "; ".join(differences), None)
    if args.json:
        print_json(_outcome(loaded))
        return OK
    done = len(loaded.marks)
    counted = f"{done} actions" if total in (None, done) else f"{done} of {total} actions"
    against = ", states match the oracle" if args.oracle else ""
    scores = "no scores recorded" if loaded.scores is None else "scores match"
    print(f"ok: {counted}{against}, {scores}")
    return OK


def _part(args: argparse.Namespace) -> tuple[Loaded, int]:
    """The first actions of the file replayed, and how many count in all; the whole file if that is asked for."""
    from stellwerk.cli import source
    from stellwerk.core import BadInput
    from stellwerk.formats import load_bytes, load_file

    raw = source.read_raw(args.file)
    total = len(source.live(raw))
    if args.to > total:
        raise BadInput(f"--to {args.to}: {args.file} has only {total} actions that count")
    if args.to == total:
        return load_file(args.file, args.preset), total
    return load_bytes(source.cut(raw, args.to), args.file, args.preset), total


def _compare(loaded: Loaded, args: argparse.Namespace) -> Difference | None:
    """The first difference from the oracle's states."""
    from stellwerk.cli import source
    from stellwerk.core import BadInput
    from stellwerk.formats.games18xx import seats_by_id
    from stellwerk.formats.oracle import compare, read_lines

    raw = source.read_raw(args.file)
    if source.is_own(raw):
        raise BadInput("--oracle compares 18xx.games files: the players of an oracle are named by their ids there")
    lines = read_lines(args.oracle)
    try:
        if args.to is not None:
            lines = [line for line in lines if line["n"] <= args.to]
        return compare(loaded, seats_by_id(raw), lines)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput(f"{args.oracle}: not the states of this game: {type(error).__name__} {error}") from None


def _outcome(loaded: Loaded) -> dict[str, Any]:
    return {
        "ok": True,
        "actions": len(loaded.marks),
        "scores": loaded.game.result().scores,
        "finished": loaded.game.result().finished,
        "recorded": loaded.scores,
        "digest": loaded.game.digest(),
        "error": None,
        "action": None,
        "rule": None,
    }


def _report(args: argparse.Namespace, loaded: Loaded, text: str, action: int | None) -> int:
    """A difference from what is recorded."""
    if args.json:
        print_json(_outcome(loaded) | {"ok": False, "error": text, "action": action})
    else:
        print(f"not ok: {text}")
    return NO


def _refused(args: argparse.Namespace, error: TranscriptError) -> int:
    """An action of the file that cannot be made, or another position than recorded after the last one."""
    from stellwerk.cli import source

    rule = error.cause.rule if error.cause else None
    if args.json:
        raw = source.read_raw(args.file)
        made = source.before(raw, error.action) if error.action is not None else len(source.live(raw))
        print_json(
            {
                "ok": False,
                "actions": made,
                "scores": None,
                "digest": None,
                "error": error.reason,
                "action": error.action,
                "rule": rule,
            }
        )
    else:
        print(f"not ok: {error}")
    return NO
