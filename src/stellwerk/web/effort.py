"""How much bots look at that try their choices out: a part of their own budget of actions, never of time."""

from __future__ import annotations

from stellwerk.web.errors import BadRequest

SHORT, USUAL, LONG = "short", "usual", "long"
EFFORTS = {SHORT: 25, USUAL: 100, LONG: 400}  # percent of the budget


def check_effort(thinking: str) -> str:
    """One of the ways bots can think."""
    if thinking not in EFFORTS:
        raise BadRequest(
            "the thinking of bots must be one of {known}, not {thinking!r}", known=", ".join(EFFORTS), thinking=thinking
        )
    return thinking
