"""Pictures of Union Pacific in running text: companies, share cards, track cards. Only what a title file says."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape
from msgspec import Struct

from stellwerk.draw.boxes import text_width
from stellwerk.draw.token import _contrast as contrast
from stellwerk.web.pages.table_page import TablePage

from ..rules import UnionPacificRules
from ..table import WILD

TALL = 27.0  # letters of a share card need so many units of width at most


class Share(Struct, frozen=True):
    """What shares can be had of: a company, or Union Pacific."""

    id: str
    abbr: str
    name: str
    color: str
    up: bool = False

    @property
    def letters(self) -> str:
        """What is typed for it."""
        return "".join(sign for sign in self.abbr.lower() if sign.isalnum())


class CardMark(Struct, frozen=True):
    """What a track card shows: the patterns of one line, or of all."""

    id: str
    name: str
    patterns: tuple[str, ...]


def rules_of(page: TablePage) -> UnionPacificRules:
    """The rules of the game at the table."""
    rules = page.game.rules
    assert isinstance(rules, UnionPacificRules)
    return rules


def shares(page: TablePage) -> list[Share]:
    """All of them, in the order in which they are paid."""
    rules = rules_of(page)
    up = rules.t.data.union_pacific
    found = [Share(entry.id, entry.abbr, entry.name, entry.color) for entry in rules.kit.companies]
    return [*found, Share(up.id, up.abbr, up.name, up.color, True)]


def share(page: TablePage, name: str) -> Share:
    """One of them."""
    return shares(page)[rules_of(page).kit.share_index[name]]


def type_names(page: TablePage) -> list[str]:
    """The track types in the reader's language; those of a board of one's own as its file has them."""
    words = {
        "Coast and border line": page.say("Coast and border line"),
        "Eastern timber line": page.say("Eastern timber line"),
        "Mountain line": page.say("Mountain line"),
        "Prairie line": page.say("Prairie line"),
    }
    return [words.get(entry.name, entry.name) for entry in rules_of(page).kit.board.track_type]


def tracks(page: TablePage) -> list[CardMark]:
    """The kinds of track cards, the wild one last."""
    types = rules_of(page).kit.board.track_type
    found = [CardMark(entry.id, name, (entry.pattern,)) for entry, name in zip(types, type_names(page), strict=True)]
    return [*found, CardMark(WILD, page.say("Any line"), tuple(entry.pattern for entry in types))]


def track(page: TablePage, name: str) -> CardMark:
    """One of them."""
    return tracks(page)[rules_of(page).kit.card_index[name]]


def letters_on(color: str) -> str:
    """The class of letters that can be read on a colour."""
    return "pale" if contrast(color, "#ffffff") > contrast(color, "#15181e") else "deep"


@lru_cache(maxsize=256)
def disc(abbr: str, color: str) -> str:
    """A company as a disc with its letters, around the origin."""
    size = min(11.0, 20.0 / max(text_width(abbr, 1.0), 0.1))
    fill = "#ffffff" if letters_on(color) == "pale" else "#15181e"
    return (
        f'<g class="tok"><circle r="12" fill="{color}"/>'
        f'<text y="{size * 0.36:.1f}" font-size="{size:.1f}" fill="{fill}">{escape(abbr)}</text></g>'
    )


def mark(entry: Share) -> Markup:
    """A company in running text; its letters stand beside it for screen readers."""
    return Markup(
        f'<svg class="sw mark" viewBox="-13 -13 26 26" aria-hidden="true">{disc(entry.abbr, entry.color)}</svg>'
    )


@lru_cache(maxsize=256)
def card(abbr: str, name: str, color: str) -> Markup:
    """A share as a card."""
    css = letters_on(color)
    size = min(14.0, 50.0 / max(text_width(abbr, 1.0), 0.1))
    lines: list[str] = []
    for part in name.split():
        if lines and text_width(f"{lines[-1]} {part}", 9.0) <= 52:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    start = 80 - 10.5 * (len(lines) - 1)
    words = "".join(
        f'<text class="cw {css}" x="6" y="{start + 10.5 * row:.1f}" font-size="9">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return Markup(
        '<svg class="sw share" viewBox="0 0 62 88" aria-hidden="true">'
        f'<rect class="face" x="1" y="1" width="60" height="86" rx="7" fill="{color}"/>'
        f'<text class="ca {css}" x="6" y="20" font-size="{size:.1f}">{escape(abbr)}</text>{words}</svg>'
    )


def share_card(entry: Share) -> Markup:
    """A share as a card."""
    return card(entry.abbr, entry.name, entry.color)


@lru_cache(maxsize=64)
def _lines(patterns: tuple[str, ...]) -> Markup:
    step = 9
    first = 20 - step * (len(patterns) - 1) / 2
    parts = []
    for row, pattern in enumerate(patterns):
        d = f"M4 {first + step * row:g}H60"
        parts.append(f'<path class="line l-{pattern}" d="{d}"/>')
        if pattern == "double":
            parts.append(f'<path class="line l-between" d="{d}"/>')
    return Markup(f'<svg class="sw rail" viewBox="0 0 64 40" aria-hidden="true">{"".join(parts)}</svg>')


def lines(entry: CardMark) -> Markup:
    """The lines on a track card."""
    return _lines(entry.patterns)


def token_symbols(page: TablePage) -> dict[str, str]:
    """The discs of all companies, drawn once for the page."""
    return {entry.id: disc(entry.abbr, entry.color) for entry in shares(page)}
