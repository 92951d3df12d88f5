"""The log: what happened, decision by decision, in the reader's language; newest at the bottom. Written out once for
all who may read the same, searched as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup
from msgspec import Struct

from stellwerk.store.records import REWIND
from stellwerk.web.logbook import Book
from stellwerk.web.pages.log_entries import LogEntry, LogLine, opening_entries, record_entries
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import marked_up

FIRST = 100  # entries that come with the page; the rest is loaded on demand
PAST = 60  # entries around a position of the past
MORE = 300
FOUND = 100  # records that a search brings at once
LOOKED = 1500  # records that it looks at for that, a long game; where it ends there is more
LATER = 12  # records after the shown position, when somebody looks back
ALL, MOVES, CASH = "all", "moves", "money"  # kinds of entries that can be asked for
KINDS = (ALL, MOVES, CASH)


class LogPiece(Struct, frozen=True):
    """A piece of the log, written out record by record; `first` is the version of the oldest, `more` the version before
    which there is more, 0 if there is none. `wanted` is what was looked for.
    """

    blocks: tuple[bytes, ...]
    more: int
    first: int = 0
    wanted: Wanted | None = None

    @property
    def html(self) -> Markup:
        """All entries."""
        return Markup(b"".join(self.blocks).decode())  # escaped


class Wanted(Struct, frozen=True):
    """What somebody looks for in the log: words, a company, a player, a kind."""

    q: str = ""
    company: str = ""
    player: str = ""
    kind: str = ALL

    def __bool__(self) -> bool:
        return bool(self.q.split() or self.company or self.player or self.kind != ALL)

    def of(self, entries: Iterable[LogEntry]) -> Iterator[tuple[LogEntry, bool]]:
        """The entries of a record that fit, and whether what fits is below."""
        words = self.q.casefold().split()
        for entry in entries:
            if {self.company, self.player} - {""} - entry.about or (self.kind == CASH and not entry.money):
                continue
            if self.kind == MOVES and not entry.first:
                continue
            line, *below = (line.text.casefold() for line in (entry.line, *entry.below))
            if all(word in line for word in words):
                yield entry, self.kind == CASH
            elif self.kind != MOVES and any(all(word in text for word in words) for text in below):
                yield entry, True


def quiet(page: TablePage) -> bool:
    """True while something is hidden from somebody: then everybody reads his own version of the log."""
    return page.site.games.hiding(page.rights, page.live.game)


def log_of(page: TablePage, before: int = 0) -> LogPiece:
    """The log up to the shown position and a little further; with `before`, what stands above that version."""
    book = page.site.logbook.book(page.live)
    if page.now and not before:
        return tail(page, book)
    places = {version: ply for ply, version in enumerate(book.live, 1)}
    now = book.version if page.ply is None else (book.live[page.ply - 1] if page.ply else 0)
    version = min(before - 1, book.version) if before else min(book.version, now + LATER)
    most = MORE if before else PAST
    blocks: list[bytes] = []
    count = 0
    while version >= 1 and count < most:
        entries, html = written(page, book, version, places.get(version, 0))
        blocks.append(html)
        count += entries
        version -= 1
    if version == 0:
        blocks.append(entries_html(page, ((entry, False) for entry in opening_entries(page))))
    more = version + 1 if version > 0 else 0
    return LogPiece(tuple(reversed(blocks)), more, more)


class Tail(Struct, frozen=True):
    """The end of a log as it was written out last, up to a version: of each version from `first` on its ply (0 if the
    move counts no more), how many entries it has, and these. Version 0 is the beginning of the game.
    """

    version: int = -1
    first: int = 0
    plies: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    blocks: tuple[bytes, ...] = ()


def tail(page: TablePage, book: Book) -> LogPiece:
    """The log of the present: what was written out before is taken from there."""
    opened = page.live.game.opened
    key = ("tail", page.id, page.language, None if opened else page.seat, opened)
    old: Tail = page.site.remembered.logs.get(key) or Tail()
    if old.version == book.version:
        return LogPiece(old.blocks, old.first, old.first)
    if old.version == book.version - 1 >= 0 and book.records[-1].kind != REWIND:  # one move more, as after most
        now = longer(page, book, old)
        page.site.remembered.logs.put(key, now, sum(map(len, now.blocks)) + 150 * len(now.blocks))
        return LogPiece(now.blocks, now.first, now.first)
    known = range(old.first, old.first + len(old.blocks))
    made: list[tuple[int, int, bytes]] = []
    version, ply, count = book.version, len(book.live), 0
    while version >= 0 and count < FIRST:
        counts = ply > 0 and book.live[ply - 1] == version
        at = ply if counts else 0
        place = version - old.first
        if version in known and old.plies[place] == at:
            entry = (at, old.counts[place], old.blocks[place])
        else:
            entries = record_entries(page, book, version, at) if version else opening_entries(page)
            entry = (at, len(entries), entries_html(page, ((entry, False) for entry in entries)))
        made.append(entry)
        count += entry[1] if version else 0
        ply -= counts
        version -= 1
    plies, numbers, blocks = zip(*reversed(made), strict=True)
    now = Tail(book.version, version + 1, plies, numbers, blocks)
    page.site.remembered.logs.put(key, now, sum(map(len, blocks)) + 150 * len(blocks))
    return LogPiece(now.blocks, now.first, now.first)


def longer(page: TablePage, book: Book, old: Tail) -> Tail:
    """The end of the log with the newest record, which has made no older one void; what is too much above goes."""
    entries = record_entries(page, book, book.version, len(book.live))
    counts = (*old.counts, len(entries))
    spare = sum(counts) - FIRST - (0 if old.first else counts[0])
    away = 0
    while spare >= (counts[away] if old.first + away else 0) and away < len(counts) - 1:
        spare -= counts[away] if old.first + away else 0
        away += 1
    html = entries_html(page, ((entry, False) for entry in entries))
    return Tail(
        book.version,
        old.first + away,
        (*old.plies[away:], len(book.live)),
        counts[away:],
        (*old.blocks[away:], html),
    )


def found(page: TablePage, wanted: Wanted, before: int = 0) -> LogPiece:
    """The newest entries of the whole log that fit; with `before`, those above that version."""
    book = page.site.logbook.book(page.live)
    places = {version: ply for ply, version in enumerate(book.live, 1)}
    version = min(before - 1, book.version) if before else book.version
    blocks: list[bytes] = []
    last = max(version - LOOKED, 0)
    while version > last and len(blocks) < FOUND:
        fitting = list(wanted.of(record_entries(page, book, version, places.get(version, 0))))
        if fitting:
            blocks.append(entries_html(page, fitting))
        version -= 1
    if version == 0 and (fitting := list(wanted.of(opening_entries(page)))):
        blocks.append(entries_html(page, fitting))
    return LogPiece(tuple(reversed(blocks)), version + 1 if version > 0 else 0, wanted=wanted)


def written(page: TablePage, book: Book, version: int, ply: int) -> tuple[int, bytes]:
    """The entries of a record as HTML, and how many they are. Records never change, only whether they count: they are
    written out once for each language, where something is hidden once for each reader.
    """
    opened = page.live.game.opened
    key = (page.id, version, ply, page.language, None if opened else page.seat, opened)

    def make() -> tuple[int, bytes]:
        entries = record_entries(page, book, version, ply)
        return len(entries), entries_html(page, ((entry, False) for entry in entries))

    known: tuple[int, bytes] = page.site.remembered.logs.take(key, make, lambda made: len(made[1]) + 400)
    return known


def entries_html(page: TablePage, entries: Iterable[tuple[LogEntry, bool]]) -> bytes:
    """Entries as HTML; those marked are open."""
    return fragment(
        page.reader, "table/log_lines.html", page=page, entries=list(entries), told=sentence_html
    ).encode()  # escaped


RECEIPT = Markup('<button class="rcpt" type="button" data-pop="/g/{}/receipt?ply={}&amp;event={}">')


def sentence_html(page: TablePage, line: LogLine) -> Markup:
    """The sentence of a line with its marks; an amount, or a word after it, leads to the receipt."""
    button = RECEIPT.format(page.id, line.ply, line.number) if line.receipt else None
    html = marked_up(page, line.pieces, line.actor, button)
    if button is not None and not line.priced:
        html += Markup(" · {}{}</button>").format(button, page.say("Receipt"))
    return html


def sentences(page: TablePage, ply: int) -> list[LogLine]:
    """What one move brought about, the move itself first."""
    if not 0 < ply <= page.plies:
        return []
    book = page.site.logbook.book(page.live)
    entries = record_entries(page, book, book.live[ply - 1], ply)
    return [line for entry in entries for line in (entry.line, *entry.below)]


def headline(lines: list[LogLine]) -> str:
    """The sentence that names a move."""
    return lines[0].text
