"""The panels that put a token down: for money, for free with a private's power, or the home token of a company."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.eighteen.actions import ChooseCity, PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.tokens import TokenPart
from stellwerk.routing import with_token
from stellwerk.web.pages.board_art import hex_title
from stellwerk.web.pages.decisions.chosen import pass_choice
from stellwerk.web.pages.decisions.panel import Panel, button, grouped, plain, to_json
from stellwerk.web.pages.decisions.track import price
from stellwerk.web.pages.lays import CompanyLays, lays_for, run_of, turn_part
from stellwerk.web.pages.table_page import TablePage

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


def token_company(page: TablePage) -> int | None:
    """Whose token it is: that of a home may be another company's than the one that is asked."""
    home = page.view["home_of"]
    return page.company if home is None else page.t.company(home)


def token(page: TablePage) -> Panel:
    """Place a token."""
    company = token_company(page)
    if company is None:
        return plain(page)
    rest = [
        option for option in page.options if not isinstance(option.action, PLACING) and option.action.kind != "pass"
    ]
    return Panel(
        "decisions/token.html",
        {
            "slots": slots(page),
            "passing": pass_choice(page),
            "others": grouped([button(page, option) for option in rest]),
            "company": page.t.companies[company].id,
            "lent": token_lays(page, company).lent,
        },
    )


def slots(page: TablePage, *, runs: bool = False) -> list[Slot]:
    """Every city that is offered; with `runs` also what the token does to the company's best run."""
    company = token_company(page)
    if company is None:
        return []
    lays = token_lays(page, company)
    return [
        _slot(page, lays, option.action, runs=runs) for option in page.options if isinstance(option.action, PLACING)
    ]


def token_lays(page: TablePage, company: int) -> CompanyLays:
    """The company with its trains, for what a token does to its run."""
    return lays_for(page, company, wish="token")


def _slot(page: TablePage, lays: CompanyLays, action: Action, *, runs: bool) -> Slot:
    assert isinstance(action, PLACING)
    number = page.t.hexmap.index[action.hex]
    cost = page.game.quote(action).cost
    title = _title(page, number, action.stop) + page.ui.slot_words(page, lays.company, action)
    title += _beyond(page, lays.company, number)
    run, change = _effect(page, lays, action.hex, action.stop) if runs else ("", 0)
    shown, words = price(page, cost), f"{page.heading(action)}: {title}"
    return Slot(
        number=number,
        hex=action.hex,
        stop=action.stop,
        title=title,
        action=to_json(action),
        cost=cost,
        price=shown,
        button=words,
        label=f"{words}, {shown}",
        run=run,
        gain=change,
    )


def _title(page: TablePage, number: int, stop: int) -> str:
    """The hex, and which city where it has several: named by what its track leads to."""
    hexmap = page.t.hexmap
    face = hexmap.faces[page.board.faces[number]]
    title = hex_title(page, number)
    if len(face.stops) < 2:
        return title
    beyond = [hexmap.entry[6 * number + edge] // 6 for edge in face.stops[stop].exits]
    ways = ", ".join(hexmap.names[other] for other in beyond if other >= 0)
    return page.say("{hex}, city {number} (to {ways})", hex=title, number=stop + 1, ways=ways or "–")


def _beyond(page: TablePage, company: int, number: int) -> str:
    """Says so if the hex lies beyond the frontier, where tokens cost more."""
    part = turn_part(page, "token")
    if page.t.data.limits.frontier_token_percent == 100 or not isinstance(part, TokenPart):
        return ""
    return "" if part.at_home(company, number) else " · " + page.say("beyond the border")


def _effect(page: TablePage, lays: CompanyLays, hex_: str, stop: int) -> tuple[str, int]:
    if not lays.trains:
        return page.say("no trains"), 0
    board: Board = with_token(page.rules, page.board, lays.company, hex_, stop)
    before, after = run_of(lays), run_of(lays, board, ("token", hex_, stop))
    change = after.total - before.total
    if not change:
        return page.say("{amount}, the same", amount=page.money(after.total)), 0
    return f"{page.money(before.total)} → {page.money(after.total)}", change
