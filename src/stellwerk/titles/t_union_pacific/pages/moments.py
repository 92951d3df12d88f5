"""The moments of Union Pacific: a payout as a table of companies and players."""

from __future__ import annotations

from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.moments.moment import Build, Happening, Moment

from .standing import payouts

HERE = folder_of(__name__)


def payout(what: Happening) -> Moment | None:
    """Who gets what from which company, as far as the reader may know it (13.1a)."""
    page, number = what.page, int(what.facts["number"])
    table = next((entry for entry in payouts(page) if entry.number == number), None)
    if table is None:
        return None
    mine = next((amount for name, amount in table.told if what.is_you(name)), None)
    last = what.after["payouts"]["last"]
    return Moment(
        "payout",
        page.say("Payout {number} of {last}", number=number, last=last),
        you="" if mine is None else page.say("You get {amount:$}", amount=mine),
        important=True,
        rule=what.event.rule,
        panel=Panel(f"{HERE}/moment.html", {"table": table}),
    )


MOMENTS: dict[str, Build] = {"payout_start": payout}
