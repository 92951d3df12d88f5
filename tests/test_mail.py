"""Letters: addresses are confirmed, forgotten passwords replaced, turns told of once; nobody writes into a header."""

from __future__ import annotations

import email
import email.policy
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.core import BadInput
from stellwerk.store import AskedSeat, GamesStore, Letter, LiveGames, NewLetter, SqliteStore
from stellwerk.store.mail import MOST_ADDRESSES
from stellwerk.web.errors import BadRequest
from stellwerk.web.mail import letters
from stellwerk.web.mail.address import check_address
from stellwerk.web.mail.postman import Postman
from stellwerk.web.mail.settings import MailSettings, read_mail
from stellwerk.web.settings import Settings
from stellwerk.web.site import Site
from tests.mail_support import MailServer, mail_server
from tests.store_support import raw
from tests.web_support import HOST, SECRET, Browser, an_app, refused, served, until

BASE = "http://testserver.local"
PASS = {"type": "pass"}
ADA = "ada@example.org"
LATER = 2**45


@pytest.fixture
def smtp() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def how(smtp: MailServer, **more: Any) -> MailSettings:
    return MailSettings(host="127.0.0.1", sender="tables@example.org", port=smtp.port, security="none", **more)


@contextmanager
def running(folder: Path, smtp: MailServer, **more: Any) -> Iterator[tuple[TestClient[Any], Site]]:
    """A server that sends letters, and what is behind it."""
    wish: dict[str, Any] = {"base_url": BASE, "mail": how(smtp), "notice_after": 0.0, "logins_per_minute": 0, **more}
    settings = Settings(data=folder, secret=SECRET, host=HOST, **wish)
    with an_app(settings) as app, TestClient(app, raise_server_exceptions=False) as client:
        inner: Any = app
        while not hasattr(inner, "state"):  # what stands in front of the application
            inner = inner.app
        yield client, inner.state.site


@pytest.fixture
def site_client(tmp_path: Path, smtp: MailServer) -> Iterator[tuple[TestClient[Any], Site]]:
    with running(tmp_path, smtp) as made:
        yield made


@pytest.fixture
def client(site_client: tuple[TestClient[Any], Site]) -> TestClient[Any]:
    return site_client[0]


@pytest.fixture
def site(site_client: tuple[TestClient[Any], Site]) -> Site:
    return site_client[1]


def account(client: TestClient[Any], name: str = "Ada", password: str = "correct horse") -> Browser:
    browser = Browser(client)
    assert browser.post("/accounts", {"name": name, "password": password}).status_code == 201
    return browser


def secret_of(text: str, page: str) -> str:
    found = re.search(rf"{BASE}/account/{page}#(\w+)", text)
    assert found, text
    return found[1]


def confirmed(client: TestClient[Any], smtp: MailServer, name: str = "Ada", email: str = ADA) -> Browser:
    """An account with an address."""
    browser = account(client, name)
    before = len(smtp.heard)
    assert (
        browser.send("PUT", "/api/v1/account/email", {"email": email, "password": "correct horse"}).status_code == 200
    )
    until(lambda: len(smtp.heard) > before)
    secret = secret_of(smtp.texts()[-1], "confirm")
    assert Browser(client).post("/account/email/confirm", {"secret": secret}).status_code == 204
    return browser


# -- addresses


def test_an_address_counts_when_its_owner_has_confirmed_it(client: TestClient[Any], smtp: MailServer) -> None:
    ada = account(client)
    wish = {"email": " Ada@EXAMPLE.org ", "password": "correct horse"}
    refused(ada.send("PUT", "/api/v1/account/email", wish | {"password": "wrong"}), 403, "forbidden")
    assert ada.send("PUT", "/api/v1/account/email", wish).json()["email"] == ""
    until(lambda: smtp.heard)
    letter = smtp.heard[0]
    assert (letter["To"], letter["From"]) == ("Ada@example.org", "Stellwerk <tables@example.org>")
    assert smtp.envelopes == [("<tables@example.org>", "<Ada@example.org>")]
    assert letter.get_content_type() == "text/plain"
    assert letter["List-Unsubscribe"] is None
    secret = secret_of(smtp.texts()[0], "confirm")
    refused(ada.post("/account/email/confirm", {"secret": secret[:-1]}), 403, "forbidden")
    refused(ada.post("/account/reset", {"secret": secret, "password": "another horse"}), 403, "forbidden")
    assert ada.post("/account/email/confirm", {"secret": secret}).status_code == 204
    assert ada.get("/account").json()["email"] == "Ada@example.org"
    refused(ada.post("/account/email/confirm", {"secret": secret}), 403, "forbidden")  # once only
    assert ada.send("PUT", "/api/v1/account/email", wish | {"email": ""}).json()["email"] == ""


