"""Words that only 1862 has."""

from __future__ import annotations

from stellwerk.core import Action, Label, Plural
from stellwerk.core.words import ACTION, END, STEP
from stellwerk.eighteen import wording
from stellwerk.eighteen.wording import Maker, Wording

from .actions import Buyback, ClosePrivate, WithdrawBid

WORDS: dict[str, dict[str, str]] = {
    STEP: {"raise": "raising money", "buyback": "buyback"},
    ACTION: {"withdraw_bid": "withdraw a bid", "close_private": "close a private", "buyback": "buy back shares"},
    END: {
        "price": "a price has reached the end of the table",
        "companies": "too many companies have left the game",
        "players": "too few players are left",
    },
}

QUESTIONS = {
    **wording.QUESTIONS,
    "auction": "Buy the cheapest private, bid on another, or pass; outbid bids may be withdrawn first.",
    "raise": "{who} must raise money: sell shares.",
    "buyback": "Buy back half of every certificate, or pass.",
}


def _withdraw(w: Wording, action: WithdrawBid) -> Label:
    text = w.t.message("Withdraw the bid on {what}", what=w.private(action.private))
    return Label(text, w.t.message("Withdraw a bid"))


def _close(w: Wording, action: ClosePrivate) -> Label:
    return Label(w.t.message("Close {private}", private=w.private(action.private)), w.t.message("Powers"))


def _buyback(w: Wording, action: Buyback) -> Label:
    text = w.t.message(Plural("Buy back with {notes:n} note", "Buy back with {notes:n} notes"), notes=action.notes)
    return Label(text, w.t.message("Share buyback"))


LABELS: dict[type[Action], Maker] = {
    **wording.LABELS,
    WithdrawBid: _withdraw,
    ClosePrivate: _close,
    Buyback: _buyback,
}
