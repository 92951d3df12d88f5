"""What is done in 18TE only, as clauses for the log."""

from collections.abc import Mapping

from stellwerk.core import Message
from stellwerk.web.pages import deeds
from stellwerk.web.pages.reported import Report
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import Clause, Deed, Maker


def paid(page: TablePage, deed: Deed) -> Clause | None:
    """Certificates that a company issues or redeems; else as in the family."""
    facts = deed.event.facts
    told = {"percent": facts["why"].facts.get("percent"), "amount": facts["amount"]}
    if facts["reason"] == "issue":
        return Clause(facts["payee"], Message("issues {percent} % of its shares for {amount:$}", told))
    if facts["reason"] == "redeem":
        return Clause(facts["payer"], Message("redeems {percent} % of its shares for {amount:$}", told))
    return deeds.paid(page, deed)


def founded(page: TablePage, deed: Deed) -> Clause | None:
    """A company begins, with what its president paid."""
    who = deed.fact("who")
    told = {"company": deed.fact("company"), "amount": deed.paid(who, "found")}
    return Clause(who, Message("founds {company} for {amount:$}" if told["amount"] else "founds {company}", told))


def run(page: TablePage, deed: Deed) -> Clause | None:
    """A run, or a better one that somebody points out."""
    facts = deed.event.facts
    if "who" not in facts:
        return deeds.run(page, deed)
    told = {"company": facts["company"], "revenue": facts["revenue"]}
    return Clause(facts["who"], Message("points out a better run of {company}: {revenue:$}", told))


def accepted(page: TablePage, deed: Deed) -> Clause | None:
    """Nobody objects."""
    return Clause(deed.fact("who"), Message("accepts the run"), idle=True)


REPORTS: Report = {
    "issues {percent} % of its shares for {amount:$}": Message("issued {percent} % of its shares for {amount:$}"),
    "redeems {percent} % of its shares for {amount:$}": Message("redeemed {percent} % of its shares for {amount:$}"),
    "founds {company} for {amount:$}": Message("founded {company} for {amount:$}"),
    "founds {company}": Message("founded {company}"),
    "points out a better run of {company}: {revenue:$}": Message("pointed out a better run of {company}: {revenue:$}"),
    "accepts the run": Message("accepted the run"),
    "no train was bought: a {card} is exported": Message("no train was bought: a {card} was exported"),
    "{company} is bankrupt and leaves the game": Message("{company} went bankrupt and left the game"),
    "{company} reaches the end of the price table": Message("{company} reached the end of the price table"),
}
DEEDS: Mapping[str, Maker] = {"paid": paid, "founded": founded, "run": run, "accepted": accepted}
