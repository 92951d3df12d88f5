"""/api/v1/account: one's own account. What a passer-by at an open browser must not do asks for the password."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post, put
from litestar.params import JSONBody

from stellwerk.web.administration import without_person
from stellwerk.web.api_parameters import REFUSALS, Browser, TheSite, spoken
from stellwerk.web.aside import aside
from stellwerk.web.errors import Unknown, Waiting
from stellwerk.web.mail.office import MailOffice
from stellwerk.web.packing import AS_IT_IS
from stellwerk.web.requests import (
    EndSession,
    NewAddress,
    NewPassword,
    Password,
    ResetPassword,
    SendReset,
    TellTurns,
    TicketSecret,
)
from stellwerk.web.responses import AccountOut, DeviceOut, SessionOut
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

MARK = 16  # letters of a session's key that name it to its owner


def account_out(site: Site, session: Session) -> AccountOut:
    """One's own account, and where it is signed in."""
    account = site.accounts.get(session.person.account)
    devices = [
        DeviceOut(entry.key[:MARK], entry.device, entry.seen or entry.began, entry.key == session.key)
        for entry in site.store.sessions_of(account.id)
    ]
    return AccountOut(account.name, account.email, account.notices, site.mail is not None, tuple(devices), session.csrf)


def office(site: Site) -> MailOffice:
    """The mail office, if there is one."""
    if site.mail is None:
        raise Waiting("this server sends no e-mail; everything else works without it")
    return site.mail


class OwnAccount(Controller):
    """One's own account."""

    path = "/account"
    tags = ("people",)

    @get("/", sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def account(self, site: TheSite, session: Browser) -> AccountOut:
        """Name, address, whether turns are told by mail, and where one is signed in."""
        return account_out(site, session)

    @post("/password", status_code=200, responses=REFUSALS, opt=AS_IT_IS)
    @aside
    def password(self, data: JSONBody[NewPassword], site: TheSite, session: Browser) -> AccountOut:
        """Change the password; `end_others` signs out all other devices."""
        account = site.accounts.prove(session.person.account, data.old, session.place)
        site.accounts.set_password(account.id, data.new)
        if data.end_others:
            site.store.end_sessions_of(account.id, but=session.key)
        return account_out(site, session)

    @put("/email", status_code=200, responses=REFUSALS, opt=AS_IT_IS)
    @aside
    def email(
        self, request: Request[Any, Any, Any], data: JSONBody[NewAddress], site: TheSite, session: Browser
    ) -> AccountOut:
        """Enter an address: a link that confirms it is sent there, and until then nothing changes. An empty one removes
        the address that is known.
        """
        account = site.accounts.prove(session.person.account, data.password, session.place)
        if data.email.strip():
            office(site).ask_to_confirm(account, data.email, spoken(request))
        else:
            site.store.set_mail(account.id, email="", language=spoken(request))
        return account_out(site, session)

    @post("/email/confirm", status_code=204, sync_to_thread=True, responses=REFUSALS)
    def confirm(self, request: Request[Any, Any, Any], data: JSONBody[TicketSecret], site: TheSite) -> None:
        """Confirm an address by the secret of the link that was sent there."""
        number, email = office(site).confirmed(data.secret)
        site.store.set_mail(number, email=email, language=spoken(request))

    @put("/notices", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def notices(
        self, request: Request[Any, Any, Any], data: JSONBody[TellTurns], site: TheSite, session: Browser
    ) -> AccountOut:
        """Be told by mail when it is one's turn, or no more."""
        account = site.accounts.get(session.person.account)
        if data.on and not account.email:
            raise Waiting("confirm an e-mail address first")
        site.store.set_mail(account.id, notices=data.on, language=spoken(request))
        return account_out(site, session)

    @post("/forgot", status_code=202, sync_to_thread=True, responses=REFUSALS)
    def forgot(self, request: Request[Any, Any, Any], data: JSONBody[SendReset], site: TheSite) -> None:
        """Have a link for a new password sent. The answer is the same whether the address is known or not."""
        office(site).forgot(data.email, spoken(request))

    @post("/reset", status_code=200, responses=REFUSALS, opt=AS_IT_IS)
    @aside
    def reset(self, data: JSONBody[ResetPassword], site: TheSite, session: Browser) -> SessionOut:
        """Choose a new password by the secret of that link. All devices are signed out; this browser is signed in."""
        site.accounts.check_length(data.password)  # before the link is used up
        account = site.accounts.get(office(site).reset(data.secret))
        site.accounts.admit(account)
        site.accounts.set_password(account.id, data.password)
        site.store.end_sessions_of(account.id)
        return SessionOut(session.sign_in(account.id, account.name), account.name)

    @post("/sessions/end", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def end(self, data: JSONBody[EndSession], site: TheSite, session: Browser) -> AccountOut:
        """Sign out one device, or all but this one (`others`)."""
        account = site.accounts.get(session.person.account)
        if data.which == "others":
            site.store.end_sessions_of(account.id, but=session.key)
            return account_out(site, session)
        known = [entry.key for entry in site.store.sessions_of(account.id) if entry.key[:MARK] == data.which]
        if not known:
            raise Unknown("this device is not signed in any more")
        if known[0] == session.key:
            session.end()
            return AccountOut("", "", False, site.mail is not None, (), "")
        site.store.end_sessions_of(account.id, only=known[0])
        return account_out(site, session)

    @post("/delete", status_code=204, responses=REFUSALS)
    @aside
    def delete(self, data: JSONBody[Password], site: TheSite, session: Browser) -> None:
        """Delete the account and what is kept of its owner. Games stay as they were played, under another name."""
        person = f"a:{site.accounts.prove(session.person.account, data.password, session.place).id}"
        site.store.erase_person(person, person, without_person)
        session.end()
