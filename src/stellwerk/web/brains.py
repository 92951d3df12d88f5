"""Bots that think for seconds do so in processes of their own, so that nobody's move waits for them.

Each is asked one question at a time: a position, a seat, a bot. One that takes too long, or too much memory, is killed
and replaced. What a bot answers depends on the position, its seed and its budget of actions, never on time.
"""

from __future__ import annotations

import atexit
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from stellwerk.bots.advice import Advice
from stellwerk.core import Game, StellwerkError
from stellwerk.core.snapshot import encode_state
from stellwerk.web.brain_worker import BrainQuestion
from stellwerk.web.errors import Busy
from stellwerk.web.foreign import PATIENCE, end, talk

LOG = logging.getLogger(__name__)
LIMIT = 120.0  # seconds by the clock until a process is given up: many times what any level needs
LOOKED_BACK = 12  # actions before the position that a bot may know
WAITING = 12  # people who may wait for advice


class Failed(StellwerkError):
    """A bot gave no answer."""


def question(
    game: Game[Any], seat: int, bot: str, seed: int, *, key: str = "", budget: int = 0, effort: int = 100
) -> BrainQuestion:
    """What a process is asked. `key` names the game: what a bot has worked out in it may be kept."""
    rules = game.rules
    last = tuple((entry.seat, entry.action) for entry in game.plies[-LOOKED_BACK:])
    return BrainQuestion(
        key=key,
        title=rules.title,
        seats=rules.seats,
        options=dict(rules.options),
        seed=rules.seed,
        state=encode_state(game.state),
        ply=game.ply,
        last=last,
        seat=seat,
        bot=bot,
        bot_seed=seed,
        budget=budget,
        effort=effort,
    )


class Brains:
    """The processes. `most` play for bots at a time; one more is there for people who ask for advice."""

    def __init__(self, most: int = 1, limit: float = LIMIT) -> None:
        """They are started when they are first needed."""
        self.most, self.limit = most, limit
        self._free = {"bots": threading.Semaphore(most), "people": threading.Semaphore(1)}
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._busy: set[subprocess.Popen[bytes]] = set()
        self._waiting, self._closed = 0, False
        self.killed = 0  # how many have been given up
        atexit.register(self.close)

    def think(self, what: BrainQuestion) -> Advice:
        """What a bot does at a table, and why."""
        with self._free["bots"]:
            return self._ask(what)

    def advise(self, make: Callable[[], BrainQuestion]) -> Advice:
        """The same for somebody who waits for it; refused if too many do."""
        with self._lock:
            if self._waiting >= WAITING:
                raise Busy("too many ask for advice at this moment; try again soon")
            self._waiting += 1
        try:
            with self._free["people"]:
                return self._ask(make())
        finally:
            with self._lock:
                self._waiting -= 1

    def close(self) -> None:
        """End them all, whatever they are at."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = list(self._busy)
        for worker in busy:
            worker.kill()  # who waits for it hears of it
        for worker in idle:
            end(worker)
        atexit.unregister(self.close)

    def _ask(self, what: BrainQuestion) -> Advice:
        worker = self._take()
        try:
            said = talk(worker, what, (self.limit - 5) / PATIENCE)
        finally:
            with self._lock:
                self._busy.discard(worker)
        if said is None:
            self.killed += 1
            raise Failed(f"{what.bot} gave no answer in {self.limit:g} seconds, or had too little memory")
        with self._lock:
            if not self._closed:
                self._idle.append(worker)
        if self._closed:
            end(worker)
        if said[0] == "advice":
            found: Advice = said[1]
            return found
        raise Failed(str(said[1]))

    def _take(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Failed("the server ends")
            while self._idle:
                worker = self._idle.pop()
                if worker.poll() is None:
                    self._busy.add(worker)
                    return worker
                end(worker)
            command = [sys.executable, "-c", "from stellwerk.web.brain_worker import main; main()"]
            worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._busy.add(worker)
            return worker
