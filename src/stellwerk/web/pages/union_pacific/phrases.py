"""Actions of Union Pacific as words on buttons."""

from __future__ import annotations

from collections import Counter

from stellwerk.titles.t_union_pacific import actions as act
from stellwerk.web.pages.at import At
from stellwerk.web.pages.phrases import PHRASES, Phrase
from stellwerk.web.pages.union_pacific.marks import rules_of, share, track


def section_name(at: At, name: str) -> str:
    """`Billings–Casper`."""
    kit = rules_of(at).kit
    return kit.section_names[kit.section_index[name]]


def shares_words(at: At, names: tuple[str, ...]) -> str:
    """`2 BNL`, or `1 BNL, 1 UP`."""
    return ", ".join(f"{count} {share(at, name).abbr}" for name, count in Counter(names).items())


def _pick(at: At, action: act.PickShare) -> Phrase:
    return Phrase(at.say("First share"), at.say("Begin with {company}", company=share(at, action.share).abbr))


def _build(at: At, action: act.Build) -> Phrase:
    text = at.say(
        "Build {company}, {section}", company=share(at, action.company).abbr, section=section_name(at, action.section)
    )
    return Phrase(at.say("Build"), text, track(at, action.card).name)


def _invest(at: At, action: act.Invest) -> Phrase:
    text = at.say("Invest {shares}", shares=shares_words(at, action.shares))
    return Phrase(at.say("Invest"), text, at.say("discard: {card}", card=track(at, action.card).name))


def _take(at: At, action: act.TakeShare) -> Phrase:
    group = at.say("Take a share")
    if action.source == act.DECK:
        return Phrase(group, at.say("Draw from the deck"))
    return Phrase(group, at.say("Take {company}", company=share(at, action.source).abbr))


def register() -> None:
    """Add them to the words of the pages."""
    PHRASES.update(
        {
            act.PickShare: _pick,
            act.Build: _build,
            act.Invest: _invest,
            act.TakeShare: _take,
            act.PassTurn: lambda at, action: Phrase(
                at.say("Nothing is possible"), at.say("Discard {card}", card=track(at, action.card).name)
            ),
            act.ExchangeShare: lambda at, action: Phrase(
                at.say("Exchange"), at.say("Give up {company} for UP", company=share(at, action.share).abbr)
            ),
            act.Decline: lambda at, action: Phrase("", at.say("Exchange nothing")),
            act.ReplaceCard: lambda at, action: Phrase(
                at.say("Replace a track card"), at.say("Replace {card}", card=track(at, action.card).name)
            ),
            act.DrawCard: lambda at, action: Phrase("", at.say("Keep all and draw a track card")),
        }
    )
