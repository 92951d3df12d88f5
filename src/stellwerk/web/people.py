"""Who makes a request, and what people may call themselves. A seat belongs to a holder or to whoever has its secret."""

from __future__ import annotations

import unicodedata

from msgspec import Struct

from stellwerk.store import GameStore
from stellwerk.web.errors import BadRequest

LONGEST_NAME = 40
LONGEST_CHAT = 1000
# Marks that turn the direction of writing, with which a name could dress up as another; the rest are controls.
_TURNING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}


class Who(Struct, frozen=True):
    """The maker of a request: the names under which he holds seats (new seats go to the first), the secret he shows,
    and the marks of the links by which he watches games; `begun`: he has a session.
    """

    holders: tuple[str, ...] = ()
    secret: str = ""
    watching: frozenset[str] = frozenset()
    begun: bool = False

    @property
    def holder(self) -> str:
        """Whom new seats are given to; empty for a program that shows secrets only."""
        return self.holders[0] if self.holders else ""

    def is_here(self, store: GameStore) -> bool:
        """False when the browser has ended its session meanwhile: a stream that is still open must end."""
        if self.secret or not self.holders:
            return True
        account = int(self.holder.removeprefix("a:")) if self.holder.startswith("a:") else None
        return not self.begun or store.is_present(self.holders[-1], account)


def clean(text: str, what: str, longest: int) -> str:
    """Text from outside on one line: no control characters, no turning of the writing, not too long, not empty."""
    kept = [
        " " if unicodedata.category(letter) in ("Zl", "Zp") or letter in "\t\n\r" else letter
        for letter in text
        if letter in "\t\n\r"
        or (unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn") and ord(letter) not in _TURNING)
    ]
    plain = " ".join("".join(kept).split())
    if not plain:
        raise BadRequest("{what} is empty", what=what)
    if len(plain) > longest:
        raise BadRequest("{what} is longer than {most} characters", what=what, most=longest)
    return plain


def clean_name(text: str, what: str = "the name") -> str:
    """A player's name."""
    return clean(unicodedata.normalize("NFC", text), what, LONGEST_NAME)
