"""Hints for single cards: the first share, the share after a build, the exchange, track cards of full types."""

from __future__ import annotations

from stellwerk.core import Action, Plural
from stellwerk.web.pages.decisions.chosen import options_of
from stellwerk.web.pages.guide.hint import Hint, Way
from stellwerk.web.pages.table_page import TablePage

from ..actions import DECK, ExchangeShare, PickShare, ReplaceCard, TakeShare
from ..pages.marks import share, track
from .standing import advised, choice, in_hand, knows, paragraphs, payout_cards, place_words, rivals, up_words


def pick_hint(page: TablePage) -> Hint | None:
    """The first share: one of which more are in hand."""
    if not knows(page):
        return None
    picks = [action for action in advised(page) if isinstance(action, PickShare)]
    if not picks:
        return None
    text = [
        page.say(
            "At a payout whoever has most open shares of a railway gets its value, and the next gets half of it. The "
            "share you choose lies open; the others wait in your hand until you invest them."
        ),
        *_begin(page, picks[0].share),
    ]
    ways = [_pick_way(page, action.share) for action in picks[:3]]
    return Hint(text, paragraphs(page, "2.5", "7.4", "8.1"), None, ways)


def _begin(page: TablePage, name: str) -> list[str]:
    entry = share(page, name)
    if entry.up:
        return [page.say("Begin with {company}.", company=entry.abbr), up_words(page)]
    return [
        page.say(
            Plural(
                "Begin with {company}: {count:n} of its {all} shares is in your hand.",
                "Begin with {company}: {count:n} of its {all} shares are in your hand.",
            ),
            company=entry.abbr,
            count=in_hand(page, name),
            all=page.view["companies"][name]["shares"],
        )
    ]


def _pick_way(page: TablePage, name: str) -> Way:
    entry = share(page, name)
    title = page.say("Begin with {company}", company=entry.abbr)
    if entry.up:
        return choice(page, title, up_words(page), "8.1")
    facts = page.view["companies"][name]
    why = page.say(
        "In your hand: {count} of {all} shares. The railway is worth {value:$}; locomotives still to be built: {left}.",
        count=in_hand(page, name),
        all=facts["shares"],
        value=facts["value"],
        left=facts["supply"],
    )
    return choice(page, title, why, "2.5")


# -- the share after a build


def take_hint(page: TablePage) -> Hint | None:
    """The share that brings most once it lies open."""
    if not knows(page):
        return None
    takes = [action for action in advised(page) if isinstance(action, TakeShare)]
    if not takes:
        return None
    best = takes[0].source
    text = [page.say("The share comes into your hand; it counts once you invest it.")]
    text += _take_words(page, best)
    others = [action for action in takes[1:] if action.source != DECK][:2]
    ways = [_take_way(page, action) for action in others]
    if any(action.source == DECK for action in takes[1:]):
        ways.append(_take_way(page, TakeShare(DECK)))
    return Hint(text, paragraphs(page, "5.1", "5.6", "7.4"), None, ways)


def _take_words(page: TablePage, source: str) -> list[str]:
    if source == DECK:
        return [page.say("Draw from the deck: none of the open shares helps you much."), _deck_words(page)]
    entry = share(page, source)
    told = [page.say("Take {company}.", company=entry.abbr), _with_hand(page, source)]
    return [*told, up_words(page)] if entry.up else told


def _with_hand(page: TablePage, source: str) -> str:
    """The place with everything in hand and this share laid open."""
    hand = in_hand(page, source)
    told = place_words(page, source, hand + 1)
    return page.say("With all you then have in hand laid open: {place}", place=told) if hand else told


def _deck_words(page: TablePage) -> str:
    return page.say(
        Plural(
            "Only you see what you draw; among the {deck} cards that are left is {count:n} payout card.",
            "Only you see what you draw; among the {deck} cards that are left are {count:n} payout cards.",
        ),
        deck=page.view["deck"],
        count=payout_cards(page),
    )