def test_the_store_has_no_secret_of_a_link(
    client: TestClient[Any], site: Site, smtp: MailServer, tmp_path: Path
) -> None:
    """Neither while the letter waits nor afterwards."""
    smtp.refuse["MAIL"] = [451]
    ada = account(client)
    ada.send("PUT", "/api/v1/account/email", {"email": ADA, "password": "correct horse"})
    assert isinstance(site.store, SqliteStore)
    [letter] = until(lambda: [one for one in waiting(site.store) if one.tries])  # it was refused, and waits
    assert site.mail is not None
    text = str(site.mail.write(letter))
    secret = secret_of(text.replace("=\n", ""), "confirm")
    for file in tmp_path.glob("stellwerk.sqlite*"):
        assert secret.encode() not in file.read_bytes()
    assert site.store.use_ticket(secret, "confirm") is None


def waiting(store: GamesStore) -> list[Letter]:
    return [
        Letter(row[0], row[1], row[2], row[3], row[4], {}, row[5], row[6], row[7], bool(row[8]))
        for row in raw(store, "SELECT key, kind, account, email, language, due, ends, tries, begun FROM letter")
    ]


def test_a_link_ends(store: GamesStore) -> None:
    made = store.create_account("Ada", "hash")
    now = store.now()
    old = NewLetter("k1", "reset", made.id, ADA, "en", {}, now - 10, now - 1)
    assert store.send_ticket("t1", old, 3)
    assert store.use_ticket("t1", "reset") is None
    new = NewLetter("k2", "reset", made.id, ADA, "en", {}, now, now + 100_000)
    assert store.send_ticket("t2", new, 3)
    assert store.use_ticket("t2", "confirm") is None
    assert store.use_ticket("t2", "reset") == (made.id, ADA)
    assert store.use_ticket("t2", "reset") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ada",
        "ada@",
        "@example.org",
        "ada@example",
        "a b@example.org",
        "ada@example.org\r\nBcc: all@example.org",
        "ada@exa\nmple.org",
        "ada@example.org, ben@example.org",
        '"ada\r\n"@example.org',
        "ada@-example.org",
        "ada@example..org",
        "<ada@example.org>",
        "ada\0@example.org",
        "x" * 65 + "@example.org",
        "ada@" + "x" * 250 + ".org",
        "ada@exämple.org\n",
        "ädä@example.org",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    if text.endswith("\n"):
        assert check_address(text) == "ada@xn--exmple-cua.org"  # what is around it does not count
        return
    with pytest.raises(BadRequest):
        check_address(text)


def test_a_long_address_stays_an_address() -> None:
    off = f"https://{'long.' * 30}example.org/letters/off/1/{'0' * 32}"
    made = letters.letter("tables@example.org", ADA, ("ä" * 80, f"{off} ü\n"), "key", "de", off).as_bytes().decode()
    assert f"<{off}>" in made
    assert max(map(len, made.partition("\r\n\r\n")[2].splitlines())) <= 78


