"""The guide for a first game of Union Pacific: a hint for every kind of decision, from what the seat may know."""

from __future__ import annotations

from stellwerk.web.pages.title_ui import Guide

from ..state import EXCHANGE, PICK, REPLACE, TAKE, TURN
from .cards import exchange_hint, pick_hint, replace_hint, take_hint
from .turn import turn_hint

GUIDE = Guide(hints={PICK: pick_hint, TURN: turn_hint, TAKE: take_hint, EXCHANGE: exchange_hint, REPLACE: replace_hint})
