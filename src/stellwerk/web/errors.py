"""What a table refuses, besides the rules of the game. Each has a short code that clients can rely on."""

from __future__ import annotations

from typing import Any

from stellwerk.core import StellwerkError


class Refused(StellwerkError):
    """A request that is understood and not granted; nothing has changed."""

    code = "refused"

    def __init__(self, text: str, /, **facts: Any) -> None:
        """`facts` are the figures in the sentence, for programs."""
        super().__init__(text)
        self.text, self.facts = text, facts


class Forbidden(Refused):
    """The seat, the view or the table belongs to somebody else."""

    code = "forbidden"


class Waiting(Refused):
    """Not now: a seat is still open, a request is not there any more."""

    code = "not_now"


class Unknown(Refused):
    """There is no such thing."""

    code = "unknown"


class Stale(Refused):
    """The game has moved on. `version` is where it stands; `state` is the position there as the asker may see it."""

    code = "stale"

    def __init__(self, expected: int, version: int) -> None:
        """Made for `expected`."""
        super().__init__(
            f"the game has moved on to version {version}; the request was made for version {expected}",
            expected=expected,
            version=version,
        )
        self.expected, self.version = expected, version
        self.state: Any = None
