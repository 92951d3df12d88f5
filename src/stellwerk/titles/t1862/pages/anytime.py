"""Which actions of 1862 the owner of a private may do at any time (1862 4.3, 4.5)."""

from __future__ import annotations

from stellwerk.core import Action
from stellwerk.eighteen.actions import LayTile

from ..actions import ClosePrivate
from ..state import ERIE


def anytime(action: Action) -> bool:
    """True for closing a private and for the Erie tile; the extra tile of RMC belongs to the track step."""
    return isinstance(action, ClosePrivate) or (isinstance(action, LayTile) and action.power == ERIE)
