"""The auction of a president's certificate: bids in steps, and what each would found if nobody raises.

What a bid leads to is played on a copy in which all others leave, so no rule is worked out a second time.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk import draw
from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import BidCompany, Pass
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Field,
    Note,
    Query,
    chosen_action,
    cited,
    money_field,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.market_picture import market
from stellwerk.web.pages.marks import initial, token
from stellwerk.web.pages.table_page import TablePage

from ..founding import CompanyAuctionStep
from ..state import CompanyAuction

HERE = folder_of(__name__)

KIND = "company_auction"


class Founded(Struct, frozen=True):
    """A company as it would begin with a bid."""

    pays: int
    treasury: int
    price: int
    cell: tuple[int, int]
    cash: int
    worth: int
    certificates: int
    percent: int
    support: int


class Bidder(Struct, frozen=True):
    """A player in the auction."""

    name: str
    initial: Any
    cash: str
    state: str
    you: bool
    out: bool


def founded(page: TablePage, action: BidCompany, seat: int) -> Founded | None:
    """What follows if nobody raises; None if the bid is refused."""
    copy = page.game.branch()
    try:
        copy.apply(action, seat)
        while (then := copy.decision()) is not None and then.kind == KIND:
            copy.apply(Pass(), then.seat)
    except Illegal:
        return None
    view = copy.view(None)
    company, me = view["companies"][action.company], view["players"][seat]
    before = page.view["players"][seat]
    support = int(page.view.get("support", 0))
    return Founded(
        pays=before["cash"] - me["cash"],
        treasury=company["cash"],
        price=company["price"],
        cell=tuple(company["cell"]),
        cash=me["cash"],
        worth=me["score"],
        certificates=me["certificates"],
        percent=me["shares"].get(action.company, 0),
        support=support,
    )


def bid_option(page: TablePage) -> tuple[Option, BidCompany] | None:
    """The bid that is possible now."""
    return next(iter(options_of(page, BidCompany)), None)


def price_steps(page: TablePage, option: Option) -> list[tuple[int, int]]:
    """For each start price that can be reached the least bid that gives it: (price, bid)."""
    step = page.rules.steps.get(CompanyAuction)
    if not isinstance(step, CompanyAuctionStep) or option.amount is None:
        return []
    support, amounts = int(page.view["support"]), option.amount
    found: dict[int, int] = {}
    for bid in range(amounts.low, amounts.high + 1, amounts.step):
        found.setdefault(step.founding.par_price(bid + support), bid)
    return list(found.items())


def choose_found(page: TablePage, chosen: Query) -> Chosen | None:
    """A bid in the legal range, and the company as it would begin with it."""
    found = bid_option(page)
    if found is None:
        return None
    option, least = found
    company = least.company
    seat = seat_of(page, option)
    field: Field | None = None
    action: Any = least
    if option.amount is not None:
        field, action = money_field(
            page, option, chosen, page.say("Your bid"), slider=option.amount.high > option.amount.low
        )
    made = founded(page, action, seat)
    if made is None:
        return None
    number = page.t.company(company)
    steps = price_steps(page, option)
    choices = [
        Choice(
            page.say("Price {price}", price=page.money(price)),
            query("found", company=company, amount=bid),
            page.say("from {amount}", amount=page.money(bid)),
            company=company,
            chosen=price == made.price,
        )
        for price, bid in steps
    ]
    cells = [cell for price, _ in steps if (cell := page.t.market.par_cell(price)) is not None]
    here = page.t.market.par_cell(made.price)
    marks = [
        draw.CellMark(cell, "chosen" if cell == here else "legal", number if cell == here else -1) for cell in cells
    ]
    started = page.decision is not None and page.decision.kind == KIND
    return chosen_action(
        page,
        action,
        seat,
        query("found", company=company),
        amount=page.money(made.pays),
        company=company,
        field=field,
        choices=choices,
        facts=_facts(page, made, company, seat),
        notes=_notes(page, made, started),
        stage=market(page, marks),
    )


def _facts(page: TablePage, made: Founded, company: str, seat: int) -> list[Fact]:
    me = page.view["players"][seat]
    treasury = page.money(made.treasury)
    note = page.say("with support {amount:$}", amount=made.support) if made.support else ""
    return [
        Fact(page.say("If nobody raises"), ""),
        Fact(page.say("Your cash"), page.money(made.cash), page.money(me["cash"]), "dn"),
        Fact(page.say("Start price"), page.money(made.price)),
        Fact(page.say("Treasury of {company}", company=company), treasury, note=note),
        Fact(page.say("Your {company}", company=company), f"{made.percent} %", note=page.say("president")),
        Fact(page.say("Your certificates"), str(made.certificates), str(me["certificates"])),
        Fact(
            page.say("Your worth"),
            page.money(made.worth),
            page.money(me["score"]),
            "dn" if made.worth < me["score"] else "",
        ),
    ]


def _notes(page: TablePage, made: Founded, started: bool) -> list[Note]:
    found = [Note(page.say("The whole bid goes into the treasury."), cited(page, "found"))]
    if made.support:
        text = page.say("The bank adds {amount:$}; it counts for the start price.", amount=made.support)
        found.append(Note(text, cited(page, "support.paid")))
    if not started:
        found.append(
            Note(page.say("The others may raise; whoever wins, the turn goes to your left."), cited(page, "bid.raise"))
        )
    return found


def bidders(page: TablePage) -> list[Bidder]:
    """Everybody in the auction, with what he can still bid."""
    auction = page.view["company_auction"]
    found = []
    for seat, entry in enumerate(page.view["players"]):
        name, out = entry["name"], entry["name"] not in auction["left"]
        if name == auction["bidder"]:
            state = page.say("leads with {amount:$}", amount=auction["bid"])
        elif out:
            state = page.say("has left")
        else:
            state = page.say("may raise")
        found.append(Bidder(name, initial(page, seat), page.money(entry["cash"]), state, seat == page.actor_seat, out))
    return found


def company_auction(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """A turn of the auction: raise or leave."""
    auction = page.view["company_auction"]
    then = page.say(
        "{who} founds {company} for {amount:$}",
        who=auction["bidder"],
        company=auction["company"],
        amount=auction["bid"],
    )
    last = len(auction["left"]) <= 2
    return Panel(
        f"{HERE}/auction.html",
        {
            "token": token,
            "chosen": made or choose_found(page, chosen or {}),
            "company": auction["company"],
            "name": page.t.companies[page.t.company(auction["company"])].name,
            "bid": page.money(auction["bid"]),
            "bidder": auction["bidder"],
            "bidders": bidders(page),
            "pass": pass_choice(page, then if last else ""),
        },
    )
