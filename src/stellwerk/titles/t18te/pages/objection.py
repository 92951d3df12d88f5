"""A declared run that is not the best: accept it, or point out a better one (18TE 7.5.7)."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import Route
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.chosen import pass_choice, rule_of
from stellwerk.web.pages.decisions.panel import Panel, plain
from stellwerk.web.pages.decisions.run import run_option, shown, works_of
from stellwerk.web.pages.lays import run_of
from stellwerk.web.pages.run_view import declared, run_view
from stellwerk.web.pages.table_page import TablePage

HERE = folder_of(__name__)


def objection(page: TablePage) -> Panel:
    """What was declared, and the best run beside it."""
    lays, option, company = works_of(page), run_option(page), page.company
    said = page.view["objection"]
    if lays is None or option is None or company is None or said is None:
        return plain(page)
    routes = tuple(Route(entry["train"], tuple(entry["path"])) for entry in said["routes"])
    try:
        trains = declared(page, routes, company)[1] if routes else ()
    except Illegal:
        trains = ()
    best = shown(page, run_view(page, run_of(lays)))
    return Panel(
        f"{HERE}/objection.html",
        {
            "author": said["author"],
            "declared": page.money(said["revenue"]),
            "trains": trains,
            "best": best,
            "more": page.money(best.run.total - said["revenue"]),
            "held": page.view["players"][page.asked]["shares"].get(said["company"], 0),
            "seat": page.asked if option.seat is None else option.seat,
            "company": lays.name,
            "rule": rule_of(page.decision.rule if page.decision else ""),
            "pass": pass_choice(page),
        },
    )
