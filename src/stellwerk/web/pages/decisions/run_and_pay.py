"""Running and paying out by one click: two actions that the rules know, made together or not at all."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.eighteen.actions import Dividend, RunRoutes
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import Fact, Note, capital
from stellwerk.web.pages.decisions.dividend import FOLLOWS, a_share
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.table_page import TablePage

PAY = Dividend("pay")


class RunAndPay(Struct, frozen=True):
    """What the second action is, and what both do: what a share is paid, where the price goes, what everybody gets."""

    then: str
    share: str
    facts: list[Fact]
    follows: list[Note]


def run_and_pay(page: TablePage, run: RunRoutes) -> RunAndPay | None:
    """A run that is paid out at once; None where the dividend is not the next thing its director decides."""
    if page.decision is None or page.decision.kind != "run" or not run.routes:
        return None
    seat, name = page.asked, page.decision.actor
    done = effect(page, run, seat, PAY)
    share = a_share(page, done) if done else ""
    if done is None or not share:
        return None
    price = done.companies[name].price
    told = [facts.money_fact(page, page.say("Share price"), price)] if price.after is not None else []
    told += [
        Fact(player.name, facts.signed(page, player.cash.by), tone="up")
        for player in done.players
        if player.cash.by > 0
    ]
    return RunAndPay(f"[{to_json(PAY)}]", capital(share), told, facts.follows(page, done, FOLLOWS))
