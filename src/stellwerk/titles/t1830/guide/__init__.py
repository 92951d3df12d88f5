"""The guide for a first game of 1830: what it says besides the family."""

from __future__ import annotations

from stellwerk.web.pages.guide.family import family_guide

from .powers import privates_hint, stock_hint, track_hint

GUIDE = family_guide(
    hints={"stock": stock_hint, "must_sell": stock_hint, "privates": privates_hint}, later={"track": track_hint}
)
