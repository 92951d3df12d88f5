"""Rounds and readings most titles share: a stock round, a set of operating rounds, and so on until the end."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Receipt, Result
from stellwerk.eighteen.abilities import grant
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Auction, OperatingRound, StockRound
from stellwerk.eighteen.invariants import broken_invariants
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.opening import first_position
from stellwerk.eighteen.state import Frame, RoundName, S
from stellwerk.eighteen.text import describe
from stellwerk.eighteen.views import round_name, view


class RoundRules(FamilyRules[S]):
    """Rules of a title whose rounds follow each other in the usual way."""

    scores_privates = False

    # -- rounds

    def setup(self) -> S:
        """An auction of the privates if the title has one, else a stock round; titles whose state has more say so."""
        seats, privates = len(self.t.seats), len(self.t.privates)
        if Auction in self.steps:
            return self.opening("auction", Auction(0, (False,) * seats, ((),) * privates))
        return self.opening("stock", StockRound(0, ((),) * seats))

    def opening(self, kind: str, first: Frame, **own: Any) -> S:
        """The first position: what all titles have, and what the title's own state adds."""
        return first_position(self.t, self.twin.draft_type, kind, first, **own)

    def privately_acquired(self, m: Move[S], private: int, seat: int) -> None:
        """The certificates that come with it."""
        grant(self.shares, m, private, seat)

    def after_auction(self, m: Move[S]) -> None:
        """The first stock round."""
        self.start_stock_round(m, 1)

    def start_stock_round(self, m: Move[S], number: int) -> None:
        """It starts with the priority holder."""
        m.s.round = RoundName("stock", number)
        m.tell("round", "stock.start", "stock round {number}", number=number)
        m.push(StockRound(m.s.priority, ((),) * len(self.t.seats)))

    def after_stock_round(self, m: Move[S]) -> None:
        """A set of operating rounds; their number is fixed now (1830 3.1)."""
        self.start_operating_round(m, m.s.round.number, 1, self.t.phases[m.s.phase].operating_rounds)

    def start_operating_round(self, m: Move[S], number: int, part: int, rounds: int) -> None:
        """The order is fixed at the start (1830 7.2), unless the table looks it up after every turn."""
        m.s.round = RoundName("operating", number, part, rounds)
        m.tell("round", "operating.start", "operating round {number}.{part}", number=number, part=part)
        order = [company for company in self.shares.operating_order(m.s) if m.s.companies[company].floated]
        m.push(OperatingRound(tuple(order)))

    def after_operating_round(self, m: Move[S]) -> None:
        """The next of the set, the next stock round, or the end (1830 11.2)."""
        now = m.s.round
        if now.part < now.rounds:
            self.start_operating_round(m, now.number, now.part + 1, now.rounds)
            return
        reason = self.ends_with_set(m.s)
        if reason:
            m.s.ended = reason
        else:
            self.start_stock_round(m, now.number + 1)

    def ends_with_set(self, s: S) -> str:
        """Why the game ends with this set of operating rounds; empty if it goes on."""
        return "bank" if s.broken else ""

    # -- reading

    def result(self, state: S) -> Result:
        """Scores, and the winners when the game is over; equal scores share it."""
        scores = tuple(self.score(state, seat).total for seat in range(len(self.t.seats)))
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best) if state.ended else ()
        return Result(state.ended, scores, winners)

    def score(self, state: S, seat: int) -> Receipt:
        """A player's score, line by line."""
        return self.shares.score_receipt(state, seat, self.t.cite("score"), self.scores_privates)

    def receipts(self, state: S) -> dict[str, Receipt]:
        """Scores and certificate counts."""
        found = {}
        for seat, name in enumerate(self.t.seats):
            found[f"score {name}"] = self.score(state, seat)
            found[f"certificates {name}"] = self.shares.certificate_receipt(state, seat)
        return found

    def heading(self, state: S) -> str:
        """`SR2`, `OR4.1`"""
        return round_name(state).replace(" ", "")

    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """Nothing is hidden but the seed."""
        return view(self, state)

    def check(self, state: S) -> list[str]:
        """Money, shares, tiles, tokens, trains, limits."""
        return broken_invariants(self, state)

    def describe(self, state: S) -> str:
        """The position as text."""
        return describe(self, state)
