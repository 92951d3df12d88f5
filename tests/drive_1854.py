"""Games of 1854 that get everywhere: a driver that starts companies, pays dividends, merges and takes options.

Random moves go bankrupt long before phase 5; this driver reaches the end of the bank with splits, mergers and tunnels.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import stellwerk
from stellwerk.core import Decision, Game, Option
from stellwerk.eighteen.actions import Dividend, Pass
from tests.page_support import choice

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
Position = Game[Any]


def pick(game: Position, decision: Decision, rng: random.Random, merges: bool = True) -> Option:
    """A sensible move, drawn by lot; unless it `merges` nobody proposes a merger."""
    options = game.options()
    if decision.kind == "merger" and not merges:
        return next(option for option in options if option.action == Pass())
    by: dict[str, list[Option]] = {}
    for option in options:
        by.setdefault(option.action.kind, []).append(option)

    def some(chances: dict[str, float]) -> Option:
        for kind, chance in chances.items():
            if kind in by and rng.random() < chance:
                return rng.choice(by[kind])
        return by["pass"][0] if "pass" in by else rng.choice(options)

    if decision.kind in ("auction", "bid_off"):
        return some({"buy_private": 0.8, "bid": 0.35})
    if decision.kind == "stock":
        return some({"complete_option": 1, "sell_shares": 0.06, "buy_share": 0.75, "take_option": 0.3, "par": 0.6})
    if decision.kind == "track":
        return some({"lay_tile": 0.93, "lay_tunnel": 0.3})
    if decision.kind == "token":
        return some({"place_token": 0.5})
    if decision.kind == "dividend" and rng.random() < 0.8:
        return next(option for option in options if option.action == Dividend("pay"))
    if decision.kind == "trains":
        return _train(game, decision, by, options, rng)
    return rng.choice(options)


def _train(
    game: Position, decision: Decision, by: dict[str, list[Option]], options: list[Option], rng: random.Random
) -> Option:
    """A train the company can run, if it has fewer than two of them."""
    company = game.view()["companies"][decision.actor]
    local = bool(company["kind"] == "local")

    def runs(train: str) -> bool:
        return ("+" in train) == local

    bank = [option for option in by.get("buy_train", []) if option.amount is None]
    good = [option for option in bank if runs(str(getattr(option.action, "train", "")))]
    if good and ("pass" not in by or sum(map(runs, company["trains"])) < 2 or rng.random() < 0.3):
        return rng.choice(good)
    if "pass" in by:
        return rng.choice(by["buy_train"]) if "buy_train" in by and rng.random() < 0.03 else by["pass"][0]
    return rng.choice([option for option in options if option.action.kind != "bankrupt"] or options)


@cache
def driven(seed: int = 1, players: int = 3, most: int = 4000, merges: bool = True) -> Position:
    """A whole game; one in which nobody `merges` comes to forced mergers."""
    rng = random.Random(seed)
    game: Position = stellwerk.new("1854", list(NAMES[:players]), seed=seed)
    while (decision := game.decision()) is not None and game.ply < most:
        option = pick(game, decision, rng, merges)
        game.apply(choice(option, rng), decision.seat if option.seat is None else option.seat)
    return game


def kind_of_company(game: Position, decision: Decision) -> str:
    """Local, major or AG: the one that is asked."""
    return str(game.view()["companies"].get(decision.actor, {}).get("kind", ""))


def offers(game: Position, *kinds: str) -> bool:
    """True if all these kinds of actions are possible."""
    return set(kinds) <= {option.action.kind for option in game.options()}


def ply_where(test: Callable[[Position, Decision], bool], game: Position | None = None, after: int = 0) -> int:
    """The first position of the driven game that passes the test."""
    played = game or driven()
    for ply in range(after, played.ply):
        there = played.at(ply)
        decision = there.decision()
        if decision is not None and test(there, decision):
            return ply
    raise AssertionError("the driven game has no such position")


def splits(game: Position, decision: Decision) -> bool:
    """True if paying the dividend splits the shares."""
    if decision.kind != "dividend":
        return False
    return any(event.kind == "split" for event in game.branch().apply(Dividend("pay"), decision.seat))
