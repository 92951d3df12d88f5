"""Hints for mergers: two locals become an AG, a share company with two halves."""

from __future__ import annotations

from stellwerk.core import Action
from stellwerk.eighteen.actions import Answer
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.table_page import TablePage

from ..actions import ChooseCharter, Merge
from ..pages.mergers import merger_notes, outcome

KEYS = ("merger", "merger.charter", "merger.cash", "merger.trains")


def merger_hint(page: TablePage) -> Hint | None:
    """Whom to ask: a local of one's own, else the one with the fullest treasury."""
    options = [action for _, action in options_of(page, Merge)]
    if not options:
        return None
    mine = page.t.seats[page.asked]
    companies = page.view["companies"]
    ranked = sorted(
        options, key=lambda action: (companies[action.partner]["president"] != mine, -companies[action.partner]["cash"])
    )
    best = ranked[0]
    text = [_what(page), _becomes(page, best, best.local, best.partner)]
    forced, own = page.view["mergers"]["forced"], companies[best.partner]["president"] == mine
    if own:
        text.append(page.say("Both are yours: nobody else has to agree, and both halves stay with you."))
    elif forced:
        text.append(
            page.say(
                "Propose it: locals that are left over are put together without being asked, the lowest numbers first."
            )
        )
    else:
        text.append(page.say("There is no hurry while your local earns; ask if you want the better railway now."))
    wanted = own or forced
    fills = [_fill(page, action) for action in ranked[:3]]
    also = fills[1:] if wanted else fills
    return Hint(text, rules_of(page, *KEYS, "merger.forced"), fills[0] if wanted else None, _ways(page), also[:2])


def _what(page: TablePage) -> str:
    return page.say(
        "Two locals can become an AG: a share company of two halves that leaves the small map for the large one."
    )


def _becomes(page: TablePage, action: Action, one: str, other: str) -> str:
    """What the two would be, as the panel says it."""
    facts = "; ".join(f"{fact.label}: {fact.after}" for fact in outcome(page, action, one, other))
    return page.say("Local {one} with local {other}: {facts}.", one=one, other=other, facts=facts)


def _fill(page: TablePage, action: Merge) -> Fill:
    entry = page.view["companies"][action.partner]
    return Fill(
        page.say("Fill in: propose local {other}", other=action.partner),
        query("merge", local=action.local, partner=action.partner),
        why=page.say("Owner {who}, treasury {cash:$}.", who=entry["president"], cash=entry["cash"]),
    )


def _ways(page: TablePage) -> list[Way]:
    why = page.say("The other owner is asked, unless both locals are yours.")
    found = [way(page, page.say("Propose a merger"), why, "merger")]
    if can_pass(page):
        why = page.say("The local stays what it is for now.")
        found.append(way(page, page.say("Propose none"), why, "merger"))
    return found


def merger_offer_hint(page: TablePage) -> Hint | None:
    """Somebody proposes: what the AG would be, and who would direct it."""
    window = page.view["merger_window"]
    if window is None or window["offer"] is None:
        return None
    one, other = window["offer"]["local"], window["offer"]["partner"]
    text = [
        page.say(
            "{who} proposes to merge local {one} with your local {other}.",
            who=page.view["companies"][one]["president"],
            one=one,
            other=other,
        ),
        _becomes(page, Answer(True), one, other),
        page.say("The director decides for the AG; the other half gets the same dividend."),
        *(note.text for note in merger_notes(page)),
    ]
    agree = page.say("You get half of the AG for your local; its treasury goes into that of the AG.")
    refuse = page.say("Your local stays what it is for now.")
    ways = [way(page, page.say("Agree"), agree, "merger"), way(page, page.say("Refuse"), refuse, "merger")]
    return Hint(text, rules_of(page, *KEYS), None, ways)


def charter_hint(page: TablePage) -> Hint | None:
    """A, B and C differ in name and colour only."""
    options = [action for _, action in options_of(page, ChooseCharter)]
    if not options:
        return None
    text = page.say("Take any: the AGs differ in name and colour only. Their home is chosen in their first turn.")
    fills = [
        Fill(page.say("Fill in: {choice}", choice=page.label(action)), query("charter", charter=action.charter))
        for action in options
    ]
    why = page.say("You are its director: your local has the lower number.")
    ways = [way(page, page.say("Choose an AG"), why, "merger.charter")]
    return Hint([text], rules_of(page, "merger.charter", "home.choice"), fills[0], ways)
