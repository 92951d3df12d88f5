"""The auction of the privates: prices, incomes, powers, everybody's bids, what is bound and what is free."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.eighteen.actions import Bid, BuyPrivate
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Note,
    Query,
    chosen_action,
    cited,
    money_field,
    option_of,
    options_of,
    other_buttons,
    pass_choice,
    query,
    refusing,
    rule_of,
    seat_of,
    tried,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.privates import power_text
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.marks import initial, token
from stellwerk.web.pages.table_page import TablePage


class Lot(Struct, frozen=True):
    """A private in the auction."""

    id: str
    name: str
    price: str
    full_price: str  # before it got cheaper; empty if it did not
    income: str
    power: str
    owner: str
    bids: list[dict[str, Any]]
    choice: Choice | None
    chosen: bool
    withdraw: Choice | None = None  # one's own bid that was outbid, where it can be taken back


class AuctionPurse(Struct, frozen=True):
    """A player's money in the auction."""

    name: str
    initial: Any
    cash: str
    bound: str
    free: str
    you: bool
    turn: bool


def lots(page: TablePage, picked: Query) -> list[Lot]:
    """Every private in order, but before them the one a bid-off is about, and last those that are sold."""
    found = []
    auction = page.view["auction"] or {"bids": {}, "first_price": 0}
    for number, entry in enumerate(page.t.privates):
        state = page.view["privates"][entry.id]
        price = auction["first_price"] if number == 0 else entry.price
        bids = [
            {
                "who": who,
                "initial": initial(page, page.t.seats.index(who)),
                "amount": page.money(amount),
                "you": page.t.seats.index(who) == page.actor_seat,
            }
            for who, amount in sorted(auction["bids"].get(entry.id, {}).items(), key=lambda bid: -bid[1])
        ]
        found.append(
            Lot(
                id=entry.id,
                name=entry.name,
                price=page.money(price),
                full_price=page.money(entry.price) if price != entry.price else "",
                income=page.money(entry.income),
                power=power_text(page, entry.id),
                owner=state["owner"] or "",
                bids=bids,
                choice=None if state["owner"] else _choice(page, entry.id, picked),
                chosen=picked.get("private") == entry.id,
            )
        )
    asked = {bid.private for _, bid in options_of(page, Bid)} if _bid_off(page) else set()
    return sorted(found, key=lambda lot: (lot.id not in asked, bool(lot.owner)))


def _bid_off(page: TablePage) -> bool:
    return page.decision is not None and page.decision.kind == "bid_off"


def _choice(page: TablePage, private: str, picked: Query) -> Choice | None:
    """Buy, bid, or why not."""
    here = picked.get("private") == private
    for _, action in options_of(page, BuyPrivate):
        if action.private == private:
            price = page.money(action.price)
            return Choice(page.verb(action), query("take", private=private), price, chosen=here)
    for _, bid in options_of(page, Bid):
        if bid.private == private:
            least_bid = page.say("from {amount}", amount=page.money(bid.amount))
            return Choice(page.verb(bid), query("bid", private=private), least_bid, chosen=here)
    if page.decision is None or page.decision.kind == "bid_off":
        return None
    first = next((name for name, entry in page.view["privates"].items() if not entry["owner"]), "")
    least = _asked_price(page, private)
    bids = (page.view["auction"] or {"bids": {}})["bids"].get(private, {})
    raised = max([least, *bids.values()]) + page.t.data.limits.bid_raise
    wish: Any = BuyPrivate(private, least) if private == first else Bid(private, raised)
    refusal = page.game.why_not(wish, page.asked)
    return refusing(page, page.say("too dear"), wish) if refusal else None


def _asked_price(page: TablePage, private: str) -> int:
    first = page.t.privates[0].id == private and page.view["auction"]
    return int(page.view["auction"]["first_price"]) if first else page.t.privates[page.t.private(private)].price


def purses(page: TablePage) -> list[AuctionPurse]:
    """What is bound and what is free, player by player."""
    bound = (page.view["auction"] or {"committed": {}})["committed"]
    return [
        AuctionPurse(
            name=entry["name"],
            initial=initial(page, seat),
            cash=page.money(entry["cash"]),
            bound=page.money(bound.get(entry["name"], 0)) if bound.get(entry["name"]) else "·",
            free=page.money(entry["cash"] - bound.get(entry["name"], 0)),
            you=seat == page.actor_seat,
            turn=seat == page.asked,
        )
        for seat, entry in enumerate(page.view["players"])
    ]


# -- choices


def choose_take(page: TablePage, chosen: Query) -> Chosen | None:
    """The cheapest private, at its price."""
    found = tried(page, BuyPrivate, chosen, "private")
    if found is None:
        return None
    action, seat, done = found
    return chosen_action(
        page,
        action,
        seat,
        query("take", private=action.private),
        amount=page.money(action.price),
        facts=facts.yours(page, done, seat),
        follows=_chain(page, done, action.private),
        notes=_power_note(page, action.private),
    )


def choose_bid(page: TablePage, chosen: Query) -> Chosen | None:
    """A bid in the legal range."""
    found = option_of(page, Bid, chosen, "private")
    if found is None:
        return None
    option, _ = found
    seat = seat_of(page, option)
    shown, action = money_field(page, option, chosen, page.say("Your bid"), slider=False)
    done = effect(page, action, seat)
    if done is None:
        return None
    private = chosen["private"]
    return chosen_action(
        page,
        action,
        seat,
        query("bid", private=private),
        amount=page.money(shown.value),
        field=shown,
        facts=facts.yours(page, done, seat) or facts.bound_facts(page, done.player(seat)),
        follows=_chain(page, done, private),
        notes=[
            *_power_note(page, private),
            Note(page.say("The money is bound until the private is sold."), cited(page, "auction.cash")),
        ],
    )


def _chain(page: TablePage, done: Effect, private: str) -> list[Note]:
    """What comes after it without a question: privates that go to their only bidder, a bid-off, shares as a gift."""
    return [
        facts.event_note(page, event)
        for event in done.events_of("grant", "private", "bid_off")
        if event.kind != "private" or event.facts.get("private") != private
    ]


def _power_note(page: TablePage, private: str) -> list[Note]:
    power = power_text(page, private)
    return [Note(power[:1].upper() + power[1:])] if power else []


def auction(
    page: TablePage, chosen: Query | None = None, made: Chosen | None = None, shown: tuple[type[Action], ...] = ()
) -> Panel:
    """A turn of the auction, or of a bid-off; `shown` are the actions for which a title has a place of its own."""
    picked = chosen or {}
    notes = []
    if page.decision is not None and page.decision.kind == "bid_off":
        text = page.say("Bid-off: raise your bid or leave. The last one left gets the private.")
        notes.append(Note(text, rule_of(page.decision.rule)))
    passing = next((option for option in page.options if option.action.kind == "pass"), None)
    told = ""
    if passing is not None:
        done = effect(page, passing.action, page.asked)
        told = (
            " · ".join(note.text for note in facts.follows(page, done, ("cheaper", "private", "grant"))) if done else ""
        )
    return Panel(
        "decisions/auction.html",
        {
            "token": token,
            "chosen": made,
            "lots": lots(page, picked),
            "purses": purses(page),
            "notes": notes,
            "others": other_buttons(page, Bid, BuyPrivate, *shown),
            "pass": pass_choice(page, told),
        },
    )
