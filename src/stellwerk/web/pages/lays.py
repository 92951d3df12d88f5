"""Who may build what where: a company's lays by hex and tile, what they cost, and what they do to its best run.

The same for the company that is asked and for one that is looked ahead for (lookahead.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from stellwerk.core import Option
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.state import State
from stellwerk.eighteen.track import TrackPart
from stellwerk.eighteen.trains import TrainPart
from stellwerk.routing import Run, TrainSpec, best_run, parse_trains, spec_of, with_tile
from stellwerk.web.pages.table_page import TablePage

NODES = 20_000  # for one answer on a page: a few milliseconds, nearly always proven
RUN_BYTES = 6000  # about what the answer of the router takes

V = TypeVar("V")


class CompanyLays(Struct, frozen=True):
    """A company on a position, with what it may lay there. `assumed` says what is not so in the game."""

    page: TablePage
    state: State
    company: int
    options: tuple[Option, ...]
    trains: tuple[TrainSpec, ...]
    lent: str = ""  # a train the company does not have but runs are reckoned with
    assumed: tuple[str, ...] = ()
    real: bool = True  # the reader may lay here and now
    wish: str = ""  # the trains asked for
    line: str = ""  # what is assumed to have been built before

    @property
    def name(self) -> str:
        """The company's letters."""
        return self.page.t.companies[self.company].id


class FittingTile(Struct, frozen=True):
    """One tile on one hex: its legal rotations with what each costs, and how many are left (-1: any number)."""

    hex: str
    tile: str
    power: str
    rotations: tuple[int, ...]
    left: int
    count: int
    costs: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The least it costs."""
        return min(self.costs)

    def cost_of(self, rotation: int) -> int:
        """What it costs in a rotation."""
        return self.costs[self.rotations.index(rotation)]

    def action(self, rotation: int) -> LayTile:
        """The lay in a rotation."""
        return LayTile(self.hex, self.tile, rotation, self.power)


class HexLays(Struct, frozen=True):
    """A hex with lays."""

    number: int
    hex: str
    name: str
    old: str
    choices: tuple[FittingTile, ...]

    @property
    def ways(self) -> int:
        """How many lays."""
        return sum(len(choice.rotations) for choice in self.choices)

    @property
    def cost(self) -> int:
        """The least it costs."""
        return min(choice.cost for choice in self.choices)


class RunEffect(Struct, frozen=True):
    """What a lay does to the best run: `new` are stops reached for the first time, `ways` hexes."""

    before: int
    after: int
    proven: bool
    new: tuple[str, ...]
    ways: tuple[str, ...]

    @property
    def gain(self) -> int:
        """Before to after."""
        return self.after - self.before


def track_part(page: TablePage) -> TrackPart | None:
    """The track step of the title."""
    part = turn_part(page, "track")
    return part if isinstance(part, TrackPart) else None


def blocked(page: TablePage) -> dict[str, list[str]]:
    """Hexes that privates of players keep free, with those privates."""
    part = track_part(page)
    return {} if part is None else part.blocked_hexes(page.s)


def turn_step(page: TablePage) -> OperatingTurnStep | None:
    """The turn of a company, in parts; titles may have their own kind of turn."""
    for frame, step in page.rules.steps.items():
        if issubclass(frame, OperatingTurn) and isinstance(step, OperatingTurnStep):
            return step
    return None


def turn_part(page: TablePage, name: str) -> Any:
    """A part of that turn; None if it has no such part."""
    step = turn_step(page)
    return None if step is None else step.parts.get(name)


def own_lays(page: TablePage) -> CompanyLays | None:
    """The company whose turn it is, with the lays that the reader is offered."""
    if page.company is None:
        return None
    options = tuple(option for option in page.options if isinstance(option.action, LayTile))
    return lays_for(page, page.company, options)


def lays_for(page: TablePage, company: int, options: tuple[Option, ...] = (), wish: str = "") -> CompanyLays:
    """A company on the shown position."""
    trains, lent = trains_of(page, page.s, company)
    return CompanyLays(page, page.s, company, options, trains, lent, real=bool(options), wish=wish)


def trains_of(page: TablePage, state: State, company: int) -> tuple[tuple[TrainSpec, ...], str]:
    """A company's trains; one that has none is lent the next on sale, whose kind is said."""
    own = page.rules.running_trains(state, company)
    if own:
        return tuple(spec_of(page.t, train) for train in own), ""
    part: TrainPart = turn_part(page, "trains")
    offered = [
        offer for offer in part.offers(state, company) if offer.source != "pool" and part.runs(company, offer.kind)
    ]
    if not offered:
        return (), ""
    cards = page.t.kit.train_index
    sides = [offer.kind for offer in offered if cards[offer.kind] == cards[offered[0].kind]]
    kind = sides[-1] if sides else ""  # of a card with two sides the dearer one
    return (parse_trains(kind, page.t), kind) if kind else ((), "")


