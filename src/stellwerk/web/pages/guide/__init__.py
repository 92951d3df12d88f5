"""The guide for a first game: hints in the decision panel, made from the options, the position and the router.

Nothing here follows a script: every hint is worked out from what may be done in the position as it is, so it is right
whatever the player has done before. A hint may fill in a choice; it never plays it.
"""

from __future__ import annotations

from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.pages.guide.setting import ON, guided
from stellwerk.web.pages.table_page import TablePage


def can_guide(page: TablePage) -> bool:
    """True if the title has a guide and the reader plays at the table."""
    return page.ui.guide is not None and bool(page.rights.seats)


def hint_of(page: TablePage) -> Hint | None:
    """The hint for the decision that is the reader's, if he wants hints."""
    if not page.yours or not can_guide(page) or guided(page.reader, page.id) != ON:
        return None
    return any_hint(page, wait=True)


def any_hint(page: TablePage, *, wait: bool = False) -> Hint | None:
    """The hint for a decision, whoever asks; with `wait` one that takes a while only says that it comes."""
    kind, guide = page.decision.kind if page.decision else "", page.ui.guide
    if guide is None:
        return None
    if kind in guide.later:
        return Hint([], later=True) if wait else guide.later[kind](page)
    build = guide.hints.get(kind)
    return build(page) if build else None


__all__ = ["any_hint", "can_guide", "hint_of"]
