"""Reading what strangers have written, in a process apart: it has a limit of time and memory and can be killed, so no
file makes the server slow or large. Sizes are limited before (`guard`), nesting and numbers by the readers themselves.
Reports of games are made in such a process too (`reports`).
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from stellwerk.web.errors import BadRequest, Busy, marked
from stellwerk.web.foreign_worker import outcome, read_message, write_message

PATIENCE = 6  # times the limit, by the clock: a busy machine is no fault of the file
WAITING = 16  # who may wait for a worker; beyond that they are asked to come again
TOO_MUCH = marked("the file takes too much time or memory to read: it is none that this program has written")

Heard = Callable[[int, int], object]  # how much of a job is done, of how much


class Foreign:
    """A few worker processes, started when they are first needed and replaced when they had to be killed."""

    def __init__(self, most: int = 2, too_much: str = TOO_MUCH) -> None:
        """`most` of them at a time; `too_much` is said of a job that takes too long or too much memory."""
        self._free, self._too_much = threading.Semaphore(most), too_much
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._waiting = 0
        self.killed = 0  # how many have been ended
        atexit.register(self.close)

    def do(self, job: str, *args: Any, seconds: float, heard: Heard | None = None) -> Any:
        """Have a job of `foreign_worker` done within so many seconds of processor time; `heard` is told how far it is,
        if the job says so.
        """
        with self._lock:
            if self._waiting >= WAITING:
                raise Busy("too many files are being read at this moment; try again soon")
            self._waiting += 1
        try:
            with self._free:
                return outcome(self._ask((job, args, seconds), seconds, heard))
        finally:
            with self._lock:
                self._waiting -= 1

    def close(self) -> None:
        """End those who wait for work."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            end(worker)

    def _ask(self, message: Any, seconds: float, heard: Heard | None) -> tuple[Any, ...]:
        worker = self._take()
        told = talk(worker, message, seconds, heard)
        if told is None and worker.returncode == 0:  # it had gone to rest in this very moment
            worker = self._take()
            told = talk(worker, message, seconds, heard)
        if told is not None and told[0] != "large":
            with self._lock:
                self._idle.append(worker)
            return told
        end(worker)
        self.killed += 1
        raise BadRequest(self._too_much)

    def _take(self) -> subprocess.Popen[bytes]:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.poll() is None:
                    return worker
                end(worker)
        command = [sys.executable, "-c", "from stellwerk.web.foreign_worker import main; main()"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def talk(
    worker: subprocess.Popen[bytes], message: Any, seconds: float, heard: Heard | None = None
) -> tuple[Any, ...] | None:
    """What a worker says to a job; None if it has ended, by itself or because its time was over."""
    late = threading.Timer(seconds * PATIENCE + 5, worker.kill)
    late.daemon = True
    late.start()
    told = None
    try:
        assert worker.stdin
        assert worker.stdout
        write_message(worker.stdin, message)
        while (told := read_message(worker.stdout)) is not None and told[0] == "progress":
            if heard is not None:
                heard(*told[1:])
    except (OSError, EOFError):
        told = None
    finally:
        late.cancel()
    if told is None:
        with suppress(subprocess.TimeoutExpired):
            worker.wait(1)
        end(worker)
    return told


def end(worker: subprocess.Popen[bytes]) -> None:
    """End a worker and the ways to it."""
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


FOREIGN = Foreign()  # one for the process, however many sites it serves