@pytest.mark.parametrize("language", ["en", "de", "pl", "xx"])
def test_names_write_no_headers(language: str) -> None:
    """Whatever a name or a table is called, it stays where it stands."""
    evil = "Eve\r\nBcc: all@example.org\r\n\r\nBuy\u2028now\x00"
    said = letters.turn(letters.LetterWords(language), evil, "1830", evil, f"{BASE}/g/x", f"{BASE}/letters/off/1/x")
    made = letters.letter("tables@example.org", ADA, said, "key", language, f"{BASE}/letters/off/1/x")
    read = email.message_from_bytes(made.as_bytes(), policy=email.policy.default)
    assert read["Bcc"] is None
    assert [read["To"], read["From"]] == [ADA, "Stellwerk <tables@example.org>"]
    assert "\n" not in read["Subject"]
    assert read["List-Unsubscribe"] == f"<{BASE}/letters/off/1/x>"
    assert read["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text = str(read.get_content())
    assert not re.search(r"^(Bcc|Buy)", text, re.M)
    assert f"{BASE}/g/x" in text.splitlines()
    with pytest.raises(BadRequest):
        letters.letter("tables@example.org", "a@b.c\nBcc: d@e.f", said, "key", language)


def test_letters_are_in_the_language_of_their_reader(client: TestClient[Any], smtp: MailServer) -> None:
    ada = account(client)
    for number, (language, subject) in enumerate(
        (("de", "E-Mail-Adresse bestätigen"), ("pl", "Potwierdź adres e-mail"), ("en", "Confirm your e-mail address"))
    ):
        ada.cookies["lang"] = language
        ada.send("PUT", "/api/v1/account/email", {"email": f"{language}@example.org", "password": "correct horse"})
        until(lambda wanted=number: len(smtp.heard) > wanted)
        assert smtp.heard[-1]["Subject"] == subject
        assert smtp.heard[-1]["Content-Language"] == language


# -- forgotten passwords


def test_a_forgotten_password_is_replaced_and_ends_all_sessions(client: TestClient[Any], smtp: MailServer) -> None:
    ada = confirmed(client, smtp)
    visitor = Browser(client)
    known = visitor.post("/account/forgot", {"email": ADA})
    unknown = visitor.post("/account/forgot", {"email": "nobody@example.org"})
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content) == (202, b"null")
    until(lambda: len(smtp.heard) == 2)
    secret = secret_of(smtp.texts()[-1], "reset")
    refused(visitor.post("/account/reset", {"secret": secret, "password": "short"}), 400, "bad_input")
    answer = visitor.post("/account/reset", {"secret": secret, "password": "battery staple"})
    assert answer.json()["account"] == "Ada"
    assert visitor.get("/account").json()["name"] == "Ada"
    refused(ada.get("/account"), 403, "forbidden")
    refused(Browser(client).post("/login", {"name": "Ada", "password": "correct horse"}), 403, "forbidden")
    assert Browser(client).post("/login", {"name": "Ada", "password": "battery staple"}).status_code == 200
    refused(visitor.post("/account/reset", {"secret": secret, "password": "a third horse"}), 403, "forbidden")


def test_who_is_banned_does_not_come_back_by_a_letter(client: TestClient[Any], site: Site, smtp: MailServer) -> None:
    confirmed(client, smtp)
    site.store.impose("a:1", "ban", "cheats", "a:0")
    Browser(client).post("/account/forgot", {"email": ADA})
    until(lambda: len(smtp.heard) == 2)
    wish = {"secret": secret_of(smtp.texts()[-1], "reset"), "password": "battery staple"}
    visitor = Browser(client)
    refused(visitor.post("/account/reset", wish), 403, "forbidden")
    refused(visitor.get("/account"), 403, "forbidden")
    refused(Browser(client).post("/login", {"name": "Ada", "password": "battery staple"}), 403, "forbidden")


