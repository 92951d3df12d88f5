"""A declared run that is not the best: accept it, or point out a better one (18TE 7.5.7)."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import Route
from stellwerk.titles import folder_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import pass_choice, rule_of
from stellwerk.web.pages.decisions.panel import Panel, plain
from stellwerk.web.pages.decisions.run import run_option, shown, works_of
from stellwerk.web.pages.lays import run_of
from stellwerk.web.pages.run_view import declared, run_view

HERE = folder_of(__name__)


def objection(at: At) -> Panel:
    """What was declared, and the best run beside it."""
    works, option, company = works_of(at), run_option(at), at.company
    said = at.view["objection"]
    if works is None or option is None or company is None or said is None:
        return plain(at)
    routes = tuple(Route(entry["train"], tuple(entry["path"])) for entry in said["routes"])
    try:
        trains = declared(at, routes, company)[1] if routes else ()
    except Illegal:
        trains = ()
    best = shown(at, run_view(at, run_of(works)))
    return Panel(
        f"{HERE}/objection.html",
        {
            "author": said["author"],
            "declared": at.money(said["revenue"]),
            "trains": trains,
            "best": best,
            "more": at.money(best.run.total - said["revenue"]),
            "held": at.view["players"][at.asked]["shares"].get(said["company"], 0),
            "seat": at.asked if option.seat is None else option.seat,
            "company": works.name,
            "rule": rule_of(at.decision.rule if at.decision else ""),
            "pass": pass_choice(at, at.say("Accept {amount:$}", amount=said["revenue"])),
        },
    )
