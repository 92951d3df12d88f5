"""Trains and phases: what is on sale, what buying it sets off, and a dry run of the next phase."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Plural
from stellwerk.eighteen.depot import ended_by, train_limit
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.schema import PhaseData, TrainData
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import limits_of
from stellwerk.web.pages.marks import TrainChip, card_name, initial, token, train_chips
from stellwerk.web.pages.side import operating_order

GONE, SOLD_OUT, LEFT, ON_SALE = "gone", "sold", "left", "sale"
_PLAIN_EVENTS = ("rust ", "diesels on sale", "close privates")  # told already


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


def trains(at: At) -> Panel:
    """Trains and phases of the shown position."""
    trigger = next_kind(at)
    return Panel(
        "tabs/trains.html",
        {
            "rows": [_row(at, entry) for entry in at.t.trains],
            "trigger": trigger.id if trigger else "",
            "dry": dry_run(at, trigger) if trigger else [],
            "effects": effects(at, trigger) if trigger else [],
            "phases": [_phase(at, entry) for entry in at.t.phases],
            "pool": [TrainChip(kind_of(train)) for train in at.view["train_pool"]],
        },
    )


def next_kind(at: At) -> TrainData | None:
    """The first kind nobody has bought yet; of those on sale the dearest, since buying it is what changes things."""
    sold, left = at.view["trains_sold"], at.view["depot"]
    fresh = [entry for entry in at.t.trains if not sold[entry.id] and left[entry.id]]
    offered = {card_name(at, offer["train"]) for offer in at.view["on_sale"]}
    return next((entry for entry in fresh if entry.id in offered), fresh[0] if fresh else None)


def _row(at: At, entry: TrainData) -> TrainRow:
    offered = {card_name(at, offer["train"]) for offer in at.view["on_sale"] if offer["from"] == "depot"}
    enders, sold = at.view["train_fates"][entry.id], at.view["trains_sold"]
    gone = next((kind for kind in enders if sold[kind]), "")
    count = at.view["depot"][entry.id]
    if gone:
        state, left = GONE, at.say("rusted")
    elif not count:
        state, left = SOLD_OUT, at.say("sold out")
    else:
        state = ON_SALE if entry.id in offered else LEFT
        left = at.say("unlimited") if count == "unlimited" else str(count)
    holders = [
        (name, token(at, name))
        for name, company in at.view["companies"].items()
        for train in company["trains"]
        if card_name(at, train) == entry.id
    ]
    old = ", ".join(entry.discount)
    cheaper = (
        at.say("{amount} less for a {trains}", amount=at.money(max(entry.discount.values())), trains=old) if old else ""
    )
    first, told = "", []
    if gone:
        told = [at.say("gone since the first {train}", train=gone)]
    elif not sold[entry.id] and not _begun(at, entry):
        first, told = _begins(at, entry), effects(at, entry)
    if not gone:
        told = [*told, _end(at, entry)]
    price = " / ".join(at.money(side.price) for side in entry.sides) or at.money(entry.price)
    return TrainRow(_chip(at, entry.id), state, price, cheaper, left, holders, first, told)


def _chip(at: At, kind: str) -> TrainChip:
    soon = at.view["next_to_go"]
    return TrainChip(kind, at.say("rusts when the first {train} is bought", train=soon[kind]) if kind in soon else "")


def _end(at: At, entry: TrainData) -> str:
    ends = at.view["train_fates"][entry.id]
    return at.say("rusts on the first {train}", train=ends[0]) if ends else at.say("stays to the end")


def _begins(at: At, entry: TrainData) -> str:
    phase = _phase_of(at, entry)
    return at.say("starts phase {phase}", phase=phase.id) if phase else ""


def _begun(at: At, entry: TrainData) -> bool:
    """True if another kind of train has started its phase already."""
    phase = _phase_of(at, entry)
    return phase is not None and at.t.phases.index(phase) <= phase_number(at)


def phase_number(at: At) -> int:
    """The phase of the shown position, by number."""
    return next(number for number, phase in enumerate(at.t.phases) if phase.id == at.view["phase"])


def _phase_of(at: At, entry: TrainData) -> PhaseData | None:
    return next((phase for phase in at.t.phases if entry.id in (phase.starts, *phase.starts_also)), None)


def effects(at: At, entry: TrainData) -> list[str]:
    """What the first train of a kind brings about, in words."""
    found = [at.say("every {train} rusts at once", train=kind) for kind in ended_by(at.t, entry.id)]
    phase = _phase_of(at, entry)
    if phase is not None:
        found += changes(at, phase)
    found += [
        at.say("{train} is on sale beside it", train=other.id)
        for other in at.t.trains
        if other.available_on == entry.id
    ]
    return found


def changes(at: At, phase: PhaseData) -> list[str]:
    """What is different in a phase from the one before."""
    t = at.t
    number = t.phases.index(phase)
    old = t.phases[number - 1] if number else None
    found: list[str] = []
    if old is None:
        return found
    if limits_of(at, phase) != limits_of(at, old):
        found.append(at.say("train limit {limit}", limit=limits_of(at, phase)))
    colours = [word(COLOUR, colour, at.language) for colour in phase.tiles if colour not in old.tiles]
    if colours:
        found.append(at.say("new tiles: {colours}", colours=", ".join(colours)))
    if phase.operating_rounds != old.operating_rounds:
        found.append(
            at.say(Plural("{count:n} operating round", "{count:n} operating rounds"), count=phase.operating_rounds)
        )
    if phase.buy_privates and not old.buy_privates:
        found.append(at.say("companies may buy privates"))
    if "close privates" in phase.events:
        found.append(at.say("all privates close"))
    if phase.offboard != old.offboard:
        found.append(at.say("off-board areas pay their other value"))
    events = tuple(entry for entry in phase.events if not entry.startswith(_PLAIN_EVENTS))
    found += at.ui.phase_words(at, events) if at.ui.phase_words else events
    return found


# -- the dry run


def dry_run(at: At, trigger: TrainData) -> list[DryRun]:
    """Company by company: its trains now and after the first train of a kind has been bought by anybody."""
    phase = _phase_of(at, trigger)
    now = at.t.phases.index(phase) if phase else phase_number(at)
    return [
        _dry(at, name, trigger, train_limit(at.t, now, at.t.company(name)))
        for name in operating_order(at)
        if at.view["companies"][name]["floated"]
    ]


def _dry(at: At, name: str, trigger: TrainData, limit: int) -> DryRun:
    t = at.t
    entry = at.view["companies"][name]
    dying = [] if entry["keeps_trains"] else ended_by(t, trigger.id)
    kept = [train for train in entry["trains"] if card_name(at, train) not in dying]
    rules = []
    if kept != entry["trains"]:
        rules.append(t.cite("rust"))
    if entry["trains"] and not kept:
        words = at.say("loses all its trains")
        rules.append(t.cite("trains.must"))
    elif len(kept) > limit:
        words = at.say(
            Plural("over the limit, gives up {count:n} train", "over the limit, gives up {count:n} trains"),
            count=len(kept) - limit,
        )
        rules.append(t.cite("discard"))
    elif len(kept) < len(entry["trains"]):
        gone = sorted({kind_of(train) for train in entry["trains"] if card_name(at, train) in dying})
        words = at.say("loses: {trains}", trains=", ".join(gone))
    elif not kept:
        words = at.say("has no train")
    else:
        words = at.say("not touched")
    seat = t.seats.index(entry["president"]) if entry["president"] else -1
    return DryRun(
        company=name,
        token=token(at, name),
        president=entry["president"] or "",
        initial=initial(at, seat) if seat >= 0 else Markup(""),
        yours=seat >= 0 and seat == at.seat,
        before=train_chips(at, entry["trains"], name),
        after=[TrainChip(kind_of(train)) for train in kept],
        treasury=at.money(entry["cash"]),
        words=words,
        rules=rules,
        touched=bool(rules),
    )


def _phase(at: At, entry: PhaseData) -> PhaseRow:
    starts = entry.starts if entry.starts in at.t.kit.train_index else ""
    return PhaseRow(
        id=entry.id,
        now=entry.id == at.view["phase"],
        starts=at.say("first {train}", train=starts) if starts else at.say("start of the game"),
        limit=limits_of(at, entry),
        tiles=[(colour, word(COLOUR, colour, at.language)) for colour in entry.tiles],
        rounds=entry.operating_rounds,
        privates=bool(entry.buy_privates),
        notes=_notes(at, entry, starts),
    )


def _notes(at: At, entry: PhaseData, starts: str) -> list[str]:
    if not starts:
        return []
    found = [at.say("every {train} rusts at once", train=kind) for kind in ended_by(at.t, starts)]
    if "close privates" in entry.events:
        found.append(at.say("all privates close"))
    found += [
        at.say("{train} is on sale beside it", train=other.id) for other in at.t.trains if other.available_on == starts
    ]
    return found + (at.ui.phase_words(at, entry.events) if at.ui.phase_words else [])
