"""Chance from a recorded seed, the same on every machine and in every Python version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of numbers that depends on seed and label only (SHA-256 in counter mode)."""

    def __init__(self, seed: int, label: str = "") -> None:
        """Streams with different labels are independent."""
        self._key = f"{seed}/{label}".encode()
        self._count = 0
        self._pool = 0
        self._bits = 0

    def bits(self, count: int) -> int:
        """`count` random bits."""
        while self._bits < count:
            block = hashlib.sha256(self._key + b"/%d" % self._count).digest()
            self._count += 1
            self._pool |= int.from_bytes(block, "big") << self._bits
            self._bits += 256
        value = self._pool & ((1 << count) - 1)
        self._pool >>= count
        self._bits -= count
        return value

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""
        if limit < 1:
            raise ValueError("nothing to choose from")
        size = limit.bit_length()
        mask = (1 << size) - 1
        while True:
            if self._bits < size:
                value = self.bits(size)
            else:  # as `bits` does, without the call: shuffling asks for many small numbers
                value = self._pool & mask
                self._pool >>= size
                self._bits -= size
            if value < limit:
                return value

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher and Yates)."""
        deck, below = list(items), self.below
        for last in range(len(deck) - 1, 0, -1):
            other = below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
