"""Optional accounts: name and password, so that `my games` follow a person from one device to another."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from stellwerk.store import Account, GameStore
from stellwerk.web.errors import BadRequest, Forbidden
from stellwerk.web.people import clean_name, looks

SHORTEST = 8


class Accounts:
    """Accounts of a store."""

    def __init__(self, store: GameStore) -> None:
        """Hashes are Argon2id with the library's present figures."""
        self.store = store
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash("nobody")  # so that an unknown name takes as long as a wrong password

    def register(self, name: str, password: str) -> Account:
        """A new account."""
        if len(password) < SHORTEST:
            raise BadRequest("the password is shorter than {least} characters", least=SHORTEST)
        wished = clean_name(name)
        if looks(wished).isascii() and not wished.isascii() and self.store.account(looks(wished)) is not None:
            raise BadRequest("the name {name!r} looks like that of another account", name=wished)
        return self.store.create_account(wished, self._hasher.hash(password))

    def check(self, name: str, password: str) -> Account:
        """The account, if the password is right; what was wrong is not told."""
        account = self.store.account(clean_name(name))
        try:
            self._hasher.verify(account.password if account else self._nobody, password)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            account = None
        if account is None:
            raise Forbidden("name or password is wrong")
        if self._hasher.check_needs_rehash(account.password):
            self.store.set_password(account.id, self._hasher.hash(password))
        return account
