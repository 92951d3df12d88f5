"""Sessions that an earlier program kept as files, one for each: taken over into the store once, then gone."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from litestar.stores.base import StorageObject

from stellwerk.core import StellwerkError
from stellwerk.core.reading import meet
from stellwerk.store import GameStore, StoredSession
from stellwerk.web.access import read_settings, watch_mark
from stellwerk.web.sessions import LASTS, SessionPerson, stored

LOG = logging.getLogger(__name__)
FOLDER = "sessions"
_NAME = 64  # characters of a file's name; whatever else lies there was never a session


def take_over(data: Path, store: GameStore) -> int:
    """Move the sessions of a data folder into the store; returns how many. A damaged one is left out."""
    folder = data / FOLDER
    if not folder.is_dir():
        return 0
    count = store.add_sessions(_sessions(folder, store))
    shutil.rmtree(folder, ignore_errors=True)
    if count:
        LOG.warning("%d sessions were taken over from %s into the store", count, folder)
    return count


def _sessions(folder: Path, store: GameStore) -> Iterator[tuple[str, StoredSession]]:
    """Name and content of every file that can be read and is not over."""
    meet(SessionPerson)
    for file in folder.iterdir():
        if len(file.name) != _NAME:
            continue
        try:
            kept = StorageObject.from_bytes(file.read_bytes())
            person = msgspec.json.decode(kept.data, type=SessionPerson)
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            LOG.warning("the session %s is damaged and left out: %s", file.name, error)
            continue
        if kept.expired:
            continue
        ends = kept.expires_at or datetime.now(UTC) + timedelta(seconds=LASTS)
        marks = tuple(_marks(store, person.watching))
        yield file.name, stored(msgspec.structs.replace(person, watching=marks), int(ends.timestamp() * 1000))


def _marks(store: GameStore, games: tuple[str, ...]) -> Iterator[str]:
    """The marks of the links that open the games now: those files knew only the games."""
    for game_id in games:
        try:
            yield watch_mark(game_id, read_settings(store.head(game_id)).watch_key)
        except StellwerkError:  # it is gone
            continue
