"""The pages about titles: rules as HTML with anchors, tiles, overview; and the small Markdown behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stellwerk.draw.rulebook import shown
from stellwerk.draw.words import ENGLISH
from stellwerk.i18n import LANGUAGES
from stellwerk.titles import TITLES
from stellwerk.titles.rulebook import Drawn, rulebook
from stellwerk.titles.rules_text import rules_text
from stellwerk.web.pages.rulebook import inline, rules_html, win_html
from stellwerk.web.pages.title_pages import tiles_of
from tests.web_support import Browser, served

Client = TestClient[Any]
HTML = {"accept": "text/html"}
BOOKS = [(name, language) for name in TITLES for language in LANGUAGES]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.mark.parametrize(("name", "language"), BOOKS)
def test_every_paragraph_has_its_place_and_every_link_leads_somewhere(name: str, language: str) -> None:
    made = rules_html(name, language)
    assert made.language == language
    ids = re.findall(r'\bid="([^"]+)"', re.sub(r"<svg.*?</svg>", "", made.html, flags=re.DOTALL))
    assert len(ids) == len(set(ids))
    assert set(rules_text(TITLES[name]).paragraphs) <= set(ids), "what is refused or paid can be read about"
    assert set(re.findall(r'href="#([^"]+)"', made.html)) <= set(ids)


@pytest.mark.parametrize(("name", "language"), BOOKS)
def test_what_a_player_reads_is_written_for_players(name: str, language: str) -> None:
    book = rulebook(TITLES[name], language)
    for number in book.paragraphs:
        text = book.text(number)
        assert not re.search(r"title\.toml|RULES\.md|\[std|\[seed|`|_[a-z]+ ?=|\bJSON\b", text), (number, text)
    for block in book.blocks:
        assert not isinstance(block, Drawn) or shown(TITLES[name], block, language)
    win = win_html(name, language)
    assert win is not None
    assert win.language == language


@pytest.mark.parametrize(("name", "language"), BOOKS)
def test_tags_are_balanced(name: str, language: str) -> None:
    open_: list[str] = []
    html = re.sub(r"<svg.*?</svg>", "", rules_html(name, language).html, flags=re.DOTALL)
    for closing, tag in re.findall(r"<(/?)(\w+)[^>]*>", html):
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
    assert '<li class="l2"><a href="#' in page, "the contents link the sections"
    assert re.search(r'<form id="find"[^>]*hidden', page), "the search is shown by its script only"


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


@pytest.mark.parametrize("name", [name for name in TITLES if tiles_of(name, ENGLISH)])
def test_the_tiles_page_has_every_tile_with_count_and_upgrades(client: Client, name: str) -> None:
    page = Browser(client).send("GET", f"/titles/{name}/tiles", headers=HTML).text
    for tiles in tiles_of(name, ENGLISH).values():
        for tile in tiles:
            block = re.search(rf'id="tile-{re.escape(tile.name)}".*?</li>', page, re.DOTALL)
            assert block
            assert f"× {tile.count}" in block[0]
            for other in tile.becomes:
                assert f'href="#tile-{other}"' in block[0]
                assert f'id="tile-{other}"' in page
    spoken = re.findall(
        r'role="img" aria-label="([^"]+)"',
        Browser(client).send("GET", f"/titles/{name}/tiles", headers={**HTML, "accept-language": "de"}).text,
    )
    assert spoken
    assert not [words for words in spoken if re.search(r"\b(tile|yellow|town|city|slots)\b", words)]


def test_the_overview_links_rules_tiles_and_a_new_game(client: Client, tmp_path: Path) -> None:
    page = Browser(client).send("GET", "/titles/1830", headers=HTML).text
    for address in ("/titles/1830/rules", "/titles/1830/tiles", "/new?title=1830", "/titles/1830/rules#4.6"):
        assert f'href="{address}"' in page
