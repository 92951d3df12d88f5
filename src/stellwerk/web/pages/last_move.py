"""What the last move has changed on the table: found by comparing what the reader saw before it and after it.

Nothing is read but the two views, so that nobody learns more from a mark than from the position. A move that changes
nothing, such as passing, leaves the marks of the one before it; in the past only the move that led there counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.core import Action, Game
from stellwerk.eighteen.actions import Dividend, Route, RunRoutes
from stellwerk.web.games import open_view

View = Mapping[str, Any]
Cell = tuple[int, int]


class Marker(Struct, frozen=True):
    """A price marker that has moved; it may have come onto the market or left it."""

    company: str
    before: Cell | None
    after: Cell | None


class LastMove(Struct, frozen=True):
    """What is marked. `before` is the view in which the move was made."""

    ply: int = 0
    seat: int = -1
    before: View = {}
    hexes: tuple[str, ...] = ()
    tokens: tuple[tuple[str, int, int], ...] = ()  # hex, stop, slot
    markers: tuple[Marker, ...] = ()
    shares: frozenset[tuple[int | str, str]] = frozenset()  # a seat, or where shares lie unsold; the company
    privates: frozenset[tuple[int, str]] = frozenset()  # who got one; the private
    trains: frozenset[str] = frozenset()  # companies that got a train
    routes: tuple[Route, ...] = ()

    def private_names(self, seat: int) -> list[str]:
        """The privates that a seat got."""
        return sorted(name for owner, name in self.privates if owner == seat)


NOTHING = LastMove()
UNSOLD = ("ipo", "pool", "split_area")


def last_move(present: Game[Any], game: Game[Any], seat: int | None, *, now: bool) -> LastMove:
    """The last move of a position of a game, for a seat or a spectator; `present` is the game as it stands."""
    plies, ply = game.plies, game.ply
    while now and ply and plies[ply - 1].action.quiet:
        ply -= 1
    if not ply:
        return NOTHING
    before = open_view(present, game.at(ply - 1), seat)
    after = open_view(present, game.at(ply), seat)
    companies = after.get("companies", {})
    return LastMove(
        ply=ply,
        seat=plies[ply - 1].seat,
        before=before,
        hexes=tuple(_changed(before, after, "tiles") | _changed(before, after, "tunnels")),
        tokens=tuple(_tokens(before, after)),
        markers=tuple(_markers(before, after)),
        shares=frozenset(_shares(before, after)),
        privates=frozenset(_privates(before, after)),
        trains=frozenset(
            name
            for name, entry in companies.items()
            if len(entry.get("trains", ())) > len(before["companies"][name].get("trains", ()))
        ),
        routes=_routes(plies[ply - 1].action, plies[ply - 2].action if ply > 1 else None),
    )


def _changed(before: View, after: View, key: str) -> dict[str, None]:
    """The names under which something else lies now, in their order."""
    old, new = before.get(key) or {}, after.get(key) or {}
    return {name: None for name in new if new[name] != old.get(name)}


def _tokens(before: View, after: View) -> Iterator[tuple[str, int, int]]:
    """The slots with a token that was not on that hex before; a new tile may lay the old ones elsewhere."""
    old, new = before.get("tokens") or {}, after.get("tokens") or {}
    for name, stops in new.items():
        if stops == old.get(name):
            continue
        known = [token for slots in old.get(name, ()) for token in slots if token is not None]
        for stop, slots in enumerate(stops):
            for slot, token in enumerate(slots):
                if token in known:
                    known.remove(token)
                elif token is not None:
                    yield name, stop, slot


def _markers(before: View, after: View) -> Iterator[Marker]:
    for name, entry in after.get("companies", {}).items():
        old, new = before["companies"][name].get("cell"), entry.get("cell")
        if old != new:
            yield Marker(name, None if old is None else tuple(old), None if new is None else tuple(new))


def _shares(before: View, after: View) -> Iterator[tuple[int | str, str]]:
    """Every holding that has become larger or smaller."""
    for seat, (old, new) in enumerate(zip(before.get("players", ()), after.get("players", ()), strict=True)):
        yield from ((seat, name) for name in _differing(old.get("shares", {}), new.get("shares", {})))
    for name, entry in after.get("companies", {}).items():
        known = before["companies"][name]
        yield from ((place, name) for place in UNSOLD if entry.get(place, 0) != known.get(place, 0))


def _differing(old: Mapping[str, int], new: Mapping[str, int]) -> list[str]:
    return [name for name in {**old, **new} if old.get(name, 0) != new.get(name, 0)]


def _privates(before: View, after: View) -> Iterator[tuple[int, str]]:
    for seat, (old, new) in enumerate(zip(before.get("players", ()), after.get("players", ()), strict=True)):
        yield from ((seat, name) for name in new.get("privates", ()) if name not in old.get("privates", ()))


def _routes(action: Action, earlier: Action | None) -> tuple[Route, ...]:
    """The run that was made; also once it has been paid or kept, since that is often one click."""
    made = earlier if isinstance(action, Dividend) else action
    return made.routes if isinstance(made, RunRoutes) else ()
