"""The Markdown of our RULES.md as HTML: headings, numbered paragraphs, tables, lists, bold, italic, code.

Everything is escaped first; nothing in the text can become markup that is not made here. Numbered paragraphs and
headings are anchors under their number, and numbers of known paragraphs in running text are links to them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html import escape

from markupsafe import Markup
from msgspec import Struct

_NUMBERED = re.compile(r"(\d+(?:\.\d+)+(?:[a-z]\d*)?|A\d+|TV?\d+)\s+(?=\S)")
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_SECTION = re.compile(r"(\d+(?:\.\d+)*)\.?\s")
_STRONG_LINE = re.compile(r"\*\*([^*]+)\*\*")
_ITEM = re.compile(r"(\s*)([-*]|\d{1,2}[.)])\s+(.*)")
_CELLS = re.compile(r"(?<!\\)\|")
_CITED = re.compile(r"(?<![\w.#/$-])(\d+(?:\.\d+)+(?:[a-z]\d*)?|A\d+|TV?\d+)(?!\w)")
_MARK = re.compile(r"\[((?:seed|std)\b[^\]]*)\]")
_LINK = re.compile(r"\[([^\]]+)\]\((#[\w.-]+|https?://[^\s)&quot;]+)\)")
_BOLD, _ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"(?<![*\w])\*([^*\s][^*]*?)\*(?!\*)")


class Heading(Struct, frozen=True):
    """An entry of the table of contents."""

    level: int
    id: str
    text: str


class Document(Struct, frozen=True):
    """A text as HTML with its contents."""

    title: str
    html: Markup
    headings: list[Heading]


def inline(text: str, known: Collection[str] = ()) -> str:
    """Bold, italic, code, marks and citations in a piece of running text."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a lonely backtick is a backtick
        parts[-2:] = ["`".join(parts[-2:])]
    return "".join(
        f"<code>{escape(part)}</code>" if number % 2 else _words(escape(part), known)
        for number, part in enumerate(parts)
    )


def _words(text: str, known: Collection[str]) -> str:
    text = _LINK.sub(r'<a href="\2">\1</a>', text)
    text = _MARK.sub(r'<span class="mark">\1</span>', text)
    text = _BOLD.sub(r"<strong>\1</strong>", text)
    text = _ITALIC.sub(r"<em>\1</em>", text)
    return _CITED.sub(lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[1], text)


class _Writer:
    """Puts blocks together, line by line."""

    def __init__(self, known: Collection[str]) -> None:
        self.known = known
        self.out: list[str] = []
        self.headings: list[Heading] = []
        self.title = ""
        self.numbered = False
        self._used: set[str] = set()

    def words(self, text: str) -> str:
        return inline(text, self.known)

    def close(self) -> None:
        if self.numbered:
            self.out.append("</div></section>\n")
        self.numbered = False

    def heading(self, level: int, text: str) -> None:
        self.close()
        if level == 1 and not self.title:
            self.title = text
            return
        found = _SECTION.match(text)
        name = found[1] if found else re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
        while name in self._used:
            name += "-"
        self._used.add(name)
        self.headings.append(Heading(level, name, text))
        shown = f'<a class="here" href="#{escape(name)}">{inline(text)}</a>'  # no link inside a link
        self.out.append(f'<h{level} id="{escape(name)}">{shown}</h{level}>\n')

    def paragraph(self, lines: list[str]) -> None:
        text = " ".join(line.strip() for line in lines)
        found = _NUMBERED.match(text)
        if found and found[1] not in self._used:
            self.close()
            number = found[1]
            self._used.add(number)
            self.out.append(f'<section class="par" id="{number}"><a class="no" href="#{number}">{number}</a><div>')
            self.numbered = True
            text = text[found.end() :]
        strong = _STRONG_LINE.fullmatch(text)
        if strong and not found:
            self.close()
            self.out.append(f'<p class="lead"><strong>{self.words(strong[1])}</strong></p>\n')
            return
        self.out.append(f"<p>{self.words(text)}</p>\n")

    def table(self, lines: list[str]) -> None:
        rows = [[cell.strip().replace("\\|", "|") for cell in _CELLS.split(line.strip().strip("|"))] for line in lines]
        head, body = rows[0], rows[1:]
        if body and all(re.fullmatch(r":?-+:?", cell) for cell in body[0]):
            body = body[1:]
        cells = "".join(f'<th scope="col">{self.words(cell)}</th>' for cell in head)
        lower = "".join(f"<tr>{''.join(f'<td>{self.words(cell)}</td>' for cell in row)}</tr>" for row in body)
        self.out.append(
            f'<div class="wide" tabindex="0" role="group"><table><thead><tr>{cells}</tr></thead>'
            f"<tbody>{lower}</tbody></table></div>\n"
        )

    def items(self, lines: list[str]) -> None:
        """A list; deeper indented items are a list inside the item before them."""
        entries: list[tuple[int, str, list[str]]] = []
        for line in lines:
            found = _ITEM.fullmatch(line)
            if found:
                entries.append((len(found[1]), "ul" if found[2] in "-*" else "ol", [found[3]]))
            elif entries:
                entries[-1][2].append(line.strip())
        depth: list[tuple[int, str]] = []
        for indent, kind, text in entries:
            while depth and indent < depth[-1][0]:
                self.out.append(f"</li></{depth.pop()[1]}>")
            if not depth or indent > depth[-1][0] + 1:
                depth.append((indent, kind))
                self.out.append(f"<{kind}><li>")
            else:
                self.out.append("</li><li>")
            self.out.append(self.words(" ".join(text)))
        self.out.extend(f"</li></{kind}>" for _, kind in reversed(depth))
        self.out.append("\n")

    def code(self, lines: list[str]) -> None:
        self.out.append(f"<pre><code>{escape(chr(10).join(lines))}</code></pre>\n")


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The text in blocks: kind and lines."""
    kind, lines, fenced = "", list[str](), False
    for line in text.splitlines():
        if line.strip().startswith("```"):
            if lines or fenced:
                yield ("code" if fenced else kind), lines
            kind, lines, fenced = "", [], not fenced
            continue
        if fenced:
            lines.append(line)
            continue
        new = _kind(line, kind)
        if new != kind or (new == "paragraph" and _NUMBERED.match(line)) or new == "heading":
            if lines:
                yield kind, lines
            lines = []
        kind = new
        if new:
            lines.append(line)
    if lines:
        yield ("code" if fenced else kind), lines


def _kind(line: str, before: str) -> str:
    if not line.strip():
        return ""
    if _HEADING.fullmatch(line):
        return "heading"
    if line.lstrip().startswith("|"):
        return "table"
    if _ITEM.fullmatch(line) and not _NUMBERED.match(line):
        return "items"
    if before == "items" and line.startswith(" "):
        return "items"
    return "paragraph"


def to_html(text: str, known: Collection[str] = ()) -> Document:
    """A RULES.md as HTML; `known` are the numbers that can be linked."""
    writer = _Writer(known)
    for kind, lines in _blocks(text):
        if kind == "heading":
            found = _HEADING.fullmatch(lines[0])
            if found:
                writer.heading(len(found[1]), found[2].strip())
        elif kind == "table":
            writer.table(lines)
        elif kind == "items":
            writer.items(lines)
        elif kind == "code":
            writer.code(lines)
        else:
            writer.paragraph(lines)
    writer.close()
    return Document(writer.title, Markup("".join(writer.out)), writer.headings)
