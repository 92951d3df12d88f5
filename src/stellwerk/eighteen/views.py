"""The position as plain data with names instead of numbers: what pages, programs and tests read."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.eighteen.bids import committed
from stellwerk.eighteen.depot import next_to_go, offer_view, on_sale, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Auction, CityChoice, Consent, OperatingRound, OperatingTurn, StockTurn
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.state import BANK, UNLIMITED, Private, State, company_owner, is_company


def view(rules: FamilyRules, s: State) -> dict[str, Any]:
    """Everything that is public, which in these titles is everything but the seed."""
    t = rules.t
    decision = rules.decision(s)
    return {
        "title": rules.title,
        "round": round_name(s),
        "phase": t.phases[s.phase].id,
        "bank": s.bank,
        "bank_broken": s.broken,
        "ended": s.ended,
        "asked": None
        if decision is None
        else {"seat": decision.seat, "actor": decision.actor, "kind": decision.kind, "rule": decision.rule},
        "priority": t.seats[s.priority],
        "players": [player_view(rules, s, seat, score) for seat, score in enumerate(rules.result(s).scores)],
        "companies": {entry.id: company_view(rules, s, number) for number, entry in enumerate(t.companies)},
        "privates": {entry.id: private_view(rules, s.privates[number]) for number, entry in enumerate(t.privates)},
        "auction": auction_view(rules, s),
        "market": market_view(rules, s),
        "holding_limit": rules.holding_limit(s),
        "turn": turn_view(rules, s),
        "offer": deal_view(rules, s),
        "acted": bool(s.frames) and isinstance(s.frames[-1], StockTurn) and s.frames[-1].acted,
        "home_of": home_view(rules, s),
        "waiting": waiting_view(rules, s),
        "operating_order": [
            t.companies[number].id for number in rules.shares.operating_order(s) if s.companies[number].floated
        ],
        "depot": {
            entry.id: "unlimited" if s.depot[number] == UNLIMITED else s.depot[number]
            for number, entry in enumerate(t.trains)
        },
        "on_sale": [offer_view(offer) for offer in on_sale(t, s)],
        "trains_sold": {entry.id: s.sold[number] for number, entry in enumerate(t.trains)},
        "train_fates": {entry.id: list(enders) for entry, enders in zip(t.trains, t.fates, strict=True)},
        "next_to_go": next_to_go(t, s),
        "train_pool": list(s.train_pool),
        "tiles": tiles_view(rules, s),
        "tokens": tokens_view(rules, s),
        "tile_supply": {
            name: "unlimited" if t.hexmap.unlimited[number] else s.supply[number]
            for number, name in enumerate(t.hexmap.tile_names)
        },
        **rules.more_view(s),
    }


def turn_view(rules: FamilyRules, s: State) -> dict[str, Any] | None:
    """The company whose turn it is, the parts of its turn, and what the present one shows; None if there is none."""
    frame = next((frame for frame in reversed(s.frames) if isinstance(frame, OperatingTurn)), None)
    if frame is None:
        return None
    step = rules.steps[type(frame)]
    assert isinstance(step, OperatingTurnStep)
    name = rules.t.companies[frame.company].id
    return {"company": name, "step": frame.step, "parts": list(step.parts), **step.parts[frame.step].view(s, frame)}


def waiting_view(rules: FamilyRules, s: State) -> list[str] | None:
    """The companies whose turn is still to come in this operating round; None if there is no such round."""
    frame = next((frame for frame in s.frames if isinstance(frame, OperatingRound)), None)
    return None if frame is None else [rules.t.companies[number].id for number in frame.waiting]


def deal_view(rules: FamilyRules, s: State) -> dict[str, Any] | None:
    """The offer somebody is to agree to: who makes it, for which company, and the action; None if there is none."""
    frame = s.frames[-1] if s.frames else None
    if not isinstance(frame, Consent):
        return None
    below = s.frames[-2]
    company = rules.t.companies[below.company].id if isinstance(below, OperatingTurn) else None
    return {"by": frame.by, "company": company, "action": msgspec.to_builtins(frame.offer)}


def home_view(rules: FamilyRules, s: State) -> str | None:
    """The company a city is chosen for; None if that is not the question."""
    frame = s.frames[-1] if s.frames else None
    return rules.t.companies[frame.company].id if isinstance(frame, CityChoice) else None


def round_name(s: State) -> str:
    """`Auction`, `SR 2`, `OR 2.1`; `Interim OR 1` between two auction rounds (1854 3.7)."""
    if s.round.kind == "auction":
        return "Auction"
    if s.round.kind == "stock":
        return f"SR {s.round.number}"
    return f"OR {s.round.number}.{s.round.part}" if s.round.number else f"Interim OR {s.round.part}"


def player_view(rules: FamilyRules, s: State, seat: int, score: int) -> dict[str, Any]:
    """One player."""
    t = rules.t
    return {
        "name": t.seats[seat],
        "cash": s.players[seat].cash,
        "bankrupt": s.players[seat].bankrupt,
        "shares": {
            t.companies[number].id: company.held[seat]
            for number, company in enumerate(s.companies)
            if company.held[seat]
        },
        "president_of": [
            t.companies[number].id for number, company in enumerate(s.companies) if company.president == seat
        ],
        "privates": [t.privates[number].id for number, private in enumerate(s.privates) if private.owner == seat],
        "certificates": rules.shares.certificates(s, seat),
        "certificate_limit": rules.shares.cert_limit(s),
        "score": score,
    }


def company_view(rules: FamilyRules, s: State, number: int) -> dict[str, Any]:
    """One company."""
    t, company = rules.t, s.companies[number]
    cell = t.market.cells[company.cell] if company.cell >= 0 else None
    owner = company_owner(number)
    return {
        "cash": company.cash,
        "par": company.par or None,
        "price": cell.price if cell else None,
        "cell": [cell.row, cell.column] if cell else None,
        "zones": cell.zones if cell else "",
        "ipo": company.ipo,
        "prices": prices_view(rules, s, number) if company.par else {},
        "pool": company.pool,
        "president": t.seats[company.president] if company.president >= 0 else None,
        "floated": company.floated,
        "operated": company.operated,
        "unit": rules.shares.unit_of(s, number),
        "float": t.companies[number].float,
        "towards_float": rules.shares.towards_float(s, number),
        "sold_out": rules.shares.sold_out(s, number),
        "pool_limit": rules.shares.pool_limit(s, number),
        "trains": list(company.trains),
        "train_limit": train_limit(t, s.phase, number),
        "keeps_trains": rules.keeps_trains(number),
        "tokens_left": len(t.companies[number].tokens) - company.tokens,
        "privates": [t.privates[index].id for index, private in enumerate(s.privates) if private.owner == owner],
        **rules.more_company_view(s, number),
    }


def prices_view(rules: FamilyRules, s: State, number: int) -> dict[str, int]:
    """What the next certificate costs, wherever some lie."""
    places = rules.places(s, number).items()
    return {source: rules.shares.cost(s, number, source) for source, percent in places if percent}


def private_view(rules: FamilyRules, private: Private) -> dict[str, Any]:
    """One private."""
    owner = None if private.owner == BANK else rules.t.name(private.owner)
    return {
        "owner": owner,
        "owner_is_company": is_company(private.owner),
        "closed": private.closed,
        "power_used": private.used,
    }


def auction_view(rules: FamilyRules, s: State) -> dict[str, Any] | None:
    """Bids and what is bound, while the auction lasts."""
    frame = s.frames[0] if s.frames else None
    if not isinstance(frame, Auction):
        return None
    t = rules.t
    return {
        "bids": {
            t.privates[number].id: {t.seats[seat]: amount for seat, amount in bids}
            for number, bids in enumerate(frame.bids)
            if bids
        },
        "committed": {t.seats[seat]: committed(frame, seat) for seat in range(len(t.seats))},
        "first_price": t.privates[0].price - frame.discount,
    }


def market_view(rules: FamilyRules, s: State) -> dict[str, list[str]]:
    """Markers in each cell, top of the stack first."""
    t = rules.t
    stacks: dict[int, list[int]] = {}
    for number, company in enumerate(s.companies):
        if company.cell >= 0:
            stacks.setdefault(company.cell, []).append(number)
    return {
        f"{t.market.cells[cell].row},{t.market.cells[cell].column}": [
            t.companies[number].id for number in sorted(numbers, key=lambda index: s.companies[index].stamp)
        ]
        for cell, numbers in sorted(stacks.items())
    }


def tiles_view(rules: FamilyRules, s: State) -> dict[str, str]:
    """`57/1` for every hex with a tile."""
    hexmap = rules.t.hexmap
    return {
        hexmap.names[hex_]: hexmap.faces[face].name
        for hex_, face in enumerate(s.board.faces)
        if face != hexmap.printed[hex_]
    }


def tokens_view(rules: FamilyRules, s: State) -> dict[str, list[list[str | None]]]:
    """Slots of every city that holds a token."""
    t = rules.t
    return {
        t.hexmap.names[hex_]: [[t.companies[token].id if token >= 0 else None for token in slots] for slots in cities]
        for hex_, cities in enumerate(s.board.tokens)
        if any(token >= 0 for slots in cities for token in slots)
    }
