"""The bots of 1854."""

from stellwerk.bots.family import family

from .normal import Easy1854, Normal1854
from .steady import Steady1854

BOTS = family(Steady1854, Normal1854, Easy1854, budget=400)
