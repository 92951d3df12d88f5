"""The rules: search, the paragraph behind the present decision, and what this table plays with."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.i18n import translate, value_text
from stellwerk.web import library
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage

MOST = 20  # paragraphs a search shows


class TableOption(Struct, frozen=True):
    """An option of the title with the value of this table."""

    key: str
    text: str
    value: str
    rule: str
    usual: bool


class Found(Struct, frozen=True):
    """A paragraph that a search has found."""

    rule: str
    link: str
    text: str


def rules(page: TablePage) -> Panel:
    """Search, the paragraph of the decision, the options of the table."""
    decision = page.decision
    rule = decision.rule if decision else ""
    return Panel(
        "tabs/rules.html",
        {
            "rule": rule,
            "link": library.rule_link(rule) if rule else "",
            "paragraph": library.paragraph(rule, page.language) if rule else "",
            "options": options(page),
        },
    )


def options(page: TablePage) -> list[TableOption]:
    """Every option of the title; `usual` if the table plays as the first preset has it."""
    known = library.title_out(page.game.rules.title)
    preset = known.presets[0] if known.presets else ""
    return [
        TableOption(
            entry.key,
            translate(entry.text, page.language),
            value_words(page, page.game.rules.options[entry.key]),
            entry.rule,
            entry.presets.get(preset) == page.game.rules.options[entry.key],
        )
        for entry in known.options
        if entry.key in page.game.rules.options
    ]


def value_words(page: TablePage, value: Any) -> str:
    """The value of an option; a board of one's own by its name."""
    if isinstance(value, dict):
        return str(value.get("board", {}).get("name", "–"))
    return value_text(value, page.language)


def search(title: str, asked: str, language: str) -> tuple[list[Found], int]:
    """Paragraphs with all the words, or with the number, and how many there are."""
    found = [
        Found(f"{title} {number}", library.rule_link(f"{title} {number}"), text)
        for number, text in library.book(title, language).search(asked)
    ]
    return found[:MOST], len(found)
