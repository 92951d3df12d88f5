"""The family's words for the codes that stand in facts. What one title alone has is in its own `words.py`."""

from __future__ import annotations

from stellwerk.core.words import ACTION, END, ROUND, STEP

SOURCE = "source"  # where a share comes from
COLOUR = "colour"  # of a tile or a hex, as a noun of its own

WORDS: dict[str, dict[str, str]] = {
    SOURCE: {"ipo": "IPO", "pool": "pool", "treasury": "treasury", "bank": "bank"},
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
        "extra_lay": "extra lay",
        "special_token": "free token",
        "run": "run",
        "dividend": "dividend",
        "trains": "trains",
        "buy_private": "buying privates",
        "privates": "privates",
        "discard": "discard",
        "consent": "consent",
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
    },
    ROUND: {"auction": "auction", "stock": "stock round", "operating": "operating round"},
    END: {
        "bank": "the bank is broken",
        "bankrupt": "a player is bankrupt",
        "standstill": "no company is left and none can be founded",
    },
}
