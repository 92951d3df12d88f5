"""Hints for the stock round: found, buy what earns, help the own company with treasury shares, or pass."""

from __future__ import annotations

from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.history_facts import last_income
from stellwerk.web.pages.table_page import TablePage

from ..pages.founding import bid_option
from .founding import cheapest_train, found_text, good_bid, start_ways, why_par

UNIT = 10  # percent that get a tenth of an income


def stock_hint(page: TablePage) -> Hint | None:
    """A turn in the stock round."""
    if (page.decision is not None and page.decision.kind == "must_sell") or not any(
        o.action.kind == "pass" for o in page.options
    ):
        return _over_limit(page)
    seat = page.asked
    me = page.view["players"][seat]
    bid, found = good_bid(page), bid_option(page)
    if found is not None and bid is not None and not me["president_of"]:
        return _found(page, found[1].company, bid, seat)
    for make in (_feed, _earner):
        hint = make(page, seat)
        if hint is not None:
            return hint
    if found is not None and bid is not None and bid <= me["cash"] // 2:
        return _found(page, found[1].company, bid, seat)
    if options_of(page, BuyShare):
        text = [page.say("Nothing you could buy has earned anything yet. Passing keeps your money for later.")]
    else:
        text = [page.say("There is nothing you may buy now. Passing keeps what you have.")]
    text.append(page.say("A pass is not final: the round goes on until everybody passes one after another."))
    return Hint(text, rules_of(page, "stock.pass", "stock.turn"), None, ways(page))


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
    return Hint([part for part in text if part], rules_of(page, "bid.least", "found.price", "found"), fill, ways(page))


def _feed(page: TablePage, seat: int) -> Hint | None:
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
        return Hint([text, why], rules_of(page, "buy.price", "dividend"), _fill(page, action), ways(page))
    return None


def _earner(page: TablePage, seat: int) -> Hint | None:
    """The share with the best yield: what 10 % got of the last income, compared with its price."""
    best: tuple[float, BuyShare, int] | None = None
    for _, action in options_of(page, BuyShare):
        income = last_income(page, action.company)
        price = page.view["companies"][action.company]["price"]
        earned = income.revenue * UNIT // 100 if income else 0
        if earned and price and (best is None or earned / price > best[0]):
            best = (earned / price, action, earned)
    if best is None:
        return None
    _, action, earned = best
    price = page.view["companies"][action.company]["price"]
    text = [
        page.say(
            "{company} is the best buy: 10 % were worth {earned:$} at its last run and cost {price:$}. That is "
            "paid in every operating round.",
            company=action.company,
            earned=earned,
            price=price,
        )
    ]
    entry = page.view["companies"][action.company]
    president = entry["president"]
    if president and president != page.t.seats[seat]:
        text.append(
            page.say(
                "{who} is its president and decides whether it pays. Whoever holds more becomes president.",
                who=president,
            )
        )
    else:
        text.append(page.say("It is your company: you decide whether it pays."))
    return Hint(text, rules_of(page, "buy.price", "dividend", "president"), _fill(page, action), ways(page))


def _fill(page: TablePage, action: BuyShare) -> Fill:
    label = page.say("Fill in: buy {company}", company=action.company)
    return Fill(label, query("buy", company=action.company, source=action.source))


def _over_limit(page: TablePage) -> Hint | None:
    sales = options_of(page, SellShares)
    if not sales:
        return None
    earned = {}
    for _, sale in sales:
        income = last_income(page, sale.company)
        price = page.view["companies"][sale.company]["price"] or 1
        earned[sale.company] = (income.revenue if income else 0) / price
    worst = min(earned, key=lambda name: earned[name])
    text = page.say("You are over a limit and must sell. {company} earned least for its price.", company=worst)
    fill = Fill(page.say("Fill in: sell {company}", company=worst), query("sell", company=worst))
    return Hint([text], rules_of(page, "stock.must_sell", "sell.price"), fill, ways(page))


def ways(page: TablePage) -> list[Way]:
    """Why each thing that is possible now exists."""
    found = list(start_ways(page))
    sources = {action.source for _, action in options_of(page, BuyShare)}
    if sources - {"pool"}:
        if page.rules.unsold == "treasury":
            why = page.say("Money for the company itself: this is how it pays for track and trains.")
        else:
            why = page.say("Shares that were never sold; enough of them sold make a company float.")
        found.append(
            way(
                page,
                page.say("Buy from the treasury") if page.rules.unsold == "treasury" else page.say("Buy from the IPO"),
                why,
                "buy.price",
            )
        )
    if "pool" in sources:
        why = page.say("Shares somebody sold or a company issued; your money goes to the bank.")
        found.append(way(page, page.say("Buy from the pool"), why, "buy.price"))
    if options_of(page, SellShares):
        why = page.say(
            "Cash for something better. The price falls a row for each share, also for everybody else who holds it."
        )
        found.append(way(page, page.say("Sell"), why, "sell.drop"))
    if any(option.action.kind == "pass" for option in page.options):
        why = page.say("Saves your money. When all pass in a row, the round ends and the companies operate.")
        found.append(way(page, page.say("Pass"), why, "stock.pass"))
    return found


def consent_hint(page: TablePage) -> Hint | None:
    """An offer from another company."""
    text = [
        page.say(
            "Somebody wants to buy a train of your company. Agree only if the money helps you more than the train."
        ),
        page.say("A company that has a route and no train must buy one, if need be with your own money."),
    ]
    return Hint(
        text,
        rules_of(page, "consent", "trains.must"),
        None,
        [
            way(page, page.say("Agree"), page.say("The price goes into the treasury of your company."), "trains.other"),
            way(page, page.say("Refuse"), page.say("Nothing changes; nobody can be forced to sell."), "consent"),
        ],
    )
