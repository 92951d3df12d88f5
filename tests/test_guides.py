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

from stellwerk.core import Game
from stellwerk.eighteen.actions import ChooseCity, LayTile, PlaceToken
from stellwerk.formats import load_file
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.titles import TITLES
from stellwerk.web.pages.choose import chosen_of
from stellwerk.web.pages.guide import any_hint
from stellwerk.web.pages.guide.hint import Fill, Hint
from stellwerk.web.site import Site
from tests.page_support import PlainReader, Shown, bring, opened
from tests.support import DATA

FAMILY = [name for name in ("1830", "1854", "1862", "18te") if TITLES[name].guided]
KEPT = [path for name in FAMILY for path in sorted((DATA / "games").glob(f"{name}-*.json.gz"))]
KEPT += sorted((DATA / "random").glob("1830-*.json.gz"))[:2] if "1830" in FAMILY else []
SLOW = {"track": 60, "token": 12, "special_token": 2, "trains": 24}  # kinds that search: so many of each are looked at
SOME = 40  # of every other kind


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("guides")) as made:
        yield made


@cache
def kept(path: Path) -> Game[Any]:
    return load_file(path).game


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
        seen[decision.kind] += 1
    assert len(seen) >= 8, seen
