"""Refusals as answers: every error leaves the server in the same form, with a fitting status, in the reader's language,
and tells no secrets. Programs get JSON; a browser that wants a page gets one, which the app says how to make.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from stellwerk.core import Illegal, Message, StellwerkError, TranscriptError, Unfit
from stellwerk.formats.plain import one_line
from stellwerk.i18n import tell
from stellwerk.store import Conflict, Locked, NotWritten, Parted, StoreError, UnknownGame, Unreachable
from stellwerk.web.errors import Busy, Doubtful, Forbidden, Refused, Stale, TooMany, Unknown, Waiting
from stellwerk.web.guard import language_of
from stellwerk.web.heads import Headers
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
STATUS: dict[type[Refused], int] = {
    Forbidden: 403,
    Waiting: 409,
    Doubtful: 409,
    Unknown: 404,
    Stale: 409,
    TooMany: 429,
    Busy: 503,
}
Answer = Response[Any]
Page = Callable[[Request[Any, Any, Any], int, dict[str, Any], dict[str, str] | None], Answer]


class Words:
    """Sentences in the reader's language."""

    def __init__(self, language: str) -> None:
        """`language` as the catalogues know it."""
        self.language = language

    def say(self, text: str, /, **facts: Any) -> str:
        """A sentence of this module, written out where it is said."""
        return tell(Message(text, facts), self.language)


def words_of(request: Request[Any, Any, Any]) -> Words:
    """In the language of a request."""
    return Words(language_of(Headers(request.scope["headers"])))


def refusal(error: str, text: str, rule: str = "", facts: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The one form of all refusals; some carry more."""
    return {"error": error, "rule": rule, "text": one_line(text), "facts": facts or {}, **more}


def of_domain(error: StellwerkError, words: Words) -> tuple[int, dict[str, Any]]:
    """Status and body for what the table or the rules refuse."""
    language = words.language
    if isinstance(error, Illegal):
        return ILLEGAL, refusal("illegal", tell(error.message, language), error.rule, plain_facts(error))
    if isinstance(error, Stale):
        text = error.text_in(language)
        return 409, refusal("stale", text, facts=error.facts, version=error.version, state=error.state)
    if isinstance(error, Refused):
        return STATUS.get(type(error), 400), refusal(error.code, error.text_in(language), facts=error.facts)
    if isinstance(error, UnknownGame):
        return 404, refusal("unknown", words.say("there is no such game here: the address is wrong, or it was deleted"))
    if isinstance(error, Conflict):
        stale = Stale(error.expected, error.version)
        facts = {"version": error.version}
        return 409, refusal("stale", stale.text_in(language), facts=facts, version=error.version, state=None)
    if isinstance(error, Parted):
        text = words.say(
            "the rules have been mended: this game agrees with them up to move {agreed} of {ply}; the table must "
            "choose how it goes on",
            agreed=error.agreed,
            ply=error.ply,
        )
        return 409, refusal("parted", text, facts={"agreed": error.agreed, "ply": error.ply})
    if isinstance(error, Locked):
        text = words.say("an administrator has locked this table: {why}", why=error.reason)
        return 409, refusal("locked", text, facts={"reason": error.reason})
    if isinstance(error, StoreError):
        LOG.error("%s", error)
        text = words.say("the store cannot be used now; the server's log says why")
        away = isinstance(error, Unreachable | NotWritten)
        return (503, refusal("busy", text)) if away else (500, refusal("server", text))
    if isinstance(error, Unfit):
        return 400, refusal("bad_input", tell(error.message, language), facts=error.message.facts)
    if isinstance(error, TranscriptError):
        return 400, refusal("bad_input", of_transcript(error, words), *of_cause(error))
    return 400, refusal("bad_input", str(error))


def of_transcript(error: TranscriptError, words: Words) -> str:
    """What is wrong with a file, and where; what the rules refuse is told in the reader's language."""
    reason = tell(error.cause.message, words.language) if error.cause else error.reason
    if error.action is None:
        return words.say("the file cannot be used: {reason}", reason=reason)
    return words.say("action {action} of the file: {reason}", action=error.action, reason=reason)


def of_cause(error: TranscriptError) -> tuple[str, dict[str, Any]]:
    """The rule behind a file that does not replay, and the facts."""
    facts = {"file": error.file, "action": error.action}
    return (error.cause.rule, facts | plain_facts(error.cause)) if error.cause else ("", facts)


def reason(error: HTTPException, words: Words) -> str:
    """A sentence for the framework's error; what only programmers understand is not passed on."""
    if error.status_code >= 500:
        return words.say("the server failed; its log says why")
    if error.status_code == 400:
        return words.say("the body cannot be read as JSON: {detail}", detail=error.detail)
    if error.status_code == 404:
        return words.say("there is nothing at this address")
    if error.status_code == 405:
        return words.say("this address does not take such a request")
    return error.detail or words.say("the request cannot be understood")


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """True for a reader with a browser: not a program at the API, not a script that fetches a piece of a page."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


class Answers:
    """How an app answers errors; `page` makes the answer for a browser that wants a page."""

    def __init__(self, page: Page) -> None:
        """With the maker of error pages."""
        self.page = page

    def on_domain(self, request: Request[Any, Any, Any], error: StellwerkError) -> Answer:
        """Answer with what the table or the rules refuse."""
        status, body = of_domain(error, words_of(request))
        wait = body["facts"].get("wait") if isinstance(error, TooMany) else None
        return self.respond(request, status, body, None if wait is None else {"retry-after": str(wait)})

    def on_http(self, request: Request[Any, Any, Any], error: HTTPException) -> Answer:
        """Answer for what the framework refuses: bad JSON, missing fields, unknown addresses."""
        status = error.status_code
        where = error.extra if isinstance(error.extra, list) else []
        places = [
            {"where": str(entry.get("key", "body")), "what": one_line(str(entry.get("message", "")))}
            for entry in where
            if isinstance(entry, dict)
        ]
        words = words_of(request)
        text = "; ".join(f"{place['where']}: {place['what']}" for place in places) or reason(error, words)
        headers = {
            key: value for key, value in (error.headers or {}).items() if key.lower() in ("allow", "retry-after")
        }
        code = CODES.get(status, "server" if status >= 500 else "bad_input")
        return self.respond(request, status, refusal(code, text, facts={"places": places} if places else {}), headers)

    def on_any(self, request: Request[Any, Any, Any], error: Exception) -> Answer:
        """Answer for what nobody thought of; the details stay in the log."""
        words = words_of(request)
        if isinstance(error, RecursionError):
            return self.respond(request, 400, refusal("bad_input", words.say("the body is nested too deeply")))
        LOG.error("%s %s failed", request.method, request.scope.get("path_template", ""), exc_info=error)
        return self.respond(request, 500, refusal("server", words.say("the server failed; its log says why")))

    def respond(
        self, request: Request[Any, Any, Any], status: int, body: dict[str, Any], headers: dict[str, str] | None = None
    ) -> Answer:
        """A page for a browser that asked for one, else JSON."""
        if wants_page(request):
            return self.page(request, status, body, headers)
        return Response(
            msgspec.json.encode(body, enc_hook=str), status_code=status, media_type="application/json", headers=headers
        )
