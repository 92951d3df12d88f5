"""Refusals as JSON: every error leaves the server in the same form, with a fitting status, and tells no secrets."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from stellwerk.core import Illegal, StellwerkError, TranscriptError
from stellwerk.formats.plain import one_line
from stellwerk.store import Conflict, StoreError, UnknownGame
from stellwerk.web.errors import Forbidden, Refused, Stale, Unknown, Waiting
from stellwerk.web.playing import plain_facts

LOG = logging.getLogger(__name__)
ILLEGAL = 422
CODES = {
    400: "bad_input",
    401: "forbidden",
    403: "forbidden",
    404: "unknown",
    405: "method_not_allowed",
    413: "too_large",
    415: "bad_input",
    429: "too_many",
}
STATUS: dict[type[Refused], int] = {Forbidden: 403, Waiting: 409, Unknown: 404, Stale: 409}


def refusal(error: str, text: str, rule: str = "", facts: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The one form of all refusals; some carry more."""
    return {"error": error, "rule": rule, "text": one_line(text), "facts": facts or {}, **more}


def of_domain(error: StellwerkError) -> tuple[int, dict[str, Any]]:
    """Status and body for what the table or the rules refuse."""
    if isinstance(error, Illegal):
        return ILLEGAL, refusal("illegal", error.text, error.rule, plain_facts(error))
    if isinstance(error, Stale):
        return 409, refusal("stale", error.text, facts=error.facts, version=error.version, state=error.state)
    if isinstance(error, Refused):
        return STATUS.get(type(error), 400), refusal(error.code, error.text, facts=error.facts)
    if isinstance(error, UnknownGame):
        return 404, refusal("unknown", str(error))
    if isinstance(error, Conflict):
        return 409, refusal("stale", str(error), facts={"version": error.version}, version=error.version, state=None)
    if isinstance(error, StoreError):
        LOG.error("%s", error)
        return 500, refusal("server", "the store cannot be used now; the server's log says why")
    if isinstance(error, TranscriptError):
        cause = error.cause
        facts = {"file": error.file, "action": error.action}
        facts |= plain_facts(cause) if cause else {}
        return 400, refusal("bad_input", str(error), cause.rule if cause else "", facts)
    return 400, refusal("bad_input", str(error))


def on_domain(request: Request[Any, Any, Any], error: StellwerkError) -> Response[bytes]:
    """Answer with what the table or the rules refuse."""
    status, body = of_domain(error)
    return respond(status, body)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer for what the framework refuses: bad JSON, missing fields, unknown addresses."""
    status = error.status_code
    where = error.extra if isinstance(error.extra, list) else []
    places = [
        {"where": str(entry.get("key", "body")), "what": one_line(str(entry.get("message", "")))}
        for entry in where
        if isinstance(entry, dict)
    ]
    text = "; ".join(f"{place['where']}: {place['what']}" for place in places) or reason(error)
    headers = {key: value for key, value in (error.headers or {}).items() if key.lower() in ("allow", "retry-after")}
    code = CODES.get(status, "server" if status >= 500 else "bad_input")
    return respond(status, refusal(code, text, facts={"places": places} if places else {}), headers)


def reason(error: HTTPException) -> str:
    """A sentence for the framework's error; what only programmers understand is not passed on."""
    plain = {404: "there is nothing at this address", 405: "this address does not take such a request"}
    if error.status_code >= 500:
        return "the server failed; its log says why"
    if error.status_code == 400:
        return f"the body cannot be read as JSON: {error.detail}"
    return plain.get(error.status_code) or error.detail or "the request cannot be understood"


def on_any(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer for what nobody thought of; the details stay in the log."""
    if isinstance(error, RecursionError):
        return respond(400, refusal("bad_input", "the body is nested too deeply"))
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return respond(500, refusal("server", "the server failed; its log says why"))


def respond(status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> Response[bytes]:
    """A JSON answer."""
    return Response(
        msgspec.json.encode(body, enc_hook=str), status_code=status, media_type="application/json", headers=headers
    )
