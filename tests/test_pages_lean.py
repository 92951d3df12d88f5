"""Templates that are written out with less ado say exactly what Jinja makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined, UndefinedError
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from stellwerk.formats import load_file
from stellwerk.web.pages import render
from stellwerk.web.pages.lean import LeanEnvironment, shown
from stellwerk.web.remembered import Remembered
from tests.page_support import PlainReader, Shown, all_regions, bring, opened
from tests.support import DATA


class Usual(render.Templates):
    """The same templates as Jinja compiles them."""

    code_generator_class = CodeGenerator
    make_globals = Environment.make_globals


def usual() -> Usual:
    lean = render.environment()
    made = Usual(
        loader=lean.loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(lean.globals)
    made.filters.update(lean.filters)
    return made


@pytest.mark.parametrize("name", ["1830-3p-seed", "1854-3p", "1862-4p", "18te-3p", "union-pacific-4p"])
def test_a_page_is_what_jinja_makes_of_it(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        plies = [game.ply // 3, game.ply // 2, game.ply - 2]
        found: list[list[str]] = []
        for environment in (render.environment(), usual()):
            monkeypatch.setattr(render, "found", environment.get_template)
            site.remembered = Remembered(2**24)
            found.append([all_regions(Shown(site, PlainReader("de"), game_id, game.at(ply))) for ply in plies])
        assert found[0] == found[1]
        assert all(len(page) > 5000 for page in found[0])


def test_what_is_not_marked_up_is_escaped() -> None:
    made = LeanEnvironment(autoescape=True, undefined=StrictUndefined)
    template = made.from_string("{% macro m(a) %}<i>{{ a }}</i>{% endmacro %}{{ m(x) }}{{ f(x, y=x) }}{{ x }}{{ y }}")

    def put(first: str, y: str) -> Any:
        return Markup("<b>{}{}</b>").format(first, y)

    text = template.render(x="<&'\">", y=Markup("<u>"), f=put)
    bad = "&lt;&amp;&#39;&#34;&gt;"
    assert text == f"<i>{bad}</i><b>{bad}{bad}</b>{bad}<u>"
    assert (shown(None), shown(True), shown(1.5), shown(7)) == ("None", "True", "1.5", "7")
    with pytest.raises(UndefinedError):
        made.from_string("{{ nothing }}").render()
