"""Colours and lettering of all drawings, as CSS: custom properties with a light and a dark set, and rules by class."""

from __future__ import annotations

import re
from functools import cache
from html import escape as _escape

THEMES = ("light", "dark", "auto")
FONT = "Inter,'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"

LIGHT = {
    "surface": "#ffffff",
    "ink": "#1a2130",
    "ink-2": "#434b5c",
    "ink-3": "#616979",
    "line": "#dcd8cd",
    "line-2": "#b9b4a5",
    "land": "#fbf8ee",
    "sea": "#dbe6ea",
    "on-sea": "#1a2130",
    "on-land": "#15181e",
    "grid": "#8d8875",
    "ridge": "#b9b4a5",
    "t-yellow": "#fcd94f",
    "t-green": "#7cc487",
    "t-brown": "#cd9a6b",
    "t-gray": "#c9ccd1",
    "t-red": "#ec9a94",
    "t-blue": "#b7d3e3",
    "track": "#15181e",
    "casing": "#ffffff",
    "city": "#ffffff",
    "rim": "#15181e",
    "wall": "#0b5fa5",
    "frontier": "#7a2e8c",
    "r1": "#0b57d0",
    "r2": "#c2185b",
    "r3": "#00796b",
    "r4": "#b45f06",
    "ring": "#5b3df5",
    "zone-n": "#ffffff",
    "zone-y": "#faecb0",
    "zone-o": "#f8d0a8",
    "zone-b": "#dcbf9c",
    "zone-p": "#e2f0ef",
    "parline": "#0f766e",
    "split": "#c8102e",
    "band": "#f4f2ec",
    "warn": "#7a4f00",
    "l-solid": "#1f6f8b",
    "l-dashed": "#2e7d32",
    "l-dotted": "#8a4b20",
    "l-double": "#8a6d00",
}
DARK = LIGHT | {
    "surface": "#1c2028",
    "ink": "#eceef2",
    "ink-2": "#bcc3cf",
    "ink-3": "#98a1b0",
    "line": "#343b48",
    "line-2": "#4a5262",
    "land": "#39414d",
    "sea": "#1a2530",
    "on-sea": "#eceef2",
    "on-land": "#eceef2",
    "grid": "#10141a",
    "ridge": "#7c8696",
    "t-yellow": "#dcb93e",
    "t-green": "#63a871",
    "t-brown": "#b3815a",
    "t-gray": "#8b919b",
    "t-red": "#cc7573",
    "t-blue": "#3e6179",
    "track": "#0e1116",
    "casing": "#f4f2ea",
    "city": "#f4f2ea",
    "wall": "#6db7f2",
    "frontier": "#d79be6",
    "rim": "#0e1116",
    "zone-n": "#222731",
    "zone-y": "#5a4e1d",
    "zone-o": "#6a4322",
    "zone-b": "#4e3a28",
    "zone-p": "#1d3b3b",
    "parline": "#5fc7bc",
    "split": "#ff6b5e",
    "band": "#222731",
    "warn": "#f2c666",
    "l-solid": "#6cc0dd",
    "l-dashed": "#7fce85",
    "l-dotted": "#e0a070",
    "l-double": "#e0c04a",
}

