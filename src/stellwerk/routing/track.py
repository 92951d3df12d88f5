"""What a walk over the track finds: the stops a company can reach and the links between them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec import Struct


class Link(Struct, frozen=True, gc=False):
    """Track between two stops (`a` < `b`, places in `Net.stops`); `arcs` are the sides crossed on the way from a to b.

    `mask` has a bit for every conflict the link may have with other links.
    """

    a: int
    b: int
    arcs: tuple[int, ...]
    mask: int


class Track(NamedTuple):
    """Stops in the order in which they are met, the company's `own` first; towns and so on as bits of places in it.

    `exits[n]` is how many exits of stop n lead to other stops, `bits` how many bits the masks of the links have, `seen`
    the hexes that were looked at.
    """

    order: Sequence[int]
    own: int
    towns: int
    offboard: int
    shut: int
    exits: tuple[int, ...]
    links: tuple[Link, ...]
    bits: int
    seen: Collection[int]
