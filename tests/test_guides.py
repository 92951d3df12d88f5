"""The guide of every title: a hint for every decision of the kept games in all languages, true and legal."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.play import play_out
from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    LayTile,
    Par,
    PlaceToken,
    SellShares,
)
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import kind_of
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.titles import TITLES
from stellwerk.web.pages.choose import chosen_of
from stellwerk.web.pages.guide import any_hint
from stellwerk.web.pages.guide.hint import Fill, Hint
from stellwerk.web.pages.guide.pars import par_text
from stellwerk.web.pages.lays import effect, own_lays, place_at
from stellwerk.web.pages.train_runs import run_with
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, Shown, bring, opened
from tests.support import DATA
from tests.web_support import Browser, served

FAMILY = [name for name in ("1830", "1854", "1862", "18te") if TITLES[name].guided]
KEPT = [path for name in FAMILY for path in sorted((DATA / "games").glob(f"{name}-*.json.gz"))]
KEPT += sorted((DATA / "random").glob("1830-*.json.gz"))[:2] if "1830" in FAMILY else []
SLOW = {"track": 40, "token": 12, "trains": 40}  # kinds that search: so many of each are looked at
SOME = 60  # of every other kind


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("guides")) as made:
        yield made


@cache
def kept(path: Path) -> Game[Any]:
    return kept_game(path)


def sample(game: Game[Any]) -> Iterator[int]:
    """Plies of every kind of decision, spread over the game."""
    plies: dict[str, list[int]] = {}
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        if decision is not None:
            plies.setdefault(decision.kind, []).append(ply)
    for kind, found in plies.items():
        yield from found[:: -(-len(found) // SLOW.get(kind, SOME))]


def fills(hint: Hint) -> list[Fill]:
    return [*([hint.fill] if hint.fill else []), *hint.also]


def legal(page: Shown, fill: Fill) -> bool:
    """True if what a hint fills in is possible: the hex or slot is offered, the choice is an action that is done."""
    actions = [option.action for option in page.options]
    if fill.hex:
        return any(isinstance(action, LayTile) and action.hex == fill.hex for action in actions)
    if fill.slot:
        placing = [action for action in actions if isinstance(action, PlaceToken | ChooseCity)]
        return fill.slot in {f"{action.hex}.{action.stop}" for action in placing}
    chosen = chosen_of(page, dict(parse_qsl(fill.choose)))
    if chosen is None or not chosen.action:
        return False
    copy = page.game.branch()
    kind = copy.rules.action_types[json.loads(chosen.action)["type"]]
    copy.apply(msgspec.json.decode(chosen.action, type=kind), page.asked)  # refused if it were not legal
    return True


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name.partition(".")[0])
def test_every_decision_has_a_hint_that_is_legal_and_whole(site: Site, path: Path) -> None:
    game = kept(path)
    game_id = bring(site, game)
    seen: Counter[str] = Counter()
    for number, ply in enumerate(sample(game)):
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        page = Shown(site, PlainReader(LANGUAGES[number % 3]), game_id, there)
        hint = any_hint(page)
        assert hint is not None, (ply, decision.kind)
        said = [*hint.text, *(way.name for way in hint.ways), *(way.why for way in hint.ways)]
        said += [part for fill in fills(hint) for part in (fill.label, fill.why)]
        assert hint.text
        assert all(hint.text), (ply, decision.kind)
        assert not re.search(r"[{}]|None|:\$", " ".join(said)), (ply, decision.kind, said)
        assert all(legal(page, fill) for fill in fills(hint)), (ply, decision.kind, hint)
        assert hint.rules, (ply, decision.kind)
        assert all(way.rule for way in hint.ways), (ply, decision.kind, hint.ways)
        seen[decision.kind] += 1
    assert len(seen) >= 8, seen


# -- figures


def action_of(page: Shown, fill: Fill) -> Any:
    """The action a hint fills in."""
    chosen = chosen_of(page, dict(parse_qsl(fill.choose)))
    assert chosen is not None
    kind = page.game.rules.action_types[json.loads(chosen.action)["type"]]
    return msgspec.json.decode(chosen.action, type=kind)


OWN_TRAINS = {"1854"}  # words its hint for trains itself where an AG buys
NAMED = (BuyShare, BuyPrivate, BuyTrain, Par, SellShares, Bid)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name.partition(".")[0])
def test_a_hint_names_what_is_paid(site: Site, path: Path) -> None:
    """Prices in a hint are those of the quote; a bid is named by its amount."""
    game = kept(path)
    game_id = bring(site, game)
    seen: Counter[str] = Counter()
    for ply in sample(game):
        page = Shown(site, PlainReader(), game_id, game.at(ply))
        if page.decision is None or page.decision.kind in ("track", "token"):
            continue
        hint = any_hint(page)
        if hint is None or hint.fill is None or not hint.fill.choose:
            continue
        action = action_of(page, hint.fill)
        if not isinstance(action, NAMED):
            continue
        amount = action.amount if isinstance(action, Bid) else page.game.quote(action).cost
        told = " ".join(hint.text)
        if amount:
            assert page.money(amount) in told, (ply, action, told)
        if isinstance(action, BuyTrain) and not action.trade_in and game.rules.title not in OWN_TRAINS:
            added = -page.game.quote(action).gain(page.asked)
            assert (added > 0) == ("of it would be your own money" in told), (ply, told)
            assert added <= 0 or page.money(added) in told
            run, now = run_with(page, kind_of(action.train)), run_with(page)
            better = (run.total if run else 0) - (now.total if now else 0)
            assert (better > 0) == ("has earned its price" in told), (ply, told)
        seen[action.kind] += 1
    assert len(seen) >= 2, seen


@pytest.mark.parametrize("title", FAMILY)
def test_a_track_hint_promises_what_the_lay_does(site: Site, title: str) -> None:
    game = kept(next(path for path in KEPT if path.name.startswith(f"{title}-")))
    game_id = bring(site, game)
    promised = 0
    for ply in sample(game):
        page = Shown(site, PlainReader(), game_id, game.at(ply))
        if page.decision is None or page.decision.kind != "track":
            continue
        hint = any_hint(page)
        assert hint is not None
        grows = re.search(r"grows from \D*([\d,]+)\D* to \D*([\d,]+)", hint.text[0])
        if grows is None or hint.fill is None:
            continue
        lays = own_lays(page)
        assert lays is not None
        place = place_at(lays, hint.fill.hex)
        assert place is not None
        done = [effect(lays, place.hex, choice.tile, turn) for choice in place.choices for turn in choice.rotations]
        before, after = (int(found.replace(",", "")) for found in grows.groups())
        assert before < after
        assert (before, after) in {(found.before, found.after) for found in done}
        promised += 1
    assert promised


@pytest.mark.parametrize("title", [name for name in ("1830", "1862") if name in FAMILY])
def test_the_capital_a_hint_promises_is_what_a_company_gets_when_it_floats(site: Site, title: str) -> None:
    checked = 0
    for path in (path for path in KEPT if path.name.startswith(f"{title}-")):
        game = kept(path)
        game_id, rules = bring(site, game), game.rules
        assert isinstance(rules, FamilyRules)
        paid = {
            event.facts["payee"]: event.facts["amount"]
            for ply in game.plies
            for event in ply.events
            if event.kind == "paid" and event.rule == rules.t.cite("float")
        }
        for number, ply in enumerate(game.plies):
            if isinstance(ply.action, Par) and ply.action.company in paid:
                page = Shown(site, PlainReader(), game_id, game.at(number))
                told = " ".join(par_text(page, ply.action, alone=True))
                assert f"then gets {page.money(paid[ply.action.company])}" in told
                checked += 1
    assert checked


@pytest.mark.parametrize(
    ("title", "rule", "ways"), [("1830", "declared", 3), ("18te", "declared", 3), ("18te", "enforced", 1)]
)
def test_a_run_hint_offers_only_what_the_table_allows(site: Site, title: str, rule: str, ways: int) -> None:
    game: Game[Any] = stellwerk.new(title, ["Ada", "Ben"], seed=3, options={"best_run": rule})
    bots = [make_bot("steady", 3, title) for _ in range(2)]
    for _ in range(300):
        decision = game.decision()
        assert decision is not None
        if decision.kind == "run":
            break
        play_out(game, bots, 1)
    hint = any_hint(Shown(site, PlainReader(), bring(site, game), game))
    assert hint is not None
    assert len(hint.ways) == ways
    assert ("The best run is compulsory" in hint.ways[0].why) == (rule == "enforced")


@pytest.mark.parametrize("title", FAMILY)
def test_a_first_game_starts_with_the_guide_on(tmp_path: Path, title: str) -> None:
    with served(tmp_path) as client:
        mira = Browser(client)
        assert f'data-learn="{title}"' in mira.send("GET", f"/titles/{title}").text
        mira.get("/session")
        made = mira.send("POST", "/learn", {"name": "Mira", "title": title})
        assert made.status_code == 201
        shown = mira.send("GET", f"/g/{made.json()['game']}").text
        assert 'id="hint"' in shown
        assert "Guide on" in shown
