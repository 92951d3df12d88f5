"""Tries of one account's password: counted wherever they come from, and its owner is not locked out by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from stellwerk.store import GamesStore, TryLimit
from stellwerk.web import tries
from stellwerk.web.settings import Settings
from stellwerk.web.tries import known, mark_of
from tests.web_support import HOST, SECRET, Browser, an_app, refused, served

Client = TestClient[Any]
RIGHT, WRONG = {"name": "Ada", "password": "correct horse"}, {"name": "Ada", "password": "wrong horse"}


class From(Browser):
    """A browser at an address, which a proxy names."""

    def __init__(self, client: Client, address: str) -> None:
        super().__init__(client)
        self.address = address

    def send(self, method: str, path: str, body: Any = None, **settings: Any) -> Any:
        headers = {**settings.pop("headers", {}), "x-forwarded-for": self.address}
        return super().send(method, path, body, headers=headers, **settings)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "ONE_PLACE", (3, 1800))
    monkeypatch.setattr(tries, "STRANGERS", (6, 3600))


@contextmanager
def behind_a_proxy(folder: Path, **more: Any) -> Iterator[Client]:
    settings = Settings(folder, secret=SECRET, host=HOST, logins_per_minute=100, **more)
    with an_app(settings) as app:
        proxied: Any = ProxyHeadersMiddleware(app, "*")  # type: ignore[arg-type]  # other names for the same types
        client: Client
        with TestClient(proxied, raise_server_exceptions=False) as client:
            yield client


def test_many_addresses_have_no_more_tries_at_one_account(tmp_path: Path, few: None) -> None:
    with behind_a_proxy(tmp_path) as client:
        From(client, "192.0.2.1").post("/accounts", RIGHT)
        answers = [From(client, f"198.51.100.{number}").post("/login", WRONG).status_code for number in range(9)]
        assert answers == [403] * 6 + [429] * 3
        late = From(client, "198.51.100.77").post("/login", RIGHT)  # right or wrong: nothing is told any more
        said = refused(late, 429, "too_many")
        assert "password of this account" in said["text"]
        assert 0 < int(late.headers["retry-after"]) <= 600
        other = {"name": "Ben", "password": "correct horse"}
        assert From(client, "198.51.100.1").post("/accounts", other).status_code == 201
        assert From(client, "198.51.100.2").post("/login", other).status_code == 200


def test_a_name_that_nobody_has_is_counted_in_the_same_way(tmp_path: Path, few: None) -> None:
    with behind_a_proxy(tmp_path) as client:
        wish = {"name": "Nobody", "password": "wrong horse"}
        answers = [From(client, f"198.51.100.{number}").post("/login", wish).status_code for number in range(8)]
        assert answers == [403] * 6 + [429] * 2


def test_one_address_has_fewer_tries_at_one_account(tmp_path: Path, few: None) -> None:
    with behind_a_proxy(tmp_path) as client:
        From(client, "192.0.2.1").post("/accounts", RIGHT)
        answers = [From(client, "198.51.100.1").post("/login", WRONG).status_code for _ in range(5)]
        assert answers == [403] * 3 + [429] * 2
        assert From(client, "198.51.100.2").post("/login", RIGHT).status_code == 200


def test_strangers_do_not_lock_out_whoever_has_signed_in_there_before(tmp_path: Path, few: None) -> None:
    with behind_a_proxy(tmp_path) as client:
        home, desk = From(client, "192.0.2.1"), From(client, "192.0.2.2")
        home.post("/accounts", RIGHT)
        desk.post("/login", RIGHT)
        assert home.post("/logout").status_code == 204
        for number in range(8):  # also from the owner's own address
            From(client, f"198.51.100.{number}").post("/login", WRONG)
            From(client, "192.0.2.1").post("/login", WRONG)
        refused(From(client, "203.0.113.9").post("/login", RIGHT), 429, "too_many")
        home.csrf = ""
        assert home.post("/login", RIGHT).status_code == 200
        change = {"old": "correct horse", "new": "battery staple", "end_others": False}
        assert desk.post("/account/password", change).status_code == 200


def test_a_signed_in_browser_does_not_guess_for_ever_either(tmp_path: Path, few: None) -> None:
    with behind_a_proxy(tmp_path) as client:
        left_open = From(client, "192.0.2.1")
        left_open.post("/accounts", RIGHT)
        answers = []
        for number in range(5):
            left_open.address = f"198.51.100.{number}"
            answers.append(left_open.post("/account/delete", {"password": "wrong horse"}).status_code)
        assert answers == [403] * 3 + [429] * 2
        assert From(client, "203.0.113.9").post("/login", RIGHT).status_code == 200


def test_a_right_password_costs_no_tries(tmp_path: Path, few: None) -> None:
    with behind_a_proxy(tmp_path) as client:
        From(client, "192.0.2.1").post("/accounts", RIGHT)
        for number in range(12):
            assert From(client, f"192.0.2.{number % 2}").post("/login", RIGHT).status_code == 200


def test_two_servers_count_together(tmp_path: Path, postgres: str, few: None) -> None:
    more = {"database": postgres}
    with behind_a_proxy(tmp_path / "1", **more) as one, behind_a_proxy(tmp_path / "2", **more) as other:
        From(one, "192.0.2.1").post("/accounts", RIGHT)
        answers = [
            From((one, other)[number % 2], f"198.51.100.{number}").post("/login", WRONG).status_code
            for number in range(8)
        ]
        assert answers == [403] * 6 + [429] * 2


def test_pages_of_others_use_up_nobodys_tries(tmp_path: Path) -> None:
    with served(tmp_path, logins_per_minute=3) as client:
        ada = Browser(client)
        assert ada.post("/accounts", RIGHT).status_code == 201
        for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}, {"x-csrf-token": "no"}):
            for _ in range(4):
                refused(ada.post("/login", WRONG, headers=headers), 403, "forged")
        assert ada.post("/login", RIGHT).status_code == 200


def test_a_mark_is_of_one_account_and_one_server() -> None:
    mark = mark_of(7, SECRET)
    assert known(mark, 7, SECRET)
    for other in (known(mark, 8, SECRET), known(mark, 7, "another secret"), known("8" + mark[1:], 8, SECRET)):
        assert other == ""
    for odd in ("", "7", "7-", "7--", "--", "7-ü-ß", mark[:-1], mark + "0"):
        assert known(odd, 7, SECRET) == ""


def test_the_mark_stays_when_the_session_ends_and_opens_nothing(tmp_path: Path) -> None:
    with served(tmp_path, base_url="https://games.example.org") as client:
        headers = {"host": "games.example.org"}
        answer = client.post("/api/v1/accounts", json=RIGHT, headers=headers)
        marks = [cookie for cookie in answer.headers.get_list("set-cookie") if cookie.startswith("__Host-known=")]
        assert len(marks) == 1
        assert all(what in marks[0] for what in ("HttpOnly", "SameSite=Lax", "; Secure", "Path=/"))
        shown = {**headers, "cookie": marks[0].split(";")[0]}
        client.cookies.clear()
        assert client.get("/api/v1/session", headers=shown).json().get("name", "") == ""
        refused(client.get("/api/v1/account", headers=shown), 403, "forbidden")


def test_tries_out_of_several_purses_are_spent_together(store: GamesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    now = store.now()
    monkeypatch.setattr(store, "now", lambda: now)
    small, large = TryLimit("a", "x", 1, 600), TryLimit("b", "x", 5, 600)
    assert store.spend_all([small, large]) == 0
    assert store.spend_all([small, large]) == 600
    assert [store.spend_all([large]) for _ in range(5)] == [0, 0, 0, 0, 120]
    store.refund(large)
    assert store.spend_all([large]) == 0
    store.refund(small, whole=True)
    assert store.spend_all([small]) == 0
    now += 600_000
    assert store.spend_all([small, large]) == 0
