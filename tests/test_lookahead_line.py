"""A line of play in the look-ahead: it stays when the game moves on, is checked anew and says what became of it."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk.core import BadInput, Game
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.formats import load_file
from stellwerk.web.lines import MOST_STEPS
from stellwerk.web.pages.line import BROKEN, DONE, POSSIBLE, token_options
from stellwerk.web.pages.lookahead import looked
from tests.page_support import PlainReader, Shown, bring, opened
from tests.support import DATA
from tests.web_support import Browser, refused, served

GAMES = ("1830-3p-seed", "1854-4p", "1862-4p", "18te-3p")


def kept(name: str) -> Game[Any]:
    return load_file(DATA / "games" / f"{name}.json.gz").game


def lay_of(game: Game[Any], after: int, company: str = "") -> tuple[int, str, LayTile]:
    """A lay that was made: the ply before it, the company, the action."""
    for ply in range(after, game.ply):
        action, decision = game.plies[ply].action, game.at(ply).decision()
        if isinstance(action, LayTile) and not action.power and decision and company in ("", decision.actor):
            return ply, decision.actor, action
    raise AssertionError("nothing is laid")


def written(*actions: Any) -> str:
    return json.dumps([msgspec.to_builtins(action) for action in actions])


@pytest.mark.parametrize("name", GAMES)
def test_a_planned_step_is_possible_then_done_and_another_one_breaks(name: str, tmp_path: Path) -> None:
    game = kept(name)
    ply, company, lay = lay_of(game, game.ply // 2)
    with opened(tmp_path) as site:
        table = bring(site, game)

        def steps(at: int, *line: Any) -> list[Any]:
            page = Shown(site, PlainReader(), table, game.at(at))
            return list(looked(page, company, "", written(*line))[1].steps)

        assert [step.state for step in steps(ply, lay)] == [POSSIBLE]
        assert [step.state for step in steps(ply + 1, lay)] == [DONE]
        others = [option.action for option in game.at(ply).options() if isinstance(option.action, LayTile)]
        clash = next((one for one in others if one.hex == lay.hex and not _same(one, lay)), None)
        if clash is not None:
            broken = steps(ply + 1, clash)[0]
            assert broken.state == BROKEN
            assert broken.why
            assert broken.rule.startswith(game.rules.title)


def _same(one: LayTile, other: LayTile) -> bool:
    return (one.tile, one.rotation) == (other.tile, other.rotation)


def test_steps_go_on_in_the_next_turn_and_tokens_follow_track(tmp_path: Path) -> None:
    game = kept("1830-3p-seed")
    with opened(tmp_path) as site:
        table = bring(site, game)
        ply, company, lay = lay_of(game, 500)
        page = Shown(site, PlainReader(), table, game.at(ply))
        first, walked, new_turn = looked(page, company, "", written(lay))
        assert walked.state.board != page.board
        assert first.options, "the next lay is that of the next turn"
        second = first.options[0].action
        both = looked(page, company, "", written(lay, second))[1].steps
        assert [(step.state, step.later) for step in both] == [(POSSIBLE, False), (POSSIBLE, True)]
        gone = looked(page, company, "", written(LayTile("H12", "57", 0), lay))[1].steps
        assert [step.state for step in gone] == [BROKEN, POSSIBLE], "what cannot be is left out, the rest stays"
        tokens = token_options(page, walked, new_turn)
        if tokens:
            assert isinstance(tokens[0].action, PlaceToken)
            placed = looked(page, company, "", written(lay, tokens[0].action))[1]
            assert [step.state for step in placed.steps] == [POSSIBLE, POSSIBLE]


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "{}",
        '[{"type":"pass"}]',
        '[{"type":"lay_tile"}]',
        '[{"type":"lay_tile","hex":7,"tile":"57","rotation":0}]',
        json.dumps([{"type": "lay_tile", "hex": "H12", "tile": "57", "rotation": 0}] * (MOST_STEPS + 1)),
    ],
)
def test_what_is_no_line_is_refused(line: str, tmp_path: Path) -> None:
    game = kept("1830-3p-seed")
    with opened(tmp_path) as site:
        page = Shown(site, PlainReader(), bring(site, game), game.at(500))
        with pytest.raises(BadInput):
            looked(page, "PRR", "", line)


def test_the_page_tells_which_step_is_not_possible_any_more(tmp_path: Path) -> None:
    game = kept("1830-3p-seed")
    ply, company, lay = lay_of(game, 500)
    with served(tmp_path) as client:
        ada = Browser(client)
        file = json.loads(game.at(ply).transcript().encode())
        table = ada.post("/import", {"file": file}).json()["table"]["id"]
        line = [msgspec.to_builtins(LayTile("A9", "57", 0)), msgspec.to_builtins(lay)]
        query = {"company": company, "line": json.dumps(line)}
        box = html.unescape(ada.send("GET", f"/g/{table}/ahead", params=query).text)
        assert 'data-broken="1"' in box
        assert "1 step of the plan is not possible any more" in box
        assert box.index('class="broken"') < box.index('class="possible"')
        assert "/titles/1830/rules#" in box
        german = ada.send("GET", f"/g/{table}/ahead", params={**query, "lang": "de"}).text
        assert "Nicht mehr möglich" in html.unescape(german)
        chooser = ada.send("GET", f"/g/{table}/lays", params=query)
        assert chooser.status_code == 200
        refused(ada.send("GET", f"/g/{table}/ahead", params={**query, "line": "[1]"}), 400, "bad_input")
