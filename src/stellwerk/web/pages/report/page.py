"""`/g/ID/report`: the report of a game. While it is being made the page says how far that is (`/g/ID/report/progress`);
`/g/ID/report.html` and `/g/ID/report.json` are the same as files.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency

from stellwerk.report.document import document
from stellwerk.report.html import html_of
from stellwerk.report.plain import as_data
from stellwerk.report.speech import Speaker
from stellwerk.web.pages.asked import Asked, TableRequest
from stellwerk.web.pages.player_shapes import symbols
from stellwerk.web.pages.report.sheet import Writer
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.sessions import Session


@get("/g/{game_id:str}/report", include_in_schema=False, sync_to_thread=True)
def report_page(request: Ask, asked: Asked, session: NamedDependency[Session]) -> Response[str]:
    """The report, or how far it is."""
    page, desk = asked.open_page(), asked.site.reports
    report = desk.find(page.rights, page.live)
    if report is None:
        return waiting(request, asked, session, page)
    shown = Writer(page, report).written()
    over = page.live.game.decision() is None
    return front_page(
        request, session, asked.reader, "report.html", page=page, report=shown, marks=symbols(page), over=over
    )


@get("/g/{game_id:str}/report/progress", include_in_schema=False, sync_to_thread=True)
def progress(asked: Asked) -> dict[str, Any]:
    """How far the report is; whoever asks for it here has it made."""
    page, desk = asked.open_page(), asked.site.reports
    if desk.find(page.rights, page.live) is not None:
        return {"ready": True, "done": page.plies, "whole": page.plies}
    return far(asked, page)


@get("/g/{game_id:str}/report.html", include_in_schema=False, sync_to_thread=True)
def report_file(request: Ask, asked: Asked, session: NamedDependency[Session]) -> Response[str]:
    """The report as one file that loads nothing; as long as there is none, the page that waits for it."""
    page = asked.open_page()
    report, speaker = page.site.reports.find(page.rights, page.live), Speaker(page.language, page.style)
    if report is None:
        return waiting(request, asked, session, page)
    title = f"{page.title.name}: {', '.join(report.players)}"
    content = html_of(document(report), title, report.players, speaker)
    return Response(content, media_type=MediaType.HTML, headers=attached(f"{page.id}-report.html"))


@get("/g/{game_id:str}/report.json", include_in_schema=False, sync_to_thread=True)
def report_data(asked: Asked) -> Response[bytes] | dict[str, Any]:
    """The report as data, its sentences in the reader's language; as long as there is none, how far it is."""
    page = asked.open_page()
    report = page.site.reports.find(page.rights, page.live)
    if report is None:
        return far(asked, page)
    data = as_data(report, Speaker(page.language, page.style).tell)
    return Response(
        msgspec.json.encode(data), media_type="application/json", headers=attached(f"{page.id}-report.json")
    )


def waiting(request: Ask, asked: TableRequest, session: Session, page: TablePage) -> Response[str]:
    """The page that waits for the report, which is being made from now on."""
    job = page.site.reports.begin(page.rights, page.live, asked.reader.who)
    return front_page(request, session, asked.reader, "report_wait.html", page=page, job=job)


def far(asked: TableRequest, page: TablePage) -> dict[str, Any]:
    """How far the report is, which is being made from now on."""
    job = page.site.reports.begin(page.rights, page.live, asked.reader.who)
    return {"ready": False, "done": job.done, "whole": job.whole}


def attached(name: str) -> dict[str, str]:
    """Headers of a file to be kept; what is in it depends on who asks and when."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}


HANDLERS = [report_page, progress, report_file, report_data]
