"""Secrets in links, ids of games, fingerprints of requests."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

TOKEN_BYTES = 16
MARK = (
    "sw-"  # how the secret of a link begins: it opens what it was made for, and holds no seats as a program's key does
)
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that are taken for one another
ID_LENGTH = 10

_ID = re.compile(f"[{LETTERS}]{{{ID_LENGTH}}}")


def new_id() -> str:
    """An id for a game: short enough to be read out, too many to be guessed by trying."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def is_id(text: object) -> bool:
    """True if it has the form of a game's id."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def new_token() -> str:
    """The secret of a link: 128 random bits, fit for a URL."""
    return MARK + secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> bytes:
    """What is stored of a secret. It is random enough to need no salt and no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def matches(stored: bytes | None, token: str) -> bool:
    """True if the stored hash is that of the secret; takes equally long wherever they differ."""
    return hmac.compare_digest(stored or bytes(32), hashed(token)) and stored is not None


def fingerprint(*parts: bytes) -> bytes:
    """A fingerprint of a request's content."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.digest()