def _take_way(page: TablePage, action: TakeShare) -> Way:
    if action.source == DECK:
        return choice(page, page.say("Draw from the deck"), _deck_words(page), "5.3")
    entry = share(page, action.source)
    title = page.say("Take {company}", company=entry.abbr)
    if entry.up:
        return choice(page, title, up_words(page), "8.1")
    value = page.say(
        "It is worth {value:$}. {place}",
        value=page.view["companies"][entry.id]["value"],
        place=_with_hand(page, entry.id),
    )
    return choice(page, title, value, "5.1")


# -- the exchange


def exchange_hint(page: TablePage) -> Hint | None:
    """A weak share for one of Union Pacific, or nothing."""
    if not knows(page):
        return None
    order = advised(page)
    best = order[0]
    gives = [action for action in order if isinstance(action, ExchangeShare)]
    if isinstance(best, ExchangeShare):
        text = [page.say("Give up {company} for a share of Union Pacific.", company=share(page, best.share).abbr)]
        text += [_weak(page, best.share), up_words(page)]
    elif gives:
        text = [
            page.say("Exchange nothing: each of your shares helps you more than another one of Union Pacific would."),
            up_words(page),
        ]
    else:
        text = [page.say("You have no share of a railway in hand to give up: go on.")]
    if page.view["payouts"]["pending"]:
        text.append(page.say("A payout follows at once; what is in hand does not count in it."))
    return Hint(text, paragraphs(page, "5.4", "8.1"), None, _exchange_ways(page, gives))


def _weak(page: TablePage, name: str) -> str:
    """What stays of the company, and who has more of it already."""
    known, left = rivals(page, name), in_hand(page, name) - 1
    facts = {"own": known.own + left, "company": share(page, name).abbr, "who": known.who, "count": known.most}
    if known.most > known.own + left:
        return page.say("Open and in hand you then have {own} of {company}; open already, {who}: {count}.", **facts)
    return page.say("Open and in hand you then still have {own} of {company}.", **facts)


def _exchange_ways(page: TablePage, gives: list[ExchangeShare]) -> list[Way]:
    found = []
    if gives:
        entry = share(page, gives[0].share)
        found.append(
            choice(
                page,
                page.say("Give up {company}", company=entry.abbr),
                page.say(
                    "Nobody sees what you give up; it leaves the game. Shares of Union Pacific left: {count}.",
                    count=page.view["up_stack"],
                ),
                "5.4c",
            )
        )
    found.append(
        choice(
            page,
            page.say("Exchange nothing"),
            page.say("You keep your hand; you may exchange after a later build."),
            "5.4",
        )
    )
    return found


# -- track cards of full types


def replace_hint(page: TablePage) -> Hint | None:
    """Cards that can build nothing any more may go."""
    if not knows(page):
        return None
    best: Action = advised(page)[0]
    full = ", ".join(f"“{track(page, name).name}”" for name in page.view["full_types"])
    text = [
        page.say("Every space of this kind of track is taken: {types}. Its cards can build nothing more.", types=full)
    ]
    replaces = [action for _, action in options_of(page, ReplaceCard)]
    if isinstance(best, ReplaceCard):
        text.append(page.say("Replace “{card}” by a new card.", card=track(page, best.card).name))
    elif replaces:
        text.append(page.say("Keep your cards and go on."))
    else:
        text.append(page.say("You have no such card: go on."))
    ways = [
        choice(
            page,
            page.say("Replace “{card}”", card=track(page, action.card).name),
            page.say("It leaves the game and you draw another; you may do it again."),
            "14.4",
        )
        for action in replaces
    ]
    go_on = page.say("You draw a track card and take your turn; a useless card can still be discarded when you invest.")
    return Hint(text, paragraphs(page, "14.4", "3.1"), None, [*ways, choice(page, page.say("Go on"), go_on, "3.1")])
