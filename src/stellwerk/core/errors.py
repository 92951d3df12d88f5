"""What can go wrong, as one-line messages that say what is wrong and where."""

from __future__ import annotations

from typing import Any

from stellwerk.core.message import Message, Text


class StellwerkError(Exception):
    """Base of every error a user may see; its text is one line."""


class BadInput(StellwerkError):
    """A file, name or number from outside that cannot be used."""


class Unfit(BadInput):
    """What is asked for does not fit the game as it stands; the sentence is told in the reader's language."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence as template and facts."""
        super().__init__(message.text)
        self.message = message


class TitleError(BadInput):
    """A title file that is broken: names file, key and reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        """Keep the three parts, for tools that want to point at them."""
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class TranscriptError(BadInput):
    """A transcript that is broken or does not replay: names file, action and reason."""

    def __init__(self, reason: str, *, file: str = "", action: int | None = None, cause: Illegal | None = None) -> None:
        """Keep file, number of the action (from 1) and, for a refused action, the refusal."""
        where = file or "transcript"
        if action is not None:
            where += f": action {action}"
        super().__init__(f"{where}: {reason}")
        self.file, self.action, self.reason, self.cause = file, action, reason, cause


class Illegal(StellwerkError):
    """A refused action: the paragraph it breaks, and a sentence with its facts."""

    also: Illegal | None = None  # a second thing that is wrong, such as that the action is not asked for now

    def __init__(self, rule: str, message: Message | Text, /, **facts: Any) -> None:
        """`rule` is a paragraph of the title's RULES.md, such as `1830 8.1.4`; facts go with a bare template."""
        self.rule = rule
        self.reason = message if isinstance(message, Message) else Message(message, facts)
        super().__init__(rule, message)

    @property
    def message(self) -> Message:
        """The sentence, and the second one if there is one."""
        if self.also is None:
            return self.reason
        return Message("{reason}; {also}", {"reason": self.reason, "also": self.also.message}, self.reason.style)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the sentence, by name."""
        return self.reason.facts

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.message.text

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
