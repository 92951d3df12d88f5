"""What a phase of 1854 brings besides its trains and tiles, in the reader's language."""

from __future__ import annotations

from stellwerk.eighteen.schema import PhaseData
from stellwerk.web.pages.table_page import TablePage

from ..phases import FORCE, MERGE, TRADE


def phase_words(page: TablePage, phase: PhaseData) -> list[str]:
    """The events of a phase that no train tells."""
    names = {
        TRADE: page.say("companies may trade trains"),
        MERGE: page.say("locals may merge"),
        FORCE: page.say("locals must merge"),
    }
    return [names[event] for event in phase.events if event in names]
