"""Who is banned, remembered for a second: programs show a key with every request and have no session that could end."""

from __future__ import annotations

import asyncio
import time

from stellwerk.store import GameStore, StoreError

EVERY = 1.0  # seconds


class Bans:
    """The bans of a store."""

    def __init__(self) -> None:
        """Nothing has been asked yet."""
        self._known: frozenset[str] = frozenset()
        self._until = 0.0

    async def has(self, store: GameStore, person: str) -> bool:
        """True if somebody is banned."""
        if not person:
            return False
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + EVERY
            try:
                self._known = await asyncio.to_thread(store.banned)
            except StoreError:  # whoever asks for more is told why
                self._until = 0.0
        return person in self._known
