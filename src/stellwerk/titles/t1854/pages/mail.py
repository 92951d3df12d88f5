"""The last step of a turn: a mail contract, with what each size brings in every colour."""

from __future__ import annotations

from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
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
from stellwerk.web.pages.table_page import TablePage

from ..actions import BuyContract


def income_now(page: TablePage, contract: str) -> int:
    """What a contract pays in the present phase."""
    colour = page.phase.offboard
    return int(page.view["contracts"][contract]["income"][colour])


def choose_contract(page: TablePage, chosen: Query) -> Chosen | None:
    """One size: what it costs, what it pays in each colour."""
    found = option_of(page, BuyContract, chosen, "contract")
    if found is None:
        return None
    option, action = found
    seat = seat_of(page, option)
    done = effect(page, action, seat)
    if done is None:
        return None
    entry = page.view["contracts"][action.contract]
    now = page.phase.offboard
    incomes = [
        Fact(
            page.say("Income, {colour} phases", colour=word(COLOUR, colour, page.language)),
            page.money(amount),
            note=page.say("now") if colour == now else "",
        )
        for colour, amount in entry["income"].items()
    ]
    company = page.decision.actor if page.decision else ""
    return Chosen(
        title=page.say("Mail contract: {contract:contract}", contract=action.contract),
        query=query("contract", contract=action.contract),
        action=to_json(action),
        seat=seat,
        confirm=page.say("Buy the contract"),
        amount=page.money(entry["price"]),
        company=company,
        facts=[*deal_facts(page, done, seat), *incomes],
        notes=[
            Note(page.say("Paid at the start of every turn from the next one on."), cited(page, "mail")),
            Note(page.say("For good: it is never sold, changed or returned."), cited(page, "contract.one")),
        ],
    )


def contract(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which contract, or none."""
    picked = chosen or {}
    offered = {action.contract for _, action in options_of(page, BuyContract)}
    choices = []
    for name, entry in page.view["contracts"].items():
        text = page.say("Mail contract: {contract:contract}", contract=name)
        note = page.say(
            "pays {amount} now, left: {count}", amount=page.money(income_now(page, name)), count=entry["left"]
        )
        price = page.money(entry["price"])
        if name in offered:
            here = picked.get("do") == "contract" and picked.get("contract") == name
            choices.append(Choice(text, query("contract", contract=name), price, note, chosen=here))
        else:
            choices.append(Choice(text, amount=price, note=note, why=to_json(BuyContract(name)), seat=page.asked))
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(page.say("Mail contracts"), choices)],
            "notes": [],
            "others": [],
            "pass": pass_choice(page, page.say("Buy no contract")),
        },
    )
