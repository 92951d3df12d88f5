"""Turn alerts by webhook: when a seat is asked, its address gets a small JSON message, from threads of their own. What
is to be told stands in the store, written with the move: it is told once, by whichever server takes it, whoever dies.
"""

from __future__ import annotations

import contextlib
import http.client
import logging
import socket
import threading
from functools import partial
from typing import Any

import msgspec

from stellwerk import __version__
from stellwerk.core import StellwerkError
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.views import round_name
from stellwerk.store import Alert, GameHead, Live, UnknownGame
from stellwerk.web.access import hooks_of, read_settings
from stellwerk.web.deliveries import AT_ONCE, GIVEN_UP, Deliveries, Delivery
from stellwerk.web.errors import BadRequest
from stellwerk.web.games import OpenGames
from stellwerk.web.targets import NotAllowed, connect, read_target, resolve

LOG = logging.getLogger(__name__)
TIMEOUT = 5.0  # seconds for each step of a request
LONGEST = 10.0  # seconds for a request as a whole
PAUSES = (2.0, 10.0, 60.0)  # seconds before it is tried again
EVERY = 5.0  # seconds after which what another process has left behind is looked for
SOON = 0.2  # seconds
AT_A_TIME = 50
WAITING = 1000  # messages that may wait in a process; beyond that they are put off


class Webhooks:
    """Takes the alerts that the store has written with the moves, and calls the addresses of those seats."""

    def __init__(
        self, games: OpenGames, *, private: bool, threads: int = AT_ONCE, pauses: tuple[float, ...] = PAUSES
    ) -> None:
        """`private`: addresses in the own network are allowed, as on a server for this machine only."""
        self.games, self.store, self.private, self.pauses = games, games.store, private, pauses
        self._out = Deliveries(WAITING, threads)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="turns", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Tell nobody any more."""
        self._ended.set()
        self.store.alerted.set()
        self._thread.join()
        self._out.close()

    def _run(self) -> None:
        """Send what is due, whoever wrote it; then wait until something is."""
        while not self._ended.is_set():
            self.store.alerted.clear()
            pause: float | None = EVERY
            try:
                pause = self.store.next_alert()
                if pause == 0:
                    taken = self.store.take_alerts(AT_A_TIME)
                    for alert in taken:
                        self._submit(alert)
                    pause = 0.0 if taken else SOON  # somebody else is taking them
            except StellwerkError as error:
                LOG.debug("%s; turn alerts wait", error)
                pause = EVERY
            except Exception:  # one odd game must not end the thread that tells of all others
                LOG.exception("turn alerts wait")
                pause = EVERY
            if not self._ended.is_set():
                self.store.alerted.wait(EVERY if pause is None else min(pause, EVERY))

    def _submit(self, alert: Alert) -> None:
        try:
            target = read_target(self._address(self.store.head(alert.game_id), alert))
        except (BadRequest, UnknownGame) as error:
            LOG.debug("webhook of game %s: %s", alert.game_id, error)
            self.store.end_alert(alert)
            return
        if not self._out.put(Delivery((target.host, target.port), partial(self._deliver, alert))):
            LOG.warning("too many webhooks wait; one of game %s is put off", alert.game_id)

    @staticmethod
    def _address(head: GameHead, alert: Alert) -> str:
        """Whom to tell, if it is still that seat's turn."""
        lasts = head.status == "running" and head.asked == alert.seat
        return hooks_of(head).get(str(alert.seat), "") if lasts else ""

    def _deliver(self, alert: Alert, _: int) -> float | None:
        """Send it, unless it is another process's by now; if nobody answers it is put off, while the turn lasts."""
        try:
            if self._ended.is_set() or not self.store.still_mine(alert):
                return None
            live = self.games.live.get(alert.game_id)
            self.send(self._address(live.head, alert), message(live, self.games.base_url))
        except (NotAllowed, BadRequest, ValueError) as error:  # ValueError: http.client will not write such a request
            LOG.info("webhook of game %s: %s", alert.game_id, error)
        except (OSError, http.client.HTTPException) as error:
            LOG.info("webhook of game %s failed: %s", alert.game_id, error)
            if alert.tries < len(self.pauses):
                self.store.put_off_alert(alert, self.pauses[alert.tries])
                return GIVEN_UP  # by this delivery
            self.store.end_alert(alert)
            return GIVEN_UP
        except UnknownGame:
            return None
        except StellwerkError as error:  # the database is away: it is sent again when it is back
            LOG.warning("webhook of game %s: %s", alert.game_id, error)
            return None
        self.store.end_alert(alert)
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
