"""Figures the normal player adds: how long trains last, how many runs are to come, what the track leads to."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.figures import STOP, PositionFigures
from stellwerk.bots.memory import FAR
from stellwerk.bots.outlook import rise, runs_left
from stellwerk.bots.quick import QuickFigures
from stellwerk.bots.reach_value import ahead
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.depot import on_sale
from stellwerk.routing import TrainSpec, spec_of

PACE = 0.4  # trains a company buys in an operating round, as a rule
WEIGHTS = {"city": 3.0, "offboard": 3.0, "town": 0.8}
LATER = 0.3  # what a run with a longer train counts


class NormalFigures(QuickFigures):
    """Figures of one position."""

    def runs_left(self) -> float:
        """About how many runs are to come before the bank breaks."""
        return runs_left(self)

    def life(self, train: str) -> float:
        """In how many runs a train bought now can be used, at a guess."""
        return min(self.runs_left(), life(self, self.ends(train)))

    def offers(self) -> list[BuyTrain]:
        """What the bank sells, as purchases."""
        return [BuyTrain(offer.train, offer.price) for offer in on_sale(self.t, self.s)]

    # -- money

    def reserve(self, company: int, bought: str = "") -> int:
        """What a company should keep, with one train more: the whole price of the next where it loses all it has."""
        trains = [*self.s.companies[company].trains, *([bought] if bought else [])]
        if any(not self.ends(train) for train in trains):
            return 0
        if not trains:
            return self.next_price()
        after = max(self.cheapest(self.ends(train)) for train in trains)
        return after if all(self.doomed(train) for train in trains) else after // 2

    # -- the board

    def trains_to_run(self, company: int) -> list[TrainSpec]:
        """The company's trains, or the one it will get."""
        trains = self.specs(company)
        if not trains:
            kinds = [offer.kind for offer in on_sale(self.t, self.s)]
            trains = [spec_of(self.t, kinds[0])] if kinds else []
        return trains

    def board_figure(self, company: int, board: Board, growth: float = 1.0) -> float:
        """What a board is worth to a company: its run with the trains it has, or with one to come, and its reach."""
        trains = self.trains_to_run(company)
        now = self.run(company, board, trains)
        longest = max((spec.stops for spec in trains), default=2)
        later = self.run(company, board, [TrainSpec("later", stops=min(longest, 9) + 1), *trains[:1]]) if trains else 0
        return now + growth * (LATER * later + self.reach_figure(company, board))

    def reach_figure(self, company: int, board: Board) -> float:
        """What can be seen without the router: stops in reach, their values, what the track leads to."""
        reach = self.t.networks.reach(board, company)
        worth = self.rules.route_check(self.s, company, board).worth
        values = sum(worth(stop) for stop in reach.stops) / 15
        return (
            values
            + STOP * len(reach.stops)
            + 0.1 * len(reach.hexes)
            + ahead(self, company, board, reach, stop_weights(self))
        )

    # -- shares

    def prospect(self, company: int) -> float:
        """What 10 % may bring from now to the end: dividends, and a price that rises with them."""
        left = self.runs_left()
        earned = self.income(company)
        if not earned and self.s.companies[company].trains:
            earned = 1.0
        falls = self.missing(company) > 0
        return earned * left * (0.5 if falls else 0.9) + (rise(self, company) * min(left, 4.0) * 0.6 if earned else 0.0)

    def missing(self, company: int) -> int:
        """What a company will not have for the train it needs soon, though it saves two runs."""
        holder = self.s.companies[company]
        return max(0, self.needed_for(company) - holder.cash - 2 * self.revenue(company)) if holder.floated else 0


def life(figures: PositionFigures, ends: str) -> float:
    """In how many runs the first train of a kind is bought, at a guess; far away if there is no such kind."""
    if not ends:
        return FAR
    s, number = figures.s, figures.t.kit.train_index[ends]
    before = sum(max(0, s.depot[kind]) for kind in figures.fronts() if kind < number)
    active = sum(company.floated for company in s.companies)
    return 0.5 + before / max(0.8, PACE * active)


def stop_weights(figures: Any) -> dict[int, float]:
    """What the hexes with stops count, worked out once a game."""
    memory = figures.memory
    found: dict[int, float] | None = getattr(memory, "stop_weights", None)
    if found is None:
        found = memory.stop_weights = {
            hex_: sum(WEIGHTS.get(stop.kind, 1.0) for stop in entry.stops)
            for hex_, entry in enumerate(figures.t.hexmap.hexes)
            if entry.stops
        }
    return found
