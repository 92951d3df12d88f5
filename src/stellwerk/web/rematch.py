"""A rematch: another table for the same title, options, people and bots, once a game is over.

Everybody has his seat there at once, and the old table knows the new one, so that whoever asks second is led to it.
"""

from __future__ import annotations

import secrets

from msgspec import structs

import stellwerk
from stellwerk.core.transcript import SEEDS
from stellwerk.store import NewSeat, UnknownGame
from stellwerk.web.access import Access, TableSettings
from stellwerk.web.errors import Forbidden, Waiting
from stellwerk.web.games import OpenGames
from stellwerk.web.people import Who
from stellwerk.web.tables import Tables


class Rematches:
    """Sets them up and finds them."""

    def __init__(self, games: OpenGames, tables: Tables) -> None:
        """Works on the open games."""
        self.games, self.tables = games, tables

    def make(self, game_id: str, who: Who, *, rotated: bool) -> str:
        """The table of the rematch: the one there is, or a new one; `rotated` lets the next player begin."""
        with self.games.lock(game_id):
            rights, live = self.games.open(game_id, who)
            rights.may_look()
            if not rights.seats:
                raise Forbidden("only those who have played at this table may ask for a rematch")
            if live.game.decision() is not None:
                raise Waiting("the game is not over yet")
            if known := self._known(rights):
                return known
            settings, seats = rights.settings, rights.head.seats
            order = [*range(1, len(seats)), 0] if rotated else list(range(len(seats)))
            new = [NewSeat(seats[old].name, seats[old].kind, seats[old].holder, seats[old].bot) for old in order]
            marks = {str(at): settings.marks[str(old)] for at, old in enumerate(order) if str(old) in settings.marks}
            rules = live.game.rules
            game = stellwerk.new(rules.title, [seat.name for seat in new], rules.options, secrets.randbelow(SEEDS))
            table = TableSettings(
                name=settings.name,
                undo=settings.undo,
                spectators=settings.spectators,
                forced=settings.forced,
                pace=settings.pace,
                thinking=settings.thinking,
                marks=marks,
            )
            made = self.tables.put_up(game, new, table, who).table.id
            self.games.write(rights.head, structs.replace(settings, rematch=made))
            return made

    def _known(self, rights: Access) -> str:
        """The rematch of a table, if it is still there."""
        found = rights.settings.rematch
        try:
            return self.games.store.head(found).id if found else ""
        except UnknownGame:
            return ""

    def seated(self, rights: Access) -> str:
        """The rematch in which somebody has a seat who has one at the old table; empty if there is none."""
        found = self._known(rights) if rights.seats else ""
        if not found:
            return ""
        holders = {seat.holder for seat in self.games.store.head(found).seats}
        return found if any(rights.head.seats[seat].holder in holders for seat in rights.seats) else ""
