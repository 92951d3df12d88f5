"""The start: locomotives, hands, display and deck (RULES.md sections 2, 11 and 14). All chance is the seed's."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Chance

from .move import Move
from .state import PICK, State
from .table import Kit, Table


def first_state(t: Table) -> State:
    """The position in which the first shares are picked (2.1 to 2.5)."""
    kit, count = t.kit, len(t.seats)
    setup, dealt = t.data.setup, int(t.options["dealt_shares"])
    tracks = Chance(t.seed, "tracks").shuffled([card for card, many in enumerate(kit.card_counts) for _ in range(many)])
    shares = shuffled_shares(t)
    start = t.options["start_player"]
    hands = []
    for seat in range(count):
        own = shares[seat * dealt : (seat + 1) * dealt]
        hands.append((*counted(own, kit.up), setup.dealt_up_shares))
    size = setup.track_hand
    board = start_board(kit)
    placed = counted([company for section in board for company in section], kit.up)
    return State(
        step=PICK,
        start=Chance(t.seed, "start").below(count) if start == "random" else int(start) - 1,
        active=-1,
        turns=0,
        picks=(-1,) * count,
        hands=tuple(hands),
        held=((0,) * (kit.up + 1),) * count,
        tracks=tuple(counted(tracks[seat * size : (seat + 1) * size], len(kit.cards)) for seat in range(count)),
        money=(0,) * count,
        board=board,
        supply=tuple(entry.locomotives - many for entry, many in zip(kit.companies, placed, strict=True)),
        deck=tuple(shares[count * dealt :]),
        display=(),
        stack=tuple(tracks[count * size :]),
        discards=(0,) * len(kit.cards),
        removed=(0,) * len(kit.cards),
        box=(0,) * (kit.up + 1),
        up_left=t.data.union_pacific.shares - count * setup.dealt_up_shares,
    )


def shuffled_shares(t: Table) -> list[int]:
    """The company shares in their order after shuffling (2.4)."""
    cards = [company for company, entry in enumerate(t.kit.companies) for _ in range(entry.shares)]
    return Chance(t.seed, "shares").shuffled(cards)


def counted(cards: Sequence[int], kinds: int) -> tuple[int, ...]:
    """How many cards there are of each kind."""
    counts = [0] * kinds
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def start_board(kit: Kit) -> tuple[tuple[int, ...], ...]:
    """A locomotive on every coloured space (2.1)."""
    index = kit.share_index
    return tuple(() if entry.start is None else (index[entry.start.company],) for entry in kit.sections)


def lay_out(m: Move) -> None:
    """Display and deck, when the first shares lie open (2.6, 2.7)."""
    s = m.s
    m.fill_display(s.start, "2.6")
    rest = list(s.deck[s.drawn :])
    s.deck, s.drawn = tuple(make_deck(m.t, rest)), 0


def make_deck(t: Table, rest: list[int]) -> list[int]:
    """The deck from the undealt shares, top card first."""
    below = int(t.options["bottom_shares"])  # 14.2
    rest, bottom = rest[: len(rest) - below], rest[len(rest) - below :]
    piles = professional(t, rest) if t.options["deck"] == "professional" else standard(t, rest)
    return [*piles, *bottom]


def standard(t: Table, rest: list[int]) -> list[int]:
    """6 shares, 18 with a payout card, the rest with the others (2.7)."""
    setup, payout = t.data.setup, t.kit.payout_card
    first, second = setup.first_pile, setup.first_pile + setup.second_pile
    few, many = setup.second_pile_payouts, t.data.payout.cards - setup.second_pile_payouts
    middle = Chance(t.seed, "deck/second").shuffled([*rest[first:second], *[payout] * few])
    big = Chance(t.seed, "deck/rest").shuffled([*rest[second:], *[payout] * many])
    return [*rest[:first], *middle, *big]


def professional(t: Table, rest: list[int]) -> list[int]:
    """Small piles alternate with big ones, each with a payout card; the lower big piles are larger (11.1 to 11.3)."""
    setup = t.data.setup
    small = setup.small_piles * setup.small_size
    sizes = big_sizes(len(rest) - small, setup.small_piles)
    deck, at = [], small
    for pile, size in enumerate(sizes):
        deck += rest[pile * setup.small_size : (pile + 1) * setup.small_size]
        deck += Chance(t.seed, f"deck/big/{pile}").shuffled([*rest[at : at + size], t.kit.payout_card])
        at += size
    return deck


def big_sizes(shares: int, piles: int) -> list[int]:
    """Nearly equal sizes from the top, the extra cards in the lower piles (11.3)."""
    size, extra = divmod(shares, piles)
    return [size + (pile >= piles - extra) for pile in range(piles)]
