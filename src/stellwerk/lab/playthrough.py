"""A whole game of bots as readable text: what was asked and done, what happened, and now and then the position.

`python -m stellwerk.lab.playthrough 4 --seed 1 --out FILE` writes one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.jobs import seat_names
from stellwerk.bots.play import MOST_ACTIONS, step
from stellwerk.core import Game
from stellwerk.lab import guarded

EVERY = 150  # actions between two positions


def playthrough(
    title: str = "1830",
    players: int = 4,
    seed: int = 0,
    preset: str | None = None,
    bot: str = "random",
    every: int = EVERY,
    most: int = MOST_ACTIONS,
) -> str:
    """Play a game and write it down; the same arguments give the same text, on every machine."""
    game = stellwerk.new(title, seat_names(players), seed=seed, preset=preset)
    bots = [make_bot(bot, seed, title) for _ in range(players)]
    settings = ", ".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in game.rules.options.items())
    lines = [
        f"{title} (version {game.rules.version}), {players} players, seed {seed}, bot {bot}",
        f"Options: {settings}",
        "Each action: number, who is asked about what, how many options there were, the action; below it",
        "what happened, with the paragraphs of the title's rules.",
        *happened(game),
    ]
    while game.ply < most:
        if game.ply % every == 0:
            lines += position(game)
        decision, offered = game.decision(), len(game.options())
        if not step(game, bots) or decision is None:
            break
        ply = game.plies[-1]
        who = game.rules.seats[ply.seat]
        what = decision.kind if ply.seat == decision.seat else f"out of turn, {decision.kind}"
        actor = "" if decision.actor == who else f" for {decision.actor}"
        lines.append(f"{game.ply} {who}{actor} ({what}, {offered}): {msgspec.json.encode(ply.action).decode()}")
        lines += happened(game)
    return "\n".join([*lines, *ending(game)]) + "\n"


def happened(game: Game[Any]) -> list[str]:
    """What the last action brought about, in one line; neighbours with the same paragraph share its mention."""
    parts: list[str] = []
    events = game.last_events
    for number, event in enumerate(events):
        shared = number + 1 < len(events) and events[number + 1].rule == event.rule
        parts.append(event.text if shared else f"{event.text} [{event.rule.removeprefix(game.rules.title).strip()}]")
    return ["  " + "; ".join(parts)] if parts else []


def position(game: Game[Any]) -> list[str]:
    """The position, marked off from the actions."""
    return ["", f"=== after {game.ply} actions, digest {game.digest()}", *str(game).splitlines(), "==="]


def ending(game: Game[Any]) -> list[str]:
    """The last position, and the scores line by line."""
    result = game.result()
    lines = position(game)
    if not result.finished:
        return [*lines, "The game was stopped before its end."]
    for name, receipt in game.receipts().items():
        if name.startswith("score"):
            lines += str(receipt).splitlines()
    winners = ", ".join(game.rules.seats[seat] for seat in result.winners) or "nobody"
    return [*lines, f"The game ended ({result.reason}); won by {winners}."]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a playthrough to a file or to the screen."""
    parser = argparse.ArgumentParser(prog="stellwerk.lab.playthrough", description="A game of bots as text.")
    parser.add_argument("players", type=int)
    parser.add_argument("--title", default="1830")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--preset")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)

    def write() -> int:
        text = playthrough(chosen.title, chosen.players, chosen.seed, chosen.preset, chosen.bot)
        if chosen.out:
            chosen.out.write_text(text, encoding="utf-8")
        else:
            print(text, end="")
        return 0

    return guarded(write)


if __name__ == "__main__":
    sys.exit(main())
