"""What a phase of 1854 brings besides its trains and tiles, in the reader's language."""

from __future__ import annotations

from stellwerk.web.pages.at import At

from ..phases import FORCE, MERGE, TRADE


def phase_words(at: At, events: tuple[str, ...]) -> list[str]:
    """The events of a phase that no train tells."""
    names = {
        TRADE: at.say("companies may trade trains"),
        MERGE: at.say("locals may merge"),
        FORCE: at.say("locals must merge"),
    }
    return [names[event] for event in events if event in names]
