"""What players and companies of the 18xx family do, as clauses: one maker for each kind of event that is a deed.

A maker returns None for what is not told here: bookkeeping, or the event's own words say it.
"""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.core import Message
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.payments import payments
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import Clause, Deed, Maker

TRAINS = ("trains.price", "trains.other", "trains.pool", "trains.repaired", "trains.trade")
SALES = ("sell.price", "sell.before", "sell.after")


def tile(page: TablePage, deed: Deed) -> Clause | None:
    """A lay, with what it cost."""
    company, facts = deed.fact("company"), deed.event.facts
    if not company:
        return None
    told = {"tile": facts["tile"], "hex": facts["hex"], "cost": deed.paid(company, "track.cost", "track.border")}
    return Clause(
        company, Message("lays {tile} on {hex} for {cost:$}" if told["cost"] else "lays {tile} on {hex}", told)
    )


def token(page: TablePage, deed: Deed) -> Clause | None:
    """A token, with what it cost."""
    company = deed.fact("company")
    told = {"hex": deed.fact("hex"), "cost": deed.paid(company, "token", "token.cash")}
    return Clause(
        company, Message("places a token in {hex} for {cost:$}" if told["cost"] else "places a token in {hex}", told)
    )


def run(page: TablePage, deed: Deed) -> Clause | None:
    """A run; somebody may point out a better one."""
    facts = deed.event.facts
    if "who" in facts:
        return None
    return Clause(facts["company"], Message("runs for {revenue:$}", {"revenue": facts["revenue"]}))


def dividend(page: TablePage, deed: Deed) -> Clause | None:
    """What is paid on a share."""
    if "share" not in deed.event.facts:
        return Clause(deed.fact("company"), Message("shares its income"))
    return Clause(deed.fact("company"), Message("pays {share:$} per share", {"share": deed.event.facts["share"]}))


def withhold(page: TablePage, deed: Deed) -> Clause | None:
    """What is kept; a company that had nothing to keep has done nothing."""
    company = deed.fact("company")
    kept = sum(
        payment.amount
        for payment in payments(deed.events)
        if payment.payee == company and payment.reason in ("dividend", "dividend.kept")
    )
    if kept:
        return Clause(company, Message("withholds {amount:$}", {"amount": kept}))
    return Clause(company, Message("pays no dividend"), idle=True)


def train(page: TablePage, deed: Deed) -> Clause | None:
    """A train, from whom and for how much."""
    company, kind = deed.fact("company"), kind_of(deed.fact("train"))
    bought = [payment for payment in payments(deed.events) if payment.payer == company and payment.reason in TRAINS]
    told = {"train": kind, "price": sum(payment.amount for payment in bought)}
    if bought and bought[-1].payee:
        told["company"] = bought[-1].payee
        return Clause(company, Message("buys train {train} from {company} for {price:$}", told))
    return Clause(company, Message("buys train {train} for {price:$}" if bought else "gets train {train}", told))


def discard(page: TablePage, deed: Deed) -> Clause | None:
    """A train over the limit."""
    return Clause(deed.fact("company"), Message("discards train {train}", {"train": kind_of(deed.fact("train"))}))


def passing(page: TablePage, deed: Deed) -> Clause | None:
    """Nothing is done."""
    facts = deed.event.facts
    if "left" in facts:
        left = Message("leaves the auction") if facts["left"] == "auction" else Message("leaves the bid-off")
        return Clause(facts["who"], left)
    if "who" in facts:
        return Clause(facts["who"], Message("passes"), idle=True)
    if "part" in facts:
        return Clause(facts["company"], Message("passes ({part:step})", {"part": facts["part"]}), idle=True)
    return None


def bid(page: TablePage, deed: Deed) -> Clause | None:
    """A bid or a raise."""
    facts = deed.event.facts
    told = {"amount": facts["amount"], "company": facts.get("company"), "private": facts.get("private")}
    if told["company"]:
        return Clause(facts["who"], Message("bids {amount:$} for {company}", told))
    if told["private"]:
        return Clause(facts["who"], Message("bids {amount:$} for {private}", told))
    return Clause(facts["who"], Message("raises to {amount:$}", told))


