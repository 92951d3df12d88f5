"""Choosing before doing: `/g/ID/choose?do=…` shows the panel with a choice open and everything it would do.

A choice lives in the page only; nothing is stored. `do` alone says which chooser is asked, so that the panels of all
decisions can open it; without `do` the panel is shown with nothing chosen.
"""

from __future__ import annotations

from litestar import Response, get

from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import around, panel_for
from stellwerk.web.pages.decisions.auction import auction, choose_bid, choose_take
from stellwerk.web.pages.decisions.chosen import Choice, Chooser, Chosen, Query
from stellwerk.web.pages.decisions.discard import choose_discard, discard
from stellwerk.web.pages.decisions.dividend import choose_dividend, dividend
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.par import choose_par, par
from stellwerk.web.pages.decisions.privates import choose_offer, choose_private, privates
from stellwerk.web.pages.decisions.stock import choose_buy, choose_exchange, choose_list, choose_sell, stock
from stellwerk.web.pages.decisions.trains import choose_bankrupt, choose_train, trains
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.matrix import matrix
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import regions, undo_request
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.t18te.founding import choose_found, company_auction
from stellwerk.web.pages.t18te.issue import choose_issue, choose_redeem, issue
from stellwerk.web.pages.t18te.trains import choose_train_18te, trains_18te
from stellwerk.web.pages.t1854.auction import auction_1854, choose_withdraw
from stellwerk.web.pages.t1854.mail import choose_contract, contract
from stellwerk.web.pages.t1854.mergers import charter, choose_charter, choose_merge, merger
from stellwerk.web.pages.t1854.stock import choose_complete, choose_option, stock_1854
from stellwerk.web.pages.t1854.trains import choose_train_1854, discard_1854, trains_1854
from stellwerk.web.pages.t1862.buyback import buyback, choose_buyback
from stellwerk.web.pages.t1862.powers import powers
from stellwerk.web.pages.t1862.raising import raising
from stellwerk.web.pages.table import Ask, Browser, GameId, SeatQuery, TabQuery, TheSite
from stellwerk.web.pages.tabs import tab_of

CHOOSERS: dict[str, Chooser] = {
    "take": choose_take,
    "bid": choose_bid,
    "par": choose_par,
    "buy": choose_buy,
    "sell": choose_sell,
    "list": choose_list,
    "exchange": choose_exchange,
    "private": choose_private,
    "offer": choose_offer,
    "dividend": choose_dividend,
    "train": choose_train,
    "bankrupt": choose_bankrupt,
    "discard": choose_discard,
    "found": choose_found,
    "issue": choose_issue,
    "redeem": choose_redeem,
    "buyback": choose_buyback,
    "withdraw": choose_withdraw,
    "option": choose_option,
    "complete": choose_complete,
    "contract": choose_contract,
    "merge": choose_merge,
    "charter": choose_charter,
}
CHOOSERS_OF_TITLE: dict[tuple[str, str], Chooser] = {  # these come first
    ("18te", "train"): choose_train_18te,
    ("1854", "train"): choose_train_1854,
}
SHOWING = {
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
    "company_auction": company_auction,
    "issue": issue,
    "buyback": buyback,
    "raise": raising,
    "contract": contract,
    "merger": merger,
    "charter": charter,
}
SHOWING_OF_TITLE = {
    ("18te", "trains"): trains_18te,
    ("1854", "auction"): auction_1854,
    ("1854", "bid_off"): auction_1854,
    ("1854", "stock"): stock_1854,
    ("1854", "must_sell"): stock_1854,
    ("1854", "trains"): trains_1854,
    ("1854", "discard"): discard_1854,
}
LONGEST = 400  # of a query


@get("/g/{game_id:str}/choose", include_in_schema=False, sync_to_thread=True)
def choose(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    tab: TabQuery = None,
) -> Response[str]:
    """The panel with a choice; the whole table if the game has moved on since the page was made."""
    reader = Reader(request, session)
    at = At(site, reader, game_id, seat)
    asked = {str(key): str(value)[:LONGEST] for key, value in request.query_params.items()}
    if asked.get("version", str(at.version)) != str(at.version):
        return piece(reader, "table/stale.html", **regions(at, tab))
    made = chosen_of(at, asked)
    stocks = at.yours and at.decision is not None and at.decision.kind in ("stock", "must_sell")
    shown = (
        matrix(at, asked if made else {}, made.stage or None if made else None)
        if stocks and tab_of(at, tab).id == "companies"
        else None
    )
    return piece(
        reader,
        "decisions/choice.html",
        at=at,
        guide="",  # the way back to the guide stands under panels without a choice
        panel=panel_with(at, asked, made),
        powers=powers(at),
        matrix=shown,
        asked_undo=undo_request(at),
    )


def chosen_of(at: At, asked: Query) -> Chosen | None:
    """What is chosen, if it is possible (still)."""
    do = asked.get("do", "")
    chooser = CHOOSERS_OF_TITLE.get((at.game.rules.title, do)) or CHOOSERS.get(do)
    if chooser is None or not at.family or not at.options:
        return None
    return chooser(at, asked)


def panel_with(at: At, asked: Query, made: Chosen | None) -> Panel:
    """The panel of the decision with what is chosen; a panel that knows no choices gives way to it."""
    if made is None:
        return panel_for(at)
    show = None
    if at.yours and at.decision is not None:
        kind = at.decision.kind
        show = SHOWING_OF_TITLE.get((at.game.rules.title, kind)) or SHOWING.get(kind)
    if show is not None:
        panel = show(at, asked, made)
        return Panel(panel.template, around(at) | panel.context)
    none: list[Choice] = []
    return Panel(
        "decisions/money.html",
        {
            **around(at),
            "token": token,
            "chosen": made,
            "groups": [("", none)],
            "notes": [],
            "others": [],
            "pass": None,
        },
    )


HANDLERS = [choose]
