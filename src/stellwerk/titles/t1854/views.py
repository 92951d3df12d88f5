"""What 1854 shows of a position besides what all titles have."""

from __future__ import annotations

from typing import Any

from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import NOBODY, State

from .figures import figures
from .mail import contract, left
from .mergers import free_charters, mergeable
from .phases import FORCE, MERGE, reached
from .shares import Shares1854
from .state import (
    CharterChoice,
    MergerOffer,
    MergerWindow,
    OperatingRound1854,
    Swap,
    Turn,
    own,
)


def position_more(rules: FamilyRules, s: State) -> dict[str, Any]:
    """Options, split area, locals, AGs, contracts, repair stock, tunnels, windows."""
    t, state, shares = rules.t, own(s), rules.shares
    assert isinstance(shares, Shares1854)
    names, kinds = [entry.id for entry in t.companies], shares.kinds
    order = [*mergeable(kinds, s), *(number for number in shares.operating_order(s) if s.companies[number].floated)]
    return {
        "operating_order": [names[number] for number in order],
        "options": {
            t.seats[seat]: {
                "company": names[mark.company],
                "source": mark.source,
                "price": mark.price,
                "due": s.round.kind == "stock" and mark.round < s.round.number,
            }
            for seat, mark in enumerate(state.options)
            if mark is not None
        },
        "splits": sum(state.split),
        "split_area": {names[number]: percent for number, percent in enumerate(state.split_area) if percent},
        "locals": [names[number] for number in mergeable(kinds, s)],
        "free_charters": [names[number] for number in free_charters(kinds, s)],
        "ags_acted": [names[number] for number in kinds.ags if state.acted[number]],
        "mergers": {
            "allowed": reached(t, s, MERGE) and len(mergeable(kinds, s)) > 1,
            "forced": reached(t, s, FORCE) and len(mergeable(kinds, s)) > 1,
        },
        "merger_window": _window(rules, s),
        "contracts": {
            entry.id: {"left": left(s, entry), "price": entry.price, "income": dict(entry.income)}
            for entry in figures(t).mail
        },
        "repair_stock": [
            {"train": train, "price": repair.price, "phase": repair.phase}
            for train in state.repair
            if (repair := figures(t).repair.get(kind_of(train))) is not None
        ],
        "trains_gone": {entry.id: state.gone[number] for number, entry in enumerate(t.trains) if state.gone[number]},
        "tunnels": {
            t.hexmap.names[hex_]: [list(pair) for pair in pairs] for hex_, pairs in enumerate(state.tunnels) if pairs
        },
        "tunnel_supply": dict(zip(t.data.tunnels.pieces, state.tunnel_supply, strict=True)) if t.data.tunnels else {},
        "local_board_cleared": state.cleared,
        "must_keep": s.frames[-1].kept if s.frames and isinstance(s.frames[-1], Swap) else None,
        "ending": "bank" if s.broken else "",
    }


def _window(rules: FamilyRules, s: State) -> dict[str, Any] | None:
    """The merger window that is open, and the question in it."""
    t = rules.t
    window = next((frame for frame in s.frames if isinstance(frame, MergerWindow)), None)
    offer = next((frame for frame in s.frames if isinstance(frame, MergerOffer)), None)
    choice = next((frame for frame in s.frames if isinstance(frame, CharterChoice)), None)
    if window is None and choice is None:
        return None
    return {
        "asked": [t.companies[number].id for number in window.asked] if window else [],
        "first_turn": _first_turn(rules, s),
        "refused": [[t.companies[one].id, t.companies[other].id] for one, other in window.refused] if window else [],
        "offer": None
        if offer is None
        else {"local": t.companies[offer.local].id, "partner": t.companies[offer.other].id},
        "charter": None
        if choice is None
        else {"lower": t.companies[choice.lower].id, "higher": t.companies[choice.higher].id},
    }


def _first_turn(rules: FamilyRules, s: State) -> str:
    """When an AG formed now operates first: `this_round` or `next_round` (8.7)."""
    opening = any(isinstance(frame, OperatingRound1854) and not frame.income_paid for frame in s.frames)
    return str(rules.t.options["ag_first_turn"]) if opening else "next_round"


def company_more(rules: FamilyRules, s: State, number: int) -> dict[str, Any]:
    """What kind of company it is, and what only this kind has."""
    t, state, shares, company = rules.t, own(s), rules.shares, s.companies[number]
    assert isinstance(shares, Shares1854)
    turn = next((frame for frame in s.frames if isinstance(frame, Turn) and frame.company == number), None)
    mail = contract(t, state.mail[number])
    return {
        "kind": shares.kinds.of[number],
        "closed": state.merged[number],
        "split": state.split[number],
        "split_area": state.split_area[number],
        "certificate": shares.card(s, number),
        "director_certificate": shares.size_of(s, number),
        "certificates": {
            t.seats[seat]: shares.cards_of(s, number, seat) for seat, held in enumerate(company.held) if held
        },
        "options": [t.seats[seat] for seat in range(len(t.seats)) if shares.optioned(s, seat, number)],
        "mail": None if mail is None else {"contract": mail.id, "income": mail.income[t.phases[s.phase].offboard]},
        "acted": state.acted[number],
        "home_waits": company.president != NOBODY and state.acted[number] and not s.board.settled[number],
        "named_train": turn.named if turn and turn.named else None,
    }


def lines_more(rules: FamilyRules, s: State) -> list[str]:
    """What only 1854 has, as lines of text; nothing about what is not there."""
    shown, t = position_more(rules, s), rules.t
    options = [
        f"{who} on {mark['company']} ({t.money(mark['price'])} to complete)" for who, mark in shown["options"].items()
    ]
    mails = [f"{t.companies[number].id} {name}" for number, name in enumerate(own(s).mail) if name]
    tunnels = [f"{hex_} {' '.join(f'{a}-{b}' for a, b in pairs)}" for hex_, pairs in shown["tunnels"].items()]
    parts = {
        "Options": options,
        "Split area": [f"{name} {percent} %" for name, percent in shown["split_area"].items()],
        "Mail contracts": mails,
        "Repair stock (for AGs)": [f"{entry['train']} {t.money(entry['price'])}" for entry in shown["repair_stock"]],
        "Tunnels": tunnels,
    }
    return [f"{name}: {', '.join(items)}" for name, items in parts.items() if items]
