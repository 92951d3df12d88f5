"""A promise about the seed: published when a game starts, checked when the seed is opened after its end."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

ROUNDS = 2000  # makes trying out seeds costly; a game pays it once


def commitment(seed: int, title: str, seats: int, options: dict[str, Any]) -> str:
    """64 hexadecimal digits that only this seed gives, with this title, so many seats and these options.

    Names are no part of it: who sits at a table may change while the promise stands.

    It tells nothing about the seed unless somebody tries them out, so it is worth as much as the seed is large.
    """
    public = msgspec.json.encode(["stellwerk commitment 2", title, seats, options], order="sorted")
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), public, ROUNDS).hex()
