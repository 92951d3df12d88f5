"""Events and refusals as sentences in the reader's language."""

from __future__ import annotations

from stellwerk.core import Event, Illegal
from stellwerk.core.wording import sentence
from stellwerk.i18n.catalogue import ENGLISH, LANGUAGES, translate, translate_in
from stellwerk.i18n.office import PRESIDENT, in_office
from stellwerk.i18n.words import facts_in

VALUE = "value"  # context of the values of a title's options


def event_text(event: Event, language: str, apart: str = "", office: str = PRESIDENT) -> str:
    """The log line. `apart` stands between thousands, `office` is the title's word for a president."""
    return _text(event, language, apart, office)


def refusal_text(illegal: Illegal, language: str, apart: str = "", office: str = PRESIDENT) -> str:
    """Why an action is refused, without the paragraph."""
    return _text(illegal, language, apart, office)


def _text(said: Event | Illegal, language: str, apart: str, office: str) -> str:
    facts = said.facts
    if language != ENGLISH and language in LANGUAGES:
        facts = facts_in(said.template, said.facts, language)
    else:
        language = ENGLISH
    return sentence(in_office(translate(said.template, language), office, language), facts, said.money, apart)


def value_text(value: bool | int | str, language: str) -> str:
    """The value of a title's option: yes or no, a number as it is, a text translated."""
    if isinstance(value, bool):
        return translate_in(VALUE, "yes" if value else "no", language)
    return translate_in(VALUE, value, language) if isinstance(value, str) else str(value)
