"""Small marks in running text: tokens of companies, marks of players, chips of trains."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from stellwerk import draw
from stellwerk.eighteen.depot import card_of
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.schema import CompanyData
from stellwerk.web.pages.player_shapes import mark
from stellwerk.web.pages.table_page import TablePage


class TrainChip(Struct, frozen=True):
    """A train: its kind, and in words what is about to happen to it (empty: nothing)."""

    kind: str
    rusts: str = ""


@lru_cache(maxsize=512)
def _token(company: CompanyData) -> Markup:
    drawn = draw.token(company, 0, 0, 12)
    return Markup(f'<svg class="sw mark" viewBox="-13 -13 26 26" aria-hidden="true">{drawn}</svg>')


def token(page: TablePage, company: str) -> Markup:
    """The token of a company, by its id; it says nothing to screen readers, the letters stand beside it."""
    number = page.t.kit.company_index.get(company)
    return Markup("") if number is None else _token(page.t.companies[number])


def initial(page: TablePage, seat: int) -> Markup:
    """A player as his mark with his initial; a violet edge only where it is the reader's own seat."""
    return mark(seat, "me" if seat in page.rights.seats and seat == page.seat else "")


def train_chips(page: TablePage, trains: list[str], company: str = "") -> list[TrainChip]:
    """The trains of a company as chips."""
    soon = {} if company and page.view["companies"][company]["keeps_trains"] else page.view["next_to_go"]
    return [
        TrainChip(kind, page.say("rusts when the first {train} is bought", train=soon[card]) if card in soon else "")
        for kind, card in ((kind_of(train) or train, card_name(page, train)) for train in trains)
    ]


def card_name(page: TablePage, train: str) -> str:
    """The card a train is on: its kind, or where cards have two sides the name of both."""
    kind = kind_of(train) or train
    return card_of(page.t, kind) if kind in page.t.kit.train_index else kind


def receipt_link(page: TablePage, name: str) -> str:
    """Where the receipt of a figure of the shown position is found (pages/receipts.py), such as `score Mira`."""
    ply = "" if page.now else f"&ply={page.game.ply}"
    seat = f"&seat={page.seat}" if page.game.rules.hides and page.seat is not None else ""
    return f"/g/{page.id}/receipt?name={quote(name)}{ply}{seat}"


def event_receipt(page: TablePage, ply: int, event: int) -> str:
    """Where the receipt of a fact of the log is found."""
    return f"/g/{page.id}/receipt?ply={ply}&event={event}"
