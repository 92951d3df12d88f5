"""`stellwerk draw`: maps, positions, markets, tiles, charts and runs as SVG or PNG files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, add_board, board_option, command, count, positive
from stellwerk.core import BadInput

if TYPE_CHECKING:
    from stellwerk.core import Game

WHAT = ("map", "market", "tiles", "charts", "worth", "prices", "revenue", "run")
_OF_A_GAME = ("charts", "worth", "prices", "revenue", "run")
_FORMATS = (".svg", ".png")


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "draw",
        run_draw,
        "draw a map, a position, a market, tiles, charts or the best run of a company as SVG or PNG",
        "stellwerk draw game.json --before-action 412 --what run --company PRR -o run.svg",
    )
    parser.add_argument("source", metavar="TITLE|FILE", help="a title such as 1830, or a transcript")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--at", type=count, metavar="N", help="after N applied actions (default: after the last)")
    place.add_argument("--before-action", type=count, metavar="ID", help="before the action with this id in the file")
    parser.add_argument("--preset", metavar="NAME", help="options an 18xx.games file is replayed with")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--tile", metavar="TILE[/ROTATION]", help="one tile, such as 57 or 57/2")
    shown.add_argument("--what", choices=WHAT, default="map", help="what to draw (default: map)")
    parser.add_argument("--company", metavar="X", help="whose best run (default: the company operating there)")
    add_board(parser)
    parser.add_argument("--theme", choices=("light", "dark", "auto"), default="light", help="colours (default: light)")
    parser.add_argument("--width", type=positive, metavar="PIXELS", help="width of a PNG (default: twice the SVG's)")
    parser.add_argument("-o", "--output", metavar="FILE", help="FILE.svg or FILE.png (default: SVG on standard output)")


def run_draw(args: argparse.Namespace) -> int:
    """Draw and write."""
    target = Path(args.output) if args.output is not None else None
    if target is not None and target.suffix.lower() not in _FORMATS:
        raise BadInput(f"--output {args.output}: must end in .svg or .png")
    as_png = target is not None and target.suffix.lower() == ".png"
    if args.width is not None and not as_png:
        raise BadInput("--width is for PNG: an SVG has no fixed size")
    if args.company is not None and args.what != "run":
        raise BadInput("--company goes with --what run")
    theme = "light" if as_png and args.theme == "auto" else args.theme
    svg = _picture(args, theme)
    if target is None:
        print(svg)
    elif as_png:
        from stellwerk.draw import png

        target.write_bytes(png(svg, theme, width=args.width))
    else:
        target.write_text(svg + "\n", encoding="utf-8")
    return OK


def _picture(args: argparse.Namespace, theme: str) -> str:
    from stellwerk import draw

    game = _game(args)
    if args.tile is None and args.what == "map":
        return draw.board_svg(game, theme=theme)
    hexmap = draw.family(game).t.hexmap
    if args.tile is not None:
        name, slash, rotation = args.tile.partition("/")
        if slash and not (rotation.isdecimal() and len(rotation) == 1):
            raise BadInput(f"--tile {args.tile!r}: must be TILE or TILE/ROTATION, such as 57/2")
        return draw.tile_svg(hexmap, name, int(rotation or 0), theme=theme)
    if args.what == "tiles":
        return draw.sheet_svg(hexmap, theme=theme)
    if args.what == "market":
        return draw.game_market_svg(game, theme=theme)
    if args.what == "charts":
        return draw.charts_svg(game, theme=theme)
    if args.what == "run":
        return draw.best_run_svg(game, args.company, theme=theme)
    return draw.history_svg(game, args.what, theme=theme)


def _game(args: argparse.Namespace) -> Game[Any]:
    """The position in the file, or the title before its first move."""
    from stellwerk import new
    from stellwerk.formats import load_file
    from stellwerk.titles import TITLES

    title = TITLES.get(args.source)
    if title is None:
        if not Path(args.source).exists():
            raise BadInput(f"{args.source}: neither a file nor a title; titles are {', '.join(TITLES)}")
        if args.board is not None:
            raise BadInput("--board goes with a title; a file has its own board")
        return load_file(args.source, args.preset).at(args.at, args.before_action)
    if args.at is not None or args.before_action is not None:
        raise BadInput(f"{args.source} is a title: --at and --before-action go with a file")
    if args.tile is None and args.what in _OF_A_GAME:
        raise BadInput(f"{args.source} is a title: --what {args.what} goes with a file")
    names = [f"Player {number + 1}" for number in range(title.players[0])]
    return new(title.id, names, board_option(title.id, args.board), preset=args.preset)
