"""How a server is set up, and where a user's data lie on each system."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.web.mail.settings import MailSettings

SHORTEST_SECRET = 16
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
STORED, LOCAL = "secret", "local-secret"


class Settings(Struct, frozen=True):
    """A server. `data` is the folder with secret, sessions and, unless `db` says otherwise, the games;
    `database` is the address of a PostgreSQL database that holds them instead, for several servers at once.

    `base_url` is how readers reach it (needed behind a proxy and for links); `secret` signs what only this server may
    have made; `public` says that others than this machine's user can reach it.
    """

    data: Path
    db: Path | None = None
    database: str = ""
    base_url: str = ""
    secret: str = ""
    public: bool = False
    host: str = "127.0.0.1"
    most_body: int = 64 * 1024
    most_import: int = 4 * 1024 * 1024
    most_actions: int = 5000  # of a game in a file
    reading_seconds: float = 10.0  # of processor time for a file
    writes_per_minute: int = 3000
    reads_per_minute: int = 30_000  # what is dear counts more than once
    streams_per_client: int = 256
    at_once_per_client: int = 6  # requests in work; its others wait
    body_seconds: float = 30.0  # until a body has arrived
    private_webhooks: bool = False  # may turn alerts go to addresses of the own network?
    proxies: tuple[str, ...] = ()  # whose word for a reader's address is taken
    logins_per_minute: int = 10
    bot_threads: int = 2
    thinkers: int = 1  # processes in which bots think for seconds
    bots: tuple[tuple[str, str], ...] = ()  # bots of the host: their names, and where they are
    memory: int = 256 * 1024 * 1024  # bytes that games and pages in use may take
    pace: Literal["instant", "readable", "slow"] = "readable"  # of bots, at tables that are made on the pages
    keep_alive: float = 15.0
    metrics: Literal["auto", "off", "loopback", "token", "open"] = "auto"  # who may see the figures (web/watching.py)
    metrics_token: str = ""
    slow_seconds: float = 1.0  # a request that takes longer is named in the log
    ready_seconds: float = 5.0  # a write that takes longer is none
    keep_finished: int = 0  # days until a finished game is forgotten; 0: never
    keep_sessions: int = 0  # the same for sessions without an account
    keep_audit: int = 0
    keep_chat: int = 0
    mail: MailSettings | None = None  # None: no letters are sent
    notice_after: float = 300.0  # seconds until somebody who wants that is told of his turn by mail

    @property
    def https(self) -> bool:
        """True if readers come by HTTPS, so that cookies may insist on it."""
        return self.base_url.startswith("https://")

    @property
    def mark(self) -> str:
        """A fingerprint of the secret, by which servers on one database know that they have the same."""
        return hmac.new(self.secret.encode(), b"process", hashlib.sha256).hexdigest()[:24]

    @property
    def hosts(self) -> frozenset[str]:
        """Host names a request may be for; empty: any. A local server answers to local names only, so that a page
        elsewhere cannot reach it by a name that leads here.
        """
        named = {urlsplit(self.base_url).hostname or ""} - {""}
        if self.public:
            return frozenset(named)
        return frozenset(named | {*LOCAL_HOSTS, self.host})

    @property
    def games(self) -> Path:
        """The file with the games."""
        return self.db or self.data / "stellwerk.sqlite"


def usual_memory() -> int:
    """Megabytes for games and pages in use, if nobody says how many: an eighth of what the machine or its container
    has, from 256 to 1024.
    """
    try:
        found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows
        return 256
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
    except OSError:
        limit = ""
    whole = min(found, int(limit)) if limit.isdecimal() else found
    return min(max(whole // 8 // 2**20, 256), 1024)


def data_folder(system: str = sys.platform, env: Mapping[str, str] = os.environ, home: Path | None = None) -> Path:
    """Where programs keep a user's data on this system."""
    home = home or Path.home()
    if system == "win32":
        place = env.get("APPDATA")
        return Path(place) / "Stellwerk" if place else home / "AppData" / "Roaming" / "Stellwerk"
    if system == "darwin":
        return home / "Library" / "Application Support" / "Stellwerk"
    place = env.get("XDG_DATA_HOME", "")
    return (Path(place) if place.startswith("/") else home / ".local" / "share") / "stellwerk"


def is_local(host: str) -> bool:
    """True for addresses that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def find_secret(data: Path, given: str, host: str) -> str:
    """The secret of a server: the given one, which is kept for the next time, or the stored one.

    On a local address one is made up; a public server needs one that was given on purpose.
    """
    if given:
        if len(given) < SHORTEST_SECRET:
            raise BadInput(f"--secret is shorter than {SHORTEST_SECRET} characters: it could be guessed")
        if stored(data, STORED) != given:
            keep(data, STORED, given)
        return given
    known = stored(data, STORED)
    if known:
        return known
    if not is_local(host):
        raise BadInput(
            f"--host {host} can be reached by others: give a --secret of at least {SHORTEST_SECRET} characters (it is "
            "kept for the next time). It signs what protects players from forged requests, so only you may know it"
        )
    known = stored(data, LOCAL) or secrets.token_urlsafe(32)
    keep(data, LOCAL, known)
    return known


def read_secret(file: str) -> str:
    """The secret in a file that was named, such as one that a container is given; empty if none was."""
    if not file:
        return ""
    try:
        found = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"--secret-file {file}: {getattr(error, 'strerror', None) or 'not a text'}") from None
    if not found:
        raise BadInput(f"--secret-file {file}: it is empty")
    return found


def stored(data: Path, name: str) -> str:
    """A secret in the data folder; empty if there is none."""
    try:
        return (data / name).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise BadInput(f"{data / name}: not a text; it should hold the server's secret") from None


def keep(data: Path, name: str, secret: str) -> None:
    """Write a secret so that only its owner can read it."""
    data.mkdir(parents=True, exist_ok=True)
    place, part = data / name, data / f"{name}.part"
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(handle)
        os.replace(part, place)  # whoever is killed in between leaves no empty secret
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{place}: {error.strerror or error}") from None


def check_base_url(text: str) -> str:
    """A base address without its last slash."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise BadInput(f"--base-url {text!r} must be like https://games.example.org")
    if parts.path.strip("/"):
        raise BadInput(f"--base-url {text!r}: the server must be at the root of its host, not under {parts.path}")
    return text.rstrip("/")
