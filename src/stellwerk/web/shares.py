"""What one client gets of a server: so many requests a minute, and so many at the same time."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 10_000


class Bucket:
    """So many requests a minute for each client; unused ones add up to one minute's worth."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """0 = no limit."""
        self._most, self._clock = per_minute, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: int = 1) -> float:
        """0 if the request may pass, otherwise the seconds until the next may. A dear one counts more than once."""
        if not self._most:
            return 0.0
        cost = min(cost, self._most)
        now = self._clock()
        left, then = self._left.pop(client, (float(self._most), now))
        left = min(float(self._most), left + (now - then) * self._most / 60)
        passes = left >= cost
        self._left[client] = (left - cost if passes else left, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if passes else (cost - left) * 60 / self._most


def nothing() -> None:
    """Ends the turn of somebody who needs none."""


class RequestTurns:
    """So many requests of each client are in work; its others wait, and hold up nobody else."""

    def __init__(self, most: int) -> None:
        """0 = no limit."""
        self._most = most
        self._gates: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @property
    def clients(self) -> int:
        """How many have a request in work, or wait for it."""
        return len(self._gates)

    async def take(self, client: str) -> Callable[[], None]:
        """Wait until there is room; what is given back ends the turn, once."""
        if not self._most:
            return nothing
        gate, count = self._gates.get(client) or (asyncio.Semaphore(self._most), 0)
        self._gates[client] = gate, count + 1
        try:
            await gate.acquire()
        except BaseException:
            self._leave(client)
            raise
        over = False

        def end() -> None:
            nonlocal over
            if not over:
                over = True
                gate.release()
                self._leave(client)

        return end

    def _leave(self, client: str) -> None:
        gate, count = self._gates[client]
        if count > 1:
            self._gates[client] = gate, count - 1
        else:
            del self._gates[client]
