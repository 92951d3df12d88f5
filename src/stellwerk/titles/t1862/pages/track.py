"""What is left of a company's track step: two yellow tiles or one upgrade, the tile of the home hex, RMC (1862 8)."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages.decisions.chosen import Note, cited
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.title_ui import Allowed, LayMark

from ..state import RMC


def allowed_1862(page: TablePage) -> Allowed | None:
    """What is left of this turn; None outside of a track step."""
    turn = page.view["turn"]
    if turn is None or turn["step"] != "track":
        return None
    return Allowed(
        marks=[*_yellow(page, turn), *_upgrade(page, turn), *_extra(page, turn)],
        notes=_notes(page, turn),
    )


def _yellow(page: TablePage, turn: dict[str, Any]) -> list[LayMark]:
    """A mark for every yellow tile of the turn."""
    found, most = [], turn["most_yellow"]
    for number in range(most):
        shut = "shut" if turn["upgraded"] else "open"
        text = page.say("yellow tile") if most == 1 else page.say("yellow tile {number}", number=number + 1)
        found.append(LayMark(text, "done" if number < turn["yellow"] else shut))
    return found


def _upgrade(page: TablePage, turn: dict[str, Any]) -> list[LayMark]:
    """The upgrade that is possible instead, once there are green tiles."""
    if len(page.phase.tiles) < 2:
        return []
    text = page.say("or an upgrade")
    shut = bool(turn["yellow"]) or turn["home"] is not None
    return [LayMark(text, "done" if turn["upgraded"] else "shut" if shut else "open")]


def _extra(page: TablePage, turn: dict[str, Any]) -> list[LayMark]:
    """The extra tile of RMC, if its owner directs the company."""
    text = page.say("{private}: one more yellow tile", private=RMC)
    if turn["extra"]:
        return [LayMark(text, "done")]
    return [LayMark(text, "open")] if turn["extra_open"] else []


def _notes(page: TablePage, turn: dict[str, Any]) -> list[Note]:
    if turn["home"] is not None:
        text = page.say("The first tile must be laid on the home hex {hex}.", hex=turn["home"])
        return [Note(text, cited(page, "track.home"), "warn")]
    if 0 < turn["yellow"] < turn["most_yellow"]:
        return [
            Note(
                page.say("One more yellow tile may follow; an upgrade is not possible now."), cited(page, "track.both")
            )
        ]
    return []
