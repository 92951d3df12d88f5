"""Who moves by himself at a table: bots, programmed actions of persons, and moves that leave no choice. They do so in
threads of their own, whenever a game waits for them.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import threading
from collections import OrderedDict

from stellwerk.bots import Interjector, make_bot
from stellwerk.core import BadInput, Entry, Illegal
from stellwerk.store import Conflict, GameHead, Live, News, StoreError, UnknownGame
from stellwerk.web.access import read_settings
from stellwerk.web.fair_queue import MOST, FairQueue, Rank
from stellwerk.web.games import OpenGames
from stellwerk.web.pace import Alarm, Clock, pause
from stellwerk.web.programmes import Programmes

LOG = logging.getLogger(__name__)
IN_A_ROW = 20  # moves of one game before others get their turn
BOTS_IN_A_ROW = 4  # the same where nobody waits


class BotSeats:
    """Listens to the store and plays the bots' seats. What a bot does depends on a seed that nobody is told."""

    def __init__(self, games: OpenGames, programmes: Programmes, threads: int = 2, clock: Clock | None = None) -> None:
        """`threads` games move at a time."""
        self.games, self.programmes, self.clock = games, programmes, clock or Alarm()
        self._lock = threading.Lock()
        self._ranks: OrderedDict[str, Rank] = OrderedDict()  # as the games were when they were looked at last
        self._queued: set[str] = set()
        self._news: dict[str, News] = {}  # of games that nobody has looked at since
        self._again: set[str] = set()
        self._closed = False
        self._waiting: dict[str, tuple[int, Entry]] = {}  # moves whose time has not come, by game and for a version
        self._queue = FairQueue(threads, self._play)
        self._stop = games.store.listen(self._heard)
        programmes.wake = self._call

    def resume(self) -> None:
        """Take up the games that may have waited for a bot or a programme since the server was stopped."""
        after = ""
        while True:
            try:
                page = self.games.store.list_games(status="running", limit=200, after=after)
            except StoreError as error:  # a damaged game must not keep the server from starting
                LOG.error("bots wait for news of their games: %s", error)
                return
            for head in page.games:
                if head.asked is not None:
                    self._wake(head.id)
            after = page.next
            if not after:
                return

    @property
    def waiting(self) -> int:
        """How many games wait to be looked at."""
        return len(self._queue)

    def close(self) -> None:
        """Let the moves that are being made finish, and make no more."""
        self._closed = True
        self._stop()
        self.clock.close()
        self._queue.close()

    def _heard(self, game_id: str, news: News) -> None:
        if not news.gone:
            self._wake(game_id, news)

    def _wake(self, game_id: str, news: News | None = None) -> None:
        """Have somebody look at the game; once is enough, but not before news that came meanwhile."""
        if not self.games.store.owns(game_id):
            return
        with self._lock:
            if self._closed:
                return
            if news is not None and news.version:
                self._news[game_id] = news
            if game_id in self._queued:
                self._again.add(game_id)
                return
            self._queued.add(game_id)
            rank = self._ranks.get(game_id, Rank())
        if not self._queue.put(game_id, rank):
            with self._lock:
                self._queued.discard(game_id)

    def _call(self, game_id: str) -> None:
        """Have whoever looks after the game look at it, in whatever process."""
        if self.games.store.owns(game_id):
            self._wake(game_id)
        else:
            self.games.store.nudge(game_id)

    def _rank(self, head: GameHead) -> Rank:
        """For whom a game is played: remembered, for news come too fast to look each time."""
        people = any(seat.kind != "bot" for seat in head.seats)
        rank = Rank(read_settings(head).creator, people)
        with self._lock:
            self._ranks[head.id] = rank
            self._ranks.move_to_end(head.id)
            while len(self._ranks) > MOST:
                self._ranks.popitem(last=False)
        return rank

    def _play(self, game_id: str) -> None:
        more = False
        try:
            more = self.move(game_id)
        except (UnknownGame, Conflict):
            LOG.debug("game %s is gone or has moved", game_id)
        except (BadInput, StoreError, Illegal) as error:
            LOG.error("a bot could not move in game %s: %s", game_id, error)
        except Exception:  # one broken bot must not end the thread that plays all others
            LOG.exception("a bot failed in game %s", game_id)
        finally:
            with self._lock:
                self._queued.discard(game_id)
                more = game_id in self._again or more
                self._again.discard(game_id)
        if more:
            self._wake(game_id)
        elif self._queue.dropped and not len(self._queue):
            self._queue.dropped = False
            self.resume()

    def move(self, game_id: str) -> bool:
        """Make a few moves; True if there may be more to do."""
        for number in range(IN_A_ROW):
            if self._closed or not self.games.store.owns(game_id):
                self._waiting.pop(game_id, None)
                return False
            live = self.games.live.get(game_id, self._news.pop(game_id, None))
            if live.head.status != "running" or live.head.locked:
                self._waiting.pop(game_id, None)
                return False
            if not self._rank(live.head).people and number == BOTS_IN_A_ROW:
                return True
            if live.parted is not None:  # the table must choose first
                return False
            entry = self.paced(live)
            if game_id in self._waiting:
                return False
            if entry is None:
                if self.programmes.move(live, read_settings(live.head).forced) is None:
                    return False
                with self.games.lock(game_id):  # nothing is being taken back meanwhile, by whatever process
                    self._for_person(game_id)
                continue
            try:
                self.games.live.act(game_id, live.version, [entry])
            except Conflict:
                continue
        return True

    def _for_person(self, game_id: str) -> None:
        """Do what a programme says or what leaves no choice."""
        live = self.games.live.get(game_id)
        done = self.programmes.move(live, read_settings(live.head).forced)
        if done is not None:
            with contextlib.suppress(Conflict):
                self.games.live.act(game_id, live.version, [done[0]], by=done[1])

    def paced(self, live: Live) -> Entry | None:
        """What a bot does now. If its time has not come it is kept, and the game is looked at again then."""
        game_id = live.head.id
        version, kept = self._waiting.pop(game_id, (-1, None))
        entry = kept if kept is not None and version == live.version else self.choice(live)
        if entry is None:
            return None
        wait = pause(self.games.store, live, entry, read_settings(live.head).pace, self.clock.now())
        if wait > 0:
            self._waiting[game_id] = live.version, entry
            self.clock.call(wait, lambda: self._wake(game_id))
        return entry

    def choice(self, live: Live) -> Entry | None:
        """What a bot does now; None if no bot has anything to do."""
        game, decision = live.game, live.game.decision()
        if decision is None:
            return None
        bots = {
            seat.number: make_bot(seat.bot, self.seed(live.head.id, seat.number), game.rules.title)
            for seat in live.head.seats
            if seat.kind == "bot"
        }
        for number, bot in bots.items():
            if number != decision.seat and isinstance(bot, Interjector):
                action = bot.interject(game, number)
                if action is not None:
                    return Entry(number, action)
        if decision.seat not in bots:
            return None
        return Entry(decision.seat, bots[decision.seat].choose(game, decision.seat))

    def seed(self, game_id: str, seat: int) -> int:
        """A bot's seed: always the same for a seat of a game, and known to this server only."""
        digest = hmac.new(self.games.secret.encode(), f"bot/{game_id}/{seat}".encode(), hashlib.sha256).digest()
        return int.from_bytes(digest[:6], "big")
