"""What is done in 1854 only, as clauses for the log."""

from collections.abc import Mapping

from stellwerk.core import Message
from stellwerk.web.pages.payments import payments
from stellwerk.web.pages.reported import Report
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import Clause, Deed, Maker


def tunnel(page: TablePage, deed: Deed) -> Clause | None:
    """A tunnel, with what it cost."""
    company = deed.fact("company")
    told = {"hex": deed.fact("hex"), "cost": deed.paid(company, "tunnel.cost", "tunnel.discount")}
    return Clause(
        company,
        Message("lays a tunnel below {hex} for {cost:$}" if told["cost"] else "lays a tunnel below {hex}", told),
    )


def option(page: TablePage, deed: Deed) -> Clause | None:
    """An option is taken or completed; one that is sold is a sale."""
    done, who = deed.fact("done"), deed.fact("who")
    told = {"company": deed.fact("company"), "amount": deed.paid(who, "option", "option.complete")}
    if done == "taken":
        return Clause(who, Message("takes an option on {company} for {amount:$}", told))
    if done == "completed":
        return Clause(who, Message("completes the option on {company} for {amount:$}", told))
    return None


def contract(page: TablePage, deed: Deed) -> Clause | None:
    """A mail contract."""
    company = deed.fact("company")
    told = {"contract": deed.fact("contract"), "amount": deed.paid(company, "contract")}
    return Clause(company, Message("buys a mail contract for {amount:$}: {contract:contract}", told))


def shared(page: TablePage, deed: Deed) -> Clause | None:
    """What a local pays its owner, or a dividend."""
    company, facts = deed.fact("company"), deed.event.facts
    if "share" in facts:
        return Clause(company, Message("pays {share:$} per share", {"share": facts["share"]}))
    half = sum(
        payment.amount
        for payment in payments(deed.events)
        if payment.reason == "dividend.local" and payment.of == company and payment.payee != company
    )
    return Clause(company, Message("pays its owner {amount:$}", {"amount": half}))


def proposal(page: TablePage, deed: Deed) -> Clause | None:
    """A local asks another."""
    return Clause(deed.fact("local"), Message("proposes a merger with {company}", {"company": deed.fact("partner")}))


REPORTS: Report = {
    "lays a tunnel below {hex} for {cost:$}": Message("laid a tunnel below {hex} for {cost:$}"),
    "lays a tunnel below {hex}": Message("laid a tunnel below {hex}"),
    "takes an option on {company} for {amount:$}": Message("took an option on {company} for {amount:$}"),
    "completes the option on {company} for {amount:$}": Message("completed the option on {company} for {amount:$}"),
    "buys a mail contract for {amount:$}: {contract:contract}": Message(
        "bought a mail contract for {amount:$}: {contract:contract}"
    ),
    "pays its owner {amount:$}": Message("paid its owner {amount:$}"),
    "proposes a merger with {company}": Message("proposed a merger with {company}"),
    "trains {kind} are scrapped": Message("trains {kind} were scrapped"),
    "{train} leaves the game": Message("{train} left the game"),
    "all trains {kind} leave the game": Message("all trains {kind} left the game"),
    "the last train {kind} in the bank leaves the game": Message("the last train {kind} in the bank left the game"),
    "locals {one} and {other} become AG {charter}": Message("locals {one} and {other} became AG {charter}"),
    "the locals left must merge": Message("the locals left had to merge"),
    "the shares of {company} are split at {price:$}": Message("the shares of {company} were split at {price:$}"),
    "all have passed: an operating round comes first": Message("all passed: an operating round came first"),
    "nobody can do anything any more": Message("nobody could do anything any more"),
}
DEEDS: Mapping[str, Maker] = {
    "tunnel": tunnel,
    "option": option,
    "contract": contract,
    "dividend": shared,
    "proposal": proposal,
}