_RULES = """
.sw{font-family:FONT;font-variant-numeric:tabular-nums}
.sw .paper{fill:var(--surface)}
.sw .sea{fill:var(--sea)}
.sw text{text-anchor:middle}
.sw text[class]{fill:var(--ink)}
.sw .start{text-anchor:start}
.sw .end{text-anchor:end}
.sw .hx{stroke:var(--grid);stroke-width:1}
.sw .c-white{fill:var(--land)}
.sw .c-yellow{fill:var(--t-yellow)}
.sw .c-green{fill:var(--t-green)}
.sw .c-brown{fill:var(--t-brown)}
.sw .c-gray{fill:var(--t-gray)}
.sw .c-red{fill:var(--t-red)}
.sw .c-blue{fill:var(--t-blue)}
.sw .tb{fill:none;stroke:var(--casing);stroke-width:11}
.sw .tr{fill:none;stroke:var(--track);stroke-width:7}
.sw .tub{fill:none;stroke:var(--casing);stroke-width:10}
.sw .tun{fill:none;stroke:var(--track);stroke-width:5;stroke-dasharray:7 5}
.sw .mouth{fill:var(--track);stroke:var(--casing);stroke-width:1.6;stroke-linejoin:round}
.sw .under{fill:#3c434f;fill-opacity:.42}
.sw .towards{fill:var(--ridge)}
.sw .arrow{fill:var(--track)}
.sw .cb{fill:var(--rim);stroke:var(--rim);stroke-width:29;stroke-linecap:round;stroke-linejoin:round}
.sw .ch{fill:var(--city);stroke:var(--city);stroke-width:26;stroke-linecap:round;stroke-linejoin:round}
.sw .slot{fill:var(--city);stroke:var(--rim);stroke-width:1.5}
.sw .kept{fill:none;stroke:#6b7280;stroke-width:1.2;stroke-dasharray:3 2.2}
.sw text.kn{fill:#434b5c;font-weight:600}
.sw .tok circle{stroke:var(--rim);stroke-width:1.2}
.sw .tok text{font-weight:700}
.sw .bar,.sw .dot{fill:var(--track);stroke:var(--casing);stroke-width:1.6}
.sw .revc{fill:var(--city);stroke:var(--rim);stroke-width:1}
.sw text.rev{font-size:12.4px;font-weight:700;fill:#15181e}
.sw text.lab{font-size:16px;font-weight:700;fill:#15181e}
.sw text.nm{font-weight:600;fill:#15181e}
.sw text.cost{font-size:12.5px;font-weight:600;fill:#15181e}
.sw .on-white text.nm,.sw .on-white text.cost,.sw .on-white text.lab{fill:var(--on-land)}
.sw text.xy{font-size:8px;fill:#15181e;fill-opacity:.62}
.sw text.tn{font-size:8px;display:none;font-weight:700;fill:#15181e}
.sw .on-white text.xy{fill:var(--on-land)}
.sw .ridge{fill:#7d7461}
.sw .wave{fill:none;stroke:#3d83ac;stroke-width:1.8;stroke-linecap:round}
.sw .on-white .ridge{fill:var(--ridge)}
.sw .obv{stroke:#15181e;stroke-width:.8}
.sw .obv.on{stroke-width:2.4}
.sw text.obt{font-size:11.5px;font-weight:600;fill:#15181e}
.sw text.obt.on{font-weight:700}
.sw .wallc{stroke:var(--casing);stroke-width:8;stroke-linecap:round}
.sw .wall{stroke:var(--wall);stroke-width:5;stroke-linecap:round}
.sw .border{stroke:var(--wall);stroke-width:3;stroke-dasharray:6 4}
.sw .border.b-frontier{stroke:var(--frontier);stroke-width:3.4;stroke-dasharray:9 4 2 4}
.sw .rings{pointer-events:none}
.sw .ringc{fill:none;stroke:var(--casing);stroke-width:7;stroke-linejoin:round}
.sw .ring{fill:none;stroke:var(--ring);stroke-width:4;stroke-linejoin:round}
.sw .faint{opacity:.42}
.sw .far{display:none;paint-order:stroke;stroke:var(--casing);stroke-width:2.5px;stroke-linejoin:round}
.sw.near .far{display:inline}
.sw .close,.sw.closer .swap{display:none}
.sw.closer .close{display:inline}
.sw .wall.black{stroke:#15181e}
.sw .rc{fill:none;stroke:var(--casing);stroke-width:12.5;stroke-linejoin:round;stroke-linecap:round}
.sw .rt{fill:none;stroke-width:8;stroke-linejoin:round}
.sw .r1{stroke:var(--r1)}
.sw .r2{stroke:var(--r2);stroke-dasharray:15 9}
.sw .r3{stroke:var(--r3);stroke-dasharray:.1 12;stroke-linecap:round}
.sw .r4{stroke:var(--r4);stroke-dasharray:18 7 4 7}
.sw text.key{font-size:15px;font-weight:600;fill:var(--on-sea)}
.sw text.cap{font-weight:700}
.sw text.h1{font-size:18px;font-weight:700}
.sw text.h2{font-size:14px;font-weight:600}
.sw text.t1{font-size:13px;fill:var(--ink-2)}
.sw text.t2{font-size:11.5px;fill:var(--ink-2)}
.sw .cell{stroke:var(--line-2);stroke-width:1;fill:var(--zone-n)}
.sw .z-y{fill:var(--zone-y)}
.sw .z-o{fill:var(--zone-o)}
.sw .z-b{fill:var(--zone-b)}
.sw .z-p{fill:var(--zone-p)}
.sw .z-x{fill:var(--zone-b)}
.sw .z-e{fill:var(--zone-o)}
.sw .z-s{fill:var(--zone-n)}
.sw .toll{fill:var(--casing);stroke:var(--wall);stroke-width:1.2}
.sw text.tollt{fill:#15181e;font-weight:700}
.sw text.goal{fill:#15181e;font-weight:700}
.sw .on-white text.goal{fill:var(--on-land)}
.sw .par{fill:none;stroke:var(--parline);stroke-width:2.4}
.sw .splitc{fill:none;stroke:var(--casing);stroke-width:7;stroke-linecap:round}
.sw .split{fill:none;stroke:var(--split);stroke-width:4;stroke-linecap:round}
.sw .ledge{stroke:var(--ink);stroke-width:3}
.sw text.price{font-size:12.5px;font-weight:600}
.sw text.zl{font-size:10px;fill:var(--ink-2)}
.sw .gl{stroke:var(--line);stroke-width:1}
.sw .ax{stroke:var(--line-2);stroke-width:1}
.sw .band{fill:var(--band)}
.sw .rise{fill:var(--l-dashed)}
.sw .drop{fill:var(--split)}
.sw .whole{fill:var(--ink-3)}
.sw .mark{stroke:var(--warn);stroke-width:1.4;stroke-dasharray:3 3}
.sw text.mk{font-size:11px;font-weight:600;fill:var(--warn)}
.sw .sl{fill:none;stroke-width:2.8;stroke-linejoin:round;stroke-linecap:round}
.sw .sc{fill:none;stroke:var(--ink-3);stroke-width:4.4;stroke-linejoin:round;stroke-linecap:round}
.sw .lead{stroke:var(--ink-3);stroke-width:.8;fill:none}
.sw text.sn{font-size:13px;font-weight:600}
.sw .n1{stroke:var(--r1)}
.sw .n2{stroke:var(--r4);stroke-dasharray:9 5}
.sw .n3{stroke:var(--r3);stroke-dasharray:2.5 5}
.sw .n4{stroke:var(--r2);stroke-dasharray:12 4 2 4}
.sw .n5{stroke:var(--ring);stroke-dasharray:16 5}
.sw .n6{stroke:var(--ink-2);stroke-dasharray:5 3}
.sw .shore{fill:none;stroke:var(--land);stroke-width:92;stroke-linecap:round;stroke-linejoin:round}
.sw .bed{fill:none;stroke:var(--land);stroke-width:9}
.sw .line{fill:none}
.sw .l-solid{stroke:var(--l-solid);stroke-width:4}
.sw .l-dashed{stroke:var(--l-dashed);stroke-width:4;stroke-dasharray:11 6}
.sw .l-dotted{stroke:var(--l-dotted);stroke-width:5;stroke-dasharray:.1 8.5;stroke-linecap:round}
.sw .l-double{stroke:var(--l-double);stroke-width:7}
.sw .l-between{stroke:var(--land);stroke-width:2.6}
.sw .legend .l-between{stroke:var(--surface)}
.sw .can{fill:none;stroke:var(--ring);stroke-width:17;stroke-opacity:.26;stroke-linecap:round}
.sw .space{fill:var(--surface);stroke:var(--ink-2);stroke-width:1.2}
.sw .own{stroke-width:2.6}
.sw .loc rect{stroke:var(--ink);stroke-width:1.1}
.sw text.lt{font-size:8.5px;font-weight:700}
.sw text.pale{fill:#ffffff}
.sw text.deep{fill:#15181e}
.sw .stop{fill:var(--surface);stroke:var(--ink);stroke-width:2}
.sw .home{stroke:var(--ink);stroke-width:2}
.sw text.cn{font-size:12px;font-weight:600;fill:var(--on-land)}
.sw text.cn{paint-order:stroke;stroke:var(--land);stroke-width:3.5px;stroke-linejoin:round}
.sw .card{fill:var(--surface);stroke:var(--line-2);stroke-width:1.2}
""" + "".join(f".sw text.z{halves}{{font-size:{halves / 2:g}px}}\n" for halves in range(6, 65))  # sizes for `text`


