"""Issuing and redeeming at the end of a turn: how many certificates, price and treasury before and after."""

from __future__ import annotations

from typing import Any

from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.web.pages import matrix
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Note,
    Query,
    Row,
    Stepper,
    cited,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.market_picture import marker_marks, market
from stellwerk.web.pages.marks import token
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
    text = page.say("Issue: {what}", what=many) if issuing else page.say("Redeem: {what}", what=many)
    return Chosen(
        title=page.say("Issue shares of {company}", company=name)
        if issuing
        else page.say("Redeem {company}", company=name),
        query=query(do, percent=percent),
        action=to_json(kind(percent)),
        seat=seat,
        confirm=text,
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


def _rows(page: TablePage, steps: list[Effect], percents: list[int], name: str) -> list[Row]:
    """What each number brings: all are paid at the price after the drop."""
    unit, rows = unit_of(page, name), []
    for percent, step in zip(percents, steps, strict=False):
        entry = step.companies[name]
        price = f"{page.money(entry.price.before or 0)} → {page.money(entry.price.after or 0)}"
        rows.append(
            Row(
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
    picked = (chosen or {}).get("do", "") if made else ""
    name = page.decision.actor if page.decision else ""
    entry = page.view["companies"][name]
    choices = []
    if most := _percents(page, "issue"):
        note = page.say("in the treasury {percent} %", percent=entry["ipo"])
        first = effect(page, IssueShares(most[0]), page.asked)
        gain = facts.signed(page, first.companies[name].cash.by) if first else ""
        choices.append(
            Choice(
                page.say("Issue shares…"), query("issue"), gain, note, company=name, chosen=picked == "issue", key="i"
            )
        )
    elif entry["ipo"]:
        choices.append(_why(page, page.say("Issue shares…"), to_json(IssueShares(10)), name))
    if _percents(page, "redeem"):
        note = page.say("in the pool {percent} %", percent=entry["pool"])
        price = page.money(-entry["price"])
        choices.append(
            Choice(
                page.say("Redeem shares…"),
                query("redeem"),
                price,
                note,
                company=name,
                chosen=picked == "redeem",
                key="r",
            )
        )
    elif entry["pool"]:
        choices.append(_why(page, page.say("Redeem shares…"), to_json(RedeemShares(10)), name))
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [("", choices)],
            "notes": [],
            "others": [],
            "pass": pass_choice(page, page.say("Neither: end the turn")),
        },
    )


def _why(page: TablePage, text: str, action: str, company: str) -> Choice:
    return Choice(text, why=action, seat=page.asked, company=company)
