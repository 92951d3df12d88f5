"""Running a server: `stellwerk admin` and what it does to people and tables, seen by HTTP, on both kinds of store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.cli.main import main
from stellwerk.store import LiveGames, SqliteStore
from tests.web_support import Browser, Program, refused, served

PASS = {"type": "pass"}


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """Settings of a server, with one store or the other."""
    return {"database": request.getfixturevalue("postgres")} if request.param == "postgres" else {}


def admin(folder: Path, place: dict[str, Any], *words: str) -> int:
    """The command, beside the running server."""
    where = ["--database", place["database"]] if place else ["--data", str(folder)]
    return main(["admin", words[0], *where, *words[1:]])


def member(client: TestClient[Any], name: str) -> Browser:
    """Somebody with an account."""
    browser = Browser(client)
    assert browser.post("/accounts", {"name": name, "password": "long enough"}).status_code == 201
    return browser


def test_the_command_works_beside_a_running_server(
    tmp_path: Path, place: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path, **place) as client:
        ada, ben, clerk = member(client, "Ada"), member(client, "Ben"), member(client, "Clerk")
        made = ada.create("me:Ada", "open")
        game = made["table"]["id"]
        joined = ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"}).json()
        bens_secret = joined["secret"]

        assert admin(tmp_path, place, "mute", "ben", "--yes", "--reason", "shouts") == 0
        said = refused(ben.post(f"/games/{game}/chat", {"text": "hello"}), 403, "forbidden")
        assert "shouts" in said["text"]
        said = refused(Program(client, bens_secret).post(f"/games/{game}/chat", {"text": "hello"}), 403, "forbidden")
        assert admin(tmp_path, place, "unmute", "ben", "--yes") == 0
        assert ben.post(f"/games/{game}/chat", {"text": "hello"}).status_code == 201

        assert admin(tmp_path, place, "lock", game, "--yes", "--reason", "looked into") == 0
        said = refused(ada.act(game, PASS, 0, 0), 409, "locked")
        assert "looked into" in said["text"]
        assert ada.get(f"/games/{game}/options").json()["options"] == []
        page = ada.send("GET", f"/g/{game}", headers={"accept": "text/html"}).text
        assert "looked into" in page
        assert "Nothing is played at this table now" in page
        assert admin(tmp_path, place, "unlock", game, "--yes") == 0
        assert ada.act(game, PASS, 0, 0).status_code == 200

        assert admin(tmp_path, place, "ban", "Ben", "--yes", "--reason", "cheats") == 0
        refused(ben.act(game, PASS, 1, 1), 403, "forbidden")  # his session has ended
        refused(Program(client, bens_secret).act(game, PASS, 1, 1), 403, "forbidden")  # and his link with it
        said = refused(Browser(client).post("/login", {"name": "Ben", "password": "long enough"}), 403, "forbidden")
        assert "cheats" in said["text"]
        refused(Browser(client).post("/login", {"name": "Ben", "password": "a wrong one"}), 403, "forbidden")
        assert admin(tmp_path, place, "unban", "Ben", "--yes") == 0
        back = Browser(client)
        assert back.post("/login", {"name": "Ben", "password": "long enough"}).status_code == 200
        assert back.act(game, PASS, 1, 1).status_code == 200  # his seat was kept for him

        capsys.readouterr()
        assert admin(tmp_path, place, "export", "Ben") == 0
        data = json.loads(capsys.readouterr().out)
        assert [line["text"] for line in data["chat"]] == ["hello"]
        assert data["tables"][0]["moves"][0]["seat"] == 1
        file = tmp_path / "ben.json"
        assert admin(tmp_path, place, "export", "Ben", str(file)) == 0
        assert file.stat().st_mode & 0o777 == 0o600

        assert admin(tmp_path, place, "erase", "Ben", "--yes") == 0
        table = ada.get(f"/games/{game}").json()
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Player 2"]
        assert "Ben" not in ada.get(f"/games/{game}/chat").text
        assert ada.view(game)["ply"] == 2
        refused(back.act(game, PASS, 1, 2), 403, "forbidden")
        refused(Browser(client).post("/login", {"name": "Ben", "password": "long enough"}), 403, "forbidden")

        capsys.readouterr()
        assert admin(tmp_path, place, "list", "people") == 0
        said_ = capsys.readouterr().out
        assert "Ada" in said_
        assert "Ben" not in said_
        assert admin(tmp_path, place, "list", "games", "--like", "Ada", "--json") == 0
        assert [one["id"] for one in json.loads(capsys.readouterr().out)] == [game]
        assert admin(tmp_path, place, "show", game) == 0
        assert "a:1" in capsys.readouterr().out
        assert admin(tmp_path, place, "delete", game, "--yes") == 0
        refused(ada.get(f"/games/{game}"), 404, "unknown")
        assert admin(tmp_path, place, "delete", "Clerk", "--yes") == 0
        assert clerk.get("/session").json()["account"] == ""
        capsys.readouterr()
        assert admin(tmp_path, place, "audit", "--json") == 0
        log = json.loads(capsys.readouterr().out)
        assert [line["act"] for line in reversed(log)] == [
            *("mute", "unmute", "lock", "unlock", "ban", "unban", "export", "export", "erase", "delete", "delete")
        ]
        assert {line["actor"] for line in log} == {"command"}


def test_a_program_with_a_key_is_banned_too(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        robot = Program(client, "a key of my own, long enough")
        game = robot.create("me:Robot", "hotseat:Other")["table"]["id"]
        assert robot.get("/games").status_code == 200
        import hashlib
        import time

        person = "k:" + hashlib.sha256(robot.secret.encode()).hexdigest()[:24]
        assert admin(tmp_path, {}, "ban", person, "--yes") == 0
        end = time.monotonic() + 20
        while robot.get("/games").status_code != 403:  # within a second
            assert time.monotonic() < end
            time.sleep(0.05)
        refused(robot.act(game, PASS, 0, 0), 403, "forbidden")


def test_only_administrators_get_to_the_office(tmp_path: Path, place: dict[str, Any]) -> None:
    with served(tmp_path, **place) as client:
        boss, ada = member(client, "Boss"), member(client, "Ada")
        for path in ("/admin/people", "/admin/games", "/admin/audit", "/admin/show?whom=Ada"):
            refused(ada.get(path), 403, "forbidden")
            refused(Browser(client).get(path), 403, "forbidden")
            refused(Program(client, "a key of my own, long enough").get(path), 403, "forbidden")
        refused(ada.post("/admin/acts", {"act": "ban", "whom": "Boss"}), 403, "forbidden")
        refused(ada.post("/admin/export", {"act": "export", "whom": "Boss"}), 403, "forbidden")
        assert ada.send("GET", "/admin", headers={"accept": "text/html"}).status_code == 403
        assert admin(tmp_path, place, "grant", "Boss", "--yes") == 0
        assert [one["name"] for one in boss.get("/admin/people").json()] == ["Ada", "Boss"]
        csrf, boss.csrf = boss.csrf, "0" * 64
        refused(boss.post("/admin/acts", {"act": "ban", "whom": "Ada"}), 403, "forged")
        boss.csrf = csrf
        refused(boss.post("/admin/acts", {"act": "ban", "whom": "Boss"}), 400, "bad_input")
        refused(boss.post("/admin/acts", {"act": "hang", "whom": "Ada"}), 400, "bad_input")
        refused(boss.post("/admin/acts", {"act": "lock", "whom": "Ada"}), 400, "bad_input")
        refused(boss.post("/admin/acts", {"act": "ban", "whom": "Nobody"}), 400, "bad_input")
        game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
        assert boss.post("/admin/acts", {"act": "lock", "whom": game, "reason": "why"}).status_code == 200
        assert boss.get(f"/admin/show?whom={game}").json()["locked"] == "why"
        assert boss.post("/admin/export", {"act": "export", "whom": "Ada"}).json()["account"][0]["name"] == "Ada"
        page = boss.send("GET", "/admin", headers={"accept": "text/html"})
        assert page.status_code == 200
        assert game in page.text
        assert boss.post("/admin/acts", {"act": "ban", "whom": "Ada", "reason": "why"}).status_code == 200
        assert ada.get("/session").json()["account"] == ""
        assert [line["actor"] for line in boss.get("/admin/audit").json()] == ["a:1", "a:1", "a:1", "command"]
        assert admin(tmp_path, place, "revoke", "Boss", "--yes") == 0
        refused(boss.get("/admin/people"), 403, "forbidden")


def test_nothing_is_done_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as client:
        member(client, "Ada")
        assert admin(tmp_path, {}, "ban", "Ada") == 2
        assert "--yes" in capsys.readouterr().err
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("builtins.input", lambda prompt: "n")
        assert admin(tmp_path, {}, "erase", "Ada") == 1
        monkeypatch.setattr("builtins.input", lambda prompt: "y")
        assert admin(tmp_path, {}, "ban", "Ada") == 0
        for wrong in (["ban", "Nobody"], ["lock", "zzzzzzzzzz"], ["show", "a:99"], ["grant", "p:" + "0" * 24]):
            capsys.readouterr()
            assert admin(tmp_path, {}, *wrong, *([] if wrong[0] == "show" else ["--yes"])) == 2
            assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["admin"]) == 2
    assert main(["admin", "list", "people", "--data", str(tmp_path / "none")]) == 2
    assert main(["admin", "list", "people", "--database", "postgresql://127.0.0.1:1/none"]) == 2


def test_who_watches_hears_within_a_second_of_what_the_command_does(tmp_path: Path) -> None:
    """The command is another connection to the file than the server's, as from another process."""
    with SqliteStore(tmp_path / "stellwerk.sqlite") as store:
        game = LiveGames(store).create(stellwerk.new("1830", ["Ada", "Ben"]))
        store.look_after("mark", lambda: None)
        with store.subscribe(game, store.head(game).news) as watch:
            desk = store.head(game).arrangement
            assert admin(tmp_path, {}, "lock", game, "--yes") == 0
            news = watch.wait(60)
            assert news is not None
            assert news.arrangement == desk + 1
            assert admin(tmp_path, {}, "delete", game, "--yes") == 0
            news = watch.wait(60)
            assert news is not None
            assert news.gone


def test_an_administrator_finds_the_page_on_his_account(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        ada = member(client, "Ada")
        assert 'href="/admin"' not in ada.send("GET", "/account").text
        assert admin(tmp_path, {}, "grant", "Ada", "--yes") == 0
        assert 'href="/admin"' in ada.send("GET", "/account").text
