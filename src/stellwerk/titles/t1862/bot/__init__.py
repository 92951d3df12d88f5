"""The bots of 1862."""

from stellwerk.bots.family import family

from .figures import Figures1862, Memory1862
from .normal import Easy1862, Normal1862
from .steady import Steady1862

BOTS = family(Steady1862, Normal1862, Easy1862, budget=3000)
REMEMBERS, FIGURES = Memory1862, Figures1862  # what a report goes by, too
