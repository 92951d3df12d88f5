"""Positions of Union Pacific to order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import stellwerk
from stellwerk.core import Action, Game, Illegal
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.titles.t_union_pacific.setup import counted, start_board
from stellwerk.titles.t_union_pacific.state import State
from stellwerk.titles.t_union_pacific.table import TITLE, title_data

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
PAY = "payout card"
IDS = [entry.id for entry in title_data().company]


def new(players: int = 3, seed: int = 0, preset: str | None = None, **options: Any) -> Game[State]:
    """A new game."""
    return stellwerk.new(TITLE, NAMES[:players], options, seed, preset)


def rules_of(game: Game[Any]) -> UnionPacificRules:
    assert isinstance(game.rules, UnionPacificRules)
    return game.rules


def started(players: int = 3, seed: int = 0, preset: str | None = None, **options: Any) -> Game[State]:
    """A game in which everybody has picked the first share offered; the first turn has begun."""
    game = new(players, seed, preset, **options)
    while game.state.step == "pick":
        game.apply(next(option.action for option in game.options() if option.seat is None))
    return game


def position(
    players: int = 3,
    *,
    step: str = "turn",
    active: int = 0,
    hands: Sequence[Mapping[str, int]] = (),
    held: Sequence[Mapping[str, int]] = (),
    tracks: Sequence[Mapping[str, int]] = (),
    deck: Sequence[str] | None = None,
    display: Sequence[str] | None = None,
    place: Sequence[tuple[str, str]] = (),
    values: Mapping[str, int] | None = None,
    seed: int = 0,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Game[State]:
    """A position: what is not named is as after the first picks. `values` sets what companies are worth."""
    game = started(players, seed, preset, **(options or {}))
    rules = rules_of(game)
    kit = rules.kit
    s: State = rules.twin.draft(game.state)
    s.step, s.active = step, active
    index = {**kit.share_index, PAY: kit.payout_card}

    def counts(named: Mapping[str, int], names: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(named.get(name, 0) for name in names)

    for key, given, names in (
        ("hands", hands, kit.share_index), ("held", held, kit.share_index), ("tracks", tracks, kit.card_index),
    ):  # fmt: skip
        if given:
            rows = [counts(row, names) for row in given]
            setattr(s, key, tuple(rows + list(getattr(s, key)[len(rows) :])))
    if deck is not None:
        s.deck, s.drawn = tuple(index[name] for name in deck), 0
    if display is not None:
        s.display = tuple(index[name] for name in display)
    board = start_board(kit)
    for company, section in place:
        board = rules.flow.placed(board, kit.share_index[company], kit.section_index[section])
    s.board = board
    on_board = counted([company for section in board for company in section], kit.up)
    s.supply = tuple(entry.locomotives - on_board[number] for number, entry in enumerate(kit.companies))
    for company, value in (values or {}).items():
        number = kit.share_index[company]
        supply = list(s.supply)
        supply[number] = kit.companies[number].locomotives - (value - 1)
        s.supply = tuple(supply)
    for key, value in fields.items():
        setattr(s, key, value)
    return Game.from_state(rules, rules.twin.seal(s))


def hand(game: Game[State], seat: int) -> dict[str, int]:
    """The shares in a hand, by name."""
    found: dict[str, int] = game.view(seat)["players"][seat]["hand"]
    return found


def holdings(game: Game[State], seat: int) -> dict[str, int]:
    found: dict[str, int] = game.view(None)["players"][seat]["shares"]
    return found


def tracks(game: Game[State], seat: int) -> dict[str, int]:
    found: dict[str, int] = game.view(seat)["players"][seat]["tracks"]
    return found


def play(game: Game[State], *actions: Action) -> Game[State]:
    """Apply actions, each offered, each by the seat that is asked."""
    for action in actions:
        assert any(option.covers(action) for option in game.options() if option.seat is None), f"{action} not offered"
        game.apply(action)
    return game


def refused(game: Game[State], action: Action, paragraph: str, seat: int | None = None) -> Illegal:
    """The action is refused with that paragraph, is not offered, and nothing changes."""
    before = game.digest()
    decision = game.decision()
    refusal = game.why_not(action, seat)
    assert refusal is not None, f"{action} is accepted"
    assert refusal.rule == f"{TITLE} {paragraph}", f"{refusal} should cite {paragraph}"
    assert refusal.text
    assert game.digest() == before
    if decision is not None and seat in (None, decision.seat):
        assert not any(option.covers(action) for option in game.options() if option.seat is None)
    return refusal


def kinds(game: Game[State]) -> set[str]:
    """The kinds of actions offered to the asked seat."""
    return {option.action.kind for option in game.options() if option.seat is None}


def texts(game: Game[State], seat: int | None = None) -> list[str]:
    """What the last action brought about, as a seat reads it."""
    return [event.text for event in game.events_of(game.ply, seat)]
