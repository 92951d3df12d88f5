"""The rulebook that players read, in their language: `rulebook/<language>.md` of a title, taken apart into blocks.

The form is a small Markdown. A paragraph or list item that begins with `{4.7}` (or `{4.7 4.8}`) is the place of these
numbers of RULES.md, which stays the contract of code and tests; refusals and receipts lead here. A line `!map` or
`!tile 57 14` is something the program draws from the title's own figures. A title without such files is read from its
RULES.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.titles import Title, find
from stellwerk.titles.rules_text import near, parse_rules

FOLDER = "rulebook"
ENGLISH = "en"
DRAWN = ("map", "market", "tiles", "tile", "trains", "phases", "companies", "privates", "players", "options")
_HEADING = re.compile(r"(#{1,4}) +(\S.*)")
_IDS = re.compile(r"\{([^{}]*)\} *")
_ID = re.compile(r"\d+(\.\d+)*[a-z]?\d*|A\d+[a-z]?|TV?\d+")
_ITEM = re.compile(r"( *)(-|\d{1,2}\.) +(\S.*)")
_DRAWN = re.compile(r"!([a-z]+)((?: +\S+)*)")
_MARKS = re.compile(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")
_LINK = re.compile(r"\[([^\]]+)\]\(#[^)]*\)")
_SPACED = re.compile(r"\s+")


class Heading(Struct, frozen=True):
    """A heading; `anchor` is its address in a page."""

    level: int
    text: str
    anchor: str


class Prose(Struct, frozen=True):
    """A paragraph with the numbers it tells."""

    text: str
    ids: tuple[str, ...] = ()


class Item(Struct, frozen=True):
    """An entry of a list."""

    text: str
    ids: tuple[str, ...] = ()
    depth: int = 0
    ordered: bool = False


class Items(Struct, frozen=True):
    """A list."""

    items: tuple[Item, ...]


class Columns(Struct, frozen=True):
    """A table with a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Example(Struct, frozen=True):
    """Something told with figures."""

    text: str


class Drawn(Struct, frozen=True):
    """What the program draws there."""

    name: str
    args: tuple[str, ...]


Block = Heading | Prose | Items | Columns | Example | Drawn
Placed = TypeVar("Placed", Prose, Item)


class Rulebook(Struct, frozen=True):
    """A text in blocks, and the paragraphs by number."""

    name: str
    language: str
    blocks: tuple[Block, ...]
    paragraphs: dict[str, Prose | Item]

    @property
    def headings(self) -> list[Heading]:
        """The contents."""
        return [block for block in self.blocks if isinstance(block, Heading)]

    def text(self, number: str) -> str:
        """What a paragraph says, without marks; of a section, or a paragraph told in parts, all of it."""
        if number in self.paragraphs:
            return plain(self.paragraphs[number].text)
        parts = [entry for key, entry in self.paragraphs.items() if re.match(rf"{re.escape(number)}(?!\d)", key)]
        if number and parts:
            return "\n\n".join(dict.fromkeys(plain(entry.text) for entry in parts))
        raise BadInput(f"there is no paragraph {number!r}; near it: {', '.join(near(number, self.paragraphs))}")

    def search(self, asked: str) -> list[tuple[str, str]]:
        """The paragraphs that have all the words, or the number: first number and text."""
        words = asked.lower().split()
        found: dict[str, str] = {}
        for number, entry in self.paragraphs.items():
            text = plain(entry.text)
            if words and all(word in f"{number} {text}".lower() for word in words) and text not in found:
                found[text] = number
        return [(number, text) for text, number in found.items()]


def plain(text: str) -> str:
    """Running text without its marks."""
    return _MARKS.sub("", _LINK.sub(r"\1", text))


@lru_cache(maxsize=64)
def _read(title: Title, name: str, language: str) -> Rulebook:
    file = title.folder / FOLDER / f"{name}{language}.md"
    if not file.is_file():
        file = title.folder / FOLDER / f"{name}{ENGLISH}.md"
        language = ENGLISH
    if file.is_file():
        return parse(file.read_text(encoding="utf-8"), language, f"{title.id} {FOLDER}/{file.name}")
    if name:
        raise BadInput(f"{title.id} has no text {name}{language}")
    return parse(_from_rules(title), ENGLISH, f"{title.id} RULES.md")


def rulebook(title: Title, language: str = ENGLISH) -> Rulebook:
    """The rulebook of a title in a language, or in English, or what its RULES.md says."""
    return _read(title, "", language)


def how_to_win(title: Title, language: str = ENGLISH) -> Rulebook | None:
    """The two minutes about how one wins, if the title has them."""
    has = (title.folder / FOLDER / f"win.{ENGLISH}.md").is_file()
    return _read(title, "win.", language) if has else None


def rule_text(rule: str, language: str = ENGLISH) -> str:
    """What `1830 8.1.4` says to a player."""
    title, _, number = rule.partition(" ")
    return rulebook(find(title), language).text(number)


