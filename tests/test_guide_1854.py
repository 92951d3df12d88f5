"""The guide of 1854: a hint for every decision in every language, legal choices, and figures that are the game's."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyTrain, ChooseCity, LayTile, PlaceToken, SellShares
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.titles.t1854.actions import BuyContract, CompleteOption, TakeOption
from stellwerk.web.pages.choose import chosen_of
from stellwerk.web.pages.guide import any_hint
from stellwerk.web.pages.guide.hint import Fill, Hint
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, Shown, bring, opened

GAMES = ("1854-3p", "1854-4p-steady")
SLOW = {"track", "token", "trains"}  # searched with the router: only some of them are looked at
EVERY = 12
RARE = {"contract", "merger", "merger_offer", "charter", "discard", "consent", "auction", "must_sell"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("guide")) as made:
        yield made


def kept(name: str) -> Game[Any]:
    return kept_game(name)


def looked_at(game: Game[Any]) -> Iterator[tuple[int, str]]:
    """Every decision of a kind that comes seldom, and some of the others."""
    seen = Counter[str]()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        assert decision is not None
        seen[decision.kind] += 1
        often = EVERY if decision.kind in SLOW else 1 if decision.kind in RARE else 4
        if (seen[decision.kind] - 1) % often == 0:
            yield ply, decision.kind


def texts(hint: Hint) -> list[str]:
    """Every sentence of a hint."""
    fills = [*hint.also, *([hint.fill] if hint.fill else [])]
    ways = [part for way in hint.ways for part in (way.name, way.why)]
    return [*hint.text, *ways, *(part for fill in fills for part in (fill.label, fill.why))]


@pytest.mark.parametrize("name", GAMES)
def test_decisions_have_a_hint_in_every_language(site: Site, name: str) -> None:
    game = kept(name)
    game_id = bring(site, game)
    kinds = Counter[str]()
    for ply, kind in looked_at(game):
        told = []
        for language in LANGUAGES:
            hint = any_hint(Shown(site, PlainReader(language), game_id, game.at(ply)))
            assert hint is not None, (ply, kind)
            assert all((hint.text, hint.rules)), (ply, kind)
            assert not any(re.search(r"[{}]|\.\.", part) for part in texts(hint)), texts(hint)
            assert kind == "dividend" or all(way.rule for way in hint.ways), (ply, kind, hint.ways)
            told.append(hint)
        for other in told[1:]:
            assert len(other.text) == len(told[0].text)
            assert all(mine != theirs for mine, theirs in zip(told[0].text, other.text, strict=True)), other.text
            assert all(mine.why != theirs.why for mine, theirs in zip(told[0].ways, other.ways, strict=True)), other
        kinds[kind] += 1
    assert {"stock", "track", "run", "dividend", "trains", "contract", "merger", "merger_offer", "charter"} <= set(
        kinds
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_hints_fill_in_is_legal(site: Site, name: str) -> None:
    game = kept(name)
    game_id = bring(site, game)
    filled = Counter[str]()
    for ply, _kind in looked_at(game):
        page = Shown(site, PlainReader(), game_id, game.at(ply))
        hint = any_hint(page)
        assert hint is not None
        for fill in (*hint.also, *([hint.fill] if hint.fill else [])):
            filled[done(page, fill)] += 1
    assert {"buy", "contract", "merge", "charter", "train", "dividend", "hex"} <= set(filled), filled


def done(page: Shown, fill: Fill) -> str:
    """Do what a hint fills in; a hex or a slot must have a lay or a token."""
    if fill.hex:
        assert fill.hex in {option.action.hex for option in page.options if isinstance(option.action, LayTile)}
        return "hex"
    if fill.slot:
        tokens = [option.action for option in page.options if isinstance(option.action, PlaceToken)]
        assert fill.slot in {f"{token.hex}.{token.stop}" for token in tokens}
        return "slot"
    asked = dict(parse_qsl(fill.choose))
    chosen = chosen_of(page, asked)
    assert chosen is not None, fill
    assert chosen.action, fill
    kind = page.rules.action_types[json.loads(chosen.action)["type"]]
    page.game.branch().apply(msgspec.json.decode(chosen.action, type=kind), page.asked)  # refused if it were not legal
    return asked["do"]


def test_figures_are_those_of_the_game(site: Site) -> None:
    """Options, contracts, repaired trains and mergers: what the hint says is what happens."""
    game = kept("1854-3p")
    game_id = bring(site, game)
    checked = Counter[str]()
    for ply in range(game.ply):
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        options = [option for option in there.options() if option.seat is None]
        actions = [option.action for option in options]
        kind = decision.kind
        ag = there.view(None)["companies"].get(decision.actor, {}).get("kind") == "ag"
        wanted = kind in ("contract", "merger", "merger_offer") or (kind == "trains" and ag)
        wanted |= kind == "stock" and any(isinstance(action, CompleteOption | TakeOption) for action in actions)
        if not wanted or (kind == "stock" and checked["complete"] > 9 and checked["option"] > 9):
            continue
        page = Shown(site, PlainReader(), game_id, there)
        hint = any_hint(page)
        assert hint is not None
        told = " ".join(texts(hint))
        for option in options:
            cost = f"{there.quote(option).cost} G"
            if isinstance(option.action, BuyContract):
                checked["contract"] += 1
                assert f"{page.label(option.action)}. It costs {cost} and pays" in told
            elif isinstance(option.action, CompleteOption):
                checked["complete"] += 1
                assert f"Until the other {cost} are paid" in told
        taken = re.search(r"Half a certificate: (\d+) G now", told)
        if taken and hint.fill and hint.fill.choose.startswith("do=option"):
            checked["option"] += 1
            assert int(taken[1]) in {there.quote(o).cost for o in options if isinstance(o.action, TakeOption)}
        repaired = re.search(r"A (\S+) for (\d+) G would run", told)
        if repaired and ag:
            checked["repaired"] += 1
            offered = {(a.train.split("-")[0], a.price) for a in actions if isinstance(a, BuyTrain)}
            assert (repaired[1], int(repaired[2])) in offered
        merged = re.search(r"Local (\d) with local (\d): .*Treasury: (\d+) G", told)
        if merged:
            checked["merged"] += 1
            companies = there.view(None)["companies"]
            assert int(merged[3]) == sum(companies[merged[number]]["cash"] for number in (1, 2))
    assert set(checked) >= {"contract", "complete", "option", "merged"}, checked


def test_a_sale_for_a_named_train_tells_what_the_shares_bring(site: Site) -> None:
    """7.24: the last sale also pays the train, which is no part of what the shares bring."""
    game = kept("1854-3p")
    game_id = bring(site, game)
    checked = 0
    for ply in range(game.ply):
        there = game.at(ply)
        turn = there.view(None)["turn"]
        if not turn or not turn.get("named"):
            continue
        page = Shown(site, PlainReader(), game_id, there)
        hint = any_hint(page)
        assert hint is not None
        sold = re.search(r"(\w+) earned least for its price: (\d+) % of it bring (-?\d+) G", " ".join(hint.text))
        assert sold is not None, hint.text
        events = there.branch().apply(SellShares(sold[1], int(sold[2])), page.asked)
        paid = next(
            event for event in events if event.kind == "paid" and event.facts["payee"] == page.t.seats[page.asked]
        )
        assert paid.facts["amount"] == int(sold[3])
        checked += 1
    assert checked


def test_the_first_turn_of_an_ag_is_about_its_home(site: Site) -> None:
    game = kept("1854-3p")
    game_id = bring(site, game)
    homes = [
        ply
        for ply in range(game.ply)
        if any(isinstance(option.action, ChooseCity) for option in game.at(ply).options())
    ]
    assert homes
    for ply in homes:
        hint = any_hint(Shown(site, PlainReader(), game_id, game.at(ply)))
        assert hint is not None
        assert "choose its home" in hint.text[0]
        assert "nothing" not in " ".join(hint.text)


def test_nothing_is_said_of_a_local_that_holds_for_others_only(site: Site) -> None:
    """2.9, 2.9a, 6.60, 7.20: plus trains only, no duty to own one, the best run always."""
    game = kept("1854-4p-steady")
    game_id = bring(site, game)
    checked = Counter[str]()
    for ply in range(game.ply):
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        entry = there.view(None)["companies"].get(decision.actor)
        if entry is None or entry["kind"] != "local" or decision.kind not in ("trains", "run") or checked.total() > 30:
            continue
        hint = any_hint(Shown(site, PlainReader(), game_id, there))
        assert hint is not None
        told = " ".join(texts(hint))
        checked[decision.kind] += 1
        assert "must own a train" not in told
        assert "smaller one" not in told
        train = re.search(r"A (\S+) would run", told)
        assert train is None or train[1].endswith("+"), told
    assert set(checked) == {"trains", "run"}