def escape(text: str) -> str:
    """Text for content and attributes."""
    return _escape(text, quote=True)


def stylesheet(theme: str | None = "auto") -> str:
    """The rules for drawings in a page.

    The light colours hold unless an element around or the drawing itself says `data-theme="dark"`; with `auto` the
    reader's system decides where nothing is said. None leaves the colours out: the page sets the properties itself.
    """
    rules = _RULES.replace("FONT", FONT).strip()
    if theme is None:
        return rules
    light, dark = _properties(LIGHT), _properties(DARK)
    if theme == "light":
        return f".sw{{{light}}}\n{rules}"
    if theme == "dark":
        return f".sw{{{dark}}}\n{rules}"
    follow = f"@media (prefers-color-scheme:dark){{.sw:not([data-theme=light]){{{dark}}}}}"
    chosen = f"[data-theme=dark] .sw,.sw[data-theme=dark]{{{dark}}}\n[data-theme=light] .sw{{{light}}}"
    return f".sw{{{light}}}\n{follow}\n{chosen}\n@media print{{.sw{{{light}}}}}\n{rules}"


@cache
def plain_stylesheet(theme: str) -> str:
    """The rules with the colours put in, for readers of SVG that know no custom properties."""
    colours = DARK if theme == "dark" else LIGHT
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: colours[found[1]], stylesheet(None))


