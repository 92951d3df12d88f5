"""The players' rulebook as HTML. Everything is escaped first; nothing in a text becomes markup that is not made here.

Numbered paragraphs are anchors under their numbers; the numbers stand in the margin.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from itertools import groupby

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.draw.rulebook import Picture, shown
from stellwerk.titles import find
from stellwerk.titles.rulebook import (
    Block,
    Columns,
    Drawn,
    Example,
    Heading,
    Item,
    Items,
    Prose,
    Rulebook,
    how_to_win,
    rulebook,
)

_BOLD, _ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"(?<![*\w])\*([^*\s][^*]*?)\*(?!\*)")
_LINK = re.compile(r"\[([^\]]+)\]\(#([\w.-]+)\)")


class RulebookPage(Struct, frozen=True):
    """A text as HTML with its contents and its language."""

    name: str
    html: Markup
    headings: list[Heading]
    language: str


def inline(text: str) -> str:
    """Bold, italic and links to paragraphs in a piece of running text."""
    text = _LINK.sub(r'<a href="#\2">\1</a>', escape(text))
    return _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", text))


@lru_cache(maxsize=32)
def rules_html(title: str, language: str) -> RulebookPage:
    """The rulebook of a title, made once for each language."""
    return _document(title, rulebook(find(title), language))


@lru_cache(maxsize=32)
def win_html(title: str, language: str) -> RulebookPage | None:
    """How one wins, in two minutes; None where a title has no such text."""
    found = how_to_win(find(title), language)
    return None if found is None else _document(title, found)


def _document(title: str, book: Rulebook) -> RulebookPage:
    html = Markup("".join(_block(title, book.language, block) for block in book.blocks))
    return RulebookPage(book.name, html, book.headings, book.language)


def _block(title: str, language: str, block: Block) -> str:
    match block:
        case Heading(level, text, anchor):
            name = escape(anchor)
            return f'<h{level} id="{name}"><a class="here" href="#{name}">{inline(text)}</a></h{level}>\n'
        case Prose(text, ids):
            place = f' id="{ids[0]}"' if ids else ""
            return f'<section class="par"{place}>{_number(ids)}<div>{_more(ids)}<p>{inline(text)}</p></div></section>\n'
        case Items(items):
            return f'<div class="par"><div>{_list(list(items))}</div></div>\n'
        case Example(text):
            return f'<aside class="example"><p>{inline(text)}</p></aside>\n'
        case Columns():
            return _table(block)
        case Drawn():
            try:
                drawn = shown(find(title), block, language)
            except BadInput:  # rules of another kind have no such figures; ours are drawn by a test
                return ""
            return _table(drawn) if isinstance(drawn, Columns) else _pictures(drawn)


def _number(ids: tuple[str, ...]) -> str:
    """The number that stands in the margin: the first."""
    return f'<a class="no" href="#{ids[0]}">{ids[0]}</a>' if ids else ""


def _more(ids: tuple[str, ...]) -> str:
    """Anchors for the other numbers that a paragraph tells."""
    return "".join(f'<span id="{number}"></span>' for number in ids[1:])


def _item(item: Item) -> str:
    place = f' id="{item.ids[0]}"' if item.ids else ""
    return f"<li{place}>{_number(item.ids)}{_more(item.ids)} {inline(item.text)}</li>"


def _list(items: list[Item]) -> str:
    """A list; deeper entries are a list inside the entry before them."""
    if not items:
        return ""
    depth, out = items[0].depth, list[str]()
    for deeper, group in groupby(items, key=lambda item: item.depth > depth):
        if deeper:
            out[-1] = out[-1].removesuffix("</li>") + _list(list(group)) + "</li>"
        else:
            out += [_item(item) for item in group]
    kind = "ol" if items[0].ordered else "ul"
    return f"<{kind}>{''.join(out)}</{kind}>"


def _table(table: Columns) -> str:
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in table.head)
    rows = "".join(f"<tr>{''.join(f'<td>{inline(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return (
        f'<div class="wide" tabindex="0" role="group"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>\n"
    )


def _pictures(pictures: tuple[Picture, ...]) -> str:
    figures = "".join(
        f'<figure class="{"wide" if picture.wide else "piece"}">{picture.svg}'
        + (f"<figcaption>{escape(picture.caption)}</figcaption>" if picture.caption else "")
        + "</figure>"
        for picture in pictures
    )
    return f'<div class="pictures">{figures}</div>\n'
