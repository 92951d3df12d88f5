"""Where in a TOML file an entry stands, so that an error can name the line."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[(\[)?\s*([\w.\"-]+)\s*\]?\]")
_KEY = re.compile(r"\s*([\w\"-]+)\s*[=.]")


class TomlLines:
    """The headers and keys of a TOML text, by line."""

    def __init__(self, text: str) -> None:
        """Only the common form is known: every table under a header of its own."""
        self.tables: dict[str, list[int]] = {}
        self.keys: dict[tuple[str, int, str], int] = {}
        table, number = "", 0
        for at, line in enumerate(text.splitlines(), 1):
            header = _HEADER.match(line)
            if header:
                table = header[2].replace('"', "")
                found = self.tables.setdefault(table, [])
                found.append(at)
                number = len(found) - 1
                continue
            key = _KEY.match(line)
            if key:
                self.keys.setdefault((table, number, key[1].strip('"')), at)

    def of(self, table: str, number: int = 0, key: str = "") -> int:
        """The line of a key, or of its table's header; 0 if neither is found."""
        at = self.keys.get((table, number, key)) if key else None
        if at is not None:
            return at
        found = self.tables.get(table, [])
        return found[number] if number < len(found) else 0
