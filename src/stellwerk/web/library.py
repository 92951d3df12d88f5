"""Titles with their options and presets, and paragraphs of their rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stellwerk.bots import levels
from stellwerk.core import BadInput, Rules
from stellwerk.titles import TITLES, Title
from stellwerk.titles.rulebook import Rulebook, rulebook
from stellwerk.titles.rules_text import near
from stellwerk.web.errors import Unknown
from stellwerk.web.responses import OptionInfo, ParagraphOut, TitleOut


def known(name: str) -> Title:
    """The title with that id."""
    title = TITLES.get(name)
    if title is None:
        raise Unknown("there is no title {title!r}; there are {known}", title=name, known=", ".join(TITLES))
    return title


def book(name: str, language: str) -> Rulebook:
    """A title's rulebook in the reader's language."""
    return rulebook(known(name), language)


def paragraph(rule: str, language: str) -> str:
    """The full paragraph behind `1830 8.1.4`; empty if it cannot be found."""
    name, _, number = rule.partition(" ")
    try:
        return book(name, language).text(number)
    except (BadInput, Unknown):
        return ""


def rule_link(rule: str) -> str:
    """Where the rules page has `1830 8.1.4`; empty if that is no rule of a title."""
    name, _, number = rule.partition(" ")
    return f"/titles/{name}/rules#{number}" if number and name in TITLES else ""


def rule(name: str, number: str, language: str) -> ParagraphOut:
    """A paragraph or a section."""
    try:
        return ParagraphOut(name, number, book(name, language).text(number))
    except BadInput:
        raise Unknown(
            "{title} has no paragraph {paragraph!r}; near it: {near}",
            title=name,
            paragraph=number,
            near=", ".join(near(number, book(name, language).paragraphs)),
        ) from None


def rules(name: str, language: str) -> list[ParagraphOut]:
    """All paragraphs in their order."""
    found = book(name, language)
    return [ParagraphOut(name, number, found.text(number)) for number in found.paragraphs]


@lru_cache(maxsize=32)
def sample(name: str) -> Rules[Any]:
    """The rules of a game of a title with the fewest players and nothing chosen: its data can be read from them."""
    title = known(name)
    return title.make([f"Player {number}" for number in range(1, title.players[0] + 1)], None, 0, None)


def hides(name: str) -> bool:
    """True if the seats of a title do not all see the same."""
    return bool(getattr(sample(name), "hides", False))


@lru_cache(maxsize=32)
def title_out(name: str) -> TitleOut:
    """A title with everything that can be chosen."""
    title, made = known(name), sample(name)
    data = getattr(getattr(made, "t", None), "data", None)  # titles outside the family may have no such table
    options = [
        OptionInfo(key, list(entry.values), dict(entry.presets), f"{title.id} {entry.rule}", entry.text)
        for key, entry in getattr(data, "option", {}).items()
    ]
    presets = list(getattr(data, "presets", []))
    bots = list(levels(title.id))
    return TitleOut(title.id, title.name, title.designer, title.players, presets, options, bots)


def all_titles() -> list[TitleOut]:
    """All titles."""
    return [title_out(name) for name in TITLES]
