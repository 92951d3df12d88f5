"""What is done in Union Pacific, as clauses for the log. Events come as the reader may know them: where a card is named
he may see it.
"""

from collections.abc import Iterable, Iterator, Mapping

from stellwerk.core import Event, Message
from stellwerk.web.pages.payments import PaymentRow
from stellwerk.web.pages.reported import Report
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import Clause, Deed, Maker

EACH = "{name} {amount:$}"


def build(page: TablePage, deed: Deed) -> Clause | None:
    """A locomotive on a section."""
    facts = deed.event.facts
    told = {name: facts[name] for name in ("company", "section", "card")}
    return Clause(facts["who"], Message("builds {company} on {section} ({card:track})", told))


def take(page: TablePage, deed: Deed) -> Clause | None:
    """A share from display, deck or stack."""
    facts = deed.event.facts
    if facts["source"] == "display":
        return Clause(facts["who"], Message("takes {company} from the display", {"company": facts["company"]}))
    if facts["source"] == "stack":
        return Clause(facts["who"], Message("takes a share of Union Pacific"))
    if facts["source"] == "nowhere":
        return None
    if "company" in facts:
        return Clause(facts["who"], Message("draws {company} from the deck", {"company": facts["company"]}))
    return Clause(facts["who"], Message("draws a share from the deck"))


def exchange(page: TablePage, deed: Deed) -> Clause | None:
    """A share for one of Union Pacific; which one only its owner knows."""
    facts = deed.event.facts
    if "company" in facts:
        told = {"company": facts["company"]}
        return Clause(facts["who"], Message("gives up {company} for a share of Union Pacific", told))
    return Clause(facts["who"], Message("exchanges a share for one of Union Pacific"))


def decline(page: TablePage, deed: Deed) -> Clause | None:
    """No exchange."""
    return Clause(deed.fact("who"), Message("exchanges nothing"), idle=True)


def invest(page: TablePage, deed: Deed) -> Clause | None:
    """Shares are laid out."""
    facts = deed.event.facts
    return Clause(facts["who"], Message("invests {shares}", {"shares": facts["shares"]}))


def payout(page: TablePage, deed: Deed) -> Clause | None:
    """A payout with what each player got; where money is secret only what the reader got himself."""
    number, sums = deed.event.facts["number"], dict.fromkeys(page.seat_numbers, 0)
    for payment in paid_out(deed.events):
        if payment.payee in sums:
            sums[payment.payee] += payment.amount
    hidden = [player["name"] for player in page.view["players"] if player["money"] is None]
    told = tuple(
        Message(EACH, {"name": name, "amount": amount})
        for name, amount in sums.items()
        if name not in hidden
    )  # fmt: skip
    if not told:
        return None
    return Clause("", Message("payout {number}: {paid}", {"number": number, "paid": told}))


def paid_out(events: Iterable[Event]) -> Iterator[PaymentRow]:
    """What was paid to whom by which company."""
    for event in events:
        if event.kind == "payout" and isinstance(event.facts["paid"], tuple):
            for part in event.facts["paid"]:
                company = event.facts["company"]
                yield PaymentRow(company, part.facts["name"], part.facts["amount"], "payout", company)


REPORTS: Report = {
    "builds {company} on {section} ({card:track})": Message("built {company} on {section} ({card:track})"),
    "takes {company} from the display": Message("took {company} from the display"),
    "takes a share of Union Pacific": Message("took a share of Union Pacific"),
    "draws {company} from the deck": Message("drew {company} from the deck"),
    "draws a share from the deck": Message("drew a share from the deck"),
    "gives up {company} for a share of Union Pacific": Message("gave up {company} for a share of Union Pacific"),
    "exchanges a share for one of Union Pacific": Message("exchanged a share for one of Union Pacific"),
    "exchanges nothing": Message("exchanged nothing"),
    "invests {shares}": Message("invested {shares}"),
    "{who} lays out a payout card": Message("{who} laid out a payout card"),
}
DEEDS: Mapping[str, Maker] = {
    "build": build,
    "take": take,
    "exchange": exchange,
    "decline": decline,
    "invest": invest,
    "payout_start": payout,
}
