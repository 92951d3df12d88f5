"""Hints for the stock round: found, buy what earns, help the own company with treasury shares, or pass."""

from __future__ import annotations

from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.history_facts import last_income

from ..pages.founding import bid_option
from .founding import cheapest_train, found_text, good_bid, start_ways, why_par

UNIT = 10  # percent that get a tenth of an income


def stock_hint(at: At) -> Hint | None:
    """A turn in the stock round."""
    if (at.decision is not None and at.decision.kind == "must_sell") or not any(
        o.action.kind == "pass" for o in at.options
    ):
        return _over_limit(at)
    seat = at.asked
    me = at.view["players"][seat]
    bid, found = good_bid(at), bid_option(at)
    if found is not None and bid is not None and not me["president_of"]:
        return _found(at, found[1].company, bid, seat)
    for make in (_feed, _earner):
        hint = make(at, seat)
        if hint is not None:
            return hint
    if found is not None and bid is not None and bid <= me["cash"] // 2:
        return _found(at, found[1].company, bid, seat)
    if options_of(at, BuyShare):
        text = [at.say("Nothing you could buy has earned anything yet. Passing keeps your money for later.")]
    else:
        text = [at.say("There is nothing you may buy now. Passing keeps what you have.")]
    text.append(at.say("A pass is not final: the round goes on until everybody passes one after another."))
    return Hint(text, rules_of(at, "stock.pass", "stock.turn"), None, ways(at))


def _found(at: At, company: str, bid: int, seat: int) -> Hint:
    owns = bool(at.view["players"][seat]["president_of"])
    first = (
        at.say("You have the money to found {company} as well: two companies can help each other.", company=company)
        if owns
        else at.say(
            "Found {company}: only a president builds track, buys trains and decides about dividends.", company=company
        )
    )
    support = int(at.view.get("support", 0))
    text = [first, found_text(at, company, bid, seat), why_par(at)]
    if support:
        text.append(at.say("The bank adds {amount:$} because everybody has passed.", amount=support))
    fill = Fill(at.say("Fill in a bid of {amount:$}", amount=bid), query("found", company=company, amount=bid))
    return Hint([part for part in text if part], rules_of(at, "bid.least", "found.price", "found"), fill, ways(at))


def _feed(at: At, seat: int) -> Hint | None:
    """Shares from the treasury of an own company that cannot pay a train."""
    train = cheapest_train(at)
    for _, action in options_of(at, BuyShare):
        entry = at.view["companies"][action.company]
        own = entry["president"] == at.t.seats[seat]
        if train is None or not own or action.source == "pool" or at.rules.unsold != "treasury":
            continue
        if entry["trains"] or entry["cash"] >= 2 * train:
            continue
        text = at.say(
            "Buy {company} from its treasury: the {price:$} go to your company, which has {cash:$} and no "
            "train; the cheapest costs {train:$}.",
            company=action.company,
            price=entry["price"],
            cash=entry["cash"],
            train=train,
        )
        why = at.say(
            "From the pool the money would go to the bank. Each 10 % gets a tenth of every income that is paid out."
        )
        return Hint([text, why], rules_of(at, "buy.price", "dividend"), _fill(at, action), ways(at))
    return None


def _earner(at: At, seat: int) -> Hint | None:
    """The share with the best yield: what 10 % got of the last income, compared with its price."""
    best: tuple[float, BuyShare, int] | None = None
    for _, action in options_of(at, BuyShare):
        income = last_income(at, action.company)
        price = at.view["companies"][action.company]["price"]
        earned = income.revenue * UNIT // 100 if income else 0
        if earned and price and (best is None or earned / price > best[0]):
            best = (earned / price, action, earned)
    if best is None:
        return None
    _, action, earned = best
    price = at.view["companies"][action.company]["price"]
    text = [
        at.say(
            "{company} is the best buy: 10 % were worth {earned:$} at its last run and cost {price:$}. That is "
            "paid in every operating round.",
            company=action.company,
            earned=earned,
            price=price,
        )
    ]
    entry = at.view["companies"][action.company]
    president = entry["president"]
    if president and president != at.t.seats[seat]:
        text.append(
            at.say(
                "{who} is its president and decides whether it pays. Whoever holds more becomes president.",
                who=president,
            )
        )
    else:
        text.append(at.say("It is your company: you decide whether it pays."))
    return Hint(text, rules_of(at, "buy.price", "dividend", "president"), _fill(at, action), ways(at))


def _fill(at: At, action: BuyShare) -> Fill:
    label = at.say("Fill in: buy {company}", company=action.company)
    return Fill(label, query("buy", company=action.company, source=action.source))


def _over_limit(at: At) -> Hint | None:
    sales = options_of(at, SellShares)
    if not sales:
        return None
    earned = {}
    for _, sale in sales:
        income = last_income(at, sale.company)
        price = at.view["companies"][sale.company]["price"] or 1
        earned[sale.company] = (income.revenue if income else 0) / price
    worst = min(earned, key=lambda name: earned[name])
    text = at.say("You are over a limit and must sell. {company} earned least for its price.", company=worst)
    fill = Fill(at.say("Fill in: sell {company}", company=worst), query("sell", company=worst))
    return Hint([text], rules_of(at, "stock.must_sell", "sell.price"), fill, ways(at))


def ways(at: At) -> list[Way]:
    """Why each thing that is possible now exists."""
    found = list(start_ways(at))
    sources = {action.source for _, action in options_of(at, BuyShare)}
    if sources - {"pool"}:
        if at.rules.unsold == "treasury":
            why = at.say("Money for the company itself: this is how it pays for track and trains.")
        else:
            why = at.say("Shares that were never sold; enough of them sold make a company float.")
        found.append(
            way(
                at,
                at.say("Buy from the treasury") if at.rules.unsold == "treasury" else at.say("Buy from the IPO"),
                why,
                "buy.price",
            )
        )
    if "pool" in sources:
        why = at.say("Shares somebody sold or a company issued; your money goes to the bank.")
        found.append(way(at, at.say("Buy from the pool"), why, "buy.price"))
    if options_of(at, SellShares):
        why = at.say(
            "Cash for something better. The price falls a row for each share, also for everybody else who holds it."
        )
        found.append(way(at, at.say("Sell"), why, "sell.drop"))
    if any(option.action.kind == "pass" for option in at.options):
        why = at.say("Saves your money. When all pass in a row, the round ends and the companies operate.")
        found.append(way(at, at.say("Pass"), why, "stock.pass"))
    return found


def consent_hint(at: At) -> Hint | None:
    """An offer from another company."""
    text = [
        at.say("Somebody wants to buy a train of your company. Agree only if the money helps you more than the train."),
        at.say("A company that has a route and no train must buy one, if need be with your own money."),
    ]
    return Hint(
        text,
        rules_of(at, "consent", "trains.must"),
        None,
        [
            way(at, at.say("Agree"), at.say("The price goes into the treasury of your company."), "trains.other"),
            way(at, at.say("Refuse"), at.say("Nothing changes; nobody can be forced to sell."), "consent"),
        ],
    )
