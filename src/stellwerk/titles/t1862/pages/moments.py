"""Moments that only 1862 has: a company buys back half of its shares, a group of companies comes on sale."""

from __future__ import annotations

from stellwerk.web.pages.marks import token
from stellwerk.web.pages.moments.moment import Build, Happening, Moment, received, to_others, to_you


def buyback(what: Happening) -> Moment:
    """Who is paid for half of his shares (16.2)."""
    amounts = received(what.page, what.paid("buyback.pay"))
    return Moment(
        "buyback",
        what.title,
        you=to_you(what, amounts),
        lines=to_others(what, amounts),
        mark=token(what.page, str(what.facts["company"])),
        important=True,
        rule=what.event.rule,
        receipt=what.receipt,
    )


def group(what: Happening) -> Moment:
    """Shares of more companies can be bought (5.2)."""
    return Moment("group", what.title, rule=what.event.rule)


MOMENTS: dict[str, Build] = {"buyback": buyback, "group": group}
