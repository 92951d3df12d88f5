"""A memory that is bounded in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
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
