"""A game read from a file, with what the file says about it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import BadInput, Game


class FileAction(Struct, frozen=True):
    """An action of the file: its id there, and how many actions had been applied before it."""

    id: int
    ply: int


class Loaded(Struct):
    """`marks` are the actions of the file that count, in order; `scores` the recorded ones, by seat.

    `finished` and `reason` are what the file says about the end, None where it says nothing. `notes` say how the
    file was read where that is not obvious.
    """

    game: Game[Any]
    source: str
    marks: list[FileAction]
    scores: tuple[int, ...] | None = None
    finished: bool | None = None
    notes: list[str] = []
    reason: str | None = None

    def at(self, ply: int | None = None, before: int | None = None) -> Game[Any]:
        """The game after `ply` applied actions, or before the action with an id of the file."""
        if before is not None:
            for mark in self.marks:
                if mark.id == before:
                    return self.game.at(mark.ply)
            raise BadInput(f"the file has no action with id {before} that counts")
        return self.game.at(len(self.game) if ply is None else ply)

    def differences(self) -> list[str]:
        """What the file records and the replay does not give."""
        result = self.game.result()
        found = []
        if self.scores is not None and result.scores != self.scores:
            found.append(f"scores are {list(result.scores)}, recorded are {list(self.scores)}")
        if self.finished is not None and result.finished != self.finished:
            states = ("not finished", "finished")
            found.append(f"the game is {states[result.finished]}, recorded as {states[self.finished]}")
        if self.reason is not None and result.reason != self.reason:
            found.append(f"the game ended by {result.reason or 'nothing'}, recorded is {self.reason}")
        return found
