"""Messages as sentences in the reader's language."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.core import Message, Receipt, Style, Teller, Text, ToldReceipt
from stellwerk.core.words import english
from stellwerk.i18n.catalogue import ENGLISH, LANGUAGES, translate, translate_count, translate_in

VALUE = "value"  # context of the values of a title's options


class Translator(Teller):
    """Speaks a language of the catalogues."""

    def __init__(self, language: str, apart: str = "") -> None:
        """`apart` stands between thousands."""
        super().__init__(apart)
        self._language = language

    def wording(self, text: Text, count: int, style: Style) -> str:
        """The template of the catalogue; that of the title's dialect where there is one."""
        if not isinstance(text, str):
            return translate_count(text, count, self._language)
        own = translate_in(style.dialect, text, self._language) if style.dialect else text
        return own if own != text else translate(text, self._language)

    def word(self, kind: str, code: str) -> str:
        """The word of the catalogue."""
        return word(kind, code, self._language)


@lru_cache(maxsize=64)
def teller(language: str, apart: str = "") -> Teller:
    """Who speaks a language; an unknown one is English."""
    known = language in LANGUAGES and language != ENGLISH
    return Translator(language, apart) if known else Teller(apart)


def tell(message: Message, language: str, apart: str = "") -> str:
    """The sentence; `apart` stands between thousands."""
    return teller(language, apart).tell(message)


def receipt_in(receipt: Receipt, language: str, apart: str = "") -> ToldReceipt:
    """The receipt in the reader's language; names, amounts and paragraphs stay."""
    return receipt.told(teller(language, apart).tell)


def word(kind: str, code: str, language: str) -> str:
    """What the engine calls `code`, for a reader; what is no code stays as it is."""
    return translate_in(kind, english(kind, code), language)


def value_text(value: bool | int | str, language: str) -> str:
    """The value of a title's option: yes or no, a number as it is, a text translated."""
    if isinstance(value, bool):
        return translate_in(VALUE, "yes" if value else "no", language)
    return translate_in(VALUE, value, language) if isinstance(value, str) else str(value)
