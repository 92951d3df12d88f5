"""Trains on sale, phases, rusting and discards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from stellwerk.core import Decision, Illegal, Option
from stellwerk.eighteen.actions import DiscardTrain
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import Discard
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.schema import CLOSE_PRIVATES
from stellwerk.eighteen.state import BANK, UNLIMITED, S, State
from stellwerk.eighteen.table import Table, TitleKit

_REMEMBERED = 64


class OnSale(Struct, frozen=True, gc=False):
    """A train the bank sells: from the `depot` or from the train `pool`."""

    train: str
    kind: str
    price: int
    source: str


def offer_view(offer: OnSale) -> dict[str, Any]:
    """The same as plain data."""
    return {"train": offer.train, "price": offer.price, "from": offer.source}


def on_sale(t: Table, s: State) -> list[OnSale]:
    """The cheapest kind left in the depot, kinds that are sold beside it, and the trains in the pool."""
    key = s.depot, s.sold, s.train_pool
    found = t.on_sale.get(key)
    if found is None:
        if len(t.on_sale) >= _REMEMBERED:
            t.on_sale.clear()
        found = t.on_sale[key] = tuple(_offers(t, s))
    return list(found)


def _offers(t: Table, s: State) -> list[OnSale]:
    found = []
    for number in fronts(t, s):
        entry = t.trains[number]
        kinds = [side.id for side in entry.sides] or [entry.id]
        found += [OnSale(f"{kind}-{s.sold[number]}", kind, t.train_price[kind], "depot") for kind in kinds]
    pool = [OnSale(train, kind_of(train), t.train_price[kind_of(train)], "pool") for train in s.train_pool]
    if t.choices.one_of_a_kind_in_pool and len(pool) > 1:
        pool = list({offer.kind: offer for offer in reversed(pool)}.values())[::-1]
    return found + pool


def fronts(t: Table, s: State) -> list[int]:
    """Kinds of cards the depot sells: of each stack the first one left, and those that come early."""
    found = []
    first: dict[str, int] = {}
    for number, entry in enumerate(t.trains):
        if not s.depot[number]:
            continue
        early = bool(entry.available_on) and s.sold[t.kit.train_index[entry.available_on]] > 0
        if entry.express:  # beside the others, which never wait for it
            found += [number] if early else []
            continue
        front = first.setdefault(entry.stack, number)
        if not entry.stack:
            if front == number or early:
                found.append(number)
        elif (front == number or (front, number) in _together(t.kit)) and (early or not entry.available_on):
            found.append(number)
    return found


@lru_cache(maxsize=8)
def _together(kit: TitleKit) -> frozenset[tuple[int, int]]:
    """Pairs of kinds of trains that start the same phase: they are sold side by side."""
    groups = [{phase.starts, *phase.starts_also} for phase in kit.data.phase if phase.starts_also]
    index = kit.train_index
    return frozenset((index[one], index[other]) for group in groups for one in group for other in group)


def train_limit(t: Table, phase: int, company: int) -> int:
    """How many trains a company may own in a phase."""
    entry, kind = t.phases[phase], t.companies[company].kind
    return t.choices.train_limits.get(kind) or entry.train_limits.get(kind, entry.train_limit)


def fate(t: Table, kind: str) -> tuple[str, ...]:
    """The kinds of trains whose first purchase ends a kind; none if it stays to the end."""
    return t.fates[t.kit.train_index[kind]]


def ended_by(t: Table, kind: str) -> list[str]:
    """The kinds of trains that the first purchase of a kind ends."""
    return [entry.id for entry, enders in zip(t.trains, t.fates, strict=True) if kind in enders]


def next_to_go(t: Table, s: State) -> dict[str, str]:
    """Kinds of trains that end with the next purchase of a new kind from the depot, with that kind."""
    fresh = [
        card_of(t, offer.kind)
        for offer in on_sale(t, s)
        if offer.source == "depot" and not s.sold[t.kit.train_index[offer.kind]]
    ]
    return {kind: new for new in dict.fromkeys(fresh) for kind in ended_by(t, new)}


def ended(t: Table, s: State, kind: str) -> bool:
    """True if a kind of trains has ended."""
    return any(s.sold[t.kit.train_index[by]] for by in fate(t, kind))


def take_from_depot(m: Move, kind: str) -> bool:
    """One train leaves the depot; True if it is the first of its kind."""
    s, number = m.s, m.t.kit.train_index[kind]
    first = s.sold[number] == 0
    s.sold = put(s.sold, number, s.sold[number] + 1)
    if s.depot[number] != UNLIMITED:
        s.depot = put(s.depot, number, s.depot[number] - 1)
    return first


def card_of(t: Table, kind: str) -> str:
    """The card a kind of train is on: the kind itself, or the card one side of which it is."""
    return t.trains[t.kit.train_index[kind]].id


def new_phase(m: Move, kind: str, order: Sequence[int] = ()) -> None:
    """The first train of a kind left the depot: phase, rusting, closing of privates, discards (1830 10.1.1a)."""
    start_phase(m, kind)
    discards(m, order)


def start_phase(m: Move, kind: str) -> None:
    """The phase a kind of train starts, rusting, closing of privates."""
    t, s = m.t, m.s
    kind = card_of(t, kind)
    for number, phase in enumerate(t.phases):
        if phase.starts == kind:
            s.phase = number
            m.tell("phase", "phase", "phase {phase} begins", phase=phase.id)
            rust(m, kind)
            if CLOSE_PRIVATES in phase.events:
                for private in range(len(s.privates)):
                    close_private(m, private, "phase.close")
            break
    else:
        rust(m, kind)


def if_bought(rules: FamilyRules[S], s: S, company: int, kind: str) -> tuple[S, tuple[str, ...], int]:
    """What runs are reckoned with if a company buys a train of a kind: the position in the phase it begins, the
    company's other trains that are left then, and how many it may own.
    """
    t, own = rules.t, s.companies[company].trains
    card = card_of(t, kind)
    fresh = any(
        offer.source == "depot" and offer.kind == kind and not s.sold[t.kit.train_index[kind]]
        for offer in on_sale(t, s)
    )
    phase = next((number for number, entry in enumerate(t.phases) if entry.starts == card), s.phase)
    if not fresh or phase <= s.phase:
        return s, own, train_limit(t, s.phase, company)
    draft = rules.twin.draft(s)
    draft.phase = phase
    gone = ended_by(t, card)
    left = tuple(train for train in own if card_of(t, kind_of(train)) not in gone)
    return rules.twin.seal(draft), left, train_limit(t, phase, company)


def discards(m: Move, order: Sequence[int] = ()) -> None:
    """Companies above the train limit are asked to give up trains.

    `order` is who does so first; without it companies go as the title file lists them (1830 9.7).
    """
    t, s = m.t, m.s
    over = [
        number
        for number in order or range(len(s.companies))
        if len(s.companies[number].trains) > train_limit(t, s.phase, number)
    ]
    for number in reversed(over):
        m.push(Discard(number))


def rust(m: Move, kind: str) -> None:
    """Trains that rust on `kind` leave the game wherever they are."""
    t, s = m.t, m.s
    for number, entry in enumerate(t.trains):
        if kind not in fate(t, entry.id):
            continue
        lost: dict[str, int] = {}
        for company, holder in enumerate(s.companies):
            kept = tuple(train for train in holder.trains if card_of(t, kind_of(train)) != entry.id)
            if kept != holder.trains:
                m.company(company, trains=kept)
                lost[t.companies[company].id] = len(holder.trains) - len(kept)
        m.tell("rust", "rust", "trains {kind} rust", kind=entry.id, lost=lost)
        s.train_pool = tuple(train for train in s.train_pool if card_of(t, kind_of(train)) != entry.id)
        s.depot = put(s.depot, number, 0)


def close_private(m: Move, private: int, key: str) -> None:
    """A private leaves the game."""
    if not m.s.privates[private].closed:
        m.private(private, closed=True, owner=BANK)
        m.tell("closed", key, "{private} closes", private=m.t.privates[private].id)


class DiscardStep(Step[Discard, S]):
    """A company over the limit gives up trains one by one."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {DiscardTrain: ActionKind(self.discard, self.why_not_discard)}

    def decision(self, s: S, frame: Discard) -> Decision:
        """Its president."""
        return Decision(
            s.companies[frame.company].president,
            self.t.companies[frame.company].id,
            "discard",
            self.t.cite("discard"),
        )

    def options(self, s: S, frame: Discard) -> list[Option]:
        """Any of its trains."""
        return [
            Option(DiscardTrain(train))
            for train in s.companies[frame.company].trains
            if self.why_not_discard(s, frame, DiscardTrain(train)) is None
        ]

    def why_not_discard(self, s: S, frame: Discard, action: DiscardTrain) -> Illegal | None:
        """Only its own."""
        if action.train in s.companies[frame.company].trains:
            return None
        return self.t.no("discard", "the company does not own {train}", train=action.train[:20])

    def discard(self, m: Move[S], frame: Discard, action: DiscardTrain) -> None:
        """The train goes to the train pool."""
        company = m.s.companies[frame.company]
        name = self.t.companies[frame.company].id
        m.company(frame.company, trains=tuple(train for train in company.trains if train != action.train))
        m.s.train_pool = (*m.s.train_pool, action.train)
        m.tell("discard", "discard", "{company} discards {train}", company=name, train=action.train)

    def advance(self, m: Move[S], frame: Discard) -> bool:
        """Until it is within the limit."""
        if len(m.s.companies[frame.company].trains) > train_limit(self.t, m.s.phase, frame.company):
            return True
        m.pop()
        return False
