"""What a store refuses, as one-line messages."""

from __future__ import annotations

from stellwerk.core import BadInput, StellwerkError
from stellwerk.formats.plain import show


class StoreError(BadInput):
    """The file or the database behind a store cannot be used: names it and the reason."""


class Unreachable(StoreError):
    """The database is away; it may be there again in a moment."""


class NotWritten(StoreError):
    """Nothing could be stored, such as on a full disk; it may be possible again when somebody has seen to it."""


class UnknownGame(BadInput):
    """There is no game with that id."""

    def __init__(self, game_id: object) -> None:
        """`game_id` may be anything that was asked for."""
        super().__init__(f"there is no game {show(game_id)}")


class Conflict(StellwerkError):
    """The game has moved on since the version a request was made for. Nothing was changed."""

    def __init__(self, game_id: str, expected: int, version: int) -> None:
        """`version` is where the game stands."""
        super().__init__(f"game {game_id} is at version {version}, the request was made for version {expected}")
        self.game_id, self.expected, self.version = game_id, expected, version

    def __reduce__(self) -> tuple[type[Conflict], tuple[str, int, int]]:
        return Conflict, (self.game_id, self.expected, self.version)


class SeatTaken(StellwerkError):
    """The seat is held by somebody else than the request assumed. Nothing was changed."""

    def __init__(self, game_id: str, seat: int) -> None:
        """Which seat; who holds it is not told."""
        super().__init__(f"seat {seat} of game {game_id} has another holder by now")
        self.game_id, self.seat = game_id, seat

    def __reduce__(self) -> tuple[type[SeatTaken], tuple[str, int]]:
        return SeatTaken, (self.game_id, self.seat)


class Parted(StellwerkError):
    """The rules have been mended and the game does not agree with them: it can be read, and its table must choose."""

    def __init__(self, game_id: str, agreed: int, ply: int) -> None:
        """The first `agreed` of `ply` actions agree."""
        super().__init__(f"game {game_id} agrees with the rules of this program up to action {agreed} of {ply}")
        self.game_id, self.agreed, self.ply = game_id, agreed, ply

    def __reduce__(self) -> tuple[type[Parted], tuple[str, int, int]]:
        return Parted, (self.game_id, self.agreed, self.ply)


class Locked(StellwerkError):
    """An administrator has locked the table: it can be read, and nothing is played."""

    def __init__(self, game_id: str, reason: str) -> None:
        """`reason` is what he has said."""
        super().__init__(f"the table of game {game_id} is locked: {reason}")
        self.game_id, self.reason = game_id, reason

    def __reduce__(self) -> tuple[type[Locked], tuple[str, str]]:
        return Locked, (self.game_id, self.reason)
