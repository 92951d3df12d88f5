"""What happened as sentences: who, and what he did. A sentence is made of the facts of a decision's events.

A `Clause` is a subject with a predicate ("PRR", "lays 57 on {hex}"), so that several of the same subject can be one
sentence. What no maker words is told in the words of its event.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from markupsafe import Markup, escape
from msgspec import Struct, structs

from stellwerk.core import Event, Message, Piece
from stellwerk.core.message import MONEY
from stellwerk.web.pages.payments import payments
from stellwerk.web.pages.table_page import NAMING, PLACE, TablePage

CLAUSE = "{subject} {does}"  # in every language
TOKEN = '<svg class="tokc sw" width="{1}" height="{1}" aria-hidden="true"><use href="#tok-{0}"/></svg>'


class Clause(Struct, frozen=True):
    """What a player (his name) or a company (its id) did. Without a subject `does` is a whole sentence.

    `idle` if he did nothing that others would want to hear of.
    """

    subject: str
    does: Message
    idle: bool = False


class Deed(Struct, frozen=True):
    """An event among those of its decision."""

    event: Event
    events: tuple[Event, ...]

    def fact(self, name: str) -> str:
        """A fact that is a name, as it stands in the event; empty if there is none."""
        return str(self.event.facts.get(name, ""))

    def paid(self, payer: str, *reasons: str) -> int:
        """What somebody paid for these reasons in the decision."""
        return sum(
            payment.amount
            for payment in payments(self.events)
            if payment.payer == payer and payment.reason in reasons
        )  # fmt: skip


Maker = Callable[[TablePage, Deed], Clause | None]


def sentence(page: TablePage, clauses: Iterable[Clause]) -> Message:
    """Clauses of one subject as a sentence."""
    first, *others = clauses
    if not first.subject:
        return structs.replace(first.does, style=page.style)
    told: Message = first.does
    if others:
        rest = tuple(clause.does for clause in (first, *others[:-1]))
        told = Message("{first} and {last}", {"first": rest, "last": others[-1].does})
    return Message(CLAUSE, {"subject": first.subject, "does": told}, page.style)


# -- as HTML


def names_in(page: TablePage, value: object) -> Iterator[str]:
    """Players and companies that a fact names."""
    if isinstance(value, str):
        if value in page.seat_numbers or value in page.company_marks:
            yield value
    elif isinstance(value, Message):
        for fact in value.facts.values():
            yield from names_in(page, fact)
    elif isinstance(value, tuple | list | dict):
        for item in value:
            yield from names_in(page, item)


def marked_up(page: TablePage, pieces: Collection[Piece], lead: str = "", receipt: Markup | None = None) -> Markup:
    """A sentence with its marks: companies with their token (but for `lead`, whose token stands before the line),
    money, places. `receipt` opens the button around the first amount that it itemises, and is spent then.
    """
    parts: list[str] = []
    for piece in pieces:
        text = escape(piece.text)
        if piece.spec == MONEY:
            if receipt is not None:
                parts.append(f"{receipt}{text}</button>")
                receipt = None
            else:
                parts.append(f'<b class="sum">{text}</b>')
        elif piece.name in NAMING and piece.value in page.company_marks and piece.value != lead:
            parts.append(f'<span class="named">{TOKEN.format(page.company_marks[piece.value], 15)}{text}</span>')
        elif piece.name in PLACE and piece.text != piece.value:
            parts.append(f'{escape(piece.text.removesuffix(piece.value))}<span class="at">{escape(piece.value)}</span>')
        else:
            parts.append(str(text))
    return Markup("".join(parts))  # every text is escaped
