"""A game as a table for analysis: one row for every action, with the money and the prices after it."""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec

from stellwerk.core import BadInput, Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State
from stellwerk.eighteen.views import round_name

FORMULAS = tuple("=+-@|%\t\r\uff1d\uff0b\uff0d\uff20")  # the last ones are the first ones in full width
FIRST_COLUMNS = ("ply", "round", "phase", "seat", "player", "actor", "type", "action", "bank")
PLAYER_COLUMNS = ("cash", "score", "certificates")
COMPANY_COLUMNS = ("par", "price", "treasury", "president", "ipo", "pool", "trains")


def to_csv(game: Game[Any]) -> str:
    """The game up to its present position as CSV: a head line, then a line for every applied action."""
    rules = game.rules
    if not isinstance(rules, FamilyRules):
        raise BadInput(f"a table is made of games of the 18xx family, not of {rules.title}")
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(columns(rules))
    before: State = game.at(0).state
    for number, ply in enumerate(game.plies, 1):
        decision = rules.decision(before)
        line = msgspec.to_builtins(ply.action)
        kind = line["type"]
        asked = decision is not None and decision.seat == ply.seat
        writer.writerow(
            [
                number,
                round_name(before),
                rules.t.phases[before.phase].id,
                ply.seat,
                plain_cell(rules.seats[ply.seat]),
                plain_cell(decision.actor if decision is not None and asked else rules.seats[ply.seat]),
                kind,
                msgspec.json.encode(line).decode(),
                ply.state.bank,
                *_players(rules, ply.state),
                *_companies(rules, ply.state),
            ]
        )
        before = ply.state
    return target.getvalue()


def plain_cell(text: str) -> str:
    """A name as a cell: one that a spreadsheet would take for a formula has a ' before it."""
    return f"'{text}" if text.lstrip()[:1] in FORMULAS else text


def columns(rules: FamilyRules) -> list[str]:
    """The head line: players are numbered by seat from 0, companies go by name."""
    seats = [f"{name}_{seat}" for seat in range(len(rules.seats)) for name in PLAYER_COLUMNS]
    companies = [f"{entry.id}_{name}" for entry in rules.t.companies for name in COMPANY_COLUMNS]
    return [*FIRST_COLUMNS, *seats, *companies]


def _players(rules: FamilyRules, s: State) -> list[int]:
    scores = rules.result(s).scores
    figures: list[int] = []
    for seat, player in enumerate(s.players):
        figures += (player.cash, scores[seat], rules.shares.certificates(s, seat))
    return figures


def _companies(rules: FamilyRules, s: State) -> list[Any]:
    """Empty cells where a company has no price, no par or no president yet."""
    figures: list[Any] = []
    for company in s.companies:
        price = rules.shares.price(company) if company.cell >= 0 else ""
        president = company.president if company.president >= 0 else ""
        trains = " ".join(company.trains)
        figures += (company.par or "", price, company.cash, president, company.ipo, company.pool, trains)
    return figures
