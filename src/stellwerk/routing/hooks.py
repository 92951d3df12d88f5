"""Title hooks: revenue that is not the sum of the stops of each train.

A hook says what a complete run earns above (or below) that sum and, so that the proof stays valid, how much it could
earn at most before the run is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from stellwerk.core import Line
from stellwerk.routing.contract import Net
from stellwerk.routing.track import Link
from stellwerk.routing.trainspec import TrainSpec


class Tour(Struct, frozen=True):
    """A train's route as a hook sees it: stop numbers of the board in order, those it is paid for, and the track.

    `arcs[n]` are the sides crossed between stop n and stop n + 1, each as `6 * hex + edge` seen from either hex:
    `hexmap.side[arc]` is the side.
    """

    train: TrainSpec
    stops: tuple[int, ...]
    paid: tuple[int, ...]
    arcs: tuple[tuple[int, ...], ...]
    bonus: str = ""  # the bonus that is claimed for this train

    @staticmethod
    def of(
        train: TrainSpec, numbers: Sequence[int], stops: Sequence[int], paid: Sequence[int], links: Sequence[Link]
    ) -> Tour:
        """From places in a net."""
        arcs = tuple(link.arcs for link in links)
        return Tour(train, tuple(numbers[at] for at in stops), tuple(numbers[at] for at in paid), arcs)

    def sides_between(self, one: int, other: int) -> int:
        """How many hex sides the train crosses between two of its stops."""
        low, high = sorted((self.stops.index(one), self.stops.index(other)))
        return sum(len(arcs) for arcs in self.arcs[low:high])


class Gate(Struct, frozen=True):
    """A bonus for one train of the run that goes from `home` (with `at_end`: an end of its route) to a target.

    Stop numbers of the board; `targets` are pairs of a stop and what it brings, less `per_side` for each side crossed
    between home and target, or with `whole` on the whole route. A train that is paid for some of its stops must count
    both. A hook with a gate promises that `revenue` is the best such bonus of a tour, less what that train loses by
    counting both, or 0: then the search works it out itself.
    """

    home: int
    targets: tuple[tuple[int, int], ...]
    at_end: bool
    per_side: int
    whole: bool


class RevenueHook(Protocol):
    """What a title adds. Trains with the same power must be treated alike.

    `every_link`: the track matters, so ways between the same two stops must not be thrown away because another way
    crosses only part of their sides. `rule` is cited where `worth` differs from what is printed.
    """

    every_link: bool
    rule: str

    def worth(self, train: TrainSpec, stop: int, value: int) -> int:
        """What a stop pays a train; `value` is what is printed. Bonuses that belong to one stop go here."""

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        """What a complete run earns besides its stops (it may be negative), and the receipt lines that add up to it."""

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        """No run that has these tours, and any for the trains left, gets more than this from `revenue`."""

    def gate(self) -> Gate | None:
        """The bonus, if that is all `revenue` is about; else None."""

    def settled(self, tours: Sequence[Tour]) -> Sequence[Tour]:
        """The tours of a complete run as they are declared: with other paid stops or a claim, if that earns more.

        `revenue` is the difference to the stops paid in the tours it is given, before and after.
        """

    def touches(self, net: Net) -> bool:
        """False if `revenue` is 0 for every run on this net: the search is quicker then."""


class Plain:
    """The base of hooks: adds nothing. Subclasses override what they need."""

    every_link = False
    rule = ""

    def worth(self, train: TrainSpec, stop: int, value: int) -> int:
        """The printed value."""
        return value

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        """Nothing."""
        return 0, ()

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        """Nothing."""
        return 0

    def gate(self) -> Gate | None:
        """None."""
        return None

    def settled(self, tours: Sequence[Tour]) -> Sequence[Tour]:
        """As they are."""
        return tours

    def touches(self, net: Net) -> bool:
        """Better look."""
        return True
