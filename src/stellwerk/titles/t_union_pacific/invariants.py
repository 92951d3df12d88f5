"""What must hold after every action: no card, locomotive or dollar appears or vanishes."""

from __future__ import annotations

from collections.abc import Iterator

from .flow import Flow
from .setup import counted
from .state import PICK, REPLACE, State


def broken_invariants(flow: Flow, s: State) -> list[str]:
    """Broken invariants, as sentences."""
    return [*cards(flow, s), *board(flow, s), *money(flow, s), *turn(flow, s)]


def cards(flow: Flow, s: State) -> Iterator[str]:
    """Shares, payout cards and track cards (1.2, 1.3)."""
    kit = flow.kit
    rest = s.deck[s.drawn :]
    left = counted([card for card in rest if card != kit.payout_card], kit.up)
    for share, name in enumerate(kit.shares):
        total = sum(hand[share] for hand in s.hands) + sum(held[share] for held in s.held) + s.box[share]
        total += s.display.count(share) + (s.fiction[share] if s.fiction else 0)
        total += s.up_left if share == kit.up else left[share]
        wanted = flow.t.data.union_pacific.shares if share == kit.up else kit.companies[share].shares
        if total != wanted:
            yield f"there are {total} shares of {name}, not {wanted}"
    waiting = rest.count(kit.payout_card)
    if s.step != PICK and waiting + s.laid + s.ignored != flow.t.data.payout.cards:
        yield f"payout cards: {waiting} in the deck, {s.laid} laid out, {s.ignored} ignored"
    if s.ended != "dead_end" and s.step != PICK and s.laid < s.payouts:
        yield f"{s.payouts} payouts with {s.laid} payout cards"
    for card, name in enumerate(kit.cards):
        total = (
            sum(hand[card] for hand in s.tracks) + s.discards[card] + s.removed[card] + s.stack[s.used :].count(card)
        )
        if total != kit.card_counts[card]:
            yield f"there are {total} track cards {name}, not {kit.card_counts[card]}"
    for counts in (*s.hands, *s.held, *s.tracks, s.discards, s.box, s.supply):
        if min(counts) < 0:
            yield "a count is below zero"
    if len(s.display) > flow.t.data.setup.display:
        yield "the display has too many shares"


def board(flow: Flow, s: State) -> Iterator[str]:
    """Locomotives: all accounted for, none twice on a section, none too many, all connected (1.1, 4.3, 4.4)."""
    kit = flow.kit
    placed = counted([company for section in s.board for company in section], kit.up)
    for number, entry in enumerate(kit.companies):
        if placed[number] + s.supply[number] != entry.locomotives:
            yield f"{entry.id} has {placed[number]} locomotives on the board and {s.supply[number]} in the supply"
        if not connected(flow, s, number):
            yield f"{entry.id} has a locomotive that is not connected to its home"
    for number, standing in enumerate(s.board):
        if len(standing) > kit.spaces[number] or len(set(standing)) != len(standing):
            yield f"{kit.sections[number].id} has {len(standing)} locomotives"
        for company in standing:
            if not kit.allowed[company] >> number & 1:
                yield f"{kit.shares[company]} may not use {kit.sections[number].id}"


def connected(flow: Flow, s: State, company: int) -> bool:
    """True if all sections of a company hang together with its home."""
    kit = flow.kit
    left = {number for number, standing in enumerate(s.board) if company in standing}
    cities = {kit.homes[company]}
    while left:
        near = {number for number in left if cities & set(kit.ends[number])}
        if not near:
            return False
        left -= near
        cities |= {city for number in near for city in kit.ends[number]}
    return True


def money(flow: Flow, s: State) -> Iterator[str]:
    """Money comes from payouts only (2.9, 7.4, 8.1)."""
    seats = len(flow.t.seats)
    for seat, have in enumerate((*s.money, s.fiction_money)):
        paid = sum(entry.amount for entry in s.ledger if entry.seat == seat)
        if paid != have:
            yield f"seat {seat} has {have}, payouts gave {paid}"
    if s.fiction_money and not s.fiction:
        yield "there is no third player to be paid"
    if len(s.money) != seats:
        yield "money for another number of seats"


def turn(flow: Flow, s: State) -> Iterator[str]:
    """Track cards in hand (3.5), hands hidden in the right number, and the end."""
    size = flow.t.data.setup.track_hand
    for seat, tracks in enumerate(s.tracks):
        extra = seat == s.active and not s.ended and s.step == "turn"
        if sum(tracks) != size + extra:
            yield f"seat {seat} has {sum(tracks)} track cards"
    if s.pending and s.step in (PICK, REPLACE, "turn") and not s.ended:
        yield "a payout is pending outside the turn of its card"
    if bool(s.ended) != (s.payouts == flow.t.last_payout):
        yield f"{s.payouts} payouts, ended {s.ended!r}"
