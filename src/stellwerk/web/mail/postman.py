"""The postman: one thread, in the one process that has the lease, which hands letters that wait to the mail server.

Letters wait in the store, so none is lost when the program ends. While the mail server cannot be reached nothing is
tried, longer and longer; a letter that it does not want is tried again later, until nobody wants it any more.
"""

from __future__ import annotations

import logging
import smtplib
import ssl
import threading
import time
from collections.abc import Callable
from email.message import EmailMessage

from stellwerk.core import StellwerkError
from stellwerk.store import GameStore, Letter, StoreError
from stellwerk.web.mail.settings import MailSettings

LOG = logging.getLogger(__name__)
LEASE = "mail"  # whoever looks after this name sends
TIMEOUT = 20.0  # seconds for each step
AT_ONCE = 20  # letters by one connection
EVERY = 5.0  # seconds between looks for letters that other processes have written
PAUSES = (5.0, 15.0, 60.0, 300.0, 900.0)  # seconds while the mail server is away; the last from then on
AGAIN = (60.0, 300.0, 1800.0, 7200.0)  # seconds before a letter that was not wanted is tried again
HANDED = 120.0  # seconds for handing over one letter
TURN = "turn"
REFUSED, FOR_GOOD = 400, 500  # codes of a mail server from which on it does not want a letter, now or ever


class Postman:
    """Sends what waits."""

    def __init__(
        self,
        store: GameStore,
        settings: MailSettings,
        write: Callable[[Letter], EmailMessage | None],
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """`write` makes the letter, or None if nobody wants it any more."""
        self.store, self.settings, self.write, self.pauses = store, settings, write, pauses
        self._wake, self._ended = threading.Event(), threading.Event()
        self._failed = 0
        self._thread = threading.Thread(target=self._run, name="stellwerk-mail", daemon=True)

    def begin(self) -> None:
        """Start."""
        self._thread.start()

    def wake(self) -> None:
        """There is a letter."""
        self._wake.set()

    def close(self) -> None:
        """Send no more; the letter that is being handed over is finished."""
        self._ended.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            pause = EVERY
            try:
                if self.store.owns(LEASE):
                    pause = self._round()
            except StoreError as error:
                LOG.warning("letters wait: %s", error)
            except Exception:  # one odd letter must not end the thread that sends all others
                LOG.exception("letters could not be sent")
            if self._failed:
                self._ended.wait(pause)
            else:
                self._wake.wait(pause)
            self._wake.clear()

    def _round(self) -> float:
        """Send what is due; the seconds until the next look."""
        letters = [(letter, made) for letter in self.store.due_letters(AT_ONCE) if (made := self._made(letter))]
        if not letters:
            self._failed = 0
            return EVERY
        try:
            with self._connect() as server:
                self._failed = 0
                for letter, made in letters:
                    if self._ended.is_set() or not self.store.owns(LEASE):
                        break
                    self._hand_over(server, letter, made)
        except (OSError, smtplib.SMTPException) as error:
            pause = self.pauses[min(self._failed, len(self.pauses) - 1)]
            self._failed += 1
            LOG.warning("the mail server %s cannot be used (%s); letters wait", self.settings.host, error)
            return pause
        return 0.0 if len(letters) == AT_ONCE else EVERY

    def _made(self, letter: Letter) -> EmailMessage | None:
        """What to send; a letter that nobody wants any more is dropped."""
        made = None
        # Of a letter that was being handed over when its server died nobody knows whether it arrived. About a turn
        # there are never two.
        lost = letter.begun and letter.kind == TURN
        if not lost and time.time() * 1000 < letter.ends:
            try:
                made = self.write(letter)
            except StellwerkError as error:  # the game is gone
                LOG.debug("no letter: %s", error)
            except ValueError as error:
                LOG.warning("a letter cannot be written: %s", error)
        if made is None:
            self.store.drop_letter(letter.key)
        return made

    def _connect(self) -> smtplib.SMTP:
        how = self.settings
        if how.security == "ssl":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(how.host, how.port, timeout=TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(how.host, how.port, timeout=TIMEOUT)
        try:
            if how.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            server.ehlo_or_helo_if_needed()
            if how.user:
                server.login(how.user, how.password)
        except BaseException:
            server.close()
            raise
        return server

    def _hand_over(self, server: smtplib.SMTP, letter: Letter, made: EmailMessage) -> None:
        """Send one letter; if the mail server does not want it, it is tried again or dropped."""
        now = time.time()
        if not self.store.begin_letter(letter, int((now + HANDED) * 1000)):
            return
        sender, content = self.settings.sender, made.as_bytes()
        try:
            code = next((code for code, _ in (server.mail(sender), server.rcpt(letter.email)) if code >= REFUSED), 0)
        except (OSError, smtplib.SMTPException):  # the connection broke before it was handed over
            self.store.put_off_letter(letter.key, int(now * 1000))
            raise
        try:
            code = code or server.data(content)[0]
        except smtplib.SMTPDataError as error:
            code = error.smtp_code
        except (OSError, smtplib.SMTPException):  # nobody knows whether it was
            if letter.kind == TURN:
                self.store.drop_letter(letter.key)
            raise
        if code < REFUSED or code >= FOR_GOOD:
            if code >= FOR_GOOD:
                LOG.info("the mail server refuses a letter for good (%s)", code)
            self.store.drop_letter(letter.key)
        else:
            LOG.info("the mail server does not take a letter now (%s)", code)
            self.store.put_off_letter(letter.key, int((now + AGAIN[min(letter.tries, len(AGAIN) - 1)]) * 1000))
        if code:
            server.rset()
