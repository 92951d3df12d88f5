"""Union Pacific in the browser: its panels, views, words and places."""

from stellwerk.titles import folder_of
from stellwerk.web.errors import marked
from stellwerk.web.pages.tabs import Tab
from stellwerk.web.pages.tabs.plans import plans
from stellwerk.web.pages.tabs.rules import rules
from stellwerk.web.pages.title_ui import Picking, TitleUI

from . import panels, views
from .around import PLACE
from .board import board_of
from .deeds import DEEDS, REPORTS, paid_out
from .moments import MOMENTS
from .result import decided

HERE = folder_of(__name__)
# Why something cannot be taken back, as the rules of the title say it.
REASONS = (
    marked("a first share stands once it is picked (2.5a)"),
    marked("a hidden card has been turned up since: this cannot be taken back (13.9)"),
)
UI = TitleUI(
    deeds=DEEDS,
    reports=REPORTS,
    payments=paid_out,
    panels={
        "pick": panels.pick,
        "turn": panels.turn,
        "take": panels.take,
        "exchange": panels.exchange,
        "replace": panels.replace,
        "waiting": panels.waits,
        "over": panels.ended,
    },
    picking=Picking(("mode", "card", "company", "section", "shares", "last"), f"{HERE}/chosen.html", "up"),
    tabs=(
        Tab("map", "Map", views.board),
        Tab("payout", "Payout", views.payout_view),
        Tab("companies", "Companies", views.company_view),
        Tab("players", "Players", views.player_view),
        Tab("charts", "Charts", views.charts),
        Tab("rules", "Rules", rules),
        Tab("plans", "Plans", plans),
    ),
    place=PLACE,
    moments=MOMENTS,
    result=decided,
    styles=("table.css",),
    scripts=("table.js",),
    settings=f"{HERE}/board_option.html",
    board=board_of,
)
