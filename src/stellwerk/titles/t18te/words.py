"""Words that only 18TE has."""

from __future__ import annotations

from stellwerk.core import Action, Label
from stellwerk.core.words import ACTION, STEP
from stellwerk.eighteen import wording
from stellwerk.eighteen.actions import BidCompany, IssueShares, PlaceToken, RedeemShares
from stellwerk.eighteen.wording import Maker, Wording

WORDS: dict[str, dict[str, str]] = {
    STEP: {"company_auction": "auction of a company", "objection": "declared run", "issue": "issuing and redeeming"},
    ACTION: {
        "bid_company": "bid for a company",
        "issue_shares": "issue certificates",
        "redeem_shares": "redeem certificates",
    },
}

QUESTIONS = {
    **wording.QUESTIONS,
    "company_auction": "Raise the bid for {company}, or leave the auction.",
    "objection": "Accept the declared run, or point out a better one.",
    "issue": "Issue or redeem certificates, or pass.",
}


def _place_token(w: Wording, action: PlaceToken) -> Label:
    if action.power != "destination":
        return wording.LABELS[PlaceToken](w, action)
    text = w.t.message("Destination token in {hex}", hex=w.hex(action.hex))
    return Label(text, w.t.message("Place a token"))


def _bid_company(w: Wording, action: BidCompany) -> Label:
    return Label(w.t.message("Bid for {company}", company=action.company), w.t.message("Auction"))


def _issue(w: Wording, action: IssueShares) -> Label:
    return Label(w.t.message("Issue {percent} %", percent=action.percent), w.t.message("Issue shares"))


def _redeem(w: Wording, action: RedeemShares) -> Label:
    return Label(w.t.message("Redeem {percent} %", percent=action.percent), w.t.message("Redeem shares"))


LABELS: dict[type[Action], Maker] = {
    **wording.LABELS,
    PlaceToken: _place_token,
    BidCompany: _bid_company,
    IssueShares: _issue,
    RedeemShares: _redeem,
}
