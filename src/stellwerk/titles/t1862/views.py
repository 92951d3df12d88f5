"""What pages and programs see of 1862 besides what all titles have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.core import Message
from stellwerk.eighteen.bids import cheapest
from stellwerk.eighteen.board import BLOCKED
from stellwerk.eighteen.state import NOBODY

from . import groups
from .auction import bound, price_of
from .figures import figures, group_of
from .powers import income
from .state import PrivateAuction, Raising, State1862, active, companies_left

if TYPE_CHECKING:
    from .rules import Rules1862


def more_view(rules: Rules1862, s: State1862) -> dict[str, Any]:
    """Groups, bids, limits, blockers, what ends the game, who raises money."""
    t = rules.t
    raising = next((frame for frame in reversed(s.frames) if isinstance(frame, Raising)), None)
    return {
        "auction": auction_view(rules, s),
        "phase_color": t.phases[s.phase].color,
        "groups": [group_view(rules, s, group) for group in range(1, len(figures(t).group) + 1)],
        "certificate_limits": limits_view(rules, s),
        "blocked": {
            t.hexmap.names[hex_]: [slots.count(BLOCKED) for slots in cities]
            for hex_, cities in enumerate(s.board.tokens)
            if any(BLOCKED in slots for slots in cities)
        },
        "removed": [entry.id for number, entry in enumerate(t.companies) if s.removed[number]],
        "removed_to_end": figures(t).end_companies_removed,
        "players_left": [t.seats[seat] for seat in active(s)],
        "debts": {t.seats[seat]: debt for seat, debt in enumerate(s.debts) if debt},
        "money_gone": s.money_gone,
        "trains_gone": list(s.trains_gone),
        "ending": rules.ends_with_set(s),
        "incomes": {entry.id: income(t, s, number) for number, entry in enumerate(t.privates)},
        "raising": None
        if raising is None
        else {
            "player": t.seats[raising.seat],
            "company": t.companies[raising.company].id,
            "train": raising.train or None,
            "amount": raising.amount,
            "missing": max(0, raising.amount - s.players[raising.seat].cash),
        },
    }


def auction_view(rules: Rules1862, s: State1862) -> dict[str, Any] | None:
    """Bids and bound money, while privates are unsold."""
    t = rules.t
    if cheapest(s) == NOBODY:
        return None
    auction = next((frame for frame in s.frames if isinstance(frame, PrivateAuction)), None)
    return {
        "bids": {
            t.privates[number].id: {t.seats[seat]: amount for seat, amount in bids}
            for number, bids in enumerate(s.bids)
            if bids
        },
        "committed": {name: bound(s, seat) for seat, name in enumerate(t.seats)},
        "first_price": price_of(t, s, 0),
        "cheapest": t.privates[cheapest(s)].id,
        "bid_off": t.privates[auction.private].id if auction else None,
    }


def group_view(rules: Rules1862, s: State1862, group: int) -> dict[str, Any]:
    """One group: its companies, whether it is on sale, and what it waits for."""
    t = rules.t
    is_open = group <= s.open_groups
    return {
        "group": group,
        "companies": [t.companies[number].id for number in groups.members(t, group)],
        "open": is_open,
        "condition": figures(t).group[group - 1].condition,
        "rule": t.rule(groups.PARAGRAPHS[group]),
        "waiting_for": [] if is_open else [t.companies[number].id for number in groups.waiting_for(t, s, group)],
    }


def limits_view(rules: Rules1862, state: State1862) -> dict[str, Any]:
    """The table of paper limits with the cell that holds now."""
    t = rules.t
    return {
        "table": {players: dict(row.items()) for players, row in figures(t).cert_limit_by_companies.items()},
        "players": len(active(state)),
        "companies": companies_left(state),
        "limit": groups.certificate_limit(t, state),
        "cell": list(groups.limit_cell(t, state)),
    }


def more_company_view(rules: Rules1862, s: State1862, number: int) -> dict[str, Any]:
    """Group, notes, the company's own half, certificates, bonus runs, whether it is removed."""
    t = rules.t
    entry, company, loan = t.companies[number], s.companies[number], figures(t).loan
    color = t.phases[s.phase].color
    possible = company.floated and not s.removed[number] and rules.buyback.why_not_at_all(s, number) is None
    notes = rules.buyback.notes(s, number) if possible else None
    return {
        "group": group_of(t, number),
        "on_sale": groups.on_sale(t, s, number),
        "removed": s.removed[number],
        "operated": s.operated[number],
        "bought_back": s.bought_back[number],
        "own_percent": loan.company_share if s.bought_back[number] else 0,
        "director_percent": rules.shares.size_of(s, number),
        "notes": s.notes[number],
        "debt": s.notes[number] * loan.face,
        "papers": {
            t.seats[seat]: rules.shares.papers(s, number, seat) for seat, held in enumerate(company.held) if held
        },
        "bank_price": rules.shares.cost(s, number, rules.unsold) if company.par and company.ipo else None,
        "pool_price": rules.shares.cost(s, number, "pool") if company.par and company.pool else None,
        "buyback": None
        if notes is None
        else {
            "cost": rules.buyback.cost(s, number),
            "per_note": rules.buyback.paid_out(s),
            "least_notes": notes.low,
            "most_notes": notes.high,
        },
        "bonus": [
            {
                "targets": [target.name for target in bonus.targets],
                "hexes": [target.hex for target in bonus.targets],
                "distance": bonus.distance[color],
                "most": bonus.most[color],
            }
            for bonus in t.data.bonus
            if bonus.corporation == entry.id
        ],
    }


