"""Running and paying out by one click: one request, both actions or none, and what it does is told before."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.formats import load_file
from stellwerk.web.pages.decisions.run import run
from tests.page_support import PlainReader, Shown, all_regions, bring, opened
from tests.support import DATA
from tests.web_support import Browser, refused, served

GAMES = ("1830-3p-seed", "1854-4p", "1862-4p", "18te-3p")
PAY = {"type": "dividend", "choice": "pay"}


def kept(name: str) -> Game[Any]:
    return load_file(DATA / "games" / f"{name}.json.gz").game


def runs(game: Game[Any], most: int = 3) -> list[Game[Any]]:
    """Positions in which a company runs and then decides on its dividend."""
    found = []
    for ply in range(game.ply - 1):
        before, after = game.at(ply).decision(), game.at(ply + 1).decision()
        if before and after and (before.kind, after.kind) == ("run", "dividend"):
            found.append(game.at(ply))
    return found[:: max(1, len(found) // most)][:most]


@pytest.mark.parametrize("name", GAMES)
def test_the_button_tells_what_is_paid_and_where_the_price_goes(name: str, tmp_path: Path) -> None:
    game = kept(name)
    with opened(tmp_path) as site:
        table = bring(site, game)
        for position in runs(game):
            page = Shown(site, PlainReader(), table, position)
            best = run(page).context["best"]
            assert best.paid is not None
            copy, seat = position.branch(), page.asked
            copy.apply(best.run.action, seat)
            name_ = copy.decision().actor  # type: ignore[union-attr]
            middle = copy.view(seat)
            copy.apply(page.rules.action_types["dividend"]("pay"), seat)
            assert json.loads(best.paid.then) == [PAY]
            told = {fact.label: fact.after for fact in best.paid.facts}
            assert told["Share price"] == page.money(copy.view(seat)["companies"][name_]["price"] or 0)
            held = [player for player in middle["players"] if player["shares"].get(name_)]
            assert {player["name"] for player in held} <= set(told)
            shown = all_regions(page)
            assert "data-then=" in shown
            assert 'data-key="p"' in shown


def test_a_local_railway_has_no_such_button(tmp_path: Path) -> None:
    game = kept("1854-3p")
    alone = next(
        game.at(ply)
        for ply in range(game.ply)
        if (asked := game.at(ply).decision()) and asked.kind == "run" and len(asked.actor) == 1
    )
    with opened(tmp_path) as site:
        page = Shown(site, PlainReader(), bring(site, game), alone)
        assert run(page).context["best"].paid is None
        assert "data-then=" not in all_regions(page)


def test_both_are_done_by_one_request_or_none(tmp_path: Path) -> None:
    game = runs(kept("1830-3p-seed"))[0]
    with served(tmp_path) as client:
        ada = Browser(client)
        brought = ada.post("/import", {"file": json.loads(game.transcript().encode())}).json()["table"]["id"]
        before = ada.view(brought)
        seat, version, ply = before["asked"], before["version"], before["ply"]
        shown = html.unescape(ada.send("GET", f"/g/{brought}").text)
        action, then = re.search(r'data-action="(\{[^>]*?\})" data-then="(\[.*?\])"', shown).groups()  # type: ignore[union-attr]
        path = f"/games/{brought}/actions"
        body = {"seat": seat, "expected_version": version, "action": json.loads(action)}

        bad = ada.post(path, {**body, "then": [{"type": "dividend", "choice": "half"}]})
        refused(bad, 422, "illegal")
        refused(ada.post(path, {**body, "then": [{"type": "nonsense"}]}), 400, "bad_input")
        refused(ada.post(path, {**body, "then": [PAY] * 5}), 400, "bad_input")
        assert (ada.view(brought)["version"], ada.view(brought)["ply"]) == (version, ply)  # nothing was done

        body |= {"then": json.loads(then), "key": "once"}
        done = ada.post(path, body).json()
        assert (done["version"], done["ply"]) == (version + 2, ply + 2)
        assert {"run", "dividend"} <= {line["kind"] for line in done["events"]}
        assert ada.post(path, body).json()["version"] == version + 2  # sent again: done once
        assert ada.view(brought)["ply"] == ply + 2
        refused(ada.post(path, {**body, "key": "late"}), 409, "stale")

        # Two clean steps back: to the dividend, then to the run.
        kinds = []
        for _ in range(2):
            wish = {"seat": seat, "expected_version": ada.view(brought)["version"]}
            assert ada.post(f"/games/{brought}/undo", wish).json()["done"]
            kinds.append(ada.view(brought)["decision"]["kind"])
        assert kinds == ["dividend", "run"]
