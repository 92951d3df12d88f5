"""A move in the making: a draft of the state, the events so far, and how hidden cards come to light."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk.core import Chance, Message, Plural, Text, Whisper
from stellwerk.core.table import BaseMove

from .state import State, change, put
from .table import Table


class Move(BaseMove[Table, State]):
    """What changes hands, decks and the display, and tells one seat what others must not know."""

    __slots__ = ()

    # -- events

    def whisper(self, seat: int, template: Text, /, **facts: Any) -> None:
        """What one seat reads instead of the event just added."""
        self.log[-1] = structs.replace(self.log[-1], whisper=Whisper(seat, Message(template, facts, self.t.style)))

    def counted(self, counts: tuple[int, ...], names: tuple[str, ...]) -> str:
        """`BNL 2, UP 1`"""
        return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True) if count)

    def tracks(self, seat: int) -> tuple[Message, ...]:
        """The track cards of a seat, `coast 2` and `wild 1`."""
        return tuple(
            self.t.message("{card:track} {count}", card=name, count=count)
            for name, count in zip(self.t.kit.cards, self.s.tracks[seat], strict=True)
            if count
        )

    # -- hands

    def hand(self, seat: int, share: int, by: int) -> None:
        """Change how many shares of a kind a seat has in hand."""
        self.s.hands = put(self.s.hands, seat, change(self.s.hands[seat], share, by))

    def track(self, seat: int, card: int, by: int) -> None:
        """Change how many track cards of a kind a seat has in hand."""
        self.s.tracks = put(self.s.tracks, seat, change(self.s.tracks[seat], card, by))

    def discard(self, seat: int, card: int) -> None:
        """A track card goes to the open discards."""
        self.track(seat, card, -1)
        self.s.discards = change(self.s.discards, card, 1)

    # -- decks

    def see(self) -> None:
        """Somebody sees cards that nobody had seen before."""
        self.s.seen += 1

    def draw_track(self, seat: int) -> int:
        """The top card of the track stack; discards are shuffled when the last one leaves it (3.2)."""
        s = self.s
        if s.used == len(s.stack):
            self.reshuffle()
        card = s.stack[s.used]
        s.used += 1
        self.see()
        self.track(seat, card, 1)
        self.tell("draw_card", "3.1", "{who} draws a track card", who=self.t.seats[seat])
        self.whisper(
            seat, "{who} draws the track card {card:track}", who=self.t.seats[seat], card=self.t.kit.cards[card]
        )
        if s.used == len(s.stack) and any(s.discards):
            self.reshuffle()
        return card

    def reshuffle(self) -> None:
        """The track discards become the track stack (3.2)."""
        s = self.s
        s.shuffles += 1
        cards = [card for card, count in enumerate(s.discards) for _ in range(count)]
        s.stack = tuple(Chance(self.t.seed, f"tracks/{s.shuffles}").shuffled(cards))
        s.used = 0
        s.discards = (0,) * len(s.discards)
        self.tell(
            "shuffle",
            "3.2",
            Plural(
                "{count:n} track discard becomes the new stack",
                "{count:n} track discards are shuffled into a new stack",
            ),
            count=len(cards),
        )

    def draw_share(self, seat: int) -> int:
        """The top share of the deck; payout cards met on the way are laid out (5.6). -1 if none is left (5.9)."""
        s, payout = self.s, self.t.kit.payout_card
        while s.drawn < len(s.deck):
            card = s.deck[s.drawn]
            s.drawn += 1
            self.see()
            if card != payout:
                return card
            s.pending += 1
            s.laid += 1
            self.tell("payout_card", "5.6", "{who} lays out a payout card", who=self.t.seats[seat])
        return -1

    def fill_display(self, seat: int, rule: str) -> None:
        """Complete the display; four of a kind go to the box and are replaced (5.2, 5.7, 5.7a)."""
        s, size = self.s, self.t.data.setup.display
        while True:
            shown = []
            while len(s.display) < size:
                card = self.draw_share(seat)
                if card < 0:
                    break
                s.display = (*s.display, card)
                shown.append(self.t.kit.abbr[card])
            if shown:
                self.tell("display", rule, "the display gets {shares}", shares=", ".join(shown))
            if len(s.display) < size or any(card != s.display[0] for card in s.display):
                return
            s.box = change(s.box, s.display[0], size)
            self.tell(
                "four", "5.7", "four of a kind: all {company} go to the box", company=self.t.kit.abbr[s.display[0]]
            )
            s.display = ()
            rule = "5.7"


class Unseen(Exception):
    """What follows depends on a card nobody has seen."""


class Foresight(Move):
    """A move that is made to see what it pays for sure: it stops where a hidden card would be turned up."""

    def see(self) -> None:
        """Nobody can tell what follows."""
        raise Unseen
