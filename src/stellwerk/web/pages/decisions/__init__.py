"""The decision panel: one address for everything that is asked. Panels are chosen by the kind of decision."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.auction import auction
from stellwerk.web.pages.decisions.consent import consent
from stellwerk.web.pages.decisions.discard import discard
from stellwerk.web.pages.decisions.dividend import dividend
from stellwerk.web.pages.decisions.head import head_of
from stellwerk.web.pages.decisions.panel import Builder, Panel, button, plain
from stellwerk.web.pages.decisions.par import par
from stellwerk.web.pages.decisions.privates import privates
from stellwerk.web.pages.decisions.run import run
from stellwerk.web.pages.decisions.shell import open_table, over, past, waiting
from stellwerk.web.pages.decisions.stock import stock
from stellwerk.web.pages.decisions.token import token
from stellwerk.web.pages.decisions.track import track
from stellwerk.web.pages.decisions.trains import trains
from stellwerk.web.pages.guide import hint_of
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


def panel_for(at: At) -> Panel:
    """The panel of the shown position: the decision if it is the reader's, else what he waits for or looks at."""
    decision = at.decision
    if not at.now:
        return past(at)
    if decision is None:
        return at.ui.panels.get("over", over)(at)
    if at.waits_for_players:
        return open_table(at)
    if not at.yours:
        return at.ui.panels.get("waiting", waiting)(at)
    panel = (choosing(at) or at.ui.panels.get(decision.kind) or PANELS.get(decision.kind) or plain)(at)
    return Panel(panel.template, around(at) | panel.context)


def choosing(at: At) -> ChoosingBuilder | None:
    """The panel of the decision, if it is one that can show a choice."""
    kind = at.decision.kind if at.decision is not None else ""
    if kind in at.ui.panels:
        return None
    return at.ui.choosing.get(kind) or CHOOSING.get(kind)


def around(at: At) -> dict[str, Any]:
    """What every panel of a decision has besides its own: the head, and the guide's hint if the reader wants it."""
    return {"head": head_of(at), "hint": hint_of(at)}


__all__ = ["CHOOSING", "PANELS", "Builder", "Panel", "around", "button", "choosing", "panel_for", "plain"]
