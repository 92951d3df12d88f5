"""The shelf of the start page: each title with what a reader wants to know before he chooses."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.web import library
from stellwerk.web.pages.pictures import picture
from stellwerk.web.pages.reader import Reader
from stellwerk.web.schemas import TitleOut

MOST_WEIGHT = 5
SENSIBLE_BOTS = ("steady", "baron")  # company to learn with; a title has one of these, or only random moves
BOTS_AT_FIRST = 2


class About(Struct, frozen=True):
    """A title in words. Length and weight (1 to 5) are estimates, and the page says so; empty and 0: unknown."""

    text: str = ""
    length: str = ""
    weight: int = 0
    tag: str = ""


class Card(Struct, frozen=True):
    """A title on the shelf."""

    title: TitleOut
    about: About
    picture: str
    players: str


def about(reader: Reader, name: str) -> About:
    """What is said about a title; nothing about those that are not in this table."""
    if name == "1830":
        return About(
            reader.say(
                "Found railways, run them well or strip them bare. The classic: every share sold hurts somebody."
            ),
            reader.say("a long evening"),
            4,
        )
    if name == "1854":
        return About(
            reader.say(
                "Austria with mountain tunnels and mail. Local railways on a small map of their own grow into it."
            ),
            reader.say("a long evening"),
            4,
        )
    if name == "1862":
        return About(
            reader.say("From coast to coast. Long routes, share buybacks and companies that close."),
            reader.say("a whole day"),
            5,
        )
    if name == "18te":
        return About(
            reader.say("The Tecklenburg region on one small map with five companies. A good first 18xx game."),
            reader.say("a short evening"),
            2,
            reader.say("good first game"),
        )
    if name == "union-pacific":
        return About(
            reader.say("Lay track for any railway, collect its shares, be first or second when it pays."),
            reader.say("an hour or two"),
            1,
            reader.say("no 18xx knowledge needed"),
        )
    return About()


def card(reader: Reader, title: TitleOut) -> Card:
    """A title for a reader."""
    low, high = title.players
    players = str(low) if low == high else f"{low}–{high}"
    return Card(title, about(reader, title.id), picture(title.id, reader.theme), players)


def cards(reader: Reader) -> list[Card]:
    """All titles of the registry, in its order."""
    return [card(reader, title) for title in library.all_titles()]


def first_title(titles: list[TitleOut]) -> TitleOut:
    """The title a newcomer is offered: the lightest we know of."""
    order = ("18te", "union-pacific", "1830")
    return min(titles, key=lambda title: order.index(title.id) if title.id in order else len(order))


def usual_bot(title: TitleOut) -> str:
    """The bot one meets unless one chooses another: it plays sensibly if the title has such a one."""
    return next((name for name in SENSIBLE_BOTS if name in title.bots), title.bots[0])


def bots_at_first(title: TitleOut) -> int:
    """How many bots sit at a newcomer's table."""
    low, high = title.players
    return max(low, min(high, BOTS_AT_FIRST + 1)) - 1


def bot_words(reader: Reader, name: str) -> str:
    """A level of bot in words; a level without words keeps its name."""
    words = {
        "random": reader.say("random moves"),
        "steady": reader.say("normal"),
        "baron": reader.say("normal"),
    }
    return words.get(name, name)


def preset_words(reader: Reader, name: str) -> str:
    """A preset in words."""
    words = {
        "seed": reader.say("Rulebook"),
        "games18xx": reader.say("As on 18xx.games"),
        "second_edition": reader.say("Second edition"),
    }
    return words.get(name, name)
