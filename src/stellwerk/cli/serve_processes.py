"""`serve --processes N`: several servers on one database behind one port. The process that was started serves nobody:
it starts the others, starts one anew that has died, and ends them all when it is told to end.

Each has a socket of its own for the port (SO_REUSEPORT), among which the system deals out connections; those of one
that dies go with it, and readers come back to another.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence

LOG = logging.getLogger("stellwerk.processes")
KEEPER = "STELLWERK_KEEPER"  # in the environment of a server: port, and a pipe that ends when its keeper does
PAUSE = 1.0  # seconds before a server is started anew
SOON = 10.0  # seconds a server must last for its start to count as one
TRIES = 5  # servers that may die so soon, one after the other


def can_share() -> bool:
    """True where several processes can listen at one port."""
    return hasattr(socket, "SO_REUSEPORT") and hasattr(os, "waitstatus_to_exitcode")


class Keeper:
    """Servers and their keeper."""

    def __init__(self, command: Sequence[str], port: int, count: int, environment: Mapping[str, str]) -> None:
        """`command` starts one server."""
        self.command, self.count = list(command), count
        self._ends = os.pipe()
        self._environment = {**environment, KEEPER: f"{port} {self._ends[0]}"}
        self._running: dict[int, tuple[subprocess.Popen[bytes], float]] = {}
        self._ending = False
        self._failed = 0

    def run(self) -> int:
        """Until told to end, or until servers die as soon as they are started; the code to end with."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._end)
        for _ in range(self.count):
            self._start()
        while self._running:
            pid, status = os.waitpid(-1, 0)
            gone = self._running.pop(pid, None)
            if gone is None or self._ending:
                continue
            process, since = gone
            process.returncode = os.waitstatus_to_exitcode(status)
            self._failed = self._failed + 1 if time.monotonic() - since < SOON else 0
            if self._failed >= TRIES:
                LOG.error("servers die as soon as they are started; ending")
                self._end()
                continue
            LOG.error("server %d has died with code %d; another one is started", pid, process.returncode)
            time.sleep(PAUSE)
            if not self._ending:
                self._start()
        return 1 if self._failed >= TRIES else 0

    def _start(self) -> None:
        process = subprocess.Popen(self.command, env=self._environment, pass_fds=(self._ends[0],))
        self._running[process.pid] = process, time.monotonic()
        if self._ending:  # told while it was being started
            self._end()

    def _end(self, *_: object) -> None:
        self._ending = True
        for pid in list(self._running):
            try:
                os.kill(pid, signal.SIGTERM)
            except ProcessLookupError:  # it has ended by itself
                continue


def keep(port: int, count: int) -> int:
    """Run so many servers, each started as this process was."""
    return Keeper([sys.executable, "-m", "stellwerk", *sys.argv[1:]], port, count, os.environ).run()


def kept() -> int | None:
    """The port, if this process is one of several; it ends when its keeper does, however that ends."""
    told = os.environ.get(KEEPER)
    if told is None:
        return None
    port, pipe = map(int, told.split())
    threading.Thread(target=_end_with, args=(pipe,), name="keeper", daemon=True).start()
    return port


def _end_with(pipe: int) -> None:
    os.read(pipe, 1)  # nobody writes: it returns when the other end is closed
    os.kill(os.getpid(), signal.SIGTERM)
