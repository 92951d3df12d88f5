"""Events and refusals as sentences in the reader's language."""

from __future__ import annotations

from stellwerk.core import Event, Illegal
from stellwerk.core.wording import sentence
from stellwerk.i18n.catalogue import ENGLISH, LANGUAGES, translate, translate_in
from stellwerk.i18n.words import facts_in

VALUE = "value"  # context of the values of a title's options


def event_text(event: Event, language: str) -> str:
    """The log line."""
    if language == ENGLISH or language not in LANGUAGES:
        return event.text
    facts = facts_in(event.template, event.facts, language)
    return sentence(translate(event.template, language), facts, event.money)


def refusal_text(illegal: Illegal, language: str) -> str:
    """Why an action is refused, without the paragraph."""
    if language == ENGLISH or language not in LANGUAGES:
        return illegal.text
    facts = facts_in(illegal.template, illegal.facts, language)
    return sentence(translate(illegal.template, language), facts, illegal.money)


def value_text(value: bool | int | str, language: str) -> str:
    """The value of a title's option: yes or no, a number as it is, a text translated."""
    if isinstance(value, bool):
        return translate_in(VALUE, "yes" if value else "no", language)
    return translate_in(VALUE, value, language) if isinstance(value, str) else str(value)
