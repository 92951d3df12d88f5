"""A report as one HTML file that needs nothing else: style and plots are in it, and it loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from stellwerk.core import Message
from stellwerk.draw.style import stylesheet
from stellwerk.report.document import Document
from stellwerk.report.model import Turning
from stellwerk.report.pieces import Cell, Grid, ReportPart
from stellwerk.report.plots import fall_svg, plot_svg
from stellwerk.report.rounds import place
from stellwerk.report.speech import Speaker

STYLE = """
:root{color-scheme:light dark;--bg:#fbfaf7;--fg:#1a2130;--soft:#434b5c;--rule:#dcd8cd;--card:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#14171d;--fg:#eceef2;--soft:#bcc3cf;--rule:#343b48;--card:#1c2028}}
@media print{:root{--bg:#fff;--fg:#1a2130;--soft:#434b5c;--rule:#dcd8cd;--card:#fff}}
body{margin:0 auto;max-width:1100px;padding:24px 18px 60px;background:var(--bg);color:var(--fg);
font:16px/1.5 Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0 0 4px}h2{margin:36px 0 8px}h3{margin:20px 0 6px;font-size:1.05rem}
p{margin:4px 0}.soft,figcaption p{color:var(--soft)}
.wide{overflow-x:auto;border:1px solid var(--rule);border-radius:8px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{padding:5px 10px;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
th.l,td.l{text-align:left;white-space:normal}tfoot td,tfoot th{border-top:2px solid var(--fg);font-weight:700}
figure{margin:0;padding:12px 14px;border:1px solid var(--rule);border-radius:8px;background:var(--card)}
figure svg{width:100%;height:auto}figcaption h3{margin:0}
.plots{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr))}
ol{padding-left:1.4em}li{margin:8px 0}li p{margin:0}
.sw .paper{fill:transparent}
"""


def html_of(made: Document, title: str, players: tuple[str, ...], speaker: Speaker) -> str:
    """The file."""
    body = "".join(_body(made, title, players, speaker))
    return (
        f'<!DOCTYPE html><html lang="{speaker.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{stylesheet('auto')}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def _body(made: Document, title: str, players: tuple[str, ...], speaker: Speaker) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield from _grid(made.standing, speaker)
    for part in made.parts:
        yield f'<section aria-labelledby="{part.id}"><h2 id="{part.id}">{escape(speaker.tell(part.heading))}</h2>'
        if part.note is not None:
            yield f'<p class="soft">{escape(speaker.tell(part.note))}</p>'
        yield from _plots(part, speaker)
        if part.id == "curve":
            yield from _turning(made.turning, players, speaker)
        for grid in part.grids:
            yield from _grid(grid, speaker)
        yield "</section>"


def _plots(part: ReportPart, speaker: Speaker) -> Iterator[str]:
    pictures = [
        (speaker.tell(plot.heading), speaker.tell(plot.subtitle), plot_svg(plot, speaker, None)) for plot in part.plots
    ]
    pictures += [(fall.name, "", fall_svg(fall, speaker, None)) for fall in part.falls]
    if not pictures:
        return
    yield '<div class="plots">'
    for heading, subtitle, svg in pictures:
        yield f"<figure><figcaption><h3>{escape(heading)}</h3><p>{escape(subtitle)}</p></figcaption>{svg}</figure>"
    yield "</div>"


def _turning(turning: tuple[Turning, ...], players: tuple[str, ...], speaker: Speaker) -> Iterator[str]:
    if not turning:
        return
    yield f"<h3>{escape(speaker.tell(Message('Turning points')))}</h3><ol>"
    for entry in turning:
        where = speaker.tell(place(entry))
        reasons = "".join(f"<p>{escape(speaker.sentence(reason))}.</p>" for reason in entry.why)
        changes = ", ".join(
            f"{name} {speaker.change(amount)}" for name, amount in zip(players, entry.swing, strict=True)
        )
        yield (
            f"<li><b>{escape(players[entry.seat])}: {escape(speaker.tell(entry.deed))}</b> "
            f'<span class="soft">{escape(where)}</span>{reasons}<p class="soft">{escape(changes)}</p></li>'
        )
    yield "</ol>"


def _grid(grid: Grid, speaker: Speaker) -> Iterator[str]:
    heading = escape(speaker.tell(grid.heading))
    yield f'<h3>{heading}</h3><div class="wide" tabindex="0" role="group" aria-label="{heading}"><table><thead><tr>'
    for column, cell in enumerate(grid.head):
        css = ' class="l"' if column < grid.text else ""
        yield f'<th scope="col"{css}>{escape(speaker.tell(cell))}</th>'
    yield "</tr></thead><tbody>"
    for row in grid.rows:
        yield _row(row.cells, grid.text, speaker)
    yield "</tbody>"
    if grid.total is not None:
        yield f"<tfoot>{_row(grid.total.cells, grid.text, speaker)}</tfoot>"
    yield "</table></div>"
    if grid.note is not None:
        yield f'<p class="soft">{escape(speaker.tell(grid.note))}</p>'


def _row(cells: tuple[Cell, ...], words: int, speaker: Speaker) -> str:
    parts = []
    for column, cell in enumerate(cells):
        said = escape(speaker.sentence(cell) if isinstance(cell, Message) else speaker.cell(cell))
        name, more = ("th", ' scope="row" class="l"') if not column else ("td", ' class="l"' if column < words else "")
        parts.append(f"<{name}{more}>{said}</{name}>")
    return f"<tr>{''.join(parts)}</tr>"
