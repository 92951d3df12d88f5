"""One server for one file of games: a second one would overwrite what the first has changed, and its watchers would
hear of nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stellwerk.core import BadInput


@contextmanager
def sole_server(games: Path) -> Iterator[None]:
    """Hold the file of games while a server runs; refused in one line if another one does. The system lets go of it
    when the process ends, however it ends.
    """
    games.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(games.with_name(games.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _take(handle)
        except OSError:
            raise BadInput(f"{games}: another server uses these games; stop it, or give another --data") from None
        yield
    finally:
        os.close(handle)


def _take(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
