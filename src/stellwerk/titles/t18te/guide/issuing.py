"""The hint for issuing and redeeming shares (18TE 9)."""

from __future__ import annotations

from stellwerk.eighteen.actions import IssueShares, RedeemShares
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide.figures import cheapest_train, lasting
from stellwerk.web.pages.guide.hint import Fill, Hint, rules_of, way
from stellwerk.web.pages.table_page import TablePage


def issue_hint(page: TablePage) -> Hint | None:
    """Money now against the price: worth it only for a train the company needs."""
    if page.decision is None:
        return None
    name = page.decision.actor
    entry = page.view["companies"][name]
    train = cheapest_train(page)
    issues = sorted(action.percent for _, action in options_of(page, IssueShares))
    bare = not lasting(page, name)
    fill: Fill | None = None
    text: list[str] = []
    if train is not None and bare and entry["cash"] < train and issues:
        for percent in issues:
            done = effect(page, IssueShares(percent), page.asked)
            if done is not None and done.companies[name].cash.after >= train:
                company = done.companies[name]
                facts = {"company": name, "train": train, "cash": entry["cash"], "percent": percent}
                facts |= {"gain": company.cash.by, "before": company.price.before or 0}
                text.append(
                    page.say(
                        "{company} will need a train for {train:$} and has {cash:$}. Issuing {percent} % brings "
                        "{gain:$}, though the price falls from {before:$} to {after:$}.",
                        **facts,
                        after=company.price.after or 0,
                    )
                    if company.price.moved
                    else page.say(
                        "{company} will need a train for {train:$} and has {cash:$}. Issuing {percent} % brings "
                        "{gain:$}, and the price of {before:$} cannot fall any further.",
                        **facts,
                    )
                )
                fill = Fill(page.say("Fill in: issue {percent} %", percent=percent), query("issue", percent=percent))
                break
    if not text and train is not None and bare and entry["cash"] < train:
        text.append(
            page.say(
                "{company} will need a train for {train:$} and has {cash:$}. Nothing it may do now brings enough: in "
                "its next turn you may have to pay the rest yourself.",
                company=name,
                train=train,
                cash=entry["cash"],
            )
        )
    if not text:
        text.append(
            page.say(
                "{company} has {cash:$} and needs nothing urgently: end the turn. Issuing lowers the price, "
                "also of your own shares.",
                company=name,
                cash=entry["cash"],
            )
        )
    ways = []
    if issues:
        why = page.say("Sells shares of the treasury to the bank: money for the company, a row down for each.")
        ways.append(way(page, page.say("Issue shares"), why, "issue"))
    if options_of(page, RedeemShares):
        why = page.say("Takes shares out of the pool: the company gets their dividend instead of nobody.")
        ways.append(way(page, page.say("Redeem shares"), why, "redeem"))
    ways.append(way(page, page.say("Neither: end the turn"), page.say("Nothing changes."), "issue"))
    return Hint(text, rules_of(page, "issue", "issue.step", "redeem"), fill, ways)
