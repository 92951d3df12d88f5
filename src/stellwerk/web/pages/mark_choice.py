"""Choosing one's own mark: every shape and colour in words and as a picture, those of other players greyed."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk.web.pages.player_shapes import sample
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.player_marks import COLOURS, SHAPES


class MarkChoice(Struct, frozen=True):
    """A shape or a colour; `taken` if another player has chosen it."""

    id: str
    words: str
    picture: Markup
    taken: bool


class Picks(Struct, frozen=True):
    """What a player can choose from."""

    shapes: list[MarkChoice]
    colours: list[MarkChoice]


def picks(page: TablePage, seat: int) -> Picks:
    """For one seat."""
    own = page.table.seats[seat]
    names = [entry.name for entry in page.table.seats]
    others = {int(key): mark for key, mark in page.rights.settings.marks.items() if int(key) != seat}
    shapes = {mark.shape: names[number] for number, mark in others.items()}
    colours = {mark.colour: names[number] for number, mark in others.items()}
    letters = page.initials[seat]
    said = shape_words(page.reader) | colour_words(page.reader)

    def choice(name: str, shape: str, colour: str, owner: str) -> MarkChoice:
        words = page.say("{what}: taken by {who}", what=said[name], who=owner) if owner else said[name]
        return MarkChoice(name, words, sample(shape, colour, letters), bool(owner))

    return Picks(
        [choice(name, name, own.colour, shapes.get(name, "")) for name in SHAPES],
        [choice(name, own.shape, name, colours.get(name, "")) for name in COLOURS],
    )


def shape_words(reader: Reader) -> dict[str, str]:
    """The shapes in words."""
    return {
        "circle": reader.say("circle"),
        "square": reader.say("square"),
        "triangle": reader.say("triangle"),
        "diamond": reader.say("diamond"),
        "hexagon": reader.say("hexagon"),
        "star": reader.say("star"),
        "cross": reader.say("cross"),
        "pentagon": reader.say("pentagon"),
        "shield": reader.say("shield"),
        "drop": reader.say("drop"),
        "arch": reader.say("arch"),
        "wedge": reader.say("triangle pointing down"),
    }


def colour_words(reader: Reader) -> dict[str, str]:
    """The colours in words."""
    return {
        "blue": reader.say("blue"),
        "orange": reader.say("orange"),
        "green": reader.say("green"),
        "pink": reader.say("pink"),
        "brown": reader.say("brown"),
        "teal": reader.say("teal"),
        "red": reader.say("red"),
        "slate": reader.say("grey"),
        "olive": reader.say("olive"),
        "sky": reader.say("light blue"),
        "gold": reader.say("gold"),
        "ink": reader.say("black"),
    }
