"""What-ifs about runs: what a tile, a token or a train would add; and answers as plain data for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.state import State
from stellwerk.routing.run import Run, best_run, best_runs, company_number
from stellwerk.routing.solve import BUDGET
from stellwerk.routing.trainspec import TrainSpec, parse_trains, spec_of


class Worth(Struct, frozen=True):
    """What a change adds to a company's run. `proven`: both runs are proven, so the gain is exact."""

    before: Run
    after: Run
    gain: int
    proven: bool


def with_tile(rules: FamilyRules, board: Board, hex_: str, tile: str, rotation: int) -> Board:
    """The board with a tile laid as map and tile allow it (whoever could lay it, and whatever it costs)."""
    t = rules.t
    number = t.hexmap.index.get(hex_)
    if number is None:
        raise BadInput(f"there is no hex {hex_!r}")
    if tile not in t.hexmap.tile_index:
        raise BadInput(f"there is no tile {tile!r}")
    lays = t.hexmap.lays(number, board.faces[number])
    for lay in lays:
        if lay.name == tile and lay.rotation == rotation:
            return boards.lay(t.hexmap, board, number, lay)
    fitting = ", ".join(f"{lay.name}/{lay.rotation}" for lay in lays) or "none"
    raise BadInput(f"tile {tile}/{rotation} does not fit on {hex_}; fitting are {fitting}")


def with_token(rules: FamilyRules, board: Board, company: str | int, hex_: str, stop: int = 0) -> Board:
    """The board with a token more in a city that has a free slot (whether the company reaches it or not)."""
    number = rules.t.hexmap.index.get(hex_)
    if number is None:
        raise BadInput(f"there is no hex {hex_!r}")
    cities = board.tokens[number]
    if not 0 <= stop < len(cities) or not cities[stop]:
        raise BadInput(f"there is no city {stop} on {hex_}")
    who = company_number(rules, company)
    if who in cities[stop]:
        raise BadInput(f"{rules.t.companies[who].id} has a token in {hex_}.{stop} already")
    if FREE not in cities[stop]:
        raise BadInput(f"the city {hex_}.{stop} has no free slot")
    return boards.place(board, number, stop, who)


def value_of(
    rules: FamilyRules,
    state: State,
    company: str | int,
    *,
    tile: tuple[str, str, int] | None = None,
    token: tuple[str, int] | None = None,
    train: TrainSpec | str | None = None,
    trains: Sequence[TrainSpec] | None = None,
    token_of: str | int | None = None,
    budget: int = BUDGET,
) -> Worth:
    """What a tile (hex, name, rotation), a token (hex, city), a train, or all of them together add to a run.

    `trains` are the company's trains, if not those of its own it may run. `token_of` is whose token it is, if not the
    company's: what would it cost X if Y blocked that city?
    """
    t = rules.t
    number = company_number(rules, company)
    board = state.board
    if tile is not None:
        board = with_tile(rules, board, *tile)
    if token is not None:
        board = with_token(rules, board, number if token_of is None else token_of, *token)
    own = rules.running_trains(state, number)  # a share company of 1854 runs no plus train (1854 2.12)
    before = [spec_of(t, name) for name in own] if trains is None else list(trains)
    after = list(before)
    if isinstance(train, str):
        train = parse_trains(train, t)[0]
    if train is not None:
        names = {spec.name for spec in before}
        name = train.name
        while name in names:
            name += "+"
        after.append(msgspec.structs.replace(train, name=name))
    old = best_run(rules, state, number, before, budget)
    new = best_run(rules, state, number, after, budget, board=board)
    return Worth(old, new, new.total - old.total, old.proven and new.proven)


def operating_company(state: State) -> int | None:
    """The company whose turn it is."""
    for frame in reversed(state.frames):
        if isinstance(frame, OperatingTurn):
            return frame.company
    return None


def answer_routes(
    rules: FamilyRules,
    state: State,
    company: str | None = None,
    trains: str | None = None,
    top: int = 1,
    budget: int = BUDGET,
    seconds: float | None = None,
) -> dict[str, Any]:
    """The answer of the command `routes` as plain data: the best run, and with `top` above 1 also `runs`.

    With `seconds` an unproven run is handed to the prover for so long.
    """
    if seconds is not None and top > 1:
        raise BadInput("a proof can be looked for only for the one best run")
    if company is None:
        number = operating_company(state)
        if number is None:
            raise BadInput("no company is operating in this position: name one with --company")
    else:
        number = company_number(rules, company)
    specs = None if trains is None else parse_trains(trains, rules.t)
    runs = best_runs(rules, state, number, top, specs, budget)
    if seconds is not None:
        from stellwerk.routing.prove import prove  # only who asks for a proof pays for what it loads

        runs = [prove(rules, state, number, specs, runs[0], seconds)]
    answer = run_to_json(runs[0])
    if top > 1:
        answer["runs"] = [run_to_json(run) for run in runs]
    return answer


def run_to_json(run: Run) -> dict[str, Any]:
    """A run as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(run) | {"receipt": msgspec.to_builtins(run.receipt.worded())}
    return data
