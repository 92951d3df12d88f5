"""What must hold after every action of 1862: money, shares, tiles, markers, trains and limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import CloseAbility
from stellwerk.eighteen.board import BLOCKED
from stellwerk.eighteen.depot import ended, train_limit
from stellwerk.eighteen.frames import Discard
from stellwerk.eighteen.invariants import tiles
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import UNLIMITED

from .auction import bound
from .blockers import erie_laid
from .figures import figures
from .shares import empty_company
from .state import B_AND_O, ERIE, State1862, active

if TYPE_CHECKING:
    from .rules import Rules1862


def broken_invariants(rules: Rules1862, s: State1862) -> list[str]:
    """Every broken invariant as a sentence."""
    return [
        *_money(rules, s),
        *_companies(rules, s),
        *_players(rules, s),
        *_privates(rules, s),
        *tiles(rules, s),
        *_markers(rules, s),
        *_trains(rules, s),
    ]


def _money(rules: Rules1862, s: State1862) -> Iterator[str]:
    cash = sum(player.cash for player in s.players) + sum(company.cash for company in s.companies)
    total = s.bank + cash + s.money_gone
    if total != rules.t.data.title.bank:
        yield f"money is {total}, not {rules.t.data.title.bank}"
    if any(company.cash < 0 for company in s.companies) or any(player.cash < 0 for player in s.players):
        yield "a purse is below zero"
    if s.bank <= 0 and not s.broken:
        yield "the bank is empty and the end is not announced"
    if s.money_gone and rules.t.options["removed_treasury"] == "bank":
        yield "money left the game that belongs to the bank"
    for seat in range(len(s.players)):
        if bound(s, seat) > s.players[seat].cash:
            yield f"the bids of {rules.t.seats[seat]} are not covered"


def _companies(rules: Rules1862, s: State1862) -> Iterator[str]:
    shares = rules.shares
    for number, company in enumerate(s.companies):
        name = rules.t.companies[number].id
        if s.removed[number]:
            if company != empty_company(len(s.players), company) or s.notes[number] or s.bought_back[number]:
                yield f"{name} is removed and has something"
            continue
        unit, size = shares.unit_of(s, number), shares.size_of(s, number)
        half = 50 if s.bought_back[number] else 0
        parts = (*company.held, company.ipo, company.pool)
        if sum(parts) + half != 100:
            yield f"shares of {name} are {sum(parts) + half} %"
        if any(part < 0 or part % unit for part in parts):
            yield f"a holding of {name} is no number of shares"
        if s.notes[number] and not (s.bought_back[number] or s.ended):
            yield f"{name} has notes without a buyback"
        if (company.president >= 0) != (company.par > 0) or (company.par > 0) != (company.cell >= 0):
            yield f"{name} is half founded"
        if company.president >= 0:
            if company.held[company.president] < size:
                yield f"the director of {name} holds less than his certificate"
            if max(company.held) > company.held[company.president]:
                yield f"somebody holds more of {name} than its director"
            if s.players[company.president].bankrupt:
                yield f"the director of {name} is out of the game"
        if company.pool > rules.shares.pool_limit(s, number) and len(active(s)) == len(s.players):
            yield f"the pool holds {company.pool} % of {name} and nobody went bankrupt"  # 15.7
        if company.par and not company.floated and 100 - company.ipo >= rules.t.companies[number].float:
            yield f"{name} should have floated"
        if (company.cash or company.trains or s.bought_back[number]) and not company.floated:
            yield f"{name} has not floated and has something"
    stamps = [company.stamp for company in s.companies if company.cell >= 0]
    if len(set(stamps)) != len(stamps):
        yield "two markers have the same place"
    if s.removed.count(True) >= figures(rules.t).end_companies_removed and not s.ending:
        yield "so many companies are gone and the end is not announced"


def _players(rules: Rules1862, s: State1862) -> Iterator[str]:
    for seat, player in enumerate(s.players):
        if not player.bankrupt:
            continue
        has = player.cash or any(company.held[seat] for company in s.companies)
        if has or any(private.owner == seat for private in s.privates):
            yield f"{rules.t.seats[seat]} is out of the game and has something"
        if not s.debts[seat] or (s.priority == seat and active(s)):
            yield f"{rules.t.seats[seat]} is out of the game without a debt or has the priority"
    if len(active(s)) < figures(rules.t).end_players and not s.ending:
        yield "too few players are left and the end is not announced"


def _privates(rules: Rules1862, s: State1862) -> Iterator[str]:
    t = rules.t
    for number, private in enumerate(s.privates):
        name = t.privates[number].id
        if private.closed and private.owner >= 0:
            yield f"{name} is closed and has an owner"
        if s.bids[number] and (private.owner >= 0 or private.closed):
            yield f"there are bids on {name}, which is sold"
        for close in of_private(t, number, CloseAbility) if private.owner >= 0 else ():
            if close.when == "float" and all(s.companies[t.company(other)].floated for other in close.corporations):
                yield f"{name} should be closed"
    if erie_laid(t, s) != s.privates[t.private(ERIE)].closed:
        yield "the Erie tile and its private do not agree"


def _markers(rules: Rules1862, s: State1862) -> Iterator[str]:
    t = rules.t
    placed, blocked = [0] * len(s.companies), 0
    for hex_, cities in enumerate(s.board.tokens):
        name = t.hexmap.names[hex_]
        if [len(slots) for slots in cities] != [stop.slots for stop in t.hexmap.faces[s.board.faces[hex_]].stops]:
            yield f"{name} has other slots than its tile"
        here = [token for slots in cities for token in slots if token >= 0]
        blocked += sum(slots.count(BLOCKED) for slots in cities)
        if len(set(here)) != len(here):
            yield f"{name} holds two markers of one company"
        for token in here:
            placed[token] += 1
    turned = 0
    for number, company in enumerate(s.companies):
        if s.removed[number]:
            turned += company.tokens
        elif placed[number] != company.tokens:
            yield f"{t.companies[number].id} has {placed[number]} markers on the board, not {company.tokens}"
        if company.tokens > len(t.companies[number].tokens) or (s.removed[number] and placed[number]):
            yield f"{t.companies[number].id} has too many markers on the board"
    if blocked - turned not in ((1,) if s.privates[t.private(B_AND_O)].owner >= 0 else (0, 1)):
        yield f"{blocked} places are blocked, {turned} markers are turned over"


def _trains(rules: Rules1862, s: State1862) -> Iterator[str]:
    t = rules.t
    held = [train for company in s.companies for train in company.trains] + list(s.train_pool)
    if len({*held, *s.trains_gone}) != len(held) + len(s.trains_gone):
        yield "a train is in two places"
    for number, entry in enumerate(t.trains):
        out = sum(kind_of(train) == entry.id for train in held)
        gone = sum(kind_of(train) == entry.id for train in s.trains_gone)
        scrapped = ended(t, s, entry.id)
        if scrapped and (out or s.depot[number]):
            yield f"trains {entry.id} should be scrapped"
        if not scrapped and out + gone != s.sold[number]:
            yield f"{s.sold[number]} trains {entry.id} were sold, {out} are out and {gone} gone"
        if s.depot[number] == UNLIMITED:
            continue
        if s.depot[number] < 0 or (not scrapped and s.depot[number] + s.sold[number] != entry.count):
            yield f"the depot has {s.depot[number]} trains {entry.id}"
    discarding = any(isinstance(frame, Discard) for frame in s.frames)
    for number, company in enumerate(s.companies):
        if len(company.trains) > train_limit(t, s.phase, number) and not discarding:
            yield f"{t.companies[number].id} owns {len(company.trains)} trains"
