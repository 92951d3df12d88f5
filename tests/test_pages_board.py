"""Decisions on the board as pages: track, token, run, own runs, looking ahead, why not; against the engine."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import BadInput, Game
from stellwerk.eighteen.abilities import of_kind
from stellwerk.eighteen.ability_schema import BlockAbility
from stellwerk.eighteen.actions import ChooseCity, LayTile, PlaceToken, RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import kind_of
from stellwerk.routing import best_run, value_of
from stellwerk.routing.questions import operating_company
from stellwerk.web.pages.own_run import own_run, read_draft, write_draft
from tests.web_support import Browser, served

GAME = Path(__file__).parent / "data" / "games" / "1830-3p-seed.json.gz"
TRACK, TOKEN, RUN, HOME, FREE_TOKEN, DIVIDEND = 535, 536, 537, 433, 399, 538


@pytest.fixture(scope="module")
def recorded() -> Game[Any]:
    loaded: Any = stellwerk.load(GAME)
    game: Game[Any] = getattr(loaded, "game", loaded)
    return game


class Table:
    """A table where all seats are the reader's, at some ply of the recorded game."""

    def __init__(self, browser: Browser, game: Game[Any]) -> None:
        made = browser.post("/import", {"file": json.loads(game.transcript().encode())})
        assert made.status_code == 201, made.text
        self.browser, self.game, self.id = browser, game, made.json()["table"]["id"]

    def get(self, piece: str = "", status: int = 200) -> str:
        answer = self.browser.send("GET", f"/g/{self.id}{piece}")
        assert answer.status_code == status, answer.text
        return answer.text

    def version(self) -> int:
        found = re.search(r'data-version="(\d+)"', self.get())
        assert found
        return int(found[1])

    @property
    def rules(self) -> FamilyRules:
        rules = self.game.rules
        assert isinstance(rules, FamilyRules)
        return rules


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("board")) as made:
        yield made


@pytest.fixture(scope="module")
def tables(client: Any, recorded: Game[Any]) -> dict[int, Table]:
    browser = Browser(client)
    browser.get("/session")
    return {ply: Table(browser, recorded.at(ply)) for ply in (TRACK, TOKEN, RUN, HOME, FREE_TOKEN, DIVIDEND)}


def lays(game: Game[Any]) -> dict[str, list[LayTile]]:
    found: dict[str, list[LayTile]] = {}
    for option in game.options():
        if isinstance(option.action, LayTile):
            found.setdefault(option.action.hex, []).append(option.action)
    return found


def actions(page: str) -> list[dict[str, Any]]:
    return [json.loads(html.unescape(text)) for text in re.findall(r'data-action="([^"]+)"', page)]


