"""The players at a glance: a card each, holdings in the same columns for everybody."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.bots import about_bot
from stellwerk.web.pages.marks import initial, receipt_link, token
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.title_cards import bot_about

MANY = 4  # with more players holdings fold to presidencies


class CompanyHolding(Struct, frozen=True):
    """What a player has of a company; nothing is a holding too, so that columns stay in place."""

    company: str
    token: Markup
    percent: int
    president: bool
    words: str
    last: bool = False  # the last move has changed it


class PlayerCard(Struct, frozen=True):
    """A player as his card shows him; `asked` says that the game waits for him."""

    seat: int
    name: str
    title: str
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
    holdings: list[CompanyHolding]
    privates: list[tuple[str, str]]
    facts: list[tuple[str, str]]


class PlayersStrip(Struct, frozen=True):
    """All cards. `plain` cards are those of titles outside the family."""

    cards: list[PlayerCard]
    many: bool
    plain: bool
    summary: str


def player_cards(page: TablePage) -> PlayersStrip:
    """The cards of a position."""
    players = page.view.get("players") or []
    if page.family:
        cards = [_card(page, seat, player) for seat, player in enumerate(players)]
    else:
        cards = [_plain(page, seat, player) for seat, player in enumerate(players) if isinstance(player, dict)]
    own = next((card for card in cards if card.you), None)
    summary = page.say("you: {cash}", cash=own.cash) if own and own.cash else ""
    return PlayersStrip(cards, len(cards) > MANY, not page.family, summary)


def seat_badges(page: TablePage, seat: int) -> list[tuple[str, str]]:
    """Who sits there, if it is not plainly a person: (kind, word)."""
    found = [("you", page.say("you"))] if seat == page.seat and page.rights.seats else []
    if seat < len(page.table.seats):
        kind = page.table.seats[seat].kind
        if kind == "bot":
            found.append(("bot", page.say("Bot")))
        elif kind == "open" or not page.table.seats[seat].taken:
            found.append(("open", page.say("Free")))
    return found


def seat_title(page: TablePage, seat: int) -> str:
    """What a player's name says to whoever points at it: how he plays, if he is a bot."""
    name = page.game.rules.seats[seat]
    entry = page.table.seats[seat] if seat < len(page.table.seats) else None
    if entry is None or not entry.bot or not about_bot(page.game.rules.title, entry.bot):
        return name
    return f"{name} · {page.say('Bot')}: {bot_about(page.reader, page.game.rules.title, entry.bot)}"


def _card(page: TablePage, seat: int, player: dict[str, Any]) -> PlayerCard:
    name = player["name"]
    badges = seat_badges(page, seat)
    if page.view["priority"] == name:
        badges.append(("priority", page.say("priority")))
    if player["bankrupt"]:
        badges.append(("bankrupt", page.say("bankrupt")))
    return PlayerCard(
        seat=seat,
        name=name,
        title=seat_title(page, seat),
        initial=initial(page, seat),
        you=seat == page.seat and bool(page.rights.seats),
        asked=seat == page.asked,
        badges=badges,
        cash=page.money(player["cash"]),
        worth=page.money(player["score"]),
        worth_receipt=receipt_link(page, f"score {name}"),
        certificates=player["certificates"],
        limit=player["certificate_limit"],
        at_limit=player["certificates"] >= player["certificate_limit"],
        certificates_receipt=receipt_link(page, f"certificates {name}"),
        holdings=[
            _holding(page, company.id, seat, player) for company in page.t.companies if page.ui.traded(page, company.id)
        ],
        privates=[(private, page.t.privates[page.t.kit.private_index[private]].name) for private in player["privates"]],
        facts=page.ui.player_facts(page, seat),
    )


def _holding(page: TablePage, company: str, seat: int, player: dict[str, Any]) -> CompanyHolding:
    percent = player["shares"].get(company, 0)
    president = company in player["president_of"]
    if president:
        words = page.say("{company}: {percent} %, president", company=company, percent=percent)
    else:
        words = page.say("{company}: {percent} %", company=company, percent=percent)
    return CompanyHolding(company, token(page, company), percent, president, words, (seat, company) in page.last.shares)


def _plain(page: TablePage, seat: int, player: dict[str, Any]) -> PlayerCard:
    """Whatever plain figures a title tells of a player."""
    names = {
        "money": page.say("Cash"),
        "hand_size": page.say("Cards in hand"),
        "track_cards": page.say("Track cards"),
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
        facts.append((page.say("Shares"), held or "–"))
    return PlayerCard(
        seat=seat,
        name=str(player.get("name", "")),
        title=seat_title(page, seat),
        initial=initial(page, seat),
        you=seat == page.seat and bool(page.rights.seats),
        asked=seat == page.asked,
        badges=seat_badges(page, seat),
        cash=page.money(cash) if type(cash) is int else "",
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
