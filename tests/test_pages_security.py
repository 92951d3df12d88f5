"""What protects the players on the pages: forged requests, foreign tables and seats, odd addresses, script in texts.

The addresses are taken from the application itself, so that a new page is tried like all others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.testing import TestClient

from stellwerk.formats import load_file
from stellwerk.web.guard import CSP
from stellwerk.web.pages.routes import HANDLERS
from stellwerk.web.pages.static import digest
from tests.support import DATA
from tests.web_support import HOST, Browser, Json, served, wish

Client = TestClient[Any]
PAGE = {"accept": "text/html", "sec-fetch-mode": "navigate"}
EVIL = '"><img src=x onerror=a()>'  # short enough for a name
SCRIPT = "<script>alert(1)</script>'\"><svg onload=alert(1)><a href=javascript:alert(1)>x</a>{{7*7}}"
SEED = 987_654_321_123
SECRET_NAME = "A table nobody knows of"
RECORDED = DATA / "games" / "1830-2p-games18xx.json.gz"
# What some pieces need to be understood at all: a kind of decision in the position, more in the address.
KINDS = {"whynot": "track", "lays": "track", "lays/{hex_name}": "track", "slots": "token", "runs": "run", "own": "run"}
NEEDED = {
    "/g/{game_id}/receipt": "?name=score Ada",
    "/g/{game_id}/log": "?before=5",
    "/g/{game_id}/whynot": "?hex=E19",
    "/g/{game_id}/ahead": "?company=PRR",
}
BODIES: dict[str, Json] = {
    "/g/{game_id}/act": {"seat": 0, "expected_version": 0, "action": {"type": "pass"}},
    "/g/{game_id}/why": {"seat": 0, "action": {"type": "pass"}},
    "/g/{game_id}/undo": {"seat": 0, "expected_version": 0},
    "/g/{game_id}/undo/answer": {"seat": 0, "accept": True},
    "/g/{game_id}/redo": {"expected_version": 0},
    "/g/{game_id}/guide": {"on": True},
    "/g/{game_id}/study/go": {"node": 0, "expected_version": 0},
    "/g/{game_id}/study/write": {"do": "say", "node": 0, "text": "x"},
}


STREAM = "/g/{game_id}/live"


def paths(method: str) -> list[str]:
    """The addresses of a method, as `/g/{game_id}/now`; without the stream, which never ends (STREAM)."""
    found = []
    for handler in HANDLERS:
        if isinstance(handler, HTTPRouteHandler) and method in handler.http_methods:
            found += [re.sub(r":\w+}", "}", path) for path in handler.paths]
    return sorted(path for path in found if path != STREAM)


def of_tables(method: str) -> list[str]:
    return [path for path in paths(method) if path.startswith("/g/{game_id}")]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server"), writes_per_minute=0) as made:
        yield made


@pytest.fixture
def ada(client: Client) -> Browser:
    return Browser(client)


def read(browser: Browser, path: str, **headers: str) -> httpx.Response:
    """Open a page as a browser does, and keep its token."""
    answer = browser.send("GET", path, headers={**PAGE, **headers})
    token = re.search(r'name="csrf" content="([0-9a-f]+)"', answer.text)
    if token:
        browser.csrf = token[1]
    return answer


def address(path: str, game: str) -> str:
    return path.replace("{game_id}", game).replace("{hex_name}", "E19") + NEEDED.get(path, "")


@pytest.fixture(autouse=True)
def quick_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice without seconds of thought."""
    monkeypatch.setattr("stellwerk.web.advice.adviser", lambda title, bot="": "random")


@cache
def position(path: str) -> Json:
    """A kept game of Ada and Ben, cut where the piece at an address has something to show."""
    kind = KINDS.get(path.removeprefix("/g/{game_id}/"), "stock")
    game = load_file(RECORDED).game
    ply = (
        game.ply
        if path.endswith("/result") or "/report" in path
        else next(ply for ply in range(250, len(game)) if getattr(game.at(ply).decision(), "kind", "") == kind)
    )
    cut: Json = json.loads(game.at(ply).transcript().encode())
    return cut


