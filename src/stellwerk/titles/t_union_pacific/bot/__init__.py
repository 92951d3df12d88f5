"""The bots of Union Pacific. None of them looks at anything but its own view; they have no personalities."""

from stellwerk.bots.lineup import Level, Maker

from .baron import Baron
from .easy import EASY, Beginner
from .random_cards import RandomCards
from .search import HARD, MASTER_BUDGET, Seer
from .worlds import redealt as redealt

BOTS: dict[str, Maker] = {
    "random": RandomCards,
    "easy": Level(lambda seed, style: Beginner(seed, "easy"), EASY, styled=False),
    "normal": Level(lambda seed, style: Baron(seed, "normal"), Baron.about, styled=False),
    "hard": Level(lambda seed, style: Seer(seed), HARD, styled=False),
    "master": Level(lambda seed, style: Seer(seed, MASTER_BUDGET, "master"), HARD, styled=False),
    "baron": Baron,
}
