"""Programmed actions: what a player has asked to be done for him when he is asked.

A programme is a small value. It is checked when it is made (`check`), told as a sentence (`describe`), and asked before
its owner is (`act`): it gives an action out of the legal ones, says that it has come to its end, or has nothing to say.
It knows what its owner's seat may know and nothing more.
"""

from stellwerk.programmes.kinds import (
    TRIGGERS,
    AgreeToUndo,
    AnswerOffers,
    BidUpTo,
    BuyShares,
    PassUntil,
    PayOut,
    PriceMark,
    Programme,
    RunBest,
    SellBelow,
    Skip,
    from_json,
    to_json,
)
from stellwerk.programmes.playing import Ended, act, biddable, check, possible
from stellwerk.programmes.words import describe, trigger_words, unless_words

__all__ = [
    "TRIGGERS",
    "AgreeToUndo",
    "AnswerOffers",
    "BidUpTo",
    "BuyShares",
    "Ended",
    "PassUntil",
    "PayOut",
    "PriceMark",
    "Programme",
    "RunBest",
    "SellBelow",
    "Skip",
    "act",
    "biddable",
    "check",
    "describe",
    "from_json",
    "possible",
    "to_json",
    "trigger_words",
    "unless_words",
]