class Reading(HTMLParser):
    """Everything in a page that a browser would run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.dangers: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        if tag == "script" and not (given.get("src") or "").startswith("/static/"):
            self.dangers.append(f"<script {given}>")
        if tag in ("iframe", "object", "embed", "base", "style"):
            self.dangers.append(f"<{tag}>")
        for name, value in attrs:
            plain = re.sub(r"[\s\0]", "", (value or "").lower())
            if name.startswith("on") or name == "style" or plain.startswith(("javascript:", "vbscript:")):
                self.dangers.append(f"<{tag} {name}={value!r}>")
            if name in ("src", "href", "action") and re.match(r"(\w+:)?//", plain):
                self.dangers.append(f"<{tag} {name}={value!r}> leads away")


def inert(answer: httpx.Response) -> None:
    """Nothing in a page is run but our own scripts, even without the policy that forbids it.

    A file to be kept, such as a report that is ready in time, has its style in it.
    """
    kept = answer.headers.get("content-disposition", "").startswith("attachment")
    dangers = [found for found in Reading(answer.text).dangers if not (kept and found == "<style>")]
    assert dangers == [], answer.request.url


def without_token(answer: httpx.Response) -> str:
    return re.sub(r"[?&](amp;)?seat=\d+", "", re.sub(r'name="csrf" content="\w*"', "", answer.text))


def table(ada: Browser, *seats: str, **more: Any) -> tuple[Json, str]:
    made = ada.create(*(seats or ("me:Ada", "hotseat:Ben")), **more)
    return made, made["table"]["id"]


def every_page(game: str) -> list[str]:
    """All pages and pieces that can be read, with all views of a table."""
    fixed = {"{game_id}": game, "{hex_name}": "E19", "{title}": "1830", "{version}": digest(), "{name}": "base.css"}
    found = []
    for path in paths("GET"):
        place = path + NEEDED.get(path, "")
        for hole, value in fixed.items():
            place = place.replace(hole, value)
        found.append(place)
    return found


def tabs_of(answer: httpx.Response) -> list[str]:
    return sorted(set(re.findall(r'data-tab="([a-z_]+)"', answer.text)))


# -- headers and content of every page


def test_every_answer_has_the_strict_policy_and_nothing_inline(ada: Browser) -> None:
    _, game = table(ada)
    places = [*every_page(game), "/nowhere", "/g/2222222222", "/titles/none/rules", f"/g/{game}?ply=x", "/join/x"]
    places += [f"/g/{game}?tab={tab}" for tab in tabs_of(read(ada, f"/g/{game}"))]
    assert len(places) > 15
    for place in places:
        answer = read(ada, place)
        assert answer.status_code < 500, place
        headers = answer.headers
        assert headers["content-security-policy"] == CSP
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        if headers["content-type"].startswith("text/html"):
            assert headers["cache-control"] == "no-store", place
            inert(answer)
    assert "unsafe" not in CSP
    assert "script-src 'self'" in CSP


def test_cookies_of_the_pages(client: Client) -> None:
    answer = Browser(client).send("GET", "/?lang=de&theme=dark", headers=PAGE)
    cookies = {header.split("=")[0]: header.lower() for header in answer.headers.get_list("set-cookie")}
    assert set(cookies) == {"lang", "theme"}  # who has done nothing needs no session
    made = Browser(client).post("/games", wish("me", "bot"))
    cookies["stellwerk"] = made.headers["set-cookie"].lower()
    assert "httponly" in cookies["stellwerk"]
    for cookie in cookies.values():
        assert "samesite=lax" in cookie
        assert "domain=" not in cookie
    static = client.get(f"/static/{digest()}/base.css")
    assert "set-cookie" not in static.headers


def test_over_https_all_cookies_of_a_page_insist_on_it(tmp_path: Path) -> None:
    with served(tmp_path, base_url="https://games.example.org") as client:
        headers = {"host": "games.example.org"}
        answer = client.post("/api/v1/games", json=wish("me", "bot"), headers=headers)
        session = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("__Host-stellwerk="))
        assert "; Secure" in session


# -- forged requests, sessions


@pytest.mark.parametrize("path", of_tables("POST"))
def test_a_forged_post_is_refused_and_changes_nothing(ada: Browser, path: str) -> None:
    _, game = table(ada)
    ada.act(game, {"type": "pass"}, 0, 0)
    body = {**BODIES.get(path, {}), "expected_version": 1} if "expected_version" in BODIES.get(path, {}) else {}
    body = body or BODIES.get(path, {})
    place = address(path, game)
    before = ada.get(f"/games/{game}").json()
    for headers in (
        {"x-csrf-token": ""},
        {"x-csrf-token": "0" * 64},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        answer = ada.send("POST", place, body, headers=headers)
        assert answer.status_code == 403, (place, headers)
    form = ada.send("POST", place, data={"seat": "0"})  # what a plain form of another page could send
    assert form.status_code == 415
    after = ada.get(f"/games/{game}").json()
    assert after == before


def test_a_get_changes_nothing(ada: Browser) -> None:
    _, game = table(ada, "me:Ada", "bot:", undo="off")
    made, other = table(ada)
    before = ada.get(f"/games/{other}").json()
    for place in every_page(other):
        read(ada, place)
    assert ada.get(f"/games/{other}").json() == before
    assert made["table"]["version"] == before["version"]
    assert game != other


def test_a_planted_session_id_is_not_taken_by_a_page(client: Client) -> None:
    planted = "i-chose-this-id-myself-0000000"
    victim = Browser(client)
    victim.cookies = {"stellwerk": planted}
    read(victim, "/")
    victim.create("me", "bot")
    assert victim.cookies["stellwerk"] != planted
    assert len(victim.cookies["stellwerk"]) >= 24


def test_a_session_planted_before_joining_by_the_page_is_worth_nothing(client: Client, ada: Browser) -> None:
    made, game = table(ada, "me:Ada", "open")
    attacker, victim = Browser(client), Browser(client)
    attacker.create("me", "bot")
    victim.cookies, victim.csrf = dict(attacker.cookies), attacker.csrf
    assert read(victim, f"/join/{game}").status_code == 200
    joined = victim.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Vera"})
    assert joined.status_code == 200
    assert victim.cookies["stellwerk"] != attacker.cookies["stellwerk"]
    assert read(attacker, f"/g/{game}").status_code == 403
    assert read(victim, f"/g/{game}").status_code == 200


def test_an_ended_session_reads_nothing_any_more(client: Client, ada: Browser) -> None:
    _, game = table(ada)
    old = dict(ada.cookies)
    assert ada.post("/logout").status_code == 204
    late = Browser(client)
    late.cookies = old
    assert read(late, f"/g/{game}").status_code == 403


# -- other people's tables and seats


@pytest.mark.parametrize("path", of_tables("GET"))
def test_a_stranger_reads_no_piece_of_a_table(client: Client, ada: Browser, path: str) -> None:
    game = ada.post("/import", {"file": position(path), "name": SECRET_NAME}).json()["table"]["id"]
    place = address(path, game)
    own = read(ada, place)
    assert own.status_code == 200, f"the address is not understood, so this test would show nothing: {own.text}"
    stranger = Browser(client)
    for headers in ({}, {"authorization": "Bearer a long key that is nobody's"}):
        answer = read(stranger, place, **headers)
        assert answer.status_code == 403, place
        assert SECRET_NAME not in answer.text
        assert "Ben" not in answer.text
    assert read(stranger, address(path, "2222222222")).status_code == 404


def test_a_stream_is_refused_before_it_begins(client: Client, two: tuple[Browser, Browser, str]) -> None:
    _, ben, game = two
    stranger = Browser(client)
    assert read(stranger, address(STREAM, game)).status_code == 403
    assert read(stranger, address(STREAM, "2222222222")).status_code == 404
    assert read(ben, f"{address(STREAM, game)}?seat=0").status_code == 403


@pytest.mark.parametrize("path", of_tables("POST"))
def test_a_stranger_posts_to_no_table(client: Client, ada: Browser, path: str) -> None:
    _, game = table(ada, "me:Adalbertine", "hotseat:Ben", spectators=False)
    stranger = Browser(client)
    read(stranger, "/")
    answer = stranger.send("POST", address(path, game), BODIES.get(path, {}))
    assert answer.status_code == 403, answer.text
    assert "Adalbertine" not in answer.text
    assert ada.view(game)["version"] == 0


@pytest.fixture
def two(client: Client, ada: Browser) -> tuple[Browser, Browser, str]:
    """Ada in seat 0, Ben in seat 1."""
    made, game = table(ada, "me:Ada", "open", seed=SEED)
    ben = Browser(client)
    joined = ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
    assert joined.status_code == 200
    return ada, ben, game


def test_nobody_acts_for_a_foreign_seat(two: tuple[Browser, Browser, str]) -> None:
    ada, ben, game = two
    for path in ("/g/{game_id}/act", "/g/{game_id}/undo"):
        answer = ben.send("POST", address(path, game), BODIES[path])
        assert answer.status_code == 403, path
    assert ada.view(game)["version"] == 0
    assert ada.send("POST", f"/g/{game}/act", BODIES["/g/{game_id}/act"]).status_code == 200
    asked = ben.send("POST", f"/g/{game}/undo/answer", {"seat": 0, "accept": True})
    assert asked.status_code in (403, 409)


@pytest.mark.parametrize("path", of_tables("GET"))
def test_nobody_looks_through_foreign_eyes(two: tuple[Browser, Browser, str], path: str) -> None:
    ada, ben, _ = two
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ada.post("/import", {"file": position(path), "seats": seats}).json()
    game = made["table"]["id"]
    secret = made["secrets"][1]["secret"]
    assert ben.post(f"/games/{game}/join", {"secret": secret, "name": "Ben"}).status_code == 200
    place = address(path, game)
    mark = "&" if "?" in place else "?"
    answer = read(ben, f"{place}{mark}seat=0")
    if answer.status_code == 200:  # the piece is the same for everybody and takes no seat
        assert without_token(answer) == without_token(read(ben, place))
    else:
        assert answer.status_code == 403, answer.text
    assert read(ben, f"{place}{mark}seat=99").status_code in (200, 400, 403)
    assert read(ben, f"{place}{mark}seat=1").status_code in (200, 404)  # 404: nothing is asked of him there


def test_no_secret_and_no_seed_is_in_any_page(client: Client, ada: Browser) -> None:
    made, game = table(ada, "me:Ada", "open", "open", seed=SEED)
    ben = Browser(client)
    joined = ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"}).json()
    secrets = [entry["secret"] for entry in made["secrets"]] + [made["creator_secret"], made["watch_secret"]]
    secrets += [joined["secret"], *ada.cookies.values(), *ben.cookies.values(), str(SEED)]
    for reader in (ada, ben):
        for place in [*every_page(game), *(f"/g/{game}?tab={tab}" for tab in tabs_of(read(reader, f"/g/{game}")))]:
            text = read(reader, place).text
            assert not [secret for secret in secrets if secret in text], place
    assert ada.csrf not in read(ben, f"/g/{game}").text


def test_a_spectator_without_the_link_is_shut_out_and_with_it_cannot_act(client: Client, ada: Browser) -> None:
    made, game = table(ada)
    watcher = Browser(client)
    assert read(watcher, f"/g/{game}").status_code == 403
    assert watcher.post(f"/games/{game}/watch", {"secret": made["watch_secret"]}).status_code == 200
    page = read(watcher, f"/g/{game}")
    assert page.status_code == 200
    assert 'data-yours="no"' in page.text
    assert watcher.send("POST", f"/g/{game}/act", BODIES["/g/{game_id}/act"]).status_code == 403


# -- sizes and addresses


@pytest.mark.parametrize("path", of_tables("POST"))
def test_oversized_bodies_are_refused(ada: Browser, path: str) -> None:
    _, game = table(ada)
    large = b'{"seat": 0, "x": "' + b"x" * 70_000 + b'"}'
    answer = ada.send("POST", address(path, game), content=large, headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2f..%2fetc/passwd",
        "/static/x/..%2f..%2fstatic.py",
        "/static/x/%2e%2e/%2e%2e/static.py",
        "/static/x/../../static.py",
        "/static/x//etc/passwd",
        "/static/x/%2fetc%2fpasswd",
        "/static/x/..%5c..%5cstatic.py",
        "/static/x/base.css%00.js",
        "/static/x/%252e%252e/static.py",
        "/titles/..%2f..%2fetc/rules",
        "/titles/%2e%2e/rules",
        "/titles/1830%2f../rules",
        "/g/..%2f..%2fetc%2fpasswd",
        "/g/%00",
        "/g/%3Cscript%3Ealert(1)%3C%2fscript%3E",
        "/join/%3Cscript%3E",
        "/%3Cscript%3Ealert(1)%3C/script%3E",
        "/..%2f..%2fetc/passwd",
        "/g/" + "x" * 3000,
    ],
)
def test_odd_addresses_lead_nowhere(ada: Browser, path: str) -> None:
    answer = read(ada, path)
    assert answer.status_code in (200, 400, 404), path
    assert "root:" not in answer.text
    assert "Traceback" not in answer.text
    assert "import annotations" not in answer.text
    inert(answer)
    if not path.startswith("/join"):  # that page asks for the secret first, whatever the table
        assert answer.status_code != 200


@pytest.mark.parametrize("query", ["?lang=<script>", "?theme=%22%3E%3Cscript%3E", "?tab=%22onx=", "?ply=%3Cscript%3E"])
def test_odd_wishes_are_ignored_or_refused(ada: Browser, query: str) -> None:
    _, game = table(ada)
    answer = read(ada, f"/g/{game}{query}")
    assert answer.status_code in (200, 400)
    inert(answer)


def test_no_page_leads_away(ada: Browser) -> None:
    for query in ("?next=https://evil.example", "?to=//evil.example", "?lang=//evil.example"):
        answer = read(ada, f"/{query}")
        assert answer.status_code == 200
        inert(answer)


def test_pages_answer_to_local_names_only(ada: Browser) -> None:
    answer = ada.send("GET", "/", headers={**PAGE, "host": "evil.example"})
    assert answer.status_code == 400
    assert ada.send("GET", "/", headers={**PAGE, "host": HOST}).status_code == 200


# -- script in texts


def test_script_in_names_chat_and_table_is_text(client: Client, ada: Browser) -> None:
    made, game = table(ada, f"me:{EVIL}", "open", name=EVIL)
    ben = Browser(client)
    body = {"secret": made["secrets"][1]["secret"], "name": "<script>a()</script>"}
    assert ben.post(f"/games/{game}/join", body).status_code == 200
    assert ben.post(f"/games/{game}/chat", {"text": SCRIPT, "seat": 1}).status_code == 201
    assert ada.act(game, {"type": "pass"}, 0, 0).status_code == 200
    places = [f"/g/{game}/receipt?name=score {EVIL}", *every_page(game)]
    places += [f"/g/{game}?tab={tab}" for tab in tabs_of(read(ben, f"/g/{game}"))]
    shown = 0
    for place in places:
        for reader in (ada, ben):
            answer = read(reader, place)
            assert answer.status_code < 500, place
            if answer.headers["content-type"].startswith("text/html"):
                inert(answer)
            assert "49{{" not in answer.text
            shown += "&lt;script&gt;a()&lt;/script&gt;" in answer.text
    assert shown > 3  # the names are there, as text


def test_script_in_an_imported_file_is_text(ada: Browser) -> None:
    _, game = table(ada, f"me:{EVIL}", "hotseat:<b>Ben</b>")
    ada.act(game, {"type": "pass"}, 0, 0)
    file = ada.get(f"/games/{game}/export").json()
    file["players"] = [SCRIPT[:39], "<b>Ben</b>"]
    brought = ada.post("/import", {"file": file, "name": EVIL})
    if brought.status_code == 201:
        for place in every_page(brought.json()["table"]["id"]):
            answer = read(ada, place)
            assert answer.status_code < 500
            if answer.headers["content-type"].startswith("text/html"):
                inert(answer)
    else:
        assert brought.status_code == 400
    wrong = {**file, "title": SCRIPT}
    refusal = ada.post("/import", {"file": wrong})
    assert refusal.status_code == 400
    assert refusal.headers["content-type"].startswith("application/json")


def test_a_refusal_on_the_page_escapes_what_was_sent(ada: Browser) -> None:
    _, game = table(ada)
    for action in (
        {"type": "bid", "private": SCRIPT, "amount": 5},
        {"type": SCRIPT},
        {"type": "bid", "private": "SV", "amount": SCRIPT},
    ):
        for piece in ("act", "why"):
            body: Json = {"seat": 0, "action": action}
            if piece == "act":
                body["expected_version"] = 0
            answer = ada.send("POST", f"/g/{game}/{piece}", body, headers=PAGE)
            assert 200 <= answer.status_code < 500
            if answer.headers["content-type"].startswith("text/html"):
                inert(answer)


def test_names_are_limited(ada: Browser) -> None:
    assert ada.post("/games", wish(f"me:{'x' * 41}", "bot")).status_code == 400
