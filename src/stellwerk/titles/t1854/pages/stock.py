"""The stock round of 1854: options on 20 % certificates, the split area, and which companies have shares to trade."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk.core import Plural
from stellwerk.eighteen.actions import Pass
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Note,
    Query,
    chosen_action,
    cited,
    opening,
    options_of,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.stock import choose_purchase, stock, turn_note
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.market_picture import market, moved_marks
from stellwerk.web.pages.table_page import TablePage

from ..actions import CompleteOption, TakeOption
from ..figures import figures


def is_traded(page: TablePage, name: str) -> bool:
    """True for companies with shares: majors, and AGs that exist."""
    entry = page.view["companies"][name]
    return entry["kind"] == "major" or (entry["kind"] == "ag" and bool(entry["floated"]))


def mark_of(page: TablePage, seat: int) -> dict[str, Any] | None:
    """A player's open option."""
    found: dict[str, Any] | None = page.view["options"].get(page.t.seats[seat])
    return found


def option_choices(page: TablePage, name: str, picked: Query) -> list[Choice]:
    """What can be done with options on a company, as cells of its row."""
    found = []
    for option, action in options_of(page, TakeOption):
        if action.company != name:
            continue
        seat = seat_of(page, option)
        done = effect(page, action, seat)
        text = page.verb(action)
        if sum(other.company == name for _, other in options_of(page, TakeOption)) > 1:
            text = f"{text}: {facts.place_name(page, action.source)}"
        cost = page.money(-done.player(seat).cash.by) if done else ""
        parts = {"company": name, "source": action.source}
        found.append(opening(picked, text, "option", parts, amount=cost, company=name))
    for option, rest in options_of(page, CompleteOption):
        mark = mark_of(page, seat_of(page, option))
        if mark is not None and mark["company"] == name:
            cost, parts = page.money(mark["price"]), {"company": name}
            found.append(opening(picked, page.verb(rest), "complete", parts, amount=cost, company=name))
    return found


def choose_option(page: TablePage, chosen: Query) -> Chosen | None:
    """Take an option: half now, half later."""
    made = choose_purchase(page, chosen, "option", TakeOption)
    if made is None:
        return None
    again = Fact(page.say("To complete it"), made.amount, note=page.say("the same again"))
    return structs.replace(
        made,
        facts=[*made.facts, again],
        notes=[
            Note(
                page.say(
                    "It counts 10 % and one certificate; your markers are out, so nothing else is bought meanwhile."
                ),
                cited(page, "option.open"),
            ),
            Note(page.say("In the next stock round it must be completed or sold."), cited(page, "option.due")),
            *made.notes,
        ],
    )


def choose_complete(page: TablePage, chosen: Query) -> Chosen | None:
    """Pay the rest of an option."""
    for option, action in options_of(page, CompleteOption):
        seat = seat_of(page, option)
        mark, done = mark_of(page, seat), effect(page, action, seat)
        if mark is None or done is None:
            return None
        company = mark["company"]
        return chosen_action(
            page,
            action,
            seat,
            query("complete", company=company),
            amount=page.money(mark["price"]),
            company=company,
            facts=facts.share_facts(page, done, seat, company),
            follows=facts.follows(page, done, ("president", "float", "bank_broken")),
            notes=[
                Note(
                    page.say("At the recorded price, whatever the share costs now. It is the purchase of this turn."),
                    cited(page, "option.complete"),
                ),
                *turn_note(page, done, seat),
            ],
            stage=market(page, moved_marks(page, done)),
        )
    return None


def option_note(page: TablePage) -> list[Note]:
    """Your markers, if they are out."""
    mark = mark_of(page, page.asked)
    if mark is None:
        return []
    facts_ = {"company": mark["company"], "price": page.money(mark["price"])}
    if mark["due"]:
        text = page.say("Your option on {company} (recorded price {price}) must be completed or sold now.", **facts_)
        if any(isinstance(option.action, Pass) for option in page.options):
            text = page.say(
                "Your option on {company} (recorded price {price}) must be completed or sold before this round ends.",
                **facts_,
            )
        return [Note(text, cited(page, "option.due"), "warn")]
    return [
        Note(
            page.say("Your option on {company} is open; recorded price {price}.", **facts_), cited(page, "option.open")
        )
    ]


def limit_note(page: TablePage) -> Note:
    """The certificate limit and how it grows."""
    limits = figures(page.t).cert_limits[str(len(page.t.seats))]
    splits = page.view["splits"]
    text = page.say(
        Plural(
            "Certificate limit {limit} after {splits:n} split.", "Certificate limit {limit} after {splits:n} splits."
        ),
        limit=limits[splits],
        splits=splits,
    )
    if splits + 1 < len(limits):
        text += " " + page.say("With the next split: {limit}.", limit=limits[splits + 1])
    return Note(text, cited(page, "certs.count"))


def stock_1854(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with options and the growing limit."""
    panel = stock(page, chosen, made, (TakeOption, CompleteOption))
    return Panel(panel.template, panel.context | {"more_notes": [*option_note(page), limit_note(page)]})
