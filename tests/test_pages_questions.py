"""Pages ask views, options, quotes and receipts: the state and guesses about rules objects have no place in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import stellwerk
from stellwerk.cli.voice import voice
from stellwerk.eighteen.actions import BuyShare
from stellwerk.formats import load_file
from stellwerk.web.pages.phrases import phrase
from tests.page_support import PlainReader, Shown, bring, opened
from tests.support import DATA

PACKAGE = Path(stellwerk.__file__).parent
ROUTER = "the router is asked about the position"
# Where pages use the state all the same (docs/pages.md), each with its reason.
STATE = {
    "web/pages/table_page.py": "where it is given out",
    "web/pages/lays.py": ROUTER,
    "web/pages/lookahead.py": "a position as if another company were to build",
    "titles/t1854/pages/run.py": ROUTER,
    "titles/t1862/pages/goals.py": ROUTER,
    "web/pages/train_runs.py": ROUTER,
    "titles/t_union_pacific/pages/standing.py": "payouts as if there were a locomotive or a share more",
}
# Where `getattr` and `hasattr` read something else than rules.
PROBES = {
    "web/pages/table_page.py": "what a title outside the family calls its companies",
    "web/pages/decisions/chosen.py": "fields of actions by name",
    "web/pages/decisions/panel.py": "fields of actions by name",
    "web/pages/phrases.py": "fields of actions by name",
    "titles/t_union_pacific/pages/choice.py": "fields of actions by name",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the pages and guides, those of titles too."""
    folders = [PACKAGE / "web" / "pages", *PACKAGE.glob("titles/*/pages"), *PACKAGE.glob("titles/*/guide")]
    files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    files += sorted([*PACKAGE.glob("titles/*/pages.py"), *PACKAGE.glob("titles/*/guide.py")])
    for file in files:
        yield file.relative_to(PACKAGE).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def reads_state(tree: ast.Module) -> bool:
    """True if a module reads `page.s` or the `state` of a game, under whatever name that ends in `game`."""
    return any(
        isinstance(node, ast.Attribute)
        and (
            (node.attr == "s" and ast.unparse(node.value).split(".")[-1] in ("page", "self"))
            or (node.attr == "state" and ast.unparse(node.value).endswith("game"))
        )
        for node in ast.walk(tree)
    )


def probes(tree: ast.Module) -> bool:
    """True if a module asks whether an object has something."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr")
        for node in ast.walk(tree)
    )


def test_the_state_is_read_only_where_a_reason_is_given() -> None:
    assert {name for name, tree in modules() if reads_state(tree)} == set(STATE)


def test_rules_objects_are_not_probed() -> None:
    assert {name for name, tree in modules() if probes(tree)} == set(PROBES)


@pytest.mark.parametrize("name", ["1830-3p-seed", "1854-4p", "1862-4p", "18te-3p"])
def test_a_share_is_worded_with_the_price_that_is_paid(name: str, tmp_path: Path) -> None:
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    worded = 0
    with opened(tmp_path) as site:
        table = bring(site, game)
        for ply in range(0, game.ply, 7):
            page = Shown(site, PlainReader(), table, game.at(ply))
            for option in page.game.options():
                if isinstance(option.action, BuyShare):
                    seat = page.asked
                    after, _ = game.rules.apply(page.game.state, option.action, seat)
                    paid = page.money(page.game.state.players[seat].cash - after.players[seat].cash)
                    assert phrase(page, option).amount == paid
                    assert " ".join(voice(page.game).option(option)).endswith(f" for {paid.replace(',', '')}")
                    worded += 1
    assert worded
