"""Hints for founding a company: what a bid makes of price and capital, and how far it is worth going."""

from __future__ import annotations

from stellwerk.eighteen.actions import BidCompany
from stellwerk.web.pages.decisions.chosen import query, seat_of
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.table_page import TablePage

from ..pages.founding import bid_option, founded, price_steps

SPENT = 0.5  # of his cash a newcomer should not offer more at first: shares want to be bought, too
MOST = 0.7  # nor raise beyond this


def good_bid(page: TablePage) -> int | None:
    """The least bid of the highest start price that leaves enough cash; the least of all if none does."""
    found = bid_option(page)
    if found is None or found[0].amount is None:
        return None
    cash = page.view["players"][seat_of(page, found[0])]["cash"]
    fitting = [bid for _, bid in price_steps(page, found[0]) if bid <= cash * SPENT]
    return max(fitting, default=found[0].amount.low)


def found_text(page: TablePage, company: str, bid: int, seat: int) -> str:
    """Price and capital of a bid, in a sentence."""
    made = founded(page, BidCompany(company, bid), seat)
    if made is None:
        return ""
    return page.say(
        "With a bid of {bid:$} {company} would begin at {price:$} with {treasury:$} in its treasury; you would "
        "keep {cash:$}.",
        bid=made.pays,
        company=company,
        price=made.price,
        treasury=made.treasury,
        cash=made.cash,
    )


def why_par(page: TablePage) -> str:
    """How the start price follows from the bid."""
    return page.say(
        "The start price is a third of the bid, rounded down to a framed cell, and the whole bid becomes the "
        "company's money: a high bid makes shares dearer but buys more track and trains."
    )


def auction_hint(page: TablePage) -> Hint | None:
    """Raise or leave."""
    found = bid_option(page)
    auction = page.view["company_auction"]
    if found is None or found[0].amount is None:
        return None
    option, least = found
    seat, low = seat_of(page, option), option.amount.low if option.amount else least.amount
    me = page.view["players"][seat]
    text = [
        page.say(
            "{who} offers {bid:$} for {company}.", who=auction["bidder"], bid=auction["bid"], company=auction["company"]
        )
    ]
    fill: Fill | None = None
    if low <= me["cash"] * (SPENT if me["president_of"] else MOST):
        text.append(found_text(page, auction["company"], low, seat))
        text.append(
            page.say(
                "Raising is worth it if you want to run this company yourself: a president decides everything for it."
            )
        )
        fill = Fill(page.say("Fill in {amount:$}", amount=low), query("found", company=auction["company"], amount=low))
    else:
        text.append(
            page.say(
                "If you raise, you keep only {cash:$}. Leave it: single shares of this company can be bought, "
                "too, and money is needed for them.",
                cash=me["cash"] - low,
            )
        )
    return Hint(
        [part for part in text if part],
        rules_of(page, "bid.raise", "found.price", "found"),
        fill,
        [
            way(
                page,
                page.say("Raise"),
                page.say("The last one left founds the company and pays his bid into it."),
                "bid.raise",
            ),
            way(
                page,
                page.say("Leave the auction"),
                page.say("You pay nothing; the others go on without you."),
                "bid.raise",
            ),
        ],
    )


def start_ways(page: TablePage) -> list[Way]:
    """Why an auction can be started."""
    if not any(isinstance(option.action, BidCompany) for option in page.options):
        return []
    why = page.say("Companies are founded in a fixed order, each by an auction of its president's certificate.")
    return [way(page, page.say("Start an auction"), why, "bid.order")]
