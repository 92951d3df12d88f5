"""The bots of 1854."""

from stellwerk.bots.family import family

from .figures import Figures1854, Memory1854
from .normal import Easy1854, Normal1854
from .steady import Steady1854

BOTS = family(Steady1854, Normal1854, Easy1854, budget=4500)
REMEMBERS, FIGURES = Memory1854, Figures1854  # what a report goes by, too
