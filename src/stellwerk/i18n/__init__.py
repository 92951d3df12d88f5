"""Texts in the reader's language: messages, receipts and interface words, from message catalogues."""

from stellwerk.i18n.catalogue import ENGLISH, LANGUAGES, best_language, translate
from stellwerk.i18n.texts import receipt_in, tell, value_text, word

__all__ = ["ENGLISH", "LANGUAGES", "best_language", "receipt_in", "tell", "translate", "value_text", "word"]
