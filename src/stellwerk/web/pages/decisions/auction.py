"""The auction of the privates: prices, incomes, powers, everybody's bids, what is bound and what is free."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.eighteen.actions import Bid, BuyPrivate
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Note,
    Query,
    cited,
    money_field,
    option_of,
    options_of,
    pass_choice,
    query,
    rule_of,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, button, to_json
from stellwerk.web.pages.decisions.privates import power_text, private_name
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.marks import initial, token


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


class Purse(Struct, frozen=True):
    """A player's money in the auction."""

    name: str
    initial: Any
    cash: str
    bound: str
    free: str
    you: bool
    turn: bool


def lots(at: At, picked: Query) -> list[Lot]:
    """Every private, in order."""
    found = []
    auction = at.view["auction"] or {"bids": {}, "first_price": 0}
    for number, entry in enumerate(at.t.privates):
        state = at.view["privates"][entry.id]
        price = auction["first_price"] if number == 0 else entry.price
        bids = [
            {
                "who": who,
                "initial": initial(at, at.t.seats.index(who)),
                "amount": at.money(amount),
                "you": at.t.seats.index(who) == at.actor_seat,
            }
            for who, amount in sorted(auction["bids"].get(entry.id, {}).items(), key=lambda bid: -bid[1])
        ]
        found.append(
            Lot(
                id=entry.id,
                name=entry.name,
                price=at.money(price),
                full_price=at.money(entry.price) if price != entry.price else "",
                income=at.money(entry.income),
                power=power_text(at, entry.id),
                owner=state["owner"] or "",
                bids=bids,
                choice=None if state["owner"] else _choice(at, entry.id, picked),
                chosen=picked.get("private") == entry.id,
            )
        )
    return found


def _choice(at: At, private: str, picked: Query) -> Choice | None:
    """Buy, bid, or why not."""
    here = picked.get("private") == private
    for _, action in options_of(at, BuyPrivate):
        if action.private == private:
            return Choice(at.say("Buy"), query("take", private=private), at.money(action.price), chosen=here)
    for _, bid in options_of(at, Bid):
        if bid.private == private:
            return Choice(
                at.say("Bid"),
                query("bid", private=private),
                at.say("from {amount}", amount=at.money(bid.amount)),
                chosen=here,
            )
    if at.decision is None or at.decision.kind == "bid_off":
        return None
    first = next((name for name, entry in at.view["privates"].items() if not entry["owner"]), "")
    least = _asked_price(at, private)
    bids = (at.view["auction"] or {"bids": {}})["bids"].get(private, {})
    raised = max([least, *bids.values()]) + at.t.data.limits.bid_raise
    wish: Any = BuyPrivate(private, least) if private == first else Bid(private, raised)
    refusal = at.game.why_not(wish, at.asked)
    return Choice(at.say("too dear"), why=to_json(wish), seat=at.asked) if refusal else None


def _asked_price(at: At, private: str) -> int:
    first = at.t.privates[0].id == private and at.view["auction"]
    return int(at.view["auction"]["first_price"]) if first else at.t.privates[at.t.private(private)].price


def purses(at: At) -> list[Purse]:
    """What is bound and what is free, player by player."""
    bound = (at.view["auction"] or {"committed": {}})["committed"]
    return [
        Purse(
            name=entry["name"],
            initial=initial(at, seat),
            cash=at.money(entry["cash"]),
            bound=at.money(bound.get(entry["name"], 0)) if bound.get(entry["name"]) else "·",
            free=at.money(entry["cash"] - bound.get(entry["name"], 0)),
            you=seat == at.actor_seat,
            turn=seat == at.asked,
        )
        for seat, entry in enumerate(at.view["players"])
    ]


# -- choices


def choose_take(at: At, chosen: Query) -> Chosen | None:
    """The cheapest private, at its price."""
    found = option_of(at, BuyPrivate, chosen, "private")
    if found is None:
        return None
    option, action = found
    seat = seat_of(at, option)
    done = effect(at, action, seat)
    if done is None:
        return None
    return Chosen(
        title=at.say("Buy {what}", what=private_name(at, action.private)),
        query=query("take", private=action.private),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Buy {what}", what=action.private),
        amount=at.money(action.price),
        facts=facts.yours(at, done, seat),
        follows=_chain(at, done, action.private),
        notes=_power_note(at, action.private),
    )


def choose_bid(at: At, chosen: Query) -> Chosen | None:
    """A bid in the legal range."""
    found = option_of(at, Bid, chosen, "private")
    if found is None:
        return None
    option, _ = found
    seat = seat_of(at, option)
    shown, action = money_field(at, option, chosen, at.say("Your bid"), slider=False)
    done = effect(at, action, seat)
    if done is None:
        return None
    private = chosen["private"]
    return Chosen(
        title=at.say("Bid on {what}", what=private_name(at, private)),
        query=query("bid", private=private),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Bid on {what}", what=private),
        amount=at.money(shown.value),
        field=shown,
        facts=facts.yours(at, done, seat) or facts.bound_facts(at, done.player(seat)),
        follows=_chain(at, done, private),
        notes=[
            *_power_note(at, private),
            Note(at.say("The money is bound until the private is sold."), cited(at, "auction.cash")),
        ],
    )


def _chain(at: At, done: Effect, private: str) -> list[Note]:
    """What comes after it without a question: privates that go to their only bidder, a bid-off, shares as a gift."""
    return [
        facts.event_note(at, event)
        for event in done.told("grant", "private", "bid_off")
        if event.kind != "private" or event.facts.get("private") != private
    ]


def _power_note(at: At, private: str) -> list[Note]:
    power = power_text(at, private)
    return [Note(power[:1].upper() + power[1:])] if power else []


def auction(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """A turn of the auction, or of a bid-off."""
    picked = chosen or {}
    notes = []
    if at.decision is not None and at.decision.kind == "bid_off":
        text = at.say("Bid-off: raise your bid or leave. The last one left gets the private.")
        notes.append(Note(text, rule_of(at.decision.rule)))
    passing = next((option for option in at.options if option.action.kind == "pass"), None)
    told = ""
    if passing is not None:
        done = effect(at, passing.action, at.asked)
        told = (
            " · ".join(note.text for note in facts.follows(at, done, ("cheaper", "private", "grant"))) if done else ""
        )
    leaving = at.say("Leave the bid-off") if at.decision is not None and at.decision.kind == "bid_off" else ""
    return Panel(
        "decisions/auction.html",
        {
            "token": token,
            "chosen": made,
            "lots": lots(at, picked),
            "purses": purses(at),
            "notes": notes,
            "others": [
                button(at, option)
                for option in at.options
                if not isinstance(option.action, Bid | BuyPrivate) and option.action.kind != "pass"
            ],
            "pass": pass_choice(at, leaving, told),
        },
    )