def _from_rules(title: Title) -> str:
    """The paragraphs of RULES.md in the form of a rulebook."""
    lines, section = [f"# {title.name}"], ""
    for entry in parse_rules(title.id, title.rules_text()).paragraphs.values():
        if entry.section != section:
            section = entry.section
            lines.append(f"## {section}")
        words = _SPACED.sub(" ", entry.text.removeprefix(entry.id)).strip()
        lines.append(f"{{{entry.id}}} {words}")
    return "\n\n".join(lines)


def parse(text: str, language: str = ENGLISH, source: str = "the rulebook") -> Rulebook:
    """Take a text apart; what is wrong is told with its line."""
    return _RulebookReader(text, source).read(language)


class _RulebookReader:
    """Reads lines into blocks."""

    def __init__(self, text: str, source: str) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.anchors: set[str] = set()
        self.paragraphs: dict[str, Prose | Item] = {}

    def read(self, language: str) -> Rulebook:
        name = ""
        blocks: list[Block] = []
        for number, lines in self.groups():
            block = self.block(number, lines)
            if isinstance(block, Heading) and block.level == 1 and not name:
                name = block.text
            else:
                blocks.append(block)
        if not name:
            raise BadInput(f"{self.source}: it has no heading with its name")
        return Rulebook(name, language, tuple(blocks), self.paragraphs)

    def groups(self) -> Iterator[tuple[int, list[str]]]:
        """The lines of each block with the number of the first."""
        start, found = 0, list[str]()
        for number, line in enumerate([*self.lines, ""], 1):
            alone = line.startswith(("#", "!"))
            another = found and _kind(line) != _kind(found[0]) and not (line.startswith(" ") and _ITEM.match(found[0]))
            if found and (not line.strip() or alone or another):
                yield start, found
                found = []
            if alone:
                yield number, [line]
            elif line.strip():
                start = start if found else number
                found.append(line)

    def block(self, number: int, lines: list[str]) -> Block:
        first = lines[0]
        if first.startswith("#"):
            return self.heading(number, first)
        if first.startswith("!"):
            return self.drawn(number, first)
        if first.startswith("|"):
            return self.table(number, lines)
        if first.startswith(">"):
            return Example(_joined(line.lstrip(">") for line in lines))
        if _ITEM.fullmatch(first):
            return self.items(number, lines)
        words, ids = self.numbered(number, _joined(lines))
        return self.placed(Prose(words, ids))

    def heading(self, number: int, line: str) -> Heading:
        found = _HEADING.fullmatch(line.rstrip())
        if not found:
            raise BadInput(f"{self.source}:{number}: no heading: {line!r}")
        anchor = "part-" + re.sub(r"\W+", "-", found[2].lower()).strip("-")
        while anchor in self.anchors:
            anchor += "-"
        self.anchors.add(anchor)
        return Heading(len(found[1]), found[2], anchor)

    def drawn(self, number: int, line: str) -> Drawn:
        found = _DRAWN.fullmatch(line.rstrip())
        if not found or found[1] not in DRAWN:
            raise BadInput(f"{self.source}:{number}: nothing is drawn for {line!r}; there is {', '.join(DRAWN)}")
        return Drawn(found[1], tuple(found[2].split()))

    def table(self, number: int, lines: list[str]) -> Columns:
        rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines]
        body = [row for row in rows[1:] if not all(re.fullmatch(":?-+:?", cell) for cell in row)]
        if any(len(row) != len(rows[0]) for row in rows):
            raise BadInput(f"{self.source}:{number}: the rows of this table have different numbers of cells")
        return Columns(rows[0], tuple(body))

    def items(self, number: int, lines: list[str]) -> Items:
        entries: list[tuple[int, int, bool, list[str]]] = []  # line, indent, ordered, text
        for count, line in enumerate(lines, number):
            found = _ITEM.fullmatch(line)
            if found:
                entries.append((count, len(found[1]), found[2] != "-", [found[3]]))
            else:
                entries[-1][3].append(line)
        indents = sorted({indent for _, indent, _, _ in entries})
        made = []
        for count, indent, ordered, text in entries:
            words, ids = self.numbered(count, _joined(text))
            made.append(self.placed(Item(words, ids, indents.index(indent), ordered)))
        return Items(tuple(made))

    def numbered(self, number: int, text: str) -> tuple[str, tuple[str, ...]]:
        found = _IDS.match(text)
        if not found:
            return text, ()
        ids = tuple(found[1].split())
        for name in ids:
            if not _ID.fullmatch(name):
                raise BadInput(f"{self.source}:{number}: {name!r} is no number of a paragraph")
            if name in self.paragraphs:
                raise BadInput(f"{self.source}:{number}: {name} has been told before")
        return text[found.end() :], ids

    def placed(self, entry: Placed) -> Placed:
        for name in entry.ids:
            self.paragraphs[name] = entry
        return entry


def _kind(line: str) -> str:
    """What tells blocks without an empty line between them apart."""
    if _ITEM.fullmatch(line):
        return "-"
    return line[0] if line.startswith(("|", ">")) else ""


def _joined(lines: Sequence[str] | Iterator[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()
