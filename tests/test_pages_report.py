"""The page of a report: of every title and language, kept with the game, for nobody who may not know what is in it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from stellwerk.core import BadInput
from stellwerk.i18n import LANGUAGES
from stellwerk.report import report
from stellwerk.report.packing import pack, unpack
from stellwerk.web import foreign_worker, reports
from stellwerk.web.errors import BadRequest, Busy, TooMany
from stellwerk.web.foreign import Foreign
from stellwerk.web.games import OpenGames
from stellwerk.web.people import Who
from stellwerk.web.reports import ReportDesk, made_of
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import ME, bring, opened
from tests.test_pages_result import GAMES, IDS, ONE_EACH, brought
from tests.web_support import Browser, refused, served, until

Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("report")) as client:
        yield client


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opened(tmp_path) as site:
        yield site


def ready(browser: Browser, game: str) -> None:
    """Wait until the report of a game is made."""
    until(lambda: browser.send("GET", f"/g/{game}/report/progress").json()["ready"])


def opened_game(site: Site, name: str, ply: int | None = None) -> tuple[Any, Any]:
    game = kept_game(name)
    game_id = bring(site, game if ply is None else game.at(ply))
    return site.games.open(game_id, ME)


@pytest.mark.parametrize("file", GAMES, ids=IDS)
def test_a_report_is_the_same_after_it_was_packed(file: Path) -> None:
    found = report(kept_game(file))
    assert unpack(pack(found)) == found


def test_a_damaged_report_is_refused_in_one_line() -> None:
    body = pack(report(kept_game("18te-2p")))
    for broken in (b"", body[:-20], b"none", body[:30] + b"xx" + body[32:]):
        with pytest.raises(BadInput, match="the report that is kept is"):
            unpack(broken)


@pytest.mark.parametrize("name", ONE_EACH)
def test_the_page_in_each_language(client: Client, name: str) -> None:
    ada = Browser(client)
    game = brought(ada, name)["table"]["id"]
    assert f'href="/g/{game}/report"' in ada.send("GET", f"/g/{game}").text  # from the panel of the end
    assert f'href="/g/{game}/report"' in ada.send("GET", f"/g/{game}/menu").text
    assert f'href="/g/{game}/report"' in ada.send("GET", f"/g/{game}/result").text
    assert "data-report-wait" in ada.send("GET", f"/g/{game}/report").text
    assert ada.send("GET", f"/g/{game}/report.html").status_code == 200  # the page that waits, if it is not made yet
    ready(ada, game)
    whole = kept_game(name)
    told = report(whole)
    for language in LANGUAGES:
        answer = ada.send("GET", f"/g/{game}/report?lang={language}")
        assert answer.status_code == 200, answer.text
        html = answer.text
        assert f'<html lang="{language}"' in html
        assert 'style="' not in html
        assert re.findall(r'data-from="(\d+)"', html) == [str(entry.ply - 1) for entry in told.turning]
        for entry in told.turning:
            assert f'href="/g/{game}?ply={entry.ply}"' in html
        assert f'data-goal="{whole.ply}"' in html
        assert html.count('class="rise"') or told.money is None
        for seat in whole.rules.seats:
            assert seat in html
    page = ada.send("GET", f"/g/{game}/report.html?lang=de")
    assert "attachment" in page.headers["content-disposition"]
    assert '<html lang="de"' in page.text
    data = ada.send("GET", f"/g/{game}/report.json").json()
    assert data["format"] == "stellwerk-report"
    assert data["scores"] == list(told.scores)
    assert [entry["ply"] for entry in data["turning"]] == [entry.ply for entry in told.turning]


def test_try_it_leads_to_the_position_before(client: Client) -> None:
    ada = Browser(client)
    game = brought(ada, "18te-2p")["table"]["id"]
    ready(ada, game)
    before = int(re.findall(r'data-from="(\d+)"', ada.send("GET", f"/g/{game}/report").text)[0])
    made = ada.post(f"/games/{game}/branch", {"ply": before}).json()["table"]
    assert (made["ply"], made["analysis"]) == (before, True)


def test_a_game_that_hides_things_is_reported_when_it_is_over(client: Client) -> None:
    ada = Browser(client)
    running = ada.create("me:Ada", "bot", title="union-pacific", hints=True)["table"]["id"]
    until(lambda: ada.get(f"/games/{running}").json()["your_turn"])
    options = ada.get(f"/games/{running}/options").json()
    assert ada.act(running, options["options"][0]["action"], 0, options["version"]).status_code == 200
    for path in ("report", "report/progress", "report.html", "report.json"):
        answer = ada.send("GET", f"/g/{running}/{path}", headers={"accept": "application/json"})
        assert "hides things" in refused(answer, 409, "not_now")["text"]
    assert "/report" not in ada.send("GET", f"/g/{running}/menu").text


def test_a_running_game_is_reported_only_where_bots_give_advice(client: Client) -> None:
    ada, stranger, watcher = Browser(client), Browser(client), Browser(client)
    for hints in (False, True):
        made = ada.create("me:Ada", "hotseat:Ben", hints=hints)
        game = made["table"]["id"]
        refused(ada.send("GET", f"/g/{game}/report/progress"), 409, "not_now")  # nothing has been played
        for version in range(2):
            assert ada.act(game, {"type": "pass"}, ada.view(game)["asked"], version).status_code == 200
        answer = ada.send("GET", f"/g/{game}/report/progress")
        if not hints:
            assert "without advice" in refused(answer, 409, "not_now")["text"]
            continue
        ready(ada, game)
        refused(ada.send("GET", f"/g/{game}/report/progress?seat=7"), 400, "bad_input")
        stranger.get("/session")
        refused(stranger.send("GET", f"/g/{game}/report/progress"), 403, "forbidden")
        refused(stranger.send("GET", f"/g/{game}/report.json"), 403, "forbidden")
        watcher.get("/session")
        watcher.post(f"/games/{game}/watch", {"secret": made["watch_secret"]})
        assert (
            "Move 2" in watcher.send("GET", f"/g/{game}/report").text
            or watcher.send("GET", f"/g/{game}/report.json").json()["actions"] == 2
        )
        assert ada.act(game, {"type": "pass"}, ada.view(game)["asked"], 2).status_code == 200
        ready(ada, game)
        assert ada.send("GET", f"/g/{game}/report.json").json()["actions"] == 3


def test_a_report_is_made_once_and_kept_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as site:
        rights, live = opened_game(site, "18te-3p")
        job = site.reports.begin(rights, live, ME)
        assert site.reports.begin(rights, live, ME) is job
        made = until(lambda: site.reports.find(rights, live))
        assert made == report(live.game)
        game_id = live.head.id
    with opened(tmp_path) as site:
        monkeypatch.setattr(ReportDesk, "begin", None)  # nothing is made again
        rights, live = site.games.open(game_id, ME)
        assert site.reports.find(rights, live) == made
        assert site.reports.size > 0
        assert site.store.report(game_id, made_of(live)) == pack(made)
        assert site.store.report(game_id, b"of something else") is None
        site.store.delete(game_id)
        site.store.keep_report(game_id, b"late", b"")
        assert site.store.readers is not None
        with site.store.readers.moment() as connection:
            assert connection.execute("SELECT count(*) FROM report").fetchone()[0] == 0


def test_a_person_who_is_erased_is_in_no_report(site: Site) -> None:
    rights, live = opened_game(site, "18te-2p")
    site.reports.begin(rights, live, ME)
    until(lambda: site.reports.find(rights, live))
    site.store.erase_person(ME.holder, "an administrator", lambda settings, names, seats: settings)
    with site.store.readers.moment() as connection:
        assert connection.execute("SELECT count(*) FROM report").fetchone()[0] == 0
    assert site.store.head(live.head.id).players != live.head.players


def test_a_report_that_takes_too_long_is_given_up_and_not_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "SECONDS", 0.0)
    asked = []
    monkeypatch.setattr(foreign_worker, "MEMORY", foreign_worker.MEMORY)

    def too_long(self: Foreign, job: str, *args: Any, seconds: float, heard: Any) -> bytes:
        asked.append(job)
        raise BadRequest(reports.TOO_MUCH)

    monkeypatch.setattr(Foreign, "do", too_long)
    rights, live = opened_game(site, "18te-2p")
    site.reports.begin(rights, live, ME)

    def failed() -> bool:
        try:
            return site.reports.find(rights, live) is not None
        except BadRequest as error:
            return "too much time" in error.text

    until(failed)
    with pytest.raises(BadRequest, match="too much time"):
        site.reports.find(rights, live)
    assert asked == ["report"]


def test_only_so_many_reports_wait_and_two_of_a_person(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    held = threading.Event()

    def slow(self: ReportDesk, job: reports.Job) -> None:
        held.wait(60)

    monkeypatch.setattr(ReportDesk, "_make", slow)
    games = [opened_game(site, "18te-2p", ply) for ply in range(1, reports.MOST_WAITING + 3)]
    try:
        for rights, live in games[: reports.EACH]:
            site.reports.begin(rights, live, ME)
        with pytest.raises(TooMany):
            site.reports.begin(*games[reports.EACH], ME)
        for number, (rights, live) in enumerate(games[reports.EACH : reports.MOST_WAITING]):
            site.reports.begin(rights, live, Who((f"person {number}",)))
        with pytest.raises(Busy):
            site.reports.begin(*games[-1], Who(("another",)))
    finally:
        held.set()


def test_a_worker_tells_how_far_it_is() -> None:
    game = kept_game("18te-3p")
    workers, heard = Foreign(1), []
    try:
        body = workers.do("report", game.transcript().encode(), 1000, seconds=30, heard=lambda *far: heard.append(far))
    finally:
        workers.close()
    assert unpack(body) == report(game)
    assert heard == [(ply, game.ply) for ply in range(0, game.ply + 1, 64)]


def test_the_key_of_a_report_changes_with_what_it_is_made_of(site: Site) -> None:
    _, live = opened_game(site, "18te-2p", 40)
    names = msgspec.structs.replace(live, line=(*live.line[:-1], 41))
    assert isinstance(site.games, OpenGames)
    assert made_of(names) != made_of(live)
    assert len(made_of(live)) == 32
