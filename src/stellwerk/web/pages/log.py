"""The log: what happened, line by line, in the reader's language; newest at the bottom."""

from __future__ import annotations

import threading
from collections import OrderedDict

from markupsafe import Markup
from msgspec import Struct, structs

from stellwerk.core import Event
from stellwerk.core.game import Ply
from stellwerk.store.records import REWIND
from stellwerk.web.logbook import Book
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.programmes import BY_FORCE, BY_PROGRAMME

FIRST = 150  # lines that come with the page; the rest is loaded on demand
PAST = 60  # lines around a position of the past
MORE = 400
REMEMBERED = 20_000  # records whose lines are kept
LATER = 12  # lines after the shown position, when somebody looks back
AMBER = {
    "split",
    "merger",
    "forced",
    "interrupted",
    "phase",
    "rust",
    "president",
    "bank_broken",
    "bankrupt",
    "end",
    "payout_card",
}
MONEY = {"paid", "dividend", "run", "withhold", "price", "payout"}
BESIDE = {"paid", "price"}  # what follows from a move; as the first fact of a move they are the move itself
ACTORS = ("company", "who", "payer", "payee", "name")


class Line(Struct, frozen=True):
    """A line. `amount` is the part of the sentence that links to its receipt, `tail` what stands after it."""

    version: int
    ply: int
    kind: str
    text: str
    amount: str = ""
    tail: str = ""
    number: int = 0
    company: str = ""
    name: str = ""
    rule: str = ""
    time: int = 0
    main: bool = True
    first: bool = False
    money: bool = False
    undone: bool = False
    by: str = ""  # who acted in the player's place


class Shown(Struct, frozen=True):
    """A piece of the log, written out record by record; `first` is the version of the oldest, `more` the version before
    which there is more, 0 if there is none.
    """

    blocks: tuple[Markup, ...]
    more: int
    first: int = 0

    @property
    def html(self) -> Markup:
        """All lines."""
        return Markup("").join(self.blocks)


def quiet(page: TablePage) -> bool:
    """True while something is hidden from somebody: then everybody reads his own version of the log."""
    return page.site.games.hiding(page.rights, page.live.game)


def log_of(page: TablePage, before: int = 0) -> Shown:
    """The log up to the shown position and a little further; with `before`, what stands above that version."""
    book = page.site.logbook.book(page.live)
    plies = page.live.game.plies
    places = {version: ply for ply, version in enumerate(book.live, 1)}
    now = book.version if page.ply is None else (book.live[page.ply - 1] if page.ply else 0)
    version = min(before - 1, book.version) if before else min(book.version, now + LATER)
    most = MORE if before else FIRST if page.now else PAST
    blocks: list[Markup] = []
    count = 0
    while version >= 1 and count < most:
        lines, html = written(page, book, plies, version, places.get(version, 0))
        blocks.append(html)
        count += lines
        version -= 1
    if version == 0:
        opening = [
            event_line(page, event, number, 0, 0, 0, page.live.head.created)
            for number, event in enumerate(page.live.game.events_of(0, page.seat))
        ]
        blocks.append(lines_html(page, opening))
    more = version + 1 if version > 0 else 0
    return Shown(tuple(reversed(blocks)), more, more)


# Records never change, only whether they count: their lines are written out once for each language, where something is
# hidden once for each reader.
_written: OrderedDict[tuple[str, int, int, str, int | None, bool], tuple[int, Markup]] = OrderedDict()
_lock = threading.Lock()


def written(page: TablePage, book: Book, plies: tuple[Ply, ...], version: int, ply: int) -> tuple[int, Markup]:
    """The lines of a record as HTML, and how many they are."""
    opened = page.live.game.opened
    key = (page.id, version, ply, page.language, None if opened else page.seat, opened)
    found = _written.get(key)
    if found is None:
        lines = record_lines(page, book, plies, version, ply)
        found = len(lines), lines_html(page, lines)
        with _lock:
            _written[key] = found
            while len(_written) > REMEMBERED:
                _written.popitem(last=False)
    return found


def lines_html(page: TablePage, lines: list[Line]) -> Markup:
    """Lines of the log as HTML."""
    return Markup(fragment(page.reader, "table/log_lines.html", page=page, lines=lines, amber=AMBER))  # escaped


