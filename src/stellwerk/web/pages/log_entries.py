"""The entries of the log: of each decision the sentence that names it, with its bookkeeping folded below; what matters
to everybody besides, and beginnings of rounds, are entries of their own.
"""

from __future__ import annotations

from msgspec import Struct, structs

from stellwerk.core import Event, Message, Piece
from stellwerk.core.message import MONEY
from stellwerk.store.records import REWIND
from stellwerk.web.logbook import Book
from stellwerk.web.pages.deeds import FAMILY
from stellwerk.web.pages.table_page import NAMING, TablePage
from stellwerk.web.pages.telling import Clause, Deed, names_in, sentence
from stellwerk.web.programmes import BY_FORCE, BY_PROGRAMME

AMBER = {
    "split",
    "merger",
    "forced",
    "interrupted",
    "phase",
    "rust",
    "removed",
    "president",
    "bank_broken",
    "bankrupt",
    "closed_company",
    "end",
    "payout_card",
}
ALSO = {"float", "founded", "group", "export", "private", "train", "contract"}  # told besides the deed, without alarm
ROUNDS = {"round", "payout_start"}
CASH = {"paid", "dividend", "run", "withhold", "price", "payout", "payout_start"}  # what the filter for money keeps
BESIDE = {"paid", "price", "turn", "priority"}  # bookkeeping, unless it is the deed itself
SOLD_OUT = "stock.sold_out"
ACTORS = ("company", "who", "payer", "payee", "name")


class LogLine(Struct, frozen=True):
    """A line of the log. `actor` is the player or company whose mark stands before it, `number` the event that it is
    about, `by` who acted in the player's place.
    """

    version: int
    ply: int
    kind: str
    pieces: tuple[Piece, ...]
    number: int = 0
    actor: str = ""
    rule: str = ""
    time: int = 0
    receipt: bool = False
    undone: bool = False
    by: str = ""

    @property
    def text(self) -> str:
        """The sentence."""
        return "".join([piece.text for piece in self.pieces])

    @property
    def amber(self) -> bool:
        """True if everybody should notice it."""
        return self.kind in AMBER

    @property
    def priced(self) -> bool:
        """True if an amount stands in it, which then links to the receipt."""
        return any(piece.spec == MONEY for piece in self.pieces)


class LogEntry(Struct, frozen=True):
    """A line that is always seen, with the bookkeeping below it; `first` if it names a decision, `idle` if that was to
    do nothing. `about` are the players and companies in it and below it.
    """

    line: LogLine
    below: tuple[LogLine, ...] = ()
    first: bool = False
    idle: bool = False
    about: frozenset[str] = frozenset()

    @property
    def money(self) -> bool:
        """True if it tells of money."""
        return self.line.kind in CASH or any(line.kind in CASH for line in self.below)


def clause_of(page: TablePage, event: Event, events: tuple[Event, ...]) -> Clause | None:
    """What somebody did, if the event is a deed."""
    make = page.ui.deeds.get(event.kind) or (FAMILY.get(event.kind) if page.family else None)
    return None if make is None else make(page, Deed(event, events))


def events_of(page: TablePage, book: Book, version: int, ply: int) -> tuple[Event, ...]:
    """What the action of a record brought about, as the reader may know it, also if it was taken back."""
    if ply:
        return page.live.game.events_of(ply, page.seat)
    gone = page.site.logbook.events(page.live, book, version)
    return tuple(event.seen_by(page.seat, page.live.game.opened) for event in gone)


def record_entries(page: TablePage, book: Book, version: int, ply: int) -> list[LogEntry]:
    """The entries of one record: an action with what it brought about, or an undo."""
    record = book.records[version - 1]
    seats = page.live.head.seats
    name = seats[record.seat].name if 0 <= record.seat < len(seats) else ""
    if record.kind == REWIND:
        text = page.say("{who} takes moves back", who=name) if name else page.say("Moves are taken back")
        line = LogLine(version, 0, "undo", (Piece(text),), actor=name, time=record.at)
        return [LogEntry(line, first=True, about=frozenset((name,)))]
    events = events_of(page, book, version, ply)
    frame = LogLine(version, ply, "", (), time=record.at, undone=not ply)
    entries = entries_of(page, events, frame, name)
    if entries and record.by in (BY_PROGRAMME, BY_FORCE):
        by = page.say("by programme") if record.by == BY_PROGRAMME else page.say("no choice")
        entries[0] = structs.replace(entries[0], line=structs.replace(entries[0].line, by=by))
    return entries


