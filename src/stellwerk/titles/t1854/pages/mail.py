"""The last step of a turn: a mail contract, with what each size brings in every colour."""

from __future__ import annotations

from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Fact,
    Note,
    Query,
    chosen_action,
    cited,
    money_panel,
    opening,
    options_of,
    query,
    refusing,
    tried,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.privates import deal_facts
from stellwerk.web.pages.table_page import TablePage

from ..actions import BuyContract


def income_now(page: TablePage, contract: str) -> int:
    """What a contract pays in the present phase."""
    colour = page.phase.offboard
    return int(page.view["contracts"][contract]["income"][colour])


def choose_contract(page: TablePage, chosen: Query) -> Chosen | None:
    """One size: what it costs, what it pays in each colour."""
    found = tried(page, BuyContract, chosen, "contract")
    if found is None:
        return None
    action, seat, done = found
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
    return chosen_action(
        page,
        action,
        seat,
        query("contract", contract=action.contract),
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
        wish = BuyContract(name)
        text = page.label(wish)
        note = page.say(
            "pays {amount} now, left: {count}", amount=page.money(income_now(page, name)), count=entry["left"]
        )
        price = page.money(entry["price"])
        if name in offered:
            choices.append(opening(picked, text, "contract", {"contract": name}, amount=price, note=note))
        else:
            choices.append(refusing(page, text, wish, amount=price, note=note))
    return money_panel(page, made, [(page.say("Mail contracts"), choices)])
