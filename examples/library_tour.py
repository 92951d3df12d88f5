"""A walk through the library: a game is played, refused, taken back, branched and written down.

python library_tour.py
"""

from __future__ import annotations

import stellwerk
from stellwerk.bots import RandomBot
from stellwerk.eighteen.actions import Bid, BuyPrivate, Pass
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.routing import best_run


def main() -> None:
    """Print what happens on the way."""
    game = stellwerk.new("1830", players=["Ada", "Ben", "Cleo"], seed=1)
    for event in game.apply(BuyPrivate("SV", 20)):
        print(event)

    refusal = game.why_not(Bid("MH", 112))  # what `apply` would raise
    print("refused:", refusal)

    game.apply(Bid("DH", 75))
    game.undo()
    what_if = game.branch()  # costs nothing, touches nothing
    what_if.apply(Pass())
    print(f"the game is at ply {game.ply}, the branch at ply {what_if.ply}")

    bot = RandomBot(seed=3)
    while (decision := game.decision()) is not None and decision.kind != "run":
        game.apply(bot.choose(game, decision.seat))
    assert decision is not None
    assert isinstance(game.rules, FamilyRules)  # only 18xx titles have train runs
    best = best_run(game.rules, game.state, decision.actor)
    print(f"{decision.actor} runs for {best.total} ({'proven' if best.proven else 'a bound is known'})")

    again = stellwerk.replay(game.transcript())
    print("the transcript replays to the same position:", again.digest() == game.digest())


if __name__ == "__main__":
    main()
