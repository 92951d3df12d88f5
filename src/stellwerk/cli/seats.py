"""Who sits where: `you`, `you:Ada` or `bot:random` for each seat."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import BadInput


@dataclass(frozen=True)
class SeatChoice:
    """A name, and the kind of bot that plays it; a person if there is none."""

    name: str
    bot: str = ""


def parse(text: str, title: str = "") -> list[SeatChoice]:
    """The seats in order; persons without a name are Player, Player 2 …, bots have the title's names for them."""
    from stellwerk.bots import known_bots, personalities
    from stellwerk.titles import TITLES

    known = known_bots(title)
    entries = [tuple(part.strip() for part in entry.strip().partition(":")) for entry in text.split(",")]
    taken = {name.casefold() for kind, _, name in entries if kind == "you"}
    names = TITLES[title].bot_names if title in TITLES else ()
    spare = [name for name in names if name.casefold() not in taken]

    seats: list[SeatChoice] = []
    for kind, colon, rest in entries:
        if kind == "you":
            persons = sum(not seat.bot for seat in seats)
            seats.append(SeatChoice(rest or ("Player" if not persons else f"Player {persons + 1}")))
        elif kind == "bot":
            level, _, style = rest.partition(":")
            if level not in known or (style and style not in personalities(title, level)):
                raise BadInput(f"--seats: there is no bot {rest!r}; there are {', '.join(known)}")
            bots = sum(bool(seat.bot) for seat in seats)
            seats.append(SeatChoice(spare[bots] if bots < len(spare) else f"Bot {bots + 1}", rest))
        else:
            raise BadInput(
                f"--seats: {kind + colon + rest!r} is no seat; write you, you:NAME or bot:random, with commas between"
            )
    return seats
