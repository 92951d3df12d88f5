"""Turns by mail: who wants it is told once of a turn, if it is still his after a while.

Whoever sits at the table moves before that and gets no letters. Listening costs a move nothing: games that have changed
are looked at together, a moment later, by the process that looks after them.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import Any

from stellwerk.core import Game, StellwerkError
from stellwerk.store import AskedSeat, Letter, NewLetter, News
from stellwerk.web.games import OpenGames

LOG = logging.getLogger(__name__)
EVERY = 1.0  # seconds between looks
LASTS = 24 * 3600.0  # seconds after which a turn is no news any more
LONGEST = 500  # moves of one turn
MOST = 500  # games in one look


class Notices:
    """Listens to the store and lets letters wait."""

    def __init__(self, games: OpenGames, after: float, every: float = EVERY) -> None:
        """`after`: seconds until a turn is told of."""
        self.games, self.after, self.every = games, after, every
        self._changed: set[str] = set()
        self._all = True  # at first, and whenever more games are this process's business
        self._wake, self._ended = threading.Event(), threading.Event()
        self._stop = games.store.listen(self._heard)
        self._thread = threading.Thread(target=self._run, name="stellwerk-notices", daemon=True)
        self._thread.start()

    def look_at_all(self) -> None:
        """Games may have gone on while nobody looked after them."""
        self._all = True
        self._wake.set()

    def close(self) -> None:
        """Listen no more."""
        self._stop()
        self._ended.set()
        self._wake.set()
        self._thread.join()

    def still(self, letter: Letter) -> AskedSeat | None:
        """The turn a letter is about, if it is still the same."""
        body = letter.body
        head = self.games.store.head(body["game"])
        seat = body["seat"]
        if head.status != "running" or (head.version, head.asked) != (body["version"], seat):
            return None
        return AskedSeat(head.id, seat, letter.account) if head.seats[seat].holder == f"a:{letter.account}" else None

    def _heard(self, game_id: str, news: News) -> None:
        if not news.gone:
            self._changed.add(game_id)
            self._wake.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._wake.wait()
            self._wake.clear()
            if self._ended.wait(self.every):  # what changes meanwhile is looked at together
                return
            try:
                self._look()
            except StellwerkError as error:
                LOG.warning("turns are told of later: %s", error)
                self.look_at_all()
                self._ended.wait(self.every * 10)
            except Exception:
                LOG.exception("turns could not be told of")

    def _look(self) -> None:
        store = self.games.store
        since = int((time.time() - LASTS) * 1000)
        whole, self._all = self._all, False
        chosen: set[str] | None = None
        if not whole:
            chosen = {self._changed.pop() for _ in range(min(len(self._changed), MOST))}
            if self._changed:
                self._wake.set()
            if not chosen:
                return
        for turn in store.turns_to_tell(chosen, since):
            if store.owns(turn.game):
                self._tell(turn)

    def _tell(self, turn: AskedSeat) -> None:
        try:
            live = self.games.live.get(turn.game)
        except StellwerkError as error:  # gone, or of a title that is not here
            LOG.debug("no turn to tell of in %s: %s", turn.game, error)
            return
        if live.head.asked != turn.seat:
            return
        now = int(time.time() * 1000)
        body = {"game": turn.game, "seat": turn.seat, "version": live.version}
        self.games.store.tell_turn(
            turn,
            began(live.game, turn.seat),
            NewLetter(
                f"t-{secrets.token_hex(12)}",
                "turn",
                turn.account,
                "",
                "",
                body,
                now + int(self.after * 1000),
                now + int(LASTS * 1000),
            ),
        )


def began(game: Game[Any], seat: int) -> int:
    """The ply at which a turn began: before it somebody else was asked."""
    ply = game.ply
    while ply > 0 and game.ply - ply < LONGEST:
        before = game.at(ply - 1).decision()
        if before is None or before.seat != seat:
            break
        ply -= 1
    return ply
