"""Games a player of Union Pacific can imagine: everything that is hidden from a seat dealt again.

What is known stays: hands are as large as they are, each pile of the deck has as many payout cards left as can be
counted, and the cards are those that have not been seen. Nothing else of the real position is used, and the seed of the
imagined game is the bot's own, so that no world tells more than the table does.
"""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Chance, Game

from ..rules import UnionPacificRules
from ..setup import big_sizes, counted
from ..state import PICK, State
from ..table import Table


def imagined(rules: UnionPacificRules, seed: int) -> UnionPacificRules:
    """The rules of the same table with another seed."""
    return UnionPacificRules(Table(rules.seats, dict(rules.options), seed))


def world(rules: UnionPacificRules, s: State, seat: int, chance: Chance) -> Game[State]:
    """A game at that position with all that is hidden from a seat dealt again; `rules` are those of the world."""
    kit = rules.kit
    draft: State = rules.twin.draft(s)
    others = [other for other in range(len(s.hands)) if other != seat]
    rest, payout = s.deck[s.drawn :], kit.payout_card
    pool = [share for other in others for share in range(kit.up) for _ in range(s.hands[other][share])]
    pool += [card for card in rest if card != payout]
    pool += [share for share in range(kit.up) for _ in range(s.box[share])]
    pool = chance.shuffled(sorted(pool))
    hands = list(s.hands)
    for other in others:
        own = [pool.pop() for _ in range(sum(s.hands[other][: kit.up]))]
        hands[other] = (*counted(own, kit.up), s.hands[other][kit.up])
    deck = list(s.deck)
    for first, end in piles(rules, s):
        first = max(first, s.drawn)
        if first < end:
            many = sum(card == payout for card in s.deck[first:end])
            pile = [payout] * many + [pool.pop() for _ in range(end - first - many)]
            deck[first:end] = chance.shuffled(pile)
    deck[: s.drawn] = [payout] * s.drawn  # what has been drawn says what hands hold
    draft.hands, draft.deck, draft.box = tuple(hands), tuple(deck), (*counted(pool, kit.up), *s.box[kit.up :])
    if s.step == PICK:
        draft.picks = tuple(
            pick if pick < 0 or other == seat else picked(hands[other]) for other, pick in enumerate(s.picks)
        )
    cards = [card for other in others for card, count in enumerate(s.tracks[other]) for _ in range(count)]
    cards = chance.shuffled(sorted([*cards, *s.stack[s.used :]]))
    tracks = list(s.tracks)
    for other in others:
        tracks[other] = counted([cards.pop() for _ in range(sum(s.tracks[other]))], len(kit.cards))
    draft.tracks, draft.stack = tuple(tracks), (*[0] * s.used, *cards)
    return Game.from_state(rules, rules.twin.seal(draft))


def picked(hand: tuple[int, ...]) -> int:
    """The first share in a hand: nobody knows yet what was picked."""
    return next(share for share, count in enumerate(hand) if count)


def redealt(game: Game[State], seat: int, seed: int) -> Game[State]:
    """A game at this position with all that is hidden from a seat dealt again by a seed."""
    assert isinstance(game.rules, UnionPacificRules)
    return world(imagined(game.rules, seed), game.state, seat, Chance(seed, f"seen/{seat}/{game.ply}"))


def piles(rules: UnionPacificRules, s: State) -> Iterator[tuple[int, int]]:
    """Where the piles of the deck lie, as the rules make them (2.7, 11.1, 14.2)."""
    if s.step == PICK:
        yield 0, len(s.deck)
        return
    setup, below = rules.t.data.setup, int(rules.options["bottom_shares"])
    end = len(s.deck) - below
    if rules.options["deck"] == "professional":
        small, at = setup.small_piles * setup.small_size, 0
        for size in big_sizes(end - setup.small_piles - small, setup.small_piles):
            yield at, at + setup.small_size
            at += setup.small_size
            yield at, at + size + 1
            at += size + 1
    else:
        first, second = setup.first_pile, setup.first_pile + setup.second_pile + setup.second_pile_payouts
        yield from ((0, min(first, end)), (first, min(second, end)), (second, end))
    yield max(end, 0), len(s.deck)
