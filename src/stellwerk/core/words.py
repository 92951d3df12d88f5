"""The engine's words: codes that stand in facts, and what they are called. Families and titles add their own."""

from __future__ import annotations

from collections.abc import Mapping

ACTION = "action"  # kinds of actions
STEP = "step"  # what is decided: kinds of decisions and parts of a turn
ROUND = "round"
END = "end"  # why a game is over

WORDS: dict[str, dict[str, str]] = {}  # by kind of word and code, in English


def add_words(words: Mapping[str, Mapping[str, str]]) -> None:
    """Add words; a code of a kind means one thing."""
    for kind, table in words.items():
        known = WORDS.setdefault(kind, {})
        for code, word in table.items():
            if known.setdefault(code, word) != word:
                raise ValueError(f"{kind} {code} is {known[code]!r} already, not {word!r}")


def english(kind: str, code: object) -> str:
    """The word for a code; what has none (a typed name, a number) stays as it is."""
    return WORDS[kind].get(code, code) if isinstance(code, str) else str(code)