def test_one_address_gets_few_such_letters(client: TestClient[Any], smtp: MailServer) -> None:
    confirmed(client, smtp)
    confirmed(client, smtp, "Ben", "ben@example.org")
    for _ in range(10):
        assert Browser(client).post("/account/forgot", {"email": ADA}).status_code == 202
    Browser(client).post("/account/forgot", {"email": "ben@example.org"})
    until(lambda: smtp.heard[-1]["To"] == "ben@example.org" and "#" in smtp.texts()[-1])
    until(lambda: len(smtp.heard) == 2 + 3 + 1)
    eve = account(client, "Eve")  # nor can an account be used to flood somebody
    wish = {"email": "victim@example.org", "password": "correct horse"}
    said = [eve.send("PUT", "/api/v1/account/email", wish).status_code for _ in range(5)]
    assert said == [200, 200, 200, 409, 409]
    mallory = account(client, "Mallory")  # nor many people, one after the other
    wish = {"password": "correct horse"}
    said = [
        mallory.send("PUT", "/api/v1/account/email", {**wish, "email": f"victim{number}@example.org"}).status_code
        for number in range(8)
    ]
    assert said == [200] * MOST_ADDRESSES + [409] * 2


def test_one_reader_asks_so_often(tmp_path: Path, smtp: MailServer) -> None:
    with served(tmp_path, base_url=BASE, mail=how(smtp)) as client:
        said = [Browser(client).post("/account/forgot", {"email": ADA}).status_code for _ in range(12)]
    assert said.count(202) == 10
    assert said[-1] == 429


# -- turns


def game_of(ada: Browser, client: TestClient[Any], **more: Any) -> tuple[Browser, str]:
    """A table where Ben moves first and Ada is asked after him."""
    ben = Browser(client)
    made = ben.create("me:Ben", "open", name="Friday", **more)
    game = made["table"]["id"]
    joined = ada.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ada"})
    assert joined.status_code == 200
    return ben, game


def test_a_turn_is_told_once(client: TestClient[Any], site: Site, smtp: MailServer) -> None:
    ada = account(client, "Ada")
    refused(ada.send("PUT", "/api/v1/account/notices", {"on": True}), 409, "not_now")
    ada = confirmed(client, smtp, "Adele")
    ben, game = game_of(ada, client)
    assert ben.act(game, PASS, 0, 0).status_code == 200  # she has not asked for letters yet
    assert ada.act(game, PASS, 1, 1).status_code == 200
    assert ada.send("PUT", "/api/v1/account/notices", {"on": True}).json()["notices"]
    assert ben.act(game, PASS, 0, 2).status_code == 200
    until(lambda: len(smtp.heard) == 2)
    letter = smtp.heard[1]
    assert letter["Subject"] == "Your turn: 1830 “Friday”"
    assert f"{BASE}/g/{game}" in smtp.texts()[1]
    ben.post(f"/games/{game}/chat", {"text": "a moment", "seat": 0})
    ben.post(f"/games/{game}/undo", {"seat": 0, "expected_version": 3})
    if ada.view(game)["version"] == 4:  # taken back and done again: the same turn
        ben.act(game, PASS, 0, 4)
    assert site.mail is not None
    site.mail.notices.look_at_all()
    version = ada.view(game)["version"]
    assert ada.act(game, {"type": "pass"}, 1, version).status_code == 200
    assert ben.act(game, PASS, 0, version + 1).status_code == 200
    until(lambda: len(smtp.heard) == 3)
    assert [letter["To"] for letter in smtp.heard] == [ADA] * 3
    # One click in a mail program, without cookies and with a form, ends it.
    off = str(letter["List-Unsubscribe"]).strip()[1:-1].removeprefix(BASE)
    page = client.get(off, headers={"accept": "text/html"})
    assert page.status_code == 200
    assert ada.get("/account").json()["notices"]  # looking at the page changes nothing
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post(off, content=b"List-Unsubscribe=One-Click", headers=form).status_code == 200
    assert not ada.get("/account").json()["notices"]
    refused(client.post(off[:-1] + "0", headers={"accept": "*/*"}), 403, "forbidden")


def test_whoever_moves_in_time_gets_no_letter(tmp_path: Path, smtp: MailServer) -> None:
    with running(tmp_path, smtp, notice_after=3.0) as (client, site):
        ada = confirmed(client, smtp)
        ada.send("PUT", "/api/v1/account/notices", {"on": True})
        ben, game = game_of(ada, client)
        assert ben.act(game, PASS, 0, 0).status_code == 200
        until(lambda: site.store.letters_waiting() == 1)
        assert ada.act(game, PASS, 1, 1).status_code == 200
        until(lambda: site.store.letters_waiting() == 0)
        assert len(smtp.heard) == 1


