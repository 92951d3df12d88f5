"""Accounts: what made a player rich adds up to his score, in every kept game of the 18xx titles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.draw.history import RoundsPast
from stellwerk.eighteen.accounts import DEBTS, DIVIDENDS, HELP, PRICES, PRIVATES, SOURCES, accounts
from stellwerk.formats import load_file
from tests.support import DATA

GAMES = [file for file in sorted((DATA / "games").glob("*.json.gz")) if not file.name.startswith("union")]


@pytest.mark.parametrize("file", GAMES, ids=[file.name.removesuffix(".json.gz") for file in GAMES])
def test_all_sources_add_up_to_the_score(file: Path) -> None:
    game: Game[Any] = load_file(file).game
    found, past = accounts(game), RoundsPast(game)
    assert {entry.source for entry in found.entries} <= set(SOURCES)
    for seat, score in enumerate(game.result().scores):
        assert found.start[seat] + sum(found.of(seat).values()) == score
        before = found.start[seat]
        for entry in past.rounds:  # and round by round
            before += sum(found.of(seat, entry.first, entry.last).values())
            assert before == entry.scores[seat]
        name = game.rules.seats[seat]
        paid = [event.facts for ply in game.plies for event in ply.events if event.kind == "paid"]
        got = sum(
            facts["amount"] for facts in paid if facts["payee"] == name and facts["reason"].startswith("dividend")
        )
        assert found.of(seat)[DIVIDENDS] == got
        assert found.of(seat)[PRIVATES] >= 0 >= found.of(seat)[HELP]


def test_a_dividend_and_the_price_it_moves_are_told_apart() -> None:
    """Of a dividend a player has the money, and what his shares rise by."""
    game: Game[Any] = load_file(DATA / "games" / "18te-2p.json.gz").game
    found = accounts(game)
    ply = next(number for number, made in enumerate(game.plies, 1) if any(e.kind == "dividend" for e in made.events))
    events = game.plies[ply - 1].events
    price = next((event.facts for event in events if event.kind == "price"), None)
    before, after = game.at(ply - 1).view(None), game.at(ply).view(None)
    for seat, player in enumerate(after["players"]):
        changes = found.of(seat, ply - 1, ply)
        assert changes[DIVIDENDS] == player["cash"] - before["players"][seat]["cash"]
        if price is not None:
            held = player["shares"].get(price["company"], 0)
            assert changes[PRICES] == held // 10 * (price["after"] - price["before"])
        assert set(changes) <= {DIVIDENDS, PRICES}


def test_notes_of_1862_are_debts() -> None:
    game: Game[Any] = load_file(DATA / "games" / "1862-4p-pages.json.gz").game
    owed = [accounts(game).of(seat)[DEBTS] for seat in range(4)]
    receipts = game.receipts()
    paid = [event.facts for ply in game.plies for event in ply.events if event.kind == "paid"]
    for seat, name in enumerate(game.rules.seats):
        left = sum(line.amount for line in receipts[f"score {name}"].lines if line.amount < 0)
        back = sum(fact["amount"] for fact in paid if fact["payer"] == name and fact["reason"].endswith(".notes"))
        assert owed[seat] == left - back
    assert any(owed)
