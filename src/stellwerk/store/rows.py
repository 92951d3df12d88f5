"""Rows of the tables as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from stellwerk.store.dialect import Connection
from stellwerk.store.errors import StoreError, UnknownGame
from stellwerk.store.records import Account, GameHead, Record, Seat

HEAD = (
    "SELECT id, title, title_version, players, options, seed, settings, status, asked,"
    " version, ply, chat, desk, created, changed, rules, base, agreed, locked FROM game"
)

ACCOUNT = "SELECT id, name, password, created, email, language, notices FROM account"


def account_of(row: tuple[Any, ...]) -> Account:
    """A row of `ACCOUNT`."""
    number, name, password, created, email, language, notices = row
    return Account(number, name, password, created, email, language, bool(notices))


def parsed(text: str, where: str) -> Any:
    """A JSON column."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise StoreError(f"{where} is damaged: {error}") from None


def head(row: tuple[Any, ...], seats: tuple[Seat, ...]) -> GameHead:
    """A row of `HEAD`."""
    where = f"the head of game {row[0]}"
    return GameHead(
        id=row[0],
        title=row[1],
        title_version=row[2],
        players=tuple(parsed(row[3], where)),
        options=parsed(row[4], where),
        seed=row[5],
        settings=parsed(row[6], where),
        status=row[7],
        asked=row[8],
        version=row[9],
        ply=row[10],
        chat=row[11],
        arrangement=row[12],
        created=row[13],
        changed=row[14],
        seats=seats,
        rules=row[15],
        base=row[16],
        agreed=row[17],
        locked=row[18],
    )


def seats_of(connection: Connection, game_ids: Iterable[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of some games, in order."""
    wanted = list(game_ids)
    found: dict[str, list[Seat]] = {game_id: [] for game_id in wanted}
    if not wanted:
        return {}
    marks = ", ".join("?" * len(wanted))
    for game_id, number, name, kind, holder, bot, linked in connection.execute(
        "SELECT game_id, number, name, kind, holder, bot, token IS NOT NULL FROM seat"
        f" WHERE game_id IN ({marks}) ORDER BY game_id, number",
        wanted,
    ):
        found[game_id].append(Seat(number, name, kind, holder, bot, bool(linked)))
    return {game_id: tuple(seats) for game_id, seats in found.items()}


def read_head(connection: Connection, game_id: str) -> GameHead:
    """The head of a game with its seats."""
    row = connection.execute(f"{HEAD} WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise UnknownGame(game_id)
    return head(row, seats_of(connection, [game_id])[game_id])


def read_records(connection: Connection, game_id: str, since: int) -> tuple[Record, ...]:
    """The records of a game after a version, in order."""
    return tuple(
        Record(seq, kind, seat, parsed(body, f"version {seq} of game {game_id}"), at, by, digest)
        for seq, kind, seat, body, at, by, digest in connection.execute(
            "SELECT seq, kind, seat, body, at, by, digest FROM record WHERE game_id = ? AND seq > ? ORDER BY seq",
            (game_id, since),
        )
    )
