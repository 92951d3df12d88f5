"""The bots of Union Pacific. None of them looks at anything but its own view."""

from stellwerk.bots.lineup import Level, Maker

from .baron import Baron
from .easy import EASY, Beginner
from .likings import LIKINGS
from .random_cards import RandomCards
from .search import HARD, MASTER_BUDGET, Seer
from .worlds import redealt as redealt

BOTS: dict[str, Maker] = {
    "random": RandomCards,
    "easy": Level(lambda seed, style: Beginner(seed, "easy", style), EASY, LIKINGS),
    "normal": Level(lambda seed, style: Baron(seed, "normal", style), Baron.about, LIKINGS),
    "hard": Level(lambda seed, style: Seer(seed, style=style), HARD, LIKINGS),
    "master": Level(lambda seed, style: Seer(seed, MASTER_BUDGET, "master", style), HARD, LIKINGS),
    "baron": Baron,
}
