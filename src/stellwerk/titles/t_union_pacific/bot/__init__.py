"""The bots of Union Pacific, weakest first."""

from .baron import Baron
from .random_cards import RandomCards

BOTS = {"random": RandomCards, "baron": Baron}
