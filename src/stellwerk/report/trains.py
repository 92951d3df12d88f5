"""Trains: who had them, what they cost, how often they ran, what they brought, what ended them and what that cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import Event, Game
from stellwerk.draw.history import family
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.report.curve import Look
from stellwerk.report.model import Deal, Rust, Stretch, TrainLife
from stellwerk.report.rounds import when

GONE = ("rust", "removed")  # events with `kind` and `lost`
DECIDED = ("dividend", "withhold")  # what a run is followed by


class Lives(Struct, frozen=True):
    """What is found."""

    trains: tuple[TrainLife, ...]
    deals: tuple[Deal, ...]


def lives(game: Game[Any]) -> Lives:
    """Every train in the hands of every company it had."""
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    walk = _Walk(rules)
    before: State = game.at(0).state
    walk.begin(before)
    for ply, made in enumerate(game.plies, 1):
        after: State = made.state
        walk.run(made.events)
        if after.companies is not before.companies:
            walk.owners(ply, before, after, made.events)
        before = after
    return Lives((*walk.over, *walk.own.values()), tuple(walk.deals))


def rusted(game: Game[Any], looks: Sequence[Look], rounds: Sequence[Stretch]) -> tuple[Rust, ...]:
    """What a run brought everybody less once trains were gone."""
    found = []
    for ply, made in enumerate(game.plies, 1):
        lost = [event for event in made.events if event.kind in GONE and event.facts.get("lost")]
        if not lost:
            continue
        names = {name: count for event in lost for name, count in event.facts["lost"].items()}
        gains = dividends_gained(game.at(ply - 1).state, looks[ply - 1], looks[ply], set(names), game)
        kinds = ", ".join(dict.fromkeys(str(event.facts["kind"]) for event in lost))
        found.append(Rust(ply, when(rounds, ply), kinds, names, gains))
    return tuple(found)


def dividends_gained(before: State, then: Look, now: Look, only: set[str] | None, game: Game[Any]) -> tuple[int, ...]:
    """What each seat gets more (or less) of a run of all companies, or of some, with the shares it has."""
    names = [entry.id for entry in family(game).t.companies]
    gains = [0.0] * len(game.rules.seats)
    for number, company in enumerate(before.companies):
        change = now.revenue[number] - then.revenue[number]
        if not change or (only is not None and names[number] not in only):
            continue
        for seat in range(len(gains)):
            gains[seat] += change * company.held[seat] / 100
    return tuple(round(gain) for gain in gains)


class _Walk:
    """Trains as they come and go."""

    def __init__(self, rules: FamilyRules) -> None:
        self.t = rules.t
        self.names = [entry.id for entry in self.t.companies]
        self.own: dict[tuple[str, str], TrainLife] = {}  # by company and train
        self.over: list[TrainLife] = []
        self.deals: list[Deal] = []
        self.pending: dict[str, dict[str, int]] = {}  # runs whose dividend is not decided: they may be bettered

    def begin(self, state: State) -> None:
        """Trains there are at the start."""
        for name, company in zip(self.names, state.companies, strict=True):
            for train in company.trains:
                self.own[name, train] = TrainLife(train, name, 0, 0, 0, 0)

    def run(self, events: Sequence[Event]) -> None:
        """Count what a run brought by train once it is decided what becomes of it."""
        for event in events:
            if event.kind == "run" and event.receipt is not None:
                parts: dict[str, int] = {}
                for line in event.receipt.lines:
                    train = str(line.message.facts.get("train", ""))
                    if train:
                        parts[train] = parts.get(train, 0) + line.amount
                self.pending[str(event.facts["company"])] = parts
            elif event.kind in DECIDED:
                name = str(event.facts["company"])
                for train, amount in self.pending.pop(name, {}).items():
                    life = self.own.get((name, train))
                    if life is not None:
                        self.own[name, train] = structs.replace(life, runs=life.runs + 1, earned=life.earned + amount)

    def owners(self, ply: int, before: State, after: State, events: Sequence[Event]) -> None:
        """Who has a train now that had it not, and the other way round."""
        came: list[tuple[int, str]] = []
        went: dict[str, int] = {}
        for number, (old, new) in enumerate(zip(before.companies, after.companies, strict=True)):
            if old.trains is not new.trains:
                came += [(number, train) for train in new.trains if train not in old.trains]
                went |= {train: number for train in old.trains if train not in new.trains}
        arrived = {train for _, train in came}
        rusts = {str(event.facts["kind"]) for event in events if event.kind in GONE}
        for train, number in went.items():
            life = self.own.pop((self.names[number], train), None)
            if life is not None:
                card = self.t.trains[self.t.kit.train_index[kind_of(train)]].id
                end = "sold" if train in arrived else "rust" if card in rusts else "gone"
                self.over.append(structs.replace(life, ended=ply, end=end))
        for number, train in came:
            price = self.price(events, self.names[number], train)
            self.own[self.names[number], train] = TrainLife(train, self.names[number], ply, price, 0, 0)
            if train in went:
                self.deal(ply, after, train, went[train], number, price)

    def price(self, events: Sequence[Event], company: str, train: str) -> int:
        """What the company paid for the train."""
        return sum(
            int(event.facts["amount"])
            for event in events
            if event.kind == "paid"
            and event.facts["payer"] == company
            and event.facts["why"].facts.get("train") == train
        )

    def deal(self, ply: int, after: State, train: str, seller: int, buyer: int, price: int) -> None:
        """A train sold between two companies of one president."""
        president = after.companies[buyer].president
        if president < 0 or after.companies[seller].president != president:
            return
        face = self.t.train_price[kind_of(train)]
        self.deals.append(Deal(ply, president, train, self.names[seller], self.names[buyer], price, face))
