"""What an observation is: arrays of figures with named rows and columns, made of a seat's view and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

import stellwerk
from stellwerk.bots.jobs import seat_names
from stellwerk.core import Action, Rules
from stellwerk.env.family import FamilyEyes
from stellwerk.titles import wing

FIELDS = 6  # fields of an action that are shown
BOUND = 100.0  # no figure of an observation lies outside -BOUND to BOUND
Array = NDArray[np.float32]


class Layout(Struct, frozen=True):
    """The names of the rows and columns of one array; one that has no rows is a vector."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return (len(self.rows), len(self.columns)) if self.rows else (len(self.columns),)


class Eyes(Protocol):
    """Reads a view. A title whose views are not those of the family has its own, in its module `seeing`."""

    words: tuple[str, ...]  # whatever an action's fields may say

    def layouts(self) -> Mapping[str, tuple[Sequence[str], Sequence[str]]]:
        """The rows and columns of each array."""

    def read(self, view: dict[str, Any], seat: int) -> Mapping[str, Any]:
        """The figures of a view of that seat, each array as (nested) lists or as an array."""


class Coding:
    """How positions and actions of one title, for so many players, are written as numbers."""

    def __init__(self, title: str, rules: Rules[Any], view: dict[str, Any]) -> None:
        """`view` is any view of such a game."""
        self.title = title
        own = wing(title, "seeing")
        self.eyes: Eyes = FamilyEyes(rules, view) if own is None else own.Eyes(rules, view)
        self.kinds = tuple(sorted(rules.action_types))
        self.words = ("", *dict.fromkeys(word for word in self.eyes.words if word))
        self.layouts = {name: Layout(tuple(rows), tuple(columns)) for name, (rows, columns) in self.parts()}
        self._kind = {name: number for number, name in enumerate(self.kinds)}
        self._word = {name: number for number, name in enumerate(self.words)}

    def parts(self) -> list[tuple[str, tuple[Sequence[str], Sequence[str]]]]:
        """The arrays in their order."""
        return list(self.eyes.layouts().items())

    def observe(self, view: dict[str, Any], seat: int) -> dict[str, Array]:
        """The arrays of a seat's view."""
        read = self.eyes.read(view, seat)
        found = {}
        for name, layout in self.layouts.items():
            figures = np.asarray(read[name], dtype=np.float32)
            found[name] = np.clip(figures, -BOUND, BOUND).reshape(layout.shape)
        return found

    def choices(self, actions: Sequence[Action], most: int) -> NDArray[np.int32]:
        """A row for each slot: the kind (-1 where the slot is empty), then the action's fields in their order.

        A text is its place in `words`, a list its length and entries, what is missing -1.
        """
        rows = np.full((most, FIELDS + 1), -1, dtype=np.int32)
        for place, action in enumerate(actions):
            values = [self._kind[action.kind]]
            for field in action.__struct_fields__:
                values += self.numbers(getattr(action, field))
            del values[FIELDS + 1 :]
            rows[place, : len(values)] = values
        return rows

    def numbers(self, value: Any) -> list[int]:
        """A field's value as numbers."""
        if isinstance(value, str):  # a train is shown as its kind
            return [self._word[value] if value in self._word else self._word[value.rpartition("-")[0]]]
        if isinstance(value, int):
            return [int(value)]
        if isinstance(value, tuple):
            simple = [number for item in value if isinstance(item, str) for number in self.numbers(item)]
            return [len(value), *simple]
        return [-1]

    def legend(self) -> dict[str, dict[str, list[str]]]:
        """The names of rows and columns of every array."""
        found = {
            name: {"rows": list(layout.rows), "columns": list(layout.columns)} for name, layout in self.layouts.items()
        }
        found["choices"] = {"rows": [], "columns": ["kind", *(f"field {n + 1}" for n in range(FIELDS))]}
        return found


@cache
def coding(title: str, players: int) -> Coding:
    """The coding of a title for so many players, as its usual options have it."""
    game = stellwerk.new(title, seat_names(players))
    return Coding(title, game.rules, game.view(0))
