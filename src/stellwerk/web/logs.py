"""The log: one line for each message, as text or JSON, with the id of the request it belongs to and no secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

REQUEST: ContextVar[str] = ContextVar("request", default="")
FIELDS = ("method", "route", "status", "ms")
# Secrets of links, keys and tokens, passwords in addresses, and what stands behind the # of a link.
_SECRETS = (
    (re.compile(r"sw-[A-Za-z0-9_-]{10,}"), "sw-…"),
    (re.compile(r"(?i)(bearer\s+|x-csrf-token:?\s*|(?:__Host-)?stellwerk=)[^\s;,'\"]+"), r"\1…"),
    (re.compile(r"(://[^/\s:@]*:)[^@\s/]+@"), r"\1…@"),
    (re.compile(r"(/(?:join|watch|account/\w+|letters/\w+)[^\s#]*#)\S+"), r"\1…"),
    (re.compile(r"""(?i)((?:secret|token|password|key)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s"'&,;)]{8,})"""), r"\1…"),
)


def without_secrets(text: str) -> str:
    """A message that can be read by whoever reads logs."""
    for found, shown in _SECRETS:
        text = found.sub(shown, text)
    return text


class TextLines(logging.Formatter):
    """`2026-11-18 09:30:00 WARNING slow: GET /g/{game_id} 200 1520 ms [id]`."""

    def format(self, record: logging.LogRecord) -> str:
        """One message; a traceback follows on lines of its own."""
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        mark = f" [{REQUEST.get()}]" if REQUEST.get() else ""
        return without_secrets(f"{at} {record.levelname} {record.getMessage()}{mark}{trace}")


class JsonLines(logging.Formatter):
    """One JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One message."""
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if REQUEST.get():
            said["request"] = REQUEST.get()
        said |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            said["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)


def set_up(kind: str, *, requests: bool = False) -> None:
    """Write the log of this process to its error output; `requests`: also a line for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("stellwerk.requests").setLevel(logging.INFO if requests else logging.WARNING)
