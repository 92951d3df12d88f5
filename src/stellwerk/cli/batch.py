"""`stellwerk simulate`, `perft` and `export`: work without a person."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import (
    NO,
    OK,
    Commands,
    add_board,
    add_json,
    board_option,
    command,
    count,
    options_from,
    positive,
    print_json,
)

if TYPE_CHECKING:
    from stellwerk.core import Game

DOUBTS = 3  # exit code: the file is written, and 18xx.games is known to refuse or change something in it
FORMATS = ("18xx.games", "csv", "stellwerk")


def register(commands: Commands) -> None:
    """Add the commands."""
    _register_simulate(commands)
    _register_perft(commands)
    _register_export(commands)


def _register_simulate(commands: Commands) -> None:
    parser = command(
        commands,
        "simulate",
        run_simulate,
        "let bots play games; with --check every position is checked (exit code 1 if something is wrong)",
        "stellwerk simulate 1830 --players 4 --bots random --games 10 --seed 1 --check",
    )
    parser.add_argument("title", metavar="TITLE", help="such as 1830")
    parser.add_argument("--players", type=positive, default=4, metavar="N", help="seats (default: 4)")
    parser.add_argument("--bots", default="random", metavar="NAMES", help="one bot for all seats, or one for each")
    parser.add_argument("--games", type=count, default=1, metavar="G", help="how many games (default: 1)")
    parser.add_argument("--seed", type=count, default=0, metavar="S", help="seed of the first game (default: 0)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="games played at a time (default: 1)")
    parser.add_argument("--check", action="store_true", help="check invariants and options as the games go")
    parser.add_argument("--preset", metavar="NAME", help="the set of options to play with")
    parser.add_argument("--option", action="append", metavar="KEY=VALUE", help="one option; may be given several times")
    add_board(parser)
    parser.add_argument("--out", metavar="DIR", help="write the transcripts into this folder")
    add_json(parser)


def run_simulate(args: argparse.Namespace) -> int:
    """Play and report."""
    import msgspec

    from stellwerk.bots.arena import simulate

    names = [name.strip() for name in args.bots.split(",")]
    report = simulate(
        title=args.title,
        players=args.players,
        bots=names[0] if len(names) == 1 else names,
        games=args.games,
        seed=args.seed,
        options=options_from(args.option) | board_option(args.title, args.board),
        preset=args.preset,
        check=args.check,
        out=args.out,
        jobs=args.jobs,
    )
    if args.json:
        shown = msgspec.to_builtins(report)
        print_json({**shown, "violations": len(report.violations), "violation_list": shown["violations"]})
        return NO if report.violations else OK
    for result in report.results:
        scores = ", ".join(f"{name} {score}" for name, score in zip(report.players, result.scores, strict=True))
        print(f"seed {result.seed}: {result.actions} actions, {result.reason or 'not finished'}; {scores}")
    for violation in report.violations:
        print(f"wrong in game {violation.game} after {violation.ply} actions: {violation.text}")
    print(
        f"{report.games} games, {report.finished} finished, {report.actions} actions, {report.seconds:.1f} s, "
        f"{len(report.violations)} violations" + ("" if args.check else " (positions not checked; see --check)")
    )
    return NO if report.violations else OK


def _register_perft(commands: Commands) -> None:
    parser = command(
        commands,
        "perft",
        run_perft,
        "count the ways a game can go on for D actions (ranges of money count with both ends)",
        "stellwerk perft 1830 --players 3 --depth 3 --divide",
    )
    parser.add_argument("start", metavar="TITLE|FILE", help="a new game of a title, or a position of a file")
    parser.add_argument("--depth", type=count, required=True, metavar="D", help="how many actions deep")
    parser.add_argument("--at", type=count, metavar="N", help="for a file: after N applied actions (default: the last)")
    parser.add_argument("--players", type=positive, metavar="N", help="for a title: seats (default: 3)")
    parser.add_argument("--preset", metavar="NAME", help="the set of options")
    parser.add_argument("--divide", action="store_true", help="count below each action of the position")
    add_json(parser)


def run_perft(args: argparse.Namespace) -> int:
    """Count and print."""
    from stellwerk.lab.perft import divide, perft

    game = _start(args)
    parts = divide(game, args.depth) if args.divide else None
    nodes = sum(parts.values()) if parts is not None else perft(game, args.depth)
    if args.json:
        shown = {"nodes": nodes, "depth": args.depth, "digest": game.digest()}
        print_json(shown if parts is None else shown | {"divide": parts})
        return OK
    for name, number in (parts or {}).items():
        print(f"{number:>10}  {name}")
    print(f"{nodes} nodes at depth {args.depth}")
    return OK


def _start(args: argparse.Namespace) -> Game[Any]:
    """The position to count from."""
    import stellwerk
    from stellwerk.bots.jobs import seat_names
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file
    from stellwerk.titles import TITLES

    if args.start in TITLES:
        if args.at is not None:
            raise BadInput("--at is for files; a new game has no actions")
        return stellwerk.new(args.start, seat_names(args.players or 3), preset=args.preset)
    if args.players is not None:
        raise BadInput("--players is for titles; a file has its own players")
    return load_file(args.start, args.preset).at(args.at)


def _register_export(commands: Commands) -> None:
    parser = command(
        commands,
        "export",
        run_export,
        "write a game in another format: an 18xx.games file, a table of its actions (CSV), or our transcript",
        "stellwerk export game.json --format 18xx.games -o site.json",
    )
    parser.add_argument("file", metavar="FILE", help="a transcript of ours or an 18xx.games file, also gzipped")
    parser.add_argument("--format", required=True, choices=FORMATS, metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--preset", metavar="NAME", help="options an 18xx.games file is replayed with")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to (default: the screen)")
    parser.add_argument(
        "--allow-doubts",
        action="store_true",
        help=f"exit code {OK} also if 18xx.games is known to refuse or change an action (otherwise {DOUBTS})",
    )
    add_json(parser)


def run_export(args: argparse.Namespace) -> int:
    """Convert and write; say what 18xx.games is known to play otherwise."""
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file

    if args.json and args.output is None:
        raise BadInput("export --json needs -o FILE: without it the game itself goes to the screen")
    game = load_file(args.file, args.preset).game
    data = _converted(game, args.format)
    if args.output is None:
        print(data.rstrip("\n"))
    else:
        _write(args.output, data)
    found = []
    if args.format == "18xx.games":
        from stellwerk.formats.site_doubts import doubts

        found = doubts(game)
    if args.json:
        listed = [{"action": doubt.action, "ply": doubt.ply, "why": doubt.why.text} for doubt in found]
        print_json({"file": args.output, "format": args.format, "doubts": listed})
    for doubt in found:
        print(f"stellwerk: doubt: {doubt}", file=sys.stderr)
    return OK if args.allow_doubts or not found else DOUBTS


def _write(path: str, data: str) -> None:
    """Whole or not at all: a full disk must not leave half a game behind."""
    place = Path(path)
    scratch = place.with_name(place.name + ".part")
    scratch.write_bytes(data.encode())
    scratch.replace(place)


def _converted(game: Game[Any], form: str) -> str:
    """The game as text of that format."""
    import msgspec

    if form == "18xx.games":
        from stellwerk.formats.export18xx import export

        return msgspec.json.format(msgspec.json.encode(export(game)), indent=1).decode() + "\n"
    if form == "csv":
        from stellwerk.formats.table import to_csv

        return to_csv(game)
    return game.transcript().encode().decode()
