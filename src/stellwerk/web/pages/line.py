"""A line of play that somebody looks ahead with: lays and tokens of one company, one after the other.

It is kept by its reader's page and checked anew whenever it is asked for. What others have done meanwhile may have made
a step impossible; the step stays, says why, and those after it are tried without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.core import Action, BadInput, Illegal, Option
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.quoting import Tally
from stellwerk.eighteen.state import State, company_owner
from stellwerk.web.lines import MOST_STEPS, PARTS, part_of
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.lays import turn_part, turn_step, with_frame
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.playing import read_action

POSSIBLE, DONE, BROKEN = "possible", "done", "broken"


class LineStep(Struct, frozen=True):
    """A step of the line; `rule` and `why` if it has become impossible, `later` if it begins another turn."""

    text: str
    action: str
    state: str
    cost: str = ""
    why: str = ""
    rule: str = ""
    later: bool = False


class Walked(Struct, frozen=True):
    """The position at the end of a line, and the company's turn there."""

    state: State
    frame: OperatingTurn
    steps: tuple[LineStep, ...] = ()


def read_line(page: TablePage, text: str) -> list[Action]:
    """The steps from their JSON."""
    if not text:
        return []
    try:
        found = msgspec.json.decode(text, type=list[dict[str, Any]])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"this is no line of play: {error}") from None
    if len(found) > MOST_STEPS:
        raise BadInput(f"a line has up to {MOST_STEPS} steps, not {len(found)}")
    actions = [read_action(fields, page.game) for fields in found]
    for action in actions:
        if part_of(page.rules, action) is None:
            raise BadInput(f"a line is made of track and tokens, not of {action.kind}")
    return actions


def walk(page: TablePage, start: Walked, line: Sequence[Action], turn: Callable[[State], OperatingTurn]) -> Walked:
    """Go along a line; `turn` is a new turn of the company in a position."""
    state, frame, steps = start.state, start.frame, list[LineStep]()
    for action in line:
        name = part_of(page.rules, action) or PARTS[0]
        told = LineStep(page.label(action), to_json(action), POSSIBLE)
        if _lies_there(page, action, frame.company):
            steps.append(structs.replace(told, state=DONE))
            continue
        try:
            state, frame, cost = _tried(page, state, structs.replace(frame, step=name), action)
            steps.append(structs.replace(told, cost=page.money(cost) if cost else ""))
        except Illegal:
            try:  # not in this turn any more: in the next
                state, frame, cost = _tried(page, state, structs.replace(turn(state), step=name), action)
                steps.append(structs.replace(told, cost=page.money(cost) if cost else "", later=bool(steps)))
            except Illegal as illegal:
                steps.append(structs.replace(told, state=BROKEN, why=page.refusal(illegal), rule=illegal.rule))
    return Walked(state, frame, tuple(steps))


def token_options(page: TablePage, at: Walked, turn: Callable[[State], OperatingTurn]) -> list[Option]:
    """Where the company could place a token at the end of its line, in this turn or the next."""
    part = turn_part(page, "token")
    if part is None:
        return []
    for frame in (at.frame, turn(at.state)):
        here = structs.replace(frame, step="token")
        found: list[Option] = part.options(with_frame(at.state, here), here)
        placing = [option for option in found if isinstance(option.action, PlaceToken)]
        if placing:
            return placing
    return []


def token_cost(page: TablePage, at: Walked, action: Action, turn: Callable[[State], OperatingTurn]) -> int:
    """What a token there would cost."""
    for frame in (at.frame, turn(at.state)):
        try:
            return _tried(page, at.state, structs.replace(frame, step="token"), action)[2]
        except Illegal:
            continue
    return 0


def _tried(page: TablePage, state: State, frame: OperatingTurn, action: Action) -> tuple[State, OperatingTurn, int]:
    """The position after an action of the company's turn, its turn then, and what it paid; nothing settles."""
    step = turn_step(page)
    assert step is not None
    draft = Tally(page.rules.t, page.rules.twin.draft(with_frame(state, frame)))
    if not step.apply(draft, frame, action):
        raise step.not_now(state, frame, action)
    after: State = page.rules.twin.seal(draft.s)
    own = [entry for entry in after.frames if isinstance(entry, OperatingTurn) and entry.company == frame.company]
    paid = sum(payment.amount for payment in draft.payments if payment.payer == company_owner(frame.company))
    turn = own[-1] if own else frame
    return with_frame(after, turn), turn, paid


def _lies_there(page: TablePage, action: Action, company: int) -> bool:
    """True if the step has been made in the game meanwhile."""
    hexmap, board = page.t.hexmap, page.board
    if isinstance(action, LayTile) and action.hex in hexmap.index:
        face = hexmap.faces[board.faces[hexmap.index[action.hex]]]
        return face.tile == action.tile and face.rotation == action.rotation
    if isinstance(action, PlaceToken) and action.hex in hexmap.index:
        stops = board.tokens[hexmap.index[action.hex]]
        return action.stop < len(stops) and company in stops[action.stop]
    return False
