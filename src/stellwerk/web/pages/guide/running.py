"""Hints for running trains and for the dividend."""

from __future__ import annotations

from stellwerk.eighteen.actions import Dividend
from stellwerk.routing import Run
from stellwerk.routing.part import BestRunPart
from stellwerk.web.pages.decisions.chosen import options_of, query, seat_of
from stellwerk.web.pages.decisions.dividend import last_run
from stellwerk.web.pages.decisions.run import best_of, works_of
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.guide.figures import train_need
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.lays import turn_part
from stellwerk.web.pages.table_page import TablePage


def run_hint(page: TablePage) -> Hint | None:
    """The best run is known; what it means for the price."""
    lays = works_of(page)
    if lays is None:
        return None
    best = best_of(lays)
    price = page.view["companies"][lays.name]["price"] or 0
    if not best.total:
        return Hint(
            [page.say("No train can run: a route needs an own token and at least two stops.")],
            rules_of(page, "route.two_stops", "dividend.none"),
        )
    text = [page.say("The best run is drawn on the map: {total:$}. Every stop pays its figure.", total=best.total)]
    if not best.proven:
        text.append(page.say("It is not proven that there is no better one."))
    if "market.right" in page.t.data.cite:
        text += _price_text(page, best, price, lays.name)
    return Hint(text, rules_of(page, "run", "route.two_stops", "route.length", "market.right"), None, _ways(page))


def _ways(page: TablePage) -> list[Way]:
    """What may be run: anything legal, or at some tables only the best."""
    best, part = page.say("Run the best routes"), turn_part(page, "run")
    if isinstance(part, BestRunPart) and part.enforced:
        why = page.say("The best run is compulsory; another one counts only if it earns the same.")
        return [way(page, best, why, "run")]
    return [
        way(page, best, page.say("Nothing speaks against it: you decide about the money next."), "run"),
        way(
            page,
            page.say("Draw other routes"),
            page.say("Any legal run may be declared, also a smaller one."),
            "route.path",
        ),
        way(
            page,
            page.say("Run no train"),
            page.say("The income is 0 and the price falls. Seldom wanted."),
            "dividend.none",
        ),
    ]


def _price_text(page: TablePage, best: Run, price: int, company: str) -> list[str]:
    """What paying it out would do to the price: both are done on a copy."""
    copy = page.game.branch()
    copy.apply(best.action())
    decision = copy.decision()
    if decision is None or decision.kind != "dividend":
        return []
    copy.apply(Dividend("pay"))
    after = copy.view(page.seat)["companies"][company]["price"]
    if after is None or after == price:
        return [page.say("If it is paid out, the price stays at {price:$}.", price=price)]
    return [page.say("If it is paid out, the price goes from {price:$} to {after:$}.", price=price, after=after)]


def dividend_hint(page: TablePage) -> Hint | None:
    """Pay unless the company needs the money for a train."""
    seat = page.asked
    done: dict[str, Effect] = {}
    for option, action in options_of(page, Dividend):
        made = effect(page, action, seat_of(page, option))
        if made is not None:
            done[action.choice] = made
    if page.decision is None or "pay" not in done:
        return None
    name = page.decision.actor
    entry = page.view["companies"][name]
    text = [_pay_text(page, done["pay"], name, seat)]
    need = train_need(page, name)
    choice = "pay"
    if "withhold" in done:
        kept = done["withhold"].companies[name]
        falls = kept.price.moved
        if kept.price.after is None:
            text.append(
                page.say("Withholding would take {company} off the price table: it would be bankrupt.", company=name)
            )
        elif need and kept.cash.after > entry["cash"] and entry["cash"] < need <= kept.cash.after:
            choice = "withhold"
            text.append(
                page.say(
                    "But {company} will need a train for {need:$}: withholding gives it {cash:$}, so that you "
                    "need not pay it yourself.",
                    company=name,
                    need=need,
                    cash=kept.cash.after,
                )
            )
        elif falls:
            text.append(
                page.say(
                    "Withholding puts the money into the treasury, but the price falls to {price:$}. Do it to "
                    "save for a train.",
                    price=kept.price.after,
                )
            )
    fills = {
        "pay": Fill(page.say("Fill in: pay out"), query("dividend", choice="pay")),
        "withhold": Fill(page.say("Fill in: withhold"), query("dividend", choice="withhold")),
    }
    return Hint(
        text,
        rules_of(page, "dividend", "dividend.treasury", "market.right", "market.left"),
        fills[choice],
        [
            way(
                page,
                page.say("Pay out"),
                page.say("Everybody gets his share; a good income raises the price."),
                "dividend",
            ),
            way(
                page,
                page.say("Withhold"),
                page.say("The company keeps all of it for track and trains; the price falls."),
                "dividend.withheld",
                "dividend",
            ),
        ],
    )


def _pay_text(page: TablePage, paid: Effect, name: str, seat: int) -> str:
    entry = paid.companies[name]
    mine = paid.player(seat).cash.by
    text = page.say("Pay out: you get {mine:$}.", mine=mine)
    if entry.cash.by > 0:
        text += " " + page.say(
            "{company} itself gets {own:$} for shares that no player holds.", company=name, own=entry.cash.by
        )
    before, run = entry.price.before or 0, last_run(page)
    revenue = int(run.facts["revenue"]) if run else 0
    if entry.price.moved and entry.price.after is not None:
        told = page.say("The price moves from {before:$} to {after:$}.", before=before, after=entry.price.after)
    elif revenue < before:
        told = page.say("The income of {revenue:$} is below the price, so the price stays.", revenue=revenue)
    else:
        told = page.say("The price stays where it is.")
    return f"{text} {told}"
