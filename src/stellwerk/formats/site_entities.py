"""Whom an 18xx.games action names as its actor: a player, a corporation, or a private whose power is used."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.eighteen.actions import Exchange, LayTile, PlaceToken, SellShares
from stellwerk.eighteen.frames import CityChoice, Discard, OperatingTurn, SpecialToken
from stellwerk.eighteen.state import Frame
from stellwerk.titles.t1830.rules import Rules1830


class Entity(Struct, frozen=True):
    """`kind` is `player`, `corporation` or `company` (a private); a player is named by his seat."""

    kind: str
    name: int | str


def entity_of(rules: Rules1830, frame: Frame, action: Action, seat: int) -> Entity:
    """The owner of the step the action stands in; the powers of privates stand for themselves."""
    t = rules.t
    if isinstance(action, Exchange):
        return Entity("company", action.private)
    if isinstance(action, (LayTile, PlaceToken)) and action.power:
        return Entity("company", action.power)
    if isinstance(frame, OperatingTurn):  # emergency sales are the president's own
        return (
            Entity("player", seat)
            if isinstance(action, SellShares)
            else Entity("corporation", t.companies[frame.company].id)
        )
    if isinstance(frame, SpecialToken):
        return Entity("company", t.privates[frame.private].id)
    if isinstance(frame, CityChoice):
        return Entity("corporation", t.companies[frame.decider].id)
    if isinstance(frame, Discard):
        return Entity("corporation", t.companies[frame.company].id)
    return Entity("player", seat)
