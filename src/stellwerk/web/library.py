"""The shelf: titles with their options and presets, and paragraphs of their rules."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.bots import BOTS
from stellwerk.core import BadInput
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.titles import TITLES, Title
from stellwerk.titles.rulebook import Rulebook, rulebook
from stellwerk.web.errors import Unknown
from stellwerk.web.schemas import OptionInfo, ParagraphOut, TitleOut


def known(name: str) -> Title:
    """The title with that id."""
    title = TITLES.get(name)
    if title is None:
        raise Unknown(f"there is no title {name!r}; there are {', '.join(TITLES)}", title=name)
    return title


@lru_cache(maxsize=32)
def book(name: str) -> Rulebook:
    """A title's rulebook, read once."""
    return rulebook(known(name))


def paragraph(rule: str) -> str:
    """The full paragraph behind `1830 8.1.4`; empty if it cannot be found."""
    name, _, number = rule.partition(" ")
    try:
        return book(name).text(number)
    except (BadInput, Unknown):
        return ""


def rule(name: str, number: str) -> ParagraphOut:
    """A paragraph or a section."""
    try:
        return ParagraphOut(name, number, book(name).text(number))
    except BadInput as error:
        raise Unknown(str(error), title=name, paragraph=number) from None


def rules(name: str) -> list[ParagraphOut]:
    """All paragraphs in their order."""
    return [ParagraphOut(name, entry.id, entry.text) for entry in book(name).paragraphs.values()]


@lru_cache(maxsize=32)
def title_out(name: str) -> TitleOut:
    """A title with everything that can be chosen."""
    title = known(name)
    made = title.make([f"Player {number}" for number in range(1, title.players[0] + 1)], None, 0, None)
    options, presets = [], []
    if isinstance(made, FamilyRules):
        data = made.t.data
        presets = data.presets
        options = [
            OptionInfo(key, list(entry.values), dict(entry.presets), f"{title.id} {entry.rule}", entry.text)
            for key, entry in data.option.items()
        ]
    return TitleOut(title.id, title.name, title.designer, title.players, presets, options, list(BOTS))


def all_titles() -> list[TitleOut]:
    """The shelf."""
    return [title_out(name) for name in TITLES]
