"""Connections: how many one address may have, how many there may be in all, how long a request may take to arrive.

Without this, whoever opens connections and sends half a request on each uses up the files a process may open, and
nobody else gets in.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from typing import Any

from msgspec import Struct
from uvicorn.protocols.http.h11_impl import H11Protocol

RESERVE = 128  # files for the database, the workers, the log
FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n"


class ConnectionLimits(Struct, frozen=True):
    """`per_address` (0: any number) does not count for `proxies`, which bring everybody's connections."""

    per_address: int = 256
    total: int = 0
    seconds: float = 10.0  # until the head of a request has arrived
    proxies: tuple[str, ...] = ()


def budget() -> int:
    """How many connections this process can have: as many files as the system lets it open, less those it needs."""
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
        if soft < wanted:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return max(soft - RESERVE, 32)
    except ImportError:  # Windows
        return 400


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 the network, for one machine has as many addresses in it as it likes."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False))
    return address


def limited(limits: ConnectionLimits) -> type[H11Protocol]:
    """uvicorn's protocol with these limits."""
    total = limits.total or budget()
    free = {neighbourhood(proxy) for proxy in limits.proxies}
    counts: Counter[str] = Counter()

    class Limited(H11Protocol):
        """One connection."""

        _name = ""
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            peer = transport.get_extra_info("peername")
            self._name = neighbourhood(str(peer[0])) if peer else ""
            counts[self._name] += 1
            crowd = limits.per_address and counts[self._name] > limits.per_address and self._name not in free
            super().connection_made(transport)
            if crowd or counts.total() > total:
                transport.write(FULL)
                transport.close()
                return
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._arrived()
            counts[self._name] -= 1
            if counts[self._name] <= 0:
                del counts[self._name]
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            if self._late is None and self._between():
                self._wait()
            super().data_received(data)
            if not self._between():
                self._arrived()

        def _between(self) -> bool:
            """True while no request is being answered."""
            cycle: Any = self.cycle  # None before the first request
            return cycle is None or cycle.response_complete

        def _wait(self) -> None:
            self._late = self.loop.call_later(limits.seconds, self.transport.abort)

        def _arrived(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

    return Limited
