"""What track is worth that leads somewhere: stops a company does not reach yet, and cities where a token could go."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.bots.figures import PositionFigures
from stellwerk.bots.memory import FAR
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.reach import Reach

AHEAD = 0.5  # what a stop counts that track leads to but does not reach yet
BASE = 4.0  # and a city in reach where a token could go


def ahead(figures: PositionFigures, company: int, board: Board, reach: Reach, weights: Mapping[int, float]) -> float:
    """What stops count that the company does not reach yet: the more, the nearer its track leads to them.

    `weights` are those of the hexes with stops.
    """
    faces, hexmap = board.faces, figures.t.hexmap
    seen = {stop // STOPS_PER_HEX for stop in reach.stops}
    seen.update(hex_ for hex_, _ in reach.tokens)
    open_ = [hex_ for hex_ in reach.edges if hexmap.faces[faces[hex_]].colour == "white"]
    nearest: dict[int, int] = {}
    for end in open_:
        for hex_, far in figures.memory.around(end):
            if far < nearest.get(hex_, FAR):
                nearest[hex_] = far
    reached = sorted(hex_ for hex_ in nearest if hex_ in weights and hex_ not in seen)
    total = sum(weights[hex_] / (1 + nearest[hex_]) for hex_ in reached)
    if figures.s.companies[company].tokens < len(figures.t.companies[company].tokens):
        for stop in reach.stops:
            hex_, number = divmod(stop, STOPS_PER_HEX)
            if FREE in board.tokens[hex_][number] and not boards.has_token(board, hex_, company):
                total += BASE
    return AHEAD * total
