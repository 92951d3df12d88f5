"""Bots that are programs of their own, in any language: a line of JSON for each question, a line for the answer.

The words of the protocol are in docs/bots.md.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import subprocess
import sys
import time
from typing import Any

import msgspec

from stellwerk.core import Action, BadInput, Chance, Game, Option

PROTOCOL = 1
SECONDS = 30.0  # for an answer
MEGABYTES = 1024  # of memory the program may have
LONGEST = 1 << 20  # bytes of an answer


class BotFailure(Exception):
    """A program that did not answer as it should; the game it plays is lost to it, others go on."""


class ProcessBot:
    """Asks a program. It is started with the first question of a game and ended with the bot."""

    about = "a program of its own"

    def __init__(self, command: str, seed: int, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        """`command` is split as a shell would; no shell runs it."""
        self.worker: subprocess.Popen[bytes] | None = None
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BadInput(f"cmd:{command}: {error}") from None
        if not self.words:
            raise BadInput("cmd: needs the command of a program")
        self.name, self.seed = os.path.basename(self.words[-1]), seed
        self.seconds, self.megabytes = seconds, megabytes
        self.rest = b""

    def choose(self, game: Game[Any], seat: int) -> Action:
        """The action the program answers with."""
        if self.worker is None:
            self._start(game, seat)
        options = [option for option in game.options() if option.seat in (None, seat)]
        question = {"choose": {"ply": game.ply, "view": game.view(seat), "options": [_shown(one) for one in options]}}
        answer = self._ask(question)
        place, amount = answer.get("option"), answer.get("amount")
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(options):
            raise BotFailure(f"{self.name}: answered {_short(answer)}; `option` must be a number below {len(options)}")
        option = options[place]
        if amount is None or option.amount is None:
            return option.action
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise BotFailure(f"{self.name}: the amount {amount!r} is no whole number")
        return option.take(amount)

    def close(self) -> None:
        """End the program."""
        worker, self.worker = self.worker, None
        if worker is None:
            return
        with contextlib.suppress(OSError, ValueError):
            assert worker.stdin is not None
            worker.stdin.close()
        try:
            worker.wait(1)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
        if worker.stdout is not None:
            worker.stdout.close()

    def __del__(self) -> None:
        """Nothing of it stays behind."""
        self.close()

    # -- talking

    def _start(self, game: Game[Any], seat: int) -> None:
        try:
            self.worker = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=self._limits()
            )
        except OSError as error:
            raise BotFailure(f"{self.words[0]}: {error.strerror}") from None
        rules = game.rules
        hello = {
            "protocol": PROTOCOL,
            "title": rules.title,
            "players": list(rules.seats),
            "options": dict(rules.options),
            "seat": seat,
            # Not the game's own seed, from which hidden cards could be worked out.
            "seed": Chance(self.seed, f"bot/{seat}").below(2**31),
        }
        answer = self._ask({"hello": hello})
        if answer.get("protocol") != PROTOCOL:
            raise BotFailure(f"{self.name}: does not speak protocol {PROTOCOL}: {_short(answer)}")

    def _limits(self) -> Any:
        """What is done in the new process before the program begins: it may not have more memory than agreed."""
        if sys.platform == "win32":
            return None
        import resource

        most = self.megabytes << 20
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self.worker is not None
        assert self.worker.stdin is not None
        try:
            self.worker.stdin.write(msgspec.json.encode(question) + b"\n")
            self.worker.stdin.flush()
            line = self._line()
        except BrokenPipeError:
            raise self._failure("has ended") from None
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            raise self._failure(f"answered {line[:80]!r}, which is no JSON object") from None

    def _line(self) -> bytes:
        """A line of the program, in time."""
        assert self.worker is not None
        assert self.worker.stdout is not None
        until = time.monotonic() + self.seconds
        while b"\n" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.worker.stdout], [], [], left)[0]:
                raise self._failure(f"gave no answer in {self.seconds:g} seconds")
            more = os.read(self.worker.stdout.fileno(), 65536)
            if not more:
                raise self._failure("has ended")
            self.rest += more
            if len(self.rest) > LONGEST:
                raise self._failure("answers without end")
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def _failure(self, text: str) -> BotFailure:
        """The error, after the program was stopped."""
        assert self.worker is not None
        worker = self.worker
        if worker.poll() is None:
            worker.kill()
        code = worker.wait()
        self.close()
        return BotFailure(f"{self.name}: {text}" + (f" (exit code {code})" if text == "has ended" else ""))


def _shown(option: Option) -> dict[str, Any]:
    """An option as the program reads it."""
    shown: dict[str, Any] = {"action": msgspec.to_builtins(option.action)}
    if option.amount is not None:
        shown["amount"] = {"low": option.amount.low, "high": option.amount.high, "step": option.amount.step}
    return shown


def _short(answer: dict[str, Any]) -> str:
    text = msgspec.json.encode(answer).decode()
    return text if len(text) <= 80 else text[:80] + "…"
