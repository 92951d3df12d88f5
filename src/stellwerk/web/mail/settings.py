"""By which server letters are sent: from the command line, the environment or a file in the data folder."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.web.errors import BadRequest
from stellwerk.web.mail.address import check_address

FILE = "mail.toml"  # in the data folder
PORTS = {"starttls": 587, "ssl": 465, "none": 25}
VARIABLES = {
    "host": "STELLWERK_SMTP_HOST",
    "port": "STELLWERK_SMTP_PORT",
    "security": "STELLWERK_SMTP_SECURITY",
    "user": "STELLWERK_SMTP_USER",
    "password": "STELLWERK_SMTP_PASSWORD",
    "password_file": "STELLWERK_SMTP_PASSWORD_FILE",
    "sender": "STELLWERK_MAIL_FROM",
}


class MailSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The server that takes letters, and the address they come from."""

    host: str
    sender: str
    port: int = 0
    security: Literal["starttls", "ssl", "none"] = "starttls"
    user: str = ""
    password: str = ""
    password_file: str = ""

    def __repr__(self) -> str:
        return f"MailSettings({self.host}:{self.port})"  # no log ever has the password


def read_mail(data: Path, flags: Mapping[str, Any], env: Mapping[str, str] = os.environ) -> MailSettings | None:
    """How letters are sent; None if no server is named. What is on the command line counts before the environment, and
    that before the file.
    """
    said: dict[str, Any] = from_file(data / FILE)
    said |= {name: env[variable] for name, variable in VARIABLES.items() if env.get(variable)}
    said |= {name: value for name, value in flags.items() if value}
    if not said.get("host"):
        if said:
            raise BadInput(f"mail: {', '.join(sorted(said))} without a host: name the server with --smtp-host")
        return None
    try:
        found = msgspec.convert(said, MailSettings, strict=False)
        check_address(found.sender)
    except msgspec.ValidationError as error:
        raise BadInput(f"mail: {str(error).replace('`sender`', '`--mail-from`')}") from None
    except BadRequest as error:
        raise BadInput(f"mail: --mail-from: {error}") from None
    if not 0 <= found.port <= 65535:
        raise BadInput(f"mail: {found.port} is not a port from 1 to 65535")
    password = found.password or (secret_in(Path(found.password_file)) if found.password_file else "")
    if found.user and not password:
        raise BadInput(f"mail: no password for {found.user}: --smtp-password-file or STELLWERK_SMTP_PASSWORD")
    return msgspec.structs.replace(found, password=password, password_file="", port=found.port or PORTS[found.security])


def from_file(place: Path) -> dict[str, Any]:
    """The settings in a file; nothing if there is none."""
    try:
        return tomllib.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{place}: {error}") from None


def secret_in(place: Path) -> str:
    """The first line of a file."""
    try:
        return place.read_text(encoding="utf-8").split("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"mail: the file with the password cannot be read: {error}") from None
