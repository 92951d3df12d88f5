"""The stock round: buying, selling, starting companies, privates; and sales a limit asks for."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import structs

from stellwerk.core import Action, Illegal, Option, Plural
from stellwerk.eighteen.actions import (
    BidCompany,
    BuyPrivate,
    BuyShare,
    Exchange,
    Par,
    Sale,
    SellList,
    SellPrivate,
    SellShares,
)
from stellwerk.web.pages import matrix as holdings  # by name: it imports this package, too
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Note,
    Query,
    SaleStep,
    Stepper,
    capital,
    chosen_action,
    cited,
    opening,
    options_of,
    other_buttons,
    pass_choice,
    query,
    refused,
    rule_of,
    seat_of,
    tried,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.privates import private_choices
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.market_picture import marker_marks, market, moved_marks
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.units import unit_of

_SHOWN = (BidCompany, BuyShare, SellShares, SellList, Par, BuyPrivate, SellPrivate, Exchange)


# -- buying


def choose_buy(page: TablePage, chosen: Query) -> Chosen | None:
    """One certificate: what it costs and changes."""
    return choose_purchase(page, chosen, "buy", BuyShare)


def choose_purchase(page: TablePage, chosen: Query, do: str, kind: type[Any]) -> Chosen | None:
    """A purchase of shares of a company from a place, of a kind of action that has both."""
    found = tried(page, kind, chosen, "company", "source")
    if found is None:
        return None
    action, seat, done = found
    return chosen_action(
        page,
        action,
        seat,
        query(do, company=action.company, source=action.source),
        amount=page.money(-done.player(seat).cash.by),
        company=action.company,
        facts=[*facts.share_facts(page, done, seat, action.company), *float_fact(page, done, action.company)],
        follows=facts.follows(page, done, ("president", "float", "bank_broken")),
        notes=turn_note(page, done, seat),
        stage=market(page, moved_marks(page, done)),
    )


def float_fact(page: TablePage, done: Effect, company: str) -> list[Fact]:
    """How much of a company is out and how much it needs, until it floats."""
    entry = done.companies[company]
    if entry.floated.before or entry.floated.after or not entry.sold.moved:
        return []
    note = page.say("floats at {percent} %", percent=page.view["companies"][company]["float"])
    return [Fact(page.say("Sold"), f"{entry.sold.after} %", str(entry.sold.before), note=note)]


def turn_note(page: TablePage, done: Effect, seat: int) -> list[Note]:
    """Says so if the turn ends with it."""
    same = done.then is not None and done.then.seat == seat and done.then.kind in ("stock", "must_sell")
    return [] if same else [Note(page.say("This ends your turn."))]


# -- selling


def sales_of(page: TablePage, company: str) -> list[tuple[Option, SellShares]]:
    """The sales of one company, the smallest first."""
    found = [entry for entry in options_of(page, SellShares) if entry[1].company == company]
    return sorted(found, key=lambda entry: entry[1].percent)


def choose_sell(page: TablePage, chosen: Query) -> Chosen | None:
    """A number of shares of one company: the price after each, and all that follows."""
    company = chosen.get("company", "")
    sales = sales_of(page, company)
    if not sales:
        return None
    seat = seat_of(page, sales[0][0])
    percents = [sale.percent for _, sale in sales]
    wished = chosen.get("percent", "")
    percent = int(wished) if wished.isdecimal() and int(wished) in percents else percents[0]
    index = percents.index(percent)
    action = sales[index][1]
    steps = [made for _, sale in sales[: index + 1] if (made := effect(page, sale, seat)) is not None]
    if len(steps) != index + 1:
        return None
    done = steps[-1]
    unit = unit_of(page, company)
    notes = ledge_note(page, steps, company)
    again = buying_again(page, SellShares(company, percent), seat)
    return chosen_action(
        page,
        action,
        seat,
        query("sell", company=company, percent=percent),
        title=page.short_label(action),
        confirm=page.label(action),
        amount=facts.signed(page, done.player(seat).cash.by),
        company=company,
        stepper=Stepper(
            holdings.percent_text(percent, unit),
            query("sell", company=company, percent=percents[index - 1]) if index else "",
            query("sell", company=company, percent=percents[index + 1]) if index + 1 < len(percents) else "",
            to_json(SellShares(company, percents[-1] + unit)),
        ),
        rows=sale_rows(page, steps, percents, company, seat),
        facts=facts.share_facts(page, done, seat, company),
        follows=facts.follows(page, done, ("president", "bank_broken", "closed_company", "bankrupt", "phase", "rust")),
        notes=notes + again + still_over(page, done, seat),
        stage=market(page, marker_marks(page, steps, company)),
    )


def sale_rows(page: TablePage, steps: list[Effect], percents: list[int], company: str, seat: int) -> list[SaleStep]:
    """What each number of shares brings altogether, and the price from one to the next."""
    rows = []
    unit = unit_of(page, company)
    price = steps[0].companies[company].price.before
    for percent, step in zip(percents, steps, strict=False):
        after = step.companies[company].price.after
        if after is None:  # the company is out of the game
            said, tone = f"{page.money(price)} → {page.say('bankrupt')}", "dn"
        elif after == price:
            said, tone = page.say("stays at {price}", price=page.money(after)), ""
        else:
            said, tone = f"{page.money(price)} → {page.money(after)}", "up" if after > price else "dn"
        rows.append(SaleStep(holdings.percent_text(percent, unit), page.money(step.player(seat).cash.by), said, tone))
        price = price if after is None else after
    return [*rows[:-1], structs.replace(rows[-1], chosen=True)]


def ledge_note(page: TablePage, steps: list[Effect], company: str) -> list[Note]:
    """Says so if the marker cannot go further down."""
    cells = [step.companies[company].cell.after for step in steps]
    first = steps[0].companies[company].cell.before
    if cells[-1] is None or cells[-1] != (cells[-2] if len(cells) > 1 else first):
        return []
    price = page.money(steps[-1].companies[company].price.after)
    return [Note(page.say("The marker stays: there is no cell below {price}.", price=price), cited(page, "sell.drop"))]


def buying_again(page: TablePage, action: SellShares | SellList, seat: int) -> list[Note]:
    """What the rules say about buying back later in the round; nothing where they do not forbid it."""
    rule = cited(page, "buy.sold")
    if rule is None or page.decision is None or page.decision.kind not in ("stock", "must_sell"):
        return []
    copy = page.game.branch()
    copy.apply(action, seat)
    companies = [action.company] if isinstance(action, SellShares) else [sale.company for sale in action.sales]
    barred = []
    for company in companies:
        refusal = copy.why_not(BuyShare(company, "pool"), seat)
        if refusal is not None and refusal.rule == rule.name:
            barred.append(company)
    if not barred:
        return []
    return [Note(page.say("You may not buy it again in this round: {companies}", companies=", ".join(barred)), rule)]


def still_over(page: TablePage, done: Effect, seat: int) -> list[Note]:
    """In a forced sale: whether it is enough."""
    if page.decision is None or page.decision.kind != "must_sell":
        return []
    if done.then is not None and done.then.kind == "must_sell" and done.then.seat == seat:
        return [Note(page.say("You would still have to sell more."), rule_of(done.then.rule), "warn")]
    who = done.player(seat)
    if who.certificates.after > who.limit:  # nothing that would help is left to sell (1862 6.5b)
        return [
            Note(
                page.say("You stay above the limit: nothing more that helps can be sold."), rule_of(page.decision.rule)
            )
        ]
    return [Note(page.say("Then you are within the limits."))]


# -- several companies at once


def choose_list(page: TablePage, chosen: Query) -> Chosen | None:
    """Shares of several companies together, all or nothing."""
    offered = options_of(page, SellList)
    if not offered:
        return None
    seat = seat_of(page, offered[0][0])
    percents: dict[str, int] = {}
    steppers = []
    names = [entry.id for entry in page.t.companies if sales_of(page, entry.id)]
    for name in names:
        wished = chosen.get(f"of.{name}", "0")
        percents[name] = int(wished) if wished.isdecimal() else 0
    for name in names:
        steps = [0, *(sale.percent for _, sale in sales_of(page, name))]
        percent = percents[name] if percents[name] in steps else 0
        percents[name] = percent
        index = steps.index(percent)
        steppers.append(
            Stepper(
                holdings.percent_text(percent, unit_of(page, name)) if percent else "–",
                _list_query(percents, name, steps[index - 1]) if index else "",
                _list_query(percents, name, steps[index + 1]) if index + 1 < len(steps) else "",
                company=name,
            )
        )
    sales = tuple(Sale(name, percent) for name, percent in percents.items() if percent)
    base = Chosen(
        title=page.label(SellList(())),
        query=_list_query(percents, "", 0),
        steppers=steppers,
    )
    if len(sales) < 2:
        return structs.replace(
            base, notes=[Note(page.say("Choose shares of two or more companies."), cited(page, "sell.list"))]
        )
    action = SellList(sales)
    done = effect(page, action, seat)
    if done is None:
        refusal = page.game.why_not(action, seat)
        return structs.replace(base, notes=[refused(page, refusal)] if isinstance(refusal, Illegal) else [])
    lines = [*facts.yours(page, done, seat)]
    for name in percents:
        entry = done.companies[name]
        if entry.price.moved:
            lines.append(facts.money_fact(page, page.say("Price of {company}", company=name), entry.price))
    return structs.replace(
        base,
        action=to_json(action),
        seat=seat,
        confirm=page.label(action),
        amount=facts.signed(page, done.player(seat).cash.by),
        facts=[*lines, *facts.worth_fact(page, done, seat), *facts.others(page, done, seat)],
        follows=facts.follows(page, done, ("president", "bank_broken")),
        notes=buying_again(page, action, seat),
        stage=market(page, moved_marks(page, done)),
    )


def _list_query(percents: dict[str, int], changed: str, percent: int) -> str:
    parts = {**percents, changed: percent} if changed else percents
    return query("list", **{f"of.{name}": value for name, value in parts.items() if value})


# -- exchange


def choose_exchange(page: TablePage, chosen: Query) -> Chosen | None:
    """A private for a share."""
    found = tried(page, Exchange, chosen, "private", "source")
    if found is None:
        return None
    action, seat, done = found
    lines = facts.yours(page, done, seat)
    for entry in done.companies.values():
        if entry.places:
            lines += [*facts.company_facts(page, entry), facts.president_fact(page, entry)]
    return chosen_action(
        page,
        action,
        seat,
        query("exchange", private=action.private, source=action.source),
        amount=facts.place_name(page, action.source),
        facts=[*lines, *facts.worth_fact(page, done, seat)],
        follows=facts.follows(page, done, ("closed", "president", "float")),
    )


def exchange_choices(page: TablePage, chosen: Query) -> list[Choice]:
    """The exchanges that are possible."""
    return [
        opening(chosen, page.label(action), "exchange", {"private": action.private, "source": action.source})
        for _, action in options_of(page, Exchange)
    ]


# -- the panel


def over_limit(page: TablePage, seat: int) -> Note | None:
    """Which limit a forced sale is about."""
    decision = page.decision
    if decision is None or decision.kind != "must_sell":
        return None
    me = page.view["players"][seat]
    if me["certificates"] > me["certificate_limit"]:
        text = page.say(
            Plural(
                "You have {count:n} certificate; the limit is {limit}. Sell until you are within it.",
                "You have {count:n} certificates; the limit is {limit}. Sell until you are within it.",
            ),
            count=me["certificates"],
            limit=me["certificate_limit"],
        )
        return Note(text, rule_of(decision.rule), "warn")
    limit = page.view["holding_limit"]
    held = ", ".join(f"{name} {percent} %" for name, percent in me["shares"].items() if percent > limit)
    text = page.say(
        "You hold more than {limit} %: {held}. Sell until you are within the limit.", limit=limit, held=held
    )
    return Note(text, rule_of(decision.rule), "warn")


def stock(
    page: TablePage, chosen: Query | None = None, made: Chosen | None = None, shown: tuple[type[Action], ...] = ()
) -> Panel:
    """A turn in the stock round; `shown` are the actions of a title that stand in the rows of companies."""
    picked = chosen or {}
    seat = page.asked
    several = [opening(picked, page.label(action), "list") for _, action in options_of(page, SellList)]
    privates = [*private_choices(page, picked), *exchange_choices(page, picked)]
    return Panel(
        "decisions/stock.html",
        {
            "token": token,
            "chosen": made,
            "over": over_limit(page, seat),
            "matrix": holdings.matrix(page, picked, Markup("")),
            "several": several,
            "privates": privates,
            "others": other_buttons(page, *_SHOWN, *shown),
            "pass": pass_choice(page),
            "said": capital(page.say("sell, buy one, or pass")),
        },
    )
