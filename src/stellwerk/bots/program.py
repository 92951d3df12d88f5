"""A program that is asked in lines of JSON, one question at a time, with limits of time and memory."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from stellwerk.core import BadInput

PROTOCOL = 1
SECONDS = 30.0  # for an answer
MEGABYTES = 1024  # of memory the program may have
LONGEST = 1 << 20  # bytes of an answer


class BotFailure(Exception):
    """A program that did not answer as it should; the game it plays is lost to it, others go on."""


def limit(name: str, usual: float) -> float:
    """A limit of the environment, such as `STELLWERK_BOT_SECONDS`, or the usual one."""
    said = os.environ.get(name, "")
    try:
        found = float(said) if said else usual
    except ValueError:
        found = 0.0
    if not 0 < found < 1e9:
        raise BadInput(f"{name} must be a number above 0, not {said!r}")
    return found


class Program:
    """A program that runs, and what it says."""

    def __init__(self, name: str, words: list[str], seconds: float, megabytes: float) -> None:
        """`words` are the command; no shell runs it. It is started by `open`."""
        self.worker: subprocess.Popen[bytes] | None = None
        self.name, self.words, self.seconds, self.megabytes = name, words, seconds, megabytes
        self.rest = b""

    def open(self) -> None:
        """Start it."""
        self.rest = b""
        try:
            self.worker = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=self._limits()
            )
        except OSError as error:
            raise BotFailure(f"{self.words[0]}: {error.strerror}") from None

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """What it says to a question."""
        assert self.worker is not None
        assert self.worker.stdin is not None
        try:
            self.worker.stdin.write(msgspec.json.encode(question) + b"\n")
            self.worker.stdin.flush()
            line = self._line()
        except BrokenPipeError:
            raise self.failure("has ended") from None
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            raise self.failure(f"answered {line[:80]!r}, which is no JSON object") from None

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

    def failure(self, text: str) -> BotFailure:
        """The error, after the program was stopped."""
        assert self.worker is not None
        worker = self.worker
        if worker.poll() is None:
            worker.kill()
        code = worker.wait()
        self.close()
        return BotFailure(f"{self.name}: {text}" + (f" (exit code {code})" if text == "has ended" else ""))

    def _limits(self) -> Callable[[], None] | None:
        """What is done in the new process before the program begins: it may not have more memory than agreed."""
        if sys.platform == "win32":
            return None
        import resource

        most, hard = int(self.megabytes) << 20, resource.getrlimit(resource.RLIMIT_AS)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))

    def _line(self) -> bytes:
        """A line of the program, in time."""
        assert self.worker is not None
        assert self.worker.stdout is not None
        until = time.monotonic() + self.seconds
        while b"\n" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.worker.stdout], [], [], left)[0]:
                raise self.failure(f"gave no answer in {self.seconds:g} seconds")
            more = os.read(self.worker.stdout.fileno(), 65536)
            if not more:
                raise self.failure("has ended")
            self.rest += more
            if len(self.rest) > LONGEST:
                raise self.failure("answers without end")
        line, _, self.rest = self.rest.partition(b"\n")
        return line