def _properties(colours: dict[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in colours.items())


@cache
def _embedded(theme: str) -> str:
    return f"<style>{stylesheet(theme)}</style>"


def document(
    content: str,
    box: tuple[float, float, float, float],
    label: str,
    *,
    theme: str | None = "light",
    ground: str = "paper",
    kind: str = "",
    role: str = "img",
) -> str:
    """A whole SVG. `box` is x, y, width, height; without a theme there is no style inside (the page has it)."""
    x, y, w, h = (f"{side:g}" for side in (round(value, 1) for value in box))
    named = escape(label)
    style = _embedded(theme) if theme else ""
    chosen = f' data-theme="{theme}"' if theme in ("light", "dark") else ""
    back = f'<rect class="{ground}" x="{x}" y="{y}" width="{w}" height="{h}"/>' if ground else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{f"sw {kind}".strip()}" viewBox="{x} {y} {w} {h}" '
        f'width="{w}" height="{h}" role="{role}" aria-label="{named}"{chosen}><title>{named}</title>'
        f"{style}{back}{content}</svg>"
    )


def text(x: float, y: float, words: str, css: str, size: float | None = None) -> str:
    """Text with its middle line at y. Baselines are set by hand: not every reader of SVG knows central ones.

    Sizes are classes, in half units: pages that are strict about styles refuse style attributes.
    """
    shown = _SIZES[css.split()[0]] if size is None else int(size * 2) / 2
    named = css if size is None else f"{css} z{int(size * 2)}"
    return f'<text class="{named}" x="{x:.1f}" y="{y + shown * 0.355:.1f}">{escape(words)}</text>'


_SIZES = {found[1]: float(found[2]) for found in re.finditer(r"text\.(\w+)\{font-size:([\d.]+)px", _RULES)}
