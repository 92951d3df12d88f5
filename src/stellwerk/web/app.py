"""The application: the table service, the API, the guard around it."""

from __future__ import annotations

import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.types import ASGIApp

from stellwerk import __version__
from stellwerk.core import StellwerkError
from stellwerk.web.account_api import OwnAccount
from stellwerk.web.answers import Answers
from stellwerk.web.api import CONTROLLERS
from stellwerk.web.guard import SESSION, Guard
from stellwerk.web.metrics import Metrics
from stellwerk.web.observed import Observed
from stellwerk.web.old_sessions import take_over
from stellwerk.web.packing import LEVEL, UNCOMPRESSED
from stellwerk.web.pages import background
from stellwerk.web.pages.asked import TableRequest
from stellwerk.web.pages.errors import error_page
from stellwerk.web.pages.reader import get_reader
from stellwerk.web.pages.routes import HANDLERS
from stellwerk.web.people import Who
from stellwerk.web.sessions import Session, Sessions
from stellwerk.web.settings import Settings
from stellwerk.web.site import Site
from stellwerk.web.watching import health, metrics, ready


def create_app(settings: Settings, routes: Litestar | None = None) -> ASGIApp:
    """A server of tables as an ASGI application; its store is open while it lives.

    `routes` are those of `make_routes`, if there are some already: making them takes longest.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    app = routes or make_routes(settings.most_import)
    sessions = Sessions(settings.secret, settings.https)
    app.state.settings, app.state.sessions, app.state.metrics = settings, sessions, Metrics()
    return Observed(Guard(app, settings, sessions), settings, app.state.metrics)


@asynccontextmanager
async def open_site(app: Litestar) -> AsyncIterator[None]:
    """Everything behind the routes, for as long as the server lives."""
    settings: Settings = app.state.settings
    site = Site(settings)
    app.state.site = site
    app.state.sessions.store = site.store
    try:
        take_over(settings.data, site.store)
        site.store.end_old_sessions()
        site.begin()
        background.begin(settings.data)
        yield
    finally:
        site.close()


def make_routes(most_import: int) -> Litestar:
    """All addresses and what answers there. Nothing of a server is kept in it but in its state."""
    answers = Answers(error_page)
    return Litestar(
        route_handlers=[
            Router("/api/v1", route_handlers=[*CONTROLLERS, OwnAccount]),
            *HANDLERS,
            health,
            ready,
            metrics,
        ],
        dependencies={
            "site": Provide(get_site, sync_to_thread=False),
            "session": Provide(get_session, sync_to_thread=False),
            "who": Provide(get_who, sync_to_thread=False),
            "reader": Provide(get_reader, sync_to_thread=False),
            "asked": Provide(TableRequest, sync_to_thread=False),
        },
        exception_handlers={
            StellwerkError: answers.on_domain,
            HTTPException: answers.on_http,
            Exception: answers.on_any,
        },
        openapi_config=OpenAPIConfig(
            title="Stellwerk",
            version=__version__,
            description="Play railway-share board games: every option listed, every refusal with its rule.",
            path="/api/docs",
            use_handler_docstrings=True,
            render_plugins=[PlainDocs(path="/"), JsonRenderPlugin(path="/openapi.json")],
        ),
        lifespan=[open_site],
        compression_config=CompressionConfig("gzip", gzip_compress_level=LEVEL, exclude_opt_key=UNCOMPRESSED),
        before_request=background.somebody_asks,
        logging_config=None,
        request_max_body_size=most_import,
    )


def get_site(request: Request[Any, Any, Any]) -> Site:
    """The table service."""
    site: Site = request.app.state.site
    return site


def get_session(request: Request[Any, Any, Any]) -> Session:
    """The session the guard has found."""
    plain: dict[str, Any] = request.scope  # type: ignore[assignment]  # the scope is a dict at run time
    session: Session = plain[SESSION]
    return session


def get_who(request: Request[Any, Any, Any]) -> Who:
    """Who makes the request."""
    return get_session(request).who


class PlainDocs(OpenAPIRenderPlugin):
    """All calls of the API on one page of plain HTML, which needs nothing from the network."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        rows = []
        for path, calls in sorted(openapi_schema["paths"].items()):
            for method, call in calls.items():
                if isinstance(call, dict) and "responses" in call:
                    text = html.escape(str(call.get("description") or ""))
                    rows.append(f"<dt><code>{method.upper()} {html.escape(path)}</code></dt><dd>{text}</dd>")
        body = (
            '<p>The whole description, with all types: <a href="/api/docs/openapi.json">openapi.json</a>.</p>'
            "<p>Programs send <code>Authorization: Bearer SECRET</code>, the secret of a seat or a long random key of "
            f"their own.</p><dl>{''.join(rows)}</dl>"
        )
        return page("Stellwerk API", body).encode()


def page(title: str, body: str) -> str:
    """A page of plain HTML."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
        f"<body><main><h1>{html.escape(title)}</h1>{body}</main></body></html>"
    )
