"""News between processes. A notification says which games have changed and how far they are, a group of them at a time.

Nothing rests on its arriving: games that are watched, and those that changed lately, are looked at again and again, and
whenever the connection had to be made anew.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable

import msgspec

from stellwerk.core import StellwerkError
from stellwerk.store.dialect import Moments
from stellwerk.store.postgres.driver import Database, Error
from stellwerk.store.records import News
from stellwerk.store.watch import Hub, is_later

LOG = logging.getLogger(__name__)
CHANNEL = "stellwerk"
MOST = 150  # games in one notification, which may have 8,000 bytes
LOOK_SECONDS = 5.0
LATELY = 120_000  # milliseconds; clocks of machines may differ a little
REMEMBERED = 20_000  # games
PAUSE = 0.5

NUDGE = News(-1)  # nothing is new, but somebody should look

Told = tuple[str, int, int, int, bool]


class Wire:
    """Takes news to the other processes and brings theirs."""

    def __init__(self, database: Database, hub: Hub, readers: Moments, now: Callable[[], int]) -> None:
        """Begins at once."""
        self._database, self._hub, self._readers, self._now = database, hub, readers, now
        self.me = secrets.token_hex(8)
        self._known: OrderedDict[str, News] = OrderedDict()
        self._waiting: dict[str, News] = {}
        self._something = threading.Condition()
        self._ended = threading.Event()
        self._look(quiet=True)
        self._listening = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"stellwerk-{name}", daemon=True)
            for name, work in (("listen", self._listen), ("tell", self._tell))
        ]
        for thread in self._threads:
            thread.start()
        self._listening.wait(PAUSE)

    def publish(self, game_id: str, news: News) -> None:
        """Tell this process, unless it knows."""
        with self._something:
            known = self._known.get(game_id)
            if known is not None and not is_later(news, known):
                return
            if known is not None and known.gone:
                return
            self._known[game_id] = news
            self._known.move_to_end(game_id)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._hub.publish(game_id, news)

    def announce(self, news: dict[str, News]) -> None:
        """Have the other processes told, together with what else is waiting."""
        with self._something:
            for game_id, one in news.items():
                if one != NUDGE or game_id not in self._waiting:  # real news say more
                    self._waiting[game_id] = one
            self._something.notify_all()

    def close(self) -> None:
        """Tell what is left, and end."""
        with self._something:
            self._ended.set()
            self._something.notify_all()
        for thread in self._threads:
            thread.join()

    # -- telling

    def _tell(self) -> None:
        ended = False
        while not ended:
            try:
                with self._database.connect() as connection:
                    while not ended:
                        with self._something:
                            self._something.wait_for(lambda: self._waiting or self._ended.is_set())
                            news, ended = self._waiting, self._ended.is_set()
                            self._waiting = {}
                        for group in groups(news):
                            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._message(group)))
                        if ended:  # wakes our own listener
                            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._message([])))
            except Error as error:  # the others find it when they look
                LOG.debug("the other processes were not told: %s", error)
                ended = ended or self._ended.wait(PAUSE)

    def _message(self, group: Iterable[Told]) -> str:
        return msgspec.json.encode((self.me, list(group))).decode()

    # -- hearing

    def _listen(self) -> None:
        said = False  # once for each time that it is away
        while not self._ended.is_set():
            try:
                with self._database.connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._look()
                    self._listening.set()
                    said = False
                    while not self._ended.is_set():
                        for note in connection.notifies(timeout=LOOK_SECONDS):
                            self._heard(note.payload)
                            if self._ended.is_set():
                                break
                        else:
                            self._look()
            except (Error, StellwerkError) as error:
                LOG.log(logging.DEBUG if said else logging.WARNING, "%s; news wait", self._database.worded(error))
                said = True
                self._ended.wait(PAUSE)

    def _heard(self, payload: str) -> None:
        try:
            sender, told = msgspec.json.decode(payload, type=tuple[str, list[Told]])
        except msgspec.DecodeError:
            LOG.warning("a notification cannot be read; it is not from a program of this version")
            return
        if sender != self.me:
            for game_id, version, chat, arrangement, gone in told:
                news = News(version, chat, arrangement, gone)
                if news == NUDGE:
                    self._hub.nudge(game_id)
                else:
                    self.publish(game_id, news)

    def _look(self, *, quiet: bool = False) -> None:
        """Read how far the games are that matter here; `quiet`: nobody waits for them yet."""
        watched = self._hub.watched()
        since = self._now() - LATELY
        with self._readers.moment() as connection:
            marks = ", ".join("?" * len(watched))
            wanted = f"id IN ({marks}) OR " if watched else ""
            rows = connection.execute(
                f"SELECT id, version, chat, desk FROM game WHERE {wanted}changed > ?", (*watched, since)
            ).fetchall()
        found = {row[0]: News(*row[1:]) for row in rows}
        if quiet:
            self._known.update(found)
            return
        for game_id, news in found.items():
            self.publish(game_id, news)
        for game_id in set(watched) - set(found):
            self.publish(game_id, News(gone=True))


def groups(news: dict[str, News]) -> Iterable[list[Told]]:
    """News in parts that fit into a notification."""
    told = [(game_id, one.version, one.chat, one.arrangement, one.gone) for game_id, one in news.items()]
    return (told[start : start + MOST] for start in range(0, len(told), MOST))
