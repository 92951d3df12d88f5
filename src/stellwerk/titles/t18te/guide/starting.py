"""What 18TE adds to the hint for a stock turn: a company to found, and shares of its treasury that feed it."""

from __future__ import annotations

from stellwerk.eighteen.actions import BuyShare
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide import shares
from stellwerk.web.pages.guide.figures import cheapest_train
from stellwerk.web.pages.guide.hint import Fill, Hint, rules_of
from stellwerk.web.pages.guide.shares import buy_fill
from stellwerk.web.pages.table_page import TablePage

from ..pages.founding import bid_option
from .founding import found_text, good_bid, start_ways, why_par


def stock_hint(page: TablePage) -> Hint | None:
    """Found a company first, then feed it, then buy what earns."""
    return shares.stock_hint(page, (first_company, feed, shares.earner, second_company), start_ways(page))


def first_company(page: TablePage, seat: int) -> Hint | None:
    """A company to found for who has none."""
    bid, found = good_bid(page), bid_option(page)
    if found is None or bid is None or page.view["players"][seat]["president_of"]:
        return None
    return _found(page, found[1].company, bid, seat)


def second_company(page: TablePage, seat: int) -> Hint | None:
    """One more, if it leaves half of the cash."""
    bid, found = good_bid(page), bid_option(page)
    if found is None or bid is None or bid > page.view["players"][seat]["cash"] // 2:
        return None
    return _found(page, found[1].company, bid, seat)


def _found(page: TablePage, company: str, bid: int, seat: int) -> Hint:
    owns = bool(page.view["players"][seat]["president_of"])
    first = (
        page.say("You have the money to found {company} as well: two companies can help each other.", company=company)
        if owns
        else page.say(
            "Found {company}: only a president builds track, buys trains and decides about dividends.", company=company
        )
    )
    support = int(page.view.get("support", 0))
    text = [first, found_text(page, company, bid, seat), why_par(page)]
    if support:
        text.append(page.say("The bank adds {amount:$} because everybody has passed.", amount=support))
    fill = Fill(page.say("Fill in a bid of {amount:$}", amount=bid), query("found", company=company, amount=bid))
    return Hint(
        [part for part in text if part],
        rules_of(page, "bid.least", "found.price", "found"),
        fill,
        shares.ways(page, start_ways(page)),
    )


def feed(page: TablePage, seat: int) -> Hint | None:
    """Shares from the treasury of an own company that cannot pay a train."""
    train = cheapest_train(page)
    for _, action in options_of(page, BuyShare):
        entry = page.view["companies"][action.company]
        own = entry["president"] == page.t.seats[seat]
        if train is None or not own or action.source == "pool" or page.rules.unsold != "treasury":
            continue
        if entry["trains"] or entry["cash"] >= 2 * train:
            continue
        text = page.say(
            "Buy {company} from its treasury: the {price:$} go to your company, which has {cash:$} and no "
            "train; the cheapest costs {train:$}.",
            company=action.company,
            price=entry["price"],
            cash=entry["cash"],
            train=train,
        )
        why = page.say(
            "From the pool the money would go to the bank. Each 10 % gets a tenth of every income that is paid out."
        )
        return Hint(
            [text, why],
            rules_of(page, "buy.price", "dividend"),
            buy_fill(page, action),
            shares.ways(page, start_ways(page)),
        )
    return None
