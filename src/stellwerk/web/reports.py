"""Reports of games for whoever may read them: made once, in a process apart, and kept with the game when it is over.

A report is for those who may see everything: where a title hides things, it waits for the end. As it says what a strong
bot thinks of each position, a game that is on is reported only at tables that have advice.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from stellwerk.core import Game, StellwerkError
from stellwerk.report import Report
from stellwerk.report.packing import FORM, unpack
from stellwerk.store import Live, StoreError
from stellwerk.store.kept import Shared
from stellwerk.titles.content_hash import rules_hash
from stellwerk.web.access import Access
from stellwerk.web.advice import allowed
from stellwerk.web.errors import Busy, Refused, TooMany, Waiting, marked
from stellwerk.web.foreign import Foreign
from stellwerk.web.games import OpenGames
from stellwerk.web.people import Who

LOG = logging.getLogger(__name__)
SECONDS = 30.0  # of processor time for one report: many times what the longest game needs
MEMORY = 8 * 1024 * 1024  # bytes of packed reports; one has ten kilobytes
MOST_WAITING = 16  # reports that may be asked for and not made yet
EACH = 2  # of them for the same person
WAIT = 10  # seconds until he should ask for one more
MOST_FAILED = 500  # games that could not be reported and are not tried again
TOO_MUCH = marked("the report of this game takes too much time or memory")
FAILED = marked("this game cannot be reported: {reason}")


class Job(Struct):
    """A report that is to be made, and how far it is."""

    game_id: str
    made_of: bytes
    game: Game[Any]
    owner: str
    over: bool
    done: int = 0
    whole: int = 0


class ReportDesk:
    """Has reports made, one at a time."""

    def __init__(self, games: OpenGames) -> None:
        """Works on the open games."""
        self.games = games
        self.workers = Foreign(1, TOO_MUCH)
        self._kept: Shared[str, tuple[bytes, bytes]] = Shared(MEMORY)
        self._changed = threading.Condition()
        self._jobs: OrderedDict[tuple[str, bytes], Job] = OrderedDict()  # the first is being made
        self._failed: OrderedDict[tuple[str, bytes], Refused] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def size(self) -> int:
        """Bytes of reports that are kept in memory."""
        return self._kept.size

    # -- who may read one

    def why_not(self, rights: Access, live: Live) -> Refused | None:
        """Why there is no report for whoever has these rights."""
        rights.may_look()
        if not live.game.ply:
            return Waiting("nothing has been played yet: there is nothing to report")
        if live.game.decision() is None:
            return None
        if self.games.hiding(rights, live.game):
            return Waiting("this title hides things: that can be told when the game is over")
        if not allowed(rights):
            return Waiting(
                "this table is played without advice from bots: its report can be read when the game is over"
            )
        return None

    def must_be_allowed(self, rights: Access, live: Live) -> None:
        """Raises why not."""
        refusal = self.why_not(rights, live)
        if refusal is not None:
            raise refusal

    # -- reports

    def find(self, rights: Access, live: Live) -> Report | None:
        """The report of the game as it stands, if it has been made; raises what it failed of."""
        self.must_be_allowed(rights, live)
        game_id, key = live.head.id, made_of(live)
        found = self._kept.get(game_id)
        if found is not None and found[0] == key:
            return unpack(found[1])
        with self._changed:
            failed = self._failed.get((game_id, key))
        if failed is not None:
            raise failed
        if live.game.decision() is not None:
            return None
        body = self.games.store.report(game_id, key)
        if body is None:
            return None
        self._kept.put(game_id, (key, body), len(body))
        return unpack(body)

    def begin(self, rights: Access, live: Live, who: Who) -> Job:
        """Have it made; how far it is. Whoever asks for the same waits for the same."""
        self.must_be_allowed(rights, live)
        key = live.head.id, made_of(live)
        with self._changed:
            known = self._jobs.get(key)
            if known is not None:
                return known
            mine = sum(job.owner == who.holder for job in self._jobs.values())
            if mine >= EACH:
                raise TooMany("your other reports are made first; try again in {wait} s", wait=WAIT)
            if self._closed or len(self._jobs) >= MOST_WAITING:
                raise Busy("too many reports are being made at this moment; try again soon")
            job = Job(*key, live.game.branch(), who.holder, live.game.decision() is None, 0, live.game.ply)
            self._jobs[key] = job
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="reports", daemon=True)
                self._thread.start()
            self._changed.notify_all()
            return job

    def close(self) -> None:
        """Make no more; what is being made is given up."""
        with self._changed:
            self._closed = True
            self._jobs.clear()
            self._changed.notify_all()
        self.workers.close()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._jobs and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                key, job = next(iter(self._jobs.items()))
            failure: Refused | None = None
            try:
                self._make(job)
            except Refused as error:
                failure = error
            except StellwerkError as error:
                failure = Waiting(FAILED, reason=str(error))
            except Exception:  # one game must not end the thread that works for all others
                LOG.exception("the report of game %s could not be made", job.game_id)
                failure = Waiting(FAILED, reason="the server's log says why")
            with self._changed:
                self._jobs.pop(key, None)
                if failure is not None:
                    self._failed[key] = failure
                    while len(self._failed) > MOST_FAILED:
                        self._failed.popitem(last=False)

    def _make(self, job: Job) -> None:
        def heard(done: int, whole: int) -> None:
            job.done, job.whole = done, whole

        transcript = job.game.transcript().encode()
        body: bytes = self.workers.do("report", transcript, job.game.ply, seconds=SECONDS, heard=heard)
        self._kept.put(job.game_id, (job.made_of, body), len(body))
        if job.over and not self._closed:
            try:
                self.games.store.keep_report(job.game_id, job.made_of, body)
            except StoreError as error:  # it is there; only the next start makes it again
                LOG.error("the report of game %s could not be kept: %s", job.game_id, error)


def made_of(live: Live) -> bytes:
    """A fingerprint of all that a report depends on: the actions, the rules, the players' names, its own form. A
    version stands for one action after one history.
    """
    last = live.line[-1] if live.line else 0
    parts = (FORM, live.head.id, last, len(live.line), rules_hash(live.head.title), *live.game.rules.seats)
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).digest()
