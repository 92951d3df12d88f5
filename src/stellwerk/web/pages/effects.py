"""What an action would do, found by doing it on a copy and comparing what everybody may see before and after.

No rule is worked out a second time here. Titles that hide something are left out: a copy would tell it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import Action, Decision, Event, Illegal
from stellwerk.eighteen.actions import Answer
from stellwerk.web.pages.table_page import TablePage

_AFTERWARDS = ("round", "turn")  # events from which on something else goes on than the action itself


class Change(Struct, frozen=True):
    """A figure or a name before and after."""

    before: Any
    after: Any

    @property
    def moved(self) -> bool:
        """True if it is not as it was."""
        return bool(self.before != self.after)

    @property
    def by(self) -> int:
        """The difference of two figures; nothing counts as 0."""
        return int((self.after or 0) - (self.before or 0))


class PlayerEffect(Struct, frozen=True):
    """One player: money, worth, certificates, holdings (by company, only those that change), privates."""

    seat: int
    name: str
    cash: Change
    worth: Change
    certificates: Change
    limit: int
    shares: dict[str, Change]
    privates: Change
    bound: Change  # standing bids of an auction


class CompanyEffect(Struct, frozen=True):
    """One company; `places` are its shares outside the hands of players (`ipo`, `pool` …), only those that change."""

    id: str
    cash: Change
    price: Change
    cell: Change
    president: Change
    floated: Change
    sold: Change  # what counts towards floating, in percent
    trains: Change
    places: dict[str, Change]

    @property
    def lost(self) -> list[str]:
        """Trains it has no more."""
        return [train for train in self.trains.before if train not in self.trains.after]


class Effect(Struct, frozen=True):
    """Everything an action would change. `consent` is the seat that has to agree first; -1 if nobody has."""

    events: tuple[Event, ...]
    players: list[PlayerEffect]
    companies: dict[str, CompanyEffect]
    phase: Change
    then: Decision | None
    ended: str
    consent: int = -1
    scores: tuple[int, ...] = ()

    def player(self, seat: int) -> PlayerEffect:
        """One seat."""
        return self.players[seat]

    def events_of(self, *kinds: str) -> list[Event]:
        """The events of these kinds."""
        return [event for event in self.events if event.kind in kinds]


def effect(page: TablePage, action: Action, seat: int | None = None, *then: Action) -> Effect | None:
    """What the action, and those that follow it at once, would do; None if it is refused or the title hides something.

    An offer is followed to the end as if the other side agreed.
    """
    if not page.family or page.game.rules.hides:
        return None
    copy = page.game.branch()
    try:
        events: tuple[Event, ...] = ()
        for one in (action, *then):
            events += copy.apply(one, page.actor_seat if seat is None else seat)
        after, asked = copy.decision(), -1
        if after is not None and after.kind == "consent" and (page.decision is None or page.decision.kind != "consent"):
            asked = after.seat
            events += copy.apply(Answer(True), asked)
    except Illegal:
        return None
    own, later = _parted(events)
    old, new = page.view, copy.view(page.seat)
    return Effect(
        events=own,
        players=[_player(old, new, number, later) for number in range(len(new["players"]))],
        companies={
            name: _company(name, old["companies"][name], entry, later) for name, entry in new["companies"].items()
        },
        phase=Change(old["phase"], new["phase"]),
        then=copy.decision(),
        ended=new["ended"],
        consent=asked,
        scores=copy.result().scores,
    )


def _parted(events: tuple[Event, ...]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """The action's own events, and those of the turns and rounds that follow without a question."""
    for number, event in enumerate(events):
        if event.kind in _AFTERWARDS:
            return events[:number], events[number:]
    return events, ()


def _paid(later: tuple[Event, ...], name: str) -> int:
    """What somebody gets in events that are not the action's own."""
    total = 0
    for event in later:
        if event.kind == "paid":
            total += event.facts["amount"] * ((event.facts["payee"] == name) - (event.facts["payer"] == name))
    return total


def _player(before: dict[str, Any], after: dict[str, Any], seat: int, later: tuple[Event, ...]) -> PlayerEffect:
    old, new = before["players"][seat], after["players"][seat]
    name = new["name"]
    extra = _paid(later, name)
    companies = [company for company in after["companies"] if old["shares"].get(company) != new["shares"].get(company)]
    return PlayerEffect(
        seat=seat,
        name=name,
        cash=Change(old["cash"], new["cash"] - extra),
        worth=Change(old["score"], new["score"] - extra),
        certificates=Change(old["certificates"], new["certificates"]),
        limit=new["certificate_limit"],
        shares={company: Change(old["shares"].get(company, 0), new["shares"].get(company, 0)) for company in companies},
        privates=Change(old["privates"], new["privates"]),
        bound=Change(_bound(before, name), _bound(after, name)),
    )


def _bound(view: dict[str, Any], name: str) -> int:
    auction = view.get("auction")
    return int(auction["committed"].get(name, 0)) if auction else 0


def _company(name: str, old: dict[str, Any], new: dict[str, Any], later: tuple[Event, ...]) -> CompanyEffect:
    places = {
        place: Change(old.get(place, 0), new[place])
        for place in PLACES
        if isinstance(new.get(place), int) and old.get(place, 0) != new[place]
    }
    return CompanyEffect(
        id=name,
        cash=Change(old["cash"], new["cash"] - _paid(later, name)),
        price=Change(old["price"], new["price"]),
        cell=Change(_cell(old), _cell(new)),
        president=Change(old["president"], new["president"]),
        floated=Change(old["floated"], new["floated"]),
        sold=Change(old["towards_float"], new["towards_float"]),
        trains=Change(old["trains"], new["trains"]),
        places=places,
    )


def _cell(company: dict[str, Any]) -> tuple[int, int] | None:
    return tuple(company["cell"]) if company["cell"] else None


PLACES = ("ipo", "pool", "treasury", "own", "split_area")  # where shares lie that no player holds, as views name it
