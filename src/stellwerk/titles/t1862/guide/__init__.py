"""The guide for a first game of 1862: what it says besides the family."""

from __future__ import annotations

from stellwerk.web.pages.guide.family import family_guide

from .lending import buyback_hint, raise_hint
from .powers import auction_hint, stock_hint, token_hint, track_hint

GUIDE = family_guide(
    hints={
        "auction": auction_hint,
        "stock": stock_hint,
        "must_sell": stock_hint,
        "buyback": buyback_hint,
        "raise": raise_hint,
    },
    later={"track": track_hint, "token": token_hint},
)
