"""Undo and redo: one's own last action at once; over another's decision as the table has agreed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from stellwerk.core import Game
from stellwerk.programmes.forced import forced
from stellwerk.store import Conflict, redoable
from stellwerk.web.access import CONSENT, FREE, Access, UndoRequest
from stellwerk.web.errors import BadRequest, Forbidden, Stale, Waiting, marked
from stellwerk.web.games import OpenGames, askable, must_have_room, stale, undo_out
from stellwerk.web.people import Who
from stellwerk.web.programmes import Programmes
from stellwerk.web.requests import Redo, Undo, UndoAnswer
from stellwerk.web.responses import UndoDone

NOW, ASK, NEVER = "now", "ask", "never"


class UndoPlan(Struct, frozen=True):
    """What an undo to a ply would take: done at once, the consent of `people`, or nothing helps (`why_not`, if a rule
    of the title forbids it). `over` are the other seats whose actions it takes back.
    """

    seat: int
    to: int
    way: str
    over: tuple[int, ...] = ()
    people: tuple[int, ...] = ()
    why_not: str = ""


class Takeback:
    """Taking back and making again."""

    def __init__(self, games: OpenGames, programmes: Programmes) -> None:
        """Works on the open games; programmes end with what is taken back, and may agree to it."""
        self.games, self.store, self.live = games, games.store, games.live
        self._programmes = programmes

    def undo(self, game_id: str, wish: Undo, who: Who) -> UndoDone:
        """Take back at once where that is allowed; otherwise ask the others."""
        with self.games.lock(game_id):
            rights, live = self.games.open(game_id, who)
            rights.must_act_for(wish.seat)
            key = f"{wish.seat}:{wish.key}" if wish.key else ""
            if live.version != wish.expected_version:
                if key and wish.to is not None:  # it may be a repeated request, which the store knows
                    return UndoDone(True, self._rewind(game_id, wish.expected_version, wish.to, wish.seat, key), None)
                raise Stale(wish.expected_version, live.version)
            game = live.game
            to = last_own(game, rights) if wish.to is None else wish.to
            if not 0 <= to < game.ply:
                raise BadRequest("cannot go back to {to}; actions made: {made}", to=to, made=game.ply)
            planned = plan(rights, game, wish.seat, to)
            if planned.why_not:
                raise Forbidden("it cannot be taken back: {reason}", reason=planned.why_not)
            if planned.way == NOW:
                return UndoDone(True, self._rewind(game_id, live.version, to, wish.seat, key), None)
            if planned.way == NEVER:
                over = list(planned.over)
                raise Forbidden("at this table nothing is taken back over another player's decision", over=over)
            agreed = tuple(other for other in planned.people if self._programmes.agrees_to_undo(game_id, other))
            if set(agreed) >= set(planned.people):
                return UndoDone(True, self._rewind(game_id, live.version, to, wish.seat, key), None)
            request = UndoRequest(wish.seat, to, live.version, agreed)
            self.games.write(rights.head, structs.replace(rights.settings, request=request))
            return self._state(game_id, who, False)

    def answer(self, game_id: str, wish: UndoAnswer, who: Who) -> UndoDone:
        """Agree to an undo, or end it. The last one to agree carries it out."""
        with self.games.lock(game_id):
            rights, live = self.games.open(game_id, who)
            rights.must_act_for(wish.seat)
            request = rights.settings.request
            if request is None or request.version != live.version:
                raise Waiting("nobody is asking for an undo any more")
            if wish.seat == request.seat and not wish.accept:  # whoever asked may think better of it
                return self._drop(game_id, rights, who)
            people = askable(rights.head, request.seat)
            if wish.seat not in people:
                raise Forbidden("seat {seat} is not asked for its consent", seat=wish.seat)
            if not wish.accept:
                return self._drop(game_id, rights, who)
            agreed = tuple(sorted({*request.agreed, wish.seat}))
            if set(people) <= set(agreed):
                version = self._rewind(game_id, live.version, request.to, request.seat, "")
                self.games.write(rights.head, structs.replace(rights.settings, request=None))
                return UndoDone(True, version, None)
            self.games.write(
                rights.head, structs.replace(rights.settings, request=structs.replace(request, agreed=agreed))
            )
            return self._state(game_id, who, False)

    def redo(self, game_id: str, wish: Redo, who: Who) -> UndoDone:
        """Make actions again that were taken back last, as far as they are one's own."""
        with self.games.lock(game_id):
            rights, live = self.games.open(game_id, who)
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
        live = self.live.get(game_id)
        again = live.version != version  # a repeated request takes nothing back a second time
        if not again:
            must_have_room(live)
        undone = set() if again else {ply.seat for ply in live.game.plies[to:]}
        try:
            with self._programmes.taking_back(game_id, undone):
                return self.live.rewind(game_id, version, to, seat, key)
        except Conflict as conflict:
            raise stale(conflict) from None

    def _drop(self, game_id: str, rights: Access, who: Who) -> UndoDone:
        self.games.write(rights.head, structs.replace(rights.settings, request=None))
        return self._state(game_id, who, False)

    def _state(self, game_id: str, who: Who, done: bool) -> UndoDone:
        rights = self.games.rights(game_id, who)
        return UndoDone(done, rights.head.version, undo_out(rights.head, rights.settings))


def plan(rights: Access, game: Game[Any], seat: int, to: int) -> UndoPlan:
    """What it would take to go back to a ply."""
    plies = game.plies[to:]
    why_not = "" if rights.settings.analysis else opened_since(game, to, seat)
    over = tuple(sorted({ply.seat for ply in plies} - rights.seats))
    people = tuple(askable(rights.head, seat))
    policy = FREE if rights.settings.analysis else rights.settings.undo
    if why_not:
        return UndoPlan(seat, to, NEVER, over, people, why_not)
    if not over or policy == FREE or (policy == CONSENT and not people):
        return UndoPlan(seat, to, NOW, over)
    return UndoPlan(seat, to, ASK if policy == CONSENT else NEVER, over, people)


def opened_since(game: Game[Any], to: int, seat: int) -> str:
    """Why what came after a ply must stand: something hidden has been seen since. Empty if it need not."""
    if game.rules.hides and game.decision() is None:
        return marked("the game is over and everything has been opened")
    return game.rules.may_undo([game.at(to).state, *(ply.state for ply in game.plies[to:])], seat)


def next_undo(rights: Access, game: Game[Any]) -> UndoPlan | None:
    """What the undo button of somebody would do; None if he has made no action."""
    if not any(ply.seat in rights.seats for ply in game.plies):
        return None
    to = last_own(game, rights)
    return plan(rights, game, game.plies[to].seat, to)


def last_own(game: Game[Any], rights: Access) -> int:
    """The ply before the last action of one of his seats; what plays itself would only be played again."""
    plies = game.plies
    for number in range(len(plies) - 1, -1, -1):
        if plies[number].seat in rights.seats and not (rights.settings.forced and forced(game.at(number))):
            return number
    raise BadRequest("you have made no action that could be taken back")
