"""The pages about titles: rules as HTML with anchors, tiles, overview; and the small Markdown behind them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.titles import TITLES
from stellwerk.web import library
from stellwerk.web.pages.markdown import inline, to_html
from stellwerk.web.pages.title_pages import rules_of, tiles_of
from tests.web_support import Browser, served

Client = TestClient[Any]
HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


def words(text: str) -> str:
    """What a reader reads, without marks of any kind."""
    return re.sub(r"[\s`*|\[\]#-]+", "", text)


@pytest.mark.parametrize("name", list(TITLES))
def test_every_paragraph_and_section_is_an_anchor(name: str) -> None:
    made = rules_of(name)
    ids = re.findall(r'\bid="([^"]+)"', made.html)
    assert len(ids) == len(set(ids))
    book = library.book(name)
    assert set(book.paragraphs) <= set(ids)
    assert set(book.sections) <= set(ids)
    linked = set(re.findall(r'href="#([^"]+)"', made.html))
    assert linked <= set(ids), "every link leads somewhere"


@pytest.mark.parametrize("name", list(TITLES))
def test_not_a_word_is_lost(name: str) -> None:
    source = library.known(name).rules_text()
    title, _, body = source.partition("\n")
    shown = html.unescape(re.sub(r"<[^>]+>", "", rules_of(name).html))
    body = re.sub(r"(?m)^\|[\s:|-]+\|$", "", body)
    assert words(shown) == words(body)
    assert words(rules_of(name).title) == words(title)


@pytest.mark.parametrize("name", list(TITLES))
def test_tags_are_balanced(name: str) -> None:
    open_: list[str] = []
    for closing, tag in re.findall(r"<(/?)(\w+)[^>]*>", rules_of(name).html):
        if closing:
            assert open_.pop() == tag
        else:
            assert tag != "a" or "a" not in open_, "no link inside a link"
            open_.append(tag)
    assert not open_


def test_the_rules_page_stands_without_scripts(client: Client) -> None:
    page = Browser(client).send("GET", "/titles/1830/rules", headers=HTML).text
    assert 'id="8.1.4"' in page
    assert 'class="no" href="#8.1.4"' in page
    assert 'href="#8.1"' in page, "the contents link the sections"
    assert re.search(r'<form id="find"[^>]*hidden', page), "the search is shown by its script only"


def test_markdown_of_every_kind() -> None:
    made = to_html(
        "# Title\n\nIntro with `code <b>` and **bold** and *soft*.\n\n## 1. First\n\n"
        "1.1 A paragraph, see 1.2 and 9.9.\n"
        " - one\n   more\n - two\n   - deeper\n\n1.2 Next [seed].\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n**Lead**\n\n"
        "### Second & last\n\n```\nraw <i>\n```\n",
        {"1.1", "1.2"},
    )
    assert made.title == "Title"
    assert [(entry.level, entry.id) for entry in made.headings] == [(2, "1"), (3, "second-last")]
    assert str(made.html).split("\n") == [
        "<p>Intro with <code>code &lt;b&gt;</code> and <strong>bold</strong> and <em>soft</em>.</p>",
        '<h2 id="1"><a class="here" href="#1">1. First</a></h2>',
        '<section class="par" id="1.1"><a class="no" href="#1.1">1.1</a><div><p>A paragraph, see <a href="#1.2">1.2</a>'
        " and 9.9.</p>",
        "<ul><li>one more</li><li>two<ul><li>deeper</li></ul></li></ul>",
        "</div></section>",
        '<section class="par" id="1.2"><a class="no" href="#1.2">1.2</a><div><p>Next '
        '<span class="mark">seed</span>.</p>',
        '<div class="wide" tabindex="0" role="group"><table><thead><tr><th scope="col">a</th><th scope="col">b</th>'
        "</tr></thead><tbody><tr><td>1</td><td><code>x</code></td></tr></tbody></table></div>",
        "</div></section>",
        '<p class="lead"><strong>Lead</strong></p>',
        '<h3 id="second-last"><a class="here" href="#second-last">Second &amp; last</a></h3>',
        "<pre><code>raw &lt;i&gt;</code></pre>",
        "",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '[x](javascript:alert(1)) "quoted"',
        '[x](https://a.example/"onload=alert(1)) **<b>**',
        "`<img src=x>` *<i>*",
    ],
)
def test_nothing_in_the_text_becomes_markup(text: str) -> None:
    made = inline(text)
    assert not re.search(r"<(?!/?(?:code|strong|em|span|a)\b)", made)
    assert "javascript:" not in "".join(re.findall(r'href="[^"]*"', made))
    assert not re.search(r"<a [^>]*onload", made)


def test_a_lonely_star_or_backtick_stays() -> None:
    assert inline("2 * 3 and a ` b") == "2 * 3 and a ` b"


@pytest.mark.parametrize("name", [name for name in TITLES if tiles_of(name)])
def test_the_tiles_page_has_every_tile_with_count_and_upgrades(client: Client, name: str) -> None:
    page = Browser(client).send("GET", f"/titles/{name}/tiles", headers=HTML).text
    for tiles in tiles_of(name).values():
        for tile in tiles:
            block = re.search(rf'id="tile-{re.escape(tile.name)}".*?</li>', page, re.DOTALL)
            assert block
            assert f"× {tile.count}" in block[0]
            for other in tile.becomes:
                assert f'href="#tile-{other}"' in block[0]
                assert f'id="tile-{other}"' in page


def test_the_overview_links_rules_tiles_and_a_new_game(client: Client, tmp_path: Path) -> None:
    page = Browser(client).send("GET", "/titles/1830", headers=HTML).text
    for address in ("/titles/1830/rules", "/titles/1830/tiles", "/new?title=1830", "/titles/1830/rules#4.6"):
        assert f'href="{address}"' in page
