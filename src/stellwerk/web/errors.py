"""What a table refuses, besides the rules of the game. Each has a short code that clients can rely on.

Their sentences are templates with facts, as those of the rules are: message catalogues translate the template.
"""

from __future__ import annotations

from typing import Any

from stellwerk.core import BadInput, Message, StellwerkError
from stellwerk.i18n import tell, translate


def marked(text: str) -> str:
    """Marks a text for the message catalogues where it stands in no call that they know."""
    return text


class Refused(StellwerkError):
    """A request that is understood and not granted; nothing has changed."""

    code = "refused"

    def __init__(self, template: str, /, **facts: Any) -> None:
        """`facts` are what is put into the sentence, and more for programs."""
        super().__init__(template)
        self.template, self.facts = template, facts

    @property
    def text(self) -> str:
        """The sentence in English."""
        return Message(self.template, self.facts).text

    def text_in(self, language: str) -> str:
        """The sentence in the reader's language; `what` is a thing that has a word there too, `reason` a sentence."""
        facts = {
            key: translate(value, language) if key in ("what", "reason") else value for key, value in self.facts.items()
        }
        return tell(Message(self.template, facts), language)

    def __str__(self) -> str:
        return self.text


class BadRequest(Refused, BadInput):
    """What is asked for makes no sense as it is: a name, a number, a choice."""

    code = "bad_input"


class Forbidden(Refused):
    """The seat, the view or the table belongs to somebody else."""

    code = "forbidden"


class Waiting(Refused):
    """Not now: a seat is still open, a request is not there any more."""

    code = "not_now"


class Busy(Refused):
    """The server has too much to do just now; the same request may be granted in a moment."""

    code = "busy"


class TooMany(Refused):
    """Tried too often; `wait` among the facts says after how many seconds it may be tried again."""

    code = "too_many"


class Unknown(Refused):
    """There is no such thing."""

    code = "unknown"


class Doubtful(Refused):
    """What is asked for can be had, but whoever gets it should know something first; he may ask again all the same."""

    code = "doubtful"


class Stale(Refused):
    """The game has moved on. `version` is where it stands; `state` is the position there as the asker may see it."""

    code = "stale"

    what = marked("the game has moved on to version {version}; the request was made for version {expected}")

    def __init__(self, expected: int, version: int) -> None:
        """Made for `expected`."""
        super().__init__(self.what, expected=expected, version=version)
        self.expected, self.version = expected, version
        self.state: Any = None


class Overtaken(Stale):
    """What somebody keeps for himself has been changed by another device of his."""

    what = marked("another device has changed this meanwhile: it is shown as it is now, and nothing typed here is lost")
