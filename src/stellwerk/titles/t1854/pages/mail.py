"""The last step of a turn: a mail contract, with what each size brings in every colour."""

from __future__ import annotations

from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Note,
    Query,
    cited,
    option_of,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.privates import deal_facts
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.marks import token

from ..actions import BuyContract


def income_now(at: At, contract: str) -> int:
    """What a contract pays in the present phase."""
    colour = at.phase.offboard
    return int(at.view["contracts"][contract]["income"][colour])


def choose_contract(at: At, chosen: Query) -> Chosen | None:
    """One size: what it costs, what it pays in each colour."""
    found = option_of(at, BuyContract, chosen, "contract")
    if found is None:
        return None
    option, action = found
    seat = seat_of(at, option)
    done = effect(at, action, seat)
    if done is None:
        return None
    entry = at.view["contracts"][action.contract]
    now = at.phase.offboard
    incomes = [
        Fact(
            at.say("Income, {colour} phases", colour=word(COLOUR, colour, at.language)),
            at.money(amount),
            note=at.say("now") if colour == now else "",
        )
        for colour, amount in entry["income"].items()
    ]
    company = at.decision.actor if at.decision else ""
    return Chosen(
        title=at.say("Mail contract: {contract:contract}", contract=action.contract),
        query=query("contract", contract=action.contract),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Buy the contract"),
        amount=at.money(entry["price"]),
        company=company,
        facts=[*deal_facts(at, done, seat), *incomes],
        notes=[
            Note(at.say("Paid at the start of every turn from the next one on."), cited(at, "mail")),
            Note(at.say("For good: it is never sold, changed or returned."), cited(at, "contract.one")),
        ],
    )


def contract(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which contract, or none."""
    picked = chosen or {}
    offered = {action.contract for _, action in options_of(at, BuyContract)}
    choices = []
    for name, entry in at.view["contracts"].items():
        text = at.say("Mail contract: {contract:contract}", contract=name)
        note = at.say("pays {amount} now, left: {count}", amount=at.money(income_now(at, name)), count=entry["left"])
        price = at.money(entry["price"])
        if name in offered:
            here = picked.get("do") == "contract" and picked.get("contract") == name
            choices.append(Choice(text, query("contract", contract=name), price, note, chosen=here))
        else:
            choices.append(Choice(text, amount=price, note=note, why=to_json(BuyContract(name)), seat=at.asked))
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(at.say("Mail contracts"), choices)],
            "notes": [],
            "others": [],
            "pass": pass_choice(at, at.say("Buy no contract")),
        },
    )
