"""A mail server for tests: it keeps what it is sent, and refuses as it is told to."""

from __future__ import annotations

import asyncio
import email
import email.policy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage


class MailServer:
    """SMTP as far as a client needs it. `refuse` maps a command (`RCPT`, `DATA`, `MAIL`) to the codes it is answered
    with, one after the other; `drop` ends connections at a command.
    """

    def __init__(self) -> None:
        self.heard: list[EmailMessage] = []
        self.envelopes: list[tuple[str, str]] = []
        self.logins: list[str] = []
        self.refuse: dict[str, list[int]] = {}
        self.drop = ""
        self.connections = 0
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._started.wait(30)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._talk, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._started.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    def close(self) -> None:
        def end() -> None:
            self._server.close()
            self._loop.stop()

        self._loop.call_soon_threadsafe(end)
        self._thread.join()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1

        def say(text: str) -> None:
            writer.write(f"{text}\r\n".encode())

        sender = to = ""
        say("220 tests")
        try:
            while line := (await reader.readline()).decode().strip():
                command = line.split(" ")[0].upper()
                codes = self.refuse.get(command, [])
                if self.drop == command:
                    break
                if codes:
                    say(f"{codes.pop(0)} not now")
                elif command == "EHLO":
                    say("250-tests\r\n250 AUTH PLAIN")
                elif command == "AUTH":
                    self.logins.append(line)
                    say("235 ok")
                elif command == "DATA":
                    say("354 go on")
                    content = (await reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
                    if self.drop == "END":
                        break
                    made = email.message_from_bytes(content, policy=email.policy.default)
                    self.heard.append(made)
                    self.envelopes.append((sender, to))
                    say("250 taken")
                elif command == "QUIT":
                    say("221 bye")
                    break
                else:
                    sender = line[10:] if command == "MAIL" else sender
                    to = line[8:] if command == "RCPT" else to
                    say("250 ok")
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def texts(self) -> list[str]:
        """What the letters say."""
        return [str(letter.get_content()) for letter in self.heard]


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A mail server that ends with the test."""
    made = MailServer()
    try:
        yield made
    finally:
        made.close()
