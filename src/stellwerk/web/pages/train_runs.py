"""What a company would run with a train more, on the map as it is."""

from __future__ import annotations

from itertools import combinations

from msgspec import structs

from stellwerk.eighteen.depot import card_of, ended_by, on_sale, train_limit
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
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
    state, left, limit = (page.s, own, len(own)) if not kind else _bought(page, company, kind)
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
