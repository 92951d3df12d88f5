"""`stellwerk arena`: bots against each other, with ratings."""

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
    from stellwerk.bots.contest import ArenaReport, Contest

BAR = 30  # letters of a bar of the chart


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "arena",
        run_arena,
        "let bots meet: every deal is played from every seat (exit code 1 if a game went wrong)",
        "stellwerk arena 1830 --bots steady,random,random,random --games 40 --jobs 2",
    )
    parser.add_argument("title", metavar="TITLE", help="such as 1830")
    parser.add_argument(
        "--bots", required=True, metavar="NAMES", help="a bot for each seat: a name, or ./my_bot.py:MyBot"
    )
    parser.add_argument("--games", type=positive, default=20, metavar="G", help="how many games (default: 20)")
    parser.add_argument("--seed", type=count, default=0, metavar="S", help="seed of the first deal (default: 0)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="games played at a time (default: 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (`auto`, `local`, an address)")
    parser.add_argument("--preset", metavar="NAME", help="the set of options to play with")
    parser.add_argument("--option", action="append", metavar="KEY=VALUE", help="one option; may be given several times")
    add_board(parser)
    parser.add_argument("--log", metavar="FILE", help="keep each game here at once; a second start goes on from it")
    parser.add_argument("--transcripts", metavar="DIR", help="write the games into this folder")
    parser.add_argument("--faults", metavar="DIR", help="write games in which something went wrong into this folder")
    parser.add_argument("--chart", metavar="FILE.svg", help="draw the shares with their intervals")
    parser.add_argument("-o", "--output", metavar="FILE", help="a row for each seat of each game (.csv or .parquet)")
    add_json(parser)


def run_arena(args: argparse.Namespace) -> int:
    """Play, count and print."""
    import msgspec

    from stellwerk.bots.arena import make_folder
    from stellwerk.bots.contest import ArenaLog, Contest, arena
    from stellwerk.bots.seat_rows import check_file, write_rows

    contest = Contest(
        title=args.title,
        bots=tuple(name.strip() for name in args.bots.split(",")),
        games=args.games,
        seed=args.seed,
        options=options_from(args.option) | board_option(args.title, args.board),
        preset=args.preset,
    )
    contest.check()
    if args.output:
        check_file(Path(args.output))
    report = arena(
        contest,
        jobs=args.jobs,
        log=ArenaLog(Path(args.log), contest) if args.log else None,
        folder=make_folder(args.transcripts),
        faults=make_folder(args.faults),
        progress=progress if sys.stderr.isatty() else None,
        workers=_cluster(args.ray),
    )
    if args.output:
        write_rows(Path(args.output), contest, report)
    if args.chart:
        _draw(Path(args.chart), report)
    if args.json:
        print_json(msgspec.to_builtins(report))
    else:
        _print(contest, report)
    return NO if report.violations else OK


def _cluster(address: str | None) -> Any:
    if address is None:
        return None
    from stellwerk.bots.cluster import Cluster

    return Cluster(address)


def _draw(path: Path, report: ArenaReport) -> None:
    from stellwerk.draw.shares import shares_chart

    equal = 1 / len(report.results[0].scores)
    rows = [(bot.name, bot.share, bot.low, bot.high) for bot in report.bots]
    path.write_text(shares_chart(f"{report.title}, {report.finished} games", rows, equal), encoding="utf-8")


def progress(done: int, games: int) -> None:
    """A bar on the error stream."""
    full = BAR * done // games
    end = "\n" if done == games else ""
    print(f"\r[{'#' * full}{'.' * (BAR - full)}] {done}/{games}", end=end, file=sys.stderr, flush=True)


def _print(contest: Contest, report: ArenaReport) -> None:
    """A table with bars; `|` marks an equal share."""
    equal = round(BAR / len(contest.bots))
    wide = max(len(bot.name) for bot in report.bots)
    print(f"{'bot':{wide}}  seats   wins   share   95 %       rating       score")
    for bot in report.bots:
        full = round(BAR * bot.share)
        bar = "".join("|" if place == equal else "#" if place < full else "." for place in range(BAR))
        print(
            f"{bot.name:{wide}}  {bot.games:5}  {bot.wins:5.1f}  {bot.share:6.1%}  {f'{bot.low:.0%}-{bot.high:.0%}':9}"
            f"  {bot.rating:6.2f} ± {bot.uncertainty:.2f}  {bot.score:8.1f}  {bar}"
        )
    for violation in report.violations:
        seed = contest.job(violation.game).seed
        print(f"wrong in game {violation.game} (seed {seed}) after {violation.ply} actions: {violation.text}")
    print(
        f"{report.games} games of {contest.title}, {report.finished} finished, {report.actions} actions, "
        f"{len(report.violations)} violations"
    )
