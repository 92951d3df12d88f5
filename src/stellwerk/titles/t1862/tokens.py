"""Station markers: the family's, dearer beyond the border."""

from __future__ import annotations

from stellwerk.eighteen.tokens import TokenPart


class Token1862(TokenPart):
    """One marker a turn; beyond the border it costs one and a half times as much (9.2, 9.3)."""

    frontier_cite = "token.frontier"
