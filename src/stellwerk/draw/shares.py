"""Shares with their intervals as a chart of bars."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.draw.boxes import text_width
from stellwerk.draw.geometry import num
from stellwerk.draw.style import document, text

ROW, BAR, TOP, WIDE = 34.0, 16.0, 52.0, 420.0
SIZE = 14.0


def shares_chart(title: str, rows: Sequence[tuple[str, float, float, float]], equal: float) -> str:
    """A bar for each row (name, share, low, high); the dashed line is what everybody would have if all were equal."""
    left = 24 + max((text_width(name, SIZE) for name, *_ in rows), default=0.0)
    width, height = left + WIDE + 90, TOP + ROW * len(rows) + 30

    def at(share: float) -> str:
        return num(left + WIDE * share)

    parts = [text(16, 24, title, "h1 start")]
    for number, (name, share, low, high) in enumerate(rows):
        y = TOP + ROW * number
        middle = y + BAR / 2
        line = "".join(f"M{at(end)} {num(y + 3)}v10" for end in (low, high)) + f"M{at(low)} {num(middle)}H{at(high)}"
        parts += [
            text(left - 10, middle, name, "t1 end"),
            f'<rect x="{num(left)}" y="{num(y)}" width="{num(WIDE * share)}" height="{num(BAR)}" fill="#4a78a8"/>',
            f'<path d="{line}" stroke="currentColor" stroke-width="2"/>',
            text(left + WIDE * high + 10, middle, f"{share:.1%}", "t2 start"),
        ]
    foot = TOP + ROW * len(rows)
    parts.append(f'<path d="M{at(equal)} {num(TOP - 8)}V{num(foot)}" stroke="currentColor" stroke-dasharray="4 4"/>')
    parts += [text(left + WIDE * tick / 4, foot + 14, f"{25 * tick} %", "t2") for tick in range(5)]
    return document("".join(parts), (0.0, 0.0, width, height), title)
