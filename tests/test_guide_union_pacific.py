"""The guide of Union Pacific: a hint for every decision in every language, true figures, legal choices, no secrets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest

from stellwerk.core import Chance, Game
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.titles.t_union_pacific.actions import Build, Decline
from stellwerk.titles.t_union_pacific.guide.standing import advised
from stellwerk.titles.t_union_pacific.pages.choice import Turn
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.web.pages.guide import any_hint, hint_of
from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, Shown, all_regions, bring, opened
from tests.rules_union_pacific.support import new, play, position
from tests.rules_union_pacific.test_03_turns import with_full_type
from tests.test_union_pacific_secrets import Worlds
from tests.web_support import Browser, served

GAMES = ("union-pacific-2p", "union-pacific-3p-second-edition", "union-pacific-4p", "union-pacific-6p")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("guide")) as made:
        yield made


def kept(name: str) -> Game[Any]:
    return kept_game(name)


def texts(hint: Hint) -> list[str]:
    """Every sentence of a hint."""
    return [
        *hint.text,
        *(part for way in hint.ways for part in (way.name, way.why)),
        *(fill.why for fill in hint.also),
        hint.fill.label if hint.fill else "",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_has_a_hint_in_every_language(site: Site, name: str) -> None:
    game = kept(name)
    game_id = bring(site, game)
    kinds = Counter[str]()
    for ply in range(game.ply):
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        kinds[decision.kind] += 1
        told = []
        for language in LANGUAGES:
            hint = any_hint(Shown(site, PlainReader(language), game_id, there))
            assert hint is not None, (ply, decision.kind)
            assert all((hint.text, hint.ways, hint.rules)), (ply, decision.kind)
            assert not any(re.search(r"[{}]", part) for part in texts(hint)), texts(hint)
            assert all(way.rule for way in hint.ways)
            told.append(hint)
        for other in told[1:]:
            assert len(other.text) == len(told[0].text)
            assert all(mine != theirs for mine, theirs in zip(told[0].text, other.text, strict=True)), other.text
            assert all(mine.why != theirs.why for mine, theirs in zip(told[0].ways, other.ways, strict=True)), (
                other.ways
            )
    assert {"pick", "turn", "take", "exchange"} <= set(kinds)


def test_rare_decisions_have_a_hint_too(site: Site) -> None:
    """Nothing possible, nothing to exchange, and the replacement of track cards: no kept game has them all."""
    game_id = bring(site, new(3))
    cases = [
        (position(hands=[{}, {"UP": 1}], tracks=[{"coast": 3, "wild": 1}], supply=(0,) * 10), "best “Coast"),
        (position(step="exchange", hands=[{"UP": 1}]), "no share of a railway in hand"),
        (position(step="exchange", hands=[{"MS": 1}], pending=1), "A payout follows at once"),
        (play(with_full_type({"prairie": 2, "wild": 1}), Decline()), "Replace “Prairie line” by a new card"),
        (play(with_full_type({"coast": 2, "wild": 1}), Decline()), "You have no such card"),
        (position(hands=[{"UP": 1}], tracks=[{"coast": 4}], supply=(0,) * 10, payouts=3), "UP"),
    ]
    for game, said in cases:
        told = [any_hint(Shown(site, PlainReader(language), game_id, game)) for language in LANGUAGES]
        assert all(hint is not None and hint.ways for hint in told), said
        assert said in " ".join(told[0].text), told[0].text  # type: ignore[union-attr]  # just asked
        assert len({hint.text[0] for hint in told if hint}) == len(LANGUAGES)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_hint_fills_in_is_legal_and_its_figures_are_those_of_the_game(site: Site, name: str) -> None:
    game = kept(name)
    game_id = bring(site, game)
    filled = Counter[str]()
    for ply in range(game.ply):
        there = game.at(ply)
        page = Shown(site, PlainReader(), game_id, there)
        best = advised(page)[0]
        assert best in [option.action for option in there.options_for(page.asked)]
        hint = any_hint(page)
        assert hint is not None
        if hint.fill is None:
            continue
        for fill in (*hint.also, hint.fill):
            page.chosen = dict(parse_qsl(fill.choose))
            turn = Turn(page)
            assert turn.build or turn.invest, fill
        assert best == (turn.build or turn.invest), hint.fill.choose
        filled[best.kind] += 1
        told, view = " ".join(hint.text), there.view(page.asked)
        total = sum(facts["payout"][page.asked] for facts in (*view["companies"].values(), view["union_pacific"]))
        assert f"A payout now would bring you ${total}M" in told
        copy = there.branch()
        copy.apply(best, page.asked)
        after = copy.view(page.asked)
        if isinstance(best, Build):
            worth = (after["companies"][best.company]["value"], view["companies"][best.company]["value"])
            assert "then worth ${}M instead of ${}M".format(*worth) in told
        figures = re.findall(
            r"[Oo]f ([\w&]+) (?:a payout now would bring you|you would get) \$(\d+)M instead of \$(\d+)M", told
        )
        for abbr, then, now in figures:
            facts = [
                next(
                    entry
                    for entry in (*v["companies"].values(), {"abbr": "UP", **v["union_pacific"]})
                    if entry["abbr"] == abbr
                )
                for v in (after, view)
            ]
            if after["payouts"] == view["payouts"]:  # else a payout came with the move
                assert [int(then), int(now)] == [entry["payout"][page.asked] for entry in facts]
    assert set(filled) == {"build", "invest"}, filled


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_no_hint(site: Site, name: str) -> None:
    """Everything hidden from the seat is exchanged for something else: the same hint."""
    game = kept(name)
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    game_id = bring(site, game)
    changed = 0
    for ply in range(game.ply):
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        other = Worlds(rules, decision.seat, Chance(ply, "guide")).other(there.state, decision.seat, there.state)
        twin = there.branch()
        if twin.ply:
            twin._plies[-1] = msgspec.structs.replace(twin._plies[-1], state=other)
        else:
            twin._start = other
        changed += other != there.state
        hints = [any_hint(Shown(site, PlainReader(), game_id, world)) for world in (there, twin)]
        assert hints[0] == hints[1], ply
    assert changed > 50


def test_a_reader_without_the_hand_gets_no_hint(site: Site) -> None:
    for ply in (5, 9, 14):
        there = kept(GAMES[0]).at(ply)
        decision = there.decision()
        assert decision is not None
        game_id = bring(site, there)
        assert any_hint(Shown(site, PlainReader(), game_id, there, seat=1 - decision.seat)) is None
        assert any_hint(Shown(site, PlainReader(), game_id, there, seat=decision.seat)) is not None


def test_the_hint_makes_room_for_what_is_picked(site: Site) -> None:
    game = kept(GAMES[2])
    game_id = bring(site, game)
    ply = next(ply for ply in range(game.ply) if game.at(ply).decision().kind == "turn")  # type: ignore[union-attr]
    page = Shown(site, PlainReader(guide=f"{game_id}+"), game_id, game.at(ply))
    hint = hint_of(page)
    assert hint is not None
    assert hint.fill is not None
    shown = all_regions(page)
    assert 'id="hint"' in shown
    assert f'data-up="{hint.fill.choose}"'.replace("&", "&amp;") in shown
    page.chosen = {"mode": "invest"}
    assert hint_of(page) is not None
    page.chosen = dict(parse_qsl(hint.fill.choose))
    assert hint_of(page) is None


def test_a_first_game_is_begun_from_the_start_page(tmp_path: Any) -> None:
    with served(tmp_path) as client:
        mira = Browser(client)
        start = mira.send("GET", "/").text
        mira.get("/session")
        assert start.count('id="learn-box"') == 1
        assert 'data-learn="union-pacific"' in start
        made = mira.send("POST", "/learn", {"name": "Mira", "title": "union-pacific"})
        assert made.status_code == 201, made.text
        assert 'id="hint"' in mira.send("GET", f"/g/{made.json()['game']}").text
