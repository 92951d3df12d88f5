"""Words that only 1830 has."""

from __future__ import annotations

from stellwerk.core.words import STEP
from stellwerk.eighteen import wording

WORDS: dict[str, dict[str, str]] = {
    STEP: {"cs": "extra lay", "special_token": "free token"},
}

QUESTIONS = {
    **wording.QUESTIONS,
    "special_token": "Place the free token, or pass.",
}
