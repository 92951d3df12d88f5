"""Figures a bot looks at: what runs earn now and after a change, which trains are needed, what money is bound."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.memory import Memory
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import BuyTrain, LayTile, PlaceToken
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.depot import fate, on_sale
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.track import TrackPart
from stellwerk.routing import TrainSpec, best_total, spec_of

BUDGET = 1500  # nodes of the router for one figure: good runs in about a millisecond
SOON = 2  # trains left of a kind before the next kind is near
STOP = 0.6  # what one more stop in reach is worth


class PositionFigures:
    """Figures of one position."""

    def __init__(self, memory: Memory[Any], s: State) -> None:
        """With what the bot remembers of the game."""
        self.memory, self.s = memory, s
        self.rules: FamilyRules = memory.rules
        self.t: Table = self.rules.t
        self._revenue: dict[int, int] = {}

    # -- runs

    def revenue(self, company: int) -> int:
        """What a company's trains earn now."""
        found = self._revenue.get(company)
        if found is None:
            found = self._revenue[company] = self.run(company, self.s.board, self.specs(company))
        return found

    def specs(self, company: int) -> list[TrainSpec]:
        """The company's trains that it can run: share companies of 1854 may own plus trains, and cannot (2.13)."""
        return [spec_of(self.t, train) for train in self.rules.running_trains(self.s, company)]

    def run(self, company: int, board: Board, trains: list[TrainSpec]) -> int:
        """What these trains would earn on a board."""
        if not trains or self.s.companies[company].cell < 0:
            return 0
        return best_total(self.rules, self.s, company, trains, BUDGET, board=board)

    def income(self, company: int) -> float:
        """What 10 % gets of a run."""
        return self.revenue(company) / 10

    def with_train(self, company: int, action: BuyTrain) -> int:
        """What the company would earn with one more train."""
        return self.run(company, self.s.board, [*self.specs(company), spec_of(self.t, action.train)])

    # -- the board

    def board_figure(self, company: int, board: Board) -> float:
        """What a board is worth to a company: its run with the trains it has, or with one to come, and its reach."""
        trains = self.specs(company)
        if not trains:
            kinds = [offer.kind for offer in on_sale(self.t, self.s)]
            trains = [spec_of(self.t, kinds[-1])] if kinds else []
        longer = [TrainSpec("later", stops=max(spec.stops for spec in trains) + 1)] if trains else []
        reach = self.t.networks.reach(board, company)
        now = self.run(company, board, trains)
        return now + 0.3 * self.run(company, board, longer) + STOP * len(reach.stops) + 0.1 * len(reach.hexes)

    def after_lay(self, company: int, action: LayTile) -> tuple[Board, int]:
        """The board after a lay, and what the lay costs."""
        step = self.rules.steps[OperatingTurn]
        assert isinstance(step, OperatingTurnStep)
        part = step.parts["track"]
        assert isinstance(part, TrackPart)
        hex_, lay = part.find(self.s, action)
        cost = self.rules.quote(self.s, action).cost if action.power else part.price(self.s, company, hex_, lay)
        return boards.lay(self.t.hexmap, self.s.board, hex_, lay), cost

    def after_token(self, company: int, action: PlaceToken) -> Board:
        """The board after a token."""
        hex_ = self.t.hex(action.hex)
        if FREE not in self.s.board.tokens[hex_][action.stop]:
            return self.s.board
        return boards.place(self.s.board, hex_, action.stop, company)

    # -- trains and money

    def face(self, train: str) -> int:
        """The price of a train's kind."""
        return self.t.train_price[kind_of(train)]

    def next_price(self) -> int:
        """The price of the cheapest train the bank sells; 0 if it sells none."""
        return min((offer.price for offer in on_sale(self.t, self.s)), default=0)

    def fronts(self) -> list[int]:
        """Kinds of trains still in the depot, in the order in which they are sold."""
        return [number for number, left in enumerate(self.s.depot) if left]

    def soon(self) -> int:
        """Trains left of a kind before the next kind is near."""
        return SOON

    def scarce(self) -> bool:
        """True if the kind that is sold now runs out soon and another one follows."""
        kinds = self.fronts()
        return len(kinds) > 1 and 0 < self.s.depot[kinds[0]] <= self.soon()  # below 0: without end

    def near(self) -> int:
        """The kind that is sold now or, when that runs out, the next; beyond all if there is none."""
        kinds = self.fronts()
        return kinds[self.scarce()] if kinds else len(self.t.trains)

    def coming_price(self) -> int:
        """The price of the cheapest train a company that starts now will find."""
        if not self.fronts():
            return 0
        return max(self.next_price(), self.cheapest(self.t.trains[self.near()].id) if self.scarce() else 0)

    def ends(self, train: str) -> str:
        """The kind of train that ends this one; empty if it stays."""
        return next(iter(fate(self.t, kind_of(train))), "")

    def doomed(self, train: str) -> bool:
        """True if a train will rust soon: on the kind that is sold now or, when that runs out, on the next."""
        ends = self.ends(train)
        return bool(ends) and self.t.kit.train_index[ends] <= self.near()

    def needed_for(self, company: int) -> int:
        """What a company must have for a train soon: 0 if it owns one that lasts, or has nothing to run."""
        holder = self.s.companies[company]
        if any(not self.doomed(train) for train in holder.trains):
            return 0
        if not self.t.networks.runs(self.s.board, company) and not self.t.choices.must_buy_always:
            return 0
        return max(self.next_price(), *(self.cheapest(self.ends(train)) for train in holder.trains), 0)

    def cheapest(self, card: str) -> int:
        """The lower price of a card's sides: what a train costs once that kind has come."""
        entry = self.t.trains[self.t.kit.train_index[card]]
        return min([side.price for side in entry.sides] or [entry.price])

    def needed_by(self, seat: int) -> int:
        """What a player should keep for trains of the companies he presides over."""
        total = 0
        for number, holder in enumerate(self.s.companies):
            if holder.president == seat and holder.floated:
                missing = self.needed_for(number) - holder.cash - self.revenue(number)
                total += max(0, missing)
        return total
