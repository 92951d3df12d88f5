"""The players' rulebook: its small Markdown, its paragraphs by number, and what is drawn in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.core import BadInput
from stellwerk.draw.rulebook import shown
from stellwerk.titles import TITLES, Title
from stellwerk.titles.rulebook import Columns, Drawn, Example, Heading, Item, Items, Prose, parse, rule_text, rulebook
from stellwerk.web.pages.rulebook import inline

TEXT = """# The book

## First part

{1.1 1.2} A **bold** word,
over two lines, see [1.3](#1.3).
- {1.3} one
  more
  1. deeper
- two

> **Example.** You pay
> 40.

| a | b |
|---|---|
| 1 | 2 |

!tile 57 14/2

### Last
Plain.
"""


def test_blocks_of_every_kind() -> None:
    book = parse(TEXT)
    assert book.name == "The book"
    assert book.blocks == (
        Heading(2, "First part", "part-first-part"),
        Prose("A **bold** word, over two lines, see [1.3](#1.3).", ("1.1", "1.2")),
        Items((Item("one more", ("1.3",)), Item("deeper", (), 1, True), Item("two"))),
        Example("**Example.** You pay 40."),
        Columns(("a", "b"), (("1", "2"),)),
        Drawn("tile", ("57", "14/2")),
        Heading(3, "Last", "part-last"),
        Prose("Plain."),
    )
    assert [heading.anchor for heading in book.headings] == ["part-first-part", "part-last"]


def test_paragraphs_are_found_by_number_and_by_words() -> None:
    book = parse(TEXT)
    assert book.text("1.2") == "A bold word, over two lines, see 1.3."
    assert book.text("1") == "A bold word, over two lines, see 1.3.\n\none more"
    assert book.search("BOLD lines") == [("1.1", "A bold word, over two lines, see 1.3.")]
    assert book.search("1.3 more") == [("1.3", "one more")]
    assert book.search("  ") == []
    with pytest.raises(BadInput, match=r"no paragraph '1\.9'; near it: 1\.[123]"):
        book.text("1.9")


@pytest.mark.parametrize(
    ("text", "line", "wrong"),
    [
        ("# A\n\n{1.1} x\n\n{1.1} y\n", 5, "1.1 has been told before"),
        ("# A\n\n{one} x\n", 3, "'one' is no number of a paragraph"),
        ("# A\n!maps\n", 2, "nothing is drawn for '!maps'"),
        ("# A\n\n| a | b |\n| 1 |\n", 3, "different numbers of cells"),
        ("# A\n\n#B\n", 3, "no heading"),
        ("Just text.\n", 0, "no heading with its name"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text, source="book.md")
    assert wrong in str(caught.value)
    assert not line or f"book.md:{line}:" in str(caught.value)


def test_a_title_without_a_rulebook_is_read_from_its_rules(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("# X\n\n## 1. Start\n\n1.1 First\n line.\n\nA1 Ruling.\n", encoding="utf-8")
    book = rulebook(Title("x", "X", "Nobody", (2, 6), tmp_path), "pl")
    assert (book.language, book.text("1.1"), book.text("A1")) == ("en", "First line.", "Ruling.")


def test_a_rule_is_told_in_the_readers_language() -> None:
    texts = {language: rule_text("1830 4.2", language) for language in ("en", "de", "pl")}
    assert len(set(texts.values())) == 3


@pytest.mark.parametrize("name", list(TITLES))
def test_drawn_tables_have_the_titles_figures(name: str) -> None:
    table = shown(TITLES[name], Drawn("players", ()), "de")
    assert isinstance(table, Columns)
    assert [row[0] for row in table.rows] == [
        str(n) for n in range(TITLES[name].players[0], TITLES[name].players[1] + 1)
    ]
    with pytest.raises(BadInput, match="nothing to draw for !moon"):
        shown(TITLES[name], Drawn("moon", ()), "en")


def test_tables_of_the_family() -> None:
    trains = shown(TITLES["1830"], Drawn("trains", ()), "en")
    assert isinstance(trains, Columns)
    assert trains.rows[0] == ("**2**", "6", "$80", "2", "4")
    phases = shown(TITLES["1830"], Drawn("phases", ()), "en")
    assert isinstance(phases, Columns)
    assert phases.rows[1][:2] == ("**3**", "3")


def test_a_lonely_star_stays() -> None:
    assert inline("2 * 3 and a ` b") == "2 * 3 and a ` b"
