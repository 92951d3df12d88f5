"""What a link in a letter proves itself with, where it is good for ever."""

from __future__ import annotations

import hashlib
import hmac


def off_mark(secret: str, account: int) -> str:
    """What proves that whoever ends letters about turns has got one."""
    return hmac.new(secret.encode(), f"letters/{account}".encode(), hashlib.sha256).hexdigest()[:32]
