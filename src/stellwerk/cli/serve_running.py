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


def running_settings(args: argparse.Namespace) -> dict[str, Any]:
    """What the options say, as settings of a server."""
    from stellwerk.core import BadInput

    if args.metrics == "token" and len(args.metrics_token) < 16:
        raise BadInput("--metrics token needs a --metrics-token of at least 16 characters")
    return {
        "metrics": "token" if args.metrics_token and args.metrics == "auto" else args.metrics,
        "metrics_token": args.metrics_token,
        "slow_seconds": args.slow,
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
