"""Small shapes of a hex as SVG: its outline, tunnels, arrows, terrain."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.draw.geometry import APOTHEM, corner, direction, num, polar, through

_PORTAL = 8.0  # half the mouth of a tunnel


def outline(layout: str, share: float = 1.0) -> str:
    """The corners of a hex for a polygon."""
    return " ".join(f"{num(x * share)},{num(y * share)}" for x, y in (corner(layout, number) for number in range(6)))


def tunnel(layout: str, pair: tuple[int, int], css: str = "") -> str:
    """A tunnel between two sides of a hex: a dashed line with a portal at each end."""
    d = through(layout, *pair).path()
    ends = "".join(_portal(layout, edge) for edge in pair)
    return f'<g class="{f"tunnel {css}".strip()}"><path class="tub" d="{d}"/><path class="tun" d="{d}"/>{ends}</g>'


def mouths(layout: str, edges: Sequence[int], css: str) -> str:
    """Mouths of tunnels at some edges, as marks of a class."""
    return "".join(_portal(layout, edge, css) for edge in edges)


def _portal(layout: str, edge: int, css: str = "mouth") -> str:
    """The mouth of a tunnel: a half disc on the side of the hex."""
    way = direction(layout, edge)
    x, y = polar(way, APOTHEM)
    ax, ay = polar(way + 90, _PORTAL)
    bx, by = polar(way - 90, _PORTAL)
    d = f"M{num(x + ax)} {num(y + ay)}A{_PORTAL:g} {_PORTAL:g} 0 0 1 {num(x + bx)} {num(y + by)}Z"
    return f'<path class="{css}" d="{d}"/>'


def arrow(layout: str, edge: int) -> str:
    """An arrow that comes in over a side of a hex."""
    way = direction(layout, edge)
    x, y = polar(way, APOTHEM)
    tx, ty = polar(way, APOTHEM * 0.58)
    nx, ny = polar(way + 90, 5.2)
    corners = f"{num(x + nx)},{num(y + ny)} {num(tx)},{num(ty)} {num(x - nx)},{num(y - ny)}"
    return f'<polygon class="arrow" points="{corners}"/>'


def terrain_picture(kind: str, x: float, y: float, scale: float = 1.0) -> str:
    """A small picture: peaks for mountains, waves for anything wet."""
    resize = f" scale({scale:g})" if scale != 1 else ""
    where = f'transform="translate({num(x)} {num(y)}){resize}"'
    shapes = []
    if "mountain" in kind or "hill" in kind:
        shapes.append('<path class="ridge" d="M-12 6L-4.5 -6L-.5 0L3 -4L12 6Z"/>')
    if any(wet in kind for wet in ("water", "river", "coast", "lake")):
        waves = "M-10 {0}q2.5 -4 5 0t5 0t5 0t5 0"
        rows = (8.5,) if shapes else (-2.5, 3.0)
        shapes.append(f'<path class="wave" d="{"".join(waves.format(row) for row in rows)}"/>')
    if "tunnel" in kind:
        shapes.append('<path class="ridge" d="M-9 6V1a9 9 0 0 1 18 0V6H5V2a5 5 0 0 0 -10 0V6Z"/>')
    return f"<g {where}>{''.join(shapes)}</g>"
