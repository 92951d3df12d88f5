"""The stock round of 1854: options on 20 % certificates, the split area, and which companies have shares to trade."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Plural
from stellwerk.eighteen.actions import Pass
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Note,
    Query,
    cited,
    option_of,
    options_of,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.stock import float_fact, stock, turn_note
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.market_picture import market, moved_marks

from ..actions import CompleteOption, TakeOption


def is_traded(at: At, name: str) -> bool:
    """True for companies with shares: majors, and AGs that exist."""
    entry = at.view["companies"][name]
    return entry["kind"] == "major" or (entry["kind"] == "ag" and bool(entry["floated"]))


def mark_of(at: At, seat: int) -> dict[str, Any] | None:
    """A player's open option."""
    found: dict[str, Any] | None = at.view["options"].get(at.t.seats[seat])
    return found


def option_choices(at: At, name: str, picked: Query) -> list[Choice]:
    """What can be done with options on a company, as cells of its row."""
    found = []
    for option, action in options_of(at, TakeOption):
        if action.company != name:
            continue
        seat = seat_of(at, option)
        done = effect(at, action, seat)
        text = at.say("Option")
        if sum(other.company == name for _, other in options_of(at, TakeOption)) > 1:
            text = f"{text}: {facts.place_name(at, action.source)}"
        cost = at.money(-done.player(seat).cash.by) if done else ""
        here = picked.get("do") == "option" and picked.get("company") == name and picked.get("source") == action.source
        found.append(Choice(text, query("option", company=name, source=action.source), cost, company=name, chosen=here))
    for option, _ in options_of(at, CompleteOption):
        mark = mark_of(at, seat_of(at, option))
        if mark is not None and mark["company"] == name:
            here = picked.get("do") == "complete"
            cost = at.money(mark["price"])
            found.append(Choice(at.say("Complete"), query("complete", company=name), cost, company=name, chosen=here))
    return found


def choose_option(at: At, chosen: Query) -> Chosen | None:
    """Take an option: half now, half later."""
    found = option_of(at, TakeOption, chosen, "company", "source")
    if found is None:
        return None
    option, action = found
    seat = seat_of(at, option)
    done = effect(at, action, seat)
    if done is None:
        return None
    cost = -done.player(seat).cash.by
    return Chosen(
        title=at.say(
            "Option on {company} from: {place}", company=action.company, place=facts.place_name(at, action.source)
        ),
        query=query("option", company=action.company, source=action.source),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Take the option on {company}", company=action.company),
        amount=at.money(cost),
        company=action.company,
        facts=[
            *facts.share_facts(at, done, seat, action.company),
            *float_fact(at, done, action.company),
            Fact(at.say("To complete it"), at.money(cost), note=at.say("the same again")),
        ],
        follows=facts.follows(at, done, ("president", "float", "bank_broken")),
        notes=[
            Note(
                at.say(
                    "It counts 10 % and one certificate; your markers are out, so nothing else is bought meanwhile."
                ),
                cited(at, "option.open"),
            ),
            Note(at.say("In the next stock round it must be completed or sold."), cited(at, "option.due")),
            *turn_note(at, done, seat),
        ],
        stage=market(at, moved_marks(at, done)),
    )


def choose_complete(at: At, chosen: Query) -> Chosen | None:
    """Pay the rest of an option."""
    for option, action in options_of(at, CompleteOption):
        seat = seat_of(at, option)
        mark, done = mark_of(at, seat), effect(at, action, seat)
        if mark is None or done is None:
            return None
        company = mark["company"]
        return Chosen(
            title=at.say("Complete the option on {company}", company=company),
            query=query("complete", company=company),
            action=to_json(action),
            seat=seat,
            confirm=at.say("Complete the option"),
            amount=at.money(mark["price"]),
            company=company,
            facts=facts.share_facts(at, done, seat, company),
            follows=facts.follows(at, done, ("president", "float", "bank_broken")),
            notes=[
                Note(
                    at.say("At the recorded price, whatever the share costs now. It is the purchase of this turn."),
                    cited(at, "option.complete"),
                ),
                *turn_note(at, done, seat),
            ],
            stage=market(at, moved_marks(at, done)),
        )
    return None


def option_note(at: At) -> list[Note]:
    """Your markers, if they are out."""
    mark = mark_of(at, at.asked)
    if mark is None:
        return []
    facts_ = {"company": mark["company"], "price": at.money(mark["price"])}
    if mark["due"]:
        text = at.say("Your option on {company} (recorded price {price}) must be completed or sold now.", **facts_)
        if any(isinstance(option.action, Pass) for option in at.options):
            text = at.say(
                "Your option on {company} (recorded price {price}) must be completed or sold before this round ends.",
                **facts_,
            )
        return [Note(text, cited(at, "option.due"), "warn")]
    return [
        Note(at.say("Your option on {company} is open; recorded price {price}.", **facts_), cited(at, "option.open"))
    ]


def limit_note(at: At) -> Note:
    """The certificate limit and how it grows."""
    limits = at.t.data.setup.cert_limits[str(len(at.t.seats))]
    splits = at.view["splits"]
    text = at.say(
        Plural(
            "Certificate limit {limit} after {splits:n} split.", "Certificate limit {limit} after {splits:n} splits."
        ),
        limit=limits[splits],
        splits=splits,
    )
    if splits + 1 < len(limits):
        text += " " + at.say("With the next split: {limit}.", limit=limits[splits + 1])
    return Note(text, cited(at, "certs.count"))


def stock_1854(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with options and the growing limit."""
    panel = stock(at, chosen, made)
    shown = (TakeOption, CompleteOption)
    others = [entry for entry in panel.context["others"] if not _is(at, entry.action, shown)]
    notes = [*option_note(at), limit_note(at)]
    return Panel(panel.template, panel.context | {"others": others, "more_notes": notes})


def _is(at: At, action: str, kinds: tuple[type, ...]) -> bool:
    return any(to_json(option.action) == action and isinstance(option.action, kinds) for option in at.options)
