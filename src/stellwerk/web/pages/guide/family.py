"""The guide every 18xx title begins with: a hint for each kind of decision that the family has.

A title's `guide` names only what it says differently or besides: `GUIDE = family_guide({"stock": stock_hint})`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stellwerk.web.pages.guide.auction import auction_hint, bid_off_hint
from stellwerk.web.pages.guide.building import home_hint, token_hint, track_hint
from stellwerk.web.pages.guide.buying import discard_hint, trains_hint
from stellwerk.web.pages.guide.deals import consent_hint, privates_hint
from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.pages.guide.pars import par_hint
from stellwerk.web.pages.guide.running import dividend_hint, run_hint
from stellwerk.web.pages.guide.shares import stock_hint
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.title_ui import Guide

Hints = Mapping[str, Callable[[TablePage], Hint | None]]

HINTS: Hints = {
    "auction": auction_hint,
    "bid_off": bid_off_hint,
    "par": par_hint,
    "stock": stock_hint,
    "must_sell": stock_hint,
    "run": run_hint,
    "dividend": dividend_hint,
    "discard": discard_hint,
    "privates": privates_hint,
    "consent": consent_hint,
}
LATER: Hints = {  # these search many runs
    "track": track_hint,
    "token": token_hint,
    "special_token": token_hint,
    "home_city": home_hint,
    "trains": trains_hint,
}


def family_guide(hints: Hints | None = None, later: Hints | None = None) -> Guide:
    """The family's hints with those of a title in their place; those in `later` come by a request of their own."""
    soon, late = hints or {}, later or {}
    return Guide(
        hints={kind: hint for kind, hint in {**HINTS, **soon}.items() if kind not in late},
        later={kind: hint for kind, hint in {**LATER, **late}.items() if kind not in soon},
    )
