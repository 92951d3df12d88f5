"""Where 18xx.games is known to refuse a line of an exported game, or to play it otherwise (1830 12.3)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import Action, Game, Message
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.frames import Consent, OperatingTurn
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.formats.export18xx import written_actions
from stellwerk.formats.site_end import LAST_TURN, beyond
from stellwerk.titles.t1830.rules import Rules1830

NO_SALE = "the site does not carry out the sale of CA from player to player"
OLD_FLOOR = "the site holds the new president to the sale of the old one: at least {least}"
ENDS = "the site ends a game with the first round that is over in turn {turn}"


class Doubt(Struct, frozen=True):
    """A line of the file by its id there, how many of our actions had been applied with it, and what the site does."""

    action: int
    ply: int
    why: Message

    def __str__(self) -> str:
        """One line that names the action."""
        return f"action {self.action}: {self.why.text}"


def doubts(game: Game[Any]) -> list[Doubt]:
    """Every line of the exported game that the site is known to refuse or to play otherwise."""
    rules = game.rules
    assert isinstance(rules, Rules1830)
    states = _states(game)
    floors = forgotten_floors(rules, game)
    found = []
    for written in written_actions(game):
        line, before = written.line, states[written.ply - 1]
        if (line["type"], line["entity_type"], line.get("company")) == ("buy_company", "player", "CA"):
            found.append(Doubt(line["id"], written.ply, Message(NO_SALE)))
        if line["type"] == "buy_train" and line["price"] < floors.get(written.ply, 0):
            found.append(Doubt(line["id"], written.ply, Message(OLD_FLOOR, {"least": floors[written.ply]})))
        if beyond(before):
            found.append(Doubt(line["id"], written.ply, Message(ENDS, {"turn": LAST_TURN})))
            break
    return found


def _states(game: Game[Any]) -> list[State]:
    """The positions before every action, and the last one."""
    return [game.at(0).state, *(ply.state for ply in game.plies)]


def forgotten_floors(rules: Rules1830, game: Game[Any]) -> dict[int, int]:
    """The least price the site asks for another company's train after an emergency sale in the same turn, by ply.

    Here a new president, whom an exchange has made, is not bound by it (1830 9.12c).
    """
    found = {}
    share = 0  # price per share of the last sale, whoever made it
    for number, (before, ply) in enumerate(zip(_states(game), game.plies, strict=False), 1):
        action: Action = ply.action
        turn = before.frames[-1]
        if isinstance(turn, Consent):
            action, turn = turn.offer, before.frames[-2]
        if not isinstance(turn, OperatingTurn) or turn.step != "trains":
            share = 0
            continue
        share = turn.last_sale or share
        if not isinstance(action, BuyTrain) or not share:
            continue
        company = before.companies[turn.company]
        face = rules.t.train_price[kind_of(action.train)]
        if company.cash < face and any(action.train in other.trains for other in before.companies):
            found[number] = company.cash + before.players[company.president].cash - share + 1
    return found
