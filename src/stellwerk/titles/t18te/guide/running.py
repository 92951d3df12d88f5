"""Hints for running trains and for the dividend."""

from __future__ import annotations

from stellwerk.eighteen.actions import Dividend
from stellwerk.routing import Run
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import options_of, query, seat_of
from stellwerk.web.pages.decisions.dividend import last_run
from stellwerk.web.pages.decisions.run import best_of, works_of
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.guide.hint import Fill, Hint, rules_of, way
from stellwerk.web.pages.marks import card_name

from .founding import cheapest_train


def run_hint(at: At) -> Hint | None:
    """The best run is known; what it means for the price."""
    works = works_of(at)
    if works is None:
        return None
    best = best_of(works)
    price = at.view["companies"][works.name]["price"] or 0
    if not best.total:
        return Hint(
            [at.say("No train can run: a route needs an own token and at least two stops.")],
            rules_of(at, "route.two_stops", "dividend.none"),
        )
    text = [at.say("The best run is drawn on the map: {total:$}. Every stop pays its figure.", total=best.total)]
    if not best.proven:
        text.append(at.say("It is not proven that there is no better one."))
    if "market.right" in at.t.data.cite:
        text += _price_text(at, best, price, works.name)
    return Hint(
        text,
        rules_of(at, "run", "route.two_stops", "route.length", "market.right"),
        None,
        [
            way(
                at,
                at.say("Run the best routes"),
                at.say("Nothing speaks against it: you decide about the money next."),
                "run",
            ),
            way(
                at,
                at.say("Draw other routes"),
                at.say("Any legal run may be declared, also a smaller one."),
                "route.path",
            ),
            way(
                at,
                at.say("Run no train"),
                at.say("The income is 0 and the price falls. Seldom wanted."),
                "dividend.none",
            ),
        ],
    )


def _price_text(at: At, best: Run, price: int, company: str) -> list[str]:
    """What paying it out would do to the price: both are done on a copy."""
    copy = at.game.branch()
    copy.apply(best.action())
    decision = copy.decision()
    if decision is None or decision.kind != "dividend":
        return []
    copy.apply(Dividend("pay"))
    after = copy.view(at.seat)["companies"][company]["price"]
    if after is None or after == price:
        return [at.say("If it is paid out, the price stays at {price:$}.", price=price)]
    return [at.say("If it is paid out, the price goes from {price:$} to {after:$}.", price=price, after=after)]


def objection_hint(at: At) -> Hint | None:
    """Point out a better run, or not."""
    said = at.view["objection"]
    held = at.view["players"][at.asked]["shares"].get(said["company"], 0)
    text = [at.say("{who} has declared less than the best run.", who=said["author"])]
    if held:
        text.append(at.say("You hold {percent} %: a better run pays you more. Point it out.", percent=held))
    else:
        text.append(at.say("You hold no share: a better run pays others. You need not point it out."))
    return Hint(
        text,
        rules_of(at, "run.objection", "run.accepted"),
        None,
        [
            way(at, at.say("Point out a better run"), at.say("It must be used instead."), "run.objection"),
            way(at, at.say("Accept"), at.say("The declared run stands if all others accept it, too."), "run.accepted"),
        ],
    )


def dividend_hint(at: At) -> Hint | None:
    """Pay unless the company needs the money for a train."""
    seat = at.asked
    done: dict[str, Effect] = {}
    for option, action in options_of(at, Dividend):
        made = effect(at, action, seat_of(at, option))
        if made is not None:
            done[action.choice] = made
    if at.decision is None or "pay" not in done:
        return None
    name = at.decision.actor
    entry = at.view["companies"][name]
    text = [_pay_text(at, done["pay"], name, seat)]
    need = _need(at, name)
    choice = "pay"
    if "withhold" in done:
        kept = done["withhold"].companies[name]
        falls = kept.price.moved
        if kept.price.after is None:
            text.append(
                at.say("Withholding would take {company} off the price table: it would be bankrupt.", company=name)
            )
        elif need and kept.cash.after > entry["cash"] and entry["cash"] < need <= kept.cash.after:
            choice = "withhold"
            text.append(
                at.say(
                    "But {company} will need a train for {need:$}: withholding gives it {cash:$}, so that you "
                    "need not pay it yourself.",
                    company=name,
                    need=need,
                    cash=kept.cash.after,
                )
            )
        elif falls:
            text.append(
                at.say(
                    "Withholding puts the money into the treasury, but the price falls to {price:$}. Do it to "
                    "save for a train.",
                    price=kept.price.after,
                )
            )
    fill = Fill(
        at.say("Fill in: pay out") if choice == "pay" else at.say("Fill in: withhold"), query("dividend", choice=choice)
    )
    return Hint(
        text,
        rules_of(at, "dividend", "dividend.treasury", "market.right", "market.left"),
        fill,
        [
            way(at, at.say("Pay out"), at.say("Everybody gets his share; a good income raises the price."), "dividend"),
            way(
                at,
                at.say("Withhold"),
                at.say("The company keeps all of it for track and trains; the price falls."),
                "dividend.withheld",
            ),
        ],
    )


def _pay_text(at: At, paid: Effect, name: str, seat: int) -> str:
    entry = paid.companies[name]
    mine = paid.player(seat).cash.by
    text = at.say("Pay out: you get {mine:$}.", mine=mine)
    if entry.cash.by > 0:
        text += " " + at.say(
            "{company} itself gets {own:$} for shares in its treasury.", company=name, own=entry.cash.by
        )
    before, run = entry.price.before or 0, last_run(at)
    revenue = int(run.facts["revenue"]) if run else 0
    if entry.price.moved and entry.price.after is not None:
        told = at.say("The price moves from {before:$} to {after:$}.", before=before, after=entry.price.after)
    elif revenue < before:
        told = at.say("The income of {revenue:$} is below the price, so the price stays.", revenue=revenue)
    else:
        told = at.say("The price stays where it is.")
    return f"{text} {told}"


def _need(at: At, name: str) -> int:
    """What a company must have for its next train if it is about to be without one; 0 if it is not."""
    trains = at.view["companies"][name]["trains"]
    soon = at.view["next_to_go"]
    if any(card_name(at, train) not in soon for train in trains):
        return 0
    return cheapest_train(at) or 0
