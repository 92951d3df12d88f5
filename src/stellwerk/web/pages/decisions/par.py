"""The par price of a company, on a picture of the market and as buttons."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk import draw
from stellwerk.core import Option, Plural
from stellwerk.eighteen.actions import Par
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Fact,
    Note,
    Query,
    money_panel,
    opening,
    options_of,
    query,
    rule_of,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.market_picture import market
from stellwerk.web.pages.table_page import TablePage


def pars_of(page: TablePage, company: str) -> list[tuple[Option, Par]]:
    """The par prices that are possible, the dearest first as on the market."""
    found = [entry for entry in options_of(page, Par) if entry[1].company == company]
    return sorted(found, key=lambda entry: -entry[1].price)


def choose_par(page: TablePage, chosen: Query) -> Chosen | None:
    """A company to start: its possible par prices, and with one chosen all that follows."""
    company = chosen.get("company", "")
    options = pars_of(page, company)
    if not options:
        return None
    seat = seat_of(page, options[0][0])
    number = page.t.company(company)
    price = chosen.get("price", "")
    choices, marks, cells = [], [], []
    action: Par | None = None
    done: Effect | None = None
    for _, par in options:
        tried = effect(page, par, seat)
        if tried is None:
            return None
        cell = page.t.market.par_cell(par.price)
        here = str(par.price) == price
        if here:
            action, done = par, tried
        cells.append(-1 if cell is None else cell)
        choices.append(
            opening(
                chosen,
                page.money(par.price),
                "par",
                {"company": company, "price": par.price},
                amount=_cost(page, tried, seat),
                company=company,
                cell=cells[-1],
                chosen=here,
            )
        )
        if cell is not None:
            marks.append(draw.CellMark(cell, "chosen" if here else "legal", number if here else -1))
    entry = page.t.companies[number]
    base = Chosen(
        title=page.short_label(options[0][1]),
        query=query("par", company=company),
        company=company,
        choices=choices,
        notes=[Note(page.say("Floats when {percent} % are sold.", percent=entry.float), _float_rule(page))],
        picture=market(page, marks, [cell for cell in cells if cell >= 0]),
        stage=market(page, marks),
    )
    if action is None or done is None:
        return base
    return structs.replace(
        base,
        query=query("par", company=company, price=action.price),
        action=to_json(action),
        seat=seat,
        confirm=page.label(action),
        amount=_cost(page, done, seat),
        facts=[*facts.yours(page, done, seat), *_to_float(page, done, company), *facts.worth_fact(page, done, seat)],
        follows=facts.follows(page, done, ("float", "president", "bank_broken")),
    )


def _cost(page: TablePage, done: Effect, seat: int) -> str:
    """What the president's certificate costs now; nothing if it came with a private."""
    cost = -done.player(seat).cash.by
    return page.money(cost) if cost else ""


def _float_rule(page: TablePage) -> Any:
    return rule_of(page.t.cite("float")) if "float" in page.t.data.cite else None


def _to_float(page: TablePage, done: Effect, company: str) -> list[Fact]:
    """Shares out of the IPO, and how many more are needed."""
    entry = done.companies[company]
    if not entry.sold.moved or entry.floated.after:
        return []
    known = page.view["companies"][company]
    need = -(-(known["float"] - entry.sold.after) // known["unit"])
    note = page.say(Plural("{count:n} share until it floats", "{count:n} shares until it floats"), count=need)
    return [Fact(page.say("Sold"), f"{entry.sold.after} %", note=note)]


def par(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The par price of a company that came with a private."""
    options = options_of(page, Par)
    company = options[0][1].company if options else ""
    shown = made or choose_par(page, {"company": company})
    return money_panel(page, shown, [], fixed=True)
