"""A waterfall: bars that lead step by step from nothing to a sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stellwerk.draw.boxes import text_width
from stellwerk.draw.geometry import num
from stellwerk.draw.style import document, text

ROW, BAR = 26.0, 16.0
WIDTH = 480.0
_LETTERS = 12.5


def waterfall_svg(
    title: str,
    steps: Sequence[tuple[str, int]],
    total: str,
    *,
    money: Callable[[int], str] = str,
    theme: str | None = "light",
    width: float = WIDTH,
) -> str:
    """A bar for each step, beginning where the one before ended, and one for the sum, which is called `total`."""
    rows = _rows(steps, total)
    names = max(text_width(name, _LETTERS) for name, _, _, _ in rows) + 18
    words = max(text_width(_signed(end - start, money), _LETTERS) for _, start, end, _ in rows) + 14
    low, high = min(0, *(min(start, end) for _, start, end, _ in rows)), max(1, *(max(row[1:3]) for row in rows))
    field = max(width - names - words, 80.0)

    def x(value: int) -> float:
        return names + field * (value - low) / (high - low)

    parts = [f'<line class="ax" x1="{num(x(0))}" y1="4" x2="{num(x(0))}" y2="{num(ROW * len(rows) + 4)}"/>']
    for number, (name, start, end, css) in enumerate(rows):
        middle = ROW * number + ROW / 2 + 4
        left, right = sorted((x(start), x(end)))
        wide = max(right - left, 1.0)
        parts.append(text(names - 8, middle, name, "t2 end", _LETTERS))
        parts.append(
            f'<rect class="{css}" x="{num(left)}" y="{num(middle - BAR / 2)}" width="{num(wide)}" height="{num(BAR)}"/>'
        )
        change = money(end) if css == "whole" else _signed(end - start, money)
        parts.append(text(right + 6, middle, change, "t2 start", _LETTERS))
    size = (0.0, 0.0, names + field + words, ROW * len(rows) + 8)
    spoken = f"{title}: " + ", ".join(f"{name} {_signed(end - start, money)}" for name, start, end, _ in rows)
    return document("".join(parts), size, spoken, theme=theme, kind="chart")


def _rows(steps: Sequence[tuple[str, int]], total: str) -> list[tuple[str, int, int, str]]:
    found, at = [], 0
    for name, amount in steps:
        found.append((name, at, at + amount, "drop" if amount < 0 else "rise"))
        at += amount
    return [*found, (total, 0, at, "whole")]


def _signed(amount: int, money: Callable[[int], str]) -> str:
    return ("+" if amount > 0 else "−" if amount < 0 else "") + money(abs(amount))
