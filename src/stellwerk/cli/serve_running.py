"""How a server is watched over: figures, the log, and how long things are kept."""

from __future__ import annotations

import argparse
import os
from typing import Any

KEPT = {
    "finished": "games that are over",
    "sessions": "sessions of browsers without an account",
    "chat": "messages",
    "audit": "the log of what administrators did",
}


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--thinkers",
        type=thinkers,
        default=1,
        metavar="N",
        help="processes in which bots think that take seconds for a move (default: 1)",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=WHERE",
        help="a bot of your own that may be given a seat: NAME=./my_bot.py:MyBot or NAME=cmd:COMMAND (several times)",
    )
    parser.add_argument(
        "--metrics",
        choices=("auto", "off", "loopback", "token", "open"),
        default="auto",
        help="who may read /metrics (default: auto, this machine if no one else can reach the server, else nobody)",
    )
    parser.add_argument(
        "--metrics-token",
        default=os.environ.get("STELLWERK_METRICS_TOKEN", ""),
        metavar="TEXT",
        help="what --metrics token asks for (or STELLWERK_METRICS_TOKEN in the environment)",
    )
    parser.add_argument(
        "--log", choices=("text", "json"), default="text", help="how the log is written (default: text)"
    )
    parser.add_argument("--log-requests", action="store_true", help="a line of the log for every request")
    parser.add_argument(
        "--slow", type=seconds, default=1.0, metavar="SECONDS", help="name requests that take longer (default: 1)"
    )
    for name, text in KEPT.items():
        parser.add_argument(
            f"--keep-{name}", type=days, default=0, metavar="DAYS", help=f"forget {text} after so many days (0: never)"
        )


def thinkers(text: str) -> int:
    """How many processes."""
    if not text.isdecimal() or not 1 <= int(text[:4]) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 64")
    return int(text)


def running_settings(args: argparse.Namespace) -> dict[str, Any]:
    """What the options say, as settings of a server."""
    from stellwerk.core import BadInput
    from stellwerk.web.own_bots import read_own_bots

    if args.metrics == "token" and len(args.metrics_token) < 16:
        raise BadInput("--metrics token needs a --metrics-token of at least 16 characters")
    return {
        "metrics": "token" if args.metrics_token and args.metrics == "auto" else args.metrics,
        "metrics_token": args.metrics_token,
        "slow_seconds": args.slow,
        "thinkers": args.thinkers,
        "bots": read_own_bots(args.bot),
        **{f"keep_{name}": getattr(args, f"keep_{name}") for name in KEPT},
    }


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def days(text: str) -> int:
    """A number of days."""
    if not text.isdecimal() or len(text) > 5:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days")
    return int(text)