def places(lays: CompanyLays) -> list[HexLays]:
    """The lays by hex in the order of the map, tiles in the order of the title."""
    page, found = lays.page, dict[str, dict[tuple[str, str], list[int]]]()
    for option in lays.options:
        action = option.action
        assert isinstance(action, LayTile)
        tiles = found.setdefault(action.hex, {})
        tiles.setdefault((action.tile, action.power), []).append(action.rotation)
    hexmap = page.t.hexmap
    part = track_part(page)
    answer = []
    for name, tiles in found.items():
        number = hexmap.index[name]
        choices = [
            FittingTile(
                hex=name,
                tile=tile,
                power=power,
                rotations=tuple(sorted(turns)),
                left=-1 if hexmap.data.tiles[tile].unlimited else lays.state.supply[hexmap.tile_index[tile]],
                count=hexmap.data.tiles[tile].count,
                costs=tuple(
                    part.price_of(lays.state, lays.company, LayTile(name, tile, turn, power)) if part else 0
                    for turn in sorted(turns)
                ),
            )
            for (tile, power), turns in tiles.items()
        ]
        old = hexmap.faces[lays.state.board.faces[number]].tile
        answer.append(HexLays(number, name, hexmap.hexes[number].name, old, tuple(choices)))
    return sorted(answer, key=lambda place: place.number)


def place_at(lays: CompanyLays, name: str) -> HexLays | None:
    """The lays of one hex."""
    return next((place for place in places(lays) if place.hex == name), None)


# -- runs


def kept(page: TablePage, key: tuple[Any, ...], make: Callable[[], V]) -> V:
    """An answer that stays the same while the game does not move."""
    whole = (page.id, page.version, page.game.ply, *key)
    found: V = page.site.remembered.runs.take(whole, make, lambda _: RUN_BYTES)
    return found


def run_of(lays: CompanyLays, board: Board | None = None, mark: tuple[Any, ...] = ()) -> Run:
    """The best run of the company; `mark` tells boards apart."""
    page = lays.page
    key = (lays.company, lays.wish, lays.line, bool(lays.assumed), *mark)
    return kept(
        page, key, lambda: best_run(page.rules, lays.state, lays.company, list(lays.trains), budget=NODES, board=board)
    )


def effect(lays: CompanyLays, hex_: str, tile: str, rotation: int) -> RunEffect:
    """What one lay does."""
    page, state = lays.page, lays.state
    board = with_tile(page.rules, state.board, hex_, tile, rotation)
    before, after = run_of(lays), run_of(lays, board, (hex_, tile, rotation))
    networks = page.t.networks
    old, new = networks.reach(state.board, lays.company), networks.reach(board, lays.company)
    hexmap = page.t.hexmap
    fresh = dict.fromkeys(_stop_title(page, stop) for stop in sorted(new.stops - old.stops))
    ways = tuple(hexmap.names[hex_] for hex_ in sorted(new.hexes - old.hexes))
    return RunEffect(before.total, after.total, before.proven and after.proven, tuple(fresh), ways)


def best_effect(lays: CompanyLays, place: HexLays) -> RunEffect:
    """The lay of a hex that earns most."""
    return max(
        (effect(lays, place.hex, choice.tile, turn) for choice in place.choices for turn in choice.rotations),
        key=lambda found: found.after,
    )


def _stop_title(page: TablePage, stop: int) -> str:
    hexmap = page.t.hexmap
    number = stop // STOPS_PER_HEX
    return hexmap.hexes[number].name or hexmap.names[number]


def others(options: Iterable[Option]) -> list[Option]:
    """What the reader may do besides laying tiles and passing."""
    return [option for option in options if not isinstance(option.action, LayTile) and option.action.kind != "pass"]


def with_frame(state: State, frame: OperatingTurn) -> State:
    """The position as if this turn were on top; a turn that is on now gives way to it."""
    below = [old for old in state.frames if not isinstance(old, OperatingTurn)]
    return msgspec.structs.replace(state, frames=(*below, frame))
