"""Since the reader's last turn: what has happened, round by round, grouped by who did it, and what it did to him.

Made from the facts of events as he may know them. Moves that a programme made for him are told too: he has not seen
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct, field, structs

from stellwerk.core import Event, Message, Piece, Plural
from stellwerk.web.games import open_view
from stellwerk.web.logbook import Book
from stellwerk.web.pages.log_entries import (
    ALSO,
    ROUNDS,
    actor_of,
    capital,
    clause_of,
    event_pieces,
    headline_of,
    leading,
    seen,
)
from stellwerk.web.pages.reported import reported
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import Clause, marked_up, sentence

MOST = 400  # moves that are told at once
CLAUSES = 8  # of one subject in one round; earlier ones are left to the log
NAME, PRICE, TIMES = "{subject}", "{company} {before:$} → {after:$}", "{does} ×{count}"  # in every language
TOLD_TOO = ALSO | {"dividend"}  # deeds told besides the one that was decided


class SinceSubject(Struct):
    """What one player or company did in a round, and what he got or paid by it whose turn it is, by name."""

    subject: str
    clauses: list[Clause] = field(default_factory=list)
    money: Counter[str] = field(default_factory=Counter)

    @property
    def idle(self) -> bool:
        """True if there is nothing to tell but that nothing was done."""
        return all(clause.idle for clause in self.clauses) and not +self.money


class SinceStretch(Struct):
    """A round, or what came before the first one begins: its heading, who did what, and what everybody should know."""

    heading: str = ""
    groups: dict[str, SinceSubject] = field(default_factory=dict)
    news: list[Event] = field(default_factory=list)

    def group(self, subject: str) -> SinceSubject:
        """That of a player or company."""
        return self.groups.setdefault(subject, SinceSubject(subject))


class SinceStop(Struct, frozen=True):
    """A position on the way, and the sentence of the move that led to it."""

    ply: int
    text: str


class Since(Struct):
    """Everything since a ply. `mine` are the reader's names; `money` what they got in all."""

    ply: int
    version: int
    mine: tuple[str, ...]
    stretches: list[SinceStretch] = field(default_factory=list)
    steps: list[SinceStop] = field(default_factory=list)
    money: Counter[str] = field(default_factory=Counter)
    prices: dict[str, tuple[int, int]] = field(default_factory=dict)
    presidents: list[Event] = field(default_factory=list)
    lost: list[tuple[str, str, int]] = field(default_factory=list)


def last_decision(page: TablePage, book: Book) -> int:
    """The ply of the last decision that somebody made at one of the reader's seats himself; 0 if there is none."""
    mine = page.rights.seats
    for ply in range(len(book.live), 0, -1):
        record = book.records[book.live[ply - 1] - 1]
        if record.seat in mine and not record.by:
            return ply
    return 0


def since(page: TablePage) -> Since | None:
    """What happened since the reader's last decision; None for spectators, and if nothing did."""
    if not page.rights.seats or page.covered or page.waits_for_players:
        return None
    book = page.site.logbook.book(page.live)
    last = last_decision(page, book)
    if last == len(book.live):
        return None
    names = page.live.game.rules.seats
    mine = tuple(names[seat] for seat in sorted(page.rights.seats))
    told = Since(last, book.live[last - 1] if last else 0, mine, [SinceStretch()])
    for ply in range(max(last, len(book.live) - MOST) + 1, len(book.live) + 1):
        follow(page, told, ply, names[book.records[book.live[ply - 1] - 1].seat])
    told.stretches = [part for part in told.stretches if part.groups or part.news]
    return told


def follow(page: TablePage, told: Since, ply: int, name: str) -> None:
    """Take one more move into account."""
    events = page.live.game.events_of(ply, page.seat)
    clauses = [clause_of(page, event, events) for event in events]
    lead = leading(events, clauses)
    told.steps.append(SinceStop(ply, headline_of(page, events, name)))
    doer = "" if lead is None else whose(page, events[lead], clauses[lead])
    at = told.stretches[-1]
    for number, (event, clause) in enumerate(zip(events, clauses, strict=True)):
        if event.kind in ROUNDS:
            at = SinceStretch("".join(piece.text for piece in event_pieces(page, event, clause)))
            told.stretches.append(at)
        elif number == lead or (clause is not None and event.kind in TOLD_TOO):
            own = clause or Clause("", event.message)
            at.group(whose(page, event, clause)).clauses.append(own)
        elif seen(event):
            at.news.append(event)
        touch(told, event)
    at = told.stretches[-1]
    for payment in page.ui.payments(events):
        for who, amount in ((payment.payee, payment.amount), (payment.payer, -payment.amount)):
            if who not in told.mine:
                continue
            told.money[who] += amount
            if doer and doer in (payment.of, payment.payer, payment.payee) and doer != who:
                next(part for part in reversed(told.stretches) if doer in part.groups).groups[doer].money[who] += amount


def whose(page: TablePage, event: Event, clause: Clause | None) -> str:
    """In whose group an event is told."""
    return (clause.subject if clause else "") or actor_of(page, event)


