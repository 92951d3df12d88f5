"""A bot of one's own: it takes the dearest share it can pay, and otherwise plays like the random one.

    python own_bot.py --games 4

A bot is anything with a name and a `choose`. It may branch the game to see what would happen; it must not play on it.
"""

from __future__ import annotations

import argparse
from typing import Any

import stellwerk
from stellwerk.bots import RandomBot
from stellwerk.bots.play import play_out
from stellwerk.core import Action, Game
from stellwerk.eighteen.actions import BuyShare

NAMES = ("Greedy", "Ada", "Ben")


class GreedyBot:
    """Buys whatever costs most."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        """Whatever is not a purchase is left to chance, the same for the same seed."""
        self.otherwise = RandomBot(seed)

    def choose(self, game: Game[Any], seat: int) -> Action:
        """The share after whose purchase least cash is left."""
        shares = [option.action for option in game.options_for(seat) if isinstance(option.action, BuyShare)]
        if not shares:
            return self.otherwise.choose(game, seat)
        return min(shares, key=lambda share: cash_after(game, share, seat))


def cash_after(game: Game[Any], action: Action, seat: int) -> int:
    """What a player has left after an action, tried on a branch."""
    branch = game.branch()
    branch.apply(action, seat)
    cash: int = branch.view(seat)["players"][seat]["cash"]
    return cash


def main() -> None:
    """Play some games and print their scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=4)
    for seed in range(parser.parse_args().games):
        game = stellwerk.new("18te", NAMES, seed=seed)
        play_out(game, [GreedyBot(seed), RandomBot(seed + 100), RandomBot(seed + 200)])
        result = game.result()
        print(f"game {seed}: {dict(zip(NAMES, result.scores, strict=True))}, {len(game)} actions, {result.reason}")


if __name__ == "__main__":
    main()
