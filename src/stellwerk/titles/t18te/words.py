"""Words that only 18TE has."""

from __future__ import annotations

from stellwerk.core import Action, Label
from stellwerk.core.words import ACTION, STEP
from stellwerk.eighteen import wording
from stellwerk.eighteen.actions import BidCompany, IssueShares, Pass, PlaceToken, RedeemShares
from stellwerk.eighteen.wording import Maker, Wording, passing

from .state import CompanyAuction, Objection

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


def _pass(w: Wording, action: Pass) -> Label:
    t, frame = w.t, w.s.frames[-1]
    words = {"company_auction": t.message("Leave the auction"), "issue": t.message("Neither: end the turn")}
    if isinstance(frame, Objection):
        words["objection"] = t.message("Accept {amount:$}", amount=frame.revenue)
    return passing(w, **words)


def _place_token(w: Wording, action: PlaceToken) -> Label:
    if action.power != "destination":
        return wording.LABELS[PlaceToken](w, action)
    text = w.t.message("Destination token in {hex}", hex=w.hex(action.hex))
    return Label(text, w.t.message("Place a token"))


def _bid_company(w: Wording, action: BidCompany) -> Label:
    t = w.t
    text = t.message("Bid for {company}", company=action.company)
    short = t.message("Start the auction of {company}", company=action.company)
    if isinstance(w.s.frames[-1], CompanyAuction):
        short = t.message("Raise")
    return Label(text, t.message("Auction"), short=short, verb=t.message("Auction…"))


def _issue(w: Wording, action: IssueShares) -> Label:
    return Label(w.t.message("Issue {percent} %", percent=action.percent), w.t.message("Issue shares"))


def _redeem(w: Wording, action: RedeemShares) -> Label:
    return Label(w.t.message("Redeem {percent} %", percent=action.percent), w.t.message("Redeem shares"))


LABELS: dict[type[Action], Maker] = {
    **wording.LABELS,
    Pass: _pass,
    PlaceToken: _place_token,
    BidCompany: _bid_company,
    IssueShares: _issue,
    RedeemShares: _redeem,
}
