"""Reads the views of the 18xx family: the table, players, companies, privates, trains and hexes as figures.

Money is in thousands, prices in hundreds, percent as a share of 1. Seats are counted from whoever looks: he is the
first row. What a title adds to the views as plain numbers and yes or no is taken along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stellwerk.core import Rules
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.tiles import EDGES, Face

COLOURS = ("white", "yellow", "green", "brown", "gray", "red", "blue")
ROUNDS = ("Auction", "SR", "OR", "Interim")
QUESTIONS = (
    "auction", "bid_off", "privates", "par", "stock", "must_sell", "company_auction", "track", "token", "run",
    "objection", "dividend", "trains", "issue", "consent", "discard", "home_city",
)  # fmt: skip
WORDS = (
    "ipo", "pool", "bank", "treasury", "display", "split", "small", "large", "pay", "withhold",
)  # fmt: skip
TABLE = (
    "phase", "bank", "bank_broken", "holding_limit", *ROUNDS, "round", "part", "acted",
)  # fmt: skip
COMPANY = (
    "cash", "par", "price", "row", "column", "ipo", "pool", "floated", "operated", "sold_out", "tokens_left",
    "train_limit", "unit", "turn", "waiting", "order",
)  # fmt: skip
PRIVATE = ("closed", "power_used", "mine", "others", "companys", "highest_bid", "own_bid")
PLAYER = ("cash", "score", "certificates", "certificate_limit", "bankrupt", "asked", "priority", "offers", "bound")
TRAIN = ("left", "sold", "on_sale", "price")
HEX = ("colour", "stops", "slots", "value", *(f"side {edge}" for edge in range(EDGES)))
LEFT_OUT = {"title", "ended", "float", "pool_limit", "towards_float", "keeps_trains", "tunnels"}
MONEY, PRICE, FULL, TEN = 1000.0, 100.0, 100.0, 10.0

Figures = NDArray[np.float32]


class FamilyEyes:
    """What the views of one table mean."""

    def __init__(self, rules: Rules[Any], view: dict[str, Any]) -> None:
        """`view` is any view of such a game: its keys are the same in all."""
        assert isinstance(rules, FamilyRules)
        t, self.hexmap = rules.t, rules.t.hexmap
        self.seats = len(rules.seats)
        self.companies = tuple(entry.id for entry in t.companies)
        self.privates = tuple(entry.id for entry in t.privates)
        self.trains = tuple(entry.id for entry in t.trains)
        self.phases = tuple(entry.id for entry in t.phases)
        sides = {side.id: entry.id for entry in t.trains for side in entry.sides}
        self.card = {**sides, **{entry.id: entry.id for entry in t.trains}}  # the card of each kind
        self.company = {name: place for place, name in enumerate(self.companies)}
        first: dict[str, Any] = next(iter(view["companies"].values()), {})
        self.own = tuple(key for key, value in first.items() if key not in {*COMPANY, *LEFT_OUT} and _plain(value))
        self.own_table = tuple(key for key, value in view.items() if key not in {*TABLE, *LEFT_OUT} and _plain(value))
        self.words = (*WORDS, *self.companies, *self.privates, *self.card, *self.hexmap.names, *self.hexmap.tile_names)
        self.printed = np.array([_face(self.hexmap.faces[number]) for number in self.hexmap.printed], np.float32)
        self.faces = {face.name: _face(face) for face in self.hexmap.faces if face.tile}

    def layouts(self) -> Mapping[str, tuple[Sequence[str], Sequence[str]]]:
        """The rows and columns of each array."""
        seats = ["me", *(f"seat +{n}" for n in range(1, self.seats))]
        shares = [f"{what} {name}" for what in ("share", "president") for name in self.companies]
        owns = [f"owns {name}" for name in self.privates]
        trains = [f"train {name}" for name in self.trains]
        found: dict[str, tuple[Sequence[str], Sequence[str]]] = {
            "table": ((), (*TABLE, *(f"asked {kind}" for kind in QUESTIONS), *self.own_table)),
            "players": (seats, (*PLAYER, *shares, *owns)),
            "companies": (self.companies, (*COMPANY, *trains, *self.own)),
            "trains": (self.trains, TRAIN),
            "hexes": (self.hexmap.names, (*HEX, *(f"token {name}" for name in self.companies))),
        }
        if self.privates:
            found["privates"] = (self.privates, PRIVATE)
        return found

    def read(self, view: dict[str, Any], seat: int) -> Mapping[str, Any]:
        """The figures of a view of that seat."""
        found = {
            "table": self.table(view),
            "players": self.players(view, seat),
            "companies": [self.company_row(view, name) for name in self.companies],
            "trains": self.depot(view),
            "hexes": self.board(view),
        }
        if self.privates:
            found["privates"] = self.private_rows(view, seat)
        return found

    def table(self, view: dict[str, Any]) -> list[float]:
        """Round, phase, bank, question."""
        name, _, number = view["round"].partition(" ")
        whole, _, part = number.rpartition(" ")[2].partition(".")
        asked = view["asked"]["kind"] if view["asked"] else ""
        return [
            self.phases.index(view["phase"]) / TEN,
            view["bank"] / MONEY,
            view["bank_broken"],
            view["holding_limit"] / FULL,
            *(name == known for known in ROUNDS),
            _number(whole) / TEN,
            _number(part) / TEN,
            view["acted"],
            *(asked == kind for kind in QUESTIONS),
            *(_figure(view[key]) for key in self.own_table),
        ]

    def players(self, view: dict[str, Any], seat: int) -> Figures:
        """Who has what; whoever looks comes first."""
        count, firms = self.seats, len(self.companies)
        figures = np.zeros((count, len(PLAYER) + 2 * firms + len(self.privates)), np.float32)
        asked = view["asked"]["seat"] if view["asked"] else -1
        offers = view["offer"]["by"] if view["offer"] else -1
        bound = view["auction"]["committed"] if view["auction"] else {}
        for place in range(count):
            row, number = figures[place], (seat + place) % count
            player = view["players"][number]
            row[: len(PLAYER)] = (
                player["cash"] / MONEY, player["score"] / MONEY, player["certificates"] / TEN,
                player["certificate_limit"] / TEN, player["bankrupt"], number == asked,
                player["name"] == view["priority"], number == offers, bound.get(player["name"], 0) / MONEY,
            )  # fmt: skip
            for name, percent in player["shares"].items():
                row[len(PLAYER) + self.company[name]] = percent / FULL
            for name in player["president_of"]:
                row[len(PLAYER) + firms + self.company[name]] = 1
            for name in player["privates"]:
                if name in self.privates:
                    row[len(PLAYER) + 2 * firms + self.privates.index(name)] = 1
        return figures

    def company_row(self, view: dict[str, Any], name: str) -> list[float]:
        """One company."""
        shown = view["companies"][name]
        row, column = shown["cell"] or (0, 0)
        turn, waiting, order = view["turn"], view["waiting"] or (), view["operating_order"]
        held = [self.card.get(_kind(train), "") for train in shown["trains"]]
        return [
            shown["cash"] / MONEY,
            (shown["par"] or 0) / PRICE,
            (shown["price"] or 0) / PRICE,
            row / TEN,
            column / TEN,
            shown["ipo"] / FULL,
            shown["pool"] / FULL,
            shown["floated"],
            shown["operated"],
            shown["sold_out"],
            shown["tokens_left"] / TEN,
            shown["train_limit"] / TEN,
            shown["unit"] / FULL,
            turn is not None and turn["company"] == name,
            name in waiting,
            (order.index(name) + 1) / TEN if name in order else 0,
            *(held.count(kind) for kind in self.trains),
            *(_figure(shown[key]) for key in self.own),
        ]

    def private_rows(self, view: dict[str, Any], seat: int) -> list[list[float]]:
        """The privates: who has them and what is bid."""
        me = view["players"][seat]["name"]
        auction = view["auction"]["bids"] if view["auction"] else {}
        found = []
        for name in self.privates:
            shown, bids = view["privates"][name], auction.get(name, {})
            owner, firm = shown["owner"], shown["owner_is_company"]
            owned = bool(owner) and not firm
            found.append(
                [
                    shown["closed"],
                    shown["power_used"],
                    owned and owner == me,
                    owned and owner != me,
                    firm,
                    max(bids.values(), default=0) / MONEY,
                    bids.get(me, 0) / MONEY,
                ]
            )
        return found

    def depot(self, view: dict[str, Any]) -> list[list[float]]:
        """The trains: how many are left, how many gone, and what the bank asks."""
        prices = {self.card.get(_kind(offer["train"]), ""): offer["price"] for offer in view["on_sale"]}
        return [
            [
                1 if view["depot"][kind] == "unlimited" else view["depot"][kind] / TEN,
                view["trains_sold"][kind] / TEN,
                kind in prices,
                prices.get(kind, 0) / MONEY,
            ]
            for kind in self.trains
        ]

    def board(self, view: dict[str, Any]) -> Figures:
        """What lies on every hex, and who has tokens there."""
        figures = np.zeros((len(self.hexmap.names), len(HEX) + len(self.companies)), np.float32)
        figures[:, : len(HEX)] = self.printed
        for name, face in view["tiles"].items():
            if face in self.faces:  # a tunnel alone leaves what is printed
                figures[self.hexmap.index[name], : len(HEX)] = self.faces[face]
        for name, cities in view["tokens"].items():
            row = figures[self.hexmap.index[name]]
            for slots in cities:
                for token in slots:
                    if token is not None:
                        row[len(HEX) + self.company[token]] = 1
        return figures


def _face(face: Face) -> list[float]:
    """A face as figures."""
    value = max((stop.value or max((pays for _, pays in stop.by_phase), default=0) for stop in face.stops), default=0)
    return [
        COLOURS.index(face.colour) / TEN if face.colour in COLOURS else 0,
        len(face.stops),
        sum(stop.slots for stop in face.stops),
        value / FULL,
        *(face.exits >> edge & 1 for edge in range(EDGES)),
    ]


def _kind(train: str) -> str:
    """`2` for the card `2-3`."""
    return train.rpartition("-")[0] or train


def _plain(value: Any) -> bool:
    """True for numbers and yes or no."""
    return isinstance(value, int)


def _figure(value: Any) -> float:
    """A title's own figure; nothing counts as 0."""
    return float(value) if isinstance(value, bool) else (value or 0) / FULL


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
