"""The marks of the players at a table: a shape and a colour each, no two alike, so that nobody needs to see colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stellwerk.web.errors import BadRequest

# As many as a table can have seats; in this order they are given to those who have not chosen.
SHAPES = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "hexagon",
    "star",
    "cross",
    "pentagon",
    "shield",
    "drop",
    "arch",
    "wedge",
)
COLOURS = ("blue", "orange", "green", "pink", "brown", "teal", "red", "slate", "olive", "sky", "gold", "ink")


class PlayerMark(Struct, frozen=True):
    """A player's mark; an empty half is left to the table."""

    shape: str = ""
    colour: str = ""


def check_mark(shape: str, colour: str) -> PlayerMark:
    """A wish that can be met at some table."""
    if shape and shape not in SHAPES:
        raise BadRequest("there is no shape {shape!r}; there are {known}", shape=shape, known=", ".join(SHAPES))
    if colour and colour not in COLOURS:
        raise BadRequest("there is no colour {colour!r}; there are {known}", colour=colour, known=", ".join(COLOURS))
    return PlayerMark(shape, colour)


def marks_of(count: int, chosen: Mapping[str, PlayerMark]) -> tuple[PlayerMark, ...]:
    """The marks of all seats: what players have chosen, and for the others the first that are free."""
    wishes = [chosen.get(str(seat), PlayerMark()) for seat in range(count)]
    shapes = _given(SHAPES, [wish.shape for wish in wishes])
    colours = _given(COLOURS, [wish.colour for wish in wishes])
    return tuple(PlayerMark(shape, colour) for shape, colour in zip(shapes, colours, strict=True))


def _given(known: Sequence[str], wishes: Sequence[str]) -> list[str]:
    """Who has chosen nothing keeps the one of his seat, unless somebody has chosen that one."""
    given = [wish or ("" if known[seat] in wishes else known[seat]) for seat, wish in enumerate(wishes)]
    spare = (name for name in known if name not in given)
    return [name or next(spare) for name in given]


def choose(
    count: int, chosen: Mapping[str, PlayerMark], seat: int, wish: PlayerMark, names: Sequence[str]
) -> dict[str, PlayerMark]:
    """The choices with another one; refused if another player has chosen that shape or that colour."""
    others = {key: mark for key, mark in chosen.items() if key != str(seat) and int(key) < count}
    for key, mark in others.items():
        if wish.shape and mark.shape == wish.shape:
            raise BadRequest("the shape {shape} is taken by {who}", shape=wish.shape, who=names[int(key)])
        if wish.colour and mark.colour == wish.colour:
            raise BadRequest("the colour {colour} is taken by {who}", colour=wish.colour, who=names[int(key)])
    return others | ({str(seat): wish} if wish != PlayerMark() else {})


def preferred(count: int, chosen: Mapping[str, PlayerMark], seat: int, wish: PlayerMark) -> dict[str, PlayerMark]:
    """The choices with what a player likes to have, as far as nobody else has chosen it."""
    if wish == PlayerMark():
        return dict(chosen)
    others = {key: mark for key, mark in chosen.items() if key != str(seat)}
    shape = "" if any(mark.shape == wish.shape for mark in others.values()) else wish.shape
    colour = "" if any(mark.colour == wish.colour for mark in others.values()) else wish.colour
    return choose(count, others, seat, PlayerMark(shape, colour), ())
