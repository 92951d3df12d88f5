"""Regions as they were written out: made once for a position, a view, a language and a tab, and shared by all who look
at the table in that way. What a browser has is told by its `state`, so that only what differs need be sent.

Everything is kept under the view it was made for (`View`); what one seat sees is never found under another's. The HTML
of a position goes when the game moves on; of older ones only sums are kept, to compare with. Both are bounded in bytes.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from array import array
from collections.abc import Callable
from concurrent.futures import Future

from msgspec import Struct, field

from stellwerk.store import GameStore, News
from stellwerk.store.kept import Kept
from stellwerk.web.packing import Packed

MOST = 64 * 1024 * 1024  # bytes of HTML that are kept
MOST_SUMS = 8 * 1024 * 1024
LONGEST = 0.2  # seconds that one view waits for another to be written
MOST_EVENTS = 8  # for one view of one position
_KEY = secrets.token_bytes(16)  # states cannot be guessed from outside


class View(Struct, frozen=True):
    """A way to look at a table: rights, whose eyes, the language, the tab (None: the one that fits), the ply (None: the
    present), hints. Whoever has the same gets the same.
    """

    game: str
    seats: frozenset[int]
    creator: bool
    eyes: int | None
    language: str
    tab: str | None = None
    ply: int | None = None
    guide: str = ""


class Sums(Struct, frozen=True):
    """What a browser has, for comparing: the sums of its regions and of the records in its log, from `first` on."""

    version: int
    regions: dict[str, bytes]
    log: array[int]
    first: int
    past: bool


class Rendered(Struct, frozen=True):
    """The regions of one view of one position, by name; `log` are the records of the log, which stand in `frame`."""

    regions: dict[str, bytes]
    frame: tuple[bytes, bytes]
    log: tuple[bytes, ...]
    state: str
    sums: Sums
    events: dict[str, Packed] = field(default_factory=dict)  # what brings a browser here, by the state it has

    def event(self, have: str, make: Callable[[], Packed]) -> Packed:
        """What brings a browser here that has a state. Few states are kept: most browsers have that of the move before,
        and whoever comes with many others must not fill the memory.
        """
        found = self.events.get(have)
        if found is None:
            found = make()
            if len(self.events) >= MOST_EVENTS:
                self.events.clear()
            self.events[have] = found
        return found

    @property
    def size(self) -> int:
        """About how much memory it takes; events are smaller than what they are made of."""
        return 2 * (sum(map(len, self.regions.values())) + sum(map(len, self.log)))


def rendered(
    version: int,
    regions: dict[str, bytes],
    frame: tuple[bytes, bytes],
    log: tuple[bytes, ...],
    first: int,
    *,
    past: bool,
) -> Rendered:
    """Regions with their sums; `first` is the version of the oldest record in the log."""
    whole = hashlib.blake2b(key=_KEY, digest_size=12)
    sums = {}
    for name, html in regions.items():
        sums[name] = hashlib.blake2b(html, key=_KEY, digest_size=12).digest()
        whole.update(name.encode() + sums[name])
    lines = array("q", [hash(block) for block in log])
    whole.update(first.to_bytes(8, "big") + lines.tobytes())
    return Rendered(regions, frame, log, whole.hexdigest(), Sums(version, sums, lines, first, past))


Moment = tuple[int, int]  # version and changes of the table


class Renderings:
    """What has been written out. Each view of a moment is made by one thread, others wait for it."""

    def __init__(self, store: GameStore, most: int = MOST, most_sums: int = MOST_SUMS) -> None:
        """Listens to the store, so that nothing is kept of a position that is no more."""
        self._lock = threading.Lock()
        self._pages: Kept[View, tuple[Moment, Rendered]] = Kept(most)
        self._sums: Kept[tuple[View, str], Sums] = Kept(most_sums)
        self._one = threading.Lock()  # two who write at the same time would only wait for each other, at every step
        self._making: dict[tuple[View, Moment], Future[Rendered]] = {}
        self.made = 0  # how many times something was written out
        self._stop = store.listen(self._heard)

    def close(self) -> None:
        """Listen no more."""
        self._stop()

    def forget(self) -> None:
        """Drop everything."""
        with self._lock:
            self._pages.clear()
            self._sums.clear()

    @property
    def html_size(self) -> int:
        """Bytes of HTML that are kept."""
        return self._pages.size

    @property
    def size(self) -> int:
        """Bytes of HTML that are kept, and of what is known of the pages that are open."""
        return self._pages.size + self._sums.size

    def get(self, view: View, moment: Moment, make: Callable[[], Rendered]) -> Rendered:
        """The regions of a view at a moment, made now if nobody has asked before."""
        with self._lock:
            found = self._pages.get(view)
            if found is not None and found[0] == moment:
                return found[1]
            making = self._making.get((view, moment))
            mine = making is None
            if making is None:
                making = self._making[view, moment] = Future()
        if not mine:
            return making.result()
        alone = self._one.acquire(timeout=LONGEST)
        try:
            done = make()
        except BaseException as error:
            making.set_exception(error)
            raise
        else:
            making.set_result(done)
        finally:
            if alone:
                self._one.release()
            with self._lock:
                self._making.pop((view, moment), None)
        with self._lock:
            self.made += 1
            known = self._pages.get(view)
            if known is None or known[0] <= moment:
                self._pages.put(view, (moment, done), done.size)
            sums = done.sums
            size = 60 * len(sums.regions) + 8 * len(sums.log) + 200
            self._sums.put((whose(view), done.state), sums, size)
        return done

    def had(self, view: View, state: str) -> Sums | None:
        """What a browser has that looks with the same rights and in the same language; None if that is not known."""
        with self._lock:
            return self._sums.get((whose(view), state)) if state else None

    def _heard(self, game_id: str, news: News) -> None:
        """The position is no more: neither is what was written of it."""
        now = (news.version, news.arrangement)
        with self._lock:
            for view, (moment, _) in self._pages.items():
                if view.game == game_id and (news.gone or moment < now):
                    self._pages.drop(view)
            if news.gone:
                for key in [key for key, _ in self._sums.items()]:
                    if key[0].game == game_id:
                        self._sums.drop(key)


def whose(view: View) -> View:
    """The view without what its owner may change at will: what he has seen in one tab is known in the next."""
    return View(view.game, view.seats, view.creator, None, view.language)
