"""What a company would run with a train more, on the map as it is."""

from __future__ import annotations

from itertools import combinations

from msgspec import structs

from stellwerk.eighteen.depot import if_bought
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.train_rules import TrainRules
from stellwerk.routing import Run, best_run, spec_of
from stellwerk.web.pages.lays import kept, turn_part
from stellwerk.web.pages.table_page import TablePage

NODES = 4_000  # for one side on a page that must come quickly


def run_with(page: TablePage, kind: str = "") -> Run | None:
    """The best run of the buying company on the map as it is, with one train of a kind more (or with its own).

    A train that begins a phase changes what red areas pay, rusts other trains and lowers the limit at once.
    """
    company = page.company
    if company is None:
        return None
    own = page.s.companies[company].trains
    state, left, limit = (page.s, own, len(own)) if not kind else if_bought(page.rules, page.s, company, kind)
    part: TrainRules = turn_part(page, "trains")
    specs = [spec_of(page.t, train) for train in left if part.runs(company, kind_of(train))]
    if kind and part.runs(company, kind):
        specs.append(structs.replace(spec_of(page.t, kind), name=f"{kind}-new"))
    if not specs:
        return None
    sets = list(combinations(specs, min(len(specs), max(limit, 1))))
    return kept(
        page,
        ("side", kind, own),
        lambda: max(
            (best_run(page.rules, state, company, some, budget=NODES) for some in sets), key=lambda run: run.total
        ),
    )
