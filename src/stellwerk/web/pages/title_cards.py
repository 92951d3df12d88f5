"""The titles on the start page: each with what a reader wants to know before he chooses."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.bots import USUAL, about_bot
from stellwerk.i18n import translate
from stellwerk.titles import Title
from stellwerk.web import library
from stellwerk.web.pages.pictures import picture
from stellwerk.web.pages.reader import Reader
from stellwerk.web.responses import TitleOut

FIRST_GAME = "good first game"  # the tag by which a title file says so
MOST_WEIGHT = 5
BOTS_AT_FIRST = 2


class About(Struct, frozen=True):
    """A title in words. Length and weight (1 to 5) are estimates, and the page says so; empty and 0: unknown."""

    text: str = ""
    length: str = ""
    weight: int = 0
    tag: str = ""


class TitleCard(Struct, frozen=True):
    """A title on the start page."""

    title: TitleOut
    about: About
    picture: str
    players: str


def about(reader: Reader, name: str) -> About:
    """What a title says about itself."""
    title = library.known(name)
    words = [translate(text, reader.language) if text else "" for text in (title.about, title.length, title.tag)]
    return About(words[0], words[1], title.weight, words[2])


def card(reader: Reader, title: TitleOut) -> TitleCard:
    """A title for a reader."""
    low, high = title.players
    players = str(low) if low == high else f"{low}–{high}"
    return TitleCard(title, about(reader, title.id), picture(title.id, reader.theme), players)


def cards(reader: Reader) -> list[TitleCard]:
    """All titles of the registry, in its order."""
    return [card(reader, title) for title in library.all_titles()]


def first_title(titles: list[TitleOut]) -> TitleOut:
    """The title a newcomer is offered: with a guide, a first game by its own word, else the lightest."""
    return min(titles, key=lambda title: _order(library.known(title.id)))


def _order(title: Title) -> tuple[bool, bool, int]:
    return not title.guided, title.tag != FIRST_GAME, title.weight or MOST_WEIGHT + 1


def usual_bot(title: TitleOut) -> str:
    """The bot one meets unless one chooses another."""
    return USUAL if USUAL in title.bots else title.bots[-1]


def bots_at_first(title: TitleOut) -> int:
    """How many bots sit at a newcomer's table."""
    low, high = title.players
    return max(low, min(high, BOTS_AT_FIRST + 1)) - 1


def bot_words(reader: Reader, title: TitleOut, name: str) -> str:
    """A level of bot in words, with its personality; an older one keeps its name."""
    level, _, style = name.partition(":")
    words = {
        "random": reader.say("random moves"),
        "easy": reader.say("easy"),
        "normal": reader.say("normal"),
        "hard": reader.say("hard"),
        "master": reader.say("master"),
        "builder": reader.say("builder"),
        "trader": reader.say("trader"),
        "looter": reader.say("looter"),
    }
    return ", ".join(words.get(part, part) for part in (level, style) if part)


def bot_about(reader: Reader, title: str, name: str) -> str:
    """How a bot plays, in a sentence or two."""
    return " ".join(translate(sentence, reader.language) for sentence in about_bot(title, name))


def pace_words(reader: Reader) -> dict[str, str]:
    """How fast bots move, in words."""
    return {
        "instant": reader.say("at once"),
        "readable": reader.say("so that each move can be read"),
        "slow": reader.say("slowly"),
    }


def effort_words(reader: Reader) -> dict[str, str]:
    """How much bots think that try their choices out, in words."""
    return {
        "short": reader.say("a quarter of the usual"),
        "usual": reader.say("as usual, up to three seconds a decision"),
        "long": reader.say("four times as much"),
    }


def preset_words(reader: Reader, name: str) -> str:
    """A preset in words."""
    words = {
        "seed": reader.say("Rulebook"),
        "games18xx": reader.say("As on 18xx.games"),
        "second_edition": reader.say("Second edition"),
    }
    return words.get(name, name)
