"""The panel when the reader has nothing to decide: waiting, looking back, seats still free, the end, the curtain."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import Option
from stellwerk.eighteen import actions as act
from stellwerk.web.library import rule_link
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.head import head_of
from stellwerk.web.pages.decisions.panel import Panel, button
from stellwerk.web.pages.decisions.to_you import ToYou, to_you
from stellwerk.web.pages.frame import end_word, since
from stellwerk.web.pages.log import Line, quiet, sentences
from stellwerk.web.pages.phrases import action_phrase, phrase

MOST_WORDS = 5  # options of another player that are listed one by one in a group
OFFERS = ("consent", "merger_offer")  # questions about an offer another player has made
FEW = 3  # of more, those that touch the reader most
MOST_TRIED = 40  # options that are tried on a copy for that: about half a millisecond each


class Choice(Struct, frozen=True):
    """What somebody else may do, in words: one option, or a group of them with their number."""

    text: str
    amount: str = ""
    effects: tuple[str, ...] = ()
    count: int = 0
    bad: bool = False
    worth: int = 0


class Move(Struct, frozen=True):
    """A move that was made: who, as whom, what it brought about; `words` if it brought nothing worth a line."""

    ply: int
    who: str
    lines: list[Line]
    words: str
    rule: str
    link: str
    time: int


class Score(Struct, frozen=True):
    """A player at the end of the game."""

    place: int
    seat: int
    name: str
    score: int
    receipt: str
    winner: bool
    yours: bool


# -- waiting


def waiting(at: At) -> Panel:
    """Who is awaited for what since when; what he may do, if nothing is hidden; what the reader may do meanwhile."""
    return Panel(
        "decisions/waiting.html",
        {
            "choices": [] if quiet(at) else choices(at),
            "quiet": quiet(at),
            "options": [button(at, option) for option in at.options],
            "offered": own_offer(at),
            "since": since(at),
            "bot": at.rights.head.seats[at.asked].kind == "bot",
            "head": head_of(at),
        },
    )


def own_offer(at: At) -> bool:
    """True if somebody is to answer an offer the reader made with the last action: he may take it back at any time."""
    decision = at.game.decision()
    return decision is not None and decision.kind in OFFERS and at.game.plies[-1].seat in at.rights.seats


def choices(at: At) -> list[Choice]:
    """The options of the asked player: few of a kind one by one; of many those that touch the reader most, and the
    number of the others.
    """
    groups: dict[str, list[tuple[Option, Choice]]] = {}
    tries = MOST_TRIED
    for option in at.game.options():
        if option.seat is None or option.seat == at.asked:
            said = phrase(at, option)
            open_ = option.amount is not None and option.amount.low != option.amount.high  # its effect is, too
            done = to_you(at, option.action) if tries > 0 and not open_ else ToYou()
            tries -= 1
            choice = Choice(said.text, said.amount, done.lines, bad=done.bad, worth=done.worth)
            groups.setdefault(said.group or said.text, []).append((option, choice))
    found = []
    for group, entries in groups.items():
        some = entries if len(entries) <= MOST_WORDS else _telling(entries)
        found += [choice for _, choice in some]
        if len(some) < len(entries):
            others = isinstance(entries[0][0].action, act.BuyTrain)
            more = at.say("Buy from another company") if others else at.say("{what}: others", what=group)
            found.append(Choice(more if some else group, count=len(entries) - len(some)))
    return found


def _telling(entries: list[tuple[Option, Choice]]) -> list[tuple[Option, Choice]]:
    """Of many options: trains at their printed price, and the few that change most for the reader."""
    told = {choice.effects: (option, choice) for option, choice in reversed(entries) if choice.effects}
    ranked = sorted(told.values(), key=lambda entry: -abs(entry[1].worth))
    kept = [id(option) for option, _ in ranked[:FEW]]
    return [entry for entry in entries if id(entry[0]) in kept or from_bank(entry[0])]


def from_bank(option: Option) -> bool:
    """A train at its printed price, which is always worth a line of its own."""
    return isinstance(option.action, act.BuyTrain) and option.amount is None


# -- looking back


def past(at: At) -> Panel:
    """Which move led here, which comes next, and the ways on."""
    ply = at.game.ply
    context: dict[str, Any] = {"led": made(at, ply), "next": made(at, ply + 1), "quiet": quiet(at)}
    return Panel("decisions/past.html", context)


def made(at: At, ply: int) -> Move | None:
    """The move that led to a ply; None for the start and beyond the end."""
    if not 0 < ply <= at.plies:
        return None
    before = at.live.game.at(ply - 1)
    entry = at.live.game.plies[ply - 1]
    decision = before.decision()
    who = at.game.rules.seats[entry.seat]
    actor = decision.actor if decision and decision.seat == entry.seat else who
    lines = sentences(at, ply)
    words = ""
    if not lines and not quiet(at):
        words = action_phrase(elsewhere(at, ply - 1), entry.action).text
    rule = next(line.rule for line in lines if line.first) if lines else decision.rule if decision else ""
    time = at.site.logbook.book(at.live).moved(ply)
    return Move(ply, who if actor == who else f"{who} · {actor}", lines, words, rule, rule_link(rule), time)


def elsewhere(at: At, ply: int) -> At:
    """The same reader at another ply."""
    return At(at.site, at.reader, at.id, at.seat, ply)


# -- before and after


def open_table(at: At) -> Panel:
    """Which seats are free; the creator can copy their links."""
    return Panel("decisions/open.html", {"free": [seat for seat in at.table.seats if seat.kind == "open"]})


def over(at: At) -> Panel:
    """Scores with their receipts, the winner, why it is over."""
    result = at.result
    order = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
    names = at.game.rules.seats
    receipts = at.game.receipts()
    scores = [
        Score(
            place=1 + sum(score > result.scores[seat] for score in result.scores),
            seat=seat,
            name=names[seat],
            score=result.scores[seat],
            receipt=f"score {names[seat]}" if f"score {names[seat]}" in receipts else "",
            winner=seat in result.winners,
            yours=seat in at.rights.seats,
        )
        for seat in order
    ]
    rule = end_rule(at)
    return Panel(
        "decisions/over.html",
        {
            "scores": scores,
            "winners": ", ".join(names[seat] for seat in result.winners),
            "reason": end_word(at),
            "rule": rule,
            "link": rule_link(rule),
            "settled": settled(at),
        },
    )


def settled(at: At) -> list[tuple[str, str, str]]:
    """What was paid after the last round (notes, in titles that have such), with its rule and where to read it."""
    if not at.family or not at.game.plies:
        return []
    rules = {at.t.cite(key) for key in ("end.notes", "end.debt") if key in at.t.data.cite}
    events = [event for event in at.game.plies[-1].events if event.rule in rules]
    return [(at.event(event), event.rule, rule_link(event.rule)) for event in events]


def end_rule(at: At) -> str:
    """The paragraph by which the game is over: of the last fact that speaks of the end."""
    for entry in reversed(at.live.game.plies):
        for event in reversed(entry.events):
            if event.kind in ("bank_broken", "bankrupt", "end"):
                return event.rule
    return ""


# -- one device for several players


def curtain(at: At) -> Panel:
    """The device is passed on: nothing of the next player's is shown before he says that he has it."""
    return Panel("decisions/curtain.html", {"seat": at.asked, "name": at.game.rules.seats[at.asked]})
