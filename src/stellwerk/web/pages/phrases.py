"""Actions as words on buttons, in the reader's language, with the price beside them.

`PHRASES` maps a kind of action to a function that words it; titles add their own kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import Action, Option
from stellwerk.eighteen import actions as act
from stellwerk.titles.t1862 import actions as act1862
from stellwerk.titles.t1862.shares import Shares1862
from stellwerk.web.pages.at import At


class Phrase(Struct, frozen=True):
    """What a button says: the group of choices it belongs to, verb and object, and the price or gain at its right."""

    group: str
    text: str
    amount: str = ""


def phrase(at: At, option: Option) -> Phrase:
    """An option in words."""
    found = action_phrase(at, option.action)
    if option.amount is not None:
        said = str if option.money == "notes" else at.money
        low, high = said(option.amount.low), said(option.amount.high)
        return Phrase(found.group, found.text, low if low == high else f"{low} – {high}")
    return found


def action_phrase(at: At, action: Action) -> Phrase:
    """An action in words; one that has none yet is shown as it is recorded."""
    maker = PHRASES.get(type(action))
    return maker(at, action) if maker else Phrase("", msgspec.json.encode(action).decode())


def hex_name(at: At, name: str) -> str:
    """`E19 Albany`."""
    hexmap = at.t.hexmap
    number = hexmap.index.get(name)
    return f"{name} {hexmap.hexes[number].name}".strip() if number is not None else name


def share_price(at: At, company: str, source: str) -> int:
    """What a share costs from there."""
    number = at.t.company(company)
    entry, shares = at.s.companies[number], at.rules.shares
    if isinstance(shares, Shares1862):  # half of it after a buyback
        return shares.pool_price(at.s, number) if source == "pool" else shares.bank_price(at.s, number)
    return int(entry.par if source == "ipo" else at.t.market.price[entry.cell] if entry.cell >= 0 else 0)


def _private(at: At, name: str) -> str:
    return f"{name} {at.t.privates[at.t.private(name)].name}"


def _buy_private(at: At, action: act.BuyPrivate) -> Phrase:
    owner = at.s.privates[at.t.private(action.private)].owner
    if owner < 0:
        return Phrase(at.say("Buy"), at.say("Buy {what}", what=_private(at, action.private)), at.money(action.price))
    text = at.say("Buy {what} from {who}", what=_private(at, action.private), who=at.t.name(owner))
    return Phrase(at.say("Buy a private"), text)


def _buy_train(at: At, action: act.BuyTrain) -> Phrase:
    group = at.say("Buy a train")
    holder = next(
        (entry.id for entry, c in zip(at.t.companies, at.s.companies, strict=True) if action.train in c.trains), ""
    )
    if holder:
        return Phrase(group, at.say("Buy {train} from {who}", train=action.train.split("-")[0], who=holder))
    kind = action.train.split("-")[0]
    if action.trade_in:
        text = at.say("Buy {train}, hand in {old}", train=kind, old=action.trade_in.split("-")[0])
    else:
        text = at.say("Buy {train}", train=kind)
    return Phrase(group, text, at.money(action.price))


def _buy_share(at: At, action: act.BuyShare) -> Phrase:
    names = {
        "ipo": at.say("IPO"),
        "pool": at.say("Pool"),
        "treasury": at.say("Treasury"),
        "bank": at.say("Bank"),
    }
    place = names.get(action.source, action.source)
    text = at.say("Buy {company} from: {place}", company=action.company, place=place)
    return Phrase(at.say("Buy a share"), text, at.money(share_price(at, action.company, action.source)))


def _sell(at: At, action: act.SellShares) -> Phrase:
    text = at.say("Sell {company}: {percent} %", company=action.company, percent=action.percent)
    return Phrase(at.say("Sell shares"), text)


def _lay(at: At, action: act.LayTile) -> Phrase:
    group = at.say("Lay a tile with {power}", power=action.power) if action.power else at.say("Lay a tile")
    text = at.say(
        "Tile {tile} on {hex}, turned {rotation}",
        tile=action.tile,
        hex=hex_name(at, action.hex),
        rotation=action.rotation,
    )
    return Phrase(group, text)


def _run(at: At, action: act.RunRoutes) -> Phrase:
    if not action.routes:
        return Phrase(at.say("Run"), at.say("Run no train"))
    ways = [
        " – ".join(hex_name(at, item.partition(".")[0]) for item in route.path if "." in item)
        for route in action.routes
    ]
    return Phrase(at.say("Run"), at.say("Run: {ways}", ways="; ".join(ways)))


PHRASES: dict[type[Action], Callable[[At, Any], Phrase]] = {
    act.Pass: lambda at, action: Phrase("", at.say("Pass")),
    act.Bid: lambda at, action: Phrase(at.say("Bid"), at.say("Bid on {what}", what=_private(at, action.private))),
    act.BuyPrivate: _buy_private,
    act.SellPrivate: lambda at, action: Phrase(
        at.say("Offer a private"),
        at.say("Offer {what} to {who}", what=_private(at, action.private), who=at.t.seats[action.to]),
    ),
    act.Answer: lambda at, action: Phrase("", at.say("Agree") if action.accept else at.say("Refuse")),
    act.Par: lambda at, action: Phrase(
        at.say("Start a company"), at.say("Start {company}, par price", company=action.company), at.money(action.price)
    ),
    act.BuyShare: _buy_share,
    act.SellShares: _sell,
    act.SellList: lambda at, action: Phrase(
        at.say("Sell shares"),
        at.say("Sell at once: {what}", what=", ".join(f"{sale.company} {sale.percent} %" for sale in action.sales)),
    ),
    act.Exchange: lambda at, action: Phrase(
        at.say("Exchange"), at.say("Exchange {what} for a share", what=_private(at, action.private)), action.source
    ),
    act.LayTile: _lay,
    act.PlaceToken: lambda at, action: Phrase(
        at.say("Place a token"), at.say("Token in {hex}", hex=hex_name(at, action.hex))
    ),
    act.ChooseCity: lambda at, action: Phrase(
        at.say("Home"), at.say("City {number} of {hex}", number=action.stop + 1, hex=hex_name(at, action.hex))
    ),
    act.RunRoutes: _run,
    act.Dividend: lambda at, action: Phrase(
        at.say("Dividend"), at.say("Pay out") if action.choice == "pay" else at.say("Withhold")
    ),
    act.BuyTrain: _buy_train,
    act.DiscardTrain: lambda at, action: Phrase(
        at.say("Discard a train"), at.say("Discard {train}", train=action.train.split("-")[0])
    ),
    act.BidCompany: lambda at, action: Phrase(
        at.say("Auction"), at.say("Bid for {company}", company=action.company), at.money(action.amount)
    ),
    act.IssueShares: lambda at, action: Phrase(
        at.say("Issue shares"), at.say("Issue {percent} %", percent=action.percent)
    ),
    act.RedeemShares: lambda at, action: Phrase(
        at.say("Redeem shares"), at.say("Redeem {percent} %", percent=action.percent)
    ),
    act1862.WithdrawBid: lambda at, action: Phrase(
        at.say("Withdraw a bid"), at.say("Withdraw the bid on {what}", what=_private(at, action.private))
    ),
    act1862.ClosePrivate: lambda at, action: Phrase(
        at.say("Powers"), at.say("Close {private}", private=_private(at, action.private))
    ),
    act1862.Buyback: lambda at, action: Phrase(
        at.say("Share buyback"), at.say("Buy back with notes: {notes}", notes=action.notes)
    ),
    act.Bankrupt: lambda at, action: Phrase("", at.say("Declare bankruptcy")),
}
