"""What happened before: the rounds of a game and what its companies earned, kept for the games in use.

The walk over a game is made once; after a move only the new action is read. An undo begins anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from stellwerk.core import Game
from stellwerk.draw.history import KEPT, OPEN, PAID, Income, Past, Round
from stellwerk.web.pages.table_page import TablePage

GAMES = 64  # as many as are kept alive

_kept: OrderedDict[str, Past] = OrderedDict()
_lock = threading.Lock()


def past_of(page: TablePage) -> Past:
    """The past of an 18xx table up to the present, whichever position is shown."""
    return followed(page.id, page.live.game)


def followed(game_id: str, game: Game[object]) -> Past:
    """The past of a game, from what is known of it."""
    with _lock:
        found = _kept.get(game_id)
        if found is not None and found.fits(game):
            found.follow(game)
        else:
            found = _kept[game_id] = Past(game)
        _kept.move_to_end(game_id)
        while len(_kept) > GAMES:
            _kept.popitem(last=False)
    return found


def last_income(page: TablePage, company: str) -> Income | None:
    """What a company earned last, as of the shown position."""
    return past_of(page).income(company, page.game.ply)


def outcome_word(page: TablePage, income: Income) -> str:
    """What became of it, as a word."""
    if income.outcome == PAID:
        return page.say("paid")
    return page.say("kept") if income.outcome == KEPT else ""


def round_words(page: TablePage, entry: Round) -> str:
    """`SR 2`, `OR 2.1`, `Interim OR 1` in the reader's language."""
    _, _, number = entry.label.partition(" ")
    if entry.kind == "stock":
        return page.say("SR {number}", number=number)
    if entry.kind == "operating":
        first, dot, part = number.partition(".")
        if not dot:
            return page.say("Interim OR {part}", part=first.rpartition(" ")[2])
        return page.say("OR {number}.{part}", number=first, part=part)
    return page.say("Auction") if entry.kind == "auction" else entry.label


__all__ = ["KEPT", "OPEN", "PAID", "followed", "last_income", "outcome_word", "past_of", "round_words"]