def opening_entries(page: TablePage) -> list[LogEntry]:
    """What happened before the first decision."""
    events = page.live.game.events_of(0, page.seat)
    frame = LogLine(0, 0, "", (), time=page.live.head.created)
    return [
        LogEntry(line_of(page, event, number, frame, None), about=about(page, event))
        for number, event in enumerate(events)
    ]


def entries_of(page: TablePage, events: tuple[Event, ...], frame: LogLine, name: str) -> list[LogEntry]:
    """The entries of a decision: first what was decided."""
    clauses = [clause_of(page, event, events) for event in events]
    lead = leading(events, clauses)
    if lead is None:
        clause = nothing_done(name)
        pieces = tuple(page.pieces(sentence(page, [clause])))
        line = structs.replace(frame, kind="pass", pieces=pieces, actor=name)
        main = LogEntry(line, first=True, idle=True, about=frozenset((name,)))
    else:
        clause = clauses[lead] or Clause("", events[lead].message)
        line = line_of(page, events[lead], lead, frame, clauses[lead])
        main = LogEntry(line, first=True, idle=clause.idle, about=about(page, events[lead]) | {name})
    entries, holder = [main], 0
    for number, (event, clause_) in enumerate(zip(events, clauses, strict=True)):
        if number == lead and event.kind not in BESIDE:
            continue
        if event.kind in ROUNDS:
            holder = len(entries)
        elif number == lead or not seen(event):
            below = line_of(page, event, number, frame, None)
            held = entries[holder]
            entries[holder] = structs.replace(held, below=(*held.below, below), about=held.about | about(page, event))
            continue
        entries.append(LogEntry(line_of(page, event, number, frame, clause_), about=about(page, event)))
    return entries


def nothing_done(name: str) -> Clause:
    """A decision that brought nothing about: somebody has done enough."""
    return Clause(name, Message("ends the turn"), idle=True)


def headline_of(page: TablePage, events: tuple[Event, ...], name: str) -> str:
    """The sentence that names a decision, `name` is who made it."""
    clauses = [clause_of(page, event, events) for event in events]
    lead = leading(events, clauses)
    if lead is None:
        return "".join([piece.text for piece in page.pieces(sentence(page, [nothing_done(name)]))])
    return "".join([piece.text for piece in event_pieces(page, events[lead], clauses[lead])])


def leading(events: tuple[Event, ...], clauses: list[Clause | None]) -> int | None:
    """Which event names the decision: the first deed, else the first that is no bookkeeping; None if there is none."""
    ranks = [
        (clause is None or event.kind in ROUNDS, event.kind in ROUNDS, clause is None and event.kind in BESIDE, number)
        for number, (event, clause) in enumerate(zip(events, clauses, strict=True))
    ]
    return min(ranks)[-1] if ranks else None


def seen(event: Event) -> bool:
    """True for what matters to everybody, besides the deed it follows from."""
    if event.kind == "price":
        return event.facts.get("reason") == SOLD_OUT
    return event.kind in AMBER or event.kind in ALSO or event.kind in ROUNDS


def line_of(page: TablePage, event: Event, number: int, frame: LogLine, clause: Clause | None) -> LogLine:
    """An event as a line."""
    return structs.replace(
        frame,
        kind=event.kind,
        pieces=tuple(event_pieces(page, event, clause)),
        number=number,
        actor=(clause.subject if clause else "") or actor_of(page, event),
        rule=event.rule,
        receipt=event.receipt is not None and frame.ply > 0,
    )


def about(page: TablePage, event: Event) -> frozenset[str]:
    """The players and companies that an event names."""
    return frozenset(names_in(page, event.message))


def actor_of(page: TablePage, event: Event) -> str:
    """Whose mark stands before the event's own words."""
    for key in ACTORS:
        value = event.facts.get(key)
        if isinstance(value, str) and (value in page.seat_numbers or value in page.company_marks):
            return value
    return ""


def event_pieces(page: TablePage, event: Event, clause: Clause | None) -> list[Piece]:
    """An event as a sentence: in the words of its clause, else in its own."""
    pieces = page.pieces(event.message if clause is None else sentence(page, [clause]))
    return pieces if clause is not None and clause.subject else capital(page, pieces)


def event_sentence(page: TablePage, event: Event) -> str:
    """An event in its own words."""
    return "".join([piece.text for piece in event_pieces(page, event, None)])


def capital(page: TablePage, pieces: list[Piece]) -> list[Piece]:
    """A sentence with a capital letter, unless it begins with a name."""
    if not pieces or pieces[0].name in (*NAMING, "who", "name", "private", "new"):
        return pieces
    first = pieces[0]
    return [first._replace(text=first.text[:1].upper() + first.text[1:]), *pieces[1:]]
