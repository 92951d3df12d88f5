"""Bots that are programs of their own, in any language: a line of JSON for each question, a line for the answer.

The words of the protocol are in docs/bots.md.
"""

from __future__ import annotations

import os
import shlex
from typing import Any

import msgspec

from stellwerk.bots.program import MEGABYTES, PROTOCOL, SECONDS, BotFailure, Program, limit
from stellwerk.core import Action, BadInput, Chance, Game, Option


class ProcessBot(Program):
    """Asks a program. It is started with the first question of a game and ended with the bot."""

    about = "a program of its own"

    def __init__(self, command: str, seed: int, seconds: float = 0.0, megabytes: int = 0) -> None:
        """`command` is split as a shell would; no shell runs it. Without limits the usual ones hold."""
        self.worker = None
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BadInput(f"cmd:{command}: {error}") from None
        if not words:
            raise BadInput("cmd: needs the command of a program")
        self.seed = seed
        super().__init__(
            os.path.basename(words[-1]),
            words,
            seconds or limit("STELLWERK_BOT_SECONDS", SECONDS),
            megabytes or limit("STELLWERK_BOT_MEMORY", MEGABYTES),
        )

    def choose(self, game: Game[Any], seat: int) -> Action:
        """The action the program answers with."""
        if self.worker is None:
            self._start(game, seat)
        options = [option for option in game.options() if option.seat in (None, seat)]
        question = {"choose": {"ply": game.ply, "view": game.view(seat), "options": [_shown(one) for one in options]}}
        answer = self.ask(question)
        place, amount = answer.get("option"), answer.get("amount")
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(options):
            raise BotFailure(f"{self.name}: answered {_short(answer)}; `option` must be a number below {len(options)}")
        option = options[place]
        if amount is None or option.amount is None:
            return option.action
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise BotFailure(f"{self.name}: the amount {amount!r} is no whole number")
        return option.take(amount)

    def _start(self, game: Game[Any], seat: int) -> None:
        self.open()
        answer = self.ask({"hello": {"protocol": PROTOCOL, **greeting(game, seat, self.seed)}})
        if answer.get("protocol") != PROTOCOL:
            raise BotFailure(f"{self.name}: does not speak protocol {PROTOCOL}: {_short(answer)}")


def greeting(game: Game[Any], seat: int, seed: int) -> dict[str, Any]:
    """What a bot from outside is told about a game. The seed is for its own dice: from the game's own hidden cards
    could be worked out.
    """
    rules = game.rules
    return {
        "title": rules.title,
        "players": list(rules.seats),
        "options": dict(rules.options),
        "seat": seat,
        "seed": own_seed(seed, seat),
    }


def own_seed(seed: int, seat: int) -> int:
    """The seed of a bot from outside."""
    return Chance(seed, f"bot/{seat}").below(2**31)


def _shown(option: Option) -> dict[str, Any]:
    """An option as the program reads it."""
    shown: dict[str, Any] = {"action": msgspec.to_builtins(option.action)}
    if option.amount is not None:
        shown["amount"] = {"low": option.amount.low, "high": option.amount.high, "step": option.amount.step}
    return shown


def _short(answer: dict[str, Any]) -> str:
    text = msgspec.json.encode(answer).decode()
    return text if len(text) <= 80 else text[:80] + "…"
