"""What can go wrong, as one-line messages that say what is wrong and where."""

from __future__ import annotations

from typing import Any

from stellwerk.core.wording import sentence


class StellwerkError(Exception):
    """Base of every error a user may see; its text is one line."""


class BadInput(StellwerkError):
    """A file, name or number from outside that cannot be used."""


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
    """A refused action: the paragraph it breaks, a sentence, and the facts in it.

    `template` is the sentence before the facts are put in; it is what message catalogues translate. `money` is how
    the title writes amounts.
    """

    money = "{}"

    def __init__(self, rule: str, template: str, /, **facts: Any) -> None:
        """`rule` is a paragraph of the title's RULES.md, such as `1830 8.1.4`."""
        self.rule, self.template, self.facts = rule, template, facts
        super().__init__(rule, template)

    @property
    def text(self) -> str:
        """The sentence with its facts."""
        return sentence(self.template, self.facts, self.money)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
