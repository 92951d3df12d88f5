"""The decision panel: one address for everything that is asked. Panels are chosen by the kind of decision."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages import guide
from stellwerk.web.pages.decisions.auction import auction
from stellwerk.web.pages.decisions.consent import consent
from stellwerk.web.pages.decisions.discard import discard
from stellwerk.web.pages.decisions.dividend import dividend
from stellwerk.web.pages.decisions.head import head_of
from stellwerk.web.pages.decisions.panel import Builder, Panel, button, plain
from stellwerk.web.pages.decisions.par import par
from stellwerk.web.pages.decisions.privates import privates
from stellwerk.web.pages.decisions.run import run
from stellwerk.web.pages.decisions.shell import locked, open_table, over, parted, past, waiting
from stellwerk.web.pages.decisions.stock import stock
from stellwerk.web.pages.decisions.token import token
from stellwerk.web.pages.decisions.track import track
from stellwerk.web.pages.decisions.trains import trains
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.title_ui import ChoosingBuilder

PANELS: dict[str, Builder] = {  # by kind of decision
    "track": track,
    "token": token,
    "special_token": token,
    "home_city": token,
    "run": run,
    "consent": consent,
}
CHOOSING: dict[str, ChoosingBuilder] = {  # those that show what is chosen before it is done
    "auction": auction,
    "bid_off": auction,
    "par": par,
    "stock": stock,
    "must_sell": stock,
    "dividend": dividend,
    "trains": trains,
    "privates": privates,
    "buy_private": privates,
    "discard": discard,
}


def panel_for(page: TablePage) -> Panel:
    """The panel of the shown position: the decision if it is the reader's, else what he waits for or looks at."""
    decision = page.decision
    if not page.now:
        return past(page)
    if page.rights.head.locked:
        return locked(page)
    if page.live.parted is not None:
        return parted(page)
    if decision is None:
        return page.ui.panels.get("over", over)(page)
    if page.waits_for_players:
        return open_table(page)
    if not page.yours:
        return page.ui.panels.get("waiting", waiting)(page)
    panel = (choosing(page) or page.ui.panels.get(decision.kind) or PANELS.get(decision.kind) or plain)(page)
    return Panel(panel.template, around(page) | panel.context)


def choosing(page: TablePage) -> ChoosingBuilder | None:
    """The panel of the decision, if it is one that can show a choice."""
    kind = page.decision.kind if page.decision is not None else ""
    if kind in page.ui.panels:
        return None
    return page.ui.choosing.get(kind) or CHOOSING.get(kind)


def around(page: TablePage) -> dict[str, Any]:
    """What every panel of a decision has besides its own: the head, and the guide's hint if the reader wants it."""
    return {"head": head_of(page), "hint": guide.hint_of(page)}


__all__ = ["CHOOSING", "PANELS", "Builder", "Panel", "around", "button", "choosing", "panel_for", "plain"]
