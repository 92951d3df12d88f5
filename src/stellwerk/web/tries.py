"""How often the password of one account may be tried, wherever the tries come from.

The gate counts tries by address, so a thousand addresses have a thousand times as many. Here they are counted by
account too, for all strangers together. That alone would let strangers lock the owner out for as long as they go on, so
whoever has signed in once from a browser keeps a **mark** there (a signed cookie that opens nothing): it has tries of
its own, which nobody else can use up. So have devices that are signed in; a letter for a new password asks for none.

Names that nobody has are counted like others: what is refused tells nothing about who has an account.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from stellwerk.store import Account, GameStore, TryLimit
from stellwerk.web.errors import Forbidden, TooMany

ONE_PLACE = (10, 1800)  # tries of one place at one account, and the seconds until it has all of them again
STRANGERS = (60, 3600)  # tries of all places together that the account does not know
MARK = 16  # letters of a mark's number


class Place(Struct, frozen=True):
    """Where a try comes from: the address, the mark that a browser shows, the session of somebody who is signed in."""

    address: str = ""
    mark: str = ""
    session: str = ""


NOWHERE = Place()


class Tries:
    """Tries at the accounts of a store, counted for all servers together."""

    def __init__(self, store: GameStore, secret: str) -> None:
        """`secret` is the server's own."""
        self.store, self._secret = store, secret

    @contextmanager
    def one(self, name: str, account: Account | None, place: Place) -> Iterator[None]:
        """A try at the account of that name; what raises `Forbidden` was wrong, everything else costs nothing."""
        purses = self._purses(name, account, place)
        wait = self.store.spend_all(purses)
        if wait:
            raise TooMany(
                "the password of this account has been tried too often; the next try is possible in {wait} s",
                wait=math.ceil(wait),
            )
        try:
            yield
        except Forbidden:
            raise
        except BaseException:
            self._give_back(purses)
            raise
        self.store.refund(purses[0], whole=True)
        self._give_back(purses[1:])

    def _give_back(self, purses: list[TryLimit]) -> None:
        for purse in purses:
            self.store.refund(purse)

    def _purses(self, name: str, account: Account | None, place: Place) -> list[TryLimit]:
        if account and place.session:
            return [TryLimit("signed in", f"{account.id}/{place.session}", *ONE_PLACE)]
        number = known(place.mark, account.id, self._secret) if account else ""
        if account and number:
            return [TryLimit("known", f"{account.id}/{number}", *ONE_PLACE)]
        return [TryLimit("place", f"{name}/{place.address}", *ONE_PLACE), TryLimit("strangers", name, *STRANGERS)]


def mark_of(account: int, secret: str) -> str:
    """A new mark for a browser on which somebody has signed in."""
    number = secrets.token_hex(MARK // 2)
    return f"{account}-{number}-{_proof(account, number, secret)}"


def known(mark: str, account: int, secret: str) -> str:
    """The number of a mark; empty if it is none of this account and server."""
    whose, _, rest = mark.partition("-")
    number, _, proof = rest.partition("-")
    right = hmac.compare_digest(proof.encode("utf-8", "replace"), _proof(account, number, secret).encode())
    return number if right and whose == str(account) else ""


def _proof(account: int, number: str, secret: str) -> str:
    return hmac.new(secret.encode(), f"known/{account}/{number}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()
