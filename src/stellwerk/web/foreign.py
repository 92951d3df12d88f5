"""Reading what strangers have written, in a process apart: it has a limit of time and memory and can be killed, so no
file makes the server slow or large. Sizes are limited before (`guard`), nesting and numbers by the readers themselves.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from stellwerk.web.errors import BadRequest, Busy
from stellwerk.web.foreign_worker import outcome, read_message, write_message

PATIENCE = 6  # times the limit, by the clock: a busy machine is no fault of the file
WAITING = 16  # who may wait for a worker; beyond that they are asked to come again


class Foreign:
    """A few worker processes, started when they are first needed and replaced when they had to be killed."""

    def __init__(self, most: int = 2) -> None:
        """`most` of them at a time."""
        self._free = threading.Semaphore(most)
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._waiting = 0
        self.killed = 0  # how many have been ended
        atexit.register(self.close)

    def do(self, job: str, *args: Any, seconds: float) -> Any:
        """Have a job of `foreign_worker` done within so many seconds of processor time."""
        with self._lock:
            if self._waiting >= WAITING:
                raise Busy("too many files are being read at this moment; try again soon")
            self._waiting += 1
        try:
            with self._free:
                return outcome(self._ask((job, args, seconds), seconds))
        finally:
            with self._lock:
                self._waiting -= 1

    def close(self) -> None:
        """End those who wait for work."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            end(worker)

    def _ask(self, message: Any, seconds: float) -> tuple[Any, ...]:
        worker = self._take()
        said = talk(worker, message, seconds)
        if said is None and worker.returncode == 0:  # it had gone to rest in this very moment
            worker = self._take()
            said = talk(worker, message, seconds)
        if said is not None and said[0] != "large":
            with self._lock:
                self._idle.append(worker)
            return said
        end(worker)
        self.killed += 1
        raise BadRequest("the file takes too much time or memory to read: it is none that this program has written")

    def _take(self) -> subprocess.Popen[bytes]:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.poll() is None:
                    return worker
                end(worker)
        command = [sys.executable, "-c", "from stellwerk.web.foreign_worker import main; main()"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def talk(worker: subprocess.Popen[bytes], message: Any, seconds: float) -> tuple[Any, ...] | None:
    """What a worker says to a job; None if it has ended, by itself or because its time was over."""
    late = threading.Timer(seconds * PATIENCE + 5, worker.kill)
    late.daemon = True
    late.start()
    said = None
    try:
        assert worker.stdin
        assert worker.stdout
        write_message(worker.stdin, message)
        said = read_message(worker.stdout)
    except (OSError, EOFError):
        said = None
    finally:
        late.cancel()
    if said is None:
        with suppress(subprocess.TimeoutExpired):
            worker.wait(1)
        end(worker)
    return said


def end(worker: subprocess.Popen[bytes]) -> None:
    """End a worker and the ways to it."""
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


FOREIGN = Foreign()  # one for the process, however many sites it serves
