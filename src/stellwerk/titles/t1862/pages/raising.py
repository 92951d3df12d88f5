"""Raising money (1862 13.9d, 17.2): what is owed for which train or notes, what is missing, what can be sold."""

from __future__ import annotations

from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import Chosen, Note, Query, cited, rule_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import sale_choices
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.table_page import TablePage


def raising(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Sell shares until the sum is there."""
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(page.say("Raise money"), sale_choices(page, chosen or {}))],
            "notes": _notes(page),
            "others": [],
            "pass": None,
        },
    )


def _notes(page: TablePage) -> list[Note]:
    owed = page.view["raising"]
    if owed is None or page.decision is None:
        return []
    cash = page.view["players"][page.asked]["cash"]
    if owed["train"]:
        text = page.say(
            "{company} lacks {amount:$} for train {train}. Your cash is {cash:$}: still missing {missing:$}.",
            company=owed["company"],
            amount=owed["amount"],
            train=kind_of(owed["train"]),
            cash=cash,
            missing=owed["missing"],
        )
    else:
        text = page.say(
            "{company} has closed and owes {amount:$} for notes. Your cash is {cash:$}: still missing {missing:$}.",
            company=owed["company"],
            amount=owed["amount"],
            cash=cash,
            missing=owed["missing"],
        )
    return [
        Note(text, rule_of(page.decision.rule), "warn"),
        Note(
            page.say("No sale may change a director. If everything that can be sold is not enough, you are bankrupt."),
            cited(page, "bankrupt"),
        ),
    ]
