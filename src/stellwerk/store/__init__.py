"""Games that outlive the program: an append-only store behind one small interface, SQLite by default."""

from stellwerk.store.address import is_address, open_store
from stellwerk.store.errors import (
    Conflict,
    Locked,
    NotWritten,
    Parted,
    SeatTaken,
    StoreError,
    UnknownGame,
    Unreachable,
)
from stellwerk.store.fold import live_actions, redoable
from stellwerk.store.games import GamesStore
from stellwerk.store.live import LiveGames
from stellwerk.store.opening import Live
from stellwerk.store.protocol import GameStore
from stellwerk.store.records import (
    Account,
    Alert,
    AskedSeat,
    AuditLine,
    ChatLine,
    Citizen,
    GameHead,
    Letter,
    Log,
    NewGame,
    NewLetter,
    News,
    NewSeat,
    OpenSession,
    Page,
    Paper,
    Position,
    Record,
    Rewind,
    Seat,
    Standing,
    StoredSession,
    TryLimit,
)
from stellwerk.store.sqlite import SqliteStore
from stellwerk.store.watch import Watch

__all__ = [
    "Account",
    "Alert",
    "AskedSeat",
    "AuditLine",
    "ChatLine",
    "Citizen",
    "Conflict",
    "GameHead",
    "GameStore",
    "GamesStore",
    "Letter",
    "Live",
    "LiveGames",
    "Locked",
    "Log",
    "NewGame",
    "NewLetter",
    "NewSeat",
    "News",
    "NotWritten",
    "OpenSession",
    "Page",
    "Paper",
    "Parted",
    "Position",
    "Record",
    "Rewind",
    "Seat",
    "SeatTaken",
    "SqliteStore",
    "Standing",
    "StoreError",
    "StoredSession",
    "TryLimit",
    "UnknownGame",
    "Unreachable",
    "Watch",
    "is_address",
    "live_actions",
    "open_store",
    "redoable",
]
