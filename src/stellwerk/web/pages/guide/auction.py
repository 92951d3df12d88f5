"""Hints for the auction of the privates: what each pays, what money is still free, and when a bid goes too far."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.eighteen.actions import Bid, BuyPrivate
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.decisions.privates import power_text, private_name
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.table_page import TablePage

KEPT = 2  # of so many parts of his free money a newcomer spends one on privates
DEAR = 1.25  # times its price: more than that a private seldom brings back


def free_cash(page: TablePage) -> int:
    """What the asked player has, without what his bids bind."""
    me = page.view["players"][page.asked]
    bound = (page.view["auction"] or {"committed": {}})["committed"]
    return int(me["cash"]) - int(bound.get(me["name"], 0))


def auction_hint(page: TablePage) -> Hint | None:
    """Buy the cheapest, bid on a dearer one, or wait."""
    buys, bids = options_of(page, BuyPrivate), options_of(page, Bid)
    free = free_cash(page)
    text, fill, also = [], None, []
    if buys:
        action = buys[0][1]
        text += private_text(page, action.private, action.price)
        take = Fill(page.say("Fill in: buy {private}", private=action.private), query("take", private=action.private))
        if action.price * KEPT <= free:
            fill = take
            text.append(
                page.say(
                    "Buy it: you keep {cash:$}, and you will need money to start a company.", cash=free - action.price
                )
            )
        else:
            text.append(
                page.say(
                    "It would leave you {cash:$} of {free:$}: pass, unless its power is worth it to you. Money is "
                    "needed to start a company.",
                    cash=free - action.price,
                    free=free,
                )
            )
            also.append(Fill(take.label, take.choose, why=page.say("Only if you want exactly this one.")))
    else:
        text.append(page.say("The cheapest private costs more than your free {cash:$}.", cash=free))
    wished = _best_bid(page, [action for _, action in bids if action.amount * KEPT <= free])
    if wished is not None:
        also.append(_bid_fill(page, wished))
    rules = rules_of(page, "auction.turn", "auction.cheapest", "auction.least", "auction.cash")
    return Hint(text, rules, fill, auction_ways(page), also)


def private_text(page: TablePage, private: str, price: int) -> list[str]:
    """What a private pays and can do."""
    income = page.t.privates[page.t.private(private)].income
    text = [
        page.say(
            Plural(
                "{what} costs {price:$} and pays {income:$} in every operating round: paid back after {count:n} round.",
                "{what} costs {price:$} and pays {income:$} in every operating round: paid back after {count:n} "
                "rounds.",
            ),
            what=private_name(page, private),
            price=price,
            income=income,
            count=-(-price // income),
        )
        if income
        else page.say("{what} costs {price:$} and pays nothing.", what=private_name(page, private), price=price)
    ]
    power = power_text(page, private)
    if power:
        text.append(page.say("What it can do: {power}.", power=power.rstrip(".")))
    return text


def _best_bid(page: TablePage, bids: list[Bid]) -> Bid | None:
    """The bid on the private that pays most, at the least it takes."""
    return max(bids, key=lambda bid: page.t.privates[page.t.private(bid.private)].income, default=None)


def _bid_fill(page: TablePage, bid: Bid) -> Fill:
    income = page.t.privates[page.t.private(bid.private)].income
    why = page.say("{income:$} a round. The money is bound until it is sold.", income=income)
    label = page.say("Fill in: bid {amount:$} on {private}", amount=bid.amount, private=bid.private)
    return Fill(label, query("bid", private=bid.private, amount=bid.amount), why=why)


def auction_ways(page: TablePage) -> list[Way]:
    """Why each thing that is possible now exists."""
    found = []
    if options_of(page, BuyPrivate):
        why = page.say("Only the cheapest can be bought at once; then the next is the cheapest.")
        found.append(way(page, page.say("Buy"), why, "auction.cheapest"))
    if options_of(page, Bid):
        why = page.say("Marks a dearer one as wanted: its turn comes when all cheaper ones are sold.")
        found.append(way(page, page.say("Bid"), why, "auction.least"))
    if can_pass(page):
        why = page.say("Costs nothing, and you may buy or bid again when your turn comes.")
        found.append(way(page, page.say("Pass"), why, "auction.turn"))
    return found


def bid_off_hint(page: TablePage) -> Hint | None:
    """Raise or leave."""
    bids = options_of(page, Bid)
    rules = rules_of(page, "auction.bid_off", "auction.cash")
    ways = [way(page, page.say("Leave"), page.say("You pay nothing, and your money is free again."), "auction.bid_off")]
    if not bids:
        return Hint([page.say("Your money does not reach for a higher bid: leave.")], rules, None, ways)
    why = page.say("The last one left gets the private and pays his bid.")
    ways.insert(0, way(page, page.say("Raise"), why, "auction.bid_off"))
    bid = bids[0][1]
    price = page.t.privates[page.t.private(bid.private)].price
    text = [
        page.say("Several want {what}.", what=private_name(page, bid.private)),
        *private_text(page, bid.private, bid.amount),
    ]
    fill = Fill(
        page.say("Fill in: bid {amount:$} on {private}", amount=bid.amount, private=bid.private),
        query("bid", private=bid.private, amount=bid.amount),
    )
    if bid.amount <= price * DEAR and bid.amount * KEPT <= page.view["players"][page.asked]["cash"]:
        text.append(page.say("Its price was {price:$}: one more bid is reasonable.", price=price))
        return Hint(text, rules, fill, ways)
    text.append(
        page.say("Its price was {price:$}: more than this it seldom brings back. Leave it to the others.", price=price)
    )
    return Hint(text, rules, None, ways, [Fill(fill.label, fill.choose, why=page.say("Only if you must have it."))])
