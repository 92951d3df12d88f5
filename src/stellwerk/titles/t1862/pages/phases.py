"""What a phase of 1862 brings besides its trains and tiles, in the reader's language (1862 14)."""

from __future__ import annotations

from stellwerk.web.pages.table_page import TablePage

_TOLD = (" trains scrapped", " available", "off-board values")  # by the trains, and for all titles alike


def phase_words(page: TablePage, events: tuple[str, ...]) -> list[str]:
    """The events of a phase as sentences; one that has none yet is shown as the title file has it."""
    names = {
        "one yellow tile per turn": page.say("one yellow tile in a turn"),
        "two yellow tiles or one upgrade per turn": page.say("two yellow tiles or one upgrade in a turn"),
        "share buyback allowed, 60 paid out per 100 of debt": page.say(
            "share buyback; a note pays out {amount:$}", amount=60
        ),
        "80 paid out per 100 of debt": page.say("a note pays out {amount:$}", amount=80),
        "90 paid out per 100 of debt": page.say("a note pays out {amount:$}", amount=90),
        "high bonus rate": page.say("high bonus rate"),
    }
    return [names.get(event, event) for event in events if not event.endswith(_TOLD)]
