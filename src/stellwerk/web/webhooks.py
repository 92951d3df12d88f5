"""Turn alerts by webhook: when a seat is asked, its address gets a small JSON message, from threads of their own."""

from __future__ import annotations

import contextlib
import http.client
import logging
import socket
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from stellwerk import __version__
from stellwerk.core import StellwerkError
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.views import round_name
from stellwerk.store import GameHead, Live, News
from stellwerk.web.access import hooks_of, read_settings
from stellwerk.web.deliveries import AT_ONCE, GIVEN_UP, Deliveries, Delivery
from stellwerk.web.errors import BadRequest
from stellwerk.web.games import OpenGames
from stellwerk.web.targets import NotAllowed, connect, read_target, resolve

LOG = logging.getLogger(__name__)
TIMEOUT = 5.0  # seconds for each step of a request
LONGEST = 10.0  # seconds for a request as a whole
PAUSES = (2.0, 10.0, 60.0)  # seconds before it is tried again
JUST_NOW = 30.0  # seconds
MOST_GAMES = 10_000
WAITING = 1000  # messages that may wait; beyond that they are dropped, for a turn alert is no record


class Webhooks:
    """Listens to the store and calls the addresses of seats that are asked."""

    def __init__(
        self, games: OpenGames, *, private: bool, threads: int = AT_ONCE, pauses: tuple[float, ...] = PAUSES
    ) -> None:
        """`private`: addresses in the own network are allowed, as on a server for this machine only."""
        self.games, self.private, self.pauses = games, private, pauses
        self._out = Deliveries(WAITING, threads)
        self._looks = ThreadPoolExecutor(1, thread_name_prefix="turns")
        self._seen: OrderedDict[str, int] = OrderedDict()  # game: the ply up to which turns were told
        self._ended = threading.Event()
        self._stop = games.store.listen(self._heard)

    def close(self) -> None:
        """Tell nobody any more."""
        self._ended.set()
        self._stop()
        self._looks.shutdown(wait=True, cancel_futures=True)
        self._out.close()

    # -- whose turn it has become

    def _heard(self, game_id: str, news: News) -> None:
        if news.gone or self._ended.is_set() or not self.games.store.owns(game_id):
            return
        try:
            self._looks.submit(self._look, game_id)
        except RuntimeError:  # the pool has been shut down meanwhile
            LOG.debug("no turn is told any more")

    def _look(self, game_id: str) -> None:
        try:
            head = self.games.store.head(game_id)
            hooks = hooks_of(head)
            if not hooks or head.status != "running" or head.asked is None:
                return
            live = self.games.live.get(game_id)
            address = hooks.get(str(live.head.asked))
            if self._turned(live) and address:
                self._submit(live.head, address, message(live, self.games.base_url))
        except StellwerkError as error:  # the game is gone
            LOG.debug("no turn to tell of in %s: %s", game_id, error)
        except Exception:  # one odd game must not end the thread that looks at all others
            LOG.exception("the turn of game %s could not be told", game_id)

    def _turned(self, live: Live) -> bool:
        """True if the seat has become asked since the last look: somebody else was asked in between, or it is the
        first question of the game. A game that was not looked at before tells only of what has just happened.
        """
        game_id, game, asked = live.head.id, live.game, live.head.asked
        known = self._seen.get(game_id)
        self._seen[game_id] = game.ply
        self._seen.move_to_end(game_id)
        while len(self._seen) > MOST_GAMES:
            self._seen.popitem(last=False)
        if known is None and not self._just_now(live):
            return False
        if game.ply == 0:
            return known is None
        since = game.ply - 1 if known is None else known
        earlier = (game.at(ply).decision() for ply in range(since, game.ply))  # nothing if moves were taken back
        return any(decision is not None and decision.seat != asked for decision in earlier)

    def _just_now(self, live: Live) -> bool:
        records = self.games.store.load(live.head.id, max(0, live.version - 1)).records
        moved = records[-1].at if records else live.head.changed
        return time.time() * 1000 - moved < JUST_NOW * 1000

    # -- telling it

    def _submit(self, head: GameHead, url: str, body: dict[str, Any]) -> None:
        try:
            target = read_target(url)
        except BadRequest as error:
            LOG.info("webhook of game %s: %s", head.id, error)
            return
        if not self._out.put(Delivery((target.host, target.port), partial(self._deliver, head, url, body))):
            LOG.warning("too many webhooks wait; one of game %s is dropped", head.id)

    def _deliver(self, head: GameHead, url: str, body: dict[str, Any], tries: int) -> float | None:
        """Try to send it; the pause before it is to be tried again, if nobody answers and as long as the turn lasts."""
        try:
            if tries:
                now = self.games.store.head(head.id)
                if (now.version, now.asked) != (head.version, head.asked) or self._ended.is_set():
                    return None
            self.send(url, body)
        except (NotAllowed, BadRequest) as error:
            LOG.info("webhook of game %s: %s", head.id, error)
        except (OSError, http.client.HTTPException) as error:
            LOG.info("webhook of game %s failed: %s", head.id, error)
            return self.pauses[tries] if tries < len(self.pauses) else GIVEN_UP
        except StellwerkError:
            LOG.debug("game %s is gone", head.id)
        return None

    def send(self, url: str, body: dict[str, Any]) -> int:
        """One request; returns the status, an `OSError` if it is not a good one. Redirects are not followed."""
        target = read_target(url)
        address = resolve(target, private=self.private)
        connection = connect(target, address, TIMEOUT)
        late = threading.Timer(LONGEST, cut, (connection,))  # for those who answer a byte at a time
        late.daemon = True
        late.start()
        try:
            content = msgspec.json.encode(body)
            headers = {"content-type": "application/json", "user-agent": f"Stellwerk/{__version__}"}
            connection.request("POST", target.path, content, headers)
            status = connection.getresponse().status
        finally:
            late.cancel()
            connection.close()
        if status >= 500 or status == 429:
            raise OSError(f"answered {status}")
        return status


def cut(connection: http.client.HTTPConnection) -> None:
    """End a connection that somebody waits on."""
    with contextlib.suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def message(live: Live, base_url: str) -> dict[str, Any]:
    """What is told: nothing that only the seat may know. `text` is for chat programs that show just that."""
    head, rules = live.head, live.game.rules
    seat = live.head.seats[live.head.asked or 0]
    round_ = round_name(live.game.state) if isinstance(rules, FamilyRules) else ""
    link = f"{base_url}/g/{head.id}"
    table = read_settings(head).name
    text = " · ".join(part for part in (table, head.title, round_, seat.name, link) if part)
    return {
        "event": "turn",
        "game": head.id,
        "title": head.title,
        "table": table,
        "seat": seat.number,
        "name": seat.name,
        "round": round_,
        "version": head.version,
        "link": link,
        "text": text,
        "content": text,
    }