def test_a_restart_loses_no_letter_and_tells_of_what_it_missed(tmp_path: Path, smtp: MailServer) -> None:
    with running(tmp_path, smtp) as (client, site):
        ada = confirmed(client, smtp)
        ada.send("PUT", "/api/v1/account/notices", {"on": True})
        ben, game = game_of(ada, client)
        first = smtp.connections
        smtp.drop = "EHLO"  # the mail server is ill
        assert ben.act(game, PASS, 0, 0).status_code == 200
        until(lambda: smtp.connections > first)
    with served(tmp_path, base_url=BASE) as client:  # a server without mail goes on
        ben.client = ada.client = client
        assert ada.act(game, PASS, 1, 1).status_code == 200
        assert ben.act(game, PASS, 0, 2).status_code == 200
    smtp.drop = ""
    with running(tmp_path, smtp) as (client, site):
        until(lambda: len(smtp.heard) == 2)
        until(lambda: site.store.letters_waiting() == 0)  # that of the turn that is over is dropped
        assert smtp.heard[1]["Subject"] == "Your turn: 1830 “Friday”"
    assert len(smtp.heard) == 2


def test_two_processes_tell_of_a_turn_once(store: GamesStore) -> None:
    made = store.create_account("Ada", "hash")
    turn = AskedSeat(a_game(store), 1, made.id)

    def letter(key: str) -> NewLetter:
        return NewLetter(key, "turn", made.id, "", "", {}, 0, LATER)

    assert not store.tell_turn(turn, 5, letter("a"))  # he has not asked for it
    store.set_mail(made.id, email=ADA, notices=True, language="pl")
    assert store.tell_turn(turn, 5, letter("b"))
    assert not store.tell_turn(turn, 5, letter("c"))
    assert not store.tell_turn(turn, 4, letter("d"))
    assert store.tell_turn(turn, 6, letter("e"))
    assert [(one.key, one.email, one.language) for one in store.due_letters(10)] == [("b", ADA, "pl"), ("e", ADA, "pl")]
    one = store.due_letters(1)[0]
    assert store.begin_letter(one, 1)
    assert not store.begin_letter(one, 2)  # another process has seen the same row
    store.set_mail(made.id, notices=False, language="pl")
    assert store.letters_waiting() == 0


def a_game(store: GamesStore) -> str:
    return LiveGames(store).create(stellwerk.new("1830", ["Ada", "Ben"]))


