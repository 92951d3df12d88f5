"""Types that msgspec reads into, met one at a time."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

_lock = threading.Lock()
_met: set[Any] = set()


def meet(kind: Any) -> None:
    """Call this before msgspec reads into a type of ours where threads may do so.

    msgspec works out how a type is read when it first meets it, and what one thread has half worked out crashes the
    program if another thread uses it (seen with msgspec 0.22). So the first time is under a lock.
    """
    if kind not in _met:
        with _lock:
            msgspec.json.Decoder(kind)
            _met.add(kind)
