"""Words of Union Pacific."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from stellwerk.core import Action, Label
from stellwerk.core.words import ACTION, END, STEP

from . import actions as act
from .table import Table

TRACK = "track"  # what a track card shows

WORDS: dict[str, dict[str, str]] = {
    TRACK: {"coast": "coast", "timber": "timber", "mountain": "mountain", "prairie": "prairie", "wild": "wild"},
    STEP: {
        "pick": "first share",
        "replace": "replacing a track card",
        "turn": "build or invest",
        "take": "share to take",
        "exchange": "exchange",
    },
    ACTION: {
        "pass": "pass",
        "pick_share": "pick a first share",
        "build": "build",
        "invest": "invest",
        "take_share": "take a share",
        "exchange_share": "exchange a share",
        "decline": "exchange nothing",
        "replace_card": "replace a track card",
        "draw_card": "draw a track card",
    },
    END: {"payout": "the last payout is done", "dead_end": "nobody can go on"},
}

QUESTIONS = {
    "pick": "Choose the first share, which all reveal together.",
    "replace": "Replace a track card of a full type, or go on.",
    "turn": "Build or invest.",
    "take": "Choose the share to take.",
    "exchange": "Exchange a share for one of Union Pacific, or not.",
}


def share_name(t: Table, share: str) -> str:
    """The letters on a share: `EP&RG`."""
    number = t.kit.share_index.get(share)
    return t.kit.abbr[number] if number is not None else share


def section_name(t: Table, section: str) -> str:
    """`Billings–Casper`."""
    number = t.kit.section_index.get(section)
    return t.kit.section_names[number] if number is not None else section


def shares_name(t: Table, shares: tuple[str, ...]) -> str:
    """`2 BNL`, or `1 BNL, 1 UP`."""
    return ", ".join(f"{count} {share_name(t, name)}" for name, count in Counter(shares).items())


def _build(t: Table, action: act.Build) -> Label:
    text = t.message(
        "Build {company}, {section}: {card:track}",
        company=share_name(t, action.company),
        section=section_name(t, action.section),
        card=action.card,
    )
    company = share_name(t, action.company)
    short = t.message("Build {company}, {section}", company=company, section=section_name(t, action.section))
    return Label(text, t.message("Build"), (t.message("{company}", company=company),), short=short)


def _invest(t: Table, action: act.Invest) -> Label:
    text = t.message("Invest {shares}, discard: {card:track}", shares=shares_name(t, action.shares), card=action.card)
    return Label(text, t.message("Invest"), short=t.message("Invest {shares}", shares=shares_name(t, action.shares)))


def _take(t: Table, action: act.TakeShare) -> Label:
    group = t.message("Take a share")
    if action.source == act.DECK:
        return Label(t.message("Draw from the deck"), group)
    return Label(t.message("Take {company}", company=share_name(t, action.source)), group)


def _pick(t: Table, action: act.PickShare) -> Label:
    text = t.message("Begin with {company}", company=share_name(t, action.share))
    return Label(text, t.message("First share"))


def _pass(t: Table, action: act.PassTurn) -> Label:
    return Label(t.message("Discard {card:track}", card=action.card), t.message("Nothing is possible"))


def _exchange(t: Table, action: act.ExchangeShare) -> Label:
    text = t.message("Give up {company} for UP", company=share_name(t, action.share))
    return Label(text, t.message("Exchange"))


def _replace(t: Table, action: act.ReplaceCard) -> Label:
    return Label(t.message("Replace {card:track}", card=action.card), t.message("Replace a track card"))


LABELS: dict[type[Action], Callable[[Table, Any], Label]] = {
    act.PickShare: _pick,
    act.Build: _build,
    act.Invest: _invest,
    act.TakeShare: _take,
    act.PassTurn: _pass,
    act.ExchangeShare: _exchange,
    act.Decline: lambda t, action: Label(t.message("Exchange nothing")),
    act.ReplaceCard: _replace,
    act.DrawCard: lambda t, action: Label(t.message("Keep all and draw a track card")),
}
