"""Positions to look at: every kind of decision of every title, from the kept games, and some that are special."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import stellwerk
from stellwerk.core import Game
from stellwerk.formats import load_file
from tests.drive_1854 import driven
from tests.support import DATA

Json = dict[str, Any]
LATE = ("stock", "track", "token", "run", "dividend", "trains", "turn", "take")  # kinds that are also looked at late
GUIDED = ("stock", "track", "turn")  # and with the guide on


class Place(NamedTuple):
    """A position: `name` is the kind of decision, or that and what is special about it.

    `me` says who looks: the one who is `asked`, somebody who is `waiting`, or anybody when it is `over`.
    """

    title: str
    name: str
    kind: str
    game: Game[Any]
    ply: int
    me: str = "asked"
    guide: bool = False

    def file(self) -> Json:
        """The position as a file to import."""
        made: Json = json.loads(self.game.at(self.ply).transcript().encode())
        return made

    def seats(self) -> list[Json]:
        """The reader and bots; where he waits, nobody has come to play yet, so that nothing moves."""
        decision = self.game.at(self.ply).decision()
        asked = 0 if decision is None else decision.seat
        mine = asked if self.me != "waiting" else (asked + 1) % len(self.game.rules.seats)
        other = "open" if self.me == "waiting" else "bot"
        return [{"kind": "me" if seat == mine else other} for seat in range(len(self.game.rules.seats))]


@cache
def kept_games() -> tuple[Game[Any], ...]:
    """All games that are kept for tests."""
    return tuple(load_file(path).game for path in sorted((DATA / "games").glob("*.json.gz")))


def asked(game: Game[Any], start: int = 0) -> Iterator[tuple[int, str]]:
    """Every position of a game with the kind of decision it asks for."""
    for ply in range(start, len(game)):
        decision = game.at(ply).decision()
        if decision is not None:
            yield ply, decision.kind


def kinds_of_kept_games() -> set[tuple[str, str]]:
    """Every kind of decision that kept games have, with its title."""
    return {(game.rules.title, kind) for game in kept_games() for _, kind in asked(game)}


@cache
def places() -> tuple[Place, ...]:
    """The table of all positions: the first of each kind, late ones, and special ones, by title."""
    found: dict[tuple[str, str], Place] = {}

    def add(name: str, kind: str, game: Game[Any], ply: int, me: str = "asked", guide: bool = False) -> None:
        title = game.rules.title
        found.setdefault((title, name), Place(title, name, kind, game, ply, me, guide))

    for game in kept_games():
        for ply, kind in asked(game):
            add(kind, kind, game, ply)
        for ply, kind in asked(game, len(game) * 3 // 5):
            if kind in LATE:
                add(f"{kind}-late", kind, game, ply)
            if kind in GUIDED:
                add(f"{kind}-guided", kind, game, ply, guide=True)
        if not game.rules.hides:  # nobody can join a game whose file tells what is hidden
            add("waiting", "", game, len(game) // 2, me="waiting")
        add("over", "", game, len(game), me="over")
    for ply, game in bids():
        add("auction-bids", "auction", game, ply)
    for ply, kind in asked(driven()):
        add(kind, kind, driven(), ply)
    add("turn-12-cards", "turn", *twelve_cards())
    return tuple(sorted(found.values(), key=lambda place: (place.title, place.name)))


def bids() -> Iterator[tuple[int, Game[Any]]]:
    """The auction with the most bids, of each title that has one."""
    for game in kept_games():
        standing = {
            ply: sum(map(len, (game.at(ply).view().get("auction") or {"bids": {}})["bids"].values()))
            for ply, kind in asked(game)
            if kind == "auction"
        }
        if any(standing.values()):
            yield max(standing, key=standing.__getitem__), game


@cache
def twelve_cards() -> tuple[Game[Any], int]:
    """Union Pacific with twelve shares in the first hand: everybody builds and takes, nobody invests."""
    game: Game[Any] = stellwerk.new("union-pacific", ["Mira", "Kasia", "Jonas"], {}, 11)
    while True:
        decision = game.decision()
        assert decision is not None
        if decision.kind == "turn" and decision.seat == 0 and game.view(0)["players"][0]["hand_size"] == 12:
            return game, game.ply
        options = game.options()
        wanted = [option for option in options if option.action.kind in ("build", "take_share", "decline")]
        game.apply((wanted or options)[0].action, decision.seat)
