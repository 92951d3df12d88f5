"""Trains of 18TE: what each side of a card would run, the export marker, and the train a president has named."""

from __future__ import annotations

from itertools import combinations

from msgspec import structs

from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.depot import card_of, ended_by, on_sale, train_limit
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.routing import Run, best_run, spec_of
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Fact, Note, Query, cited, options_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import choose_train, trains
from stellwerk.web.pages.lays import kept
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs.trains import effects

NODES = 4_000  # for one side on a page that must come quickly


def run_with(page: TablePage, kind: str = "") -> Run | None:
    """The best run of the buying company on the map as it is, with one train of a kind more (or with its own).

    A train that begins a phase changes what red areas pay, rusts other trains and lowers the limit at once (6.1).
    """
    company = page.company
    if company is None:
        return None
    own = page.s.companies[company].trains
    state, left, limit = (page.s, own, len(own)) if not kind else _bought(page, company, kind)
    specs = [spec_of(page.t, train) for train in left]
    if kind:
        specs.append(structs.replace(spec_of(page.t, kind), name=f"{kind}-new"))
    if not specs:
        return None
    sets = list(combinations(specs, min(len(specs), max(limit, 1))))
    found: Run = kept(
        (page.id, page.version, page.game.ply, "side", kind, own),
        lambda: max(
            (best_run(page.rules, state, company, some, budget=NODES) for some in sets), key=lambda run: run.total
        ),
    )
    return found


def _bought(page: TablePage, company: int, kind: str) -> tuple[State, tuple[str, ...], int]:
    """The position with the phase that a train of the kind begins, the own trains that are left then, the limit."""
    t, s = page.t, page.s
    own = s.companies[company].trains
    card = card_of(t, kind)
    fresh = any(
        offer.source == "depot" and offer.kind == kind and not s.sold[t.kit.train_index[kind]]
        for offer in on_sale(t, s)
    )
    phase = next((number for number, entry in enumerate(t.phases) if entry.starts == card), s.phase)
    if not fresh or phase <= s.phase:
        return s, own, train_limit(t, s.phase, company)
    draft = page.rules.twin.draft(s)
    draft.phase = phase
    gone = ended_by(t, card)
    left = tuple(train for train in own if card_of(t, kind_of(train)) not in gone)
    return page.rules.twin.seal(draft), left, train_limit(t, phase, company)


def run_words(page: TablePage, kind: str) -> str:
    """What the company would run with a train more."""
    run = run_with(page, kind)
    if run is None:
        return ""
    amount = page.money(run.total)
    return page.say("would run {amount}", amount=amount if run.proven else f"≥ {amount}")


def with_runs(page: TablePage, choices: list[Choice]) -> list[Choice]:
    """Rows of trains, each with the run it would bring."""
    return [
        structs.replace(entry, note=" · ".join(part for part in (run_words(page, entry.train), entry.note) if part))
        if entry.train and not entry.why
        else entry
        for entry in choices
    ]


def export_note(page: TablePage) -> list[Note]:
    """What happens at the end of the round if nobody buys from the factory."""
    if not page.view["export_marker"]:
        return []
    entry = next((entry for entry in page.t.trains if page.view["depot"][entry.id]), None)
    if entry is None:
        return []
    text = page.say(
        "Export marker: if nobody buys from the factory in this round, a {card} leaves the game.", card=entry.id
    )
    told = effects(page, entry) if not page.view["trains_sold"][entry.id] else []
    if told:
        text += " " + page.say("That would begin a new phase: {effects}.", effects=", ".join(told))
    return [Note(text, cited(page, "export"), "warn" if told else "")]


def named_note(page: TablePage) -> list[Note]:
    """The train that must be paid now."""
    turn = page.view["turn"]
    if not turn["named"]:
        return []
    text = page.say(
        "{train} has been named: sell shares until {price:$} are there.",
        train=kind_of(turn["named"]),
        price=turn["price"],
    )
    return [Note(text, cited(page, "help.named"), "warn")]


def trains_18te(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with runs beside the trains."""
    panel = trains(page, chosen, made)
    groups = [(title, with_runs(page, entries)) for title, entries in panel.context["groups"]]
    notes = [*named_note(page), *panel.context["notes"], *export_note(page)]
    return Panel(panel.template, panel.context | {"groups": groups, "notes": notes})


def choose_train_18te(page: TablePage, chosen: Query) -> Chosen | None:
    """A train, with the best run before and after it."""
    made = choose_train(page, chosen)
    if made is None or not made.train:
        return made
    before, after = run_with(page), run_with(page, made.train)
    found = list(made.facts)
    if after is not None:
        total = before.total if before else 0
        tone = "up" if after.total > total else ""
        found.append(Fact(page.say("Best run on this map"), page.money(after.total), page.money(total), tone))
    return structs.replace(made, facts=found, notes=[*made.notes, *_sides(page, made.train)])


def _sides(page: TablePage, kind: str) -> list[Note]:
    """The other side of the card is gone for good."""
    for entry in page.t.trains:
        others = [side.id for side in entry.sides if side.id != kind]
        bought = any(action.train.rpartition("-")[0] in others for _, action in options_of(page, BuyTrain))
        if others and len(others) < len(entry.sides) and bought:
            text = page.say("The side is chosen for good: it will not be a {other}.", other=", ".join(others))
            return [Note(text, cited(page, "trains.side"))]
    return []
