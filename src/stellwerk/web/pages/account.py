"""The pages of an account: sign in, address, password, devices; and those behind the links in letters."""

from __future__ import annotations

import time

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from stellwerk.web.account_api import account_out
from stellwerk.web.pages.front import since
from stellwerk.web.pages.reader import Reader, TheReader
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.responses import AccountOut
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

TheSite = NamedDependency[Site]
Browser = NamedDependency[Session]
JUST_NOW = 900  # seconds: when a device was seen is not kept more precisely than that


class Device(Struct, frozen=True):
    """Where an account is signed in, as its owner reads it."""

    mark: str
    name: str
    seen: str
    this: bool


def devices(reader: Reader, account: AccountOut) -> list[Device]:
    """This device first."""
    now = time.time()

    def seen(then: int) -> str:
        ago = now - then / 1000
        return reader.say("just now") if ago < JUST_NOW else reader.say("{time} ago", time=since(reader, ago))

    found = [
        Device(entry.mark, entry.device or reader.say("Unknown device"), seen(entry.seen), entry.this)
        for entry in account.devices
    ]
    return sorted(found, key=lambda entry: not entry.this)


@get("/account", include_in_schema=False, sync_to_thread=True)
def account(request: Ask, reader: TheReader, site: TheSite, session: Browser) -> Response[str]:
    """Sign in or create an account; one's own account."""
    if session.person.account is None or site.store.account_by_number(session.person.account) is None:
        return front_page(
            request, session, reader, "account.html", public=site.settings.public, mail=site.mail is not None
        )
    own = account_out(site, session)
    return front_page(
        request,
        session,
        reader,
        "account_own.html",
        own=own,
        devices=devices(reader, own),
        admin=site.store.is_admin(session.person.account),
    )


@get("/account/forgot", include_in_schema=False, sync_to_thread=False)
def forgot(request: Ask, reader: TheReader, site: TheSite, session: Browser) -> Response[str]:
    """Ask for a link to choose a new password."""
    return front_page(request, session, reader, "account_forgot.html", mail=site.mail is not None)


@get("/account/reset", include_in_schema=False, sync_to_thread=False)
def reset(request: Ask, reader: TheReader, session: Browser) -> Response[str]:
    """Choose a new password, by a link from a letter."""
    return front_page(request, session, reader, "account_reset.html")


@get("/account/confirm", include_in_schema=False, sync_to_thread=False)
def confirm(request: Ask, reader: TheReader, session: Browser) -> Response[str]:
    """Confirm an address, by a link from a letter. Programs that look at links in letters confirm nothing."""
    return front_page(request, session, reader, "account_confirm.html")


@get("/letters/off/{number:int}/{mark:str}", include_in_schema=False, sync_to_thread=False)
def off_page(
    request: Ask, reader: TheReader, number: FromPath[int], mark: FromPath[str], site: TheSite, session: Browser
) -> Response[str]:
    """Ask whether letters about turns are to end; looking at the page changes nothing."""
    site.accounts.check_off(number, mark)
    return front_page(request, session, reader, "letters_off.html", here=f"/letters/off/{number}/{mark}", done=False)


@post("/letters/off/{number:int}/{mark:str}", status_code=200, include_in_schema=False, sync_to_thread=True)
def off(
    request: Ask, reader: TheReader, number: FromPath[int], mark: FromPath[str], site: TheSite, session: Browser
) -> Response[str]:
    """No more letters about turns: from the page, or by one click in a mail program (RFC 8058)."""
    site.accounts.check_off(number, mark)
    site.accounts.end_letters(number)
    return front_page(request, session, reader, "letters_off.html", here="", done=True)


HANDLERS = [account, forgot, reset, confirm, off_page, off]
