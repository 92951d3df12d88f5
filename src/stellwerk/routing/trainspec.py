"""What a train can do, as one small value, and how trains are written: `5`, `D`, `2+2`, `4E`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct, structs

from stellwerk.core import BadInput
from stellwerk.eighteen.table import Table, TitleKit

NO_LIMIT = 1 << 20
MOST_TRAINS = 16
_MOST_REACH = 99


class TrainSpec(Struct, frozen=True, cache_hash=True):
    """How far a train goes and what it is paid for.

    `stops` counts everything visited, `cities` cities and off-board areas, `towns` towns. `pays` is how many of the
    visited stops are paid (0: all). With `ends_count` the two ends of the route are among the paid ones; with
    `token_counts` one of the paid ones must hold a token of the company. `never` are hexes the train may not visit,
    `passes` off-board hexes it may run through.
    """

    name: str
    stops: int = NO_LIMIT
    cities: int = NO_LIMIT
    towns: int = NO_LIMIT
    pays: int = 0
    ends_count: bool = True
    token_counts: bool = False
    never: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()

    @property
    def power(self) -> tuple[object, ...]:
        """Everything but the name: trains with the same power are interchangeable."""
        return (
            self.stops,
            self.cities,
            self.towns,
            self.pays,
            self.ends_count,
            self.token_counts,
            self.never,
            self.passes,
        )


def ordinary(name: str, stops: int) -> TrainSpec:
    """A train that visits at most so many stops."""
    return TrainSpec(name, stops=stops)


def diesel(name: str = "D") -> TrainSpec:
    """A train without a limit."""
    return TrainSpec(name)


def plus_train(name: str, places: int, towns: int) -> TrainSpec:
    """An m+n train: `places` for stops of any kind and `towns` more for towns only (18TE 7.5.3)."""
    return TrainSpec(name, stops=places + towns, cities=places)


def express(name: str, pays: int) -> TrainSpec:
    """An E-train: passes any number of stops, is paid for the best `pays`, the ends among them (1862 10.4)."""
    return TrainSpec(name, pays=pays)


def spec_of(table: Table, train: str) -> TrainSpec:
    """The spec of a train of the title by its kind or its id (`5`, `5-1`)."""
    choices = table.choices
    return _spec(table.kit, train, choices.express_ends_count, choices.express_token_counts)


@lru_cache(maxsize=1024)
def _spec(kit: TitleKit, train: str, ends_count: bool, token_counts: bool) -> TrainSpec:
    kind = train if train in kit.reach else train.rpartition("-")[0]
    reach = kit.reach[kind]
    return TrainSpec(
        train,
        pays=reach.pays,
        ends_count=not reach.pays or ends_count,
        token_counts=bool(reach.pays) and token_counts,
        never=tuple(name for name, kinds in kit.only_trains.items() if kind not in kinds),
        passes=tuple(name for name, kinds in kit.through_for.items() if kind in kinds),
        stops=reach.stops if isinstance(reach.stops, int) else NO_LIMIT,
        cities=NO_LIMIT if reach.cities is None else reach.cities,
        towns=NO_LIMIT if reach.towns is None else reach.towns,
    )


def parse_trains(text: str, table: Table | None = None) -> tuple[TrainSpec, ...]:
    """Trains from text such as `5,D`, `2+2`, `4E`; names become `5-0`, `5-1`, … in the order given.

    A kind of the title is what the title says; other kinds are read by their form.
    """
    kinds = [part.strip() for part in text.split(",")]
    if kinds == [""]:
        raise BadInput("no trains given: write kinds with commas, such as 5,D or 2+2,4E")
    if len(kinds) > MOST_TRAINS:
        raise BadInput(f"{len(kinds)} trains are too many: at most {MOST_TRAINS}")
    return tuple(_renamed(_parse(kind, table), f"{kind}-{kinds[:at].count(kind)}") for at, kind in enumerate(kinds))


def _parse(kind: str, table: Table | None) -> TrainSpec:
    if table is not None and kind in table.kit.reach:
        return spec_of(table, kind)
    if kind == "D":
        return diesel()
    found = re.fullmatch(r"(\d{1,2})(?:\+(\d{1,2})|(E))?|(E)(\d{1,2})", kind, re.ASCII)
    if found is None:
        raise BadInput(f"{kind[:20]!r} is no train: write a number of stops, D, m+n, or nE such as 4E")
    first = int(found[1] or found[5])
    if found[3] or found[4]:
        if first < 2:
            raise BadInput(f"{kind!r} is no train: an E-train is paid for at least 2 stops")
        return express(kind, first)
    if found[2] is not None:
        if first < 1 or first + int(found[2]) < 2:
            raise BadInput(f"{kind!r} is no train: it must reach at least 2 stops, one of them a city")
        return plus_train(kind, first, int(found[2]))
    if not 2 <= first <= _MOST_REACH:
        raise BadInput(f"{kind!r} is no train: it must reach at least 2 stops")
    return ordinary(kind, first)


def _renamed(spec: TrainSpec, name: str) -> TrainSpec:
    return structs.replace(spec, name=name)


def named(specs: Sequence[TrainSpec]) -> tuple[TrainSpec, ...]:
    """The specs, refused if two have the same name."""
    names = sorted([spec.name for spec in specs])
    for one, other in pairwise(names):
        if one == other:
            raise BadInput(f"two trains have the name {one}")
    if len(names) > MOST_TRAINS:
        raise BadInput(f"{len(names)} trains are too many: at most {MOST_TRAINS}")
    return tuple(specs)
