"""The kinds of programmes, and their one JSON form."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput

TRIGGERS = ("sold", "bought", "opened")  # a share of mine is sold; bought by somebody else; a company opens
LONGEST = 4_000  # bytes of a programme


class PriceMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A price at which to stop: a company's share at or above, or at or below it."""

    company: str
    at_least: int = 0
    at_most: int = 0


class PassUntil(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pass"):
    """Pass in stock rounds and auctions until one of the triggers happens, or the round ends."""

    triggers: tuple[str, ...] = TRIGGERS
    prices: tuple[PriceMark, ...] = ()


class BuyShares(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="buy"):
    """Buy certificates of a company until one holds so many percent, as long as one costs no more than `most`, and
    unless one of the triggers happens (to this company, where it is about shares).
    """

    company: str
    percent: int
    most: int = 0  # 0: whatever it costs
    source: str = ""  # `ipo` or `pool`; empty: whichever is cheaper
    unless: tuple[str, ...] = ()


class SellBelow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sell"):
    """Sell a company's shares down to `keep` percent once its price is below `price`."""

    company: str
    price: int
    keep: int = 0


class Skip(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="skip"):
    """Lay no track, or place no token, with a company (empty: with any of one's own)."""

    step: str
    company: str = ""


class PayOut(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="dividend"):
    """Always pay, or always withhold, with a company (empty: with any of one's own)."""

    choice: str
    company: str = ""


class RunBest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="run"):
    """Run the run that is offered first, and pay it out if wished."""

    company: str = ""
    pay: bool = True


class AnswerOffers(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="answer"):
    """Agree to offers that bring at least so much, refuse the others or, unless `refuse`, be asked."""

    least: int = 0
    refuse: bool = False


class AgreeToUndo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="undo"):
    """Agree when somebody wants to take back a move; it is asked by the table, not by the game."""


class BidUpTo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="bid"):
    """Bid for something as little as needed, up to a most that nobody else is told."""

    what: str
    most: int


Programme = PassUntil | BuyShares | SellBelow | Skip | PayOut | RunBest | AnswerOffers | AgreeToUndo | BidUpTo
_DECODER: msgspec.json.Decoder[Programme] = msgspec.json.Decoder(Programme)


def from_json(text: str | bytes) -> Programme:
    """A programme from its JSON, or `BadInput` that says what is wrong."""
    if len(text) > LONGEST:
        raise BadInput("this is too long for a programme")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadInput(f"this is no programme: {error}") from None


def to_json(programme: Programme) -> dict[str, Any]:
    """The JSON form."""
    made: dict[str, Any] = msgspec.to_builtins(programme)
    return made
