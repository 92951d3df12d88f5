"""Words that only 1862 has."""

from __future__ import annotations

from stellwerk.core import Action, Label, Plural
from stellwerk.core.words import ACTION, END, STEP
from stellwerk.eighteen import wording
from stellwerk.eighteen.actions import Pass
from stellwerk.eighteen.wording import Maker, Wording, passing

from .actions import Buyback, ClosePrivate, WithdrawBid
from .state import Turn

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


def _pass(w: Wording, action: Pass) -> Label:
    t, frame = w.t, w.s.frames[-1]
    words = {"buyback": t.message("No buyback now")}
    if isinstance(frame, Turn) and (frame.yellow or frame.upgraded or frame.extra):
        words["track"] = t.message("Lay no more tiles")
    return passing(w, **words)


def _withdraw(w: Wording, action: WithdrawBid) -> Label:
    text = w.t.message("Withdraw the bid on {what}", what=w.private(action.private))
    return Label(text, w.t.message("Withdraw a bid"), short=w.t.message("Withdraw the bid"))


def _close(w: Wording, action: ClosePrivate) -> Label:
    t = w.t
    text, short = (t.message("Close {private}", private=name) for name in (w.private(action.private), action.private))
    return Label(text, t.message("Powers"), short=short)


def _buyback(w: Wording, action: Buyback) -> Label:
    text = w.t.message(Plural("Buy back with {notes:n} note", "Buy back with {notes:n} notes"), notes=action.notes)
    return Label(text, w.t.message("Share buyback"), short=w.t.message("Buy back half of every certificate"))


LABELS: dict[type[Action], Maker] = {
    **wording.LABELS,
    Pass: _pass,
    WithdrawBid: _withdraw,
    ClosePrivate: _close,
    Buyback: _buyback,
}
