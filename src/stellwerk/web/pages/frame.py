"""The top bar: the rounds around now, the phase and what it brings, whose decision it is, what can be taken back."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core.words import END
from stellwerk.eighteen.state import RoundName
from stellwerk.i18n import translate, word
from stellwerk.web.pages.log import headline, sentences
from stellwerk.web.pages.places import place_of
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.takeback import ASK, NOW, UndoPlan, next_undo

BEFORE, AFTER = 2, 2  # rounds shown around the present one


class RoundChip(Struct, frozen=True):
    """A round: `ply` is its first position, None if it is still to come."""

    label: str
    name: str
    now: bool = False
    ply: int | None = None


class Phase(Struct, frozen=True):
    """The phase, how many trains a company may own, and what rusts next on what."""

    name: str
    limit: int
    rusts: str = ""
    rusting: str = ""


class Whose(Struct, frozen=True):
    """Whom the game waits for: `yours`, `wait`, `open`, `over` or `past`; since when (milliseconds since 1970)."""

    kind: str
    text: str
    since: int = 0
    seat: int | None = None


class UndoButton(Struct, frozen=True):
    """What the undo button says and does; disabled if `way` is neither `now` nor `ask`."""

    way: str
    text: str
    seat: int = 0
    to: int = 0


class TableFrame(Struct, frozen=True):
    """Everything in the top bar and around the table."""

    rounds: list[RoundChip]
    phase: Phase | None
    bank: int | None
    broken: bool
    whose: Whose
    undo: UndoButton
    redo: UndoButton
    eyes: int | None
    hotseat: bool
    origin: dict[str, Any] | None
    figures: tuple[str, str]
    chips: list[tuple[str, str]]


def frame_of(page: TablePage, eyes: int | None) -> TableFrame:
    """The frame of the page; `eyes` is the seat the reader has chosen to look through, None if he just follows."""
    people = [seat for seat in page.rights.head.seats if seat.number in page.rights.seats]
    return TableFrame(
        rounds=rounds(page) if page.family else [],
        phase=phase(page) if page.family else None,
        bank=page.view["bank"] if page.family else None,
        broken=bool(page.family and page.view["bank_broken"]),
        whose=whose(page),
        undo=undo_button(page),
        redo=redo_button(page),
        eyes=eyes,
        hotseat=len(people) > 1,
        origin=page.table.origin,
        figures=figures(page) if page.family else ("", ""),
        chips=place_of(page).chips(page),
    )


# -- rounds and phases of the 18xx titles


def rounds(page: TablePage) -> list[RoundChip]:
    """The rounds around the shown position; those to come as far as they are certain."""
    here = page.game.ply
    begun: list[tuple[RoundName, int]] = []
    last = None
    for entry in page.past.rounds:
        if entry.name is not last:
            if last is None or same(last) != same(entry.name):
                begun.append((entry.name, entry.first))
            last = entry.name
    number = sum(ply <= here for _, ply in begun) - 1
    first = max(number - BEFORE, 0)
    known = begun[first : number + AFTER + 1]
    shown = [round_chip(page, name, now=place == number, ply=ply) for place, (name, ply) in enumerate(known, first)]
    missing = AFTER - (len(begun) - 1 - number)
    latest = page.past.rounds[-1].state
    if missing > 0 and not latest.ended:
        operating = page.t.phases[latest.phase].operating_rounds
        shown += [round_chip(page, name) for name in coming(known[-1][0], operating)[:missing]]
    return shown


def same(name: RoundName) -> tuple[str, int, int]:
    """What tells rounds apart."""
    return name.kind, name.number, name.part


def coming(now: RoundName, operating: int) -> list[RoundName]:
    """The next rounds: the rest of the set, then a stock round and its operating rounds."""
    if now.kind == "auction":
        return [RoundName("stock", 1), RoundName("operating", 1, 1, operating)]
    if now.kind == "stock":
        return [RoundName("operating", now.number, part, operating) for part in range(1, operating + 1)] + [
            RoundName("stock", now.number + 1)
        ]
    if not now.number:  # between two auction rounds (1854 3.7)
        return [RoundName("auction", now.part + 1), RoundName("stock", 1)]
    rest = [RoundName("operating", now.number, part, now.rounds) for part in range(now.part + 1, now.rounds + 1)]
    return [*rest, RoundName("stock", now.number + 1), RoundName("operating", now.number + 1, 1, operating)]


def round_chip(page: TablePage, name: RoundName, *, now: bool = False, ply: int | None = None) -> RoundChip:
    """A round with its short and its long name."""
    label, long = round_words(page, name)
    return RoundChip(label, long, now, ply)


def round_words(page: TablePage, name: RoundName) -> tuple[str, str]:
    """`OR 2.1` and `Operating round 2.1`; between two auction rounds it has a name of its own (1854 3.7)."""
    if name.kind == "auction":
        return page.say("Auction"), page.say("Auction")
    if name.kind == "stock":
        return page.say("SR {number}", number=name.number), page.say("Stock round {number}", number=name.number)
    if not name.number:
        short = page.say("Interim OR {part}", part=name.part)
        return short, page.say("Operating round {part} between two auction rounds", part=name.part)
    facts = {"number": name.number, "part": name.part}
    return page.say("OR {number}.{part}", **facts), page.say("Operating round {number}.{part}", **facts)


def phase(page: TablePage) -> Phase:
    """The phase and its next consequence: the first train still to be sold that makes others rust."""
    entry = next(entry for entry in page.t.phases if entry.id == page.view["phase"])
    for train, sold in page.view["trains_sold"].items():
        ending = [kind for kind, enders in page.view["train_fates"].items() if train in enders]
        if not sold and ending:
            return Phase(entry.id, entry.train_limit, train, ", ".join(ending))
    return Phase(entry.id, entry.train_limit)


def figures(page: TablePage) -> tuple[str, str]:
    """What the closed rows of a small screen say: the company whose turn it is and its treasury; the reader's cash."""
    actor = page.decision.actor if page.decision else ""
    company = page.view["companies"].get(actor)
    first = "" if company is None else f"{actor} {page.money(company['cash'])}"
    if page.seat is None:
        return first, ""
    return first, f"{page.t.seats[page.seat]}: {page.money(page.view['players'][page.seat]['cash'])}"


