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
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Field,
    Note,
    Query,
    cited,
    money_field,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.market_picture import market
from stellwerk.web.pages.marks import initial, token

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


def founded(at: At, action: BidCompany, seat: int) -> Founded | None:
    """What follows if nobody raises; None if the bid is refused."""
    copy = at.game.branch()
    try:
        copy.apply(action, seat)
        while (then := copy.decision()) is not None and then.kind == KIND:
            copy.apply(Pass(), then.seat)
    except Illegal:
        return None
    view = copy.view(None)
    company, me = view["companies"][action.company], view["players"][seat]
    before = at.view["players"][seat]
    support = int(at.view.get("support", 0))
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


def bid_option(at: At) -> tuple[Option, BidCompany] | None:
    """The bid that is possible now."""
    return next(iter(options_of(at, BidCompany)), None)


def price_steps(at: At, option: Option) -> list[tuple[int, int]]:
    """For each start price that can be reached the least bid that gives it: (price, bid)."""
    step = at.rules.steps.get(CompanyAuction)
    if not isinstance(step, CompanyAuctionStep) or option.amount is None:
        return []
    support, amounts = int(at.view["support"]), option.amount
    found: dict[int, int] = {}
    for bid in range(amounts.low, amounts.high + 1, amounts.step):
        found.setdefault(step.founding.par_price(bid + support), bid)
    return list(found.items())


def choose_found(at: At, chosen: Query) -> Chosen | None:
    """A bid in the legal range, and the company as it would begin with it."""
    found = bid_option(at)
    if found is None:
        return None
    option, least = found
    company = least.company
    seat = seat_of(at, option)
    field: Field | None = None
    action: Any = least
    if option.amount is not None:
        field, action = money_field(
            at, option, chosen, at.say("Your bid"), slider=option.amount.high > option.amount.low
        )
    made = founded(at, action, seat)
    if made is None:
        return None
    number = at.t.company(company)
    steps = price_steps(at, option)
    choices = [
        Choice(
            at.say("Price {price}", price=at.money(price)),
            query("found", company=company, amount=bid),
            at.say("from {amount}", amount=at.money(bid)),
            company=company,
            chosen=price == made.price,
        )
        for price, bid in steps
    ]
    cells = [cell for price, _ in steps if (cell := at.t.market.par_cell(price)) is not None]
    here = at.t.market.par_cell(made.price)
    marks = [
        draw.CellMark(cell, "chosen" if cell == here else "legal", number if cell == here else -1) for cell in cells
    ]
    started = at.decision is not None and at.decision.kind == KIND
    return Chosen(
        title=at.say("Bid for {company}", company=company),
        query=query("found", company=company),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Raise") if started else at.say("Start the auction of {company}", company=company),
        amount=at.money(made.pays),
        company=company,
        field=field,
        choices=choices,
        facts=_facts(at, made, company, seat),
        notes=_notes(at, made, started),
        stage=market(at, marks),
    )


def _facts(at: At, made: Founded, company: str, seat: int) -> list[Fact]:
    me = at.view["players"][seat]
    treasury = at.money(made.treasury)
    note = at.say("with support {amount:$}", amount=made.support) if made.support else ""
    return [
        Fact(at.say("If nobody raises"), ""),
        Fact(at.say("Your cash"), at.money(made.cash), at.money(me["cash"]), "dn"),
        Fact(at.say("Start price"), at.money(made.price)),
        Fact(at.say("Treasury of {company}", company=company), treasury, note=note),
        Fact(at.say("Your {company}", company=company), f"{made.percent} %", note=at.say("president")),
        Fact(at.say("Your certificates"), str(made.certificates), str(me["certificates"])),
        Fact(
            at.say("Your worth"), at.money(made.worth), at.money(me["score"]), "dn" if made.worth < me["score"] else ""
        ),
    ]


def _notes(at: At, made: Founded, started: bool) -> list[Note]:
    found = [Note(at.say("The whole bid goes into the treasury."), cited(at, "found"))]
    if made.support:
        text = at.say("The bank adds {amount:$}; it counts for the start price.", amount=made.support)
        found.append(Note(text, cited(at, "support.paid")))
    if not started:
        found.append(
            Note(at.say("The others may raise; whoever wins, the turn goes to your left."), cited(at, "bid.raise"))
        )
    return found


def bidders(at: At) -> list[Bidder]:
    """Everybody in the auction, with what he can still bid."""
    auction = at.view["company_auction"]
    found = []
    for seat, entry in enumerate(at.view["players"]):
        name, out = entry["name"], entry["name"] not in auction["left"]
        if name == auction["bidder"]:
            state = at.say("leads with {amount:$}", amount=auction["bid"])
        elif out:
            state = at.say("has left")
        else:
            state = at.say("may raise")
        found.append(Bidder(name, initial(at, seat), at.money(entry["cash"]), state, seat == at.actor_seat, out))
    return found


def company_auction(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """A turn of the auction: raise or leave."""
    auction = at.view["company_auction"]
    leaving = at.say("Leave the auction")
    then = at.say(
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
            "chosen": made or choose_found(at, chosen or {}),
            "company": auction["company"],
            "name": at.t.companies[at.t.company(auction["company"])].name,
            "bid": at.money(auction["bid"]),
            "bidder": auction["bidder"],
            "bidders": bidders(at),
            "pass": pass_choice(at, leaving, then if last else ""),
        },
    )
