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
    """The seats in order; persons without a name are Player, Player 2 …, bots are Bot 1, Bot 2 and so on."""
    from stellwerk.bots import levels

    known = levels(title)

    seats: list[SeatChoice] = []
    for entry in text.split(","):
        kind, _, rest = (part.strip() for part in entry.strip().partition(":"))
        if kind == "you":
            persons = sum(not seat.bot for seat in seats)
            seats.append(SeatChoice(rest or ("Player" if not persons else f"Player {persons + 1}")))
        elif kind == "bot":
            if rest not in known:
                raise BadInput(f"--seats: there is no bot {rest!r}; there are {', '.join(known)}")
            seats.append(SeatChoice(f"Bot {sum(bool(seat.bot) for seat in seats) + 1}", rest))
        else:
            raise BadInput(
                f"--seats: {entry.strip()!r} is no seat; write you, you:NAME or bot:random, with commas between"
            )
    return seats