def record_lines(page: TablePage, book: Book, plies: tuple[Ply, ...], version: int, ply: int) -> list[Line]:
    """The lines of one record: an action with what it brought about, or an undo."""
    record = book.records[version - 1]
    if record.kind == REWIND:
        seats = page.live.head.seats
        name = seats[record.seat].name if 0 <= record.seat < len(seats) else ""
        text = page.say("{who} takes moves back", who=name) if name else page.say("Moves are taken back")
        return [Line(version, 0, "undo", text, name=name, time=record.at, first=True)]
    events: tuple[Event, ...]
    if ply:
        events = page.live.game.events_of(ply, page.seat)
    else:
        gone = page.site.logbook.events(page.live, book, version)
        events = tuple(event.seen_by(page.seat, page.live.game.opened) for event in gone)
    lines = [
        event_line(page, event, number, version, ply, record.seat, record.at, undone=not ply)
        for number, event in enumerate(events)
    ]
    by = ""
    if record.by == BY_PROGRAMME:
        by = page.say("by programme")
    elif record.by == BY_FORCE:
        by = page.say("no choice")
    return [structs.replace(line, by=by) if line.first else line for line in headed(lines)]


def headed(lines: list[Line]) -> list[Line]:
    """The lines of a move, the one that names it marked: payments and prices only if there is nothing else."""
    names = [number for number, line in enumerate(lines) if line.main] or [0]
    return [
        structs.replace(line, main=line.main or number == names[0], first=number == names[0])
        for number, line in enumerate(lines)
    ]


def headline(lines: list[Line]) -> str:
    """The sentence that names a move."""
    line = next(line for line in lines if line.first)
    return f"{line.text}{line.amount}{line.tail}"


def event_line(
    page: TablePage, event: Event, number: int, version: int, ply: int, seat: int, time: int, *, undone: bool = False
) -> Line:
    """A fact as a line."""
    text = capital(page, page.event(event))
    amount, tail = "", ""
    if event.receipt is not None and ply:
        text, amount, tail = with_amount(page, event, text)
    company, name = actor(page, event, seat)
    return Line(
        version=version,
        ply=ply,
        kind="round" if event.kind == "payout_start" else event.kind,
        text=text,
        amount=amount,
        tail=tail,
        number=number,
        company=company,
        name=name,
        rule=event.rule,
        time=time,
        main=event.kind not in BESIDE,
        money=event.kind in MONEY,
        undone=undone,
    )


def with_amount(page: TablePage, event: Event, text: str) -> tuple[str, str, str]:
    """The sentence cut at the amount whose receipt there is; a word for it at the end if no amount is in it."""
    assert event.receipt is not None
    wanted = [page.money(event.receipt.total)]
    wanted += [page.money(value) for value in event.facts.values() if isinstance(value, int)]
    for amount in wanted:
        before, found, after = text.partition(amount)
        if found and not after[:1].isdigit():
            return before, amount, after
    return f"{text} · ", page.say("Receipt"), ""


def actor(page: TablePage, event: Event, seat: int) -> tuple[str, str]:
    """Whose token or initial stands before a line: a company, or a player's name."""
    names = page.live.game.rules.seats
    if not page.family:
        name = str(event.facts.get("who", ""))
        return ("", name) if name in names else (page.company_marks.get(str(event.facts.get("company", "")), ""), "")
    for key in ACTORS:
        value = event.facts.get(key)
        if isinstance(value, str) and value in page.t.kit.company_index:
            return value, ""
        if value in names:
            return "", str(value)
    return "", ""


def capital(page: TablePage, text: str) -> str:
    """A sentence with a capital letter, unless it begins with what somebody calls himself."""
    if any(text.startswith(name) for name in page.live.game.rules.seats):
        return text
    return text[:1].upper() + text[1:]


def sentences(page: TablePage, ply: int) -> list[Line]:
    """What one move brought about, the move itself first."""
    if not 0 < ply <= page.plies:
        return []
    book = page.site.logbook.book(page.live)
    return record_lines(page, book, page.live.game.plies, book.live[ply - 1], ply)
