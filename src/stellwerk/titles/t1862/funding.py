"""Raising money: what a director may sell for a train or for notes, and what happens when it is not enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import SellShares
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import Step
from stellwerk.eighteen.state import BANK, NOBODY

from .figures import figures
from .shares import CLOSED
from .state import Move1862, Raising, State1862, note_sale

if TYPE_CHECKING:
    from .rules import Rules1862
    from .trains import Train1862


class Funding:
    """Forced sales (13.9d)."""

    def __init__(self, rules: Rules1862) -> None:
        """Knows the table and its shares."""
        self.t, self.shares = rules.t, rules.shares

    def why_not_sell(self, s: State1862, seat: int, number: int, percent: int, missing: int) -> Illegal | None:
        """6.7 without the first round and the one action per turn; no change of director; only what is needed."""
        refusal = self.shares.why_not_sell(s, seat, number, percent)
        if refusal:
            return refusal
        if not self.shares.keeps_director(s, seat, number, percent):
            name = self.t.companies[number].id
            return self.t.no("help.presidency", "the sale would change the director of {company}", company=name)
        if not self.needed(s, number, percent, missing):
            return self.t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        return None

    def needed(self, s: State1862, number: int, percent: int, missing: int) -> bool:
        """True if one certificate less would not be enough."""
        return self.shares.proceeds(s, number, percent - self.shares.unit_of(s, number)) < missing

    def lots(self, s: State1862, seat: int, number: int) -> Iterator[int]:
        """Every percentage of a company he could sell, necessary or not."""
        for percent in self.shares.lots(s, seat, number):
            if self.shares.keeps_director(s, seat, number, percent):
                yield percent

    def raisable(self, s: State1862, seat: int, company: int = NOBODY) -> int:
        """Cash and the most that forced sales bring; what a closing would cost him is taken off.

        Of `company`, which needs the money, nothing is counted that would close it.
        """
        total = s.players[seat].cash
        for number in range(len(s.companies)):
            percent = max(self.lots(s, seat, number), default=0)
            if percent:
                total += max(0, self.net(s, seat, number, percent, company))
        return total

    def net(self, s: State1862, seat: int, number: int, percent: int, company: int) -> int:
        """What a sale brings him in the end."""
        brings = self.shares.proceeds(s, number, percent)
        cell = self.t.market.cells[self.shares.cell_after_sale(s, number)]
        if CLOSED not in cell.zones:
            return brings
        if number == company:
            return 0
        holder, loan = s.companies[number], figures(self.t).loan
        if holder.president != seat:
            return brings
        return brings - max(0, s.notes[number] * loan.face - holder.cash)


class RaisingStep(Step[Raising, State1862]):
    """A director sells shares until he can pay; then he pays, or is bankrupt when nothing is left to sell."""

    rules: Rules1862

    def __init__(self, rules: Rules1862, trains: Train1862) -> None:
        """Trains are bought by the train step."""
        super().__init__(rules)
        self.trains = trains
        self.funding = Funding(rules)
        self.acts = {SellShares: ActionKind(self.sell, self.why_not_sell)}

    def decision(self, s: State1862, frame: Raising) -> Decision:
        """The director."""
        key = "help.sell" if frame.train else "closed.notes"
        return Decision(frame.seat, self.t.seats[frame.seat], "raise", self.t.cite(key))

    def missing(self, s: State1862, frame: Raising) -> int:
        """What he lacks."""
        return frame.amount - s.players[frame.seat].cash

    def options(self, s: State1862, frame: Raising) -> list[Option]:
        """Every sale that helps."""
        missing = self.missing(s, frame)
        return [
            Option(SellShares(entry.id, percent))
            for number, entry in enumerate(self.t.companies)
            for percent in self.funding.lots(s, frame.seat, number)
            if self.funding.needed(s, number, percent, missing)
        ]

    def not_now(self, s: State1862, frame: Raising, action: Action) -> Illegal:
        """Nothing but sales until the money is there (13.9d)."""
        return self.t.no(
            "help.sell", "{who} has to raise {amount:$} by selling shares",
            who=self.t.seats[frame.seat], amount=self.missing(s, frame),
        )  # fmt: skip

    def why_not_sell(self, s: State1862, frame: Raising, action: SellShares) -> Illegal | None:
        """One sale."""
        number = self.t.company(action.company)
        return self.funding.why_not_sell(s, frame.seat, number, action.percent, self.missing(s, frame))

    def sell(self, m: Move1862, frame: Raising, action: SellShares) -> None:
        """One sale; a company it closes leaves the game first (17.5)."""
        number = self.t.company(action.company)
        note_sale(m, frame.seat, number)
        self.funding.shares.sell(m, frame.seat, number, action.percent)
        self.rules.price_moved(m, number)

    def advance(self, m: Move1862, frame: Raising) -> bool:
        """Pay, wait for a sale, or go bankrupt."""
        if frame.train and not self.trains.still_there(m.s, frame.train):
            self.void(m, frame)
        elif self.missing(m.s, frame) <= 0:
            m.pop()
            if frame.train:
                self.trains.complete(m, frame)
            else:
                name = self.t.companies[frame.company].id
                m.pay(frame.seat, BANK, frame.amount, "closed.notes", "notes of {company}", company=name)
        elif any(any(self.funding.lots(m.s, frame.seat, number)) for number in range(len(m.s.companies))):
            return True
        elif frame.train and self.trains.owner(m.s, frame.train) is not None:
            self.void(m, frame)
        else:
            self.rules.bankrupt(m, frame)
        return False

    def void(self, m: Move1862, frame: Raising) -> None:
        """A deal that cannot be paid in full is no deal; another train is chosen (13.9f)."""
        m.pop()
        m.tell("unnamed", "help.void", "the deal about {train} is void", train=frame.train)
