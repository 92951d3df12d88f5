"""The last move is marked where it was made, for everybody who may see it, now and in the past; in every kept game."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen import actions as act
from stellwerk.web.pages.last_move import NOTHING, LastMove, last_move
from tests.support import DATA
from tests.web_support import Browser, Json, served

FAMILY = ["1830-3p-seed", "1830-5p-games18xx", "1854-4p-steady", "1862-4p-pages", "18te-3p"]
UP = "union-pacific-4p"
Client = TestClient[Any]


def kept(name: str) -> Game[Any]:
    game: Game[Any] = stellwerk.load(DATA / "games" / f"{name}.json.gz")
    return game


def at(game: Game[Any], ply: int, seat: int | None = None) -> LastMove:
    return last_move(game, game.at(ply), seat, now=False)


# -- what is marked, of every action


@pytest.mark.parametrize("name", FAMILY)
def test_every_action_of_a_kept_game_is_marked_where_it_was_made(name: str) -> None:
    game = kept(name)
    rules: Any = game.rules
    seen: Counter[str] = Counter()
    for ply, entry in enumerate(game.plies, 1):
        action, last = entry.action, at(game, ply)
        seen[action.kind] += 1
        assert (last.ply, last.seat) == (ply, entry.seat)
        before, after = game.at(ply - 1).view(None), game.at(ply).view(None)
        if isinstance(action, act.LayTile):
            assert action.hex in last.hexes
            assert set(last.hexes) == {
                hex_ for hex_ in after["tiles"] if after["tiles"][hex_] != before["tiles"].get(hex_)
            }
        elif isinstance(action, act.PlaceToken):
            company = before["turn"]["company"] if before["turn"] else ""
            assert [(hex_, after["tokens"][hex_][stop][slot]) for hex_, stop, slot in last.tokens] == [
                (action.hex, company)
            ]
        elif isinstance(action, act.BuyShare):
            assert (entry.seat, action.company) in last.shares
        elif isinstance(action, act.SellShares):
            assert {(entry.seat, action.company), ("pool", action.company)} <= last.shares
        elif isinstance(action, act.Par):
            assert (entry.seat, action.company) in last.shares
        elif isinstance(action, act.RunRoutes):
            assert last.routes == action.routes
        elif isinstance(action, act.Dividend):
            run = game.plies[ply - 2].action
            assert last.routes == (run.routes if isinstance(run, act.RunRoutes) else ())
        elif isinstance(action, act.BuyTrain) and game.at(ply).decision() is not None:
            company = before["turn"]["company"]
            assert company in last.trains or len(after["companies"][company]["trains"]) <= len(
                before["companies"][company]["trains"]
            )
        for marker in last.markers:
            old, new = (view["companies"][marker.company]["cell"] for view in (before, after))
            assert marker.before == (None if old is None else tuple(old))
            assert marker.after == (None if new is None else tuple(new))
        moved = {marker.company for marker in last.markers}
        assert moved == {
            company
            for company in after["companies"]
            if after["companies"][company]["cell"] != before["companies"][company]["cell"]
        }
        for company in {company for _, company in last.shares}:
            assert company in rules.t.kit.company_index
    assert {"lay_tile", "run_routes", "dividend", "buy_train", "pass"} <= set(seen)


def test_passing_leaves_the_marks_of_the_move_before_it_but_not_in_the_past() -> None:
    game = kept("1830-3p-seed")
    ply = next(
        ply
        for ply, entry in enumerate(game.plies, 1)
        if ply > 100 and entry.action.quiet and not game.plies[ply - 2].action.quiet
    )
    assert last_move(game, game.at(ply), None, now=True) == at(game, ply - 1)
    assert at(game, ply).ply == ply
    assert at(game, ply).hexes == ()
    assert last_move(game, game.at(0), None, now=True) is NOTHING


def test_a_mark_tells_nobody_what_is_hidden() -> None:
    """A share that is taken goes into a hand: its owner sees it, the others see that there is one more card."""
    game = kept(UP)
    middle = game.at(game.ply - 30)  # nothing is opened yet
    for ply, entry in enumerate(middle.plies, 1):
        if entry.action.kind != "take_share":
            continue
        for seat in (None, (entry.seat + 1) % 4):
            last = last_move(middle, middle.at(ply), seat, now=False)
            assert not {name for who, name in last.shares if who == entry.seat}
            assert "hand" not in last.before["players"][entry.seat]


# -- where it is seen


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("last")) as made:
        yield made


@pytest.fixture(scope="module", params=FAMILY)
def table(request: pytest.FixtureRequest, client: Client) -> tuple[Browser, str, Game[Any]]:
    game = kept(request.param)
    browser = Browser(client)
    made = browser.post("/import", {"file": json.loads(game.transcript().encode())})
    return browser, made.json()["table"]["id"], game


def shown(table: tuple[Browser, str, Game[Any]], ply: int, tab: str) -> str:
    browser, name, _ = table
    answer = browser.send("GET", f"/g/{name}/now?tab={tab}&ply={ply}")
    assert answer.status_code == 200, answer.text[:400]
    return answer.text


def some(game: Game[Any], kind: type[Any]) -> tuple[int, Any]:
    plies = [ply for ply, entry in enumerate(game.plies, 1) if isinstance(entry.action, kind)]
    ply = plies[len(plies) * 2 // 3]
    return ply, game.plies[ply - 1].action


def test_pages_mark_hex_token_route_marker_and_shares(table: tuple[Browser, str, Game[Any]]) -> None:
    game = table[2]
    ply, action = some(game, act.LayTile)
    text = shown(table, ply, "map")
    assert re.findall(r'data-last-hex="(\w+)"', text) == [action.hex]
    ply, action = some(game, act.PlaceToken)
    assert action.hex in re.findall(r'data-last-token="(\w+)"', shown(table, ply, "map"))
    ply = next(
        ply
        for ply in range(game.ply // 2, game.ply)
        if isinstance(game.plies[ply - 1].action, act.Dividend) and at(game, ply).routes and at(game, ply).markers
    )
    assert 'class="lastroute"' in shown(table, ply, "map")
    moved = re.findall(r'data-moved="([^"]+)" data-came="\d+"', shown(table, ply, "market"))
    assert {html.unescape(company) for company in moved} == {marker.company for marker in at(game, ply).markers}
    ply, action = some(game, act.BuyShare)
    text = shown(table, ply, "companies")
    held = at(game, ply).shares
    row = re.search(rf'<tr data-company="{re.escape(html.escape(action.company))}".*?</tr>', text, re.DOTALL)
    assert row is not None
    seats = [seat for seat, name in held if isinstance(seat, int) and name == action.company]
    assert row[0].count('class="last pl') == len(seats)
    strip = text[text.index('id="players"') :]
    assert strip.count(" last") >= len(seats)


def test_union_pacific_marks_track_and_cards(client: Client) -> None:
    game = kept(UP)
    browser = Browser(client)
    made = browser.post("/import", {"file": json.loads(game.transcript().encode())})
    table = browser, made.json()["table"]["id"], game
    kinds = {entry.action.kind for entry in game.plies}
    assert {"build", "invest", "take_share"} <= kinds

    def first(kind: str) -> tuple[int, Any]:
        ply = next(ply for ply, entry in enumerate(game.plies, 1) if ply > 60 and entry.action.kind == kind)
        return ply, game.plies[ply - 1]

    ply, entry = first("build")
    text = shown(table, ply, "map")
    section = text.index(f'data-section="{entry.action.section}"')
    assert 'class="lastloc"' in text[section : text.index('data-section="', section + 20)]
    assert text.count('class="lastloc"') == 1
    ply, entry = first("invest")
    text = shown(table, ply, "map")
    side = text[text.index('id="side"') : text.index('id="stage"')]
    assert side.count('<li class="last"') == len(set(entry.action.shares))
    ply, entry = first("take_share")
    text = shown(table, ply, "map")
    card = re.search(rf'<article class="uppl[^"]*" data-player="{entry.seat}".*?</article>', text, re.DOTALL)
    assert card is not None
    assert 'class="last">hand' in card[0]


def test_a_watcher_and_a_player_see_the_mark_at_once(client: Client) -> None:
    ada, eve = Browser(client), Browser(client)
    made: Json = ada.create("me:Ada", "hotseat:Ben")
    game = made["table"]["id"]
    eve.post(f"/games/{game}/watch", {"secret": made["watch_secret"]})
    options = ada.get(f"/games/{game}/options").json()
    action = next(option["action"] for option in options["options"] if option["action"]["type"] == "buy_private")
    assert ada.act(game, action, 0, options["version"]).status_code == 200
    for browser in (ada, eve):
        assert '<span class="tr old last"' in browser.send("GET", f"/g/{game}").text
