"""Certificates: shares and privates as cards."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.draw.boxes import text_width
from stellwerk.draw.style import document, escape, text
from stellwerk.draw.token import letters_colour, token
from stellwerk.eighteen.schema import CompanyData, PrivateData

WIDTH, HEIGHT = 200.0, 124.0


def share_svg(company: CompanyData, percent: int, *, president: bool = False, theme: str | None = "light") -> str:
    """A share of a company; the president's certificate says so."""
    kind = "President's certificate" if president else "Share"
    ink = letters_colour(company)
    size = _fitted(company.name, 15.0)
    band = f'<rect x="1" y="1" width="{WIDTH - 2:g}" height="40" rx="8" fill="{company.color}"/>'
    parts = [
        f'<rect class="card" x=".8" y=".8" width="{WIDTH - 1.6:g}" height="{HEIGHT - 1.6:g}" rx="9"/>',
        band,
        f'<text x="{WIDTH / 2:g}" y="{21 + size * 0.355:.1f}" font-size="{size:g}" font-weight="600" fill="{ink}">'
        f"{escape(company.name)}</text>",
        token(company, 40, 82, 26),
        text(134, 72, f"{percent} %", "h1", 28.0),
        text(134, 101, "★ President" if president else kind, "t2"),
    ]
    label = f"{company.name}: {kind}, {percent} %"
    return document("".join(parts), (0, 0, WIDTH, HEIGHT), label, theme=theme, ground="", kind="certificate")


def private_svg(private: PrivateData, money: Callable[[int], str] = str, *, theme: str | None = "light") -> str:
    """A private company with price, income and power."""
    lines = _wrapped(private.power, 11.5, WIDTH - 24)
    parts = [
        f'<rect class="card" x=".8" y=".8" width="{WIDTH - 1.6:g}" height="{HEIGHT - 1.6:g}" rx="9"/>',
        text(WIDTH / 2, 20, private.name, "h2", _fitted(private.name, 14.0)),
        text(WIDTH / 2, 44, f"price {money(private.price)} · income {money(private.income)}", "t1"),
    ]
    if private.power != "none":
        parts += [text(WIDTH / 2, 66 + 15 * number, line, "t2") for number, line in enumerate(lines[:4])]
    label = f"{private.name}: price {money(private.price)}, income {money(private.income)}, {private.power}"
    return document("".join(parts), (0, 0, WIDTH, HEIGHT), label, theme=theme, ground="", kind="certificate")


def _fitted(words: str, size: float) -> float:
    """The size at which a line fits on the card."""
    return round(min(size, size * (WIDTH - 18) / max(text_width(words, size), 1.0)), 1)


def _wrapped(words: str, size: float, width: float) -> list[str]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size * 0.92) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
