"""/health, /ready and /metrics: for whoever watches over the server, not for players."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response, get
from litestar.di import NamedDependency

from stellwerk import __version__
from stellwerk.web.errors import Forbidden, Unknown
from stellwerk.web.metrics import MEDIA, Metrics, figures_of
from stellwerk.web.observed import PEER
from stellwerk.web.settings import Settings, is_local
from stellwerk.web.site import Site

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host")


@get("/health", include_in_schema=False, sync_to_thread=True)
def health(site: NamedDependency[Site]) -> Response[dict[str, str]]:
    """For whoever watches the server: 503 if moves cannot be stored, such as on a full disk."""
    wrong = site.health.fault()
    said = {"name": "stellwerk", "status": "store" if wrong else "ok", "version": __version__}
    return Response(said, status_code=503 if wrong else 200)


@get("/ready", include_in_schema=False, sync_to_thread=True)
def ready(site: NamedDependency[Site]) -> Response[dict[str, str]]:
    """Whether a move could be stored now: something is written, as durably as a move, within a limit."""
    wrong = site.health.not_ready(site.settings.ready_seconds)
    return Response({"status": "store" if wrong else "ready", "reason": wrong}, status_code=503 if wrong else 200)


@get("/metrics", include_in_schema=False, sync_to_thread=True, media_type=MEDIA)
def metrics(request: Request[Any, Any, Any], site: NamedDependency[Site]) -> str:
    """Figures of this process, for those who may see them."""
    must_be_allowed(request, site.settings)
    counted: Metrics = request.app.state.metrics
    return counted.text(figures_of(site))


def must_be_allowed(request: Request[Any, Any, Any], settings: Settings) -> None:
    """Refuse whoever may not see the figures. Behind a proxy everybody comes from this machine: then it must be said
    who may.
    """
    how = settings.metrics
    if how == "auto":
        alone = not settings.public and not settings.proxies
        named = urlsplit(settings.base_url).hostname or "localhost"
        how = "loopback" if alone and (is_local(named) or named == settings.host) else "off"
    if how == "open":
        return
    if how == "token":
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not settings.metrics_token or not hmac.compare_digest(given.encode(), settings.metrics_token.encode()):
            raise Forbidden("the figures of this server need a token")
        return
    if how == "loopback" and is_here(request):
        return
    raise Unknown("there is nothing at this address")


def is_here(request: Request[Any, Any, Any]) -> bool:
    """True for a request of this machine that no proxy has brought."""
    plain: dict[str, Any] = request.scope  # type: ignore[assignment]  # the scope is a dict at run time
    peer = str(plain.get(PEER) or (plain.get("client") or ("",))[0])
    try:
        local = ipaddress.ip_address(peer).is_loopback
    except ValueError:
        local = False
    return local and not any(name in request.headers for name in FORWARDED)
