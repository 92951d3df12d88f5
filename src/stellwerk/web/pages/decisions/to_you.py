"""What somebody else's choice would do to the reader: found on a copy, told only where nothing is hidden."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action
from stellwerk.eighteen.actions import LayTile, PlaceToken, RunRoutes
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import capital
from stellwerk.web.pages.decisions.facts import signed
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.table_page import TablePage

_HARMLESS = (LayTile, PlaceToken, RunRoutes)  # they move no money or share of anybody else
_TOLD = ("president", "bank_broken", "end")  # events that matter to everybody, in the words of the log


class ToYou(Struct, frozen=True):
    """Sentences, and how much the reader's worth changes; `bad` if he would rather not have it."""

    lines: tuple[str, ...] = ()
    worth: int = 0
    bad: bool = False


def to_you(page: TablePage, action: Action) -> ToYou:
    """The effect of the asked player's action on the reader's seat; nothing for spectators."""
    if page.seat is None or isinstance(action, _HARMLESS):
        return ToYou()
    done = effect(page, action, page.asked)
    if done is None:
        return ToYou()
    lost = _trains(page, done)
    lines = [*lost, *(capital(page.event(event)) for event in done.events_of(*_TOLD))]
    me = done.player(page.seat)
    money = []
    if me.cash.by:
        money.append(f"{page.say('Your cash')} {signed(page, me.cash.by)}")
    if me.worth.by and me.worth.by != me.cash.by:
        money.append(f"{page.say('Your worth')} {signed(page, me.worth.by)}")
    if me.bound.by:
        money.append(f"{page.say('Bound by bids')} {page.money(me.bound.before)} → {page.money(me.bound.after)}")
    gained = [name for name in me.privates.after if name not in me.privates.before]
    if gained:
        money.append(f"{page.say('You get')} {', '.join(gained)}")
    if money:
        lines.append(" · ".join(money))
    return ToYou(tuple(lines), me.worth.by, bool(lost) or me.worth.by < 0)


def _trains(page: TablePage, done: Effect) -> list[str]:
    """Trains that companies of the reader lose."""
    name = page.game.rules.seats[page.seat or 0]
    return [
        page.say(
            "{company} loses: {trains}",
            company=entry.id,
            trains=", ".join(kind_of(train) or train for train in entry.lost),
        )
        for entry in done.companies.values()
        if entry.lost and name in (entry.president.before, entry.president.after)
    ]
