"""The panel when the reader has nothing to decide: waiting, looking back, seats still free, the end, the curtain."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import Option
from stellwerk.eighteen import actions as act
from stellwerk.web.library import rule_link
from stellwerk.web.mending import cast
from stellwerk.web.pages.decisions.head import head_of
from stellwerk.web.pages.decisions.panel import Panel, button
from stellwerk.web.pages.decisions.to_you import ToYou, to_you
from stellwerk.web.pages.frame import end_word, since
from stellwerk.web.pages.log import quiet, sentences
from stellwerk.web.pages.log_entries import LogLine
from stellwerk.web.pages.phrases import phrase
from stellwerk.web.pages.table_page import TablePage

MOST_WORDS = 5  # options of another player that are listed one by one in a group
OFFERS = ("consent", "merger_offer")  # questions about an offer another player has made
FEW = 3  # of more, those that touch the reader most
MOST_TRIED = 40  # options that are tried on a copy for that: about half a millisecond each


class LikelyMove(Struct, frozen=True):
    """What somebody else may do, in words: one option, or a group of them with their number."""

    text: str
    amount: str = ""
    effects: tuple[str, ...] = ()
    count: int = 0
    bad: bool = False
    worth: int = 0


class MoveMade(Struct, frozen=True):
    """A move that was made: who, as whom, what it brought about."""

    ply: int
    who: str
    lines: list[LogLine]
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


def waiting(page: TablePage) -> Panel:
    """Who is awaited for what since when; what he may do, if nothing is hidden; what the reader may do meanwhile."""
    return Panel(
        "decisions/waiting.html",
        {
            "choices": [] if quiet(page) else choices(page),
            "quiet": quiet(page),
            "options": [button(page, option) for option in page.options],
            "offered": own_offer(page),
            "since": since(page),
            "bot": page.rights.head.seats[page.asked].kind == "bot",
            "thinks": thinks(page),
            "head": head_of(page),
        },
    )


def thinks(page: TablePage) -> bool:
    """True if a bot is awaited that takes its time."""
    seat = page.table.seats[page.asked]
    name = seat.bot if seat.kind == "bot" else seat.standin
    return bool(name) and page.site.own_bots.thinks(name)


def own_offer(page: TablePage) -> bool:
    """True if somebody is to answer an offer the reader made with the last action: he may take it back at any time."""
    decision = page.game.decision()
    return decision is not None and decision.kind in OFFERS and page.game.plies[-1].seat in page.rights.seats


def choices(page: TablePage) -> list[LikelyMove]:
    """The options of the asked player: few of a kind one by one; of many those that touch the reader most, and the
    number of the others.
    """
    groups: dict[str, list[tuple[Option, LikelyMove]]] = {}
    tries = MOST_TRIED
    for option in page.game.options():
        if option.seat is None or option.seat == page.asked:
            said = phrase(page, option)
            open_ = option.amount is not None and option.amount.low != option.amount.high  # its effect is, too
            done = to_you(page, option.action) if tries > 0 and not open_ else ToYou()
            tries -= 1
            choice = LikelyMove(said.text, said.amount, done.lines, bad=done.bad, worth=done.worth)
            groups.setdefault(said.group or said.text, []).append((option, choice))
    found = []
    for group, entries in groups.items():
        some = entries if len(entries) <= MOST_WORDS else _telling(entries)
        found += [choice for _, choice in some]
        if len(some) < len(entries):
            others = isinstance(entries[0][0].action, act.BuyTrain)
            more = page.say("Buy from another company") if others else page.say("{what}: others", what=group)
            found.append(LikelyMove(more if some else group, count=len(entries) - len(some)))
    return found


def _telling(entries: list[tuple[Option, LikelyMove]]) -> list[tuple[Option, LikelyMove]]:
    """Of many options: trains at their printed price, and the few that change most for the reader."""
    told = {choice.effects: (option, choice) for option, choice in reversed(entries) if choice.effects}
    ranked = sorted(told.values(), key=lambda entry: -abs(entry[1].worth))
    kept = [id(option) for option, _ in ranked[:FEW]]
    return [entry for entry in entries if id(entry[0]) in kept or from_bank(entry[0])]


def from_bank(option: Option) -> bool:
    """A train at its printed price, which is always worth a line of its own."""
    return isinstance(option.action, act.BuyTrain) and option.amount is None


# -- looking back


def past(page: TablePage) -> Panel:
    """Which move led here, which comes next, and the ways on."""
    ply = page.game.ply
    context: dict[str, Any] = {"led": made(page, ply), "next": made(page, ply + 1), "quiet": quiet(page)}
    return Panel("decisions/past.html", context)


def made(page: TablePage, ply: int) -> MoveMade | None:
    """The move that led to a ply; None for the start and beyond the end."""
    if not 0 < ply <= page.plies:
        return None
    before = page.live.game.at(ply - 1)
    entry = page.live.game.plies[ply - 1]
    decision = before.decision()
    who = page.game.rules.seats[entry.seat]
    actor = decision.actor if decision and decision.seat == entry.seat else who
    lines = sentences(page, ply)
    rule = lines[0].rule or (decision.rule if decision else "")
    time = page.site.logbook.book(page.live).moved(ply)
    return MoveMade(ply, who if actor == who else f"{who} · {actor}", lines, rule, rule_link(rule), time)


# -- before and after


def open_table(page: TablePage) -> Panel:
    """Which seats are free; the creator can copy their links."""
    return Panel("decisions/open.html", {"free": [seat for seat in page.table.seats if seat.kind == "open"]})


def locked(page: TablePage) -> Panel:
    """An administrator has locked the table."""
    return Panel("decisions/locked.html", {"reason": page.rights.head.locked})


def parted(page: TablePage) -> Panel:
    """The rules have been mended and this game does not agree with them: the table chooses how it goes on."""
    names = page.live.head.seats
    votes = [(names[int(seat)].name, choice) for seat, choice in sorted(cast(page.rights, page.live).items())]
    seat = min(page.rights.seats, default=None)
    return Panel("decisions/parted.html", {"parted": page.live.parted, "seat": seat, "votes": votes})


def over(page: TablePage) -> Panel:
    """Scores with their receipts, the winner, why it is over."""
    result = page.result
    order = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
    names = page.game.rules.seats
    receipts = page.game.receipts()
    scores = [
        Score(
            place=1 + sum(score > result.scores[seat] for score in result.scores),
            seat=seat,
            name=names[seat],
            score=result.scores[seat],
            receipt=f"score {names[seat]}" if f"score {names[seat]}" in receipts else "",
            winner=seat in result.winners,
            yours=seat in page.rights.seats,
        )
        for seat in order
    ]
    rule = end_rule(page)
    return Panel(
        "decisions/over.html",
        {
            "scores": scores,
            "winners": ", ".join(names[seat] for seat in result.winners),
            "reason": end_word(page),
            "rule": rule,
            "link": rule_link(rule),
            "settled": settled(page),
            "rematch": page.site.rematches.seated(page.rights),
        },
    )


def settled(page: TablePage) -> list[tuple[str, str, str]]:
    """What was paid after the last round (notes, in titles that have such), with its rule and where to read it."""
    if not page.family or not page.game.plies:
        return []
    rules = {page.t.cite(key) for key in ("end.notes", "end.debt") if key in page.t.data.cite}
    events = [event for event in page.game.plies[-1].events if event.rule in rules]
    return [(page.event(event), event.rule, rule_link(event.rule)) for event in events]


def end_rule(page: TablePage) -> str:
    """The paragraph by which the game is over: of the last fact that speaks of the end."""
    for entry in reversed(page.live.game.plies):
        for event in reversed(entry.events):
            if event.kind in ("bank_broken", "bankrupt", "end"):
                return event.rule
    return ""


# -- one device for several players


def curtain(page: TablePage) -> Panel:
    """The device is passed on: nothing of the next player's is shown before he says that he has it."""
    return Panel("decisions/curtain.html", {"seat": page.asked, "name": page.game.rules.seats[page.asked]})
