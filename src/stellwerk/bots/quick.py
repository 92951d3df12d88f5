"""Figures with a memory of runs: what has been worked out once is known."""

from __future__ import annotations

from stellwerk.bots.figures import PositionFigures
from stellwerk.bots.steady import Chooser
from stellwerk.eighteen.board import Board
from stellwerk.routing import TrainSpec


class QuickFigures(PositionFigures):
    """Figures of one position; runs are remembered from one to the next."""

    def run(self, company: int, board: Board, trains: list[TrainSpec]) -> int:
        """What these trains would earn on a board."""
        if not trains:
            return 0
        started = self.s.companies[company].cell >= 0
        key = (board, company, tuple(trains), self.s.phase, started)
        return self.memory.total(key, lambda: super(QuickFigures, self).run(company, board, trains))


class QuickChooser(Chooser):
    """Decides one question."""

    figured = QuickFigures
