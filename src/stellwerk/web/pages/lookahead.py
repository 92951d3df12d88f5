"""Looking ahead for any company, also out of turn: its lays and its best run as if its track step were now.

Worked out on a copy of the position. Whatever has to be assumed for that is said, sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from stellwerk.core import BadInput, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import FREE, UNFIXED, Board, put
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import OperatingRoundStep
from stellwerk.eighteen.state import State
from stellwerk.routing import TrainSpec, parse_trains
from stellwerk.routing.run import company_number
from stellwerk.web.pages.lays import CompanyLays, track_part, trains_of, with_frame
from stellwerk.web.pages.line import Walked, read_line, walk
from stellwerk.web.pages.table_page import TablePage

NewTurn = Callable[[State], OperatingTurn]
_PLENTY = 1_000_000  # a treasury that pays for anything, where nobody knows what it will hold


def ahead(page: TablePage, company: str, wish: str = "", line: str = "") -> CompanyLays:
    """A company as if it were to build now at the end of a line, with its own trains or those wished for (`5,D`)."""
    return looked(page, company, wish, line)[0]


def looked(page: TablePage, company: str, wish: str = "", line: str = "") -> tuple[CompanyLays, Walked, NewTurn]:
    """The same with the line as it was walked, and what a new turn of the company is."""
    number = company_number(page.rules, company)
    part = track_part(page)
    if part is None:
        raise BadInput(f"{page.game.rules.title} has no track step")
    if page.view["companies"][company].get("removed"):
        raise BadInput(f"{company} has left the game")
    top = page.s.frames[-1] if page.s.frames else None
    if isinstance(top, OperatingTurn) and top.company == number and top.step == part.name and not top.laid:
        state, frame, assumed = page.s, top, list[str]()
    else:
        state, assumed = _prepared(page, number)
        frame = _turn(page, state, number, part.name)
        state = with_frame(state, frame)
    name = part.name

    def new_turn(there: State) -> OperatingTurn:
        return _turn(page, there, number, name)

    walked = walk(page, Walked(state, frame), read_line(page, line), new_turn)
    frame = structs.replace(walked.frame, step=name)
    state = with_frame(walked.state, frame)
    options = part.options(state, frame)
    if line and not any(isinstance(option.action, LayTile) for option in options):  # on with the next turn
        frame = new_turn(state)
        state = with_frame(state, frame)
        options = part.options(state, frame)
    trains, lent = _trains(page, state, number, wish)
    lays = CompanyLays(
        page,
        state,
        number,
        tuple(_unique(options)),
        trains,
        lent,
        tuple(assumed),
        real=False,
        wish=wish or "own",
        line=line,
    )
    return lays, walked, new_turn


def _turn(page: TablePage, state: State, number: int, step: str) -> OperatingTurn:
    """A turn of the company as the title has it, at its track step."""
    for rounds in page.rules.steps.values():  # a title may have a kind of rounds of its own
        if isinstance(rounds, OperatingRoundStep):
            turn: OperatingTurn = structs.replace(rounds.turn_of(state, number), step=step)
            return turn
    return OperatingTurn(number, step)


def _prepared(page: TablePage, number: int) -> tuple[State, list[str]]:
    """The position with what the company would need to build at all, and what was put in for that."""
    state: State = page.s
    entry, company = page.t.companies[number], state.companies[number]
    assumed = [page.say("As if {company} were to build now; everything else as it stands.", company=entry.id)]
    if not state.board.settled[number]:
        state = structs.replace(state, board=_at_home(page, state.board, number))
        assumed.append(page.say("Its home station is assumed in {hex}.", hex=entry.home.hex))
    if not company.floated:
        cash = page.rules.shares.capital(state, number)
        if cash:
            assumed.append(page.say("Its treasury is assumed to be {cash}.", cash=page.money(cash)))
        else:
            cash = _PLENTY
            assumed.append(page.say("It has no treasury yet; what track costs is left out of account."))
        filled = structs.replace(company, cash=cash)
        state = structs.replace(state, companies=put(state.companies, number, filled))
    return state, assumed


def _at_home(page: TablePage, board: Board, number: int) -> Board:
    """The board with the company's home token: in its city, or in the first with room."""
    hex_ = page.t.hexmap.index[page.t.companies[number].home.hex]
    stop = board.homes[number]
    free = [at_ for at_, slots in enumerate(board.tokens[hex_]) if FREE in slots]
    if stop == UNFIXED or stop not in free:
        if not free:
            return board
        stop = free[0]
    return boards.settle(boards.place(board, hex_, stop, number), number, stop)


def _trains(page: TablePage, state: State, number: int, wish: str) -> tuple[tuple[TrainSpec, ...], str]:
    if wish:
        return parse_trains(wish, page.t), ""
    return trains_of(page, state, number)


def _unique(options: list[Option]) -> list[Option]:
    """The lays, each once."""
    return [option for option in dict.fromkeys(options) if isinstance(option.action, LayTile)]
