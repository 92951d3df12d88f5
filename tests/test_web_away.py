"""A server whose database is away: it says so, loses nothing, and goes on by itself when the database is back."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.cli.main import main
from tests.postgres_support import running_cluster
from tests.web_support import Browser, refused, served, until

PAGE = {"accept": "text/html"}
PASS = {"type": "pass"}


def test_a_database_that_goes_away_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("stellwerk.store.postgres.driver.PATIENCE", 0.2)
    with (
        running_cluster() as cluster,
        cluster.fresh("stellwerk") as url,
        served(tmp_path, database=url, secret="long enough for this") as client,
    ):
        ada, stranger = Browser(client), Browser(client)
        game = ada.create("me:Ada", "me:Ben", "me:Cleo")["table"]["id"]
        assert ada.act(game, PASS, 0, 0).status_code == 200
        cluster.stop()
        for who in (ada, stranger):
            refused(who.get(f"/games/{game}"), 503, "busy")
            page = who.send("GET", f"/g/{game}", headers=PAGE)
            assert page.status_code == 503
            assert "text/html" in page.headers["content-type"]
            assert "the store cannot be used now" in page.text
        refused(ada.act(game, PASS, 1, 1), 503, "busy")
        refused(ada.post("/login", {"name": "Ada", "password": "a long password"}), 503, "busy")
        assert client.get("/health").status_code == 503
        assert "Traceback" not in caplog.text
        cluster.start()
        until(lambda: ada.get(f"/games/{game}").status_code == 200)
        until(lambda: ada.act(game, PASS, 1, 1).status_code == 200)
        assert ada.get(f"/games/{game}").json()["version"] == 2


@pytest.mark.parametrize("url", ["postgresql://somebody:hidden@127.0.0.1:1/games", "postgresql://x@h/games?nonsense=1"])
def test_a_server_does_not_start_without_its_database(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("psycopg", reason="NO POSTGRESQL: there is no driver")
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--database", url]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "hidden" not in said.err
