"""What protects the server and its players: headers, forged requests, sessions, sizes, rates, odd input."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.core import BadInput
from stellwerk.web.guard import NEW_TABLE
from stellwerk.web.heads import host_of
from stellwerk.web.people import clean_name
from stellwerk.web.settings import Settings, check_base_url, data_folder, find_secret, is_local, read_secret
from stellwerk.web.shares import Bucket
from tests.web_support import HOST, Browser, refused, served, wish

Client = TestClient[Any]
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server"), most_import=200_000) as made:
        yield made


@pytest.fixture
def ada(client: Client) -> Browser:
    return Browser(client)


def test_every_answer_carries_the_security_headers(client: Client, ada: Browser) -> None:
    game = ada.create("me", "bot")["table"]["id"]
    for path in (
        "/",
        "/api/docs",
        "/api/docs/openapi.json",
        "/nowhere",
        f"/api/v1/games/{game}/view",
        "/api/v1/games/x",
    ):
        headers = ada.send("GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        if path.startswith("/api/"):
            assert headers["cache-control"] == "no-store"


def test_the_docs_need_nothing_from_the_network(client: Client) -> None:
    page = client.get("/api/docs").text
    assert "http://" not in page + client.get("/").text
    assert "https://" not in page + client.get("/").text
    assert "<script" not in page
    assert "POST /api/v1/games/{game_id}/actions" in page
    paths = client.get("/api/docs/openapi.json").json()["paths"]
    assert "/api/v1/games/{game_id}/events" in paths
    assert "422" in paths["/api/v1/games/{game_id}/actions"]["post"]["responses"]


def test_cookies_are_for_http_and_this_site_only(ada: Browser) -> None:
    cookie = ada.post("/games", wish("me", "bot")).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie


def test_over_https_the_cookie_insists_on_it(tmp_path: Path) -> None:
    with served(tmp_path, base_url="https://games.example.org") as client:
        answer = client.post("/api/v1/games", json=wish("me", "open"), headers={"host": "games.example.org"})
        assert answer.headers["set-cookie"].startswith("__Host-stellwerk=")
        assert "; Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers
        assert answer.json()["secrets"][1]["link"].startswith("https://games.example.org/join/")


def test_a_write_with_the_cookie_needs_the_token_of_the_session(ada: Browser, client: Client) -> None:
    game = ada.create("me", "hotseat")["table"]["id"]
    body = {"seat": 0, "expected_version": 0, "action": {"type": "pass"}}
    path = f"/games/{game}/actions"
    for token in ("", "wrong", "ü".encode("latin-1").decode("latin-1")):
        refused(ada.post(path, body, headers={"x-csrf-token": token.encode("latin-1")}), 403, "forged")
    other = Browser(client)
    other.create("me", "bot")
    refused(ada.post(path, body, headers={"x-csrf-token": other.csrf}), 403, "forged")
    assert ada.get("/session").json()["csrf"] == ada.csrf
    assert ada.post(path, body).status_code == 200


def test_a_write_from_another_site_is_refused(ada: Browser) -> None:
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        refused(ada.post("/games", wish("me", "bot"), headers=headers), 403, "forged")
    assert ada.post("/games", wish("me", "bot"), headers={"origin": f"http://{HOST}"}).status_code == 201


def test_a_form_of_another_site_cannot_write(client: Client) -> None:
    plain = client.post("/api/v1/games", content=b"{}", headers={"content-type": "text/plain"})
    refused(plain, 415, "bad_input")
    refused(client.post("/api/v1/games", data={"title": "1830"}), 415, "bad_input")


def test_a_planted_session_is_worth_nothing_after_the_join(client: Client, ada: Browser) -> None:
    """Session fixation: the attacker's cookie is in the victim's browser when he joins."""
    attacker = Browser(client)
    attacker.create("me:Mallory", "bot")
    made = ada.create("me:Ada", "open")
    game = made["table"]["id"]
    victim = Browser(client)
    victim.cookies, victim.csrf = dict(attacker.cookies), attacker.csrf
    planted = dict(attacker.cookies)
    assert victim.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "V"}).status_code == 200
    assert victim.cookies != planted
    refused(attacker.get(f"/games/{game}/view"), 403, "forbidden")
    assert victim.view(game)["seat"] == 1


def test_a_new_table_keeps_the_session_of_other_tabs(ada: Browser) -> None:
    game = ada.create("me:Ada", "bot")["table"]["id"]
    before = (dict(ada.cookies), ada.csrf)
    ada.create("me:Ada", "bot")
    assert (ada.cookies, ada.csrf) == before
    assert ada.view(game)["seat"] == 0


def test_an_invented_session_id_is_never_taken(ada: Browser) -> None:
    ada.cookies = {"stellwerk": "i-chose-this-id-myself-0000000"}
    ada.create("me", "bot")
    assert ada.cookies["stellwerk"] != "i-chose-this-id-myself-0000000"


def test_a_local_server_answers_to_local_names_only(client: Client, ada: Browser) -> None:
    for host in ("evil.example", "", "localhost.evil.example", "[::1", "a@localhost", "localhost/x"):
        refused(ada.get("/titles", headers={"host": host}), 400, "wrong_host")
    for host in ("localhost:1830", "127.0.0.1", "[::1]:80"):
        assert ada.get("/titles", headers={"host": host}).status_code == 200
    assert host_of("[::1") == ""


def test_oversized_bodies_are_refused(ada: Browser) -> None:
    large = b'{"title": "' + b"x" * 70_000 + b'"}'
    refused(ada.send("POST", "/api/v1/games", content=large, headers=JSON), 413, "too_large")
    refused(ada.send("POST", "/api/v1/import", content=b"x" * 200_001, headers=JSON), 413, "too_large")

    def pieces() -> Iterator[bytes]:
        for _ in range(80):
            yield b"x" * 1000

    refused(ada.send("POST", "/api/v1/games", content=pieces(), headers=JSON), 413, "too_large")


@pytest.mark.parametrize(
    "body", [b"{", b"", b"nonsense", b"\xff\xfe", b"[" * 50_000, b'{"a":' * 9000, b"null", b"1e999"]
)
def test_bad_json_is_a_bad_request(ada: Browser, body: bytes) -> None:
    refused(ada.send("POST", "/api/v1/games", content=body, headers=JSON), 400, "bad_input")


def test_unknown_addresses_and_methods(ada: Browser) -> None:
    refused(ada.get("/nothing"), 404, "unknown")
    refused(ada.send("DELETE", "/api/v1/titles"), 405, "method_not_allowed")
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/..%2f..%2fetc/passwd",
        "/api/v1/titles/..%2f",
    ):
        assert ada.send("GET", path).status_code == 404, path


def test_a_bad_authorization_header_is_a_bad_request(client: Client) -> None:
    for value in ("Basic abc", "Bearer", "Bearer ", "Bearer " + "x" * 300):
        refused(client.get("/api/v1/games", headers={"authorization": value}), 400, "bad_input")


def test_writes_are_limited_by_rate(tmp_path: Path) -> None:
    with served(tmp_path, writes_per_minute=3 + NEW_TABLE, logins_per_minute=2) as client:
        ada = Browser(client)
        login = {"name": "Nobody", "password": "nothing at all"}
        assert [ada.post("/login", login).status_code for _ in range(3)] == [403, 403, 429]
        ada.create("me", "bot")
        answer = ada.post("/games", wish("me", "bot"))
        refused(answer, 429, "too_many")
        assert int(answer.headers["retry-after"]) >= 1
        assert ada.get("/games").status_code == 200


def test_unused_requests_come_back_with_time() -> None:
    now = 0.0
    bucket = Bucket(60, lambda: now)
    assert [bucket.take("a") > 0 for _ in range(61)] == [False] * 60 + [True]
    assert bucket.take("b") == 0
    now = 1.0
    assert bucket.take("a") == 0
    assert bucket.take("a") == pytest.approx(1.0)


def test_a_fault_of_ours_is_logged_and_not_told(
    client: Client, ada: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("the inner workings")

    monkeypatch.setattr("stellwerk.web.tables.Tables.mine", broken)
    with caplog.at_level(logging.ERROR):
        answer = ada.get("/games")
    assert "inner workings" not in str(refused(answer, 500, "server"))
    assert "inner workings" in caplog.text


def test_secrets_are_not_in_the_files(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        ada = Browser(client)
        made = ada.create("me:Ada", "open")
        secrets = [entry["secret"] for entry in made["secrets"]]
        secrets += [made["creator_secret"], made["watch_secret"], *ada.cookies.values()]
        ada.post("/accounts", {"name": "Ada", "password": "correct horse"})
    for path in tmp_path.rglob("*"):
        if path.is_file():
            content = path.name.encode() + path.read_bytes()
            for secret in [*secrets, "correct horse"]:
                assert secret.encode() not in content, path


def test_names_lose_what_could_deceive() -> None:
    assert clean_name("  A\tda\u202e \u0000L.  ") == "A da L."
    assert clean_name("Zoë") == "Zoë"
    for bad in ("", " ", "\u200f\u202d", "\x00", "x" * 41):
        with pytest.raises(BadInput):
            clean_name(bad)


def test_a_public_address_needs_a_secret(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="give a --secret"):
        find_secret(tmp_path, "", "0.0.0.0")
    local = find_secret(tmp_path, "", "127.0.0.1")
    assert find_secret(tmp_path, "", "127.0.0.1") == local
    with pytest.raises(BadInput, match="give a --secret"):
        find_secret(tmp_path, "", "0.0.0.0")
    with pytest.raises(BadInput, match="shorter"):
        find_secret(tmp_path, "short", "0.0.0.0")
    assert find_secret(tmp_path, "long enough for this", "0.0.0.0") == "long enough for this"
    assert find_secret(tmp_path, "", "0.0.0.0") == "long enough for this"
    (tmp_path / "kept").write_text("from a file of one's own\n")
    assert read_secret(str(tmp_path / "kept")) == "from a file of one's own"
    assert read_secret("") == ""
    with pytest.raises(BadInput, match="nowhere: No such file"):
        read_secret(str(tmp_path / "nowhere"))
    assert is_local("127.0.0.1")
    assert is_local("::1")
    assert not is_local("192.168.1.5")
    assert not is_local("127.evil.example")


def test_data_lie_where_the_system_wants_them() -> None:
    home = Path("/home/ada")
    assert data_folder("linux", {}, home) == home / ".local/share/stellwerk"
    assert data_folder("linux", {"XDG_DATA_HOME": "/data"}, home) == Path("/data/stellwerk")
    assert data_folder("linux", {"XDG_DATA_HOME": "relative"}, home) == home / ".local/share/stellwerk"
    assert data_folder("darwin", {}, home) == home / "Library/Application Support/Stellwerk"
    assert data_folder("win32", {"APPDATA": "C:/Users/ada/Roaming"}, home) == Path("C:/Users/ada/Roaming/Stellwerk")
    assert data_folder("win32", {}, home) == home / "AppData/Roaming/Stellwerk"


def test_base_urls(tmp_path: Path) -> None:
    assert check_base_url("https://games.example.org/") == "https://games.example.org"
    for bad in ("games.example.org", "ftp://x", "https://x/y", "https://x?y", "https://"):
        with pytest.raises(BadInput):
            check_base_url(bad)
    assert Settings(tmp_path, public=True).hosts == frozenset()
    assert Settings(tmp_path, public=True, base_url="https://a.example").hosts == {"a.example"}


def test_passwords_are_tried_so_often_at_all_servers_together(tmp_path: Path, postgres: str) -> None:
    settings: dict[str, Any] = {"database": postgres, "logins_per_minute": 2}
    wrong = {"name": "Nobody", "password": "not this one"}
    with served(tmp_path / "1", **settings) as one, served(tmp_path / "2", **settings) as other:
        began = time.monotonic()
        answers = [Browser((one, other)[number % 2]).post("/login", wrong).status_code for number in range(8)]
        assert set(answers) <= {403, 429}
        assert answers.count(403) <= 2 + (time.monotonic() - began) * 2 / 60 + 1
        assert answers.count(429) > 0
