"""Passwords: the real figures of their hashes, which other tests do without, and the same work for every question."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from argon2 import PasswordHasher, Type, extract_parameters, profiles

from stellwerk.store import SqliteStore
from stellwerk.web import accounts
from stellwerk.web.errors import Forbidden

PASSWORD = "correct horse"


class Counting(PasswordHasher):
    """Counts what it works out."""

    worked: int = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.worked += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.worked += 1
        return super().verify(hash, password)


def test_hashes_are_argon2id_with_the_figures_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "PasswordHasher", PasswordHasher)
    with SqliteStore(tmp_path / "games.db") as store:
        made = accounts.Accounts(store).register("Ada", PASSWORD)
        assert accounts.Accounts(store).check("ada", PASSWORD).id == made.id
    figures = extract_parameters(made.password)
    assert figures.type is Type.ID
    assert figures == profiles.get_default_parameters()
    assert figures.memory_cost >= 19 * 1024  # KiB; what is least advised for two rounds
    assert figures.time_cost >= 2


def test_a_weaker_hash_is_made_anew_at_the_next_sign_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        weak = accounts.Accounts(store).register("Ada", PASSWORD).password
        monkeypatch.setattr(accounts, "PasswordHasher", PasswordHasher)
        accounts.Accounts(store).check("Ada", PASSWORD)
        strong = store.account("Ada")
        assert strong is not None
        assert extract_parameters(strong.password).memory_cost > extract_parameters(weak).memory_cost


def test_a_server_that_starts_hashes_nothing_and_every_wrong_answer_costs_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = Counting(1, 8, 1)
    monkeypatch.setattr(accounts, "PasswordHasher", lambda: counting)
    with SqliteStore(tmp_path / "games.db") as store:
        people = accounts.Accounts(store)
        people.register("Ada", PASSWORD)
        assert counting.worked == 1
        costs = []
        for name in ("Ada", "nobody", "Ada", "nobody"):
            before = counting.worked
            with pytest.raises(Forbidden):
                accounts.Accounts(store).check(name, "wrong horse")
            costs.append(counting.worked - before)
        assert len(set(costs)) == 1
        for name in ("Ada", "nobody"):
            before = counting.worked
            with pytest.raises(Forbidden):
                people.check(name, "wrong horse")
            costs.append(counting.worked - before)
        assert costs[-2:] == [2, 1]  # the first also makes what is compared for nobody
