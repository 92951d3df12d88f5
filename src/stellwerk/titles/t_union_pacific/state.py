"""The state of a game: counts and numbers only. Companies are 0 to 9, Union Pacific 10, a payout card 11."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core.state import put as put

Counts = tuple[int, ...]  # how many cards of each kind
PICK, REPLACE, TURN, TAKE, EXCHANGE = "pick", "replace", "turn", "take", "exchange"  # what is decided


class Paid(Struct, frozen=True):
    """One sum a payout brought: which payout, of which company, to which seat, by which paragraph."""

    payout: int
    company: int
    seat: int
    amount: int
    rule: str


class State(Struct, gc=False):
    """A draft; `UnionPacificRules.twin` freezes it.

    `deck[drawn:]` is what is left of the deck, top card first; before the first shares are revealed it holds the
    undealt shares. `stack[used:]` is the track stack. `board` has the companies on each section in the order of its
    spaces. `seen` counts the cards somebody has seen that nobody had seen before. `laid` counts payout cards met,
    `pending` those of this turn that are still to be paid, `ignored` those a two-player game never meets.
    """

    step: str
    start: int
    active: int
    turns: int
    picks: tuple[int, ...]
    hands: tuple[Counts, ...]
    held: tuple[Counts, ...]
    tracks: tuple[Counts, ...]
    money: tuple[int, ...]
    board: tuple[tuple[int, ...], ...]
    supply: Counts
    deck: tuple[int, ...]
    display: tuple[int, ...]
    stack: tuple[int, ...]
    discards: Counts
    removed: Counts
    box: Counts
    up_left: int
    drawn: int = 0
    used: int = 0
    shuffles: int = 0
    seen: int = 0
    laid: int = 0
    pending: int = 0
    ignored: int = 0
    payouts: int = 0
    fiction: Counts = ()
    fiction_money: int = 0
    ledger: tuple[Paid, ...] = ()
    ended: str = ""


def change(counts: Counts, kind: int, by: int) -> Counts:
    """The counts with one of them changed."""
    return put(counts, kind, counts[kind] + by)
