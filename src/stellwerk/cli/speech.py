"""The terminal's own texts, in the reader's language and the title's words."""

from __future__ import annotations

from typing import Any

from stellwerk.core import BadInput, Message, Style
from stellwerk.core.message import PLAIN, Text
from stellwerk.i18n import ENGLISH, tell


class Speech:
    """Speaks one language in the style of one title."""

    def __init__(self, language: str = ENGLISH, style: Style = PLAIN) -> None:
        """`style` has the form of money."""
        self.language, self.style = language, style

    def tell(self, message: Message) -> str:
        """What the rules say."""
        return tell(message, self.language)

    def say(self, text: Text, /, **facts: Any) -> str:
        """A text of the terminal."""
        return tell(Message(text, facts, self.style), self.language)

    def money(self, amount: int) -> str:
        """`$40`"""
        return self.style.money.replace("{}", str(amount))

    def listed(self, items: list[str]) -> str:
        """`a, b`, or that there is none."""
        return ", ".join(items) or self.say("none")


class Unclear(BadInput):
    """A typed line that cannot be carried out; the sentence is told in the reader's language."""

    def __init__(self, text: Text, /, **facts: Any) -> None:
        """A template with its facts."""
        self.message = Message(text, facts)
        super().__init__(self.message.text)
