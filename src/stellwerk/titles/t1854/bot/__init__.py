"""The bots of 1854, weakest first."""

from stellwerk.bots.random_bot import RandomBot

from .steady import Steady1854

BOTS = {"random": RandomBot, "steady": Steady1854}
