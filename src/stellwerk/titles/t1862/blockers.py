"""Markers that are nobody's and only block: that of B&O, and those of removed companies, turned over."""

from __future__ import annotations

from stellwerk.eighteen import board as boards
from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import ExtraLayAbility, MarkerAbility
from stellwerk.eighteen.board import Board, put
from stellwerk.eighteen.table import Table

from .state import B_AND_O, ERIE, Move1862, State1862


def place_of(t: Table, private: str) -> str:
    """The hex a private has to do with: that of B&O's marker, or of the Erie tile."""
    number = t.kit.private_index[private]
    lays = [entry.hex for entry in of_private(t, number, ExtraLayAbility)]
    return (lays + [entry.hex for entry in of_private(t, number, MarkerAbility)])[0]


def _hex_of(t: Table, private: str) -> int:
    return t.hexmap.index[place_of(t, private)]


def place_b_and_o(m: Move1862) -> None:
    """The marker of B&O goes into Baltimore (4.6)."""
    hex_ = _hex_of(m.t, B_AND_O)
    m.s.board = boards.block(m.s.board, hex_, 0)
    m.tell("blocker", "blocker", "the marker of {private} blocks a place in {hex}", **_facts(m, B_AND_O, hex_))


def without_b_and_o(t: Table, board: Board) -> Board:
    """A board without the marker of B&O."""
    return boards.unblock(board, _hex_of(t, B_AND_O), 0)


def remove_b_and_o(m: Move1862) -> None:
    """The marker of B&O leaves Baltimore (4.6)."""
    hex_ = _hex_of(m.t, B_AND_O)
    m.s.board = without_b_and_o(m.t, m.s.board)
    m.tell("unblocked", "blocker", "the marker of {private} leaves {hex}", **_facts(m, B_AND_O, hex_))


def turn_over(m: Move1862, company: int, key: str = "blocker.turned") -> None:
    """The markers of a removed company only block, and nothing is kept for it any more (15.5, 17.3, 9.5)."""
    m.s.board = boards.turn_over(m.s.board, company)
    m.tell("turned", key, "the markers of {company} only block from now on", company=m.t.companies[company].id)


def erie_laid(t: Table, s: State1862) -> bool:
    """True if the Erie tile lies."""
    hex_ = _hex_of(t, ERIE)
    return s.board.faces[hex_] == t.hexmap.extra[hex_]


def with_erie(t: Table, board: Board) -> Board:
    """A board with the Erie tile."""
    hex_ = _hex_of(t, ERIE)
    return boards.lay(t.hexmap, board, hex_, t.hexmap.extra_lay(hex_))


def lay_erie(m: Move1862, key: str = "erie") -> None:
    """The Erie tile goes on its place, free of charge (4.5, 15.6)."""
    t, s = m.t, m.s
    hex_ = _hex_of(t, ERIE)
    lay = t.hexmap.extra_lay(hex_)
    s.supply = put(s.supply, lay.tile, s.supply[lay.tile] - 1)
    s.board = with_erie(t, s.board)
    m.tell("tile", key, "the Erie tile {tile} is laid on {hex}", tile=lay.name, hex=t.hexmap.names[hex_])


def _facts(m: Move1862, private: str, hex_: int) -> dict[str, str]:
    return {"private": private, "hex": m.t.hexmap.names[hex_]}
