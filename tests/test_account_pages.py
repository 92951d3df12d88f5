"""The pages of an account: password, devices, address; what they say where no e-mail is sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.web.devices import device_of
from tests.mail_support import mail_server
from tests.test_mail import confirmed, running
from tests.web_support import Browser, refused, served

PAGE = {"accept": "text/html"}
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36"
FOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with served(tmp_path_factory.mktemp("accounts"), logins_per_minute=0) as made:
        yield made


def account(client: TestClient[Any], name: str, agent: str = FOX) -> Browser:
    browser = Browser(client)
    said = browser.post("/accounts", {"name": name, "password": "correct horse"}, headers={"user-agent": agent})
    assert said.status_code == 201
    return browser


def again(client: TestClient[Any], name: str, password: str = "correct horse", agent: str = PHONE) -> Browser:
    browser = Browser(client)
    said = browser.post("/login", {"name": name, "password": password}, headers={"user-agent": agent})
    assert said.status_code == 200
    return browser


def shown(browser: Browser, path: str = "/account", language: str = "en", status: int = 200) -> str:
    answer = browser.send("GET", f"{path}?lang={language}", headers=PAGE)
    assert answer.status_code == status
    return answer.text


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FOX, "Firefox, Linux"),
        (PHONE, "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("curl/8 <script>", ""),
        ("", ""),
    ],
)
def test_a_device_is_named_in_two_words(agent: str, device: str) -> None:
    assert device_of(agent) == device


def test_a_password_is_changed_by_whoever_knows_it(client: TestClient[Any]) -> None:
    ada = account(client, "Ada")
    phone = again(client, "Ada")
    wish: dict[str, Any] = {"old": "correct horse", "new": "battery staple"}
    refused(ada.post("/account/password", wish | {"old": "wrong horse"}), 403, "forbidden")
    refused(ada.post("/account/password", wish | {"new": "short"}), 400, "bad_input")
    refused(Browser(client).post("/account/password", wish), 403, "forbidden")
    assert len(ada.post("/account/password", wish).json()["devices"]) == 2  # the phone stays signed in
    assert phone.get("/account").status_code == 200
    wish = {"old": "battery staple", "new": "a third horse", "end_others": True}
    assert len(ada.post("/account/password", wish).json()["devices"]) == 1
    refused(phone.get("/account"), 403, "forbidden")
    refused(phone.post("/login", {"name": "Ada", "password": "battery staple"}), 403, "forbidden")
    assert again(client, "Ada", "a third horse").get("/account").json()["name"] == "Ada"


def test_devices_are_listed_and_signed_out(client: TestClient[Any]) -> None:
    ben = account(client, "Ben")
    phone, third = again(client, "Ben"), again(client, "Ben", agent="something")
    game = phone.create("me:Ben", "bot")["table"]["id"]
    assert ben.view(game)["seat"] == 0  # several devices, one person
    page = shown(ben)
    assert "Firefox, Linux" in page
    assert "Chrome, Android" in page
    assert "Unknown device" in page
    devices = {entry["device"]: entry for entry in ben.get("/account").json()["devices"]}
    assert devices["Firefox, Linux"]["this"]
    assert not devices["Chrome, Android"]["this"]
    eve = account(client, "Eve")
    refused(eve.post("/account/sessions/end", {"which": devices["Chrome, Android"]["mark"]}), 404, "unknown")
    assert ben.post("/account/sessions/end", {"which": devices["Chrome, Android"]["mark"]}).status_code == 200
    refused(phone.get("/account"), 403, "forbidden")
    refused(phone.get(f"/games/{game}/view"), 403, "forbidden")
    assert third.get("/account").status_code == 200
    assert len(ben.post("/account/sessions/end", {"which": "others"}).json()["devices"]) == 1
    refused(third.get("/account"), 403, "forbidden")
    assert ben.view(game)["seat"] == 0
    assert eve.get("/account").status_code == 200
    here = ben.get("/account").json()["devices"][0]["mark"]
    assert ben.post("/account/sessions/end", {"which": here}).status_code == 200
    refused(ben.get("/account"), 403, "forbidden")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "sends no e-mail"), ("de", "verschickt keine E-Mails"), ("pl", "nie wysyła e-maili")],
)
def test_without_a_mail_server_the_forms_say_so(client: TestClient[Any], language: str, said: str) -> None:
    visitor = Browser(client)
    assert said in shown(visitor, language=language)
    assert said in shown(visitor, "/account/forgot", language)
    own = account(client, f"Cleo {language}")
    assert said in shown(own, language=language)
    refused(own.post("/account/forgot", {"email": "a@example.org"}), 409, "not_now")
    wish = {"email": "a@example.org", "password": "correct horse"}
    refused(own.send("PUT", "/api/v1/account/email", wish), 409, "not_now")
    for path in ("/account/reset", "/account/confirm"):
        assert "data-account" in shown(visitor, path, language)


def test_the_page_shows_the_address_to_its_owner(tmp_path: Path) -> None:
    with mail_server() as smtp, running(tmp_path, smtp) as (client, _):
        ada = confirmed(client, smtp)
        page = shown(ada)
        assert "ada@example.org" in page
        assert 'data-account="notices"' in page
        assert "/account/forgot" in shown(Browser(client))
        assert "ada@example.org" not in Browser(client).send("GET", "/", headers=PAGE).text


def test_a_session_of_an_account_that_is_gone_is_a_visitor(tmp_path: Path) -> None:
    with mail_server() as smtp, running(tmp_path, smtp) as (client, site):
        ada = confirmed(client, smtp)
        site.store.delete_person("a:1", "command")
        assert "sign-in" in shown(ada)
        refused(ada.get("/account"), 403, "forbidden")


def test_an_account_is_deleted_and_its_games_stay(tmp_path: Path) -> None:
    with mail_server() as smtp, running(tmp_path, smtp) as (client, site):
        ada = confirmed(client, smtp, "Adelheid")
        phone = again(client, "Adelheid")
        ben = Browser(client)
        made = ben.create("me:Ben", "open")
        game = made["table"]["id"]
        ada.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Adelheid"})
        assert ben.act(game, {"type": "pass"}, 0, 0).status_code == 200
        assert ada.act(game, {"type": "pass"}, 1, 1).status_code == 200
        ada.post(f"/games/{game}/chat", {"text": "I am Adelheid", "seat": 1})
        before = ben.get(f"/games/{game}/history").json()
        page = shown(ada)
        assert 'data-account="delete"' in page
        refused(ada.post("/account/delete", {"password": "wrong horse"}), 403, "forbidden")
        refused(Browser(client).post("/account/delete", {"password": "correct horse"}), 403, "forbidden")
        assert ada.post("/account/delete", {"password": "correct horse"}).status_code == 204
        for browser in (ada, phone):
            refused(browser.get("/account"), 403, "forbidden")
        refused(phone.get(f"/games/{game}/view"), 403, "forbidden")
        refused(Browser(client).post("/login", {"name": "Adelheid", "password": "correct horse"}), 403, "forbidden")
        assert site.store.accounts_at("ada@example.org") == []
        assert "Adelheid" not in ben.send("GET", f"/g/{game}", headers=PAGE).text
        assert "Adelheid" not in ben.get(f"/games/{game}/view").text
        assert "Adelheid" not in ben.get(f"/games/{game}/chat").text
        after = ben.get(f"/games/{game}/history").json()
        assert len(after) == len(before)
        assert ben.act(game, {"type": "pass"}, 0, 2).status_code == 200  # and the table can go on
        account(client, "Adelheid")  # the name is free again, and nobody's games come with it
