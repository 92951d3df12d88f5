"""Words that stand in facts: the engine's code for a thing, its English name, and its name in the other languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.i18n.catalogue import translate_in

PARTY = "party"  # who pays or is paid and is neither player nor company
SOURCE = "source"  # where a share comes from
COLOUR = "colour"  # of a tile or a hex, as a noun of its own
STEP = "step"  # what is decided: kinds of decisions and parts of a company's turn
QUESTION = "question"  # the frame that waits, as a refusal names it
ACTION = "action"  # kinds of actions
ROUND = "round"
END = "end"  # why a game is over
TRACK = "track card"  # what a track card shows
MAIL = "mail contract"  # its size

WORDS: dict[str, dict[str, str]] = {
    PARTY: {"the bank": "the bank"},
    SOURCE: {
        "ipo": "IPO",
        "pool": "pool",
        "treasury": "treasury",
        "bank": "bank",
        "display": "display",
        "split": "split area",
    },
    COLOUR: {
        "white": "white",
        "yellow": "yellow",
        "green": "green",
        "brown": "brown",
        "gray": "grey",
        "red": "red",
        "blue": "blue",
    },
    STEP: {
        "auction": "auction",
        "bid_off": "bid-off",
        "par": "par price",
        "stock": "stock round",
        "must_sell": "forced sale",
        "home": "home station",
        "home_city": "city of the home station",
        "track": "track",
        "token": "token",
        "special_token": "free token",
        "run": "run",
        "dividend": "dividend",
        "trains": "trains",
        "buy_private": "buying privates",
        "privates": "privates",
        "cs": "extra lay",
        "discard": "discard",
        "consent": "consent",
        "pick": "first share",
        "replace": "replacing a track card",
        "turn": "build or invest",
        "take": "share to take",
        "exchange": "exchange",
        "company_auction": "auction of a company",
        "objection": "declared run",
        "issue": "issuing and redeeming",
        "mail": "mail income",
        "contract": "mail contract",
        "merger": "merger",
        "merger_offer": "proposal of a merger",
        "charter": "choice of the AG",
        "raise": "raising money",
        "buyback": "buyback",
    },
    QUESTION: {
        "Auction": "auction",
        "BidOff": "bid-off",
        "ChoosePar": "par price",
        "StockRound": "stock round",
        "StockTurn": "turn in the stock round",
        "OperatingRound": "operating round",
        "OperatingTurn": "turn of a company",
        "SpecialToken": "free token",
        "CityChoice": "city of the home station",
        "Discard": "train to give up",
        "Consent": "consent to an offer",
        "CompanyAuction": "auction of a company",
        "Objection": "declared run",
        "Turn": "turn of a company",
        "Auction1854": "auction",
        "OperatingRound1854": "operating round",
        "Swap": "train to give up",
        "MergerWindow": "merger of locals",
        "MergerOffer": "proposal of a merger",
        "CharterChoice": "choice of the AG",
        "PrivateTurn": "turn in the auction",
        "PrivateAuction": "bid-off",
        "ShareTurn": "turn in the stock round",
        "Raising": "raising money",
    },
    ACTION: {
        "pass": "pass",
        "bid": "bid",
        "buy_private": "buy a private",
        "sell_private": "sell a private",
        "answer": "answer to an offer",
        "par": "start a company",
        "buy_share": "buy a share",
        "sell_shares": "sell shares",
        "sell_list": "sell shares of several companies",
        "exchange": "exchange a private",
        "lay_tile": "lay a tile",
        "place_token": "place a token",
        "choose_city": "choose a city",
        "run_routes": "run trains",
        "dividend": "dividend",
        "buy_train": "buy a train",
        "discard_train": "discard a train",
        "bankrupt": "declare bankruptcy",
        "pick_share": "pick a first share",
        "build": "build",
        "invest": "invest",
        "take_share": "take a share",
        "exchange_share": "exchange a share",
        "decline": "exchange nothing",
        "replace_card": "replace a track card",
        "draw_card": "draw a track card",
        "bid_company": "bid for a company",
        "issue_shares": "issue certificates",
        "redeem_shares": "redeem certificates",
        "withdraw": "withdraw a bid",
        "take_option": "take an option",
        "complete_option": "complete an option",
        "lay_tunnel": "lay a tunnel",
        "buy_contract": "buy a mail contract",
        "merge": "propose a merger",
        "choose_charter": "choose an AG",
        "withdraw_bid": "withdraw a bid",
        "close_private": "close a private",
        "buyback": "buy back shares",
    },
    ROUND: {"auction": "auction", "stock": "stock round", "operating": "operating round"},
    MAIL: {"small": "small", "large": "large"},
    TRACK: {
        "coast": "coast",
        "timber": "timber",
        "mountain": "mountain",
        "prairie": "prairie",
        "wild": "wild",
    },
    END: {
        "bank": "the bank is broken",
        "bankrupt": "a player is bankrupt",
        "payout": "the last payout is done",
        "dead_end": "nobody can go on",
        "price": "a price has reached the end of the table",
        "standstill": "no company is left and none can be founded",
        "companies": "too many companies have left the game",
        "players": "too few players are left",
    },
}

# Which facts hold such a word, by name. All other facts are names, numbers or what somebody has typed.
FACTS: dict[str, str] = {
    "payer": PARTY,
    "payee": PARTY,
    "source": SOURCE,
    "colour": COLOUR,
    "part": STEP,
    "question": QUESTION,
    "action": ACTION,
    "card": TRACK,
    "contract": MAIL,
}
# Facts that hold a word in one template only; elsewhere their name means something else.
FACTS_OF: dict[str, dict[str, str]] = {
    "{tile} is {new}; {hex} is {old}": {"new": COLOUR, "old": COLOUR},
    "no certificate of {company} lies there: {place}": {"place": SOURCE},
}


def word(kind: str, code: str, language: str) -> str:
    """What the engine calls `code`, for a reader; an unknown code stays as it is."""
    english = WORDS[kind].get(code)
    return code if english is None else translate_in(kind, english, language)


def facts_in(template: str, facts: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The facts with the engine's words in `language`; names and numbers stay."""
    kinds = FACTS | FACTS_OF.get(template, {})
    return {
        name: word(kinds[name], value, language) if name in kinds and isinstance(value, str) else value
        for name, value in facts.items()
    }
