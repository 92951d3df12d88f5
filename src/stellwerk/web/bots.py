"""Who moves by himself at a table: bots, programmed actions of persons, and moves that leave no choice. They do so in
threads of their own, whenever a game waits for them. Bots that take seconds are asked in other processes (`brains`).
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import threading
from collections import OrderedDict

from stellwerk.bots import USUAL, Bot, Interjector, levels, make_bot
from stellwerk.core import BadInput, Entry, Illegal
from stellwerk.store import Conflict, GameHead, Live, News, StoreError, UnknownGame
from stellwerk.web.access import read_settings
from stellwerk.web.brains import Brains, Failed, question
from stellwerk.web.effort import EFFORTS
from stellwerk.web.fair_queue import MOST, FairQueue, Rank
from stellwerk.web.games import OpenGames
from stellwerk.web.own_bots import OwnBots
from stellwerk.web.pace import Alarm, Clock, pause
from stellwerk.web.programmes import Programmes

LOG = logging.getLogger(__name__)
IN_A_ROW = 20  # moves of one game before others get their turn
BOTS_IN_A_ROW = 4  # the same where nobody waits
MOST_THINKING = 500  # games that may wait for a bot that thinks
LATER = 3000  # milliseconds until a game that found no place there asks again


class BotSeats:
    """Listens to the store and plays the bots' seats. What a bot does depends on a seed that nobody is told."""

    def __init__(
        self,
        games: OpenGames,
        programmes: Programmes,
        threads: int = 2,
        clock: Clock | None = None,
        brains: Brains | None = None,
        own: OwnBots | None = None,
    ) -> None:
        """`threads` games move at a time; bots that think do so in `brains`; `own` are those of the host."""
        self.games, self.programmes, self.clock = games, programmes, clock or Alarm()
        self.brains, self.own = brains or Brains(), own or OwnBots()
        self._thought: dict[str, tuple[int, Entry]] = {}  # what a bot has decided, by game and for a version
        self._thinking: set[str] = set()
        self._thinkers = FairQueue(self.brains.most, self._think, MOST_THINKING)
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
        self.brains.close()
        self._queue.close()
        self._thinkers.close()

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
        names = self.players(live)
        for number, name in names.items():
            if number != decision.seat and not self.own.thinks(name):
                bot = self.made(live, number, name)
                action = bot.interject(game, number) if isinstance(bot, Interjector) else None
                if action is not None:
                    return Entry(number, action)
        name = names.get(decision.seat, "")
        if not name:
            return None
        if not self.own.thinks(name):
            return Entry(decision.seat, self.made(live, decision.seat, name).choose(game, decision.seat))
        options = game.options_for(decision.seat)
        if len(options) == 1 and options[0].amount is None and not options[0].free:
            return Entry(decision.seat, options[0].action)
        return self.thought(live)

    def players(self, live: Live) -> dict[int, str]:
        """The bots that play, by seat: those that sit there, and those that play on for somebody."""
        standins = read_settings(live.head).standins
        found = {}
        for seat in live.head.seats:
            name = seat.bot if seat.kind == "bot" else standins.get(str(seat.number), "")
            if name:
                found[seat.number] = name
        return found

    def made(self, live: Live, seat: int, name: str) -> Bot:
        """A bot that decides at once."""
        return make_bot(name, self.seed(live.head.id, seat), live.game.rules.title)

    def thought(self, live: Live) -> Entry | None:
        """What a bot that thinks has decided for this position; it is asked for that if it has not been."""
        game_id = live.head.id
        with self._lock:
            version, entry = self._thought.pop(game_id, (-1, None))
            if entry is not None and version == live.version:
                return entry
            if game_id in self._thinking or self._closed:
                return None
            self._thinking.add(game_id)
            rank = self._ranks.get(game_id, Rank())
        if not self._thinkers.put(game_id, rank):
            with self._lock:
                self._thinking.discard(game_id)
            self.clock.call(LATER, lambda: self._wake(game_id))
        return None

    def _think(self, game_id: str) -> None:
        """Ask a bot that thinks; its move is made when the game is looked at again."""
        try:
            if self._closed or not self.games.store.owns(game_id):
                return
            live = self.games.live.get(game_id)
            decision = live.game.decision()
            name = "" if decision is None else self.players(live).get(decision.seat, "")
            if decision is None or live.head.status != "running" or not name or not self.own.thinks(name):
                return
            entry = self.decided(live, decision.seat, name)
            if entry is not None:
                with self._lock:
                    self._thought[game_id] = live.version, entry
        except UnknownGame:
            LOG.debug("game %s is gone", game_id)
        finally:
            with self._lock:
                self._thinking.discard(game_id)
        self._wake(game_id)

    def decided(self, live: Live, seat: int, name: str) -> Entry | None:
        """What a bot decides; if it fails, that is logged, and the usual one moves in its place. None at the end."""
        game, game_id = live.game, live.head.id
        try:
            seed = self.seed(game_id, seat)
            effort = EFFORTS.get(read_settings(live.head).thinking, 100)
            asked = question(game, seat, self.own.spec(name), seed, key=game_id, effort=effort)
            action = self.brains.think(asked).action
            refusal = game.why_not(action, seat)
            if refusal is None:
                return Entry(seat, action)
            reason = f"it wants what is not legal: {refusal}"
        except Failed as error:
            reason = str(error)
        if self._closed:
            return None
        title = game.rules.title
        spare = USUAL if USUAL in levels(title) else next(iter(levels(title)))
        LOG.error(
            "game %s, seed %s, after %s actions: bot %s of seat %s failed, %s moves in its place: %s",
            *(game_id, game.rules.seed, game.ply, name, seat, spare, reason),
        )
        return Entry(seat, self.made(live, seat, spare).choose(game, seat))

    def seed(self, game_id: str, seat: int) -> int:
        """A bot's seed: always the same for a seat of a game, and known to this server only."""
        digest = hmac.new(self.games.secret.encode(), f"bot/{game_id}/{seat}".encode(), hashlib.sha256).digest()
        return int.from_bytes(digest[:6], "big")
