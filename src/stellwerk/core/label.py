"""Labels: an action in words, as a button, a menu or a sentence has it."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core.message import Message


class Label(Struct, frozen=True):
    """What an action is called.

    `text` is a whole sentence. `group` is what actions of its kind are listed under; `within` are narrower headings
    below it, for long lists. `priced` if its price, which the rules quote, belongs beside it. `short` is for the button
    that does it, where all about it stands above; `verb` for a cell in a row that names the rest.
    """

    text: Message
    group: Message | None = None
    within: tuple[Message, ...] = ()
    priced: bool = False
    short: Message | None = None
    verb: Message | None = None
