"""Messages: a template and the facts in it. They are values; a sentence is made only when somebody reads it.

The spec of a field says what its fact is, so that nobody has to guess:

- `{who}`: a name or a plain value, told as it is, whatever signs it is made of; `{word!r}` is told in quotes;
- `{price:$}`: money, told in the title's form;
- `{count:n}`: the number that chooses between singular and plural (see `Plural`);
- `{colour:colour}`, `{action:action}`, …: a code of the engine, told as the word of that kind (`core.words`).

A fact may itself be a message (a reason inside a sentence); a tuple is told item by item.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple

from msgspec import Struct

from stellwerk.core.words import english

MONEY, NUMBER, QUOTED = "$", "n", "!r"  # specs that are no kinds of words


class Plural(NamedTuple):
    """A template for one and a template for many; `{…:n}` in them is the number that decides."""

    one: str
    many: str


Text = str | Plural


class Style(Struct, frozen=True, gc=False):
    """How a title speaks: its form of money, and its own words (English: old and new) in place of the usual ones.

    `dialect` is the context under which catalogues keep what reads differently with those words, `title` the one for
    what this title alone calls otherwise.
    """

    money: str = "{}"
    dialect: str = ""
    own: tuple[tuple[str, str], ...] = ()
    title: str = ""


PLAIN = Style()


class Message(Struct, frozen=True, gc=False):
    """What is said: a template, its facts, and the style of the title that says it."""

    template: Text
    facts: dict[str, Any] = {}
    style: Style = PLAIN

    @property
    def text(self) -> str:
        """The sentence in English."""
        return ENGLISH.tell(self)

    def __str__(self) -> str:
        return ENGLISH.tell(self)

    def __hash__(self) -> int:  # facts are a dict
        return hash(self.template)


class Piece(NamedTuple):
    """A piece of a sentence: words, or a fact as it is told, with its name, spec and value."""

    text: str
    name: str = ""
    spec: str = ""
    value: Any = None


class Teller:
    """Makes sentences of messages. This one speaks English; others override `wording` and `word`."""

    def __init__(self, apart: str = "") -> None:
        """`apart` stands between the thousands of an amount of money."""
        self._apart = apart

    def wording(self, text: Text, count: int, style: Style) -> str:
        """The template in the reader's language; `count` chooses the form of a plural."""
        template = text if isinstance(text, str) else text.one if count == 1 else text.many
        for usual, own in style.own:
            template = template.replace(usual, own)
        return template

    def word(self, kind: str, code: str, style: Style = PLAIN) -> str:
        """A code of the engine as a word."""
        return english(kind, code)

    def tell(self, message: Message) -> str:
        """The sentence: what its `pieces` say."""
        text, facts, style = message.template, message.facts, message.style
        count = 1 if isinstance(text, str) else facts[_number(text.one)]
        parts: list[str] = []
        for before, name, spec in fields(self.wording(text, count, style)):
            parts.append(before)
            if name is not None:
                value = facts[name]
                if spec or isinstance(value, Message | tuple):
                    parts += [piece.text for piece in self._fact_pieces(value, name, spec, style)]
                else:
                    parts.append(str(value))
        return "".join(parts)

    def pieces(self, message: Message, style: Style | None = None) -> Iterator[Piece]:
        """The sentence in pieces; a reason inside it has the style of its sentence."""
        text, facts = message.template, message.facts
        style = message.style if style is None else style
        count = 1 if isinstance(text, str) else facts[_number(text.one)]
        for before, name, spec in fields(self.wording(text, count, style)):
            if before:
                yield Piece(before)
            if name is not None:
                yield from self._fact_pieces(facts[name], name, spec, style)

    def _fact_pieces(self, value: Any, name: str, spec: str, style: Style) -> Iterator[Piece]:
        if isinstance(value, Message):
            yield from self.pieces(value, style)
        elif isinstance(value, tuple):
            for number, item in enumerate(value):
                if number:
                    yield Piece(", ")
                yield from self._fact_pieces(item, name, spec, style)
        else:
            yield Piece(self._fact(value, spec, style), name, spec, value)

    def _fact(self, value: Any, spec: str, style: Style) -> str:
        if not spec or spec == NUMBER:
            return str(value)
        if spec == MONEY:
            return self.amount(value, style.money)
        if spec == QUOTED:
            return repr(value)
        return self.word(spec, value, style)

    def amount(self, value: int | str, money: str) -> str:
        """An amount in a title's form of money."""
        digits = f"{value:,}".replace(",", self._apart) if self._apart and isinstance(value, int) else str(value)
        return money.replace("{}", digits)


@lru_cache(maxsize=16384)
def fields(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template in pieces: what stands before a field, the field's name (None after the last), its spec."""
    pieces = Formatter().parse(template)
    return tuple((before, name, QUOTED if quoted else spec or "") for before, name, spec, quoted in pieces)


def _number(template: str) -> str:
    return next(name for _, name, spec in fields(template) if name is not None and spec == NUMBER)


ENGLISH = Teller()
