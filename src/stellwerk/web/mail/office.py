"""The mail office: what letters a server sends, and the links in them. Links are good for one thing, once, for a while;
the store has only their hashes, and a letter that waits has only what this server's secret makes them of.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

from stellwerk.core import StellwerkError
from stellwerk.store import Account, GameStore, Letter, NewLetter
from stellwerk.titles import TITLES
from stellwerk.web.access import read_settings
from stellwerk.web.errors import Forbidden, Waiting
from stellwerk.web.games import OpenGames
from stellwerk.web.mail import letters
from stellwerk.web.mail.address import check_address
from stellwerk.web.mail.marks import off_mark
from stellwerk.web.mail.notices import Notices
from stellwerk.web.mail.postman import Postman
from stellwerk.web.mail.settings import MailSettings

LOG = logging.getLogger(__name__)
CONFIRM, RESET = "confirm", "reset"
LASTS = {CONFIRM: 24 * 3600, RESET: 3600}  # seconds
MOST = 3  # links to one address that are good at the same time
WAITING = 100  # requests for a new password


class MailOffice:
    """Letters of a server."""

    def __init__(self, games: OpenGames, settings: MailSettings, secret: str, after: float) -> None:
        """`after`: seconds until somebody is told of his turn. Links begin with the games' base address."""
        self.games, self.settings, self._secret = games, settings, secret
        self.store: GameStore = games.store
        self.notices = Notices(games, after)
        self.postman = Postman(self.store, settings, self.write)
        self._asked = ThreadPoolExecutor(1, thread_name_prefix="mail")  # how long it takes tells nothing then
        self._room = threading.BoundedSemaphore(WAITING)

    def begin(self) -> None:
        """Send, and see whose turn it has become while no server was there."""
        self.postman.begin()
        self.notices.look_at_all()

    def close(self) -> None:
        """Send no more."""
        self._asked.shutdown(wait=True, cancel_futures=True)
        self.notices.close()
        self.postman.close()

    # -- links

    def ask_to_confirm(self, account: Account, email: str, language: str) -> None:
        """Send a link to an address that somebody has entered."""
        if not self._send(CONFIRM, account, check_address(email), language):
            raise Waiting("enough such letters have been sent already; wait before you ask for another")
        self.postman.wake()

    def confirmed(self, secret: str) -> tuple[int, str]:
        """The account and the address of a link in a letter, which is used up."""
        return self._used(secret, CONFIRM)

    def forgot(self, email: str, language: str) -> None:
        """Send a link to each account of an address. Nobody is told whether there is one, not even by the time."""
        address = check_address(email)
        if self._room.acquire(blocking=False):
            self._asked.submit(self._forgot, address, language)

    def _forgot(self, address: str, language: str) -> None:
        try:
            for account in self.store.accounts_at(address):
                if not self._send(RESET, account, address, language):
                    LOG.info("enough letters with new passwords have been sent to one address")
            self.postman.wake()
        except StellwerkError as error:
            LOG.warning("no letter for a forgotten password: %s", error)
        finally:
            self._room.release()

    def reset(self, secret: str) -> int:
        """The account of a link for a forgotten password, which is used up."""
        return self._used(secret, RESET)[0]

    def _send(self, kind: str, account: Account, email: str, language: str) -> bool:
        now = int(time.time() * 1000)
        key = f"{kind[0]}-{secrets.token_hex(16)}"
        letter = NewLetter(key, kind, account.id, email, language, {}, now, now + LASTS[kind] * 1000)
        return self.store.send_ticket(ticket_key(self._link_secret(key)), letter, MOST)

    def _used(self, secret: str, kind: str) -> tuple[int, str]:
        found = self.store.use_ticket(ticket_key(secret), kind)
        if found is None:
            raise Forbidden("this link has been used, is too old, or is not complete; ask for a new one")
        return found

    def _link_secret(self, key: str) -> str:
        return hmac.new(self._secret.encode(), f"ticket/{key}".encode(), hashlib.sha256).hexdigest()

    # -- letters

    def write(self, letter: Letter) -> EmailMessage | None:
        """A letter; None if nobody wants it any more."""
        account = self.store.account_by_number(letter.account)
        if account is None:
            return None
        words, base = letters.LetterWords(letter.language), self.games.base_url
        off = ""
        if letter.kind == CONFIRM:
            said = letters.confirm(words, account.name, f"{base}/account/confirm#{self._link_secret(letter.key)}")
        elif letter.kind == RESET:
            said = letters.reset(words, account.name, f"{base}/account/reset#{self._link_secret(letter.key)}")
        else:
            turn = self.notices.still(letter)
            if turn is None or not account.notices or account.email != letter.email:
                return None
            head = self.store.head(turn.game)
            title = TITLES[head.title].name if head.title in TITLES else head.title
            off = f"{base}/letters/off/{account.id}/{off_mark(self._secret, account.id)}"
            link = f"{base}/g/{head.id}"
            said = letters.turn(words, head.seats[turn.seat].name, title, read_settings(head).name, link, off)
        return letters.letter(self.settings.sender, letter.email, said, letter.key, words.language, off)


def ticket_key(secret: str) -> str:
    """What a link is filed under."""
    return hashlib.sha256(f"ticket/{secret}".encode("utf-8", "surrogatepass")).hexdigest()
