"""Hints for the auction round of 1854: locals are railways of one's own, and what it means if everybody passes."""

from __future__ import annotations

from msgspec import structs

from stellwerk.eighteen.actions import Bid, BuyPrivate
from stellwerk.web.pages.decisions.chosen import options_of
from stellwerk.web.pages.guide import auction as family
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, way
from stellwerk.web.pages.table_page import TablePage

from ..actions import Withdraw
from ..pages.auction import passing_note


def auction_hint(page: TablePage) -> Hint | None:
    """The family's hint with what a local is."""
    hint = family.auction_hint(page)
    if hint is None:
        return None
    text = list(hint.text)
    buys = [action for _, action in options_of(page, BuyPrivate)]
    if any(is_local(page, action.private) for action in buys):
        text.insert(1, local_words(page))
    withdrawn = [action.private for _, action in options_of(page, Withdraw)]
    if withdrawn:
        text.append(
            page.say("You have been outbid on {privates}: that money can be free again.", privates=", ".join(withdrawn))
        )
    locals_ = {bid.private for _, bid in options_of(page, Bid) if is_local(page, bid.private)}
    also = [_as_local(page, fill, locals_) for fill in hint.also]
    return structs.replace(hint, text=text, also=also, ways=_ways(page))


def is_local(page: TablePage, private: str) -> bool:
    """True for what becomes a local railway."""
    entry = page.view["companies"].get(private)
    return entry is not None and entry["kind"] == "local"


def local_words(page: TablePage) -> str:
    """What a local is."""
    return page.say(
        "A local is a small railway on a map of its own: you direct it alone, half of every run is yours and the other "
        "half its own."
    )


def _as_local(page: TablePage, fill: Fill, names: set[str]) -> Fill:
    """A bid on a local says what it is for: it pays no income of its own."""
    if not any(f"private={name}&" in f"{fill.choose}&" for name in names) or not fill.choose.startswith("do=bid"):
        return fill
    return structs.replace(fill, why=page.say("A local railway of your own. The money is bound until it is sold."))


def _ways(page: TablePage) -> list[Way]:
    note = passing_note(page)
    found = [
        Way(entry.name, note.text, note.rule) if entry.name == page.say("Pass") else entry
        for entry in family.auction_ways(page)
    ]
    if options_of(page, Withdraw):
        why = page.say("Your money is free again, but you cannot bid on this one any more. It costs no turn.")
        found.append(way(page, page.say("Withdraw a bid"), why, "auction.withdraw"))
    return found
