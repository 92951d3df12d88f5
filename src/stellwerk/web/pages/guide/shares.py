"""Hints for the stock round: start a company, float it, buy what earns, or pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stellwerk.core import Option, Plural
from stellwerk.eighteen.actions import BuyShare, Par, SellShares
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide.figures import earned, whose
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.guide.pars import par_text, sound_par
from stellwerk.web.pages.guide.selling import worst_sale
from stellwerk.web.pages.table_page import TablePage

Maker = Callable[[TablePage, int], Hint | None]
MOST_OTHERS = 2  # shares that are named besides the best


def stock_hint(page: TablePage, makers: Sequence[Maker] = (), more: Sequence[Way] = ()) -> Hint | None:
    """A turn in the stock round: the first of the makers that has something to say; `more` are ways of the title."""
    if (page.decision is not None and page.decision.kind == "must_sell") or not can_pass(page):
        return _over_limit(page, more)
    for make in makers or FAMILY:
        hint = make(page, page.asked)
        if hint is not None:
            return hint
    if page.view["acted"] and not options_of(page, BuyShare):
        text = [page.say("You have done what you may do in this turn; end it.")]
    elif options_of(page, BuyShare):
        text = [page.say("Nothing you could buy has earned anything yet. Passing keeps your money for later.")]
    else:
        text = [page.say("There is nothing you may buy now. Passing keeps what you have.")]
    text.append(page.say("A pass is not final: the round goes on until everybody passes one after another."))
    return Hint(text, rules_of(page, "stock.pass", "stock.turn"), None, ways(page, more))


def start(page: TablePage, seat: int) -> Hint | None:
    """A company of one's own for who has none: which price, what it costs, what floats it."""
    if page.view["players"][seat]["president_of"]:
        return None
    return _start(
        page, page.say("Start a company: only a president builds track, buys trains and decides about dividends.")
    )


def start_more(page: TablePage, seat: int) -> Hint | None:
    """One more company, if nothing else is worth it."""
    return _start(page, page.say("You can start one more company: two companies can help each other."))


def _start(page: TablePage, why: str) -> Hint | None:
    options = options_of(page, Par)
    if not options:
        return None
    companies = list(dict.fromkeys(action.company for _, action in options))[: MOST_OTHERS + 1]
    found = {name: sound_par(page, name) for name in companies}
    first, *others = sorted(companies, key=lambda name: not found[name][1])  # those one can float alone come first
    par, alone = found[first]
    also = [
        Fill(
            page.say("Fill in: start {company}", company=name),
            query("par", company=name, price=found[name][0].price),
            why=page.say("At {price:$} a share.", price=found[name][0].price),
        )
        for name in others
    ]
    fill = Fill(page.say("Fill in: start {company}", company=first), query("par", company=first, price=par.price))
    return Hint([why, *par_text(page, par, alone)], rules_of(page, "par", "float", "president"), fill, ways(page), also)


def float_own(page: TablePage, seat: int) -> Hint | None:
    """A share of one's own company that has not floated yet."""
    for option, action in options_of(page, BuyShare):
        entry = page.view["companies"][action.company]
        if action.source == "pool" or entry["floated"] or not whose(page, action.company):
            continue
        text = [
            page.say(
                "Buy {company} for {price:$}: it is yours but has not floated, and builds and runs nothing before "
                "that.",
                company=action.company,
                price=page.game.quote(option).cost,
            ),
            page.say(
                Plural("{count:n} more share must be sold for that.", "{count:n} more shares must be sold for that."),
                count=-(-(entry["float"] - entry["towards_float"]) // entry["unit"]),
            ),
        ]
        return Hint(text, rules_of(page, "float", "buy.price"), buy_fill(page, action), ways(page))
    return None


def earner(page: TablePage, seat: int) -> Hint | None:
    """The share with the best yield: what it got of the last income, compared with what it costs."""
    found: dict[str, tuple[float, Option, BuyShare]] = {}
    for option, action in options_of(page, BuyShare):
        cost = page.game.quote(option).cost
        if cost and (worth := earned(page, action.company) / cost) > found.get(action.company, (0.0,))[0]:
            found[action.company] = (worth, option, action)
    if not found:
        return None
    (_, option, action), *others = sorted(found.values(), key=lambda entry: -entry[0])
    entry = page.view["companies"][action.company]
    text = [
        page.say(
            "{company} is the best buy: {percent} % were worth {earned:$} at its last run and cost {price:$}. That is "
            "paid in every operating round in which it pays out.",
            company=action.company,
            percent=entry["unit"],
            earned=earned(page, action.company),
            price=page.game.quote(option).cost,
        )
    ]
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
    also = [
        Fill(
            buy_fill(page, other).label,
            buy_fill(page, other).choose,
            why=page.say(
                "{earned:$} at its last run for {price:$}.",
                earned=earned(page, other.company),
                price=page.game.quote(choice).cost,
            ),
        )
        for _, choice, other in others[:MOST_OTHERS]
    ]
    rules = rules_of(page, "buy.price", "dividend", "president")
    return Hint(text, rules, buy_fill(page, action), ways(page), also)


def near_float(page: TablePage, seat: int) -> Hint | None:
    """A share of somebody else's company that has not run yet: it may become something."""
    options = [
        (option, action)
        for option, action in options_of(page, BuyShare)
        if page.view["companies"][action.company]["president"]
        and not page.view["companies"][action.company]["operated"]
    ]
    if not options:
        return None
    option, action = min(options, key=lambda entry: page.game.quote(entry[0]).cost)
    text = [
        page.say(
            "{company} has not run yet; a share costs {price:$} and gets its part of every dividend from then on.",
            company=action.company,
            price=page.game.quote(option).cost,
        ),
        page.say("It is your company: you decide whether it pays.")
        if whose(page, action.company)
        else page.say("{who} is its president.", who=page.view["companies"][action.company]["president"]),
    ]
    return Hint(text, rules_of(page, "buy.price", "dividend"), buy_fill(page, action), ways(page))


FAMILY: tuple[Maker, ...] = (start, float_own, earner, near_float, start_more)


def buy_fill(page: TablePage, action: BuyShare) -> Fill:
    """The purchase, filled in."""
    label = page.say("Fill in: buy {company}", company=action.company)
    return Fill(label, query("buy", company=action.company, source=action.source))


def _over_limit(page: TablePage, more: Sequence[Way]) -> Hint | None:
    said, fill = worst_sale(page)
    text = [page.say("You are over a limit and must sell."), *said]
    return Hint(text, rules_of(page, "stock.must_sell", "sell.price"), fill, ways(page, more))


def ways(page: TablePage, more: Sequence[Way] = ()) -> list[Way]:
    """Why each thing that is possible now exists; `more` is what the title adds."""
    found = list(more)
    if options_of(page, Par):
        why = page.say("Buy the president's certificate and set the price: from then on you decide for the company.")
        found.append(way(page, page.say("Start a company"), why, "par"))
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
        why = page.say("Cash for something better. The price falls, also for everybody else who holds it.")
        found.append(way(page, page.say("Sell"), why, "sell.drop"))
    if can_pass(page):
        why = page.say("Saves your money. When all pass in a row, the round ends and the companies operate.")
        found.append(way(page, page.say("Pass"), why, "stock.pass"))
    return found
