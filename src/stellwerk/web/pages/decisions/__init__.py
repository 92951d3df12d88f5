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
from stellwerk.web.pages.t18te.founding import company_auction
from stellwerk.web.pages.t18te.issue import issue
from stellwerk.web.pages.t18te.objection import objection
from stellwerk.web.pages.t18te.trains import trains_18te
from stellwerk.web.pages.t1854.auction import auction_1854
from stellwerk.web.pages.t1854.mail import contract
from stellwerk.web.pages.t1854.mergers import charter, merger, merger_offer
from stellwerk.web.pages.t1854.run import run_1854
from stellwerk.web.pages.t1854.stock import stock_1854
from stellwerk.web.pages.t1854.track import track_1854
from stellwerk.web.pages.t1854.trains import discard_1854, trains_1854
from stellwerk.web.pages.t1862.buyback import buyback
from stellwerk.web.pages.t1862.raising import raising

PANELS: dict[str, Builder] = {  # by kind of decision
    "track": track,
    "token": token,
    "special_token": token,
    "home_city": token,
    "run": run,
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
    "consent": consent,
    "company_auction": company_auction,
    "issue": issue,
    "objection": objection,
    "buyback": buyback,
    "raise": raising,
    "contract": contract,
    "merger": merger,
    "merger_offer": merger_offer,
    "charter": charter,
}
OF_TITLE: dict[tuple[str, str], Builder] = {  # by title and kind; these come first
    ("18te", "trains"): trains_18te,
    ("1854", "auction"): auction_1854,
    ("1854", "bid_off"): auction_1854,
    ("1854", "stock"): stock_1854,
    ("1854", "must_sell"): stock_1854,
    ("1854", "track"): track_1854,
    ("1854", "run"): run_1854,
    ("1854", "trains"): trains_1854,
    ("1854", "discard"): discard_1854,
}


def panel_for(at: At) -> Panel:
    """The panel of the shown position: the decision if it is the reader's, else what he waits for or looks at."""
    decision = at.decision
    if not at.now:
        return past(at)
    title = at.game.rules.title
    if decision is None:
        return OF_TITLE.get((title, "over"), over)(at)
    if at.waits_for_players:
        return open_table(at)
    if not at.yours:
        return OF_TITLE.get((title, "waiting"), waiting)(at)
    build = OF_TITLE.get((title, decision.kind)) or PANELS.get(decision.kind) or plain
    panel = build(at)
    return Panel(panel.template, around(at) | panel.context)


def around(at: At) -> dict[str, Any]:
    """What every panel of a decision has besides its own: the head, and the guide's hint if the reader wants it."""
    return {"head": head_of(at), "hint": hint_of(at)}


__all__ = ["OF_TITLE", "PANELS", "Builder", "Panel", "around", "button", "panel_for", "plain"]
