"""What 1854 shows of a position besides what all titles have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.core import Message
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import NOBODY

from .figures import figures
from .mail import contract, left
from .mergers import free_charters, mergeable
from .phases import FORCE, MERGE, reached
from .state import CharterChoice, MergerOffer, MergerWindow, OperatingRound1854, State1854, Swap, Turn

if TYPE_CHECKING:
    from .rules import Rules1854


def position_more(rules: Rules1854, s: State1854) -> dict[str, Any]:
    """Options, split area, locals, AGs, contracts, repair stock, tunnels, windows."""
    t, shares = rules.t, rules.shares
    on_sale = {offer.train for offer in rules.trains.repaired(s)}
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
            for seat, mark in enumerate(s.options)
            if mark is not None
        },
        "splits": sum(s.split),
        "split_area": {names[number]: percent for number, percent in enumerate(s.split_area) if percent},
        "locals": [names[number] for number in mergeable(kinds, s)],
        "free_charters": [names[number] for number in free_charters(kinds, s)],
        "ags_acted": [names[number] for number in kinds.ags if s.acted[number]],
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
            {"train": train, "price": repair.price, "phase": repair.phase, "on_sale": train in on_sale}
            for train in s.repair
            if (repair := figures(t).repair.get(kind_of(train))) is not None
        ],
        "trains_gone": {entry.id: s.gone[number] for number, entry in enumerate(t.trains) if s.gone[number]},
        "tunnels": {
            t.hexmap.names[hex_]: [list(pair) for pair in pairs] for hex_, pairs in enumerate(s.tunnels) if pairs
        },
        "tunnel_supply": dict(zip(t.data.tunnels.pieces, s.tunnel_supply, strict=True)) if t.data.tunnels else {},
        "local_board_cleared": s.cleared,
        "must_keep": s.frames[-1].kept if s.frames and isinstance(s.frames[-1], Swap) else None,
        "ending": "bank" if s.broken else "",
    }


def _window(rules: Rules1854, s: State1854) -> dict[str, Any] | None:
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


def _first_turn(rules: Rules1854, s: State1854) -> str:
    """When an AG formed now operates first: `this_round` or `next_round` (8.7)."""
    opening = any(isinstance(frame, OperatingRound1854) and not frame.income_paid for frame in s.frames)
    return str(rules.t.options["ag_first_turn"]) if opening else "next_round"


def company_more(rules: Rules1854, s: State1854, number: int) -> dict[str, Any]:
    """What kind of company it is, and what only this kind has."""
    t, shares, company = rules.t, rules.shares, s.companies[number]
    turn = next((frame for frame in s.frames if isinstance(frame, Turn) and frame.company == number), None)
    mail = contract(t, s.mail[number])
    return {
        "kind": shares.kinds.of[number],
        "closed": s.merged[number],
        "split": s.split[number],
        "split_area": s.split_area[number],
        "certificate": shares.card(s, number),
        "director_certificate": shares.size_of(s, number),
        "certificates": {
            t.seats[seat]: shares.cards_of(s, number, seat) for seat, held in enumerate(company.held) if held
        },
        "options": [t.seats[seat] for seat in range(len(t.seats)) if shares.optioned(s, seat, number)],
        "mail": None if mail is None else {"contract": mail.id, "income": mail.income[t.phases[s.phase].offboard]},
        "acted": s.acted[number],
        "home_waits": company.president != NOBODY and s.acted[number] and not s.board.settled[number],
        "named_train": turn.named if turn and turn.named else None,
    }


def lines_more(rules: Rules1854, s: State1854) -> list[Message]:
    """What only 1854 has, as lines of text; nothing about what is not there."""
    shown, t = position_more(rules, s), rules.t
    options = tuple(
        t.message("{who} on {company} ({price:$} to complete)", who=who, company=mark["company"], price=mark["price"])
        for who, mark in shown["options"].items()
    )
    mails = tuple(
        t.message("{company} {contract:contract}", company=t.companies[number].id, contract=name)
        for number, name in enumerate(s.mail)
        if name
    )
    tunnels = [f"{hex_} {' '.join(f'{a}-{b}' for a, b in pairs)}" for hex_, pairs in shown["tunnels"].items()]
    split = tuple(f"{name} {percent} %" for name, percent in shown["split_area"].items())
    repaired = tuple(f"{entry['train']} {t.money(entry['price'])}" for entry in shown["repair_stock"])
    found = [
        t.message("Options: {items}", items=options),
        t.message("Split area: {items}", items=split),
        t.message("Mail contracts: {items}", items=mails),
        t.message("Repair stock (for AGs): {items}", items=repaired),
        t.message("Tunnels: {items}", items=tuple(tunnels)),
    ]
    return [line for line in found if line.facts["items"]]
