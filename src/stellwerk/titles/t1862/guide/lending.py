"""Hints of 1862 for money the family does not know: the buyback with its notes (16), and sums that must be raised."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import options_of, query, seat_of
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide.figures import train_need
from stellwerk.web.pages.guide.hint import Fill, Hint, rules_of, way
from stellwerk.web.pages.guide.selling import worst_sale
from stellwerk.web.pages.table_page import TablePage

from ..actions import Buyback


def buyback_hint(page: TablePage) -> Hint | None:
    """Buy back half of every certificate: worth it without debts and with money left for a train."""
    found = options_of(page, Buyback)
    if page.decision is None or not found:
        return None
    name, (option, action) = page.decision.actor, found[0]
    entry, seat = page.view["companies"][name], seat_of(page, option)
    done = effect(page, action, seat)
    if done is None:
        return None
    left, need = done.companies[name].cash.after, train_need(page, name)
    text = [
        page.say(
            "{company} may buy back half of every certificate, once in the game, for {cost:$}: you would get {mine:$}, "
            "and from then on half of every dividend stays in its treasury.",
            company=name,
            cost=entry["buyback"]["cost"],
            mine=done.player(seat).cash.by,
        )
    ]
    sound = not action.notes and left >= need
    if action.notes:
        text.append(
            page.say(
                Plural(
                    "Its treasury of {cash:$} is not enough: it would need {notes:n} note, a loan that takes {debt:$} "
                    "at the end. Wait until it has more money.",
                    "Its treasury of {cash:$} is not enough: it would need {notes:n} notes, loans that take {debt:$} "
                    "at the end. Wait until it has more money.",
                ),
                cash=entry["cash"],
                notes=action.notes,
                debt=_debt(page, action, seat, name),
            )
        )
    elif sound:
        text.append(
            page.say("It needs no loan and keeps {cash:$}: a good moment if you want cash for new shares.", cash=left)
        )
    else:
        text.append(
            page.say(
                "It would keep {cash:$}, but will need a train for {need:$}: better not now.", cash=left, need=need
            )
        )
    fill = Fill(page.say("Fill in: buy back"), query("buyback"))
    ways = [
        way(
            page,
            page.say("Buy back"),
            page.say("Everybody gets half the value of his certificates, which are half as large from then on."),
            "buyback",
        ),
        way(
            page, page.say("Take notes"), page.say("The bank lends less than it takes back at the end."), "buyback.note"
        ),
        way(page, page.say("No buyback now"), page.say("It stays possible in later turns."), "buyback"),
    ]
    rules = rules_of(page, "buyback", "buyback.pay", "buyback.note", "buyback.half")
    if sound:
        return Hint(text, rules, fill, ways)
    return Hint(
        text, rules, None, ways, [Fill(fill.label, fill.choose, why=page.say("Only if you need cash at once."))]
    )


def _debt(page: TablePage, action: Buyback, seat: int, company: str) -> int:
    """What the company would owe, looked up on a copy."""
    copy = page.game.branch()
    copy.apply(action, seat)
    return int(copy.view(page.seat)["companies"][company]["debt"])


def raise_hint(page: TablePage) -> Hint | None:
    """What is missing, and which share is the least loss."""
    owed = page.view["raising"]
    said, fill = worst_sale(page)
    cash = page.view["players"][page.asked]["cash"]
    facts = {"company": owed["company"], "amount": owed["amount"], "cash": cash, "missing": owed["missing"]}
    text = [
        page.say(
            "{company} needs {amount:$} from you for a {train}-train. You have {cash:$}: sell shares for {missing:$} "
            "more.",
            train=kind_of(owed["train"]),
            **facts,
        )
        if owed["train"]
        else page.say(
            "{company} is closed and you owe {amount:$} for its notes. You have {cash:$}: sell shares for {missing:$} "
            "more.",
            **facts,
        ),
        *said,
    ]
    ways = [
        way(
            page,
            page.say("Sell shares"),
            page.say("No sale may change a director; if all you may sell is not enough, you are bankrupt and out."),
            "help.presidency",
        )
    ]
    return Hint(text, rules_of(page, "help", "help.necessary", "bankrupt"), fill, ways)