def plain(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", page))


# -- the map and the list


def test_exactly_the_hexes_with_a_legal_lay_glow_and_stand_in_the_list(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    page = table.get()
    legal = lays(table.game)
    assert set(re.findall(r'<g id="hex-(\w+)"[^>]* class="hex[^"]*marked"', page)) == set(legal)
    assert set(re.findall(r'data-pick-hex="(\w+)"', page)) == set(legal)
    assert set(re.findall(r'class="halo" data-hex="(\w+)"', page)) == set(legal)
    assert f"lays: {sum(map(len, legal.values()))}" in page
    assert set(re.findall(r'<option value="(\w+)">#', page)) == {lay.tile for all_ in legal.values() for lay in all_}


def test_every_lay_of_a_hex_is_offered_once_and_nothing_else(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    for name, legal in lays(table.game).items():
        piece = table.get(f"/lays/{name}")
        offered = actions(piece)
        assert sorted((entry["tile"], entry["rotation"]) for entry in offered) == sorted(
            (lay.tile, lay.rotation) for lay in legal
        )
        assert all(entry["hex"] == name for entry in offered)
        assert piece.count('class="hex tried"') == len(legal)  # a picture for the map for each


def test_a_lay_shows_cost_supply_and_its_effect_on_the_run(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    state, rules = table.game.state, table.rules
    company = operating_company(state)
    assert company is not None
    for name, legal in list(lays(table.game).items())[:4]:
        piece = table.get(f"/lays/{name}")
        boxes = re.findall(r'<template data-lay-key="(\w+)/" data-rotation="(\d)".*?</template>', piece, re.DOTALL)
        assert len(boxes) == len(legal)
        for box in re.finditer(r'<template data-lay-key="(\w+)/" data-rotation="(\d)".*?</template>', piece, re.DOTALL):
            tile, turn, said = box[1], int(box[2]), plain(box[0])
            worth = value_of(rules, state, company, tile=(name, tile, turn))
            assert rules.t.money(worth.after.total) in said
            left = state.supply[rules.t.hexmap.tile_index[tile]] - 1
            assert f"{left} of {rules.t.data.tiles[tile].count}" in said


def test_the_list_is_filled_with_the_best_run_after_each_hex(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    state, rules = table.game.state, table.rules
    company = operating_company(state)
    assert company is not None
    rows = dict(re.findall(r'<tr data-hex="(\w+)"[^>]*data-run="(\d+)"', table.get("/lays")))
    for name, legal in lays(table.game).items():
        best = max(value_of(rules, state, company, tile=(name, lay.tile, lay.rotation)).after.total for lay in legal)
        assert int(rows[name]) == best


def test_laying_by_the_button_of_the_page(client: Any, recorded: Game[Any]) -> None:
    browser = Browser(client)
    browser.get("/session")
    table = Table(browser, recorded.at(TRACK))
    name = next(iter(lays(table.game)))
    action = actions(table.get(f"/lays/{name}"))[0]
    seat = table.game.decision().seat  # type: ignore[union-attr]
    body = {"seat": seat, "expected_version": table.version(), "action": action, "key": "k"}
    answer = browser.send("POST", f"/g/{table.id}/act?tab=map", body)
    assert answer.status_code == 200
    assert 'data-decide="token"' in answer.text or 'data-decide="run"' in answer.text
    assert 'class="hex marked"' not in answer.text


def test_special_lays_of_privates_name_their_power(client: Any, recorded: Game[Any]) -> None:
    browser = Browser(client)
    browser.get("/session")
    table = Table(browser, recorded.at(FREE_TOKEN - 1))
    special = [lay for all_ in lays(table.game).values() for lay in all_ if lay.power]
    assert re.search(rf'<g id="hex-{special[0].hex}"[^>]* class="hex[^"]*marked"', table.get())
    piece = table.get(f"/lays/{special[0].hex}")
    powered = [entry for entry in actions(piece) if entry.get("power")]
    assert {(entry["tile"], entry["rotation"], entry["power"]) for entry in powered} == {
        (lay.tile, lay.rotation, lay.power) for lay in special if lay.hex == special[0].hex
    }


# -- why not


def test_a_hex_without_a_lay_answers_with_the_rule(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    assert "1830 8.1.2" in table.get("/whynot?hex=E21")  # green, and no brown tiles yet
    assert "1830 8.1.6" in table.get("/whynot?hex=D4")  # nothing of NYC's leads there
    assert "1830 8.1.2" in table.get("/whynot?hex=A11")  # red, never takes a tile
    assert "there is no hex Z99" in table.get("/whynot?hex=z99")


def test_a_tile_that_does_not_fit_answers_with_the_rule(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    piece = table.get("/lays/H18")
    barred = re.findall(r'data-why-tile="(\w+)"', piece)
    assert barred
    for tile in barred:
        said = table.get(f"/whynot?hex=H18&tile={tile}")
        assert re.search(r"1830 8\.1\.\d", said), (tile, said)
    assert "would be possible" in table.get(f"/whynot?hex=H18&tile={actions(piece)[0]['tile']}")


def test_a_blocked_hex_names_the_private(client: Any, recorded: Game[Any]) -> None:
    browser = Browser(client)
    browser.get("/session")
    table = Table(browser, recorded.at(72))
    owned = [entry for entry in table.game.view(0)["privates"] if str(entry)]
    assert owned
    blocked = {name for _, entry in of_kind(table.rules.t, BlockAbility) for name in entry.hexes}
    said = [table.get(f"/whynot?hex={name}") for name in sorted(blocked)]
    assert any("1830 8.1.9" in text for text in said)
    names = {entry.name for entry in table.rules.t.privates}
    refusals = [html.unescape(text) for text in said if "1830 8.1.9" in text]
    assert all(any(f"blocked by {name} while a player owns it" in text for name in names) for text in refusals)
    marks = dict(re.findall(r'<g class="blocked" data-hex="(\w+)".*?<title>(.*?)</title>', table.get()))
    assert set(marks) <= blocked
    assert "is blocked by" in marks["G15"]
    assert "Schuylkill Valley" in marks["G15"]


def test_a_refused_slot_answers_with_the_rule(tables: dict[int, Table]) -> None:
    table = tables[TOKEN]
    assert "1830 8.2.2" in table.get("/whynot?hex=A19")  # full, and not connected
    assert "1830 8.2.2" in table.get("/whynot?hex=E19")  # has a token there already


# -- tokens


@pytest.mark.parametrize("ply", [TOKEN, HOME, FREE_TOKEN])
def test_every_free_slot_is_on_the_map_and_in_the_list(tables: dict[int, Table], ply: int) -> None:
    table = tables[ply]
    page = table.get()
    wanted = {
        f"{option.action.hex}.{option.action.stop}"  # type: ignore[attr-defined]
        for option in table.game.options()
        if option.action.kind in ("place_token", "choose_city")
    }
    assert wanted
    assert set(re.findall(r'data-pick-slot="([\w.]+)"', page)) == wanted
    marks = re.findall(r'class="slotmark" data-hex="(\w+)" data-stop="(\d)"', page)
    assert {f"{name}.{stop}" for name, stop in marks} == wanted
    for action in actions(table.get("/slots")):
        assert any(json.loads(json.dumps(action)) == _plain(option.action) for option in table.game.options())


def _plain(action: Any) -> dict[str, Any]:
    from stellwerk.web.pages.decisions.panel import to_json

    found: dict[str, Any] = json.loads(to_json(action))
    return found


def test_a_slot_shows_its_price_and_the_run_after_it(tables: dict[int, Table]) -> None:
    table = tables[TOKEN]
    state, rules = table.game.state, table.rules
    company = operating_company(state)
    assert company is not None
    piece = table.get("/slots")
    for option in table.game.options():
        if isinstance(option.action, PlaceToken):
            worth = value_of(rules, state, company, token=(option.action.hex, option.action.stop))
            box = re.search(
                rf'data-slot-key="{option.action.hex}.{option.action.stop}".*?</template>', piece, re.DOTALL
            )
            assert box
            assert rules.t.money(worth.after.total) in plain(box[0])
            assert "$100" in plain(box[0])


# -- runs


def test_the_best_run_is_proven_drawn_and_ready(tables: dict[int, Table]) -> None:
    table = tables[RUN]
    company = operating_company(table.game.state)
    assert company is not None
    best = best_run(table.rules, table.game.state, company)
    page = table.get()
    box = page[page.index('id="run-shown"') : page.index('id="own-run"')]
    assert "proven best" in box
    assert box.count('class="rt r') >= len(best.routes)
    offered = actions(box)
    assert len(offered) == 2, "run, and run and pay out"
    assert offered[0] == offered[1]
    assert offered[0]["routes"] == [{"train": route.train, "path": list(route.path)} for route in best.routes]
    assert f">{table.rules.t.money(best.total)}<" in box
    for line in best.receipt.lines:
        train, stop = (line.message.facts[name] for name in ("train", "stop"))
        assert re.search(rf">{kind_of(train)}( \(\d\))?: {re.escape(html.escape(stop, quote=False))}<", box)
        assert line.rule in box


def test_other_runs_are_legal_and_fall_in_value(tables: dict[int, Table]) -> None:
    table = tables[RUN]
    piece = table.get("/runs")
    totals = [int(total) for total in re.findall(r'data-run-total="(\d+)"', piece)]
    assert len(totals) > 2
    assert totals == sorted(totals, reverse=True)
    for action, total in zip(actions(piece)[::2], totals, strict=True):  # each with a second button that pays out
        game = table.game.branch()
        routes = tuple(stellwerk_route(entry) for entry in action["routes"])
        events = game.apply(RunRoutes(routes))
        assert next(event.facts["revenue"] for event in events if event.kind == "run") == total


def stellwerk_route(entry: dict[str, Any]) -> Any:
    from stellwerk.eighteen.actions import Route

    return Route(entry["train"], tuple(entry["path"]))


def test_the_declared_run_stays_on_the_map_while_the_dividend_is_decided(tables: dict[int, Table]) -> None:
    page = tables[DIVIDEND].get()
    assert "data-map-layer" in page
    assert 'class="route"' in page


# -- own runs


def test_clicking_the_stops_of_the_best_run_gives_the_best_run(recorded: Game[Any]) -> None:
    tried = 0
    for ply in range(200, recorded.ply, 7):
        game = recorded.at(ply)
        decision = game.decision()
        if decision is None or decision.kind != "run":
            continue
        rules = game.rules
        assert isinstance(rules, FamilyRules)
        company = operating_company(game.state)
        assert company is not None
        best = best_run(rules, game.state, company)
        draft = dict.fromkeys(game.state.companies[company].trains, ()) | {
            route.train: route.stops for route in best.routes
        }
        own = own_run(rules, game.state, company, draft)
        assert own.refusal is None, (ply, own.refusal)
        assert own.total == best.total, ply
        assert write_draft(own.draft) == write_draft(draft)
        tried += 1
    assert tried > 20


def test_stops_passed_on_the_way_need_no_click(recorded: Game[Any]) -> None:
    game = recorded.at(RUN)
    rules, company = game.rules, operating_company(game.state)
    assert isinstance(rules, FamilyRules)
    assert company is not None
    trains = game.state.companies[company].trains
    own = own_run(rules, game.state, company, read_draft(f"{trains[1]}:E19.0,H16.0", trains))
    found = next(train for train in own.trains if train.train == trains[1])
    assert found.route is not None
    assert [item for item in found.route.path if "." in item] == ["E19.0", "G17.1", "H16.0"]
    assert own.total == 70


@pytest.mark.parametrize(
    ("draft", "active", "rule", "kept"),
    [
        ("3-0:E19.0,H16.0,H10.0", "3-0", "1830 8.3.2", "3-0:E19.0,H16.0"),  # four stops with a 3-train
        ("3-0:E19.0,F16.0,H12.0", "3-0", "1830 8.3.1", "3-0:E19.0,F16.0"),  # no track goes on there
        ("3-0:E19.0,F16.0;4-0:E19.0,F16.0", "4-0", "1830 8.3.4", "3-0:E19.0,F16.0;4-0:E19.0"),  # the same track
        ("3-0:E19.0,F20.1", "3-0", "1830 8.3.4", "3-0:E19.0"),  # back over the same side
        ("3-0:E19.0,H16.0,E19.0", "3-0", "1830 8.3.3", "3-0:E19.0,H16.0"),  # a stop twice
    ],
)
def test_an_impossible_click_is_refused_with_its_rule_and_taken_back(
    recorded: Game[Any], draft: str, active: str, rule: str, kept: str
) -> None:
    game = recorded.at(RUN)
    rules, company = game.rules, operating_company(game.state)
    assert isinstance(rules, FamilyRules)
    assert company is not None
    trains = game.state.companies[company].trains
    own = own_run(rules, game.state, company, read_draft(draft, trains), active)
    assert own.refusal is not None
    assert own.refusal.rule == rule
    assert write_draft(own.draft) == kept


def test_a_search_that_is_given_up_is_told(
    recorded: Game[Any], tables: dict[int, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    trains = recorded.at(RUN).state.companies[operating_company(recorded.at(RUN).state) or 0].trains
    clicks = f"/own?train={trains[1]}&draft={trains[1]}:E19.0,H16.0"
    assert "ended after" not in tables[RUN].get(clicks)
    monkeypatch.setattr("stellwerk.web.pages.own_run.MOST_NODES", 1)
    assert "ended after" in tables[RUN].get(clicks)


def test_why_no_home_token_elsewhere(tables: dict[int, Table]) -> None:
    """In the choice of a home city another hex is refused by the rule of homes, not of tokens for money."""
    table = tables[HOME]
    decision = table.game.decision()
    assert decision is not None
    assert decision.kind == "home_city"
    said = table.get("/whynot?hex=F16")
    assert "refusal" in said
    refusal = table.game.why_not(ChooseCity("F16", 0), decision.seat)
    assert refusal is not None
    assert f"#{refusal.rule.partition(' ')[2]}" in said


def test_the_list_of_a_look_ahead_reckons_the_runs(tables: dict[int, Table]) -> None:
    box = tables[TRACK].get("/ahead?company=PRR")
    link = re.search(r'hx-get="(/g/[^"]*/lays[^"]*)"', box)
    assert link
    assert "…" in box
    answer = tables[TRACK].browser.send("GET", html.unescape(link[1]))
    assert answer.status_code == 200
    assert "…" not in answer.text
    assert sorted(re.findall(r'data-pick-hex="(\w+)"', answer.text)) == sorted(
        re.findall(r'data-pick-hex="(\w+)"', box)
    )


def test_own_runs_over_the_page(tables: dict[int, Table]) -> None:
    table = tables[RUN]
    piece = table.get("/own?draft=3-0:E19.0,H16.0&train=3-0")
    assert "Run these routes" in piece
    assert actions(piece)[0]["routes"][0]["path"][0] == "E19.0"
    assert 'class="stopmark"' in piece
    assert "1830 8.3.2" in table.get("/own?draft=3-0:E19.0,H16.0,H10.0&train=3-0")


@pytest.mark.parametrize("draft", ["9-9:E19.0", "3-0:Z1.0", "3-0:E19:0", "3-0:E19.7", "3-0:" + "E19.0," * 80])
def test_drafts_that_make_no_sense_are_bad_input(tables: dict[int, Table], draft: str) -> None:
    answer = tables[RUN].browser.send("GET", f"/g/{tables[RUN].id}/own", params={"draft": draft})
    assert answer.status_code in (400, 422), answer.text
    assert "Traceback" not in answer.text


def test_a_draft_for_a_train_the_company_has_not() -> None:
    with pytest.raises(BadInput, match="no train '5-0'"):
        read_draft("5-0:E19.0", ("3-0",))


# -- looking ahead


def test_looking_ahead_in_the_own_track_step_assumes_nothing(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    piece = table.get("/ahead?company=NYC")
    assert "As if" not in piece
    assert set(re.findall(r'data-pick-hex="(\w+)"', piece)) == set(lays(table.game))


def test_looking_ahead_for_another_company_says_so_and_plays_nothing(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    before = table.version()
    piece = table.get("/ahead?company=PRR")
    assert "As if PRR were to build now" in piece
    assert not actions(piece)
    hexes = re.findall(r'class="rings" data-hex="(\w+)"', piece)
    assert hexes
    chosen = table.get(f"/lays/{hexes[0]}?company=PRR")
    assert 'data-real="no"' in chosen
    assert not actions(chosen)
    assert "Best run" in chosen
    assert table.version() == before


def test_looking_ahead_agrees_with_the_company_s_own_turn(recorded: Game[Any], tables: dict[int, Table]) -> None:
    """What is shown for ERIE one move before its turn is what ERIE then is offered."""
    ply = next(
        ply
        for ply in range(450, recorded.ply)
        if (now := recorded.at(ply).decision()) is not None
        and now.kind == "trains"
        and (then := recorded.at(ply + 1).decision()) is not None
        and then.kind == "track"
        and recorded.at(ply).state.board == recorded.at(ply + 1).state.board
        and recorded.at(ply).state.phase == recorded.at(ply + 1).state.phase
    )
    table = Table(tables[TRACK].browser, recorded.at(ply))
    after = recorded.at(ply + 1)
    name = after.decision().actor  # type: ignore[union-attr]
    piece = table.get(f"/ahead?company={name.replace('&', '%26')}")
    assert set(re.findall(r'class="rings" data-hex="(\w+)"', piece)) == set(lays(after))


def test_looking_ahead_with_other_trains(tables: dict[int, Table]) -> None:
    table = tables[TRACK]
    best = best_run(table.rules, table.game.state, "PRR", stellwerk_trains("5,D"))
    piece = table.get("/ahead?company=PRR&trains=5,D")
    assert f"<b>{table.rules.t.money(best.total)}</b>" in piece
    assert "cannot be read" in table.get("/ahead?company=PRR&trains=xyz")
    table.get("/ahead?company=XXX", 404)


def stellwerk_trains(text: str) -> Any:
    from stellwerk.routing import parse_trains

    return parse_trains(text)


def test_a_company_that_is_not_started_is_looked_ahead_for_with_what_is_assumed(
    client: Any, recorded: Game[Any]
) -> None:
    browser = Browser(client)
    browser.get("/session")
    table = Table(browser, recorded.at(72))
    idle = next(
        entry.id
        for entry, company in zip(table.rules.t.companies, table.game.state.companies, strict=True)
        if not company.par
    )
    piece = table.get(f"/ahead?company={idle.replace('&', '%26')}")
    assert "home station is assumed" in piece
    assert "left out of account" in piece


# -- the head, the languages, who may look


def test_the_head_shows_actor_treasury_and_the_parts_of_the_turn(tables: dict[int, Table]) -> None:
    page = tables[RUN].get()
    head = page[page.index('class="hd"') : page.index('data-decide="run"')]
    assert "NYC: run" in head
    assert "$464" in head
    marks = re.findall(r'<li class="(\w*)"[^>]*>([^<]+)<', head)
    assert marks == [("done", "track"), ("done", "token"), ("now", "run"), ("", "dividend"), ("", "trains")]


@pytest.mark.parametrize(("language", "word"), [("de", "Stadt mit 2 Bahnhofsfeldern"), ("pl", "miasto z 2 miejscami")])
def test_the_words_of_the_map_and_the_panels_are_the_reader_s(
    tables: dict[int, Table], language: str, word: str
) -> None:
    for ply, english in ((TRACK, "Choose a hex"), (RUN, "Run the best routes"), (TOKEN, "Choose a free slot")):
        page = tables[ply].get(f"?lang={language}")
        assert english not in page
        assert word in page  # tooltips
        assert "city with" not in page
        assert "home of B" not in page
    tables[TRACK].get("?lang=en")


def test_pieces_of_a_private_table_are_for_its_reader_only(client: Any, tables: dict[int, Table]) -> None:
    stranger = Browser(client)
    stranger.get("/session")
    for piece in ("lays", "lays/H18", "slots", "runs", "own", "ahead?company=PRR", "whynot?hex=H18"):
        answer = stranger.send("GET", f"/g/{tables[TRACK].id}/{piece}")
        assert answer.status_code in (403, 404), piece


def test_no_piece_breaks_the_strict_policy(tables: dict[int, Table]) -> None:
    pieces = [tables[ply].get() for ply in (TRACK, TOKEN, RUN)]
    pieces += [tables[TRACK].get("/lays/H18"), tables[TRACK].get("/ahead?company=PRR"), tables[RUN].get("/own")]
    for piece in pieces:
        assert not re.search(r"<[^>]+\sstyle=", piece)
        assert not re.search(r"<[^>]+\son\w+=", piece)
        assert not re.search(r"<script(?![^>]*\bsrc=)", piece)


def test_nothing_glows_for_who_is_not_asked(client: Any) -> None:
    browser = Browser(client)
    browser.get("/session")
    made = browser.create("me:Ada", "bot", "bot")
    page = browser.send("GET", f"/g/{made['table']['id']}").text
    assert 'class="hex marked"' not in page
    assert "slotmark" not in page
