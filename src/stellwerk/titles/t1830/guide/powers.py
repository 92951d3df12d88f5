"""What 1830 adds to the hints: what privates can do besides paying (10.3)."""

from __future__ import annotations

from msgspec import structs

from stellwerk.eighteen.actions import Exchange, LayTile
from stellwerk.web.pages.decisions.chosen import options_of, query, seat_of
from stellwerk.web.pages.decisions.privates import power_text, private_name
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide import building, deals, shares
from stellwerk.web.pages.guide.figures import earned
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, way
from stellwerk.web.pages.table_page import TablePage

TRADES = ("buy_private", "sell_private")


def stock_hint(page: TablePage) -> Hint | None:
    """What the family says, and privates: one that can be exchanged, trades between players."""
    hint = shares.stock_hint(page, (), trade_ways(page))
    found = exchange_fill(page)
    if hint is None or found is None:
        return hint
    return structs.replace(hint, also=[*hint.also[:1], found])


def exchange_fill(page: TablePage) -> Fill | None:
    """An own private that can become a share."""
    for option, action in options_of(page, Exchange):
        if seat_of(page, option) != page.asked:
            continue
        done = effect(page, action, page.asked)
        company = next(iter(done.player(page.asked).shares), "") if done else ""
        income = page.t.privates[page.t.private(action.private)].income
        facts = {"private": action.private, "income": income, "company": company}
        worth = earned(page, company) if company else 0
        why = (
            page.say("{private} pays {income:$} a round; a share of {company} got {earned:$}.", **facts, earned=worth)
            if worth
            else page.say("{private} pays {income:$} a round; {company} has earned nothing yet.", **facts)
        )
        label = page.say("Fill in: exchange {private} for a share", private=action.private)
        return Fill(label, query("exchange", private=action.private, source=action.source), why=why)
    return None


def trade_ways(page: TablePage) -> list[Way]:
    """Why privates are exchanged and traded."""
    found = []
    if options_of(page, Exchange):
        why = page.say("The private closes; the share pays for the whole game and counts towards its presidency.")
        found.append(way(page, page.say("Exchange a private for a share"), why, "exchange"))
    if any(option.action.kind in TRADES for option in page.options):
        why = page.say("At any price both sides agree to.")
        found.append(way(page, page.say("Trade a private"), why, "trade"))
    return found


def track_hint(page: TablePage) -> Hint | None:
    """What the family says, and lays that come with a private."""
    return building.track_hint(page, None, lay_ways(page))


def lay_ways(page: TablePage) -> list[Way]:
    """The special lays that are possible now."""
    powers = dict.fromkeys(action.power for _, action in options_of(page, LayTile) if action.power)
    return [
        way(
            page,
            private_name(page, power),
            page.say("What it can do: {power}.", power=power_text(page, power)),
            "lay.step",
        )
        for power in powers
    ]


def privates_hint(page: TablePage) -> Hint | None:
    """What the family says, and a lay that is still possible."""
    hint = deals.privates_hint(page)
    return hint and structs.replace(hint, ways=[*hint.ways, *lay_ways(page)])
