"""What letters say, in the language of whoever gets them: plain text, and no line of a header is anybody else's."""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

from stellwerk.core import Message, Text
from stellwerk.i18n import LANGUAGES, tell
from stellwerk.web.mail.address import check_address

POLICY = SMTP.clone(cte_type="7bit")


class LetterWords:
    """Sentences in one language."""

    def __init__(self, language: str) -> None:
        """English if the language is not known."""
        self.language = language if language in LANGUAGES else "en"

    def say(self, text: Text, /, **facts: object) -> str:
        """A sentence, written out where it is said."""
        return tell(Message(text, facts), self.language)


def confirm(words: LetterWords, name: str, link: str) -> tuple[str, str]:
    """Subject and text of the letter that asks whether an address is its owner's."""
    text = [
        words.say("Hello {name},", name=one_line(name)),
        words.say("this address was entered for your account at Stellwerk. If that was you, confirm it here:"),
        link,
        words.say("The link works once, within a day. If it was not you, do nothing: the address is not used then."),
    ]
    return words.say("Confirm your e-mail address"), paragraphs(text)


def reset(words: LetterWords, name: str, link: str) -> tuple[str, str]:
    """The letter to somebody who has forgotten his password."""
    text = [
        words.say("Hello {name},", name=one_line(name)),
        words.say("somebody, probably you, has forgotten the password of this account. Choose a new one here:"),
        link,
        words.say("The link works once, within an hour. If it was not you, do nothing: your password stays as it is."),
    ]
    return words.say("A new password"), paragraphs(text)


def turn(words: LetterWords, name: str, title: str, table: str, link: str, off: str) -> tuple[str, str]:
    """The letter to somebody whose turn it is; nothing that only his seat may know."""
    game = f"{one_line(title)} “{one_line(table)}”" if table else one_line(title)
    text = [
        words.say("Hello {name},", name=one_line(name)),
        words.say("it is your turn in {game}:", game=game),
        link,
        words.say("No more letters about turns:") + f"\n{off}",
    ]
    return words.say("Your turn: {game}", game=game), paragraphs(text)


def one_line(text: str) -> str:
    """Names come from people: whatever they hold, they stay on their line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def paragraphs(parts: list[str]) -> str:
    """A text with empty lines between its parts."""
    return "\n\n".join(parts) + "\n"


def letter(sender: str, to: str, said: tuple[str, str], key: str, language: str, off: str = "") -> EmailMessage:
    """A letter, ready to be sent; sent twice by accident it is still the same. `off` is where one click ends more."""
    subject, text = said
    made = EmailMessage(POLICY)
    made["From"] = Address("Stellwerk", addr_spec=check_address(sender))
    made["To"] = Address(addr_spec=check_address(to))
    made["Subject"] = one_line(subject)
    made["Date"] = formatdate()
    made["Message-ID"] = f"<{key}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    if off:
        made["List-Unsubscribe"] = f"<{off}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(text)
    made["Content-Language"] = language
    made.policy = POLICY.clone(max_line_length=max(78, len(off) + 4))  # an address that is folded is none any more
    return made
