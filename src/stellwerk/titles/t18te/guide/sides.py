"""What 18TE adds to the hint for trains: the two sides of a card."""

from __future__ import annotations

from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.guide import buying
from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.train_runs import run_with


def trains_hint(page: TablePage) -> Hint | None:
    """What the family says, and why this side of a card."""
    return buying.trains_hint(page, _sides)


def _sides(page: TablePage, offers: list[BuyTrain], best: BuyTrain) -> list[str]:
    """Why this side of a card and not the other."""
    others = [
        action
        for action in offers
        if card_name(page, action.train) == card_name(page, best.train) and action.train != best.train
    ]
    if not others:
        return []
    parts = []
    for action in (best, *others):
        run = run_with(page, kind_of(action.train))
        if run is not None:
            parts.append(
                page.say(
                    "{train} for {price:$}: {run:$}", train=kind_of(action.train), price=action.price, run=run.total
                )
            )
    return [
        page.say(
            "The card has two sides, chosen for good ({sides}). An m+n side makes m stops of any kind and n in towns.",
            sides="; ".join(parts),
        )
    ]
