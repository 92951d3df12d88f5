"""Goals with a bonus (18TE 7.3.16, 7.4.6, 7.4.7): on the map, on the card of the company, and in the words of a slot.

They are read from the title's data, so that any title with destinations and bonuses shows them.
"""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.draw.geometry import num
from stellwerk.draw.style import escape
from stellwerk.eighteen.actions import PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.web.pages.board_art import art_of
from stellwerk.web.pages.table_page import TablePage

from ..tokens import slot_of

_PLATE = 15.0  # height of a plate on the map


class GoalRow(Struct, frozen=True):
    """What a company is paid for once: a token at `hex`, or a connection from home to it over `via`."""

    company: int
    hex: str
    via: tuple[str, ...]
    token: bool
    bonus: int
    paid: bool


def goals(page: TablePage) -> list[GoalRow]:
    """The goals of all companies that are in the game or may still come into it."""
    found = []
    for number, entry in enumerate(page.t.companies):
        view = page.view["companies"][entry.id]
        place = entry.destination.hex if entry.destination else entry.goal.hex if entry.goal else ""
        if not entry.bonus or not place or view.get("closed"):
            continue
        via = entry.goal.via if entry.goal else ()
        token = view["goal"]["token"] if view.get("goal") else entry.destination is not None
        found.append(GoalRow(number, place, tuple(via), token, entry.bonus, bool(view.get("bonus_paid"))))
    return found


def goal_of(page: TablePage, company: int) -> GoalRow | None:
    """The goal of one company."""
    return next((goal for goal in goals(page) if goal.company == company), None)


def goal_stop(page: TablePage, board: Board, goal: GoalRow) -> int | None:
    """The city of a hex in which the destination token has its slot; None if there is none (yet) or none is needed."""
    hex_ = page.t.hexmap.index[goal.hex]
    place = slot_of(page.t, board, hex_, f"dest {page.t.companies[goal.company].id}") if goal.token else None
    return None if place is None else hex_ * STOPS_PER_HEX + place[0]


def place_name(page: TablePage, hex_: str) -> str:
    """A place by its name, else by its hex."""
    return page.t.hexmap.hexes[page.t.hexmap.index[hex_]].name or hex_


def goal_text(page: TablePage, goal: GoalRow) -> str:
    """A goal in a few words."""
    place = place_name(page, goal.hex)
    if goal.via:
        via = ", ".join(place_name(page, hex_) for hex_ in goal.via)
        if not goal.token:
            return page.say("connection with {place} over {via}", place=place, via=via)
        return page.say("token in {place}, joined over {via}", place=place, via=via)
    if goal.token:
        return page.say("token in {place}", place=place)
    return page.say("own track to {place}", place=place)


def goal_words(page: TablePage, company: int, action: Action) -> str:
    """What a slot is besides a slot: the destination, with its bonus."""
    if not isinstance(action, PlaceToken) or not action.power:
        return ""
    goal = goal_of(page, company)
    if goal is None or goal.hex != action.hex:
        return ""
    if goal.paid or goal.via:
        return " · " + page.say("destination")
    return " · " + page.say("destination, bonus {amount:$}", amount=goal.bonus)


def goal_marks(page: TablePage) -> str:
    """A plate at the goal of the company whose turn it is, until its bonus is paid; the map prints the others."""
    company = page.company
    goal = None if company is None else goal_of(page, company)
    if goal is None or goal.paid:
        return ""
    entry = page.t.companies[goal.company]
    x, y = art_of(page).centres[page.t.hexmap.index[goal.hex]]
    words = f"{entry.id} +{goal.bonus}"
    wide, top = 16.0 + 6.3 * len(words), y + 36.0
    return (
        f'<g class="bonus" aria-hidden="true"><rect class="bonusp" x="{num(x - wide / 2)}" y="{num(top)}" '
        f'width="{num(wide)}" height="{_PLATE:g}" rx="7"/><circle cx="{num(x - wide / 2 + 9)}" '
        f'cy="{num(top + _PLATE / 2)}" r="4" fill="{entry.color}"/>'
        f'<text class="bonust" x="{num(x + 5)}" y="{num(top + _PLATE / 2 + 3.4)}">{escape(words)}</text></g>'
    )
