"""What must hold after every action of 1854: everything adds up, before and after splits and mergers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stellwerk.eighteen import invariants as family
from stellwerk.eighteen.depot import fate, train_limit
from stellwerk.eighteen.frames import Discard
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import BANK, NOBODY, UNLIMITED, Company

from .figures import figures
from .hexmarket import beyond_line
from .phases import is_plus
from .shares import OPTIONED, Shares1854
from .split import NEW_SHARES
from .state import State1854
from .tunnels import tunnel_kinds

if TYPE_CHECKING:
    from .rules import Rules1854


def broken_invariants(rules: Rules1854, s: State1854) -> list[str]:
    """Every broken invariant as a sentence."""
    shares = rules.shares
    return [
        *family.money(rules, s),
        *_shares(rules, shares, s),
        *_options(rules, shares, s),
        *_locals(rules, shares, s),
        *family.tiles(rules, s),
        *_tunnels(rules, s),
        *family.tokens(rules, s),
        *_trains(rules, shares, s),
        *_contracts(rules, shares, s),
    ]


def _shares(rules: Rules1854, shares: Shares1854, s: State1854) -> Iterator[str]:
    for number, company in enumerate(s.companies):
        name = rules.t.companies[number].id
        if s.merged[number]:
            if company != Company((0,) * len(company.held), ipo=0):
                yield f"{name} has merged and has something"
            continue
        marks = sum(shares.optioned(s, seat, number) for seat in range(len(company.held)))
        total = sum(company.held) + company.ipo + company.pool + s.split_area[number] + OPTIONED * marks
        if total != 100:
            yield f"shares of {name} are {total} %"
        card = shares.card(s, number)
        for seat, held in enumerate(company.held):
            if (held - OPTIONED * shares.optioned(s, seat, number)) % card:
                yield f"{rules.t.seats[seat]} holds {held} % of {name}: no number of certificates"
            if s.split[number] and held > rules.t.data.limits.holding_percent:
                yield f"{rules.t.seats[seat]} holds {held} % of {name} after its split"
        rest = (company.ipo, company.pool, s.split_area[number])
        if any(part < 0 or part % card for part in rest) or s.split_area[number] > NEW_SHARES:
            yield f"certificates of {name} in the bank are no whole number"
        if company.pool > rules.shares.pool_limit(s, number):
            yield f"the pool holds {company.pool} % of {name}"
        yield from _director(rules, shares, s, number)
        if shares.kinds.is_major(number):
            yield from _major(rules, shares, s, number)
    stamps = [company.stamp for company in s.companies if company.cell >= 0]
    if len(set(stamps)) != len(stamps):
        yield "two markers have the same place"


def _director(rules: Rules1854, shares: Shares1854, s: State1854, number: int) -> Iterator[str]:
    company, name = s.companies[number], rules.t.companies[number].id
    seat = company.president
    if seat == NOBODY:
        return
    full = company.held[seat] - OPTIONED * shares.optioned(s, seat, number)
    if full < shares.size_of(s, number):
        yield f"the director of {name} holds less than his certificate"
    if max(company.held) > company.held[seat]:
        yield f"somebody holds more of {name} than its director"


def _major(rules: Rules1854, shares: Shares1854, s: State1854, number: int) -> Iterator[str]:
    company, name = s.companies[number], rules.t.companies[number].id
    if bool(company.par) != (company.president != NOBODY) or company.floated != (company.cell >= 0):
        yield f"{name} is half started"
    if company.par and not company.floated and sum(company.held) >= rules.t.companies[number].float:
        yield f"{name} should have floated"
    if company.cell >= 0 and beyond_line(rules.t.market, company.cell) and not s.split[number]:
        yield f"{name} is beyond the red line and not split"


def _options(rules: Rules1854, shares: Shares1854, s: State1854) -> Iterator[str]:
    for seat, mark in enumerate(s.options):
        if mark is None:
            continue
        name = rules.t.companies[mark.company].id
        if not shares.kinds.is_major(mark.company) or s.split[mark.company]:
            yield f"there is an option on {name}, which has no certificates of 20 %"
        if s.companies[mark.company].held[seat] % 20 != OPTIONED:
            yield f"the option of {rules.t.seats[seat]} on {name} lies on no certificate"


def _locals(rules: Rules1854, shares: Shares1854, s: State1854) -> Iterator[str]:
    t = rules.t
    for number in shares.kinds.locals:
        private = s.privates[t.kit.private_index[t.companies[number].id]]
        if private.closed != s.merged[number]:
            yield f"local {t.companies[number].id} is half merged"
        if not private.closed and private.owner != (
            BANK if s.companies[number].president == NOBODY else s.companies[number].president
        ):
            yield f"local {t.companies[number].id} has two owners"
    ags = sum(s.companies[number].floated for number in shares.kinds.ags)
    if sum(s.merged) != 2 * ags:
        yield f"{sum(s.merged)} locals have merged into {ags} AGs"
    for number, private in enumerate(s.privates):
        if private.closed and private.owner != BANK:
            yield f"{t.privates[number].id} is closed and owned"


def _tunnels(rules: Rules1854, s: State1854) -> Iterator[str]:
    t = rules.t
    data = t.data.tunnels
    assert data is not None
    kinds, laid = tunnel_kinds(t.hexmap), [0] * len(data.pieces)
    for hex_, pairs in enumerate(s.tunnels):
        for pair in pairs:
            laid[kinds[pair]] += 1
        if len(pairs) > data.per_hex:
            yield f"{t.hexmap.names[hex_]} has {len(pairs)} tunnels"
        if tuple(t.hexmap.faces[s.board.faces[hex_]].tunnels) != pairs:
            yield f"{t.hexmap.names[hex_]} shows other tunnels than there are"
    for index, (name, piece) in enumerate(data.pieces.items()):
        if laid[index] + s.tunnel_supply[index] != piece.count or s.tunnel_supply[index] < 0:
            yield f"tunnel {name}: {laid[index]} laid, {s.tunnel_supply[index]} left, {piece.count} exist"


def _trains(rules: Rules1854, shares: Shares1854, s: State1854) -> Iterator[str]:
    t, kinds = rules.t, shares.kinds
    held = [train for company in s.companies for train in company.trains]
    everywhere = [*held, *s.train_pool, *s.repair]
    if len(set(everywhere)) != len(everywhere):
        yield "a train is in two places"
    counts = rules.start()[0].depot
    for number, entry in enumerate(t.trains):
        out = sum(kind_of(train) == entry.id for train in everywhere)
        if out + s.gone[number] != s.sold[number]:
            yield f"{s.sold[number]} trains {entry.id} left the depot, {out} are out and {s.gone[number]} gone"
        if counts[number] == UNLIMITED:
            continue
        if s.depot[number] < 0 or s.depot[number] + s.sold[number] != counts[number]:
            yield f"the depot has {s.depot[number]} trains {entry.id}, {s.sold[number]} left it"
        old = any(
            by in fate(t, entry.id) for phase in t.phases[: s.phase + 1] for by in (phase.starts, *phase.starts_also)
        )
        young = [train for train in (*s.train_pool, *_of_others(kinds.ags, s)) if kind_of(train) == entry.id]
        if old and (s.depot[number] or young):
            yield f"trains {entry.id} should have been scrapped"
        if not old and any(kind_of(train) == entry.id for train in s.repair):
            yield f"a train {entry.id} is in the repair stock too early"
    for number in kinds.ags:
        if any(is_plus(t, kind_of(train)) for train in s.companies[number].trains):
            yield f"{t.companies[number].id} owns a plus train"
    discarding = any(isinstance(frame, Discard) for frame in s.frames)
    for number, company in enumerate(s.companies):
        if len(company.trains) > train_limit(t, s.phase, number) and not discarding:
            yield f"{t.companies[number].id} owns {len(company.trains)} trains"


def _of_others(ags: tuple[int, ...], s: State1854) -> list[str]:
    """Trains of all companies but AGs."""
    return [train for number, company in enumerate(s.companies) if number not in ags for train in company.trains]


def _contracts(rules: Rules1854, shares: Shares1854, s: State1854) -> Iterator[str]:
    mail = s.mail
    for entry in figures(rules.t).mail:
        if mail.count(entry.id) > entry.count:
            yield f"{mail.count(entry.id)} contracts {entry.id} are out"
    for number in shares.kinds.locals:
        if mail[number]:
            yield f"local {rules.t.companies[number].id} has a mail contract"