def withdraw(page: TablePage, deed: Deed) -> Clause | None:
    """A bid that is taken back."""
    return Clause(deed.fact("who"), Message("withdraws the bid on {private}", {"private": deed.fact("private")}))


def private(page: TablePage, deed: Deed) -> Clause | None:
    """A private changes hands."""
    facts = deed.event.facts
    told = {"private": facts["private"], "price": facts["price"], "company": facts.get("seller")}
    if told["company"]:
        return Clause(facts["who"], Message("gets {private} from {company} for {price:$}", told))
    return Clause(facts["who"], Message("gets {private} for {price:$}", told))


def exchange(page: TablePage, deed: Deed) -> Clause | None:
    """A private for a share."""
    told = {"private": deed.fact("private"), "company": deed.fact("company")}
    return Clause(deed.fact("who"), Message("exchanges {private} for a share of {company}", told))


def offer(page: TablePage, deed: Deed) -> Clause | None:
    """A question to somebody else."""
    facts = deed.event.facts
    told = {"who": facts["who"], "price": facts["price"], "private": facts.get("private")}
    if "train" in facts:
        told["train"] = kind_of(facts["train"])
        return Clause(facts["by"], Message("offers {who} {price:$} for train {train}", told))
    if facts["sells"]:
        return Clause(facts["by"], Message("offers {private} to {who} for {price:$}", told))
    return Clause(facts["by"], Message("offers {who} {price:$} for {private}", told))


def agreed(page: TablePage, deed: Deed) -> Clause | None:
    """Consent."""
    return Clause(deed.fact("who"), Message("agrees"))


def refused(page: TablePage, deed: Deed) -> Clause | None:
    """No consent."""
    return Clause(deed.fact("who"), Message("refuses"))


def paid(page: TablePage, deed: Deed) -> Clause | None:
    """Shares that are bought or sold: there the payment is the deed."""
    facts, why = deed.event.facts, deed.event.facts["why"].facts
    reason, amount = facts["reason"], facts["amount"]
    if reason == "buy.price":
        told = {"percent": why["percent"], "company": why["company"], "source": why["source"], "amount": amount}
        return Clause(facts["payer"], Message("buys {percent} % of {company} for {amount:$} ({source:source})", told))
    if reason == "par":
        par = [event.facts["after"] for event in deed.events if event.kind == "price"]
        told = {"company": why["company"], "par": par[0] if par else 0, "amount": amount}
        if par:
            return Clause(facts["payer"], Message("starts {company} at {par:$} and pays {amount:$}", told))
        return Clause(facts["payer"], Message("starts {company} for {amount:$}", told))
    if reason in SALES and isinstance(facts["payee"], str):
        return sale(deed, facts["payee"])
    return None


def par_given(page: TablePage, deed: Deed) -> Clause | None:
    """The par price of a company whose first certificate came with a private."""
    facts = deed.event.facts
    if facts.get("reason") != "par.given":
        return None
    return Clause(facts["company"], Message("gets the par price {price:$}", {"price": facts["after"]}))


def sale(deed: Deed, who: str) -> Clause:
    """All that somebody sells in one decision."""
    sold: dict[str, int] = {}
    amount = 0
    for event in deed.events:
        if event.kind == "paid" and event.facts["reason"] in SALES and event.facts["payee"] == who:
            why = event.facts["why"].facts
            sold[why["company"]] = sold.get(why["company"], 0) + why["percent"]
            amount += event.facts["amount"]
    sales = tuple(
        Message("{percent} % of {company}", {"percent": percent, "company": company})
        for company, percent in sold.items()
    )  # fmt: skip
    return Clause(who, Message("sells {sales} for {amount:$}", {"sales": sales, "amount": amount}))


FAMILY: Mapping[str, Maker] = {
    "tile": tile,
    "token": token,
    "run": run,
    "dividend": dividend,
    "withhold": withhold,
    "train": train,
    "discard": discard,
    "pass": passing,
    "bid": bid,
    "withdraw": withdraw,
    "private": private,
    "exchange": exchange,
    "offer": offer,
    "agreed": agreed,
    "refused": refused,
    "paid": paid,
    "price": par_given,
}