def more_lines(rules: Rules1862, s: State1862) -> list[str]:
    """What the text of a position says besides what all titles say."""
    t = rules.t
    groups_ = [
        f"{number}: {' '.join(t.companies[company].id for company in groups.members(t, number))}"
        + ("" if number <= s.open_groups else " (not on sale)")
        for number in range(1, len(figures(t).group) + 1)
    ]
    lines = ["Groups: " + "; ".join(groups_)]
    halved = [
        f"{entry.id} holds 50 % of itself, {s.notes[number]} notes"
        for number, entry in enumerate(t.companies)
        if s.bought_back[number]
    ]
    if halved:
        lines.append("Bought back: " + "; ".join(halved))
    blocked = [
        f"{t.hexmap.names[hex_]} {sum(slots.count(BLOCKED) for slots in cities)}"
        for hex_, cities in enumerate(s.board.tokens)
        if any(BLOCKED in slots for slots in cities)
    ]
    if blocked:
        lines.append("Blocked places: " + ", ".join(blocked))
    auction = auction_view(rules, s)
    if auction and auction["bids"]:
        bids = [
            f"{private} " + ", ".join(f"{who} {t.money(amount)}" for who, amount in found.items())
            for private, found in auction["bids"].items()
        ]
        lines.append("Bids: " + "; ".join(bids))
    if rules.ends_with_set(s) and not s.ended:
        lines.append(f"The game ends soon ({rules.ends_with_set(s)}).")
    return lines


def told_more(rules: Rules1862, s: State1862) -> list[Message]:
    """The same as messages, for players in their language."""
    t = rules.t
    lines = []
    for number in range(1, len(figures(t).group) + 1):
        names = " ".join(t.companies[company].id for company in groups.members(t, number))
        if number <= s.open_groups:
            lines.append(t.message("Group {number}: {names}", number=number, names=names))
        else:
            lines.append(t.message("Group {number}: {names} (not on sale)", number=number, names=names))
    halved = tuple(
        t.message("{company} (notes: {notes})", company=entry.id, notes=s.notes[number])
        for number, entry in enumerate(t.companies)
        if s.bought_back[number]
    )
    if halved:
        lines.append(t.message("Bought back, half of each in its own hands: {companies}", companies=halved))
    blocked = [
        f"{t.hexmap.names[hex_]} {sum(slots.count(BLOCKED) for slots in cities)}"
        for hex_, cities in enumerate(s.board.tokens)
        if any(BLOCKED in slots for slots in cities)
    ]
    if blocked:
        lines.append(t.message("Blocked places: {places}", places=tuple(blocked)))
    auction = auction_view(rules, s)
    if auction and auction["bids"]:
        bids = [
            f"{private} " + ", ".join(f"{who} {t.money(amount)}" for who, amount in found.items())
            for private, found in auction["bids"].items()
        ]
        lines.append(t.message("Bids: {bids}", bids="; ".join(bids)))
    if rules.ends_with_set(s) and not s.ended:
        lines.append(t.message("The game ends soon ({why:end}).", why=rules.ends_with_set(s)))
    return lines
