"""The guide for a first game of 18TE: what it says besides the family."""

from __future__ import annotations

from stellwerk.web.pages.guide.family import family_guide

from .building import token_hint, track_hint
from .founding import auction_hint
from .issuing import issue_hint
from .objecting import objection_hint
from .sides import trains_hint
from .starting import stock_hint

GUIDE = family_guide(
    hints={
        "stock": stock_hint,
        "must_sell": stock_hint,
        "company_auction": auction_hint,
        "objection": objection_hint,
        "trains": trains_hint,
        "issue": issue_hint,
    },
    later={"track": track_hint, "token": token_hint},
)