def touch(told: Since, event: Event) -> None:
    """What an event may do to the reader."""
    facts = event.facts
    if event.kind == "price":
        first = told.prices.get(facts["company"], (facts["before"], 0))[0]
        told.prices[facts["company"]] = (first, facts["after"])
    elif event.kind == "president" and {facts["old"], facts["new"]} & set(told.mine):
        told.presidents.append(event)
    elif "lost" in facts:
        told.lost += [(company, facts["kind"], count) for company, count in facts["lost"].items()]


# -- for the page


class SinceSentence(Struct, frozen=True):
    """A sentence with the mark before it."""

    html: Markup
    actor: str = ""
    amber: bool = False
    idle: bool = False


class SinceRound(Struct, frozen=True):
    """A round as the page shows it."""

    heading: str
    lines: tuple[SinceSentence, ...]


class SinceStrip(Struct, frozen=True):
    """The strip: `key` names the turn it is about, `you` is what it did to the reader."""

    key: str
    parts: tuple[SinceRound, ...]
    you: tuple[Markup, ...]
    steps: tuple[SinceStop, ...]


def strip_of(page: TablePage) -> SinceStrip | None:
    """What the page shows; None if nothing happened."""
    told = since(page)
    if told is None:
        return None
    parts = tuple(SinceRound(part.heading, tuple(lines_of(page, told, part))) for part in told.stretches)
    return SinceStrip(str(told.version), parts, tuple(to_reader(page, told)), tuple(told.steps))


def lines_of(page: TablePage, told: Since, part: SinceStretch) -> Iterator[SinceSentence]:
    """The sentences of a round."""
    busy = [group for group in part.groups.values() if not group.idle]
    for group in busy:
        html = Markup("; ").join(
            marked_up(page, page.pieces(made), group.subject) for made in worded(page, group.clauses)
        )
        for who, amount in group.money.items():
            if amount:
                html += Markup("; ") + marked_up(page, page.pieces(gain(page, told, who, amount)))
        yield SinceSentence(html, group.subject)
    if resting := tuple(group.subject for group in part.groups.values() if group.idle):
        facts = {"names": tuple(Message(NAME, {"subject": subject}) for subject in resting)}
        yield SinceSentence(marked_up(page, page.pieces(Message("Passed: {names}", facts, page.style))), idle=True)
    for event in part.news:
        actor = actor_of(page, event)
        yield SinceSentence(marked_up(page, news_pieces(page, event), actor), actor, amber=True)


def news_pieces(page: TablePage, event: Event) -> list[Piece]:
    """An event that everybody should know of, as a report tells it."""
    return capital(page, page.pieces(reported(page, event.message)))


def worded(page: TablePage, clauses: list[Clause]) -> Iterator[Message]:
    """The clauses of a group as sentences, without idle ones; the same ones counted."""
    busy = [clause for clause in clauses if not clause.idle] or clauses[-1:]
    counted: list[tuple[Clause, int]] = []
    for clause in busy:
        if counted and counted[-1][0] == clause:
            counted[-1] = (clause, counted[-1][1] + 1)
        else:
            counted.append((clause, 1))
    run: list[Clause] = []
    for clause, count in counted[-CLAUSES:]:
        clause = structs.replace(clause, does=reported(page, clause.does))
        if count > 1:
            clause = structs.replace(clause, does=Message(TIMES, {"does": clause.does, "count": count}))
        if not clause.subject:
            if run:
                yield sentence(page, run)
                run = []
            yield sentence(page, [clause])
        else:
            run.append(clause)
    if run:
        yield sentence(page, run)


def gain(page: TablePage, told: Since, who: str, amount: int) -> Message:
    """What the reader gets or pays; by his name if he has several seats."""
    if len(told.mine) > 1:
        facts = {"who": who, "amount": abs(amount)}
        return Message("{who} got {amount:$}" if amount > 0 else "{who} paid {amount:$}", facts, page.style)
    facts = {"amount": abs(amount)}
    return Message("you got {amount:$}" if amount > 0 else "you paid {amount:$}", facts, page.style)


def to_reader(page: TablePage, told: Since) -> Iterator[Markup]:
    """What it all did to the reader: money, prices of what he holds, offices, trains of his companies."""
    for who, amount in told.money.items():
        if amount:
            yield marked_up(page, page.pieces(gain(page, told, who, amount)))
    for event in told.presidents:
        yield marked_up(page, news_pieces(page, event))
    if not page.family:
        return
    players = open_view(page.live.game, page.live.game, page.seat)["players"]
    own = [player for player in players if player["name"] in told.mine]
    held = {company for player in own for company in player["shares"]}
    led = {company for player in own for company in player["president_of"]}
    for company, kind, count in told.lost:
        if company in led:
            lost = Message(
                Plural("{company} lost {count:n} train ({kind})", "{company} lost {count:n} trains ({kind})"),
                {"company": company, "count": count, "kind": kind},
                page.style,
            )
            yield marked_up(page, page.pieces(lost))
    for company, (before, after) in told.prices.items():
        if before and before != after and company in held | led:
            facts = {"company": company, "before": before, "after": after}
            told_price = marked_up(page, page.pieces(Message(PRICE, facts, page.style)))
            yield told_price if after > before else Markup('<span class="fell">{}</span>').format(told_price)
