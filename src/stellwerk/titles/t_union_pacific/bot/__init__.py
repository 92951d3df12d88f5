"""The bots of Union Pacific."""

from stellwerk.bots.lineup import Level, Maker

from .baron import Baron
from .random_cards import RandomCards

BOTS: dict[str, Maker] = {
    "random": RandomCards,
    "easy": Level(lambda seed, style: Baron(seed, "easy"), Baron.about),
    "normal": Level(lambda seed, style: Baron(seed, "normal"), Baron.about),
    "baron": Baron,
}
