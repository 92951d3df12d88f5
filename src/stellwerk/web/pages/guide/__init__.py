"""The guide for a first game: hints in the decision panel, made from the options, the position and the router.

Nothing here follows a script: every hint is worked out from what may be done in the position as it is, so it is right
whatever the player has done before. A hint may fill in a choice; it never plays it.
"""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.web.pages.at import At
from stellwerk.web.pages.guide.building import token_hint, track_hint
from stellwerk.web.pages.guide.buying import discard_hint, issue_hint, trains_hint
from stellwerk.web.pages.guide.founding import auction_hint
from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.pages.guide.running import dividend_hint, objection_hint, run_hint
from stellwerk.web.pages.guide.setting import ON, guided
from stellwerk.web.pages.guide.shares import consent_hint, stock_hint

HINTS: dict[str, Callable[[At], Hint | None]] = {  # by kind of decision
    "stock": stock_hint,
    "must_sell": stock_hint,
    "company_auction": auction_hint,
    "run": run_hint,
    "objection": objection_hint,
    "dividend": dividend_hint,
    "trains": trains_hint,
    "issue": issue_hint,
    "discard": discard_hint,
    "consent": consent_hint,
}
LATER: dict[str, Callable[[At], Hint | None]] = {  # these search many runs and come by a request of their own
    "track": track_hint,
    "token": token_hint,
}
TITLES = ("18te",)  # titles whose first game can be guided; the hints themselves know the family only


def can_guide(at: At) -> bool:
    """True if the guide knows the title and the reader plays at the table."""
    return at.family and at.game.rules.title in TITLES and bool(at.rights.seats)


def hint_of(at: At) -> Hint | None:
    """The hint for the decision that is the reader's, if he wants hints."""
    if not at.yours or not can_guide(at) or guided(at.reader, at.id) != ON:
        return None
    return any_hint(at, wait=True)


def any_hint(at: At, *, wait: bool = False) -> Hint | None:
    """The hint for a decision, whoever asks; with `wait` one that takes a while only says that it comes."""
    kind = at.decision.kind if at.decision else ""
    if kind in LATER:
        return Hint([], later=True) if wait else LATER[kind](at)
    build = HINTS.get(kind)
    return build(at) if build else None


__all__ = ["HINTS", "LATER", "any_hint", "can_guide", "hint_of"]
