"""Issuing and redeeming at the end of a turn: how many certificates, price and treasury before and after."""

from __future__ import annotations

from typing import Any

from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.web.pages import matrix
from stellwerk.web.pages.at import At
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
from stellwerk.web.pages.units import unit_of

WAYS: dict[str, type[IssueShares] | type[RedeemShares]] = {"issue": IssueShares, "redeem": RedeemShares}


def _percents(at: At, do: str) -> list[int]:
    kind: Any = WAYS[do]
    return sorted(action.percent for _, action in options_of(at, kind))


def _choose(at: At, chosen: Query, do: str) -> Chosen | None:
    kind: Any = WAYS[do]
    options = options_of(at, kind)
    percents = _percents(at, do)
    if not options or at.decision is None:
        return None
    seat, name = seat_of(at, options[0][0]), at.decision.actor
    wished = chosen.get("percent", "")
    percent = int(wished) if wished.isdecimal() and int(wished) in percents else percents[0]
    index = percents.index(percent)
    steps = [made for part in percents[: index + 1] if (made := effect(at, kind(part), seat)) is not None]
    if len(steps) != index + 1:
        return None
    done, unit = steps[-1], unit_of(at, name)
    entry = done.companies[name]
    many = matrix.percent_text(percent, unit)
    issuing = do == "issue"
    text = at.say("Issue: {what}", what=many) if issuing else at.say("Redeem: {what}", what=many)
    return Chosen(
        title=at.say("Issue shares of {company}", company=name)
        if issuing
        else at.say("Redeem {company}", company=name),
        query=query(do, percent=percent),
        action=to_json(kind(percent)),
        seat=seat,
        confirm=text,
        amount=facts.signed(at, entry.cash.by),
        company=name,
        stepper=Stepper(
            many,
            query(do, percent=percents[index - 1]) if index else "",
            query(do, percent=percents[index + 1]) if index + 1 < len(percents) else "",
            to_json(kind(percents[-1] + unit)),
        ),
        rows=_rows(at, steps, percents, name) if issuing else [],
        facts=[*facts.company_facts(at, entry), *facts.worth_fact(at, done, seat), *facts.others(at, done, seat)],
        follows=facts.follows(at, done, ("bank_broken",)),
        notes=_notes(at, issuing),
        picture=market(at, marker_marks(at, steps, name), _around(at, steps, name)),
        stage=market(at, marker_marks(at, steps, name)),
    )


def _around(at: At, steps: list[Effect], name: str) -> list[int]:
    """The cells that matter: from where the marker stands to where it goes."""
    places = [steps[0].companies[name].cell.before, *(step.companies[name].cell.after for step in steps)]
    return [at.t.market.index[place] for place in places if place is not None]


def _rows(at: At, steps: list[Effect], percents: list[int], name: str) -> list[Row]:
    """What each number brings: all are paid at the price after the drop."""
    unit, rows = unit_of(at, name), []
    for percent, step in zip(percents, steps, strict=False):
        entry = step.companies[name]
        price = f"{at.money(entry.price.before or 0)} → {at.money(entry.price.after or 0)}"
        rows.append(
            Row(
                matrix.percent_text(percent, unit),
                at.money(entry.cash.by),
                price if entry.price.moved else at.say("stays at {price}", price=at.money(entry.price.after or 0)),
                "dn" if entry.price.by < 0 else "",
                step is steps[-1],
            )
        )
    return rows


def _notes(at: At, issuing: bool) -> list[Note]:
    if issuing:
        return [
            Note(at.say("First the price falls a row for each; then the bank pays the new price."), cited(at, "issue")),
            Note(at.say("One issue a turn; it ends the turn."), cited(at, "issue.step")),
        ]
    return [Note(at.say("The price stays. It ends the turn."), cited(at, "redeem"))]


def choose_issue(at: At, chosen: Query) -> Chosen | None:
    """Certificates from the treasury into the pool."""
    return _choose(at, chosen, "issue")


def choose_redeem(at: At, chosen: Query) -> Chosen | None:
    """Certificates from the pool back into the treasury."""
    return _choose(at, chosen, "redeem")


def issue(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The last part of a turn."""
    picked = (chosen or {}).get("do", "") if made else ""
    name = at.decision.actor if at.decision else ""
    entry = at.view["companies"][name]
    choices = []
    if most := _percents(at, "issue"):
        note = at.say("in the treasury {percent} %", percent=entry["ipo"])
        first = effect(at, IssueShares(most[0]), at.asked)
        gain = facts.signed(at, first.companies[name].cash.by) if first else ""
        choices.append(
            Choice(at.say("Issue shares…"), query("issue"), gain, note, company=name, chosen=picked == "issue", key="i")
        )
    elif entry["ipo"]:
        choices.append(_why(at, at.say("Issue shares…"), to_json(IssueShares(10)), name))
    if _percents(at, "redeem"):
        note = at.say("in the pool {percent} %", percent=entry["pool"])
        price = at.money(-entry["price"])
        choices.append(
            Choice(
                at.say("Redeem shares…"), query("redeem"), price, note, company=name, chosen=picked == "redeem", key="r"
            )
        )
    elif entry["pool"]:
        choices.append(_why(at, at.say("Redeem shares…"), to_json(RedeemShares(10)), name))
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [("", choices)],
            "notes": [],
            "others": [],
            "pass": pass_choice(at, at.say("Neither: end the turn")),
        },
    )


def _why(at: At, text: str, action: str, company: str) -> Choice:
    return Choice(text, why=action, seat=at.asked, company=company)
