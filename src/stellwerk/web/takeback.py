"""Undo and redo: one's own last action at once; over another's decision as the table has agreed."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk.core import BadInput, Game
from stellwerk.store import Conflict, redoable
from stellwerk.web.desk import CONSENT, FREE, Access, UndoRequest
from stellwerk.web.errors import Forbidden, Stale, Waiting
from stellwerk.web.people import Who
from stellwerk.web.room import Room, askable, stale, undo_out
from stellwerk.web.schemas import Redo, Undo, UndoAnswer, UndoDone


class Takeback:
    """Taking back and making again."""

    def __init__(self, room: Room) -> None:
        """Works on the shared room."""
        self.room, self.store, self.live = room, room.store, room.live

    def undo(self, game_id: str, wish: Undo, who: Who) -> UndoDone:
        """Take back at once where that is allowed; otherwise ask the others."""
        with self.room.lock(game_id):
            rights, live = self.room.sit(game_id, who)
            rights.must_act_for(wish.seat)
            key = f"{wish.seat}:{wish.key}" if wish.key else ""
            if live.version != wish.expected_version:
                if key and wish.to is not None:  # it may be a repeated request, which the store knows
                    return UndoDone(True, self._rewind(game_id, wish.expected_version, wish.to, wish.seat, key), None)
                raise Stale(wish.expected_version, live.version)
            game = live.game
            to = last_own(game, rights.seats) if wish.to is None else wish.to
            if not 0 <= to < game.ply:
                raise BadInput(f"cannot go back to {to}: {game.ply} actions have been made")
            why_not = game.rules.may_undo([game.at(ply).state for ply in range(to, game.ply + 1)], wish.seat)
            if why_not:
                raise Forbidden(why_not)
            over = {ply.seat for ply in game.plies[to:]} - rights.seats
            people = askable(rights.head, wish.seat)
            policy = FREE if rights.desk.analysis else rights.desk.undo
            if not over or policy == FREE or (policy == CONSENT and not people):
                return UndoDone(True, self._rewind(game_id, live.version, to, wish.seat, key), None)
            if policy != CONSENT:
                raise Forbidden("at this table nothing is taken back over another player's decision", over=sorted(over))
            request = UndoRequest(wish.seat, to, live.version)
            self.room.write(game_id, structs.replace(rights.desk, request=request))
            return self._state(game_id, who, False)

    def answer(self, game_id: str, wish: UndoAnswer, who: Who) -> UndoDone:
        """Agree to an undo, or end it. The last one to agree carries it out."""
        with self.room.lock(game_id):
            rights, live = self.room.sit(game_id, who)
            rights.must_act_for(wish.seat)
            request = rights.desk.request
            if request is None or request.version != live.version:
                raise Waiting("nobody is asking for an undo any more")
            if wish.seat == request.seat and not wish.accept:  # whoever asked may think better of it
                return self._drop(game_id, rights, who)
            people = askable(rights.head, request.seat)
            if wish.seat not in people:
                raise Forbidden(f"seat {wish.seat} is not asked for its consent", seat=wish.seat)
            if not wish.accept:
                return self._drop(game_id, rights, who)
            agreed = tuple(sorted({*request.agreed, wish.seat}))
            if set(people) <= set(agreed):
                version = self._rewind(game_id, live.version, request.to, request.seat, "")
                self.room.write(game_id, structs.replace(rights.desk, request=None))
                return UndoDone(True, version, None)
            self.room.write(game_id, structs.replace(rights.desk, request=structs.replace(request, agreed=agreed)))
            return self._state(game_id, who, False)

    def redo(self, game_id: str, wish: Redo, who: Who) -> UndoDone:
        """Make actions again that were taken back last, as far as they are one's own."""
        with self.room.lock(game_id):
            rights, live = self.room.sit(game_id, who)
            rights.eyes(None)
            undone = redoable(self.store.load(game_id).records)[: wish.count]
            if live.version != wish.expected_version:
                raise Stale(wish.expected_version, live.version)
            for record in undone:
                rights.must_act_for(record.seat)
            try:
                return UndoDone(True, self.live.redo(game_id, wish.expected_version, wish.count), None)
            except Conflict as conflict:
                raise stale(conflict) from None

    def _rewind(self, game_id: str, version: int, to: int, seat: int, key: str) -> int:
        try:
            return self.live.rewind(game_id, version, to, seat, key)
        except Conflict as conflict:
            raise stale(conflict) from None

    def _drop(self, game_id: str, rights: Access, who: Who) -> UndoDone:
        self.room.write(game_id, structs.replace(rights.desk, request=None))
        return self._state(game_id, who, False)

    def _state(self, game_id: str, who: Who, done: bool) -> UndoDone:
        rights = self.room.at(game_id, who)
        return UndoDone(done, rights.head.version, undo_out(rights.head, rights.desk))


def last_own(game: Game[Any], seats: frozenset[int]) -> int:
    """The ply before the last action of one of the seats."""
    for number, ply in reversed(list(enumerate(game.plies))):
        if ply.seat in seats:
            return number
    raise BadInput("you have made no action that could be taken back")
