"""`stellwerk report`: a game understood, or many games compared."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, command

if TYPE_CHECKING:
    from stellwerk.core import Game
    from stellwerk.report import Progress, Report
    from stellwerk.report.survey import Survey


def register(commands: Commands) -> None:
    """Add the command."""
    from stellwerk.cli.language import add_language

    parser = command(
        commands,
        "report",
        run,
        "say how a game went: what everybody could expect, turning points, where the money came from, trains, shares",
        "stellwerk report game.json --html -o game.html",
    )
    parser.add_argument(
        "file", metavar="FILE|FOLDER", help="a transcript of ours or an 18xx.games file, also gzipped; or many of them"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--html", action="store_true", help="one HTML file with its plots, to be read in any browser")
    form.add_argument("--json", action="store_true", help="everything as data")
    form.add_argument("--pdf", action="store_true", help="refused: print the HTML file from a browser instead")
    parser.add_argument(
        "--rows", metavar="FILE", help="of a folder: a row for each seat of each game (.csv or .parquet)"
    )
    parser.add_argument("--plots", metavar="DIR", help="of a folder: its plots as SVG files")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of printing")
    parser.add_argument("--preset", metavar="NAME", help="options an 18xx.games file is replayed with")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Replay the file and report."""
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file
    from stellwerk.report import report

    if args.pdf:
        raise BadInput("there is no PDF: write --html and print that file from a browser")
    if Path(args.file).is_dir():
        return compare(args)
    if args.rows or args.plots:
        raise BadInput("--rows and --plots are for folders with many games")
    game = load_file(args.file, args.preset).game
    write(report_text(args, game, report(game, progress())), args.output)
    return OK


def compare(args: argparse.Namespace) -> int:
    """Read every game of a folder and compare them."""
    from stellwerk.core import BadInput
    from stellwerk.report.seat_rows import check_rows, write_rows
    from stellwerk.report.survey import files_in, gather, survey

    rows = Path(args.rows) if args.rows else None
    if rows is not None:
        check_rows(rows)
    files = files_in(Path(args.file))
    found = gather(counted(survey(files, args.preset), len(files)))
    if not found.games:
        name, why = found.left_out[0]
        raise BadInput(f"{args.file}: no game that is over ({name}: {why})")
    write(survey_text(args, found), args.output)
    if rows is not None:
        write_rows(rows, found)
    if args.plots:
        draw(Path(args.plots), found, args.language)
    return OK


def survey_text(args: argparse.Namespace, found: Survey) -> str:
    """The survey in the form that is asked for."""
    from stellwerk.core import Style
    from stellwerk.report.compared import compared
    from stellwerk.report.html import html_of
    from stellwerk.report.speech import Speaker
    from stellwerk.report.text import text_of

    if args.json:
        import msgspec

        return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"
    made, title, speaker = compared(found), Path(args.file).resolve().name, Speaker(args.language, Style())
    return html_of(made, title, (), speaker) if args.html else text_of(made, title, (), speaker)


def draw(folder: Path, found: Survey, language: str) -> None:
    """Every plot as a file of its own."""
    from stellwerk.core import Style
    from stellwerk.report.compared import compared
    from stellwerk.report.plots import plot_svg
    from stellwerk.report.speech import Speaker

    folder.mkdir(parents=True, exist_ok=True)
    speaker = Speaker(language, Style())
    for part in compared(found).parts:
        for plot in part.plots:
            write(plot_svg(plot, speaker), str(folder / f"{plot.id}.svg"))


def counted(found: Iterator[Any], whole: int) -> Iterator[Any]:
    """What is found, with how far it is where somebody looks at the screen."""
    show = progress(1)
    for number, entry in enumerate(found, 1):
        if show is not None:
            show(number, whole)
        yield entry


def report_text(args: argparse.Namespace, game: Game[Any], found: Report) -> str:
    """The report in the form that is asked for."""
    from stellwerk.report.document import document
    from stellwerk.report.speech import Speaker, style_of

    speaker = Speaker(args.language, style_of(game))
    if args.json:
        import msgspec

        from stellwerk.report.plain import as_data

        return msgspec.json.format(msgspec.json.encode(as_data(found, speaker.tell)), indent=1).decode() + "\n"
    from stellwerk.titles import TITLES

    title = f"{TITLES[found.title].name}: {', '.join(found.players)}"
    if args.html:
        from stellwerk.report.html import html_of

        return html_of(document(found), title, found.players, speaker)
    from stellwerk.report.text import text_of

    return text_of(document(found), title, found.players, speaker)


def write(text: str, output: str | None) -> None:
    """To a file, whole or not at all, or to the screen."""
    if output is None:
        print(text, end="")
        return
    place = Path(output)
    scratch = place.with_name(place.name + ".part")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(place)


def progress(step: int = 64) -> Progress | None:
    """Shows how far it is, told every so many steps, where somebody looks at the screen."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, whole: int) -> None:
        print(f"\r{done}/{whole}", end="\r" if done + step > whole else "", file=sys.stderr, flush=True)

    return show
