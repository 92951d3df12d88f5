"""A report in a reader's language and in the words of its title."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import structs

from stellwerk.core import Game, Message, Style
from stellwerk.core.message import PLAIN
from stellwerk.i18n import tell
from stellwerk.report.pieces import Cash, Cell

APART = {"en": ",", "de": ".", "pl": "\u00a0"}


def style_of(game: Game[Any]) -> Style:
    """How the title speaks."""
    style = getattr(getattr(game.rules, "t", None), "style", None)
    return style if isinstance(style, Style) else Style(game.rules.currency)


class Speaker:
    """Tells messages, amounts and cells."""

    def __init__(self, language: str, style: Style) -> None:
        """`style` is that of the title, for messages that have none of their own."""
        self.language, self.style = language, style

    @cached_property
    def apart(self) -> str:
        """What stands between thousands."""
        return APART.get(self.language, ",")

    def tell(self, message: Message | str) -> str:
        """A sentence; a name stays what it is."""
        if isinstance(message, str):
            return message
        if message.style == PLAIN:
            message = structs.replace(message, style=self.style)
        return tell(message, self.language, self.apart)

    def sentence(self, message: Message | str) -> str:
        """The same with a capital, as it begins a line."""
        said = self.tell(message)
        return said[:1].upper() + said[1:]

    def money(self, amount: int) -> str:
        """An amount in the title's form."""
        digits = f"{abs(amount):,}".replace(",", self.apart)
        return ("−" if amount < 0 else "") + self.style.money.replace("{}", digits)

    def change(self, amount: int) -> str:
        """An amount with its sign; a dot for none."""
        return "·" if not amount else ("+" if amount > 0 else "") + self.money(amount)

    def cell(self, cell: Cell) -> str:
        """What stands in a table."""
        if isinstance(cell, Cash):
            return self.change(cell.amount) if cell.signed else self.money(cell.amount)
        return str(cell) if isinstance(cell, int) else self.tell(cell)
