"""The guide for a first game: hints in the decision panel, made from the options, the position and the router.

Nothing here follows a script: every hint is worked out from what may be done in the position as it is, so it is right
whatever the player has done before. A hint may fill in a choice; it never plays it.
"""

from __future__ import annotations

from stellwerk.web.pages.at import At
from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.pages.guide.setting import ON, guided


def can_guide(at: At) -> bool:
    """True if the title has a guide and the reader plays at the table."""
    return at.ui.guide is not None and bool(at.rights.seats)


def hint_of(at: At) -> Hint | None:
    """The hint for the decision that is the reader's, if he wants hints."""
    if not at.yours or not can_guide(at) or guided(at.reader, at.id) != ON:
        return None
    return any_hint(at, wait=True)


def any_hint(at: At, *, wait: bool = False) -> Hint | None:
    """The hint for a decision, whoever asks; with `wait` one that takes a while only says that it comes."""
    kind, guide = at.decision.kind if at.decision else "", at.ui.guide
    if guide is None:
        return None
    if kind in guide.later:
        return Hint([], later=True) if wait else guide.later[kind](at)
    build = guide.hints.get(kind)
    return build(at) if build else None


__all__ = ["any_hint", "can_guide", "hint_of"]
