"""The bots of 1862."""

from stellwerk.bots.family import family

from .normal import Easy1862, Normal1862
from .steady import Steady1862

BOTS = family(Steady1862, Normal1862, Easy1862, budget=250)
