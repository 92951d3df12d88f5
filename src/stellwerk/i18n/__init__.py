"""Texts in the reader's language: events, refusals, receipts and interface words, from message catalogues."""

from stellwerk.i18n.catalogue import ENGLISH, LANGUAGES, best_language, translate
from stellwerk.i18n.receipts import receipt_in
from stellwerk.i18n.texts import event_text, refusal_text, value_text
from stellwerk.i18n.words import word

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "best_language",
    "event_text",
    "receipt_in",
    "refusal_text",
    "translate",
    "value_text",
    "word",
]
