"""Around the views: the players at the left, the reader's own cards below, figures of the decks in the top bar."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.titles import folder_of
from stellwerk.web.errors import said
from stellwerk.web.pages.at import At
from stellwerk.web.pages.marks import initial, receipt_link
from stellwerk.web.pages.places import Place
from stellwerk.web.pages.players_strip import seat_badges

from .choice import BUILD, INVEST, Turn
from .marks import Share, lines, mark, share_card, shares, token_symbols, tracks
from .panels import BACK, CardButton, ShareButton, invest_parts, track_buttons

HERE = folder_of(__name__)

BACKS = 8  # face-down cards that are drawn; more are only counted


class Held(Struct, frozen=True):
    """Open shares of a company."""

    share: Share
    mark: Markup
    count: int


class PlayerCard(Struct, frozen=True):
    """A player as everybody sees him; `opened` are his hidden cards, once the game is over."""

    seat: int
    name: str
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


class Side(Struct, frozen=True):
    """All players; the third of a two-player game last."""

    cards: list[PlayerCard]
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


def side(at: At) -> Side:
    """The players."""
    known = shares(at)
    view = at.view
    cards = []
    for seat, player in enumerate(view["players"]):
        hidden: dict[str, int] = player.get("hand", {}) if view["ended"] or seat != at.seat else {}
        cards.append(
            PlayerCard(
                seat=seat,
                name=player["name"],
                initial=initial(at, seat),
                you=seat == at.seat and bool(at.rights.seats),
                asked=seat == at.asked,
                badges=seat_badges(at, seat),
                money="" if player["money"] is None else at.money(player["money"]),
                receipt="" if player["money"] is None else receipt_link(at, f"score {player['name']}"),
                hand=player["hand_size"],
                tracks=player["track_cards"],
                backs=min(player["hand_size"], BACKS),
                picked=player["picked"],
                held=_held(known, player["shares"]),
                opened=_held(known, hidden),
            )
        )
    own = next((card for card in cards if card.you), None)
    return Side(cards, view["step"] == "pick", f"{own.name} {own.money}" if own and own.money else "")


def _held(known: list[Share], counts: dict[str, int]) -> list[Held]:
    return [Held(entry, mark(entry), counts[entry.id]) for entry in known if counts.get(entry.id)]


def hand(at: At) -> Hand:
    """The reader's own cards, which pick the same as the panel does while he decides."""
    mine: dict[str, Any] = at.view["players"][at.seat] if at.seat is not None else {}
    known = {entry.id: entry for entry in shares(at)}
    shown = [_card(known[name]) for name in at.view["display"]]
    up = shares(at)[-1]
    decks = [
        (at.say("Deck"), BACK, at.view["deck"]),
        (at.say("UP stack"), share_card(up), at.view["up_stack"]),
    ]
    if "hand" not in mine or at.seat is None:
        return Hand(False, [], [], "", not at.view["ended"], shown, decks)
    deciding = at.yours and at.asked == at.seat and at.view["step"] == "turn"
    made = Turn(at) if deciding else None
    if made is not None and made.mode in (BUILD, INVEST):
        cards = track_buttons(at, made)
    else:
        found = [entry for entry in tracks(at) if entry.id in mine["tracks"]]
        cards = [
            CardButton(entry.id, entry.name, lines(entry), mine["tracks"][entry.id], str(number))
            for number, entry in enumerate(found, 1)
        ]
    if made is not None and made.mode == INVEST:
        own = invest_parts(at, made)["shares"]
    else:
        own = [_card(entry) for entry in shares(at) for _ in range(mine["hand"].get(entry.id, 0))]
    counts = at.say("shares {shares}, track cards {tracks}", shares=mine["hand_size"], tracks=mine["track_cards"])
    return Hand(True, cards, own, counts, False, shown, decks)


def _card(entry: Share) -> ShareButton:
    return ShareButton(entry.id, entry.abbr, entry.name, share_card(entry), entry.letters, [])


def chips(at: At) -> list[tuple[str, str]]:
    """Payouts, deck, Union Pacific's stack, track stack."""
    view = at.view
    done = at.say("{done} of {last}", done=view["payouts"]["done"], last=view["payouts"]["last"])
    return [
        (at.say("Payouts"), done),
        (at.say("Deck"), str(view["deck"])),
        (at.say("UP stack"), str(view["up_stack"])),
        (at.say("Track stack"), str(view["track_stack"])),
    ]


PLACE = Place(
    side_label="Players",
    side_template=f"{HERE}/side.html",
    side=side,
    players_label=said("Your cards"),
    players_template=f"{HERE}/hand.html",
    players=hand,
    chips=chips,
    tokens=token_symbols,
)
