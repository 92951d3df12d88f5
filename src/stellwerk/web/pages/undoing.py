"""Taking back and making again from the page; the answers are regions, with a word about what happened."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import JSONBody

from stellwerk.web.errors import Stale
from stellwerk.web.pages.asked import Asked, TableRequest
from stellwerk.web.pages.frame import redo_button
from stellwerk.web.pages.log import headline, sentences
from stellwerk.web.pages.regions import happened, last_move
from stellwerk.web.requests import Redo, Undo, UndoAnswer
from stellwerk.web.takeback import NOW, next_undo


@post("/g/{game_id:str}/undo", status_code=200, include_in_schema=False, sync_to_thread=True)
def undo(asked: Asked, data: JSONBody[Undo]) -> Response[str]:
    """Take back at once, or ask the others."""
    before = asked.open_page()
    planned = next_undo(before.rights, before.live.game)
    to = data.to if data.to is not None else planned.to if planned else 0
    gone = sentences(before, to + 1)
    with asked.answering():
        try:
            done = asked.site.takeback.undo(asked.game_id, data, asked.reader.who)
        except Stale:
            return stale(asked, data.expected_version)
        page = asked.open_page()
        if not done.done:
            return asked.answer(page, said=[page.say("The others are asked whether the move may be taken back.")])
        move = headline(gone) if gone else page.say("Move {number}", number=to + 1)
        return asked.answer(page, said=[page.say("Undone: {move}", move=move)], redo=redo_button(page).way == NOW)


@post("/g/{game_id:str}/undo/answer", status_code=200, include_in_schema=False, sync_to_thread=True)
def answer(asked: Asked, data: JSONBody[UndoAnswer]) -> Response[str]:
    """Agree to an undo, refuse it, or withdraw one's own request."""
    with asked.answering():
        asked.site.takeback.answer(asked.game_id, data, asked.reader.who)
        return asked.answer(asked.open_page())


@post("/g/{game_id:str}/redo", status_code=200, include_in_schema=False, sync_to_thread=True)
def redo(asked: Asked, data: JSONBody[Redo]) -> Response[str]:
    """Make again what was taken back last."""
    with asked.answering():
        try:
            asked.site.takeback.redo(asked.game_id, data, asked.reader.who)
        except Stale:
            return stale(asked, data.expected_version)
        return asked.answer(asked.open_page())


def stale(asked: TableRequest, seen: int, status: int = 409) -> Response[str]:
    """The game has moved on: the new position, and that it is new."""
    page = asked.open_page()
    text = page.say("The game has moved on; here is the new position.")
    return asked.answer(page, status, [*happened(page, seen), f"{text} {last_move(page)}".strip()])


HANDLERS = [undo, answer, redo]
