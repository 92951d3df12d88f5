"""A memory that is bounded in bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Values up to a number of bytes; the one not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        """`most` bytes, as those who put something in count them."""
        self.most, self.size = most, 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value, if it is still there."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def items(self) -> list[tuple[K, V]]:
        """All of them, as they are now."""
        return [(key, value) for key, (value, _) in self._values.items()]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value."""
        self.drop(key)
        self._values[key] = value, size
        self.size += size
        while self.size > self.most and len(self._values) > 1:
            _, (_, gone) = self._values.popitem(last=False)
            self.size -= gone

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()
        self.size = 0

    def drop(self, key: K) -> None:
        """Forget a value."""
        found = self._values.pop(key, None)
        if found is not None:
            self.size -= found[1]


class Shared(Kept[K, V]):
    """The same for several threads."""

    def __init__(self, most: int) -> None:
        """`most` bytes."""
        super().__init__(most)
        self._lock = threading.RLock()

    def get(self, key: K) -> V | None:
        """The value, if it is still there."""
        with self._lock:
            return super().get(key)

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value."""
        with self._lock:
            super().put(key, value, size)

    def drop(self, key: K) -> None:
        """Forget a value."""
        with self._lock:
            super().drop(key)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            super().clear()

    def take(self, key: K, make: Callable[[], V], size: Callable[[V], int]) -> V:
        """The value, made now if it is not there. Two who ask at the same time may both make it."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found, size(found))
        return found