# -- whose decision


def whose(page: TablePage) -> Whose:
    """Whom the game waits for, as the chip at the right end says it."""
    if not page.now:
        return Whose("past", page.say("Looking back"))
    if page.decision is None:
        return Whose("over", page.say("The game is over"))
    if page.rights.head.locked:
        return Whose("open", page.say("Locked"))
    if page.waits_for_players:
        return Whose("open", page.say("Waiting for players"))
    name = page.game.rules.seats[page.asked]
    if page.yours:
        text = page.say("Your decision")
        return Whose("yours", f"{text}: {name}" if len(page.rights.seats) > 1 else text, since(page))
    return Whose("wait", page.say("Waiting for {who}", who=name), since(page), page.asked)


def since(page: TablePage) -> int:
    """Since when the game waits."""
    book = page.site.logbook.book(page.live)
    return book.records[-1].at if book.records else page.live.head.created


def end_word(page: TablePage) -> str:
    """Why the game is over."""
    return word(END, page.result.reason, page.language, page.style)


# -- taking back


def undo_button(page: TablePage) -> UndoButton:
    """What undo would do now."""
    if page.waits_for_players or not page.rights.seats:
        return UndoButton("", page.say("Nothing to take back"))
    planned = next_undo(page.rights, page.live.game)
    if planned is None:
        return UndoButton("", page.say("Nothing to take back"))
    return UndoButton(planned.way, undo_text(page, planned), planned.seat, planned.to)


def undo_text(page: TablePage, planned: UndoPlan) -> str:
    """`Undo: Ada passes`, `Ask Kasia to undo`, or why not."""
    names = page.live.game.rules.seats
    if planned.way == ASK:
        return page.say("Ask {who} to undo", who=", ".join(names[seat] for seat in planned.people))
    if planned.way == NOW:
        told = sentences(page, planned.to + 1)
        return page.say("Undo: {move}", move=headline(told)) if told else page.say("Undo")
    if planned.why_not:
        return page.say("It cannot be taken back: {reason}", reason=translate(planned.why_not, page.language))
    return page.say("At this table nothing is taken back over another player's decision.")


def redo_button(page: TablePage) -> UndoButton:
    """What can be made again, if it is one's own."""
    undone = page.site.logbook.book(page.live).undone
    if not undone or undone[0].seat not in page.rights.seats:
        return UndoButton("", page.say("Nothing to make again"))
    return UndoButton(NOW, page.say("Redo"), undone[0].seat)
