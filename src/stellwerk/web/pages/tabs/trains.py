"""Trains and phases: what is on sale, what buying it sets off, and a dry run of the next phase."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Plural
from stellwerk.eighteen.depot import ended_by, train_limit
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.schema import CLOSE_PRIVATES, PhaseData, TrainData
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import limits_of
from stellwerk.web.pages.marks import TrainChip, card_name, initial, token, train_chips
from stellwerk.web.pages.side import operating_order
from stellwerk.web.pages.table_page import TablePage

GONE, SOLD_OUT, LEFT, ON_SALE = "gone", "sold", "left", "sale"


class TrainRow(Struct, frozen=True):
    """A kind of train. `state` says whether it is gone, sold out, still to come or on sale."""

    chip: TrainChip
    state: str
    price: str
    cheaper: str
    left: str
    holders: list[tuple[str, Markup]]
    first: str
    effects: list[str]


class DryRun(Struct, frozen=True):
    """What the next new kind of train does to a company."""

    company: str
    token: Markup
    president: str
    initial: Markup
    yours: bool
    before: list[TrainChip]
    after: list[TrainChip]
    treasury: str
    words: str
    rules: list[str]
    touched: bool


class PhaseRow(Struct, frozen=True):
    """A phase of the title."""

    id: str
    now: bool
    starts: str
    limit: int | str
    tiles: list[tuple[str, str]]
    rounds: int
    privates: bool
    notes: list[str]


def trains(page: TablePage) -> Panel:
    """Trains and phases of the shown position."""
    trigger = next_kind(page)
    return Panel(
        "tabs/trains.html",
        {
            "rows": [_row(page, entry) for entry in page.t.trains],
            "trigger": trigger.id if trigger else "",
            "dry": dry_run(page, trigger) if trigger else [],
            "effects": effects(page, trigger) if trigger else [],
            "phases": [_phase(page, entry) for entry in page.t.phases],
            "pool": [TrainChip(kind_of(train)) for train in page.view["train_pool"]],
        },
    )


def next_kind(page: TablePage) -> TrainData | None:
    """The first kind nobody has bought yet; of those on sale the dearest, since buying it is what changes things."""
    sold, left = page.view["trains_sold"], page.view["depot"]
    fresh = [entry for entry in page.t.trains if not sold[entry.id] and left[entry.id]]
    offered = {card_name(page, offer["train"]) for offer in page.view["on_sale"]}
    return next((entry for entry in fresh if entry.id in offered), fresh[0] if fresh else None)


def _row(page: TablePage, entry: TrainData) -> TrainRow:
    offered = {card_name(page, offer["train"]) for offer in page.view["on_sale"] if offer["from"] == "depot"}
    enders, sold = page.view["train_fates"][entry.id], page.view["trains_sold"]
    gone = next((kind for kind in enders if sold[kind]), "")
    count = page.view["depot"][entry.id]
    if gone:
        state, left = GONE, page.say("rusted")
    elif not count:
        state, left = SOLD_OUT, page.say("sold out")
    else:
        state = ON_SALE if entry.id in offered else LEFT
        left = page.say("unlimited") if count == "unlimited" else str(count)
    holders = [
        (name, token(page, name))
        for name, company in page.view["companies"].items()
        for train in company["trains"]
        if card_name(page, train) == entry.id
    ]
    old = ", ".join(entry.discount)
    cheaper = (
        page.say("{amount} less for a {trains}", amount=page.money(max(entry.discount.values())), trains=old)
        if old
        else ""
    )
    first, told = "", []
    if gone:
        told = [page.say("gone since the first {train}", train=gone)]
    elif not sold[entry.id] and not _begun(page, entry):
        first, told = _begins(page, entry), effects(page, entry)
    if not gone:
        told = [*told, _end(page, entry)]
    price = " / ".join(page.money(side.price) for side in entry.sides) or page.money(entry.price)
    return TrainRow(_chip(page, entry.id), state, price, cheaper, left, holders, first, told)


def _chip(page: TablePage, kind: str) -> TrainChip:
    soon = page.view["next_to_go"]
    return TrainChip(kind, page.say("rusts when the first {train} is bought", train=soon[kind]) if kind in soon else "")


def _end(page: TablePage, entry: TrainData) -> str:
    ends = page.view["train_fates"][entry.id]
    return page.say("rusts on the first {train}", train=ends[0]) if ends else page.say("stays to the end")


def _begins(page: TablePage, entry: TrainData) -> str:
    phase = _phase_of(page, entry)
    return page.say("starts phase {phase}", phase=phase.id) if phase else ""


def _begun(page: TablePage, entry: TrainData) -> bool:
    """True if another kind of train has started its phase already."""
    phase = _phase_of(page, entry)
    return phase is not None and page.t.phases.index(phase) <= phase_number(page)


def phase_number(page: TablePage) -> int:
    """The phase of the shown position, by number."""
    return next(number for number, phase in enumerate(page.t.phases) if phase.id == page.view["phase"])


def _phase_of(page: TablePage, entry: TrainData) -> PhaseData | None:
    return next((phase for phase in page.t.phases if entry.id in (phase.starts, *phase.starts_also)), None)


def effects(page: TablePage, entry: TrainData) -> list[str]:
    """What the first train of a kind brings about, in words."""
    found = [page.say("every {train} rusts at once", train=kind) for kind in ended_by(page.t, entry.id)]
    phase = _phase_of(page, entry)
    if phase is not None:
        found += changes(page, phase)
    found += [
        page.say("{train} is on sale beside it", train=other.id)
        for other in page.t.trains
        if other.available_on == entry.id
    ]
    return found


def changes(page: TablePage, phase: PhaseData) -> list[str]:
    """What is different in a phase from the one before."""
    t = page.t
    number = t.phases.index(phase)
    old = t.phases[number - 1] if number else None
    found: list[str] = []
    if old is None:
        return found
    if limits_of(page, phase) != limits_of(page, old):
        found.append(page.say("train limit {limit}", limit=limits_of(page, phase)))
    colours = [word(COLOUR, colour, page.language) for colour in phase.tiles if colour not in old.tiles]
    if colours:
        found.append(page.say("new tiles: {colours}", colours=", ".join(colours)))
    if phase.operating_rounds != old.operating_rounds:
        found.append(
            page.say(Plural("{count:n} operating round", "{count:n} operating rounds"), count=phase.operating_rounds)
        )
    if phase.buy_privates and not old.buy_privates:
        found.append(page.say("companies may buy privates"))
    if CLOSE_PRIVATES in phase.events:
        found.append(page.say("all privates close"))
    if phase.offboard != old.offboard:
        found.append(page.say("off-board areas pay their other value"))
    return found + (page.ui.phase_words(page, phase) if page.ui.phase_words else [])


# -- the dry run


def dry_run(page: TablePage, trigger: TrainData) -> list[DryRun]:
    """Company by company: its trains now and after the first train of a kind has been bought by anybody."""
    phase = _phase_of(page, trigger)
    now = page.t.phases.index(phase) if phase else phase_number(page)
    return [
        _dry(page, name, trigger, train_limit(page.t, now, page.t.company(name)))
        for name in operating_order(page)
        if page.view["companies"][name]["floated"]
    ]


def _dry(page: TablePage, name: str, trigger: TrainData, limit: int) -> DryRun:
    t = page.t
    entry = page.view["companies"][name]
    dying = [] if entry["keeps_trains"] else ended_by(t, trigger.id)
    kept = [train for train in entry["trains"] if card_name(page, train) not in dying]
    rules = []
    if kept != entry["trains"]:
        rules.append(t.cite("rust"))
    if entry["trains"] and not kept:
        words = page.say("loses all its trains")
        rules.append(t.cite("trains.must"))
    elif len(kept) > limit:
        words = page.say(
            Plural("over the limit, gives up {count:n} train", "over the limit, gives up {count:n} trains"),
            count=len(kept) - limit,
        )
        rules.append(t.cite("discard"))
    elif len(kept) < len(entry["trains"]):
        gone = sorted({kind_of(train) for train in entry["trains"] if card_name(page, train) in dying})
        words = page.say("loses: {trains}", trains=", ".join(gone))
    elif not kept:
        words = page.say("has no train")
    else:
        words = page.say("not touched")
    seat = t.seats.index(entry["president"]) if entry["president"] else -1
    return DryRun(
        company=name,
        token=token(page, name),
        president=entry["president"] or "",
        initial=initial(page, seat) if seat >= 0 else Markup(""),
        yours=seat >= 0 and seat == page.seat,
        before=train_chips(page, entry["trains"], name),
        after=[TrainChip(kind_of(train)) for train in kept],
        treasury=page.money(entry["cash"]),
        words=words,
        rules=rules,
        touched=bool(rules),
    )


def _phase(page: TablePage, entry: PhaseData) -> PhaseRow:
    starts = entry.starts if entry.starts in page.t.kit.train_index else ""
    return PhaseRow(
        id=entry.id,
        now=entry.id == page.view["phase"],
        starts=page.say("first {train}", train=starts) if starts else page.say("start of the game"),
        limit=limits_of(page, entry),
        tiles=[(colour, word(COLOUR, colour, page.language)) for colour in entry.tiles],
        rounds=entry.operating_rounds,
        privates=bool(entry.buy_privates),
        notes=_notes(page, entry, starts),
    )


def _notes(page: TablePage, entry: PhaseData, starts: str) -> list[str]:
    if not starts:
        return []
    found = [page.say("every {train} rusts at once", train=kind) for kind in ended_by(page.t, starts)]
    if CLOSE_PRIVATES in entry.events:
        found.append(page.say("all privates close"))
    found += [
        page.say("{train} is on sale beside it", train=other.id)
        for other in page.t.trains
        if other.available_on == starts
    ]
    return found + (page.ui.phase_words(page, entry) if page.ui.phase_words else [])
