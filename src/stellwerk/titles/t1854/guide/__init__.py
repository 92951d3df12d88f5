"""The guide for a first game of 1854: what it says besides the family."""

from __future__ import annotations

from stellwerk.web.pages.guide.family import family_guide

from .auction import auction_hint
from .building import track_hint
from .locals import charter_hint, merger_hint, merger_offer_hint
from .mail import contract_hint
from .running import run_hint
from .shares import stock_hint
from .trains import consent_hint, discard_hint, trains_hint

GUIDE = family_guide(
    hints={
        "auction": auction_hint,
        "stock": stock_hint,
        "run": run_hint,
        "discard": discard_hint,
        "consent": consent_hint,
        "contract": contract_hint,
        "merger": merger_hint,
        "merger_offer": merger_offer_hint,
        "charter": charter_hint,
    },
    later={"track": track_hint, "trains": trains_hint},
)
