"""The hint for the main choice of a turn: build or invest, with what each would bring at a payout."""

from __future__ import annotations

from urllib.parse import urlencode

from stellwerk.core import Action, Plural
from stellwerk.web.pages.guide.hint import Fill, Hint, Way
from stellwerk.web.pages.table_page import TablePage

from ..actions import Build, Invest, PassTurn
from ..pages.choice import BUILD, INVEST
from ..pages.marks import rules_of, share, track
from ..pages.panels import free_words
from ..pages.standing import PayoutChange, after_build, after_invest, if_now
from ..words import section_name, shares_name
from .standing import advised, choice, in_hand, knows, paragraphs, payout_cards, place_words, rivals, up_words


def turn_hint(page: TablePage) -> Hint | None:
    """What a payout would bring now, what to do, and the best of the other way. Gone once something is picked."""
    if not knows(page) or set(page.chosen) - {"mode"}:
        return None
    order = advised(page)
    best = order[0]
    if isinstance(best, PassTurn):
        return _nothing(page, best)
    other = next((action for action in order if action.kind != best.kind), None)
    also = [fill_of(page, other, why_of(page, other))] if other else []
    if isinstance(best, Build):
        text, rules = build_words(page, best), paragraphs(page, "4.1", "4.3", "5.1", "7.4")
    else:
        assert isinstance(best, Invest)
        text, rules = invest_words(page, best), paragraphs(page, "6.1", "6.2", "7.4", "8.1")
    return Hint([payout_words(page), *text], rules, fill_of(page, best), _ways(page, order), also)


def fill_of(page: TablePage, action: Action, why: str = "") -> Fill:
    """The choice, filled in."""
    if isinstance(action, Build):
        parts = {"mode": BUILD, "card": action.card, "company": action.company, "section": action.section}
        label = page.say("Fill in: build {company}", company=share(page, action.company).abbr)
    else:
        assert isinstance(action, Invest)
        parts = {"mode": INVEST, "card": action.card, "shares": ",".join(action.shares)}
        label = page.say("Fill in: invest {shares}", shares=shares_name(rules_of(page).t, action.shares))
    return Fill(label, urlencode(parts), why=why)


def why_of(page: TablePage, action: Action) -> str:
    """In a sentence what the other way would do."""
    if isinstance(action, Build):
        before, after = values(page, action)
        abbr = share(page, action.company).abbr
        return page.say(
            "{company} is then worth {after:$} instead of {before:$}.", company=abbr, before=before, after=after
        )
    assert isinstance(action, Invest)
    return gain_words(page, action.shares[0], action.shares.count(action.shares[0]))


def payout_words(page: TablePage) -> str:
    """What everybody can know of the next payout."""
    now = if_now(page)
    told = page.say(
        Plural(
            "A payout now would bring you {sum:$}; {count:n} payout card is hidden among the {deck} cards of the deck.",
            "A payout now would bring you {sum:$}; {count:n} payout cards are hidden among the {deck} cards of the "
            "deck.",
        ),
        sum=now.totals[page.asked],
        count=payout_cards(page),
        deck=page.view["deck"],
    )
    return f"{told} {now.note}" if now.note else told


def own(changes: list[PayoutChange], seat: int) -> PayoutChange | None:
    """What changes for the reader."""
    return next((change for change in changes if change.seat == seat), None)


# -- build


def values(page: TablePage, build: Build) -> tuple[int, int]:
    """The value of the company before and after a build, which is done on a copy."""
    copy = page.game.branch()
    copy.apply(build, page.asked)
    after: int = copy.view(page.asked)["companies"][build.company]["value"]
    return page.view["companies"][build.company]["value"], after


def build_words(page: TablePage, build: Build) -> list[str]:
    """What the build does, for whom, and what it is for."""
    abbr = share(page, build.company).abbr
    before, after = values(page, build)
    text = [
        page.say(
            "Build {company} on {section} ({free}) with the card “{card}”: the railway is then worth {after:$} instead "
            "of {before:$}.",
            company=abbr,
            section=section_name(rules_of(page).t, build.section),
            free=free_words(page, build.section),
            card=track(page, build.card).name,
            before=before,
            after=after,
        )
    ]
    changes = after_build(page, build.company)
    mine, hand = own(changes, page.asked), in_hand(page, build.company)
    if mine:
        text.append(
            page.say(
                "Of {company} you would get {after:$} instead of {before:$}.",
                company=abbr,
                before=mine.before,
                after=mine.after,
            )
        )
    elif hand:
        text.append(
            page.say(
                Plural(
                    "You have {count:n} share of {company} in hand, which counts once you lay it open.",
                    "You have {count:n} shares of {company} in hand, which count once you lay them open.",
                ),
                company=abbr,
                count=hand,
            )
        )
    elif changes:
        text.append(
            page.say(
                "It helps {who} more than you: choose it for the share you take after it.",
                who=", ".join(change.name for change in changes),
            )
        )
    else:
        text.append(page.say("It pays nobody more at once: choose it for the share you take after it."))
    text.append(page.say("After a build you take a share into your hand."))
    return text


# -- invest


def invest_words(page: TablePage, invest: Invest) -> list[str]:
    """What the shares bring on the table, and which track card goes."""
    text = [
        page.say(
            "Invest {shares}: shares in hand count for nothing when it pays.",
            shares=shares_name(rules_of(page).t, invest.shares),
        )
    ]
    text += [gain_words(page, name, invest.shares.count(name)) for name in dict.fromkeys(invest.shares)]
    text.append(
        page.say(
            "You also discard a track card; “{card}” can be spared most easily.", card=track(page, invest.card).name
        )
    )
    return text


def gain_words(page: TablePage, name: str, count: int) -> str:
    """What a payout would bring of a company with shares laid open, or the place they give."""
    entry = share(page, name)
    mine = own(after_invest(page, page.asked, name, count), page.asked)
    if mine:
        return page.say(
            "Of {company} a payout now would bring you {after:$} instead of {before:$}.",
            company=entry.abbr,
            before=mine.before,
            after=mine.after,
        )
    known = rivals(page, name)
    if entry.up and known.own + count > known.most:
        return up_words(page)
    return place_words(page, name, count)


# -- what each choice is for


def _ways(page: TablePage, order: list[Action]) -> list[Way]:
    found = []
    if any(isinstance(action, Build) for action in order):
        found.append(
            choice(
                page,
                page.say("Build, then take a share"),
                page.say(
                    "Any railway may be built, also one you have no share of: each locomotive makes it worth more. "
                    "Only building brings new shares."
                ),
                "4.2",
            )
        )
    if any(isinstance(action, Invest) for action in order):
        found.append(
            choice(
                page,
                page.say("Invest"),
                page.say(
                    "Lay shares open, any number of one company or one each of two: only open shares are paid, and "
                    "they stay where they are."
                ),
                "6.1",
            )
        )
    if in_hand(page, rules_of(page).kit.shares[-1]):
        found.append(choice(page, page.say("Invest Union Pacific"), up_words(page), "8.1"))
    return found


def _nothing(page: TablePage, best: PassTurn) -> Hint:
    text = page.say(
        "None of your track cards can build and you have no share in hand: discard a card, best “{card}”.",
        card=track(page, best.card).name,
    )
    why = page.say("Nothing is drawn, and the turn ends.")
    way = choice(page, page.say("Discard a track card"), why, "3.4a")
    return Hint([payout_words(page), text], paragraphs(page, "3.4a"), None, [way])
