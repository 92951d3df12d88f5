"""What is asked, by kind of decision, in English; `translate` gives the other languages.

All other words of the pages stand where they are used: `_("…")` in templates, `say("…")` in code.
"""

from __future__ import annotations

QUESTIONS = {
    "auction": "Buy the cheapest private, bid on another, or pass.",
    "bid_off": "Raise the bid, or leave the bid-off.",
    "par": "Choose the par price of {company}.",
    "stock": "Sell, buy, or pass.",
    "must_sell": "A limit is exceeded: sell shares.",
    "home_city": "Choose the city of the home station.",
    "track": "Lay or upgrade a tile, or pass.",
    "token": "Place a token, or pass.",
    "special_token": "Place the free token, or pass.",
    "run": "Run the trains.",
    "dividend": "Pay the dividend or withhold it.",
    "trains": "Buy trains, or pass.",
    "privates": "Buy privates, or pass.",
    "discard": "Over the train limit: give up a train.",
    "consent": "{who} makes an offer. Agree?",
    "company_auction": "Raise the bid for {company}, or leave the auction.",
    "objection": "Accept the declared run, or point out a better one.",
    "issue": "Issue or redeem certificates, or pass.",
    "contract": "Buy a mail contract for {company}, or none.",
    "merger": "Propose a merger of local {company}, or pass.",
    "merger_offer": "Shall local {company} merge?",
    "charter": "Choose the AG that the two locals become.",
    "raise": "{who} must raise money: sell shares.",
    "buyback": "Buy back half of every certificate, or pass.",
}
