"""Who leads a company has another name in some titles: texts say president, and are told with the title's own word."""

from __future__ import annotations

import re
from functools import cache

PRESIDENT = "president"
_ENGLISH = ((r"\bpresident", "director"), (r"\bPresident", "Director"))
_GERMAN = (
    (r"\bdas Präsidentenzertifikat\b", "die Direktoraktie"),
    (r"\bDas Präsidentenzertifikat\b", "Die Direktoraktie"),
    (r"\bPräsidentenzertifikat\b", "Direktoraktie"),
    (r"\bPräsidentenamt", "Direktorenamt"),
    (r"\b(des|eines|ihres|seines) Präsidenten\b", r"\1 Direktors"),
    (r"\b(anderer|zweier|aller) Präsidenten\b", r"\1 Direktoren"),
    (r"\bPräsident(?:en)?\b", "Direktor"),
)
# By office and language. Polish says prezes for both.
_WORDS: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {
    ("director", "en"): _ENGLISH,
    ("director", "de"): _GERMAN,
    ("director", "pl"): (),
}


def in_office(text: str, office: str, language: str) -> str:
    """A text (before its facts are put in) with the title's word for the president."""
    return text if office == PRESIDENT else _told(text, office, language)


@cache
def _told(text: str, office: str, language: str) -> str:
    for pattern, word in _WORDS.get((office, language), ()):
        text = re.sub(pattern, word, text)
    return text
