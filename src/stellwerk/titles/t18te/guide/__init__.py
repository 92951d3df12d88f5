"""The guide for a first game of 18TE: a hint for every kind of decision."""

from __future__ import annotations

from stellwerk.web.pages.title_ui import Guide

from .building import token_hint, track_hint
from .buying import discard_hint, issue_hint, trains_hint
from .founding import auction_hint
from .running import dividend_hint, objection_hint, run_hint
from .shares import consent_hint, stock_hint

GUIDE = Guide(
    hints={
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
    },
    later={"track": track_hint, "token": token_hint},  # these search many runs
)
