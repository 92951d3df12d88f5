"""What a hint knows: the seat's own view and options, weighed as the title's bot weighs them, and who has how many."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.web.pages.decisions.chosen import Rule, rule_of
from stellwerk.web.pages.guide.hint import Way
from stellwerk.web.pages.table_page import TablePage

from ..bot.baron import Baron, Outlook
from ..pages.marks import rules_of, share


class Rivals(Struct, frozen=True):
    """The open shares of a company: the reader's, and the most anybody else has, with who has them."""

    own: int
    most: int
    who: str


def knows(page: TablePage) -> bool:
    """True if the reader sees the hand that the decision is about."""
    return page.decision is not None and "hand" in page.view["players"][page.asked]


def advised(page: TablePage) -> list[Action]:
    """What may be done, best first; equal choices in the order in which they are offered."""
    outlook, baron = Outlook(page.view, page.asked), Baron()
    takes: dict[str, float] = {}
    memory: dict[Any, float] = {}
    scores = [baron.score(outlook, option.action, takes, memory) for option in page.options]
    order = sorted(range(len(scores)), key=lambda number: -scores[number])
    return [page.options[number].action for number in order]


def rivals(page: TablePage, name: str) -> Rivals:
    """Who has most open shares of a company besides the reader."""
    counts = {player["name"]: player["shares"].get(name, 0) for player in page.view["players"]}
    own = counts.pop(page.view["players"][page.asked]["name"])
    most = max(counts.values(), default=0)
    return Rivals(own, most, ", ".join(who for who, count in counts.items() if count == most) if most else "")


def in_hand(page: TablePage, name: str) -> int:
    """How many shares of a company the reader holds secretly."""
    count: int = page.view["players"][page.asked]["hand"].get(name, 0)
    return count


def place_words(page: TablePage, name: str, extra: int) -> str:
    """Which place the reader would have among the open shares of a company with some more of his own laid open."""
    known = rivals(page, name)
    facts = {"company": share(page, name).abbr, "own": known.own + extra, "who": known.who, "count": known.most}
    if not known.most:
        return page.say("Nobody else has an open share of {company}; you would have {own}.", **facts)
    if known.own + extra > known.most:
        return page.say("You would have most open shares of {company}: {own}; {who}: {count}.", **facts)
    if known.own + extra == known.most:
        return page.say("With {own} open you would be level with {who} in {company} and share the money.", **facts)
    return page.say("Open shares of {company} would be: you {own}, {who} {count}.", **facts)


def payout_cards(page: TablePage) -> int:
    """How many payout cards nobody has met yet; all of them are in the deck."""
    payouts = page.view["payouts"]
    count: int = rules_of(page).t.data.payout.cards - payouts["done"] - payouts["pending"]
    return count


def up_words(page: TablePage) -> str:
    """What Union Pacific pays at the next payout at which it pays anything."""
    rows, payouts = rules_of(page).t.data.payout.union_pacific, page.view["payouts"]
    paying = [number for number in range(payouts["done"] + 1, payouts["last"] + 1) if any(rows[number - 1])]
    if not paying:
        return page.say("Union Pacific pays nothing any more.")
    first, second, third = rows[paying[0] - 1][:3]
    return page.say(
        "Union Pacific has no track; payout {number} brings {first:$} for most open shares of it, {second:$} and "
        "{third:$} for the places after that.",
        number=paying[0],
        first=first,
        second=second,
        third=third,
    )


def paragraphs(page: TablePage, *numbers: str) -> list[Rule]:
    """Paragraphs of the title."""
    found = (rule_of(f"{page.game.rules.title} {number}") for number in numbers)
    return [rule for rule in found if rule is not None]


def choice(page: TablePage, name: str, why: str, number: str) -> Way:
    """A way with its paragraph."""
    return Way(name, why, rule_of(f"{page.game.rules.title} {number}"))
