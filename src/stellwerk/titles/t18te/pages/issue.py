"""Issuing and redeeming at the end of a turn: how many certificates, price and treasury before and after."""

from __future__ import annotations

from typing import Any

from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.web.pages import matrix
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Note,
    Query,
    SaleStep,
    Stepper,
    chosen_action,
    cited,
    money_panel,
    opening,
    options_of,
    query,
    refusing,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.market_picture import marker_marks, market
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.units import unit_of

WAYS: dict[str, type[IssueShares] | type[RedeemShares]] = {"issue": IssueShares, "redeem": RedeemShares}


def _percents(page: TablePage, do: str) -> list[int]:
    kind: Any = WAYS[do]
    return sorted(action.percent for _, action in options_of(page, kind))


def _choose(page: TablePage, chosen: Query, do: str) -> Chosen | None:
    kind: Any = WAYS[do]
    options = options_of(page, kind)
    percents = _percents(page, do)
    if not options or page.decision is None:
        return None
    seat, name = seat_of(page, options[0][0]), page.decision.actor
    wished = chosen.get("percent", "")
    percent = int(wished) if wished.isdecimal() and int(wished) in percents else percents[0]
    index = percents.index(percent)
    steps = [made for part in percents[: index + 1] if (made := effect(page, kind(part), seat)) is not None]
    if len(steps) != index + 1:
        return None
    done, unit = steps[-1], unit_of(page, name)
    entry = done.companies[name]
    many = matrix.percent_text(percent, unit)
    issuing = do == "issue"
    return chosen_action(
        page,
        kind(percent),
        seat,
        query(do, percent=percent),
        title=page.heading(kind(percent)),
        amount=facts.signed(page, entry.cash.by),
        company=name,
        stepper=Stepper(
            many,
            query(do, percent=percents[index - 1]) if index else "",
            query(do, percent=percents[index + 1]) if index + 1 < len(percents) else "",
            to_json(kind(percents[-1] + unit)),
        ),
        rows=_rows(page, steps, percents, name) if issuing else [],
        facts=[*facts.company_facts(page, entry), *facts.worth_fact(page, done, seat), *facts.others(page, done, seat)],
        follows=facts.follows(page, done, ("bank_broken",)),
        notes=_notes(page, issuing),
        picture=market(page, marker_marks(page, steps, name), _around(page, steps, name)),
        stage=market(page, marker_marks(page, steps, name)),
    )


def _around(page: TablePage, steps: list[Effect], name: str) -> list[int]:
    """The cells that matter: from where the marker stands to where it goes."""
    places = [steps[0].companies[name].cell.before, *(step.companies[name].cell.after for step in steps)]
    return [page.t.market.index[place] for place in places if place is not None]


def _rows(page: TablePage, steps: list[Effect], percents: list[int], name: str) -> list[SaleStep]:
    """What each number brings: all are paid at the price after the drop."""
    unit, rows = unit_of(page, name), []
    for percent, step in zip(percents, steps, strict=False):
        entry = step.companies[name]
        price = f"{page.money(entry.price.before or 0)} → {page.money(entry.price.after or 0)}"
        rows.append(
            SaleStep(
                matrix.percent_text(percent, unit),
                page.money(entry.cash.by),
                price if entry.price.moved else page.say("stays at {price}", price=page.money(entry.price.after or 0)),
                "dn" if entry.price.by < 0 else "",
                step is steps[-1],
            )
        )
    return rows


def _notes(page: TablePage, issuing: bool) -> list[Note]:
    if issuing:
        return [
            Note(
                page.say("First the price falls a row for each; then the bank pays the new price."),
                cited(page, "issue"),
            ),
            Note(page.say("One issue a turn; it ends the turn."), cited(page, "issue.step")),
        ]
    return [Note(page.say("The price stays. It ends the turn."), cited(page, "redeem"))]


def choose_issue(page: TablePage, chosen: Query) -> Chosen | None:
    """Certificates from the treasury into the pool."""
    return _choose(page, chosen, "issue")


def choose_redeem(page: TablePage, chosen: Query) -> Chosen | None:
    """Certificates from the pool back into the treasury."""
    return _choose(page, chosen, "redeem")


def issue(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The last part of a turn."""
    picked = chosen or {}
    name = page.decision.actor if page.decision else ""
    entry = page.view["companies"][name]
    choices = []
    wish: IssueShares | RedeemShares = IssueShares(10)
    if most := _percents(page, "issue"):
        note = page.say("in the treasury {percent} %", percent=entry["ipo"])
        first = effect(page, IssueShares(most[0]), page.asked)
        gain = facts.signed(page, first.companies[name].cash.by) if first else ""
        choices.append(opening(picked, page.heading(wish), "issue", amount=gain, note=note, company=name, key="i"))
    elif entry["ipo"]:
        choices.append(refusing(page, page.heading(wish), wish, company=name))
    wish = RedeemShares(10)
    if _percents(page, "redeem"):
        note = page.say("in the pool {percent} %", percent=entry["pool"])
        price = page.money(-entry["price"])
        choices.append(opening(picked, page.heading(wish), "redeem", amount=price, note=note, company=name, key="r"))
    elif entry["pool"]:
        choices.append(refusing(page, page.heading(wish), wish, company=name))
    return money_panel(page, made, [("", choices)])
