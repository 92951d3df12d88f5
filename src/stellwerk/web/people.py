"""Who makes a request, and what people may call themselves. A seat belongs to a holder or to whoever has its secret."""

from __future__ import annotations

import unicodedata

from msgspec import Struct

from stellwerk.store import GameStore
from stellwerk.web.errors import BadRequest

LONGEST_NAME = 40
LONGEST_CHAT = 1000
# Marks that turn the direction of writing, with which a name could dress up as another; the rest are controls.
_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
_BLANK |= {*range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)}
# Small letters of other scripts, and digits, that are taken for Latin letters at a glance.
_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u0451\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
    "\u0501\u051b\u051d\u0475\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c701|",
    "abeekmhopctyxijsdqwvabeikvoptuxoll",
)
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
        """False when the browser has ended its session meanwhile, or was banned: a stream that is open must end."""
        if self.secret:
            return not store.sanctions(self.holders)
        if not self.holders:
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
    """A player's name: visible, and in one script, for letters of two are how one name dresses up as another."""
    seen = "".join(letter for letter in unicodedata.normalize("NFC", text) if not unseen(letter))
    name = clean(seen, what, LONGEST_NAME)
    if len({script for letter in name if (script := script_of(letter))}) > 1:
        raise BadRequest("{what} mixes letters of different scripts that look alike", what=what)
    return name


def unseen(letter: str) -> bool:
    """True for what nobody sees: joiners, fillers, selectors of variants, tags."""
    return unicodedata.category(letter) == "Cf" or ord(letter) in _BLANK or 0xFE00 <= ord(letter) <= 0xFE0F


def script_of(letter: str) -> str:
    """The script of a letter, of those that have look-alikes in one another."""
    if not letter.isalpha():
        return ""
    script = unicodedata.name(letter, "").split(" ")[0]
    return script if script in ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC") else ""


def looks(name: str) -> str:
    """What a name looks like: two that look alike count as the same."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(plain.translate(_ALIKE).split())
