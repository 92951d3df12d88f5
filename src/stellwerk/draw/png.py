"""PNG from our SVG, by the optional library resvg-py (a wheel without system libraries)."""

from __future__ import annotations

from importlib import import_module

from stellwerk.core import BadInput
from stellwerk.draw.style import plain_stylesheet, stylesheet


def png(svg: str, theme: str = "light", zoom: float = 2.0, width: int | None = None) -> bytes:
    """The picture of a drawing made with that theme, enlarged, or with that width in pixels."""
    try:
        resvg_py = import_module("resvg_py")
    except ImportError:
        raise BadInput("PNG needs the library resvg-py: pip install 'stellwerk[png]' (or write .svg)") from None
    # resvg knows no custom properties, so the colours are put in here.
    plain = svg.replace(stylesheet(theme), plain_stylesheet(theme))
    size = {"width": width} if width is not None else {"zoom": zoom}
    return bytes(resvg_py.svg_to_bytes(svg_string=plain, **size))
