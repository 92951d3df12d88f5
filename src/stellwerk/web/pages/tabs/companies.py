"""All companies in one table; in stock rounds the holdings matrix, with buttons for whoever decides."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.history_facts import outcome_word, past_of
from stellwerk.web.pages.marks import TrainChip, event_receipt, initial, token, train_chips
from stellwerk.web.pages.side import KNOWN, field_name, operating_order
from stellwerk.web.pages.table_page import TablePage

PLACES = ("ipo", "pool")  # shares nobody holds, in every title
STOCK = ("stock", "must_sell", "company_auction")  # where prices are chosen, too, the market is seen


class CompanyRow(Struct, frozen=True):
    """A company in the table; `more` are the figures only this title has, in the order of the columns."""

    id: str
    name: str
    token: Markup
    floated: bool
    gone: bool
    sold_out: bool
    par: str
    price: str
    shares: list[int]
    treasury: str
    trains: list[TrainChip]
    no_train: bool
    run: str
    outcome: str
    receipt: str
    tokens: int
    held: list[tuple[int, bool]]
    privates: list[str]
    more: list[str]


def companies(page: TablePage) -> Panel:
    """The companies of the shown position."""
    from stellwerk.web.pages import matrix  # it asks the decisions, which ask the views

    if page.decision is not None and page.decision.kind in STOCK:
        return Panel("tabs/matrix.html", {"matrix": matrix.matrix(page)})
    view: dict[str, Any] = page.view["companies"]
    extra = _extra(page, view)
    return Panel(
        "tabs/companies.html",
        {
            "rows": [_row(page, name, view[name], extra) for name in operating_order(page)],
            "extra": [field_name(page, key) for key in extra],
            "players": [(seat, name, initial(page, seat)) for seat, name in enumerate(page.t.seats)],
            "any_privates": any(entry["privates"] for entry in view.values()),
        },
    )


def _extra(page: TablePage, view: dict[str, Any]) -> list[str]:
    """Fields that only this title's companies have, if any of them has something in it."""
    told = (KNOWN | set(page.ui.fields)) - set(page.ui.columns)
    keys = dict.fromkeys(key for entry in view.values() for key in entry if key not in told)
    return [key for key in keys if any(_plain(entry.get(key)) for entry in view.values())]


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if isinstance(value, dict | bool) or not value else str(value)


def _row(page: TablePage, name: str, entry: dict[str, Any], extra: list[str]) -> CompanyRow:
    income = past_of(page).income(name, page.game.ply)
    data = page.t.companies[page.t.kit.company_index[name]]
    players = page.view["players"]
    return CompanyRow(
        id=name,
        name=data.name,
        token=token(page, name),
        floated=entry["floated"],
        gone=bool(entry.get("removed")),
        sold_out=bool(entry["floated"]) and not entry.get("removed") and not any(entry[place] for place in PLACES),
        par=page.money(entry["par"]) if entry["par"] else "",
        price=page.money(entry["price"]) if entry["price"] is not None else "",
        shares=[entry[place] for place in PLACES],
        treasury=page.money(entry["cash"]) if entry["floated"] and not entry.get("removed") else "",
        trains=train_chips(page, entry["trains"], name),
        no_train=bool(entry["floated"] and entry["operated"] and not entry["trains"] and not entry.get("removed")),
        run=page.money(income.revenue) if income and income.revenue else "",
        outcome=outcome_word(page, income) if income else "",
        receipt=event_receipt(page, income.run, income.event) if income and income.event >= 0 else "",
        tokens=entry["tokens_left"],
        held=[(player["shares"].get(name, 0), name in player["president_of"]) for player in players],
        privates=entry["privates"],
        more=[_plain(entry.get(key)) for key in extra],
    )
