"""The par price of a company, on a picture of the market and as buttons."""

from __future__ import annotations

from typing import Any

from stellwerk import draw
from stellwerk.core import Option, Plural
from stellwerk.eighteen.actions import Par
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Fact, Note, Query, options_of, query, rule_of, seat_of
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.market_picture import market
from stellwerk.web.pages.marks import token


def pars_of(at: At, company: str) -> list[tuple[Option, Par]]:
    """The par prices that are possible, the dearest first as on the market."""
    found = [entry for entry in options_of(at, Par) if entry[1].company == company]
    return sorted(found, key=lambda entry: -entry[1].price)


def choose_par(at: At, chosen: Query) -> Chosen | None:
    """A company to start: its possible par prices, and with one chosen all that follows."""
    company = chosen.get("company", "")
    options = pars_of(at, company)
    if not options:
        return None
    seat = seat_of(at, options[0][0])
    number = at.t.company(company)
    price = chosen.get("price", "")
    choices, marks, cells = [], [], []
    action: Par | None = None
    done: Effect | None = None
    for _, par in options:
        tried = effect(at, par, seat)
        if tried is None:
            return None
        cell = at.t.market.par_cell(par.price)
        here = str(par.price) == price
        if here:
            action, done = par, tried
        cells.append(-1 if cell is None else cell)
        choices.append(
            Choice(
                at.money(par.price),
                query("par", company=company, price=par.price),
                _cost(at, tried, seat),
                company=company,
                cell=cells[-1],
                chosen=here,
            )
        )
        if cell is not None:
            marks.append(draw.CellMark(cell, "chosen" if here else "legal", number if here else -1))
    entry = at.t.companies[number]
    base = Chosen(
        title=at.say("Start {company}: par price", company=company),
        query=query("par", company=company),
        company=company,
        choices=choices,
        notes=[Note(at.say("Floats when {percent} % are sold.", percent=entry.float), _float_rule(at))],
        picture=market(at, marks, [cell for cell in cells if cell >= 0]),
        stage=market(at, marks),
    )
    if action is None or done is None:
        return base
    return Chosen(
        title=base.title,
        query=query("par", company=company, price=action.price),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Start {company} at {price}", company=company, price=at.money(action.price)),
        amount=_cost(at, done, seat),
        company=company,
        choices=choices,
        facts=[*facts.yours(at, done, seat), *_to_float(at, done, company), *facts.worth_fact(at, done, seat)],
        follows=facts.follows(at, done, ("float", "president", "bank_broken")),
        notes=base.notes,
        picture=base.picture,
        stage=base.stage,
    )


def _cost(at: At, done: Effect, seat: int) -> str:
    """What the president's certificate costs now; nothing if it came with a private."""
    cost = -done.player(seat).cash.by
    return at.money(cost) if cost else ""


def _float_rule(at: At) -> Any:
    return rule_of(at.t.cite("float")) if "float" in at.t.data.cite else None


def _to_float(at: At, done: Effect, company: str) -> list[Fact]:
    """Shares out of the IPO, and how many more are needed."""
    entry = done.companies[company]
    if not entry.sold.moved or entry.floated.after:
        return []
    known = at.view["companies"][company]
    need = -(-(known["float"] - entry.sold.after) // known["unit"])
    note = at.say(Plural("{count:n} share until it floats", "{count:n} shares until it floats"), count=need)
    return [Fact(at.say("Sold"), f"{entry.sold.after} %", note=note)]


def par(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The par price of a company that came with a private."""
    options = options_of(at, Par)
    company = options[0][1].company if options else ""
    shown = made or choose_par(at, {"company": company})
    return Panel(
        "decisions/money.html",
        {"token": token, "chosen": shown, "groups": [], "notes": [], "others": [], "pass": None, "fixed": True},
    )
