"""A player that does anything legal: the tester of the rules and the opponent everybody beats.

What it does depends on its seed, its seat and the number of the action only, so a game with it can be stopped, taken
back and resumed anywhere and comes out the same.
"""

from __future__ import annotations

from typing import Any, ClassVar

from stellwerk.bots.random_routes import random_run
from stellwerk.core import Action, Chance, Game, Option, Range
from stellwerk.eighteen.actions import Answer, RunRoutes, Sale, SellList, SellShares
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OFFERS, Auction

INTERJECTS = 40  # out of turn once in so many chances
AGREES = 85  # percent of offers that are agreed to
MEMORY = 12  # actions over which a refusal is remembered
USUAL = 12
# Kinds of options are equally likely but for these. Deals that others must agree to are rare, or stock rounds would
# consist of little else; track is mostly built and trains mostly bought, or games would not come to an end.
WEIGHTS = {
    "offer": 1,
    "sell_shares": 4,
    "sell_list": 2,
    "exchange": 3,
    "par": 6,
    "bankrupt": 6,
    "close_private": 1,
    "buyback": 3,
}
PASSES = {"stock": 10, "track": 2, "token": 10, "trains": 6, "auction": 6, "privates": 20}


class RandomBot:
    """Chooses a kind of option first and one of that kind then, so that many tile lays do not drown the rest."""

    about: ClassVar[str] = "Does anything the rules allow, without a plan: good for trying things out."

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        """Bots with the same seed play the same."""
        self.seed, self.name = seed, name

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""
        chance = Chance(self.seed, f"choose/{seat}/{game.ply}")
        kinds = self.kinds(game, seat)
        weights = {key: self.weight(game, key) for key in kinds}
        if "offer" in kinds and len(kinds) > 1 and refused_lately(game):
            weights["offer"] = 0
        option = chance.choice(kinds[draw(chance, weights)])
        return self.fill(game, option, kinds, chance)

    def interject(self, game: Game[Any], seat: int) -> Action | None:
        """Rarely, something the seat may do out of turn."""
        chance = Chance(self.seed, f"interject/{seat}/{game.ply}")
        if chance.below(INTERJECTS):
            return None
        options = [option for option in game.rules.interjections(game.state) if option.seat == seat]
        return chance.choice(options).action if options else None

    def kinds(self, game: Game[Any], seat: int) -> dict[str, list[Option]]:
        """The seat's options by kind, deals that need an agreement apart."""
        found: dict[str, list[Option]] = {}
        for option in game.unfilled():
            if option.seat in (None, seat):
                found.setdefault("offer" if is_offer(game, option) else option.action.kind, []).append(option)
        return found

    def weight(self, game: Game[Any], key: str) -> int:
        """How likely a kind is."""
        if key != "pass":
            return WEIGHTS.get(key, USUAL)
        decision = game.decision()
        return PASSES.get(decision.kind, USUAL) if decision else USUAL

    def fill(self, game: Game[Any], option: Option, kinds: dict[str, list[Option]], chance: Chance) -> Action:
        """The option's action with an amount and with content in its free field."""
        action, rules = option.action, game.rules
        if option.amount is not None:
            return option.take(random_amount(option.amount, chance))
        if isinstance(action, Answer):
            return Answer(chance.below(100) < AGREES)
        if isinstance(action, RunRoutes) and isinstance(rules, FamilyRules):
            decision = game.decision()
            enforced = getattr(getattr(rules, "run", None), "enforced", False)
            if enforced or (decision is not None and decision.kind == "objection"):  # the best run, which is offered
                return action
            return option.take(routes=random_run(rules, game.state, chance))
        if isinstance(action, SellList):
            return option.take(sales=random_sales(kinds["sell_shares"], chance))
        return action


def is_offer(game: Game[Any], option: Option) -> bool:
    """True if the option is a deal somebody is asked to agree to, as far as its form tells."""
    if not isinstance(option.action, OFFERS) or option.amount is None:
        return False
    return not isinstance(game.state.frames[-1], Auction)


def refused_lately(game: Game[Any]) -> bool:
    """True if an offer was refused a few actions ago."""
    return any(ply.action == Answer(False) for ply in game.latest(MEMORY))


def draw(chance: Chance, weights: dict[str, int]) -> str:
    """A key, as likely as its weight."""
    spot = chance.below(sum(weights.values()))
    for key, weight in weights.items():
        spot -= weight
        if spot < 0:
            return key
    raise AssertionError("the spot lies within the sum of the weights")


def random_amount(amounts: Range, chance: Chance) -> int:
    """An amount of the range: often the lowest or a low one, sometimes the highest, sometimes any."""
    count, mood = len(amounts), chance.below(10)
    if mood < 4:
        place = 0
    elif mood < 8:
        place = chance.below((count + 7) // 8)
    elif mood < 9:
        place = chance.below(count)
    else:
        place = count - 1
    return amounts.low + place * amounts.step


def random_sales(options: list[Option], chance: Chance) -> tuple[Sale, ...]:
    """Shares of two or more companies, each as one of the single sales that are legal."""
    choices: dict[str, list[int]] = {}
    for option in options:
        if isinstance(option.action, SellShares):
            choices.setdefault(option.action.company, []).append(option.action.percent)
    names = chance.shuffled(list(choices))
    count = 2 + chance.below(len(names) - 1)
    return tuple(Sale(name, chance.choice(choices[name])) for name in names[:count])
