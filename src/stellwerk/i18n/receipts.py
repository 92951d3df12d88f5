"""Receipts in the reader's language. Their lines are finished texts, so the fixed words are found by pattern."""

from __future__ import annotations

import re

from msgspec import structs

from stellwerk.core import Receipt
from stellwerk.core.wording import sentence
from stellwerk.i18n.catalogue import ENGLISH, LANGUAGES, translate

# Placeholders and what may stand in them. A player's name can be anything, all else is short and without blanks.
_PARTS = {
    "name": ".+",
    "text": ".+",
    "stop": ".+",
    "sums": ".+",
    "price": r"\S+(?: \S+)?",
}  # some currencies stand after a blank
_WORD = r"\S+"

TITLES = (
    "income of {name}",
    "dividend of {name}",
    "score of {name}",
    "certificates of {name} (limit {limit})",
    "payout {number} of {company}, value {value}",
    "payout {number} of {company}",
    "value of {company}",
    "treasury of {company} after the buyback at {price}",
    "notes of {company}",
    "split of {company}",
)
LINES = (
    "cash",
    "private {private}",
    "{company} {percent} % at {price}",
    "{company} {percent} %: {count} not counted at this price",
    "{company} for {percent} % in the pool",
    "{company} for {percent} % in the treasury",
    "{train}: {stop}, more than printed",
    "payout {number} of {company}",
    "locomotives on the board",
    "home station",
    "{name} with {count} shares",
    "{train}: bonus {stop}, {count} hexes at {rate}",
    "{train}: bonus {stop}, {count} hexes travelled",
    "{train}: counts {stop} instead of dearer stations",
    "treasury before",
    "{count} notes at {price}",
    "bank {percent} % to {half} %: {sums}",
    "pool {percent} % to {half} %: {sums}",
    "{name} {percent} % to {half} %: {sums}",
    "debt of the bankruptcy",
    "notes of {company} its treasury lacks",
    "notes not paid",
    "{count} notes of {price}",
    "money in the treasury",
    "local {private}",
    "treasury of {company}",
    "{name} for {percent} %",
    "{name} for an optioned certificate",
    "{company} {percent} %, one certificate optioned",
    "{company} {percent} %, one certificate optioned: {count} not counted at this price",
    "{train}: customs in {name}",
)
# Lines that are names and figures only, the same in all languages.
PLAIN = ("{name} {percent} %", "{train}: {stop}")


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(
            f"(?P<{part}>{_PARTS.get(part, _WORD)})" if at % 2 else re.escape(part) for at, part in enumerate(parts)
        ),
        re.DOTALL,
    )


_TITLES = [(template, _pattern(template)) for template in TITLES]
_LINES = [(template, _pattern(template)) for template in LINES]
_PLAIN = [_pattern(template) for template in PLAIN]


def receipt_in(receipt: Receipt, language: str) -> Receipt:
    """The receipt with its words in `language`; names, amounts and paragraphs stay."""
    if language == ENGLISH or language not in LANGUAGES:
        return receipt
    return structs.replace(
        receipt,
        title=_translated(receipt.title, _TITLES, language),
        lines=tuple(structs.replace(line, text=_translated(line.text, _LINES, language)) for line in receipt.lines),
    )


def known(text: str, *, title: bool) -> bool:
    """True if the text is made of words the catalogues know, or of names and figures only."""
    patterns = [pattern for _, pattern in (_TITLES if title else _LINES)]
    return any(pattern.fullmatch(text) for pattern in (patterns if title else [*patterns, *_PLAIN]))


def _translated(text: str, patterns: list[tuple[str, re.Pattern[str]]], language: str) -> str:
    for template, pattern in patterns:
        found = pattern.fullmatch(text)
        if found:
            return sentence(translate(template, language), found.groupdict())
    return text
