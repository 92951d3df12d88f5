"""The panel of the run: the certified best run with its receipt, other runs, own runs by clicking stops, or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import Option
from stellwerk.draw.board import DASHES
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.running import kind_of
from stellwerk.routing import best_runs
from stellwerk.routing.part import BestRunPart
from stellwerk.routing.run import Question, Run
from stellwerk.web.pages.board_art import SlotMark, hex_title, piece, routes_layer, stop_marks
from stellwerk.web.pages.claims import NONE, check_of, claims, with_claim
from stellwerk.web.pages.counted import countings, paid_stops, with_counts
from stellwerk.web.pages.decisions.panel import Panel, button, grouped, plain, to_json
from stellwerk.web.pages.decisions.run_and_pay import RunAndPay, run_and_pay
from stellwerk.web.pages.lays import CompanyLays, kept, lays_for, run_of, turn_part
from stellwerk.web.pages.own_run import MOST_NODES, Draft, OwnRun, own_run, write_draft
from stellwerk.web.pages.run_view import RunView, TrainView, run_view, stop_view
from stellwerk.web.pages.table_page import TablePage

MOST_RUNS = 6
OTHERS = 200_000  # nodes for the list of runs, which is asked for by itself


class RunChoice(Struct, frozen=True):
    """A run with its button."""

    run: RunView
    action: str
    svg: str
    touched: str
    less: int = 0
    paid: RunAndPay | None = None


def run_option(page: TablePage) -> Option | None:
    """The option to run."""
    return next((option for option in page.options if isinstance(option.action, RunRoutes)), None)


def works_of(page: TablePage) -> CompanyLays | None:
    """The company that runs."""
    return None if page.company is None else lays_for(page, page.company)


def run(page: TablePage) -> Panel:
    """Run the trains."""
    lays, option = works_of(page), run_option(page)
    if lays is None or option is None:
        return plain(page)
    rest = [other for other in page.options if other is not option and other.action.kind != "pass"]
    return Panel(
        "decisions/run.html",
        {
            "best": shown(page, run_view(page, best_of(lays))),
            "none": to_json(RunRoutes(())),
            "seat": page.asked if option.seat is None else option.seat,
            "others": grouped([button(page, other) for other in rest]),
            "company": lays.name,
        },
    )


def best_of(lays: CompanyLays) -> Run:
    """The run that the rules offer first."""
    part = turn_part(lays.page, "run")
    return part.offered(lays.state, lays.company) if isinstance(part, BestRunPart) else run_of(lays)


def shown(page: TablePage, view: RunView, best: int = 0) -> RunChoice:
    """A run ready for the page."""
    return RunChoice(
        run=view,
        action=to_json(view.action),
        svg=piece(view.layer.svg),
        touched=" ".join(view.layer.touched),
        less=max(0, best - view.total),
        paid=run_and_pay(page, view.action),
    )


def other_runs(page: TablePage) -> list[RunChoice]:
    """The best runs that differ in their stops, the best first."""
    lays = works_of(page)
    if lays is None:
        return []
    found = kept(
        page,
        ("runs",),
        lambda: best_runs(page.rules, lays.state, lays.company, MOST_RUNS, budget=OTHERS),
    )
    views = [run_view(page, entry) for entry in found if entry.routes]
    part, best = turn_part(page, "run"), run_view(page, best_of(lays))
    if isinstance(part, BestRunPart) and part.enforced:  # nothing less is allowed
        same = [view for view in views if view.total >= best.total]
        return [shown(page, view, best.total) for view in same or [best]]
    if views and views[0].total < best.total:  # the list is looked for with less time
        views = [best, *views[: MOST_RUNS - 1]]
    return [shown(page, view, views[0].total) for view in views]


class OwnRow(Struct, frozen=True):
    """A train in the hand of the reader: what he clicked, what it runs, what it earns."""

    train: str
    view: TrainView
    active: bool


def own_context(
    page: TablePage, draft: Draft, active: str, bonus: str = "", counts: Draft | None = None
) -> dict[str, Any]:
    """What the fragment for own runs is filled with.

    `bonus` is the one that is wished for, `counts` the stops to count of trains that are paid for some only.
    """
    lays = works_of(page)
    assert lays is not None
    own, wishes = check_of(page, page.board, lays.company), counts or {}
    question = Question(page.rules, lays.state, lays.company, None, None, None)
    check = own or question.check

    def dressed(routes: Sequence[Route]) -> tuple[Route, ...]:
        counting = with_counts(page.t, check, routes, wishes)
        return with_claim(counting, claims(page, own, counting), bonus) if own else tuple(counting)

    made = own_run(page.rules, lays.state, lays.company, draft, active, dressed)
    routes = made.action.routes
    paid = paid_stops(page.t, check, routes)
    rows = []
    for number, train in enumerate(made.trains):
        codes = paid.get(train.train, train.stops)
        stops = tuple(stop_view(page, check, lays.company, code, paid=code in codes) for code in train.stops)
        revenue = sum(stop.value for stop in stops if stop.paid)
        view = TrainView(number + 1, number % DASHES + 1, kind_of(train.train), stops, revenue)
        rows.append(OwnRow(train.train, view, train.train == active))
    legend = [row.view for row, train in zip(rows, made.trains, strict=True) if train.route]
    claimed = {route.bonus for route in routes if route.bonus}
    offered = (
        [structs.replace(view, chosen=view.target in claimed) for view in claims(page, own, routes)] if own else []
    )
    marks = piece(stop_marks(page, page.board, _marks(page, question, check)))
    layer = routes_layer(page, page.board, routes)  # the stops carry their values themselves
    return {
        "rows": rows,
        "legend": legend,
        "total": made.total,
        "draft": write_draft(made.draft),
        "active": active,
        "action": to_json(made.action),
        "ready": made.receipt is not None,
        "paid": run_and_pay(page, made.action) if made.receipt is not None else None,
        "receipt": page.receipt(made.receipt) if made.receipt else None,
        "best": best_of(lays).total,
        "svg": piece(layer.svg),
        "touched": " ".join(dict.fromkeys([*layer.touched, *_reached(page, question)])),
        "marks": marks,
        "seat": page.actor_seat,
        "why": made.refusal,
        "cut": MOST_NODES if made.cut else 0,
        "clicked": _clicked(made),
        "claims": offered,
        "bonus": bonus,
        "unclaimed": bool(offered) and not claimed,
        "no_bonus": NONE,
        "countings": countings(page.t, check, routes, {row.train: row.view.stops for row in rows}),
    }


def _clicked(made: OwnRun) -> str:
    """The stops that are on the way so far, for the marks on the map."""
    return " ".join(item for items in made.draft.values() for item in items)


def _marks(page: TablePage, question: Question, worths: RouteCheck) -> list[SlotMark]:
    """Every stop the company reaches, with what it pays."""
    found = []
    for code in question.net.stops:
        hex_, stop = divmod(code, STOPS_PER_HEX)
        value = str(worths.worth(code))
        found.append(SlotMark(hex_, stop, f"{hex_title(page, hex_)}, {value}", value))
    return found


def _reached(page: TablePage, question: Question) -> list[str]:
    """The hexes of those stops: they stay bright."""
    return [page.t.hexmap.names[code // STOPS_PER_HEX] for code in question.net.stops]
