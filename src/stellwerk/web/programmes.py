"""Programmed actions and notes at a table: papers that only the holder of a seat reads and writes."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import Action, Entry, Game, Message, Style
from stellwerk.core.reading import meet
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.i18n import tell
from stellwerk.programmes import AgreeToUndo, Ended, Programme, act, check, describe, from_json, possible
from stellwerk.programmes.forced import forced
from stellwerk.store import Conflict, Live
from stellwerk.web.errors import BadRequest, Overtaken
from stellwerk.web.games import OpenGames
from stellwerk.web.people import Who
from stellwerk.web.requests import NewProgramme, PaperRevision, WriteNotes
from stellwerk.web.responses import EndedOut, NotesOut, ProgrammeOut, ProgrammesOut

PROGRAMMES, NOTES = "programmes", "notes"
BY_PROGRAMME, BY_FORCE = "programme", "forced"
MOST = 12  # programmes of a seat
MOST_ENDED = 5  # that are remembered with the reason
LONGEST_NOTES = 20_000


class KeptProgramme(Struct, frozen=True):
    """A programme of a seat; `since` is the ply at which it was made."""

    number: int
    since: int
    do: Programme


class Gone(Struct, frozen=True):
    """A programme that has ended, with the reason as template and facts."""

    do: Programme
    reason: str
    facts: dict[str, Any] = {}


class Sheet(Struct, frozen=True):
    """All programmes of a seat, in the order in which they are asked, and those that ended last."""

    kept: tuple[KeptProgramme, ...] = ()
    gone: tuple[Gone, ...] = ()

    def without(self, ended: dict[int, Message]) -> Sheet:
        """The sheet after some have ended."""
        gone = [
            Gone(entry.do, str(ended[entry.number].template), ended[entry.number].facts)
            for entry in self.kept
            if entry.number in ended
        ]
        kept = tuple(entry for entry in self.kept if entry.number not in ended)
        return Sheet(kept, (*gone, *self.gone)[:MOST_ENDED])


class Programmes:
    """What players have asked to be done for them, and what they note for themselves."""

    def __init__(self, games: OpenGames) -> None:
        """Works on the open games; `wake` is told of games in which a programme may act at once."""
        self.games, self.store = games, games.store
        self._lock = threading.Lock()
        self._held: Counter[str] = Counter()  # games in which something is being taken back
        self.wake: Callable[[str], object] = lambda game_id: None

    # -- what a player does with them

    def read(self, game_id: str, seat: int, who: Who, language: str) -> ProgrammesOut:
        """The programmes of one's own seat."""
        live = self._own(game_id, seat, who)
        sheet, revision = self._sheet(game_id, seat)
        return self._out(live, sheet, revision, language)

    def add(self, game_id: str, wish: NewProgramme, who: Who, language: str) -> ProgrammesOut:
        """One more programme, checked against the position."""
        seat, programme = wish.seat, from_json(msgspec.json.encode(wish.do))
        live = self._own(game_id, seat, who)
        sheet, _ = self._sheet(game_id, seat)
        if len(sheet.kept) >= MOST:
            raise BadRequest("a seat can have {most} programmes at most", most=MOST)
        check(programme, live.game, seat)
        number = 1 + max((entry.number for entry in sheet.kept), default=0)
        sheet = Sheet((*sheet.kept, KeptProgramme(number, live.game.ply, programme)), sheet.gone)
        revision = self._write(game_id, seat, wish.revision, sheet)
        self.wake(game_id)
        return self._out(live, sheet, revision, language)

    def remove(self, game_id: str, number: int, wish: PaperRevision, who: Who, language: str) -> ProgrammesOut:
        """One programme less."""
        seat = wish.seat
        live = self._own(game_id, seat, who)
        sheet, _ = self._sheet(game_id, seat)
        if number not in {entry.number for entry in sheet.kept}:
            raise BadRequest("there is no programme {number}", number=number)
        sheet = Sheet(tuple(entry for entry in sheet.kept if entry.number != number), sheet.gone)
        return self._out(live, sheet, self._write(game_id, seat, wish.revision, sheet), language)

    def notes(self, game_id: str, seat: int, who: Who) -> NotesOut:
        """What one has noted at this table."""
        self._own(game_id, seat, who)
        paper = self.store.paper(game_id, seat, NOTES)
        return NotesOut(paper.revision, paper.body or "")

    def write_notes(self, game_id: str, wish: WriteNotes, who: Who) -> NotesOut:
        """Replace one's notes, unless another device has changed them meanwhile."""
        self._own(game_id, wish.seat, who)
        count = len(wish.text)
        if count > LONGEST_NOTES:
            raise BadRequest("notes can have {most} characters, these have {count}", most=LONGEST_NOTES, count=count)
        try:
            return NotesOut(self.store.write_paper(game_id, wish.seat, NOTES, wish.revision, wish.text), wish.text)
        except Conflict as conflict:
            raise Overtaken(conflict.expected, conflict.version) from None

    # -- what they do

    def move(self, live: Live, plays_forced: bool) -> tuple[Entry, str] | None:
        """What is done for the asked person now, and by what; programmes that have ended are put aside."""
        game, decision = live.game, live.game.decision()
        if decision is None or self._held[live.head.id]:
            return None
        action = self._programmed(live.head.id, game, decision.seat)
        if action is not None:
            return Entry(decision.seat, action), BY_PROGRAMME
        only = forced(game) if plays_forced else None
        return None if only is None else (Entry(decision.seat, only), BY_FORCE)

    @contextmanager
    def taking_back(self, game_id: str, seats: set[int]) -> Iterator[None]:
        """While moves of these seats are taken back nothing is done for anybody. Whoever's move was taken back is asked
        again, so his programmes end: they would only make it once more. If it is refused they stay.
        """
        with self._lock:
            self._held[game_id] += 1
        try:
            yield
            for seat in seats:
                self._end_all(game_id, seat, Message("a move was taken back"))
        finally:
            with self._lock:
                self._held[game_id] -= 1
                self._held += Counter()  # what nobody holds is forgotten
            self.wake(game_id)

    def agrees_to_undo(self, game_id: str, seat: int) -> bool:
        """True if a seat has said that it agrees whenever somebody wants to take back a move."""
        return any(isinstance(entry.do, AgreeToUndo) for entry in self._sheet(game_id, seat)[0].kept)

    def _end_all(self, game_id: str, seat: int, reason: Message) -> None:
        while True:
            sheet, revision = self._sheet(game_id, seat)
            ended = {entry.number: reason for entry in sheet.kept if not isinstance(entry.do, AgreeToUndo)}
            if not ended:
                return
            try:
                self._write(game_id, seat, revision, sheet.without(ended))
            except Overtaken:  # changed by its owner at this moment: those programmes end as well
                continue

    def _programmed(self, game_id: str, game: Game[Any], seat: int) -> Action | None:
        sheet, revision = self._sheet(game_id, seat)
        if not sheet.kept or not possible(game):
            return None
        ended: dict[int, Message] = {}
        found: Action | None = None
        for entry in sheet.kept:
            answer = act(entry.do, game, seat, entry.since)
            if isinstance(answer, Ended):
                ended[entry.number] = answer.reason
            elif answer is not None and found is None:
                found = answer
        if ended:
            self._write(game_id, seat, revision, sheet.without(ended))
        return found

    # -- papers

    def _own(self, game_id: str, seat: int, who: Who) -> Live:
        rights, live = self.games.open(game_id, who)
        rights.must_act_for(seat)
        return live

    def _sheet(self, game_id: str, seat: int) -> tuple[Sheet, int]:
        meet(Sheet)
        paper = self.store.paper(game_id, seat, PROGRAMMES)
        return (msgspec.convert(paper.body, Sheet) if paper.body else Sheet()), paper.revision

    def _write(self, game_id: str, seat: int, revision: int, sheet: Sheet) -> int:
        try:
            return self.store.write_paper(game_id, seat, PROGRAMMES, revision, msgspec.to_builtins(sheet))
        except Conflict as conflict:
            raise Overtaken(conflict.expected, conflict.version) from None

    @staticmethod
    def _out(live: Live, sheet: Sheet, revision: int, language: str) -> ProgrammesOut:
        rules = live.game.rules
        style = rules.t.style if isinstance(rules, FamilyRules) else Style()

        def text(message: Message) -> str:
            return tell(Message(message.template, message.facts, style), language)

        kept = [
            ProgrammeOut(entry.number, text(describe(entry.do)), msgspec.to_builtins(entry.do)) for entry in sheet.kept
        ]
        gone = [EndedOut(text(describe(entry.do)), text(Message(entry.reason, entry.facts))) for entry in sheet.gone]
        return ProgrammesOut(revision, kept, gone)
