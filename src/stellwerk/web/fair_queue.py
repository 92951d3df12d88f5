"""Whose turn it is to be worked for: games wait here for a thread, and nobody's many games keep another's from moving.

Tables with people come first; among equals the persons whose tables they are take turns, and so do the tables of one
person. Tables where only bots play get what is left, one in a while even if much is going on, and never every thread.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable

from msgspec import Struct

LOG = logging.getLogger(__name__)
MOST = 10_000  # games that may wait
SHARE = 8  # every so many turns a table of bots goes first


class Rank(Struct, frozen=True):
    """For whom a game is worked: its owner, and whether people sit at it."""

    owner: str = ""
    people: bool = True


class FairQueue:
    """Games that wait, and the threads that work for them."""

    def __init__(self, threads: int, work: Callable[[str], None], most: int = MOST) -> None:
        """`work(game)` is called in one of the threads; a game waits once, however often it is put in."""
        self._work, self._most = work, most
        self._bot_threads = max(threads - 1, 1)
        self._changed = threading.Condition()
        self._waiting: tuple[OrderedDict[str, deque[str]], OrderedDict[str, deque[str]]] = OrderedDict(), OrderedDict()
        self._count = self._turns = self._bots_busy = 0
        self._ended = False
        self.dropped = False  # somebody was turned away since this was last looked at
        self._threads = [threading.Thread(target=self._run, name="bots", daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def put(self, game_id: str, rank: Rank) -> bool:
        """Let a game wait; False if too many do."""
        with self._changed:
            if self._ended or self._count >= self._most:
                self.dropped = not self._ended
                return False
            self._waiting[not rank.people].setdefault(rank.owner, deque()).append(game_id)
            self._count += 1
            self._changed.notify()
            return True

    def __len__(self) -> int:
        """How many wait."""
        return self._count

    def close(self) -> None:
        """Let what is being done finish, and do no more."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._ended and (taken := self._take()) is None:
                    self._changed.wait()
                if self._ended or taken is None:
                    return
                game_id, bots = taken
                self._bots_busy += bots
            try:
                self._work(game_id)
            except Exception:  # one broken game must not end the thread that works for all others
                LOG.exception("game %s could not be looked at", game_id)
            finally:
                with self._changed:
                    self._bots_busy -= bots
                    self._changed.notify_all()

    def _take(self) -> tuple[str, bool] | None:
        """The next game, and whether only bots play there."""
        people, bots = self._waiting
        may = bool(bots) and self._bots_busy < self._bot_threads
        self._turns += bool(people) and may
        first = may and (not people or self._turns % SHARE == 0)
        line = bots if first else people
        if not line:
            return None
        owner, games = next(iter(line.items()))
        game_id = games.popleft()
        self._count -= 1
        del line[owner]
        if games:  # the others first
            line[owner] = games
        return game_id, first
