"""Trains of 18TE: what each side of a card would run, the export marker, and the train a president has named."""

from __future__ import annotations

from msgspec import structs

from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Fact, Note, Query, cited, options_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import choose_train, trains
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs.trains import effects
from stellwerk.web.pages.train_runs import run_with


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
