"""How the actions only 1862 has are written in studies."""

from __future__ import annotations

from stellwerk.study.forms import Form

from . import actions

FORMS = (
    Form(actions.WithdrawBid, "withdraw {private}"),
    Form(actions.ClosePrivate, "close {private}"),
    Form(actions.Buyback, "buyback {notes}"),
)
