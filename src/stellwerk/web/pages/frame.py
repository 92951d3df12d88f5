"""The top bar: the rounds around now, the phase and what it brings, whose decision it is, what can be taken back."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core.words import END
from stellwerk.eighteen.state import RoundName, State
from stellwerk.i18n import translate, word
from stellwerk.web.pages.at import At
from stellwerk.web.pages.log import headline, sentences
from stellwerk.web.pages.places import place_of
from stellwerk.web.takeback import ASK, NOW, Plan, next_undo

BEFORE, AFTER = 2, 2  # rounds shown around the present one


class Round(Struct, frozen=True):
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


class UndoButton(Struct, frozen=True):
    """What the undo button says and does; disabled if `way` is neither `now` nor `ask`."""

    way: str
    text: str
    seat: int = 0
    to: int = 0


class Frame(Struct, frozen=True):
    """Everything in the top bar and around the table."""

    rounds: list[Round]
    phase: Phase | None
    bank: int | None
    broken: bool
    whose: Whose
    undo: UndoButton
    redo: UndoButton
    eyes: int | None
    hotseat: bool
    place: str
    origin: dict[str, Any] | None
    figures: tuple[str, str]
    chips: list[tuple[str, str]]


def frame_of(at: At, eyes: int | None) -> Frame:
    """The frame of the page; `eyes` is the seat the reader has chosen to look through, None if he just follows."""
    people = [seat for seat in at.rights.head.seats if seat.number in at.rights.seats]
    news = at.rights.head.news
    return Frame(
        rounds=rounds(at) if at.family else [],
        phase=phase(at) if at.family else None,
        bank=at.view["bank"] if at.family else None,
        broken=bool(at.family and at.view["bank_broken"]),
        whose=whose(at),
        undo=undo_button(at),
        redo=redo_button(at),
        eyes=eyes,
        hotseat=len(people) > 1,
        place=f"{at.version}.{news.chat}.{news.desk}",
        origin=at.table.origin,
        figures=figures(at) if at.family else ("", ""),
        chips=place_of(at).chips(at),
    )


# -- rounds and phases of the 18xx titles


def rounds(at: At) -> list[Round]:
    """The rounds around the shown position; those to come as far as they are certain."""
    game = at.live.game
    first: State = game.at(0).state
    known: list[tuple[RoundName, int]] = [(first.round, 0)]
    for ply, entry in enumerate(game.plies, 1):
        if entry.state.round is not known[-1][0] and same(entry.state.round) != same(known[-1][0]):
            known.append((entry.state.round, ply))
    here = max(number for number, (_, ply) in enumerate(known) if ply <= at.game.ply)
    shown = [
        round_chip(at, name, now=number == here, ply=ply)
        for number, (name, ply) in enumerate(known)
        if here - BEFORE <= number <= here + AFTER
    ]
    missing = here + AFTER - (len(known) - 1)
    if missing > 0 and not game.state.ended:
        operating = at.t.phases[game.state.phase].operating_rounds
        shown += [round_chip(at, name) for name in coming(known[-1][0], operating)[:missing]]
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


def round_chip(at: At, name: RoundName, *, now: bool = False, ply: int | None = None) -> Round:
    """A round with its short and its long name."""
    label, long = round_words(at, name)
    return Round(label, long, now, ply)


def round_words(at: At, name: RoundName) -> tuple[str, str]:
    """`OR 2.1` and `Operating round 2.1`; between two auction rounds it has a name of its own (1854 3.7)."""
    if name.kind == "auction":
        return at.say("Auction"), at.say("Auction")
    if name.kind == "stock":
        return at.say("SR {number}", number=name.number), at.say("Stock round {number}", number=name.number)
    if not name.number:
        short = at.say("Interim OR {part}", part=name.part)
        return short, at.say("Operating round {part} between two auction rounds", part=name.part)
    facts = {"number": name.number, "part": name.part}
    return at.say("OR {number}.{part}", **facts), at.say("Operating round {number}.{part}", **facts)


def phase(at: At) -> Phase:
    """The phase and its next consequence: the first train still to be sold that makes others rust."""
    entry = next(entry for entry in at.t.phases if entry.id == at.view["phase"])
    for train, sold in at.view["trains_sold"].items():
        ending = [kind for kind, enders in at.view["train_fates"].items() if train in enders]
        if not sold and ending:
            return Phase(entry.id, entry.train_limit, train, ", ".join(ending))
    return Phase(entry.id, entry.train_limit)


def figures(at: At) -> tuple[str, str]:
    """What the closed rows of a small screen say: the company whose turn it is and its treasury; the reader's cash."""
    actor = at.decision.actor if at.decision else ""
    company = at.view["companies"].get(actor)
    first = "" if company is None else f"{actor} {at.money(company['cash'])}"
    if at.seat is None:
        return first, ""
    return first, f"{at.t.seats[at.seat]}: {at.money(at.view['players'][at.seat]['cash'])}"


# -- whose decision


def whose(at: At) -> Whose:
    """Whom the game waits for, as the chip at the right end says it."""
    if not at.now:
        return Whose("past", at.say("Looking back"))
    if at.decision is None:
        return Whose("over", at.say("The game is over"))
    if at.waits_for_players:
        return Whose("open", at.say("Waiting for players"))
    name = at.game.rules.seats[at.asked]
    if at.yours:
        text = at.say("Your decision")
        return Whose("yours", f"{text}: {name}" if len(at.rights.seats) > 1 else text, since(at))
    return Whose("wait", at.say("Waiting for {who}", who=name), since(at))


def since(at: At) -> int:
    """Since when the game waits."""
    book = at.site.logbook.book(at.live)
    return book.records[-1].at if book.records else at.live.head.created


def end_word(at: At) -> str:
    """Why the game is over."""
    return word(END, at.result.reason, at.language)


# -- taking back


def undo_button(at: At) -> UndoButton:
    """What undo would do now."""
    if at.waits_for_players or not at.rights.seats:
        return UndoButton("", at.say("Nothing to take back"))
    planned = next_undo(at.rights, at.live.game)
    if planned is None:
        return UndoButton("", at.say("Nothing to take back"))
    return UndoButton(planned.way, undo_text(at, planned), planned.seat, planned.to)


def undo_text(at: At, planned: Plan) -> str:
    """`Undo: Ada passes`, `Ask Kasia to undo`, or why not."""
    names = at.live.game.rules.seats
    if planned.way == ASK:
        return at.say("Ask {who} to undo", who=", ".join(names[seat] for seat in planned.people))
    if planned.way == NOW:
        told = sentences(at, planned.to + 1)
        return at.say("Undo: {move}", move=headline(told)) if told else at.say("Undo")
    if planned.why_not:
        return at.say("It cannot be taken back: {reason}", reason=translate(planned.why_not, at.language))
    return at.say("At this table nothing is taken back over another player's decision.")


def redo_button(at: At) -> UndoButton:
    """What can be made again, if it is one's own."""
    undone = at.site.logbook.book(at.live).undone
    if not undone or undone[0].seat not in at.rights.seats:
        return UndoButton("", at.say("Nothing to make again"))
    return UndoButton(NOW, at.say("Redo"), undone[0].seat)
