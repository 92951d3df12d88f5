"""Compares a replay with states another engine recorded after every action (one JSON line an action)."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.core import BadInput, Game
from stellwerk.eighteen.state import UNLIMITED, State, company_owner, is_player
from stellwerk.eighteen.views import market_view, tiles_view, tokens_view
from stellwerk.formats.loaded import Loaded
from stellwerk.titles.t1830.rules import Rules1830


class Difference(msgspec.Struct, frozen=True):
    """The first thing that differs: after which action, which figure, ours and theirs."""

    line: int
    action: int
    key: str
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        return f"action {self.action}: {self.key} is {self.ours!r}, the oracle has {self.theirs!r}"


def read_lines(path: str | Path) -> list[dict[str, Any]]:
    """The lines of an oracle file, gzipped or plain."""
    place = Path(path)
    try:
        data = gzip.decompress(place.read_bytes()) if place.suffix == ".gz" else place.read_bytes()
        return [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise BadInput(f"{path}: {error}") from None
    except msgspec.DecodeError as error:
        raise BadInput(f"{path}: not JSON lines: {error}") from None


def compare(loaded: Loaded, keys: dict[str, int], lines: list[dict[str, Any]]) -> Difference | None:
    """The first difference between the replay and the oracle; `keys` gives seats by recorded player id."""
    for line in lines:
        number = line["n"]
        if number > len(loaded.marks):
            return Difference(number, line["id"], "actions", len(loaded.marks), number)
        ply = loaded.marks[number].ply if number < len(loaded.marks) else len(loaded.game)
        game = loaded.game.at(ply)
        for key, ours, theirs in figures(game, keys, line["s"]):
            if ours != theirs:
                return Difference(number, line["id"], key, ours, theirs)
    return None


def figures(game: Game[Any], keys: dict[str, int], theirs: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Pairs of figures that must be equal."""
    rules, s = game.rules, game.state
    assert isinstance(rules, Rules1830)
    owner = {seat: key for key, seat in keys.items()}
    t = rules.t
    operating = theirs["round"].startswith("OR")
    finished = bool(s.ended)
    yield "finished", finished, theirs["finished"]
    yield "round", _round(s), theirs["round"]
    yield "phase", t.phases[s.phase].id, theirs["phase"]
    yield "bank", s.bank, theirs["bank"]
    yield "total_cash", t.data.title.bank, theirs["total_cash"]
    yield "active", _active(game, owner), [] if finished else [str(entity) for entity in theirs["active"]]
    if operating and not finished:
        yield "priority", owner[s.priority], str(theirs["priority"])
    for key, seat in keys.items():
        yield from _player(rules, s, seat, theirs["players"][key], f"players.{key}")
    for number, entry in enumerate(t.companies):
        yield from _company(rules, s, number, owner, theirs["corps"][entry.id])
    yield "market", market_view(rules, s), {cell: names for cell, names in theirs["market"].items() if names}
    yield "depot", _depot(rules, s), {kind: count for kind, count in theirs["depot"].items() if kind != "D"}
    yield "pool_trains", sorted(s.train_pool), sorted(theirs["pool_trains"])
    for number, private in enumerate(t.privates):
        other = theirs["companies"][private.id]
        yield f"companies.{private.id}.owner", _owner(rules, s.privates[number].owner, owner), _text(other["owner"])
        yield f"companies.{private.id}.closed", s.privates[number].closed, other["closed"]
    yield "tiles", tiles_view(rules, s), theirs["tiles"]
    yield "tokens", _slots(tokens_view(rules, s)), _slots(theirs["tokens"])
    yield "reservations", _kept(rules, s), _their_kept(theirs["reservations"])


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _round(s: State) -> str:
    if s.round.kind == "auction":
        return "ISR 1.1"
    kind = "SR" if s.round.kind == "stock" else "OR"
    return f"{kind} {s.round.number}.{s.round.part}"


def _active(game: Game[Any], owner: dict[int, str]) -> list[str]:
    decision = game.decision()
    if decision is None:
        return []
    names = game.rules.seats
    return [owner[decision.seat] if decision.actor == names[decision.seat] else decision.actor]


def _owner(rules: Rules1830, number: int, owner: dict[int, str]) -> str | None:
    if is_player(number):
        return owner[number]
    return rules.t.name(number) if number >= 0 else None


def _player(rules: Rules1830, s: State, seat: int, theirs: dict[str, Any], key: str) -> Iterator[tuple[str, Any, Any]]:
    t = rules.t
    shares = {entry.id: s.companies[n].held[seat] for n, entry in enumerate(t.companies) if s.companies[n].held[seat]}
    yield f"{key}.cash", s.players[seat].cash, theirs["cash"]
    yield f"{key}.shares", shares, {name: percent for name, percent in theirs["shares"].items() if percent}
    own = sorted(t.privates[n].id for n, private in enumerate(s.privates) if private.owner == seat)
    yield f"{key}.companies", own, sorted(theirs["companies"])
    yield f"{key}.certs", rules.shares.certificates(s, seat), theirs["certs"]
    yield f"{key}.value", rules.score(s, seat).total, theirs["value"]


def _company(
    rules: Rules1830, s: State, number: int, owner: dict[int, str], theirs: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    t, company = rules.t, s.companies[number]
    entry = t.companies[number]
    cell = t.market.cells[company.cell] if company.cell >= 0 else None
    ours = {
        "cash": company.cash,
        "par": company.par or None,
        "price": cell.price if cell else None,
        "pos": [cell.row, cell.column] if cell else None,
        "ipo": company.ipo,
        "pool": company.pool,
        "president": owner[company.president] if company.president >= 0 else None,
        "floated": company.floated,
        "operated": company.operated,
        "trains": sorted(company.trains),
        "companies": sorted(
            t.privates[n].id for n, private in enumerate(s.privates) if private.owner == company_owner(number)
        ),
        "tokens_unplaced": len(entry.tokens) - company.tokens,
    }
    for key, value in ours.items():
        other = theirs[key]
        if key in ("trains", "companies"):
            other = sorted(other)
        if key == "president":
            other = _text(other)
        yield f"corps.{entry.id}.{key}", value, other


def _depot(rules: Rules1830, s: State) -> dict[str, int]:
    return {
        entry.id: s.depot[n]
        for n, entry in enumerate(rules.t.trains)
        if s.depot[n] > 0 and s.depot[n] != UNLIMITED and entry.id != "D"
    }


def _slots(tokens: dict[str, list[list[str | None]]]) -> dict[str, list[list[str]]]:
    """Slots of a city are interchangeable: compare who is there and how many places there are."""
    return {
        name: [sorted(token or "" for token in slots) for slots in cities]
        for name, cities in tokens.items()
        if any(token for slots in cities for token in slots)
    }


def _kept(rules: Rules1830, s: State) -> dict[str, tuple[list[str], list[list[str]]]]:
    t = rules.t
    kept: dict[str, tuple[list[str], list[list[str]]]] = {}
    for number, entry in enumerate(t.companies):
        if s.board.settled[number]:
            continue
        hex_ = t.hexmap.index[entry.home.hex]
        cities = len(s.board.tokens[hex_])
        whole, single = kept.setdefault(entry.home.hex, ([], [[] for _ in range(cities)]))
        stop = s.board.homes[number]
        (whole if stop < 0 else single[stop]).append(entry.id)
    return kept


def _their_kept(theirs: dict[str, Any]) -> dict[str, tuple[list[str], list[list[str]]]]:
    return {
        name: ([who for who in place["tile"] if who], [[who for who in slots if who] for slots in place["cities"]])
        for name, place in theirs.items()
    }
