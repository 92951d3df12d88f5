"""Hints for the stock round of 1854: options that buy half a certificate, and new shares after a split."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide import shares as family
from stellwerk.web.pages.guide.figures import earned
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.guide.selling import sale_fill, worst_sale
from stellwerk.web.pages.table_page import TablePage

from ..actions import CompleteOption, TakeOption
from ..pages.stock import mark_of


def stock_hint(page: TablePage) -> Hint | None:
    """An open option comes first; else the family's hint, and an option as another way to buy."""
    mark = mark_of(page, page.asked)
    if mark is not None:
        return _open_option(page, mark)
    hint = family.stock_hint(page)
    if hint is None:
        return None
    option = _best_option(page)
    if option and hint.fill is None and not options_of(page, BuyShare):
        text = page.say(
            "No whole certificate can be had now, but half of one, by an option; or pass and save your money."
        )
        return Hint([text, option.why], rules_of(page, "option", "option.open"), option, stock_ways(page))
    also = [*hint.also[:2], option] if option else hint.also
    return structs.replace(hint, ways=stock_ways(page), also=also)


def _open_option(page: TablePage, mark: dict[str, Any]) -> Hint:
    """Pay the rest, sell it, or wait as long as that is possible."""
    facts = {"company": mark["company"], "price": mark["price"]}
    text = [
        page.say(
            "You have an option on {company}: a certificate of 20 % of which half is paid. Until the other {price:$} "
            "are paid it counts 10 %, and you can buy nothing else.",
            **facts,
        )
    ]
    rules = rules_of(page, "option.open", "option.complete", "option.due")
    if options_of(page, CompleteOption):
        text.append(page.say("Complete it now: the price you noted stays, whatever the share costs today."))
        fill = Fill(
            page.say("Fill in: complete the option on {company}", company=mark["company"]),
            query("complete", company=mark["company"]),
        )
        return Hint(text, rules, fill, stock_ways(page))
    if not can_pass(page):
        sales = [action for _, action in options_of(page, SellShares) if action.company == mark["company"]]
        text.append(page.say("It is due, and you cannot pay it: sell it, or sell other shares to pay for it."))
        said, fill_other = worst_sale(page)
        fill_sale = sale_fill(page, sales[0]) if sales else fill_other
        return Hint([*text, *([] if sales else said)], rules, fill_sale, stock_ways(page))
    text.append(
        page.say("It is due in this stock round: find the money before the round ends.")
        if mark["due"]
        else page.say("You may wait: it must be completed or sold in the next stock round.")
    )
    return Hint(text, rules, None, stock_ways(page))


def _best_option(page: TablePage) -> Fill | None:
    """The option on the company that earned most for its price."""
    found = [(page.game.quote(option).cost, action) for option, action in options_of(page, TakeOption)]
    if not found:
        return None
    cost, action = max(found, key=lambda entry: earned(page, entry[1].company) / max(entry[0], 1))
    return Fill(
        page.say("Fill in: option on {company}", company=action.company),
        query("option", company=action.company, source=action.source),
        why=page.say("Half a certificate: {cost:$} now and the same later.", cost=cost),
    )


def stock_ways(page: TablePage) -> list[Way]:
    """The family's ways with options and the split area."""
    more = []
    if options_of(page, TakeOption):
        why = page.say(
            "Puts your marker on a certificate of 20 % for half its price: nobody else can buy it, and it counts 10 % "
            "until you pay the rest."
        )
        more.append(way(page, page.say("Take an option"), why, "option"))
    if options_of(page, CompleteOption):
        why = page.say("The other half, at the price you noted. It is your purchase of this turn.")
        more.append(way(page, page.say("Complete the option"), why, "option.complete"))
    if any(action.source == "split" for _, action in options_of(page, BuyShare)):
        why = page.say(
            "New shares of a company whose price has crossed the red line: its old certificates were halved and the "
            "other half paid out to their owners."
        )
        more.append(way(page, page.say("Buy from the split area"), why, "split"))
    return family.ways(page, more)
