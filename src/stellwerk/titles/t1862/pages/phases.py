"""What a phase of 1862 brings besides its trains and tiles, in the reader's language (1862 14)."""

from __future__ import annotations

from stellwerk.eighteen.schema import PhaseData
from stellwerk.web.pages.table_page import TablePage

from ..figures import figures


def phase_words(page: TablePage, phase: PhaseData) -> list[str]:
    """The events of a phase that no train tells."""
    paid = figures(page.t).loan.paid_out.get(phase.color, 0)
    names = {
        "one_yellow": page.say("one yellow tile in a turn"),
        "two_yellows": page.say("two yellow tiles or one upgrade in a turn"),
        "buyback": page.say("share buyback; a note pays out {amount:$}", amount=paid),
        "notes": page.say("a note pays out {amount:$}", amount=paid),
        "high_bonus": page.say("high bonus rate"),
    }
    return [names[event] for event in phase.events]
