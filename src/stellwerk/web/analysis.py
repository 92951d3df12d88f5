"""Looking back and aside: what happened since a version, analysis tables, files in and out."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from stellwerk.core import BadInput
from stellwerk.core.transcript import action_from_json
from stellwerk.formats import export18xx, load_bytes
from stellwerk.formats.site_doubts import doubts
from stellwerk.formats.table import to_csv
from stellwerk.store import Live, NewSeat, Record, live_actions
from stellwerk.store.kept import Kept
from stellwerk.web.access import Origin, TableSettings
from stellwerk.web.errors import BadRequest, Doubtful
from stellwerk.web.foreign import FOREIGN
from stellwerk.web.foreign_worker import ReadGame, ReadStudy
from stellwerk.web.games import OpenGames, events_out
from stellwerk.web.people import Who, clean_name
from stellwerk.web.playing import Playing
from stellwerk.web.requests import ImportGame
from stellwerk.web.responses import LogOut, Made, RecordOut
from stellwerk.web.studies import Studies
from stellwerk.web.tables import Tables, new_seats

REMEMBERED = 4 * 1024 * 1024  # bytes of answers for watchers who all ask the same question at the same moment
STUDIES = {  # formats of files that are studies; a text or a link stands in `text`
    "stellwerk-study": "json",
    "stellwerk-study-text": "text",
    "stellwerk-study-link": "link",
}
RECORD_BYTES = 2500  # about what a record takes with its events


class Analysis:
    """The past of a game, and games beside it."""

    def __init__(
        self,
        games: OpenGames,
        tables: Tables,
        playing: Playing,
        studies: Studies,
        most: int = 5000,
        seconds: float = 10.0,
    ) -> None:
        """Works on the open games; files have at most so many actions and may take so long to read."""
        self.most, self.seconds = most, seconds
        self.games, self.tables, self.playing, self.studies = games, tables, playing, studies
        self._lock = threading.Lock()
        self._logs: Kept[tuple[str, int, int, int | None], LogOut] = Kept(REMEMBERED)

    @property
    def size(self) -> int:
        """Bytes of answers that are kept."""
        return self._logs.size

    # -- what happened

    def log(self, game_id: str, since: int, who: Who, seat: int | None = None) -> LogOut:
        """The records after a version; actions that were taken back are among them and marked."""
        rights, live = self.games.open(game_id, who)
        reader = self.games.listener(rights, live.game, seat)
        game, version = live.game, live.version
        key = (game_id, since, version, reader if game.rules.hides else None)
        with self._lock:
            known = self._logs.get(key)  # watchers all ask for the same after a move
        if known is not None:
            return known
        log = self.games.store.load(game_id)
        records = log.records[: live.version]  # if it moved in between: those the position stands for
        plies = {record.version: number for number, record in enumerate(live_actions(records), 1)}
        found = []
        for record in records[max(since, 0) :]:
            ply = plies.get(record.version)
            action = record.kind == "action"
            found.append(
                RecordOut(
                    version=record.version,
                    kind=record.kind,
                    seat=record.seat,
                    name=log.head.seats[record.seat].name if record.seat >= 0 else "",
                    live=ply is not None,
                    ply=ply,
                    action=self._readable(live, record, reader) if action else None,
                    to=None if action else record.body["to"],
                    events=events_out(game.events_of(ply, reader)) if ply is not None else [],
                    at=record.at,
                    by=record.by,
                )
            )
        answer = LogOut(game_id, since, version, found)
        size = RECORD_BYTES * len(found)
        if size <= REMEMBERED // 8:  # a long one is asked for by one reader who has been away, not by all who watch
            with self._lock:
                self._logs.put(key, answer, size)
        return answer

    @staticmethod
    def _readable(live: Live, record: Record, seat: int | None) -> dict[str, Any]:
        """The action of a record as a seat may read it."""
        rules = live.game.rules
        if not rules.hides or live.game.opened:
            return record.body
        try:
            action = action_from_json(record.body, rules.action_types)
        except BadInput:  # recorded by an older program: its kind is public
            return {"type": record.body["type"]}
        return rules.action_view(live.game.state, action, record.seat, seat)

    # -- analysis

    def branch(self, game_id: str, ply: int | None, who: Who) -> Made:
        """A private table from a position, where the asker plays all seats. The real game is not touched."""
        game = self.playing.open_position(game_id, who, ply).branch()
        seats = [NewSeat(name, "hotseat", who.holder) for name in game.rules.seats]
        origin = Origin(game_id, game.ply)
        settings = TableSettings(name="", undo="free", spectators=False, analysis=True, origin=origin)
        return self.tables.put_up(game, seats, settings, who)

    # -- files

    def bring(self, wish: ImportGame, who: Who) -> Made:
        """A table from a file, ours or 18xx.games'; every action is checked as in play. Studies come with all
        their lines.
        """
        form = STUDIES.get(str(wish.file.get("format")))
        if form is not None:
            return self._bring_study(wish, form, who)
        read: ReadGame = FOREIGN.do(
            "game", msgspec.json.encode(wish.file), wish.preset, self.most, seconds=self.seconds
        )
        game = load_bytes(read.transcript).game
        if game.rules.hides and any(seat.kind == "open" for seat in wish.seats):
            raise BadRequest("this title hides things: whoever has the file knows them, so nobody can join this game")
        names = list(game.rules.seats)
        if wish.seats:
            if len(wish.seats) != len(names):
                raise BadRequest(
                    "seats named: {named}; seats in the file: {there}", named=len(wish.seats), there=len(names)
                )
            wished = new_seats(wish.seats, who, game.rules.title, self.tables.own)
            seats = [NewSeat(name, seat.kind, seat.holder, seat.bot) for name, seat in zip(names, wished, strict=True)]
        else:
            seats = [NewSeat(name, "hotseat", who.holder) for name in names]
        name = clean_name(wish.name, "the name of the table") if wish.name else ""
        analysis = not wish.seats
        undo = "free" if analysis else "consent"
        settings = TableSettings(name=name, undo=undo, spectators=not analysis, analysis=analysis, known=True)
        made = self.tables.put_up(game, seats, settings, who)
        return msgspec.structs.replace(made, notes=read.notes)

    def _bring_study(self, wish: ImportGame, form: str, who: Who) -> Made:
        if wish.seats:
            raise BadRequest("a study is brought to an analysis table, where all seats are yours")
        text = wish.file.get("text", "")
        if form != "json" and not isinstance(text, str):
            raise BadRequest("the text of a study must be a text")
        data = msgspec.json.encode(wish.file) if form == "json" else text.encode("utf-8", "replace")
        read: ReadStudy = FOREIGN.do("study", data, form, self.most, seconds=self.seconds)
        return self.studies.bring(read, wish.name, who)

    def export(
        self, game_id: str, form: str, who: Who, ply: int | None = None, *, allow_doubts: bool = False
    ) -> tuple[bytes, str, str]:
        """A game as a file: content, media type, name. A file of which the site is known to refuse or misread a line is
        given only to those who `allow_doubts`.
        """
        game = self.playing.open_position(game_id, who, ply)
        if form == "stellwerk":
            return game.transcript().encode(), "application/json", f"{game_id}.json"
        if form == "18xx.games":
            content = export18xx.export(game)
            found = [] if allow_doubts else doubts(game)
            if found:
                raise Doubtful(
                    "18xx.games is known to refuse or to play otherwise what the file says (actions: {count}); with "
                    "allow_doubts=true it is given all the same",
                    count=len(found),
                    doubts=[{"action": doubt.action, "ply": doubt.ply, "why": doubt.why.text} for doubt in found],
                )
            return msgspec.json.encode(content), "application/json", f"{game_id}-18xx.json"
        if form == "csv":
            return to_csv(game).encode(), "text/csv; charset=utf-8", f"{game_id}.csv"
        raise BadRequest("format must be stellwerk, 18xx.games or csv, not {form!r}", form=form)

    def history(self, game_id: str, who: Who) -> list[dict[str, Any]]:
        """The actions that count, in order: ply, seat, action and what happened."""
        rights, live = self.games.open(game_id, who)
        game, seat = live.game, self.games.listener(rights, live.game)
        return [
            {
                "ply": number,
                "seat": ply.seat,
                "action": game.action_for(number, seat),
                "text": [event.text for event in game.events_of(number, seat)],
            }
            for number, ply in enumerate(game.plies, 1)
        ]
