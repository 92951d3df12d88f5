"""Messages as sentences in the reader's language."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.core import Message, Receipt, Style, Teller, Text, WordedReceipt
from stellwerk.core.message import PLAIN
from stellwerk.core.words import english
from stellwerk.i18n.catalogue import (
    ENGLISH,
    LANGUAGES,
    translate,
    translate_count,
    translate_count_in,
    translate_in,
)

VALUE = "value"  # context of the values of a title's options


class Translator(Teller):
    """Speaks a language of the catalogues."""

    def __init__(self, language: str, apart: str = "") -> None:
        """`apart` stands between thousands."""
        super().__init__(apart)
        self._language = language

    def wording(self, text: Text, count: int, style: Style) -> str:
        """The template of the catalogue: the title's own where there is one, else that of its dialect."""
        if not isinstance(text, str):
            own = translate_count_in(style.title, text, count, self._language) if style.title else text.one
            return own if own not in (text.one, text.many) else translate_count(text, count, self._language)
        for context in (style.title, style.dialect):
            own = translate_in(context, text, self._language) if context else text
            if own != text:
                return own
        return translate(text, self._language)

    def word(self, kind: str, code: str, style: Style = PLAIN) -> str:
        """The word of the catalogue, or the title's own."""
        return word(kind, code, self._language, style)


@lru_cache(maxsize=64)
def teller(language: str, apart: str = "") -> Teller:
    """Who speaks a language; an unknown one is English."""
    known = language in LANGUAGES and language != ENGLISH
    return Translator(language, apart) if known else Teller(apart)


def tell(message: Message, language: str, apart: str = "") -> str:
    """The sentence; `apart` stands between thousands."""
    return teller(language, apart).tell(message)


def receipt_in(receipt: Receipt, language: str, apart: str = "") -> WordedReceipt:
    """The receipt in the reader's language; names, amounts and paragraphs stay."""
    return receipt.worded(teller(language, apart).tell)


def word(kind: str, code: str, language: str, style: Style = PLAIN) -> str:
    """What the engine calls `code`, for a reader, with the title's own word where it has one; what is no code stays."""
    usual = english(kind, code)
    own = translate_in(f"{style.title} {kind}", usual, language) if style.title else usual
    return own if own != usual else translate_in(kind, usual, language)


def value_text(value: bool | int | str, language: str) -> str:
    """The value of a title's option: yes or no, a number as it is, a text translated."""
    if isinstance(value, bool):
        return translate_in(VALUE, "yes" if value else "no", language)
    return translate_in(VALUE, value, language) if isinstance(value, str) else str(value)
