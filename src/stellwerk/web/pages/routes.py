"""All addresses of the pages."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages import (
    account,
    advice,
    board_pieces,
    choose,
    front,
    joining,
    map_settings,
    new_game,
    office,
    pictures,
    study,
    table,
    title_pages,
)
from stellwerk.web.pages.guide import routes as guide
from stellwerk.web.pages.plans import own_plans
from stellwerk.web.pages.report import page as report
from stellwerk.web.pages.result import page as result
from stellwerk.web.pages.static import static_file

HANDLERS: list[Any] = [
    static_file,
    *front.HANDLERS,
    *account.HANDLERS,
    *new_game.HANDLERS,
    *joining.HANDLERS,
    *title_pages.HANDLERS,
    *pictures.HANDLERS,
    *table.HANDLERS,
    *choose.HANDLERS,
    *board_pieces.HANDLERS,
    *guide.HANDLERS,
    *map_settings.HANDLERS,
    *advice.HANDLERS,
    *result.HANDLERS,
    *report.HANDLERS,
    *study.HANDLERS,
    office.office,
    own_plans,
]