def test_so_many_letters_wait(store: GamesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.store.mail.MOST_EACH", 2)
    made = store.create_account("Ada", "hash")
    said = [
        store.send_ticket(f"t{n}", NewLetter(f"k{n}", "reset", made.id, f"{n}@a.b", "en", {}, 0, LATER), 3)
        for n in range(3)
    ]
    assert said == [True, True, False]


# -- the postman


def post_office(store: GamesStore, smtp: MailServer, *kinds: str) -> Postman:
    made = store.create_account("Ada", "hash")
    for number, kind in enumerate(kinds):
        letter = NewLetter(f"k{number}", kind, made.id, ADA, "en", {}, 0, LATER)
        if kind == "turn":
            store.set_mail(made.id, email=ADA, notices=True, language="en")
            assert store.tell_turn(AskedSeat(a_game(store), 0, made.id), 1, letter)
        else:
            assert store.send_ticket(f"t{number}", letter, 10)
    return Postman(store, how(smtp, user="ada", password="secret"), written, pauses=(0.05,))


def written(letter: Letter) -> EmailMessage:
    return letters.letter("tables@example.org", letter.email, (letter.kind, letter.key), letter.key, "en")


def test_a_mail_server_that_fails_is_tried_again(tmp_path: Path, smtp: MailServer) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        postman = post_office(store, smtp, "confirm", "reset")
        smtp.drop = "EHLO"
        postman.begin()
        until(lambda: smtp.connections > 2)
        assert store.letters_waiting() == 2
        smtp.drop = "RCPT"
        until(lambda: any(one.tries for one in waiting(store)))
        smtp.drop = ""
        until(lambda: store.letters_waiting() == 0)
        assert sorted(letter["Message-ID"] for letter in smtp.heard) == ["<k0@example.org>", "<k1@example.org>"]
        assert smtp.logins
        postman.close()


def test_a_letter_that_is_refused_waits_or_goes(tmp_path: Path, smtp: MailServer) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        postman = post_office(store, smtp, "confirm", "reset", "reset")
        smtp.refuse["RCPT"] = [550, 451]
        postman.begin()
        [left] = until(lambda: one if len(one := waiting(store)) == 1 and one[0].tries else None)
        assert left.due > time.time() * 1000
        assert not left.begun
        assert len(smtp.heard) == 1
        postman.close()


def test_of_a_turn_there_are_never_two(tmp_path: Path, smtp: MailServer) -> None:
    """Where nobody knows whether it arrived, a letter about a turn is not sent again; one with a link is."""
    with SqliteStore(tmp_path / "games.db") as store:
        postman = post_office(store, smtp, "turn", "reset")
        smtp.drop = "END"
        postman.begin()
        until(lambda: all(one.kind == "reset" for one in waiting(store)) and store.letters_waiting() == 1)
        postman.close()
    with SqliteStore(tmp_path / "games.db") as store:
        smtp.drop = ""
        raw(store, "UPDATE letter SET due = 1, begun = 1")
        again = Postman(store, how(smtp), written, pauses=(0.05,))
        again.begin()
        until(lambda: store.letters_waiting() == 0)
        again.close()
    assert [letter["Message-ID"] for letter in smtp.heard] == ["<k1@example.org>"]


def test_a_letter_left_half_way_by_a_server_that_died(tmp_path: Path, smtp: MailServer) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        postman = post_office(store, smtp, "turn", "reset")
        for letter in store.due_letters(5):
            assert store.begin_letter(letter, 1)
        postman.begin()
        until(lambda: store.letters_waiting() == 0)
        postman.close()
    assert [letter["Message-ID"] for letter in smtp.heard] == ["<k1@example.org>"]


# -- settings


def test_settings_come_from_flags_the_environment_and_a_file(tmp_path: Path) -> None:
    assert read_mail(tmp_path, {}, {}) is None
    (tmp_path / "mail.toml").write_text('host = "a.example.org"\nsender = "a@example.org"\nport = 2525\n')
    found = read_mail(tmp_path, {}, {})
    assert found
    assert (found.host, found.port, found.security) == ("a.example.org", 2525, "starttls")
    (tmp_path / "password").write_text("hush\n")
    env = {
        "STELLWERK_SMTP_HOST": "b.example.org",
        "STELLWERK_SMTP_USER": "me",
        "STELLWERK_SMTP_PASSWORD_FILE": str(tmp_path / "password"),
        "STELLWERK_SMTP_PORT": "26",
    }
    found = read_mail(tmp_path, {"host": "c.example.org", "security": "ssl"}, env)
    assert found
    assert (found.host, found.port, found.security, found.user, found.password) == (
        "c.example.org",
        26,
        "ssl",
        "me",
        "hush",
    )
    assert "hush" not in repr(found)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"host": "a.b"}, "--mail-from"),
        ({"sender": "a@example.org"}, "without a host"),
        ({"host": "a.b", "sender": "nobody"}, "not an e-mail address"),
        ({"host": "a.b", "sender": "a@example.org", "port": "x"}, "port"),
        ({"host": "a.b", "sender": "a@example.org", "port": 70000}, "not a port"),
        ({"host": "a.b", "sender": "a@example.org", "security": "tls"}, "security"),
        ({"host": "a.b", "sender": "a@example.org", "user": "me"}, "no password"),
        ({"host": "a.b", "sender": "a@example.org", "password_file": "/nowhere"}, "cannot be read"),
        ({"host": "a.b", "sender": "a@example.org", "colour": "red"}, "colour"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, flags: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_mail(tmp_path, flags, {})
