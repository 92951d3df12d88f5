"""The position as a seat or a spectator sees it (RULES.md section 13), as plain data."""

from __future__ import annotations

from typing import Any

from .flow import Flow
from .setup import counted
from .state import PICK, State


def named(counts: tuple[int, ...], names: tuple[str, ...]) -> dict[str, int]:
    """The kinds there are any of, in the order of the title."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def view(flow: Flow, s: State, seat: int | None, opening: dict[str, Any]) -> dict[str, Any]:
    """What a seat may see. `opening` says who is asked, and how the seed can be checked later."""
    t, kit = flow.t, flow.kit
    net_full = flow.net(s.board).full
    return {
        "title": t.data.title.id,
        **opening,
        "step": "" if s.ended else s.step,
        "turn": s.turns,
        "start": s.start,
        "active": None if s.active < 0 else s.active,
        "ended": s.ended,
        "payouts": {"done": s.payouts, "last": t.last_payout, "pending": s.pending},
        "deck": len(s.deck) - s.drawn,
        "display": [kit.shares[card] for card in s.display],
        "up_stack": s.up_left,
        "track_stack": len(s.stack) - s.used,
        "track_discards": named(s.discards, kit.cards),
        "track_removed": named(s.removed, kit.cards),
        "players": [player_view(flow, s, other, seat) for other in range(len(t.seats))],
        "third_player": None if not s.fiction else {"shares": named(s.fiction, kit.shares), "money": s.fiction_money},
        "companies": {entry.id: company_view(flow, s, number) for number, entry in enumerate(kit.companies)},
        "union_pacific": union_pacific_view(flow, s),
        "sections": {
            entry.id: {
                "cities": [entry.a, entry.b],
                "type": entry.type,
                "spaces": entry.spaces,
                "locomotives": [
                    None if company is None else kit.shares[company] for company in kit.slots(number, s.board[number])
                ],
            }
            for number, entry in enumerate(kit.sections)
        },
        "full_types": [
            name for card, name in enumerate(kit.cards[:-1]) if net_full & kit.type_mask[card] == kit.type_mask[card]
        ],
    }


def player_view(flow: Flow, s: State, seat: int, eyes: int | None) -> dict[str, Any]:
    """One player; hand and track cards are open to himself, and to all when the game is over (13.3, 13.6)."""
    t, kit = flow.t, flow.kit
    opened = seat == eyes or bool(s.ended)
    shown: dict[str, Any] = {
        "name": t.seats[seat],
        "money": s.money[seat] if opened or t.options["money"] == "open" else None,
        "shares": named(s.held[seat], kit.shares),
        "hand_size": sum(s.hands[seat]),
        "track_cards": sum(s.tracks[seat]),
        "picked": s.picks[seat] >= 0,
    }
    if opened:
        shown["hand"] = named(s.hands[seat], kit.shares)
        shown["tracks"] = named(s.tracks[seat], kit.cards)
        if s.step == PICK and s.picks[seat] >= 0:
            shown["pick"] = kit.shares[s.picks[seat]]
    return shown


def company_view(flow: Flow, s: State, number: int) -> dict[str, Any]:
    """One company: its value, its supply, and what a payout now would bring each seat."""
    kit = flow.kit
    entry = kit.companies[number]
    return {
        "abbr": entry.abbr,
        "value": flow.value(s, number),
        "supply": s.supply[number],
        "shares": entry.shares,
        "track_types": list(entry.track_types),
        "home": entry.home,
        "payout": flow.amounts(s, number, next_payout(flow, s))[0],
    }


def union_pacific_view(flow: Flow, s: State) -> dict[str, Any]:
    """Union Pacific: what a payout now would bring each seat."""
    number = next_payout(flow, s)
    return {
        "shares": flow.t.data.union_pacific.shares,
        "row": list(flow.t.data.payout.union_pacific[number - 1]),
        "payout": flow.amounts(s, flow.kit.up, number)[0],
    }


def next_payout(flow: Flow, s: State) -> int:
    """The number of the payout to come; when all are done, of the last."""
    return min(s.payouts + 1, flow.t.last_payout)


def opened(flow: Flow, s: State) -> dict[str, Any]:
    """What is shown only when the game is over (13.6): the cards nobody had seen, and the seed."""
    kit = flow.kit
    rest = [card for card in s.deck[s.drawn :] if card != kit.payout_card]
    return {
        "seed": flow.t.seed,
        "deck": named((*counted(rest, kit.up), 0), kit.shares),
        "box": named(s.box, kit.shares),
    }
