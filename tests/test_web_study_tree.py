"""The tree of an analysis table: nothing that was played is lost, and nobody but who sits there changes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.core import Entry
from stellwerk.formats import load_file
from stellwerk.study import read
from stellwerk.study.file import decode, from_link
from stellwerk.web.lines_of_study import Tree
from tests.page_support import ME, bring, opened
from tests.support import DATA
from tests.test_pages_result import brought, file_of
from tests.web_support import Browser, Json, refused, served, until

Client = TestClient[Any]
NAME = "18te-2p"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("studies"), writes_per_minute=0) as made:
        yield made


@pytest.fixture
def ada(client: Client) -> Browser:
    return Browser(client)


def fresh(browser: Browser, ply: int = 40) -> str:
    found: str = brought(browser, NAME, ply)["table"]["id"]
    return found


def page(browser: Browser, game: str, query: str = "") -> str:
    answer = browser.send("GET", f"/g/{game}/study{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def version(browser: Browser, game: str) -> int:
    found: int = browser.view(game)["version"]
    return found


def go(browser: Browser, game: str, node: int) -> Json:
    body = {"node": node, "expected_version": version(browser, game)}
    answer = browser.send("POST", f"/g/{game}/study/go", body)
    assert answer.status_code == 200, answer.text
    return browser.view(game)


def write(browser: Browser, game: str, what: str, node: int, **more: Any) -> str:
    answer = browser.send("POST", f"/g/{game}/study/write", {"do": what, "node": node, **more})
    assert answer.status_code == 200, answer.text
    return answer.text


def other_move(browser: Browser, game: str) -> int:
    """Make a move that the kept game has not made here; gives its node."""
    options = browser.get(f"/games/{game}/options").json()
    ply = browser.view(game)["ply"]
    known = file_of(NAME)["actions"][ply]
    for option in options["options"]:
        if option["amount"] is None and option["action"] != {key: known[key] for key in known if key != "seat"}:
            answer = browser.act(game, option["action"], options["seat"], options["version"])
            assert answer.status_code == 200, answer.text
            found: int = answer.json()["version"]
            return found
    raise AssertionError("there is only one move")


def branched(browser: Browser, ply: int = 30) -> tuple[str, int]:
    """A study of a game of 40 moves with a second line from move `ply`; gives the first move of that line."""
    game = fresh(browser)
    go(browser, game, ply)
    return game, other_move(browser, game)


def test_another_move_begins_a_line_and_the_old_one_stays(ada: Browser) -> None:
    game = fresh(ada)
    before = ada.view(game)["view"]
    assert go(ada, game, 30)["ply"] == 30
    node = other_move(ada, game)
    html = page(ada, game)
    assert html.count('<li class="d') == 2
    assert "40 moves" in html
    assert "1 move<" in html
    assert ada.view(game)["ply"] == 31
    there = go(ada, game, 40)
    assert [there["ply"], there["view"]] == [40, before]  # the line that was left is whole
    assert go(ada, game, node)["ply"] == 31
    assert page(ada, game).count('<li class="d') == 2  # going to and fro adds nothing
    assert go(ada, game, 0)["ply"] == 0
    assert "The beginning" in page(ada, game)
    assert "What was played from here" in page(ada, game)


def test_undo_leaves_the_move_in_the_tree(ada: Browser) -> None:
    game = fresh(ada)
    last = ada.view(game)
    answer = ada.post(f"/games/{game}/undo", {"seat": 0, "expected_version": last["version"], "to": 39})
    assert answer.status_code == 200, answer.text
    html = page(ada, game)
    assert "What was played from here" in html
    assert "40 moves" in html
    assert go(ada, game, 40)["view"] == last["view"]


def test_names_comments_glyphs_and_the_order_of_lines(ada: Browser) -> None:
    game, node = branched(ada)
    html = write(ada, game, "name", node, text="  The <b>other</b> way ")
    assert "The &lt;b&gt;other&lt;/b&gt; way" in html
    html = write(ada, game, "say", node, text="**Why**\n<script>alert(1)</script>")
    assert "<script>" not in html
    assert "**Why**\n&lt;script&gt;" in html
    write(ada, game, "say", 0, text="Before all")
    html = write(ada, game, "judge", node, glyphs=["!?", "∞"])
    assert html.count('aria-pressed="true"') == 2
    assert "Main line" in html
    html = write(ada, game, "promote", node)
    assert html.index("The &lt;b&gt;other&lt;/b&gt; way") > html.index("study-said")  # a place on the main line now
    assert "31 moves" in html  # the main line is now the first 30 moves and this one
    assert "10 moves" in html
    html = write(ada, game, "judge", node, glyphs=[])
    assert 'aria-pressed="true"' not in html
    html = write(ada, game, "say", node, text="")
    assert "Why" not in html


def test_a_line_that_was_deleted_is_gone_until_it_is_played_again(ada: Browser) -> None:
    game, node = branched(ada)
    write(ada, game, "say", node, text="Gone soon")
    said = refused(ada.send("POST", f"/g/{game}/study/write", {"do": "delete", "node": node}), 409, "not_now")
    assert "on this line" in said["text"]
    go(ada, game, 40)
    html = write(ada, game, "delete", node)
    assert html.count('<li class="d') == 1
    assert "Gone soon" not in html
    go(ada, game, 30)
    assert page(ada, game).count(f'data-study-go="{node}"') == 0
    other_move(ada, game)  # the same move once more
    html = page(ada, game)
    assert html.count('<li class="d') == 2
    assert "Gone soon" not in html


def test_what_is_looked_at_in_the_past_can_be_played_on_from(ada: Browser) -> None:
    game = fresh(ada)
    html = page(ada, game, "?ply=12")
    assert "What you look at" in html
    assert 'data-study-go="12"' in html
    assert "The beginning" in page(ada, game, "?ply=0")


def test_files_and_links_bring_the_whole_tree(ada: Browser) -> None:
    game, node = branched(ada)
    write(ada, game, "name", node, text="Early")
    write(ada, game, "say", node, text="A comment {with} signs")
    go(ada, game, 40)
    studies = [
        decode(ada.send("GET", f"/g/{game}/study/export").content),
        read(ada.send("GET", f"/g/{game}/study/export?format=text").text),
        from_link(ada.send("GET", f"/g/{game}/study/export?format=link").text),
    ]
    for study in studies:
        assert study.faults == ()
        [chapter] = study.chapters
        assert len(chapter) == 41
        assert chapter.game(chapter.last()).ply == 40
        [line] = [entry for entry in chapter.root.below() if entry.name]
        assert [line.name, line.comment, line.depth] == ["Early", "A comment {with} signs", 31]
    write(ada, game, "delete", node)
    assert len(decode(ada.send("GET", f"/g/{game}/study/export").content).chapters[0]) == 40
    refused(ada.send("GET", f"/g/{game}/study/export?format=pdf"), 400, "bad_input")


def test_a_study_is_brought_with_all_its_lines(ada: Browser) -> None:
    game, node = branched(ada)
    write(ada, game, "name", node, text="Early")
    write(ada, game, "say", node, text="Why {not}?")
    write(ada, game, "judge", node, glyphs=["!?"])
    write(ada, game, "say", 0, text="At the beginning")
    go(ada, game, 12)
    other_move(ada, game)
    go(ada, game, node)
    other_move(ada, game)
    go(ada, game, 40)
    whole = ada.send("GET", f"/g/{game}/study/export?format=text").text
    forms = {
        "json": ada.send("GET", f"/g/{game}/study/export").json(),
        "text": {"format": "stellwerk-study-text", "text": whole},
        "link": {
            "format": "stellwerk-study-link",
            "text": ada.send("GET", f"/g/{game}/study/export?format=link").text,
        },
    }
    for file in forms.values():
        made = ada.post("/import", {"file": file, "name": "Brought"})
        assert made.status_code == 201, made.text
        told = made.json()
        assert [told["notes"], told["table"]["analysis"], told["table"]["ply"]] == [[], True, 40]
        new = told["table"]["id"]
        assert ada.view(new)["view"] == ada.view(game)["view"]
        again = ada.send("GET", f"/g/{new}/study/export?format=text").text
        named = re.compile(r"\[(Study|Chapter)[^\n]*\n")
        assert named.sub("", again).strip() == named.sub("", whole).strip()


def test_what_cannot_be_read_of_a_study_is_told_and_the_rest_is_brought(ada: Browser) -> None:
    game, _ = branched(ada)
    file = ada.send("GET", f"/g/{game}/study/export").json()
    bad = json.loads(json.dumps(file))
    bad["chapters"][0]["moves"][-1]["do"] = {"type": "bankrupt", "seat": 0}
    made = ada.post("/import", {"file": bad})
    assert made.status_code == 201, made.text
    assert len(made.json()["notes"]) == 1
    assert "bankrupt" in made.json()["notes"][0] or "1 move is left out" in made.json()["notes"][0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": 99}, "version 99 is not known"),
        ({"chapters": "cut off"}, "chapters"),
        ({"chapters": []}, "no chapter that can be read"),
        ({"format": "stellwerk-study-text", "text": "[Title"}, ""),
        ({"format": "stellwerk-study-text", "text": 5}, "must be a text"),
        ({"format": "stellwerk-study-link", "text": "AAAA"}, "damaged"),
        ({"format": "stellwerk-study-link"}, "damaged"),
        ({"more": 1}, "more"),
    ],
)
def test_a_study_that_cannot_be_read_is_refused_and_leaves_no_table(ada: Browser, change: Json, why: str) -> None:
    game = fresh(ada, ply=6)
    file = ada.send("GET", f"/g/{game}/study/export").json()
    before = len(ada.get("/games").json())
    said = refused(ada.post("/import", {"file": file | change}), 400, "bad_input")
    assert why in said["text"]
    assert len(ada.get("/games").json()) == before


def test_a_study_of_an_unknown_version_of_a_title_is_refused(ada: Browser) -> None:
    file = ada.send("GET", f"/g/{fresh(ada, ply=6)}/study/export").json()
    file["chapters"][0]["title_version"] = "99"
    assert "99" in refused(ada.post("/import", {"file": file}), 400, "bad_input")["text"]
    seats = [{"kind": "me"}, {"kind": "bot"}]
    file["chapters"][0]["title_version"] = "1"
    refused(ada.post("/import", {"file": file, "seats": seats}), 400, "bad_input")


def test_only_who_sits_there_changes_a_study_and_only_who_may_look_sees_it(client: Client, ada: Browser) -> None:
    game, node = branched(ada)
    eve = Browser(client)
    eve.get("/session")
    for answer in (
        eve.send("GET", f"/g/{game}/study"),
        eve.send("GET", f"/g/{game}/study/export"),
        eve.send("POST", f"/g/{game}/study/go", {"node": 1, "expected_version": 1}),
        eve.send("POST", f"/g/{game}/study/write", {"do": "delete", "node": node}),
    ):
        refused(answer, 403, "forbidden")
    real = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    for answer in (
        ada.send("GET", f"/g/{real}/study"),
        ada.send("POST", f"/g/{real}/study/go", {"node": 0, "expected_version": 0}),
        ada.send("POST", f"/g/{real}/study/write", {"do": "say", "node": 0, "text": "no"}),
    ):
        refused(answer, 404, "unknown")
    assert ada.view(real)["version"] == 0


def test_a_study_does_not_touch_the_game_it_is_of(ada: Browser) -> None:
    real = fresh(ada)
    before = ada.view(real)
    made = ada.post(f"/games/{real}/branch", {"ply": 20}).json()["table"]["id"]
    other_move(ada, made)
    write(ada, made, "say", 20, text="Only beside it")
    assert ada.view(real) == before
    assert "Only beside it" not in page(ada, real)


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"do": "say", "node": 99999, "text": "x"}, 404, "unknown"),
        ({"do": "name", "node": 0, "text": "x"}, 400, "bad_input"),
        ({"do": "name", "node": 5, "text": "two\nlines"}, 400, "bad_input"),
        ({"do": "name", "node": 5, "text": "x" * 121}, 400, "bad_input"),
        ({"do": "say", "node": 5, "text": "x" * 1_000_000}, 413, "too_large"),
        ({"do": "say", "node": 5, "text": "x" * 20_001}, 400, "bad_input"),
        ({"do": "judge", "node": 5, "glyphs": ["?!?"]}, 400, "bad_input"),
        ({"do": "fly", "node": 5}, 400, "bad_input"),
        ({"do": "delete", "node": 0}, 400, "bad_input"),
        ({"do": "promote", "node": -1}, 400, "bad_input"),
    ],
)
def test_bad_changes_are_refused_and_change_nothing(ada: Browser, body: Json, status: int, error: str) -> None:
    game = fresh(ada, ply=8)
    before = page(ada, game)
    refused(ada.send("POST", f"/g/{game}/study/write", body), status, error)
    assert page(ada, game) == before


def test_a_study_cannot_grow_without_end(ada: Browser) -> None:
    game = fresh(ada, ply=40)
    for node in range(1, 31):
        answer = ada.send("POST", f"/g/{game}/study/write", {"do": "say", "node": node, "text": "e" * 19_900})
        if answer.status_code != 200:
            break
    assert refused(answer, 400, "bad_input")["text"].startswith("this is longer than")
    assert page(ada, game)


def test_going_to_and_fro_has_an_end(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fresh(ada)
    monkeypatch.setattr("stellwerk.web.studies.MOST_RECORDS", 39)
    answer = ada.send("POST", f"/g/{game}/study/go", {"node": 3, "expected_version": version(ada, game)})
    assert "up to 39 moves" in refused(answer, 400, "bad_input")["text"]


def test_going_asks_for_the_version_that_was_seen(ada: Browser) -> None:
    game = fresh(ada)
    answer = ada.send("POST", f"/g/{game}/study/go", {"node": 3, "expected_version": 7})
    assert answer.status_code == 409
    assert ada.view(game)["ply"] == 40


def test_the_tree_follows_record_by_record_as_it_does_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as site:
        game = load_file(DATA / "games" / f"{NAME}.json.gz").at(40)
        study = bring(site, game)
        for ply in (30, 12, 35):
            live = site.studies.go(study, ply, site.games.live.get(study).version, ME)
            decision, made = live.game.decision(), game.plies[ply].action
            assert decision is not None
            options = [option for option in live.game.options() if option.amount is None and option.action != made]
            site.games.live.play(live, live.version, [Entry(decision.seat, options[0].action)])
        records, live = site.store.load(study).records, site.games.live.get(study)
        slow, fast = Tree(live.game), Tree(live.game)
        for record in records:
            slow.follow([record], {})
        fast.follow(records, dict(zip(live.line, live.game.plies, strict=True)))
        assert sorted(slow.nodes) == sorted(fast.nodes)
        assert len(slow.nodes) == 1 + 40 + 3
        assert slow.number[slow.here] == fast.number[fast.here] > 40
        shown = site.studies.read(study, ME)
        assert [line.depth for line in shown.lines] == [0, 1, 1, 1]
        assert [line.here for line in shown.lines].count(True) == 1
        assert sum(line.moves for line in shown.lines) == shown.moves == 43


def test_bots_play_on_in_a_study_and_its_creator_takes_their_seats_back(client: Client, ada: Browser) -> None:
    game = fresh(ada)
    asked = ada.view(game)["asked"]
    assert f'data-seat-bot="{asked}"' in ada.send("GET", f"/g/{game}/seats").text
    given = ada.post(f"/games/{game}/seats/{asked}/hand-over", {"to": "bot", "bot": "random"})
    assert given.status_code < 300, given.text
    until(lambda: ada.view(game)["asked"] != asked)
    assert ada.view(game)["ply"] > 40
    assert f'data-seat-mine="{asked}"' in ada.send("GET", f"/g/{game}/seats").text
    eve = Browser(client)
    eve.get("/session")
    refused(eve.post(f"/games/{game}/seats/{asked}/hand-over", {"to": "me"}), 403, "forbidden")
    assert ada.post(f"/games/{game}/seats/{asked}/hand-over", {"to": "me"}).status_code < 300
    seats = ada.get(f"/games/{game}").json()["seats"]
    assert [seat["yours"] for seat in seats] == [True, True]
    assert go(ada, game, 40)["ply"] == 40  # what the bot has played stays in the tree
    assert "What was played from here" in page(ada, game)
    real = ada.create("me:Ada", "bot")["table"]["id"]
    refused(ada.post(f"/games/{real}/seats/1/hand-over", {"to": "me"}), 403, "forbidden")


def test_the_start_page_lists_studies(ada: Browser) -> None:
    made = ada.post(f"/games/{fresh(ada)}/branch", {"ply": 20}).json()["table"]["id"]
    assert ada.send("PATCH", f"/api/v1/games/{made}", {"name": "Early trains"}).status_code == 200
    html = ada.send("GET", "/").text
    assert "Study from move 20" in html
    assert "Early trains" in html


def test_a_link_to_a_study_opens_its_table(ada: Browser) -> None:
    game = fresh(ada)
    answer = ada.send("GET", f"/s/{game}", follow_redirects=False)
    assert [answer.status_code, answer.headers["location"]] == [303, f"/g/{game}#study"]
    html = ada.send("GET", f"/g/{game}").text
    assert 'id="study"' in html
    assert 'id="study"' not in ada.send("GET", f"/g/{ada.create('me:Ada', 'bot')['table']['id']}").text
