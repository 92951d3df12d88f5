"""Company tokens: a disc in the company's colour with its letters, never colour alone."""

from __future__ import annotations

from stellwerk.draw.boxes import text_width
from stellwerk.draw.geometry import num
from stellwerk.draw.style import escape
from stellwerk.eighteen.schema import CompanyData

RADIUS = 12.0
_READABLE = 4.0  # least contrast of the letters on the disc


def letters_colour(company: CompanyData) -> str:
    """The title's own colour where it can be read, else black or white, whichever is plainer."""
    own = _contrast(company.color, company.text_color)
    if own >= _READABLE:
        return company.text_color
    return max(("#000000", "#ffffff"), key=lambda colour: _contrast(company.color, colour))


def token(company: CompanyData, x: float = 0.0, y: float = 0.0, r: float = RADIUS, css: str = "tok") -> str:
    """The token of a company."""
    size = min(r, 1.78 * r / max(text_width(company.id, 1.0), 0.1))
    return (
        f'<g class="{css}" data-company="{escape(company.id)}" transform="translate({num(x)} {num(y)})">'
        f'<circle r="{r:g}" fill="{company.color}"/>'
        f'<text y="{size * 0.355:.1f}" font-size="{size:.1f}" fill="{letters_colour(company)}">'
        f"{escape(company.id)}</text></g>"
    )


def blocker(x: float = 0.0, y: float = 0.0, r: float = RADIUS) -> str:
    """A marker that is nobody's and only blocks: a grey disc with a cross."""
    arm = num(r * 0.5)
    return (
        f'<g class="tok blocker" transform="translate({num(x)} {num(y)})"><circle r="{r:g}" fill="#8a8f98"/>'
        f'<path d="M-{arm} -{arm}L{arm} {arm}M-{arm} {arm}L{arm} -{arm}" stroke="#15181e" stroke-width="2.4" '
        'stroke-linecap="round" fill="none"/></g>'
    )


def _contrast(one: str, other: str) -> float:
    a, b = sorted((_luminance(one), _luminance(other)))
    return (b + 0.05) / (a + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance of `#rgb` or `#rrggbb`; other notations count as mid grey."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    except ValueError:
        return 0.2
    r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
