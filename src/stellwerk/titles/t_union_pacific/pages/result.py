"""What decided a game of Union Pacific: which companies and which payouts brought whom how much."""

from __future__ import annotations

from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.result.decided import Decided, SourceRow, lead, ranked
from stellwerk.web.pages.table_page import TablePage

from .marks import shares
from .panels import ended
from .standing import PayoutTable, payouts

HERE = folder_of(__name__)


def decided(page: TablePage) -> Decided:
    """Sums by company and by payout; both add up to the scores. Everything that was hidden lies open now."""
    tables, names = payouts(page), page.game.rules.seats
    by_company = [
        SourceRow(
            entry.abbr,
            tuple(sum(_paid(table, entry.id, seat) for table in tables) for seat in range(len(names))),
        )
        for entry in shares(page)
    ]
    by_payout = [
        SourceRow(
            page.say("Payout {number}", number=table.number),
            tuple(table.totals[seat] or 0 for seat in range(len(names))),
        )
        for table in tables
    ]
    context = ended(page).context
    third = context["third"]
    lost = third is not None and not page.result.winners
    return Decided(
        sentences=[] if lost else [*lead(page), *_from_where(page, by_company, by_payout)],
        sources=[entry for entry in by_company if any(entry.amounts)],
        panels=[
            Panel(f"{HERE}/result.html", {"payouts": by_payout, "order": ranked(page)}),
            Panel(f"{HERE}/opened.html", context),
        ],
        heading=page.say("The third player wins: both have lost") if lost else "",
    )


def _paid(table: PayoutTable, company: str, seat: int) -> int:
    return sum(row.cells[seat].amount or 0 for row in table.rows if row.share.id == company)


def _from_where(page: TablePage, companies: list[SourceRow], payouts: list[SourceRow]) -> list[str]:
    """Which company and which payout brought the winner most."""
    first = ranked(page)[0]
    who = page.game.rules.seats[first]
    best = max(companies, key=lambda entry: entry.amounts[first])
    told = [
        page.say("{company} brought {who} most: {amount:$}.", company=best.text, who=who, amount=best.amounts[first])
    ]
    ahead = max(companies, key=lambda entry: entry.amounts[first] - max(_others(entry.amounts, first)))
    gap = ahead.amounts[first] - max(_others(ahead.amounts, first))
    if gap > 0:
        facts = {"company": ahead.text, "who": who, "amount": gap}
        told.append(page.say("In {company} {who} is {amount:$} ahead of everybody else.", **facts))
    top = max(payouts, key=lambda entry: entry.amounts[first])
    told.append(
        page.say("The best for {who}: {payout} with {amount:$}.", who=who, payout=top.text, amount=top.amounts[first])
    )
    return told


def _others(amounts: tuple[int, ...], seat: int) -> list[int]:
    return [amount for other, amount in enumerate(amounts) if other != seat]
