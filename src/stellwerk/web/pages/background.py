"""Done ahead, in the background, so that nobody waits for it: when a server starts, the templates are read and the maps
are drawn; when a table is opened, the boards of its past, so that the time bar finds every tile drawn already; when a
game is over, what its result page adds up.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from stellwerk import draw
from stellwerk.core import Game
from stellwerk.draw.board import map_art
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.titles import TITLES
from stellwerk.web.library import sample
from stellwerk.web.pages.history_facts import past_of
from stellwerk.web.pages.render import Translated, environment
from stellwerk.web.pages.result.decided import accounts_of, has_accounts
from stellwerk.web.pages.table_page import TablePage

LOG = logging.getLogger(__name__)
MOST_GAMES = 4096
MOST_WAITING = 8  # games; if more tables are opened there are other things to do
PAUSE = 0.004  # seconds between two pieces of work
QUIET = 0.1  # seconds that nobody has asked for anything before the work goes on
LONGEST = 2.0  # seconds that one piece waits for that at most

_waiting: SimpleQueue[Callable[[], None]] = SimpleQueue()
_drawn: dict[str, int] = {}  # up to which ply, by game
_lock = threading.Lock()
_begun = False
_asked = 0.0  # when somebody asked for something last


def begin(folder: Path) -> None:
    """Start the thread; it ends with the program, whatever it is doing. Once is enough. `folder` is for what can be
    kept until the next start.
    """
    global _begun
    with _lock:
        if _begun:
            return
        _begun = True
    environment().bytecode_cache = Translated(folder / "templates")
    _waiting.put(prepare)
    threading.Thread(target=_work, name="ahead", daemon=True).start()


def draw_ahead(page: TablePage) -> None:
    """Have the boards of the game drawn that have not been drawn yet."""
    if not page.family or _waiting.qsize() > MOST_WAITING:
        return
    with _lock:
        done = _drawn.get(page.id, 0)
        if done >= page.plies:
            return
        if len(_drawn) >= MOST_GAMES:
            _drawn.clear()
        _drawn[page.id] = page.plies
    _waiting.put(partial(boards, page.live.game.branch(), done))


def result_ahead(page: TablePage) -> None:
    """Have worked out what decided the game, if it is over, before somebody opens its result."""
    over = page.family and page.live.game.decision() is None
    if over and not has_accounts(page) and _waiting.qsize() <= MOST_WAITING:
        _waiting.put(partial(settle, page))


async def somebody_asks(_: object) -> None:
    """Called with every request: whoever asks for a page comes first."""
    global _asked
    _asked = time.monotonic()


def pause() -> None:
    """Between two pieces of work: wait until nobody asks."""
    end = time.monotonic() + LONGEST
    time.sleep(PAUSE)
    while (now := time.monotonic()) < min(_asked + QUIET, end):
        time.sleep(min(_asked + QUIET, end) - now)


def _work() -> None:
    while True:
        task = _waiting.get()
        try:
            task()
        except Exception:  # nobody waits for this; the page does what is missing and says what is wrong
            LOG.exception("what was to be done ahead failed")


def prepare() -> None:
    """Read all templates, draw the printed maps."""
    made = environment()
    for name in made.list_templates():
        made.get_template(name)
        pause()
    for title in TITLES:
        rules = sample(title)
        if isinstance(rules, FamilyRules):
            art = map_art(rules.t.hexmap)
            for number in range(len(art.names)):
                art.art(number, art.printed[number], "")
                pause()


def settle(page: TablePage) -> None:
    """Work out what decided a game; it is kept where the page looks for it."""
    if not has_accounts(page):
        accounts_of(page)
        past_of(page)


def boards(game: Game[Any], since: int) -> None:
    """Draw every board after a ply; what is drawn is kept by the drawings themselves."""
    rules = game.rules
    if not isinstance(rules, FamilyRules):
        return
    last = None
    for ply in game.plies[since:]:
        faces = ply.state.board.faces
        if faces is not last:
            last = faces
            draw.map_svg(rules.t.hexmap, ply.state.board, rules.t.phases[ply.state.phase].offboard, theme=None)
            pause()
