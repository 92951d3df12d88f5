"""The message catalogues. English is the language of the code: it needs none, and stands in where one has a gap."""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path

from stellwerk.core import Plural

ENGLISH = "en"
LANGUAGES = ("en", "de", "pl")
DOMAINS = ("engine", "words", "titles", "interface")  # one .po and one .mo file each
LOCALE = Path(__file__).parent / "locale"
_MOST_RANGES = 50  # of an Accept-Language header that are looked at; browsers send a handful


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> gettext.NullTranslations:
    """All domains of a language as one catalogue; an empty one for English."""
    found = gettext.NullTranslations()
    if language == ENGLISH or language not in LANGUAGES:
        return found
    for domain in DOMAINS:
        with (LOCALE / language / "LC_MESSAGES" / f"{domain}.mo").open("rb") as stream:
            part = gettext.GNUTranslations(stream)
        part.add_fallback(found)
        found = part
    return found


def translate(template: str, language: str) -> str:
    """A template, a text of a title or an interface text in `language`; as it is where there is no translation."""
    if not template or language not in LANGUAGES:  # the empty text is the catalogue's own header
        return template
    return _catalogue(language).gettext(template)


def translate_count(text: Plural, count: int, language: str) -> str:
    """As `translate`, in the form the language has for `count` things."""
    if language not in LANGUAGES:
        return text.one if count == 1 else text.many
    return _catalogue(language).ngettext(text.one, text.many, count)


def translate_in(context: str, text: str, language: str) -> str:
    """As `translate`, for a text whose translation depends on where it is used, or on whose words a title has."""
    if not text or language not in LANGUAGES:
        return text
    return _catalogue(language).pgettext(context, text)


def translate_count_in(context: str, text: Plural, count: int, language: str) -> str:
    """As `translate_count`, for a text whose translation depends on whose words a title has."""
    if language not in LANGUAGES:
        return text.one if count == 1 else text.many
    return _catalogue(language).npgettext(context, text.one, text.many, count)


def best_language(accept_language: str | None) -> str:
    """The language a browser asks for in its `Accept-Language` header; English if it asks for none of ours."""
    best, weight = ENGLISH, 0.0
    for entry in (accept_language or "").split(",", _MOST_RANGES)[:_MOST_RANGES]:
        name, _, parameter = entry.partition(";")
        language = name.strip().lower().partition("-")[0]
        asked = _weight(parameter)
        if language in LANGUAGES and asked > weight:  # of equal ones the first
            best, weight = language, asked
    return best


def _weight(parameter: str) -> float:
    """`q=0.8` as a number from 0 to 1; 1 where nothing is said, 0 for anything else."""
    key, _, value = parameter.partition("=")
    if not parameter.strip():
        return 1.0
    digits = value.strip()
    if key.strip().lower() != "q" or len(digits) > 5 or not digits.replace(".", "", 1).isdecimal():
        return 0.0
    weight = float(digits)
    return weight if weight <= 1 else 0.0
