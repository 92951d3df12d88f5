"""`stellwerk bench`: how fast engine, router, environments and server are, and what load a server carries."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from stellwerk.cli.parts import OK, Commands, add_json, command, print_json

KINDS = ("engine", "routes", "env", "store", "web", "load", "soak")


def register(commands: Commands) -> None:
    """Add the command."""
    bench = command(
        commands,
        "bench",
        run,
        "measure engine, router, environments, store or server; `load`: what a server carries; `soak`: its memory",
        "stellwerk bench load --tables 500 --streams 2000 --rate 60 --json",
    )
    bench.add_argument("what", choices=KINDS, metavar="|".join(KINDS), help="what to measure")
    bench.add_argument(
        "files", metavar="FILE", nargs="*", help="the games to measure with (default: one that is shipped)"
    )
    bench.add_argument("--all", action="store_true", help="engine: every figure of every title (minutes)")
    bench.add_argument(
        "--against", metavar="PATH|REF", help="with --all: the same figures of another checkout or git ref beside them"
    )
    load = bench.add_argument_group("load and soak")
    load.add_argument("--tables", type=number, default=100, metavar="N", help="tables that are played (default: 100)")
    load.add_argument("--watchers", type=number, default=2, metavar="N", help="spectators at each (default: 2)")
    load.add_argument("--streams", type=number, default=0, metavar="N", help="open pages in all, if that is more")
    load.add_argument(
        "--rate", type=float, action="append", metavar="R", help="clicks a second (default: 20, 40, 60, 80 in turn)"
    )
    load.add_argument("--seconds", type=float, default=15.0, metavar="S", help="how long for each rate (default: 15)")
    load.add_argument("--processes", type=number, default=1, metavar="N", help="servers on one --database (default: 1)")
    load.add_argument(
        "--database", default="", metavar="URL", help="an empty PostgreSQL database instead of a file (`store` too)"
    )
    load.add_argument("--apart", action="store_true", help="every seat is a browser of its own; the others watch")
    load.add_argument("--lists", action="store_true", help="fetch the lists that a page loads after a click as well")
    load.add_argument("--minutes", type=float, default=10.0, metavar="M", help="how long `soak` lasts (default: 10)")
    load.add_argument("--memory", type=number, default=0, metavar="MB", help="what each server is told by `--memory`")
    add_json(bench)


def number(text: str) -> int:
    """A number."""
    if not text.isdecimal() or len(text) > 6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    if args.all or args.against:
        return run_all(args)
    figures = measured(args)
    if args.json:
        print_json(figures)
        return OK
    for name, value in figures.items():
        shown = ", ".join(f"{key} {part}" for key, part in value.items()) if isinstance(value, dict) else value
        print(f"{name}: {'-' if shown is None else shown}")
    return OK


def store(args: argparse.Namespace) -> dict[str, Any]:
    """Appends a second with 1, 16 and 64 writers, and opening a long game: a file in a folder, or a database."""
    from stellwerk.core import BadInput
    from stellwerk.store.address import is_address
    from stellwerk.store.bench import bench_store

    if len(args.files) > 1 or (args.files and args.database):
        raise BadInput("bench store measures in one folder, or in --database")
    if args.database and not is_address(args.database):
        raise BadInput("--database must be like postgresql://user@host/name")
    return bench_store(args.database or (args.files[0] if args.files else None))


def run_all(args: argparse.Namespace) -> int:
    """Every title."""
    from stellwerk.core import BadInput
    from stellwerk.lab import bench_all

    if args.what != "engine" or args.files or not args.all:
        raise BadInput("--all measures every title and takes no files, --against goes with it: bench engine --all")
    figures = bench_all.bench_all(args.against)
    if args.json:
        print_json(figures)
    else:
        print("\n".join(bench_all.lines_of(figures)))
    return OK


def measured(args: argparse.Namespace) -> dict[str, Any]:
    """The figures that were asked for."""
    if args.what == "routes":
        from stellwerk.lab.bench_routes import bench_router

        return bench_router(args.files)
    from stellwerk.core import BadInput

    if args.what == "env":
        from stellwerk.lab.bench_env import bench_env

        if args.files:
            raise BadInput("bench env takes no files")
        return bench_env()
    if args.what == "store":
        return store(args)
    if len(args.files) > 1:
        raise BadInput(f"bench {args.what} measures with one game")
    path = args.files[0] if args.files else None
    if args.what == "engine":
        from stellwerk.lab.bench import bench_engine

        return bench_engine(path)
    if args.what == "web":
        from stellwerk.lab.bench_web import bench_web

        return bench_web(path)
    from stellwerk.lab.bench_load import Load, bench_load

    load = Load(
        tables=args.tables,
        watchers=args.watchers,
        streams=args.streams,
        rates=tuple(args.rate or (Load().rates if args.what == "load" else (10.0,))),
        seconds=args.seconds,
        processes=args.processes,
        database=args.database,
        apart=args.apart,
        lists=args.lists,
        memory=args.memory,
        minutes=args.minutes if args.what == "soak" else 0.0,
    )
    return bench_load(path, load, lambda line: print(line, file=sys.stderr, flush=True))
