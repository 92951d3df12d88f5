"""Puzzles of the 18xx family. Every answer is what router, `depot` or the played action itself says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.core import Event, Game, Illegal, Line, Message
from stellwerk.core.game import Ply
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.actions import BuyTrain, Dividend, LayTile, RunRoutes, SellShares
from stellwerk.eighteen.depot import card_of, fate
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.routing import Run, best_run, best_runs
from stellwerk.training.puzzle import MONEY, PERCENT, Asked, Choice, Maker, graded, number_of

NODES = 100_000  # of the router: an answer without a wait; what is not proven by then is not asked
CHOICES, LOOKED = 4, 12  # runs or lays to choose among, and how many are looked at for them
FEWEST = 3


def rules_of(game: Game[Any]) -> FamilyRules:
    """The rules of a family game."""
    assert isinstance(game.rules, FamilyRules)
    return game.rules


def events_of(game: Game[Any], ply: Ply, action: Any, *kinds: str) -> tuple[Event, ...]:
    """What the engine tells of some kinds when the action is made here."""
    return tuple(event for event in game.foresee(action, ply.seat) if event.kind in kinds)


# -- runs


def runs_here(rules: FamilyRules, s: State, ply: Ply) -> bool:
    """A company declares its run."""
    return isinstance(ply.action, RunRoutes) and isinstance(s.frames[-1], OperatingTurn)


def stops_of(run: Run) -> int:
    """How many stops its trains visit together."""
    return sum(len(route.stops) for route in run.routes)


def way_of(run: Run) -> str:
    """`3: E19 F20 H18; 2: …`: the hexes where each train stops."""
    return "; ".join(
        f"{kind_of(route.train)}: {' '.join(stop.partition('.')[0] for stop in route.stops)}" for route in run.routes
    )


def run(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """What the best run brings."""
    rules, s = rules_of(game), game.state
    company = s.frames[-1].company
    best = best_run(rules, s, company, budget=NODES)
    if not best.proven or not best.routes:
        return None
    facts = {"company": best.company, "trains": ", ".join(map(kind_of, rules.running_trains(s, company)))}
    return Asked(
        Message("What does the best run of {company} bring? Its trains: {trains}.", facts, rules.t.style),
        best.total,
        graded(stops_of(best) + 2 * (len(best.routes) - 1), 4, 8),
        events_of(game, ply, best.action(), "run"),
        unit=MONEY,
    )


def choice(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """Which of up to four runs brings most: no two of them bring the same."""
    rules, s = rules_of(game), game.state
    found: dict[int, Run] = {}
    for entry in best_runs(rules, s, s.frames[-1].company, LOOKED, budget=NODES):
        if entry.proven and entry.routes:
            found.setdefault(entry.total, entry)
    runs = sorted(found.values(), key=lambda entry: -entry.total)[:CHOICES]
    ways = [way_of(entry) for entry in runs]
    if len(runs) < FEWEST or len(set(ways)) < len(ways):
        return None
    best, second = runs[0].total, runs[1].total
    turned = by % len(runs)
    return Asked(
        Message("Which of these runs of {company} brings most?", {"company": runs[0].company}, rules.t.style),
        (len(runs) - turned) % len(runs),
        graded(second / best, 0.85, 0.94),
        tuple(
            Event("note", rules.t.cite("run"), Message("{way} brings {revenue:$}", facts, rules.t.style), entry.receipt)
            for entry in runs
            for facts in [{"way": way_of(entry), "revenue": entry.total}]
        ),
        choices=(*ways[turned:], *ways[:turned]),
    )


# -- lays


def lays_here(rules: FamilyRules, s: State, ply: Ply) -> bool:
    """A company with trains lays a tile."""
    frame = s.frames[-1]
    if not isinstance(ply.action, LayTile) or ply.action.power or not isinstance(frame, OperatingTurn):
        return False
    return bool(rules.running_trains(s, frame.company))


def lay(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """After which of some lays the best run brings most, with the trains the company has: one of them alone does."""
    rules, s = rules_of(game), game.state
    company = s.frames[-1].company
    legal = [
        option.action
        for option in game.options_for(ply.seat)
        if isinstance(option.action, LayTile) and not option.action.power
    ]
    found: dict[int, list[tuple[str, Run]]] = {}
    for action in sorted(legal, key=lambda action: number_of(by, lay_text(action)))[:LOOKED]:
        then = best_run(rules, rules.apply(s, action, ply.seat)[0], company, budget=NODES)
        if not then.proven:
            return None
        found.setdefault(then.total, []).append((lay_text(action), then))
    if not found or len(found[most := max(found)]) > 1:
        return None
    lays = [entry for total in sorted(found, reverse=True) for entry in found[total]][:CHOICES]
    if len(lays) < FEWEST:
        return None
    turned = by % len(lays)
    texts = [text for text, _ in lays]
    return Asked(
        Message(
            "{company} lays one tile. After which of these lays does its best run bring most, with the trains it has?",
            {"company": rules.t.companies[company].id},
            rules.t.style,
        ),
        (len(lays) - turned) % len(lays),
        graded(lays[1][1].total / most, 0.7, 0.9),
        tuple(
            Event("note", rules.t.cite("run"), Message("{way} brings {revenue:$}", facts, rules.t.style), then.receipt)
            for text, then in lays
            for facts in [{"way": text, "revenue": then.total}]
        ),
        choices=(*texts[turned:], *texts[:turned]),
    )


def lay_text(action: LayTile) -> str:
    """`H16 57/1`, as studies have it."""
    return f"{action.hex} {action.tile}/{action.rotation}"


# -- trains


def ends_trains(rules: FamilyRules, s: State, ply: Ply) -> bool:
    """The first train of a kind is bought."""
    return isinstance(ply.action, BuyTrain) and any(event.kind in ("phase", "rust") for event in ply.events)


def rust(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """Which trains of the companies leave the game with a purchase."""
    rules, s = rules_of(game), game.state
    t = rules.t
    assert isinstance(ply.action, BuyTrain)
    if ply.action.trade_in:  # a train that is handed in is lost too
        return None
    told = events_of(game, ply, ply.action, "phase", "rust", "removed")
    gone = [event.facts["kind"] for event in told if event.facts.get("lost")]
    have = {card_of(t, kind_of(train)) for company in s.companies for train in company.trains}
    cards = [entry.id for entry in t.trains if entry.id in have]
    if len(gone) > 1 or not cards:
        return None
    decision = game.decision()
    assert decision is not None
    facts = {"company": decision.actor, "train": kind_of(ply.action.train)}
    choices: tuple[Choice, ...] = (*cards, Message("none"))
    return Asked(
        Message(
            "{company} buys the first train {train} now. Which kind of train do companies lose at once by that?",
            facts,
            t.style,
        ),
        cards.index(gone[0]) if gone else len(cards),
        graded(len(cards), 2, 3),
        told,
        choices=choices,
    )


def ends(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """With which train a kind of trains ends."""
    t = rules_of(game).t
    assert isinstance(ply.action, BuyTrain)
    card = card_of(t, kind_of(ply.action.train))
    enders = fate(t, card)
    later = [entry.id for entry in t.trains[t.kit.train_index[card] + 1 :]]
    if len(enders) > 1 or any(by not in later for by in enders) or len(later) < FEWEST - 1:
        return None
    facts = {"kind": card, "by": enders[0] if enders else ""}
    if enders:
        why = Message("the first purchase of a train {by} ends the trains {kind}", facts, t.style)
    else:
        why = Message("nothing ends the trains {kind}", facts, t.style)
    return Asked(
        Message("The first purchase of which train ends the trains {kind}?", facts, t.style),
        later.index(enders[0]) if enders else len(later),
        graded(len(later), 4, 6),
        (Event("note", t.cite("rust"), why),),
        choices=(*later, Message("none: they stay to the end")),
    )


# -- shares


def in_stock(rules: FamilyRules, s: State, seat: int) -> bool:
    """The seat has its turn in a stock round."""
    return isinstance(s.frames[-1], rules.stock_turn) and rules.asked(s) == seat


def presides(rules: FamilyRules, s: State, ply: Ply) -> bool:
    """A president has his turn in a stock round."""
    return in_stock(rules, s, ply.seat) and any(company.president == ply.seat for company in s.companies)


def holds(rules: FamilyRules, s: State, ply: Ply) -> bool:
    """Somebody with shares has his turn in a stock round."""
    return in_stock(rules, s, ply.seat) and any(company.held[ply.seat] for company in s.companies)


def sales_of(game: Game[Any], seat: int) -> list[SellShares]:
    """What the seat may sell now of one company."""
    return [option.action for option in game.options_for(seat) if isinstance(option.action, SellShares)]


def president(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """Who is president after a sale; rather one after which somebody else is."""
    rules, s = rules_of(game), game.state
    t, seat = rules.t, ply.seat
    index = t.kit.company_index
    found: list[tuple[SellShares, int, tuple[int, ...]]] = []
    for sale in sales_of(game, seat):
        number = index[sale.company]
        if s.companies[number].president == seat:
            after = rules.apply(s, sale, seat)[0].companies[number]
            if after.president >= 0:
                found.append((sale, after.president, after.held))
    changes = [entry for entry in found if entry[1] != seat]
    if not found:
        return None
    among = changes or found
    sale, new, held = among[by % len(among)]
    most = max(held)
    facts = {"who": t.seats[seat], "company": sale.company, "percent": sale.percent}
    lines = [
        Line(Message("{name} after the sale", {"name": name}, t.style), percent, t.cite("president"))
        for name, percent in zip(t.seats, held, strict=True)
        if percent
    ]
    slip = receipt(Message("held of {company}, in percent", facts, t.style), lines)
    note = Event(
        "note",
        t.cite("president"),
        Message("{who} is president of {company} then", {"who": t.seats[new], "company": sale.company}, t.style),
        slip,
    )
    return Asked(
        Message("{who} sells {percent} % of {company}. Who is president then?", facts, t.style),
        new,
        graded(held.count(most) + (new != seat), 2, 3),
        (note,),
        choices=t.seats,
    )


def sell(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """How much of a company may be sold at once; rather where it is not all that is held."""
    rules, s = rules_of(game), game.state
    t, seat = rules.t, ply.seat
    sales = sales_of(game, seat)
    most = {
        entry.id: max((sale.percent for sale in sales if sale.company == entry.id), default=0)
        for entry, company in zip(t.companies, s.companies, strict=True)
        if company.held[seat]
    }
    index = t.kit.company_index
    limited = [name for name in most if most[name] < s.companies[index[name]].held[seat]]
    among = limited or list(most)
    name = among[by % len(among)]
    held = s.companies[index[name]].held[seat]
    facts = {"who": t.seats[seat], "company": name, "held": held}
    asked = Message(
        "{who} holds {held} % of {company}. How many percent may be sold at once, now (0: none)?", facts, t.style
    )
    if name not in limited:
        price = game.quote(SellShares(name, held), seat).price
        why = () if price is None else (Event("note", price.rule, price.why),)
        return Asked(asked, held, "easy", why, unit=PERCENT)
    more = most[name] + rules.shares.step_of(s, seat, index[name])
    refusal = game.why_not(SellShares(name, more), seat)
    if not isinstance(refusal, Illegal):
        return None
    facts = {"percent": more, "why": refusal.message}
    note = Event("note", refusal.rule, Message("{percent} % could not be sold: {why}", facts, t.style))
    grade = "hard" if refusal.rule == t.cite("sell.president") else "medium" if most[name] else "easy"
    return Asked(asked, most[name], grade, (note,), unit=PERCENT)


def pays(rules: FamilyRules, s: State, ply: Ply) -> bool:
    """It is decided what becomes of an income."""
    return isinstance(ply.action, Dividend) and isinstance(s.frames[-1], OperatingTurn)


def dividend(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """What a dividend pays one of the holders."""
    rules, s = rules_of(game), game.state
    t, frame, paying = rules.t, s.frames[-1], Dividend("pay")
    holders = [seat for seat, held in enumerate(s.companies[frame.company].held) if held]
    if not holders or game.why_not(paying, ply.seat) is not None:
        return None
    seat = holders[by % len(holders)]
    told = events_of(game, ply, paying, "dividend")
    cited = {event.rule for event in told}  # a company that splits pays for more than its dividend (1854 5.5)
    paid = [entry for entry in game.quote(paying, ply.seat).payments if entry.payee == seat and entry.rule in cited]
    facts = {"company": t.companies[frame.company].id, "revenue": frame.revenue, "who": t.seats[seat]}
    held = s.companies[frame.company].held[seat]
    share = next((event.facts["share"] for event in told if "share" in event.facts), 10)
    return Asked(
        Message("{company} pays out its income of {revenue:$}. How much does {who} get?", facts, t.style),
        sum(entry.amount for entry in paid),
        graded(held / 10 * (1 if share % 10 == 0 else 2), 3, 7),
        told,
        unit=MONEY,
    )


MAKERS: Mapping[str, Maker] = {
    "run": Maker(runs_here, run),
    "choice": Maker(runs_here, choice),
    "lay": Maker(lays_here, lay),
    "rust": Maker(ends_trains, rust),
    "ends": Maker(ends_trains, ends),
    "president": Maker(presides, president),
    "dividend": Maker(pays, dividend),
    "sell": Maker(holds, sell),
}
