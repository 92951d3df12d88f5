"""Reads a seat's view of Union Pacific as figures, for `stellwerk.env`. What the view does not show is 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.core import Rules

from .actions import DECK
from .rules import UnionPacificRules

STEPS = ("pick", "replace", "turn", "take", "exchange")
TABLE = ("payouts done", "payouts last", "pending", "deck", "up_stack", "track_stack", "turn")
PLAYER = ("money", "hand_size", "track_cards", "asked", "starts")
COMPANY = ("value", "supply", "shares", "display", "locomotives")
TEN, MONEY = 10.0, 100.0


class Eyes:
    """What the views of one table mean."""

    def __init__(self, rules: Rules[Any], view: dict[str, Any]) -> None:
        """`view` is any view of such a game."""
        assert isinstance(rules, UnionPacificRules)
        kit = rules.flow.kit
        self.seats, self.shares, self.cards = len(rules.seats), kit.shares, kit.cards
        self.companies = tuple(view["companies"])
        self.sections = tuple(view["sections"])
        self.place = {name: number for number, name in enumerate(self.companies)}
        self.words = (DECK, *self.shares, *self.cards, *self.sections)

    def layouts(self) -> Mapping[str, tuple[Sequence[str], Sequence[str]]]:
        """The rows and columns of each array."""
        seats = ["me", *(f"seat +{n}" for n in range(1, self.seats))]
        cards = [f"discards {card}" for card in self.cards]
        return {
            "table": ((), (*TABLE, *(f"step {step}" for step in STEPS), *cards)),
            "players": (seats, (*PLAYER, *(f"laid {name}" for name in self.shares))),
            "hand": ((), (*self.shares, *self.cards)),
            "companies": ((*self.companies, "UP"), (*COMPANY, *(f"payout {name}" for name in seats))),
            "sections": (self.sections, ("spaces", *(f"locomotive {name}" for name in self.companies))),
        }

    def read(self, view: dict[str, Any], seat: int) -> Mapping[str, Any]:
        """The figures of a view of that seat."""
        mine = view["players"][seat]
        hand, tracks = mine.get("hand", {}), mine.get("tracks", {})
        return {
            "table": self.table(view),
            "players": [self.player(view, (seat + place) % self.seats) for place in range(self.seats)],
            "hand": [*(hand.get(name, 0) for name in self.shares), *(tracks.get(card, 0) for card in self.cards)],
            "companies": self.company_rows(view, seat),
            "sections": self.section_rows(view),
        }

    def table(self, view: dict[str, Any]) -> list[float]:
        """Payouts, stacks, the question."""
        payouts = view["payouts"]
        return [
            payouts["done"], payouts["last"], payouts["pending"], view["deck"] / TEN, view["up_stack"] / TEN,
            view["track_stack"] / TEN, view["turn"] / TEN, *(view["step"] == step for step in STEPS),
            *(view["track_discards"].get(card, 0) for card in self.cards),
        ]  # fmt: skip

    def player(self, view: dict[str, Any], seat: int) -> list[float]:
        """What all may know of a player."""
        shown = view["players"][seat]
        asked = view["asked"] is not None and view["asked"]["seat"] == seat
        laid = [shown["shares"].get(name, 0) for name in self.shares]
        return [
            (shown["money"] or 0) / MONEY,
            shown["hand_size"],
            shown["track_cards"],
            asked,
            view["start"] == seat,
            *laid,
        ]

    def company_rows(self, view: dict[str, Any], seat: int) -> list[list[float]]:
        """The companies, and last Union Pacific: what the next payout would bring each seat."""
        engines = dict.fromkeys(self.companies, 0)
        for section in view["sections"].values():
            for name in section["locomotives"]:
                if name is not None:
                    engines[name] += 1
        found = []
        for name in self.companies:
            shown = view["companies"][name]
            figures = [shown["value"] / TEN, shown["supply"] / TEN, shown["shares"] / TEN]
            found.append([*figures, view["display"].count(name), engines[name], *self.turned(shown["payout"], seat)])
        up = view["union_pacific"]
        return [*found, [0, 0, up["shares"] / TEN, view["display"].count("UP"), 0, *self.turned(up["payout"], seat)]]

    def turned(self, amounts: Sequence[int], seat: int) -> list[float]:
        """Amounts by seat, from whoever looks on."""
        return [amounts[(seat + place) % self.seats] / TEN for place in range(self.seats)]

    def section_rows(self, view: dict[str, Any]) -> list[list[float]]:
        """Whose locomotives stand on each section."""
        found = []
        for section in view["sections"].values():
            there = [0.0] * len(self.companies)
            for name in section["locomotives"]:
                if name is not None:
                    there[self.place[name]] += 1
            found.append([section["spaces"], *there])
        return found
