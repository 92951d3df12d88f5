"""The players at a glance: a card each, holdings in the same columns for everybody."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.web.pages.at import At
from stellwerk.web.pages.marks import initial, receipt_link, token

MANY = 4  # with more players holdings fold to presidencies


class Holding(Struct, frozen=True):
    """What a player has of a company; nothing is a holding too, so that columns stay in place."""

    company: str
    token: Markup
    percent: int
    president: bool
    words: str


class PlayerCard(Struct, frozen=True):
    """A player as his card shows him; `asked` says that the game waits for him."""

    seat: int
    name: str
    initial: Markup
    you: bool
    asked: bool
    badges: list[tuple[str, str]]
    cash: str
    worth: str
    worth_receipt: str
    certificates: int
    limit: int
    at_limit: bool
    certificates_receipt: str
    holdings: list[Holding]
    privates: list[tuple[str, str]]
    facts: list[tuple[str, str]]


class Strip(Struct, frozen=True):
    """All cards. `plain` cards are those of titles outside the family."""

    cards: list[PlayerCard]
    many: bool
    plain: bool
    summary: str


def player_cards(at: At) -> Strip:
    """The cards of a position."""
    players = at.view.get("players") or []
    if at.family:
        cards = [_card(at, seat, player) for seat, player in enumerate(players)]
    else:
        cards = [_plain(at, seat, player) for seat, player in enumerate(players) if isinstance(player, dict)]
    own = next((card for card in cards if card.you), None)
    summary = at.say("you: {cash}", cash=own.cash) if own and own.cash else ""
    return Strip(cards, len(cards) > MANY, not at.family, summary)


def seat_badges(at: At, seat: int) -> list[tuple[str, str]]:
    """Who sits there, if it is not plainly a person: (kind, word)."""
    found = [("you", at.say("you"))] if seat == at.seat and at.rights.seats else []
    if seat < len(at.table.seats):
        kind = at.table.seats[seat].kind
        if kind == "bot":
            found.append(("bot", at.say("Bot")))
        elif kind == "open" or not at.table.seats[seat].taken:
            found.append(("open", at.say("Free")))
    return found


def _card(at: At, seat: int, player: dict[str, Any]) -> PlayerCard:
    name = player["name"]
    badges = seat_badges(at, seat)
    if at.view["priority"] == name:
        badges.append(("priority", at.say("priority")))
    if player["bankrupt"]:
        badges.append(("bankrupt", at.say("bankrupt")))
    return PlayerCard(
        seat=seat,
        name=name,
        initial=initial(at, seat),
        you=seat == at.seat and bool(at.rights.seats),
        asked=seat == at.asked,
        badges=badges,
        cash=at.money(player["cash"]),
        worth=at.money(player["score"]),
        worth_receipt=receipt_link(at, f"score {name}"),
        certificates=player["certificates"],
        limit=player["certificate_limit"],
        at_limit=player["certificates"] >= player["certificate_limit"],
        certificates_receipt=receipt_link(at, f"certificates {name}"),
        holdings=[_holding(at, company.id, player) for company in at.t.companies if at.ui.traded(at, company.id)],
        privates=[(private, at.t.privates[at.t.kit.private_index[private]].name) for private in player["privates"]],
        facts=at.ui.player_facts(at, seat),
    )


def _holding(at: At, company: str, player: dict[str, Any]) -> Holding:
    percent = player["shares"].get(company, 0)
    president = company in player["president_of"]
    if president:
        words = at.say("{company}: {percent} %, president", company=company, percent=percent)
    else:
        words = at.say("{company}: {percent} %", company=company, percent=percent)
    return Holding(company, token(at, company), percent, president, words)


def _plain(at: At, seat: int, player: dict[str, Any]) -> PlayerCard:
    """Whatever plain figures a title tells of a player."""
    names = {
        "money": at.say("Cash"),
        "hand_size": at.say("Cards in hand"),
        "track_cards": at.say("Track cards"),
    }
    cash = player.get("money")
    facts = [
        (names.get(key) or key.replace("_", " "), str(value))
        for key, value in player.items()
        if key not in ("name", "money") and type(value) is int
    ]
    shares = player.get("shares")
    if isinstance(shares, dict):
        held = ", ".join(f"{company} {count}" for company, count in shares.items() if count)
        facts.append((at.say("Shares"), held or "–"))
    return PlayerCard(
        seat=seat,
        name=str(player.get("name", "")),
        initial=initial(at, seat),
        you=seat == at.seat and bool(at.rights.seats),
        asked=seat == at.asked,
        badges=seat_badges(at, seat),
        cash=at.money(cash) if type(cash) is int else "",
        worth="",
        worth_receipt="",
        certificates=0,
        limit=0,
        at_limit=False,
        certificates_receipt="",
        holdings=[],
        privates=[],
        facts=facts,
    )
