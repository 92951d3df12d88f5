"""A promise about the seed: published when a game starts, checked when the seed is opened after its end."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

ROUNDS = 2000  # makes trying out seeds costly; a game pays it once


def commitment(seed: int, title: str, players: tuple[str, ...], options: dict[str, Any]) -> str:
    """64 hexadecimal digits that only this seed gives, with this title, these seats and these options.

    It tells nothing about the seed unless somebody tries them out, so it is worth as much as the seed is large.
    """
    public = msgspec.json.encode(["stellwerk commitment 1", title, players, options], order="sorted")
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), public, ROUNDS).hex()
