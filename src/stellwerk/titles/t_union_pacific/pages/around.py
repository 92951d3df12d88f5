"""Around the views: the players at the left, the reader's own cards below, figures of the decks in the top bar."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.titles import folder_of
from stellwerk.web.errors import marked
from stellwerk.web.pages.marks import initial, receipt_link
from stellwerk.web.pages.places import Surroundings
from stellwerk.web.pages.players_strip import seat_badges, seat_title
from stellwerk.web.pages.table_page import TablePage

from .cards import BACK, CardButton, ShareButton, share_face, track_card
from .choice import BUILD, INVEST, Turn
from .marks import Share, mark, share_card, shares, token_symbols, tracks
from .panels import invest_parts, track_buttons

HERE = folder_of(__name__)

BACKS = 8  # face-down cards that are drawn; more are only counted


class Held(Struct, frozen=True):
    """Open shares of a company."""

    share: Share
    mark: Markup
    count: int
    last: bool = False  # the last move has changed it


class SeatCard(Struct, frozen=True):
    """A player as everybody sees him; `opened` are his hidden cards, once the game is over."""

    seat: int
    name: str
    title: str
    initial: Markup
    you: bool
    asked: bool
    badges: list[tuple[str, str]]
    money: str
    receipt: str
    hand: int
    tracks: int
    backs: int
    picked: bool
    held: list[Held]
    opened: list[Held]
    last: list[str]  # what the last move has changed: `hand_size`, `track_cards`


class Side(Struct, frozen=True):
    """All players; the third of a two-player game last."""

    cards: list[SeatCard]
    picking: bool
    summary: str


class Hand(Struct, frozen=True):
    """The reader's own cards; `shown` is false for those who have none to see."""

    shown: bool
    tracks: list[CardButton]
    shares: list[ShareButton]
    summary: str
    secret: bool
    display: list[ShareButton]
    decks: list[tuple[str, Markup, int]]


def side(page: TablePage) -> Side:
    """The players."""
    known = shares(page)
    view = page.view
    cards = []
    for seat, player in enumerate(view["players"]):
        hidden: dict[str, int] = player.get("hand", {}) if view["ended"] or seat != page.seat else {}
        cards.append(
            SeatCard(
                seat=seat,
                name=player["name"],
                title=seat_title(page, seat),
                initial=initial(page, seat),
                you=seat == page.seat and bool(page.rights.seats),
                asked=seat == page.asked,
                badges=seat_badges(page, seat),
                money="" if player["money"] is None else page.money(player["money"]),
                receipt="" if player["money"] is None else receipt_link(page, f"score {player['name']}"),
                hand=player["hand_size"],
                tracks=player["track_cards"],
                backs=min(player["hand_size"], BACKS),
                picked=player["picked"],
                held=_held(known, player["shares"], {name for who, name in page.last.shares if who == seat}),
                opened=_held(known, hidden),
                last=_counts(page, seat),
            )
        )
    own = next((card for card in cards if card.you), None)
    return Side(cards, view["step"] == "pick", f"{own.name} {own.money}" if own and own.money else "")


def _held(known: list[Share], counts: dict[str, int], last: Collection[str] = ()) -> list[Held]:
    return [Held(entry, mark(entry), counts[entry.id], entry.id in last) for entry in known if counts.get(entry.id)]


def _counts(page: TablePage, seat: int) -> list[str]:
    """Which numbers of cards the last move has changed."""
    before = page.last.before
    if not before:
        return []
    old, new = before["players"][seat], page.view["players"][seat]
    return [key for key in ("hand_size", "track_cards") if old[key] != new[key]]


def _taken(page: TablePage) -> dict[str, int]:
    """The shares that the last move has brought into the reader's own hand."""
    if page.seat is None or not page.last.before:
        return {}
    old = page.last.before["players"][page.seat].get("hand")
    new = page.view["players"][page.seat].get("hand")
    return {} if old is None or new is None else {name: count - old.get(name, 0) for name, count in new.items()}


def hand(page: TablePage) -> Hand:
    """The reader's own cards, which pick the same as the panel does while he decides."""
    mine: dict[str, Any] = page.view["players"][page.seat] if page.seat is not None else {}
    known = {entry.id: entry for entry in shares(page)}
    shown = [share_face(known[name]) for name in page.view["display"]]
    up = shares(page)[-1]
    decks = [
        (page.say("Deck"), BACK, page.view["deck"]),
        (page.say("UP stack"), share_card(up), page.view["up_stack"]),
    ]
    if "hand" not in mine or page.seat is None:
        return Hand(False, [], [], "", not page.view["ended"], shown, decks)
    deciding = page.yours and page.asked == page.seat and page.view["step"] == "turn"
    made = Turn(page) if deciding else None
    if made is not None and made.mode in (BUILD, INVEST):
        cards = track_buttons(page, made)
    else:
        found = [entry for entry in tracks(page) if entry.id in mine["tracks"]]
        cards = [track_card(entry, mine["tracks"][entry.id], number) for number, entry in enumerate(found, 1)]
    if made is not None and made.mode == INVEST:
        own = invest_parts(page, made)["shares"]
    else:
        fresh = _taken(page)
        own = [
            share_face(entry, last=number < fresh.get(entry.id, 0))
            for entry in shares(page)
            for number in range(mine["hand"].get(entry.id, 0))
        ]
    counts = page.say("shares {shares}, track cards {tracks}", shares=mine["hand_size"], tracks=mine["track_cards"])
    return Hand(True, cards, own, counts, False, shown, decks)


def chips(page: TablePage) -> list[tuple[str, str]]:
    """Payouts, deck, Union Pacific's stack, track stack."""
    view = page.view
    done = page.say("{done} of {last}", done=view["payouts"]["done"], last=view["payouts"]["last"])
    return [
        (page.say("Payouts"), done),
        (page.say("Deck"), str(view["deck"])),
        (page.say("UP stack"), str(view["up_stack"])),
        (page.say("Track stack"), str(view["track_stack"])),
    ]


PLACE = Surroundings(
    side_label="Players",
    side_template=f"{HERE}/side.html",
    side=side,
    players_label=marked("Your cards"),
    players_template=f"{HERE}/hand.html",
    players=hand,
    chips=chips,
    tokens=token_symbols,
)
