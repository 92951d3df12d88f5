"""Short ways to read a position, for the tests of every 18xx title."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import Company, State


def seen(game: Game[State], name: str) -> dict[str, Any]:
    """A company as the view shows it."""
    found: dict[str, Any] = game.view()["companies"][name]
    return found


def cash(game: Game[State]) -> list[int]:
    """The players' cash by seat."""
    return [player.cash for player in game.state.players]


def company(game: Game[State], name: str) -> Company:
    """A company of the position."""
    assert isinstance(game.rules, FamilyRules)
    return game.state.companies[game.rules.t.company(name)]


def treasury(game: Game[State], name: str) -> int:
    """A company's cash."""
    return company(game, name).cash


def price(game: Game[State], name: str) -> int:
    """A company's price."""
    found: int = seen(game, name)["price"]
    return found


def asked(game: Game[State]) -> tuple[int, str, str]:
    """Seat, actor and kind of the question."""
    decision = game.decision()
    assert decision is not None
    return decision.seat, decision.actor, decision.kind


def cell(game: Game[State], name: str) -> tuple[int, int]:
    """Row and column of a price marker."""
    row, column = seen(game, name)["cell"]
    return row, column


def held(game: Game[State], name: str) -> tuple[int, ...]:
    """The players' percentages."""
    return company(game, name).held


def stack(game: Game[State], row: int, column: int) -> list[str]:
    """The markers in a cell, top first."""
    found: list[str] = game.view()["market"].get(f"{row},{column}", [])
    return found


def texts(game: Game[State]) -> str:
    """What the last action brought about."""
    return "\n".join(str(event) for event in game.last_events)
