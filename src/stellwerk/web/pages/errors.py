"""Error pages: what is wrong and where, in the reader's language, with a way on."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response

from stellwerk.web.guard import SESSION
from stellwerk.web.library import paragraph, rule_link
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.switches import switches
from stellwerk.web.sessions import Session, masked


def error_page(
    request: Request[Any, Any, Any], status: int, body: dict[str, Any], headers: dict[str, str] | None = None
) -> Response[str]:
    """The refusal `body` as a page. It begins no session: nothing was granted."""
    plain: dict[str, Any] = request.scope  # type: ignore[assignment]  # the scope is a dict at run time
    session: Session = plain[SESSION]
    reader = Reader(request, session)
    head, advice = heading(reader, status, body["error"])
    return Response(
        fragment(
            reader,
            "error.html",
            csrf=masked(session.csrf),
            account=session.person.name,
            switches=switches(request, reader),
            status=status,
            heading=head,
            advice=advice,
            text=body["text"],
            rule=body["rule"],
            link=rule_link(body["rule"]),
            paragraph=paragraph(body["rule"], reader.language),
        ),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store", **(headers or {})},
        cookies=reader.cookies,
    )


def heading(reader: Reader, status: int, error: str) -> tuple[str, str]:
    """What happened in a few words, and what can be done."""
    if status == 404:
        return reader.say("Nothing here"), reader.say("Check the address, or begin at the start page.")
    if status in (401, 403):
        return reader.say("Not open to you"), reader.say(
            "A table is open to those who hold a seat or have its link. If you sat here before: use the same browser, "
            "sign in, or ask for a new link."
        )
    if status == 409:
        return reader.say("The game has moved on"), reader.say("Open the table again to see the new position.")
    if status == 422:
        return reader.say("Not possible"), reader.say("The rules refuse this; nothing has changed.")
    if status == 429:
        return reader.say("Too many requests"), reader.say("Wait a moment and try again.")
    if status >= 500:
        return reader.say("Something went wrong here"), reader.say(
            "This is a fault of the server, not yours. Every move that was confirmed is safe. Try again in a moment."
        )
    return reader.say("This cannot be read"), reader.say("Nothing has changed. Go back and try again.")
