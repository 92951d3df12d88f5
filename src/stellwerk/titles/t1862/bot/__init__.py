"""The bots of 1862, weakest first."""

from stellwerk.bots.random_bot import RandomBot

from .steady import Steady1862

BOTS = {"random": RandomBot, "steady": Steady1862}
