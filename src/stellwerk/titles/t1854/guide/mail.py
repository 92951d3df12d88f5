"""The hint for a mail contract: what it costs, what it pays in every turn, and whether a train comes first."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.table_page import TablePage

from ..actions import BuyContract
from ..pages.mail import income_now
from .trains import next_train


def contract_hint(page: TablePage) -> Hint | None:
    """Buy one if the company can still pay its next train."""
    if page.decision is None:
        return None
    name = page.decision.actor
    cash, need = page.view["companies"][name]["cash"], next_train(page, name)
    costs = {action.contract: page.game.quote(option).cost for option, action in options_of(page, BuyContract)}
    paid = sorted(costs, key=lambda size: -costs[size])
    good = [size for size in paid if cash - costs[size] >= need]
    text = [page.say("Mail pays a company at the start of each of its turns, with or without a run.")]
    if good:
        size = good[0]
        text.append(_words(page, size, costs[size]))
        text.append(page.say("{company} keeps {cash:$}.", company=page.company_name(name), cash=cash - costs[size]))
    else:
        text.append(
            page.say(
                "{company} has {cash:$} and will need {need:$} for a train: buy no contract now.",
                company=page.company_name(name),
                cash=cash,
                need=need,
            )
        )
    fill = _fill(page, good[0]) if good else None
    also = [_fill(page, size, _words(page, size, costs[size])) for size in paid if not good or size != good[0]]
    return Hint(text, rules_of(page, "contract", "contract.one", "mail"), fill, _ways(page), also)


def _words(page: TablePage, size: str, cost: int) -> str:
    income = income_now(page, size)
    return page.say(
        Plural(
            "{contract}. It costs {cost:$} and pays {income:$} a turn in this phase: paid back after {count:n} turn.",
            "{contract}. It costs {cost:$} and pays {income:$} a turn in this phase: paid back after {count:n} turns.",
        ),
        contract=page.label(BuyContract(size)),
        cost=cost,
        income=income,
        count=-(-cost // income),
    )


def _fill(page: TablePage, size: str, why: str = "") -> Fill:
    label = page.say("Fill in: {choice}", choice=page.label(BuyContract(size)))
    return Fill(label, query("contract", contract=size), why=why)


def _ways(page: TablePage) -> list[Way]:
    why = page.say("One for each company, for good: it is never sold, changed or returned.")
    found = [way(page, page.say("Buy a mail contract"), why, "contract.one")]
    if can_pass(page):
        found.append(
            way(page, page.say("Buy no contract"), page.say("The company may buy one in a later turn."), "contract")
        )
    return found
