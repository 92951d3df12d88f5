"""The decisions of Union Pacific. Every panel says what a click would do before it is made."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Plural
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.head import head_of
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.shell import over, waiting
from stellwerk.web.pages.table_page import TablePage

from ..actions import (
    DECK,
    Build,
    Decline,
    DrawCard,
    ExchangeShare,
    Invest,
    PickShare,
    ReplaceCard,
    TakeShare,
)
from ..table import WILD
from ..words import section_name
from .cards import (
    BACK,
    CardButton,
    ShareButton,
    own_hand,
    own_tracks,
    place_notes,
    share_button,
    share_face,
    track_card,
)
from .choice import BUILD, INVEST, Turn
from .marks import mark, rules_of, share, shares, tracks
from .standing import PayoutChange, after_build, after_invest, if_now, payouts, to_come

HERE = folder_of(__name__)


class Chip(Struct, frozen=True):
    """A company with the number of places it can be built on."""

    id: str
    abbr: str
    name: str
    mark: Markup
    letters: str
    places: int
    chosen: bool
    query: str
    why: str = ""


class SectionButton(Struct, frozen=True):
    """A section that can be built on."""

    id: str
    name: str
    free: str
    query: str
    chosen: bool


class PayoutEffect(Struct, frozen=True):
    """What follows: a line, and what a payout would bring whom."""

    text: str
    changes: list[str]


def free_words(page: TablePage, section: str) -> str:
    """`2 of 3 free`."""
    entry = page.view["sections"][section]
    return page.say("{free} of {spaces} free", free=entry["locomotives"].count(None), spaces=entry["spaces"])


def changes_words(page: TablePage, changes: list[PayoutChange]) -> list[str]:
    """`you: $7M → $8M`."""
    found = []
    for entry in changes:
        facts = {"before": page.money(entry.before), "after": page.money(entry.after)}
        if entry.seat == page.seat:
            found.append(page.say("you: {before} → {after}", **facts))
        else:
            found.append(page.say("{who}: {before} → {after}", who=entry.name, **facts))
    return found


def panel(page: TablePage, template: str, chosen: tuple[str, ...] = (), **context: Any) -> Panel:
    """A panel with what all of them show: the payout that would follow now."""
    return Panel(
        f"{HERE}/{template}.html",
        {"now": if_now(page, chosen), "fresh": [entry for entry in payouts(page) if entry.fresh], **context},
    )


# -- the first share


def pick(page: TablePage) -> Panel:
    """One of the shares in hand, in secret."""
    found = [
        share_button(page, option.action, option.action.share, number)
        for number, option in enumerate(page.options, 1)
        if isinstance(option.action, PickShare)
    ]
    waits = [player["name"] for player in page.view["players"] if not player["picked"]]
    return panel(page, "pick", shares=found, waits=", ".join(waits))


# -- build, invest or pass


def turn(page: TablePage) -> Panel:
    """Build, invest, or pass where nothing else is possible."""
    made = Turn(page)
    names = {BUILD: page.say("Build, then take a share"), INVEST: page.say("Invest")}
    modes = [
        (mode, names[mode], made.query(mode=mode, card="", company="", section="", shares=""), mode == made.mode)
        for mode in made.modes
        if mode in names
    ]
    context: dict[str, Any] = {"turn": made, "modes": modes, "mode": made.mode, "query": made.now()}
    if made.mode == BUILD:
        context |= _build(page, made)
        chosen: tuple[str, ...] = (made.company,) if made.company else ()
    elif made.mode == INVEST:
        context |= invest_parts(page, made)
        chosen = tuple(set(made.shares))
    else:
        context |= {"cards": [_discard(page, made, number) for number in range(len(own_tracks(page)))]}
        chosen = ()
    return panel(page, "turn", chosen, **context)


def track_buttons(page: TablePage, made: Turn) -> list[CardButton]:
    """The track cards in hand, to be picked."""
    hand = own_tracks(page)
    found = []
    for number, entry in enumerate((entry for entry in tracks(page) if entry.id in hand), 1):
        note = why = ""
        if made.mode == BUILD:
            builds = made.by_card[entry.id]
            note = page.say("builds: {count}", count=builds)
            if not builds:
                why = why_card(page, made, entry.id)
        chosen = entry.id == made.card
        query = made.query(card="" if chosen else entry.id, last="card")
        found.append(track_card(entry, hand[entry.id], number, note=note, chosen=chosen, query=query, why=why))
    return found


def why_card(page: TablePage, made: Turn, card: str) -> str:
    """An action whose refusal says why a card allows no build (with the chosen company, if there is one)."""
    kit = rules_of(page).kit
    return why_company(page, card, made.company or kit.companies[0].id)


def why_company(page: TablePage, card: str, company: str) -> str:
    """A build of a company with a card that is refused, near its own track if there is any such section."""
    kit = rules_of(page).kit
    standing = page.view["sections"]
    of_type = [entry for entry in kit.sections if card == WILD or entry.type == card]
    cities = {kit.companies[kit.share_index[company]].home}
    for entry in kit.sections:
        if company in standing[entry.id]["locomotives"]:
            cities |= {entry.a, entry.b}
    near = [entry for entry in of_type if entry.a in cities or entry.b in cities]
    full = [entry for entry in near if None not in standing[entry.id]["locomotives"]]
    own = [entry for entry in near if company in standing[entry.id]["locomotives"]]
    for entry in (*full, *own, *near, *of_type, *kit.sections):
        return to_json(Build(card, company, entry.id))
    return ""


def _build(page: TablePage, made: Turn) -> dict[str, Any]:
    chips = []
    for entry in shares(page)[:-1]:
        count = made.by_company[entry.id]
        chosen = entry.id == made.company
        chips.append(
            Chip(
                entry.id,
                entry.abbr,
                entry.name,
                mark(entry),
                entry.letters,
                count,
                chosen,
                made.query(company="" if chosen else entry.id, last="company"),
                "" if count else why_company(page, made.card, entry.id) if made.card else "",
            )
        )
    places = [
        SectionButton(
            name,
            section_name(rules_of(page).t, name),
            free_words(page, name),
            made.query(section="" if name == made.section else name, last="section"),
            name == made.section,
        )
        for name in made.sections
    ]
    action = made.build
    effect = None
    if made.company:
        entry = share(page, made.company)
        value = page.view["companies"][entry.id]["value"]
        effect = PayoutEffect(
            page.say("{company}: {before:$} → {after:$}", company=entry.abbr, before=value, after=value + 1),
            changes_words(page, after_build(page, made.company)),
        )
    kit = rules_of(page).kit
    return {
        "cards": track_buttons(page, made),
        "chips": chips,
        "places": places,
        "effect": effect,
        "action": to_json(action) if action else "",
        "confirm": page.short_label(action) if action else "",
        "asks": [(entry.id, name) for entry, name in zip(kit.sections, kit.section_names, strict=True)]
        if made.card and made.company
        else [],
    }


def invest_parts(page: TablePage, made: Turn) -> dict[str, Any]:
    """The shares in hand as buttons, what laying them open changes, and the investment when all is chosen."""
    hand = own_hand(page)
    buttons = []
    for entry in shares(page):
        for copy in range(hand.get(entry.id, 0)):
            chosen = copy < made.shares.count(entry.id)
            after = list(made.shares)
            if chosen:
                after.remove(entry.id)
            else:
                after.append(entry.id)
            fits = chosen or Turn.can_add(made.shares, entry.id, hand)
            card = made.card or next(iter(own_tracks(page)), "")
            buttons.append(
                share_face(
                    entry,
                    chosen=chosen,
                    query=made.query(shares=",".join(after)) if fits else "",
                    why="" if fits else to_json(Invest(tuple(after), card)),
                    key=f"{entry.id}-{copy}",
                )
            )
    effects = []
    for name in dict.fromkeys(made.shares):
        entry, count = share(page, name), made.shares.count(name)
        held = page.view["players"][page.asked]["shares"].get(name, 0)
        effects.append(
            PayoutEffect(
                page.say(
                    "{company}: your open shares {before} → {after}",
                    company=entry.abbr,
                    before=held,
                    after=held + count,
                ),
                changes_words(page, after_invest(page, page.asked, name, count)),
            )
        )
    action = made.invest
    return {
        "cards": track_buttons(page, made),
        "shares": buttons,
        "effects": effects,
        "action": to_json(action) if action else "",
        "confirm": page.short_label(action or Invest(made.shares, "")) if made.shares else "",
    }


def _discard(page: TablePage, made: Turn, number: int) -> CardButton:
    hand = own_tracks(page)
    entry = [entry for entry in tracks(page) if entry.id in hand][number]
    action = next(action for action in made.passes if action.card == entry.id)
    return track_card(entry, hand[entry.id], number + 1, note=page.say("discard"), action=to_json(action))


# -- a share after a build, the exchange, cards of full types


def take(page: TablePage) -> Panel:
    """The display, the deck, Union Pacific."""
    found = []
    for number, option in enumerate(page.options, 1):
        action = option.action
        assert isinstance(action, TakeShare)
        if action.source == DECK:
            left = page.say(
                Plural("unseen; {count:n} card left", "unseen; {count:n} cards left"), count=page.view["deck"]
            )
            key = str(number)
            found.append(ShareButton(DECK, page.say("Deck"), "", BACK, "", [left], action=to_json(action), key=key))
        else:
            found.append(share_button(page, action, action.source, number))
    return panel(page, "take", shares=found, display=page.view["display"], pending=to_come(page))


def exchange(page: TablePage) -> Panel:
    """A company share from the hand for one of Union Pacific, or nothing."""
    found = [
        share_button(page, option.action, option.action.share, number)
        for number, option in enumerate(page.options, 1)
        if isinstance(option.action, ExchangeShare)
    ]
    decline = next(option.action for option in page.options if isinstance(option.action, Decline))
    return panel(
        page,
        "exchange",
        shares=found,
        decline=to_json(decline),
        up=place_notes(page, shares(page)[-1]),
        left=page.view["up_stack"],
        pending=to_come(page),
    )


def replace(page: TablePage) -> Panel:
    """Track cards of full types may go."""
    known = {entry.id: entry for entry in tracks(page)}
    hand = own_tracks(page)
    found = []
    for number, option in enumerate(page.options, 1):
        action = option.action
        if isinstance(action, ReplaceCard):
            entry, note = known[action.card], page.say("Replace")
            found.append(track_card(entry, hand[entry.id], number, note=note, action=to_json(action)))
    draw = next(option.action for option in page.options if isinstance(option.action, DrawCard))
    full = ", ".join(known[name].name for name in page.view["full_types"])
    return panel(page, "replace", cards=found, draw=to_json(draw), full=full)


# -- nothing to decide


def waits(page: TablePage) -> Panel:
    """Only what is open: who is awaited, and the payout that would follow now."""
    made = waiting(page)
    return panel(page, "waiting", inner=made.template, **made.context)


def ended(page: TablePage) -> Panel:
    """Scores, everything that was hidden, and how the deck can be checked."""
    made = over(page)
    view, opened = page.view, page.view["opened"]
    known = {entry.id: entry for entry in shares(page)}
    cards = {entry.id: entry.name for entry in tracks(page)}

    def named(counts: dict[str, int]) -> str:
        return ", ".join(f"{known[name].abbr} {count}" for name, count in counts.items()) or "–"

    third = view["third_player"]
    winners = str(made.context["winners"])
    if third is not None and third["money"] == max(page.result.scores):  # A15
        winners = f"{winners}, {page.say('third player')}"
    return panel(
        page,
        "over",
        **made.context | {"winners": winners},
        third=None if third is None else {"money": third["money"], "shares": named(third["shares"])},
        hands=[
            (
                player["name"],
                named(player["hand"]),
                ", ".join(f"{cards[name]} {count}" for name, count in player["tracks"].items()) or "–",
            )
            for player in view["players"]
        ],
        deck=named(opened["deck"]),
        box=named(opened["box"]),
        seed=str(opened["seed"]),
        commitment=view["commitment"],
    )


__all__ = ["ended", "exchange", "head_of", "pick", "replace", "take", "turn", "waits"]
