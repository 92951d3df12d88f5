"""What 1862 adds to the family's hints: bids taken back, powers at any time, groups, bonus runs, markers."""

from __future__ import annotations

from msgspec import structs

from stellwerk.eighteen.actions import LayTile
from stellwerk.web.pages.decisions.chosen import options_of, rule_of
from stellwerk.web.pages.decisions.privates import power_text, private_name
from stellwerk.web.pages.guide import auction, building, shares
from stellwerk.web.pages.guide.hint import Hint, Way, way
from stellwerk.web.pages.table_page import TablePage

from ..actions import ClosePrivate, WithdrawBid
from ..pages.goals import goal_line, goals


def auction_hint(page: TablePage) -> Hint | None:
    """What the family says, and bids that were outbid."""
    hint = auction.auction_hint(page)
    if hint is None or not options_of(page, WithdrawBid):
        return hint
    why = page.say(
        "An outbid bid keeps you in the auction of its private but binds your money; taking it back costs no turn."
    )
    return structs.replace(
        hint, ways=[*hint.ways, way(page, page.say("Withdraw your bid"), why, "auction.withdraw"), *power_ways(page)]
    )


def stock_hint(page: TablePage) -> Hint | None:
    """What the family says, with groups and powers."""
    hint = shares.stock_hint(page, (), [*_group_ways(page), *power_ways(page)])
    me = page.view["players"][page.asked]
    if hint is None or me["certificates"] < me["certificate_limit"] or not _closable(page):
        return hint
    text = page.say(
        "You hold {count} certificates, as many as the limit allows: closing a private makes room for one.",
        count=me["certificates"],
    )
    return structs.replace(hint, text=[*hint.text, text])


def _closable(page: TablePage) -> bool:
    return any(isinstance(option.action, ClosePrivate) and option.seat == page.asked for option in page.powers)


def power_ways(page: TablePage) -> list[Way]:
    """What the reader's privates can do at any time."""
    found = []
    for option in page.powers:
        action = option.action
        if isinstance(action, LayTile):
            why = page.say("What it can do: {power}.", power=power_text(page, action.power))
            found.append(way(page, private_name(page, action.power), why, "erie"))
        elif isinstance(action, ClosePrivate):
            why = page.say(
                "It no longer counts as a certificate, but its {income:$} a round are gone.",
                income=page.view["incomes"][action.private],
            )
            found.append(way(page, page.say("Close {private}", private=action.private), why, "private.closes"))
    return found


def _group_ways(page: TablePage) -> list[Way]:
    """The next group that is not on sale yet."""
    coming = next((group for group in page.view["groups"] if not group["open"]), None)
    if coming is None or not coming["waiting_for"]:
        return []
    why = page.say(
        "{companies} are not on sale yet; they wait for {others}.",
        companies=", ".join(coming["companies"]),
        others=", ".join(coming["waiting_for"]),
    )
    return [Way(page.say("Group {number}", number=coming["group"]), why, rule_of(coming["rule"]))]


def track_hint(page: TablePage) -> Hint | None:
    """What the family says, with the extra tile of a private and the best bonus run."""
    powers = dict.fromkeys(action.power for _, action in options_of(page, LayTile) if action.power)
    more = [
        way(
            page,
            private_name(page, power),
            page.say("What it can do: {power}.", power=power_text(page, power)),
            "track.power",
        )
        for power in powers
    ]
    hint = building.track_hint(page, None, [*more, *power_ways(page)])
    if hint is None or page.company is None:
        return hint
    open_goals = [goal for goal in goals(page, page.company) if goal.now < goal.most]
    best = max(open_goals, key=lambda goal: goal.most - goal.now, default=None)
    if best is None:
        return hint
    text = page.say(
        "A bonus run is worth building for: {place} ({figures}).", place=best.name, figures=goal_line(page, best)
    )
    return structs.replace(hint, text=[*hint.text, text])


def token_hint(page: TablePage) -> Hint | None:
    """What the family says, and places that nobody can use."""
    hint = building.token_hint(page)
    if hint is None or not page.view["blocked"]:
        return hint
    why = page.say("Turned markers, and that of a private, only take a place: nobody runs to them as his own.")
    return structs.replace(
        hint,
        ways=[*hint.ways, way(page, page.say("Markers that only block"), why, "blocker.turned"), *power_ways(page)],
    )
