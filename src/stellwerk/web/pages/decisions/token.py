"""The panels that put a token down: for money, for free with a private's power, or the home token of a company."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.eighteen.actions import ChooseCity, PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.tokens import TokenPart
from stellwerk.routing import with_token
from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import hex_title
from stellwerk.web.pages.decisions.panel import Panel, button, grouped, plain, to_json
from stellwerk.web.pages.decisions.track import price
from stellwerk.web.pages.lays import Works, run_of, turn_part, works_for

PLACING = (PlaceToken, ChooseCity)


class Slot(Struct, frozen=True):
    """A city where the token can go: where, what it costs, what it does to the best run (empty until reckoned)."""

    number: int
    hex: str
    stop: int
    title: str
    action: str
    cost: int
    price: str
    button: str
    label: str
    run: str = ""
    gain: int = 0


def token_company(at: At) -> int | None:
    """Whose token it is: that of a home may be another company's than the one that is asked."""
    home = at.view["home_of"]
    return at.company if home is None else at.t.company(home)


def token(at: At) -> Panel:
    """Place a token."""
    company = token_company(at)
    if company is None:
        return plain(at)
    passing = [button(at, option) for option in at.options if option.action.kind == "pass"]
    rest = [option for option in at.options if not isinstance(option.action, PLACING) and option.action.kind != "pass"]
    return Panel(
        "decisions/token.html",
        {
            "slots": slots(at),
            "passing": passing[0] if passing else None,
            "others": grouped([button(at, option) for option in rest]),
            "company": at.t.companies[company].id,
            "lent": token_works(at, company).lent,
        },
    )


def slots(at: At, *, runs: bool = False) -> list[Slot]:
    """Every city that is offered; with `runs` also what the token does to the company's best run."""
    company = token_company(at)
    if company is None:
        return []
    works = token_works(at, company)
    return [_slot(at, works, option.action, runs=runs) for option in at.options if isinstance(option.action, PLACING)]


def token_works(at: At, company: int) -> Works:
    """The company with its trains, for what a token does to its run."""
    return works_for(at, company, wish="token")


def _slot(at: At, works: Works, action: Action, *, runs: bool) -> Slot:
    assert isinstance(action, PLACING)
    number = at.t.hexmap.index[action.hex]
    cost = at.game.quote(action).cost
    title = _title(at, number, action.stop) + at.ui.slot_words(at, works.company, action)
    title += _beyond(at, works.company, number)
    run, change = _effect(at, works, action.hex, action.stop) if runs else ("", 0)
    shown = price(at, cost)
    return Slot(
        number=number,
        hex=action.hex,
        stop=action.stop,
        title=title,
        action=to_json(action),
        cost=cost,
        price=shown,
        button=at.say("Place a token in {hex}", hex=title),
        label=f"{at.say('Place a token in {hex}', hex=title)}, {shown}",
        run=run,
        gain=change,
    )


def _title(at: At, number: int, stop: int) -> str:
    """The hex, and which city where it has several: named by what its track leads to."""
    hexmap = at.t.hexmap
    face = hexmap.faces[at.board.faces[number]]
    title = hex_title(at, number)
    if len(face.stops) < 2:
        return title
    beyond = [hexmap.entry[6 * number + edge] // 6 for edge in face.stops[stop].exits]
    ways = ", ".join(hexmap.names[other] for other in beyond if other >= 0)
    return at.say("{hex}, city {number} (to {ways})", hex=title, number=stop + 1, ways=ways or "–")


def _beyond(at: At, company: int, number: int) -> str:
    """Says so if the hex lies beyond the frontier, where tokens cost more."""
    part = turn_part(at, "token")
    if at.t.data.limits.frontier_token_percent == 100 or not isinstance(part, TokenPart):
        return ""
    return "" if part.at_home(company, number) else " · " + at.say("beyond the border")


def _effect(at: At, works: Works, hex_: str, stop: int) -> tuple[str, int]:
    if not works.trains:
        return at.say("no trains"), 0
    board: Board = with_token(at.rules, at.board, works.company, hex_, stop)
    before, after = run_of(works), run_of(works, board, ("token", hex_, stop))
    change = after.total - before.total
    if not change:
        return at.say("{amount}, the same", amount=at.money(after.total)), 0
    return f"{at.money(before.total)} → {at.money(after.total)}", change
