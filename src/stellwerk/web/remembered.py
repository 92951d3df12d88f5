"""What pages have worked out about games, kept for whoever asks next. Everything is bounded in bytes, so that many
tables take no more memory than few; what has gone is worked out again.
"""

from __future__ import annotations

import threading
from array import array
from typing import Any

from stellwerk.core import Game
from stellwerk.draw.history import RoundsPast
from stellwerk.store import Live
from stellwerk.store.kept import Shared


class Followed:
    """The past of a game, with the versions of the actions that were read."""

    def __init__(self, game: Game[Any], line: tuple[int, ...]) -> None:
        """Walks the whole game."""
        self.lock = threading.Lock()
        self.past, self.line = RoundsPast(game), array("q", line)

    def fits(self, line: tuple[int, ...]) -> bool:
        """True if these actions begin with what was read, or are the beginning of it. A version stands for one action
        after one history, so that the last one they share says enough.
        """
        shared = min(len(line), len(self.line))
        return not shared or line[shared - 1] == self.line[shared - 1]

    def follow(self, game: Game[Any], line: tuple[int, ...]) -> None:
        """Read the actions that are new."""
        if len(line) > len(self.line):
            self.past.follow(game)
            self.line = array("q", line)


class Remembered:
    """The memory of a server's pages."""

    def __init__(self, most: int) -> None:
        """`most` bytes in all."""
        self.pasts: Shared[str, Followed] = Shared(most // 4)
        self.logs: Shared[Any, Any] = Shared(most // 4)  # pages/log.py
        self.pieces: Shared[Any, Any] = Shared(most // 4)  # pages/render.py
        self.moments: Shared[Any, Any] = Shared(most // 8)  # pages/moments/latest.py
        self.runs: Shared[Any, Any] = Shared(most // 16)  # pages/lays.py
        self.accounts: Shared[str, Any] = Shared(most // 16)  # pages/result/decided.py

    def sizes(self) -> dict[str, int]:
        """How many bytes each part takes."""
        return {name: kept.size for name, kept in vars(self).items()}

    def forget(self) -> None:
        """Drop everything."""
        for kept in vars(self).values():
            kept.clear()

    def past(self, live: Live) -> RoundsPast:
        """The past of an 18xx game up to its present: after a move only the new action is read."""
        return self.past_of(live.head.id, live.game, live.line)

    def past_of(self, game_id: str, game: Game[Any], line: tuple[int, ...]) -> RoundsPast:
        """The same of a game whose actions have these versions."""
        found = self.pasts.get(game_id)
        if found is not None:
            with found.lock:
                if found.fits(line):
                    if len(line) > len(found.line):
                        found.follow(game, line)
                        self.pasts.put(game_id, found, found.past.size)
                    return found.past
        found = Followed(game, line)
        self.pasts.put(game_id, found, found.past.size)
        return found.past
