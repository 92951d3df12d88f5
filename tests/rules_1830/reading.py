"""Short ways to read a position in the tests of the auction, the stock round and the market."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import stellwerk.titles.t1830.rules as t1830
from stellwerk.core import Game, Receipt
from stellwerk.eighteen.state import Company, State
from tests.support import rules_of

RULES_FILE = Path(t1830.__file__).with_name("RULES.md")


@lru_cache(maxsize=1)
def paragraphs() -> frozenset[str]:
    """Every numbered paragraph of the title's RULES.md and every ruling of its section 13."""
    text = RULES_FILE.read_text(encoding="utf-8")
    numbers = re.findall(r"^(\d+(?:\.\d+)+(?:[a-z]\d?)?|A\d+)\s", text, flags=re.MULTILINE)
    return frozenset(f"1830 {number}" for number in numbers)


def cash(game: Game[State]) -> list[int]:
    """The players' cash by seat."""
    return [player.cash for player in game.state.players]


def firm(game: Game[State], name: str) -> Company:
    """A company."""
    return game.state.companies[rules_of(game).t.company(name)]


def seen(game: Game[State], name: str) -> dict[str, Any]:
    """A company as the view shows it."""
    company: dict[str, Any] = game.view()["companies"][name]
    return company


def price(game: Game[State], name: str) -> int:
    """A company's market price."""
    found: int = seen(game, name)["price"]
    return found


def cell(game: Game[State], name: str) -> tuple[int, int]:
    """Row and column of a company's marker."""
    row, column = seen(game, name)["cell"]
    return row, column


def stack(game: Game[State], row: int, column: int) -> list[str]:
    """The markers in a cell, top first."""
    found: list[str] = game.view()["market"].get(f"{row},{column}", [])
    return found


def owner(game: Game[State], private: str) -> str | None:
    """Who owns a private."""
    found: str | None = game.view()["privates"][private]["owner"]
    return found


def asked(game: Game[State]) -> tuple[int, str]:
    """Seat and kind of the question."""
    decision = game.decision()
    assert decision is not None
    return decision.seat, decision.kind


def round_of(game: Game[State]) -> str:
    """`Auction`, `SR 2`, `OR 2.1`."""
    found: str = game.view()["round"]
    return found


def certificates(game: Game[State], seat: int) -> int:
    """What counts towards a player's certificate limit."""
    found: int = game.view()["players"][seat]["certificates"]
    return found


def receipt(game: Game[State], name: str) -> Receipt:
    """A receipt of the position, with its sum checked."""
    found = game.receipts()[name]
    assert found.total == sum(line.amount for line in found.lines)
    return found


def auction(game: Game[State]) -> dict[str, Any]:
    """Bids, committed money and the price of SV."""
    found: dict[str, Any] = game.view()["auction"]
    return found
