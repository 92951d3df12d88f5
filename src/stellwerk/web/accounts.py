"""Optional accounts: name and password, so that `my games` follow a person from one device to another."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from stellwerk.store import Account, GameStore
from stellwerk.store.people import name_key
from stellwerk.web.errors import BadRequest, Busy, Forbidden
from stellwerk.web.mail.marks import off_mark
from stellwerk.web.people import clean_name, looks
from stellwerk.web.tries import NOWHERE, Place, Tries

SHORTEST = 8
AT_ONCE = 2  # passwords that are worked out at the same time: each takes 64 MB and a processor
LONGEST = 10.0  # seconds somebody waits for that


class Accounts:
    """Accounts of a store."""

    def __init__(self, store: GameStore, secret: str = "", *, counted: bool = False) -> None:
        """Hashes are Argon2id with the library's present figures. `secret` is the server's own. `counted`: passwords
        may be tried only so often.
        """
        self.store, self._secret = store, secret
        self._tries = Tries(store, secret) if counted else None
        self._hasher = PasswordHasher()
        self._room = threading.BoundedSemaphore(AT_ONCE)

    @cached_property
    def _nobody(self) -> str:
        """What is compared for an unknown name, so that it takes as long as a wrong password."""
        return self._hasher.hash("nobody")

    def register(self, name: str, password: str) -> Account:
        """A new account."""
        hashed = self._hashed(password)
        wished = clean_name(name)
        if looks(wished).isascii() and not wished.isascii() and self.store.account(looks(wished)) is not None:
            raise BadRequest("the name {name!r} looks like that of another account", name=wished)
        return self.store.create_account(wished, hashed)

    def check(self, name: str, password: str, place: Place = NOWHERE) -> Account:
        """The account, if the password is right; what was wrong is not told."""
        wished = clean_name(name)
        account = self.store.account(wished)
        with self._try(name_key(wished), account, place):
            if not self._is_right(account, password) or account is None:
                raise Forbidden("name or password is wrong")
        self.admit(account)
        if self._hasher.check_needs_rehash(account.password):
            self.store.set_password(account.id, self._hash(password))
        return account

    def admit(self, account: Account) -> None:
        """Refuse somebody who is banned, whichever way he signs in."""
        banned = self.store.sanctions([f"a:{account.id}"])
        if banned:
            raise Forbidden("this account has been banned: {why}", why=next(iter(banned.values())))

    def prove(self, number: int | None, password: str, place: Place = NOWHERE) -> Account:
        """The account of somebody who is signed in and knows its password: for what a passer-by must not do."""
        account = self.get(number)
        with self._try(name_key(account.name), account, place):
            if not self._is_right(account, password):
                raise Forbidden("the password is wrong")
        return account

    def get(self, number: int | None) -> Account:
        """The account of somebody who is signed in."""
        account = None if number is None else self.store.account_by_number(number)
        if account is None:
            raise Forbidden("sign in first")
        return account

    def set_password(self, number: int, password: str) -> None:
        """A new password."""
        self.store.set_password(number, self._hashed(password))

    def check_off(self, number: int, mark: str) -> None:
        """Refuse the mark of a link that ends letters, if it is not that of the account."""
        if not hmac.compare_digest(off_mark(self._secret, number).encode(), mark.encode("utf-8", "replace")):
            raise Forbidden("this link is not complete, or of another server")

    def end_letters(self, number: int) -> None:
        """No more letters about turns."""
        account = self.store.account_by_number(number)
        if account is not None:
            self.store.set_mail(number, notices=False, language=account.language)

    @staticmethod
    def check_length(password: str) -> None:
        """Refuse a password that is too short."""
        if len(password) < SHORTEST:
            raise BadRequest("the password is shorter than {least} characters", least=SHORTEST)

    def _hashed(self, password: str) -> str:
        self.check_length(password)
        return self._hash(password)

    def _hash(self, password: str) -> str:
        with self._in_turn():
            return self._hasher.hash(password)

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if not self._room.acquire(timeout=LONGEST):
            raise Busy("many people are signing in at this moment; try again soon")
        try:
            yield
        finally:
            self._room.release()

    def _try(self, name: str, account: Account | None, place: Place) -> AbstractContextManager[None]:
        return self._tries.one(name, account, place) if self._tries else nullcontext()

    def _is_right(self, account: Account | None, password: str) -> bool:
        try:
            with self._in_turn():
                nobody = self._nobody  # made by the first question, whoever it is about
                return self._hasher.verify(account.password if account else nobody, password)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False
