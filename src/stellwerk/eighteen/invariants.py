"""What must hold after every action: money, shares, tiles, tokens and trains add up, limits are kept."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.depot import card_of, ended, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Discard
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import UNLIMITED, Company, State


def broken_invariants(rules: FamilyRules, s: State) -> list[str]:
    """Every broken invariant as a sentence."""
    return [*money(rules, s), *shares(rules, s), *tiles(rules, s), *tokens(rules, s), *trains(rules, s)]


def money(rules: FamilyRules, s: State) -> Iterator[str]:
    """Money adds up; only the bank may be below zero."""
    total = s.bank + sum(player.cash for player in s.players) + sum(company.cash for company in s.companies)
    if total != rules.t.data.title.bank:
        yield f"money is {total}, not {rules.t.data.title.bank}"
    for seat, player in enumerate(s.players):
        if player.cash < 0:
            yield f"{rules.t.seats[seat]} has {player.cash}"
    for number, company in enumerate(s.companies):
        if company.cash < 0:
            yield f"{rules.t.companies[number].id} has {company.cash}"
    if s.bank < 0 and not s.broken:
        yield "the bank is below zero and not broken"


def shares(rules: FamilyRules, s: State) -> Iterator[str]:
    """Shares add up; presidents hold most."""
    for number, company in enumerate(s.companies):
        if rules.closed(s, number):
            if company != Company((0,) * len(company.held), ipo=0):
                yield f"{rules.t.companies[number].id} is closed and has something"
            continue
        name = rules.t.companies[number].id
        unit, size = rules.shares.unit[number], rules.shares.president_size[number]
        if sum(company.held) + company.ipo + company.pool != 100:
            yield f"shares of {name} are {sum(company.held) + company.ipo + company.pool} %"
        parts = (*company.held, company.ipo, company.pool)
        if any(part < 0 or part % unit for part in parts):
            yield f"a holding of {name} is no number of shares"
        if company.pool > rules.shares.pool_limit(s, number):
            yield f"the pool holds {company.pool} % of {name}"
        if company.president >= 0:
            if company.held[company.president] < size:
                yield f"the president of {name} holds less than his certificate"
            if max(company.held) > company.held[company.president]:
                yield f"somebody holds more of {name} than its president"
        started = company.par > 0
        if started != (company.cell >= 0) or (started and company.president < 0):
            yield f"{name} is half started"
        if (
            company.floated != (started and 100 - company.ipo >= rules.t.companies[number].float)
            and not company.floated
        ):
            yield f"{name} should have floated"
    stamps = [company.stamp for company in s.companies if company.cell >= 0]
    if len(set(stamps)) != len(stamps):
        yield "two markers have the same place"


def tiles(rules: FamilyRules, s: State) -> Iterator[str]:
    """Tiles add up and lead nowhere they may not."""
    hexmap = rules.t.hexmap
    laid = dict.fromkeys(hexmap.tile_names, 0)
    for hex_, number in enumerate(s.board.faces):
        face = hexmap.faces[number]
        if face.tile:
            laid[face.tile] += 1
        for edge in range(6):
            if face.tile and face.exits >> edge & 1 and hexmap.blocked_exit(hex_, edge):
                yield f"{hexmap.names[hex_]} leads over edge {edge}, where nothing can go"
    for index, name in enumerate(hexmap.tile_names):
        count = rules.t.data.tiles[name].count
        if hexmap.unlimited[index]:
            continue
        if laid[name] + s.supply[index] != count or s.supply[index] < 0:
            yield f"tile {name}: {laid[name]} laid, {s.supply[index]} left, {count} exist"


def tokens(rules: FamilyRules, s: State) -> Iterator[str]:
    """Tokens add up, one per company in a hex."""
    placed = [0] * len(s.companies)
    for hex_, cities in enumerate(s.board.tokens):
        face = rules.t.hexmap.faces[s.board.faces[hex_]]
        name = rules.t.hexmap.names[hex_]
        if [len(slots) for slots in cities] != [stop.slots for stop in face.stops]:
            yield f"{name} has other slots than its tile"
        here = [token for slots in cities for token in slots if token >= 0]
        if len(set(here)) != len(here):
            yield f"{name} holds two tokens of one company"
        for token in here:
            placed[token] += 1
    for number, company in enumerate(s.companies):
        if placed[number] != company.tokens or company.tokens > len(rules.t.companies[number].tokens):
            yield f"{rules.t.companies[number].id} has {placed[number]} tokens on the board and {company.tokens} placed"


def trains(rules: FamilyRules, s: State) -> Iterator[str]:
    """Trains add up, none has outlived its time, limits are kept."""
    t = rules.t
    held = [train for company in s.companies for train in company.trains] + list(s.train_pool)
    if len(set(held)) != len(held):
        yield "a train is in two places"
    for number, entry in enumerate(t.trains):
        out = sum(card_of(t, kind_of(train)) == entry.id for train in held)
        gone = rules.exported(s, number)
        if out > s.sold[number]:
            yield f"{out} trains {entry.id} are out, {s.sold[number]} were sold"
        rusted = ended(t, s, entry.id)
        if rusted and (out or s.depot[number]):
            yield f"trains {entry.id} should have rusted"
        if not rusted and out + gone != s.sold[number]:
            yield f"{s.sold[number]} trains {entry.id} left the depot, {out} are out"
        if s.depot[number] < 0 and s.depot[number] != UNLIMITED:
            yield f"the depot has {s.depot[number]} trains {entry.id}"
    discarding = any(isinstance(frame, Discard) for frame in s.frames)
    for number, company in enumerate(s.companies):
        if len(company.trains) > train_limit(t, s.phase, number) and not discarding:
            yield f"{t.companies[number].id} owns {len(company.trains)} trains"
