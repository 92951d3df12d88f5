"""The moments of the 18xx family, by kind of event, and the end of any game."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.core import Plural
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.shell import end_rule
from stellwerk.web.pages.frame import end_word
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.moments.moment import Build, Happening, Moment, received, to_others, to_you
from stellwerk.web.pages.player_shapes import mark as player_mark
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs.trains import changes


def dividend(what: Happening) -> Moment:
    """What a company pays, to whom, and where its price goes."""
    page, company = what.page, str(what.facts["company"])
    amounts = received(page, what.paid("dividend"))
    return Moment(
        "dividend",
        what.title,
        you=to_you(what, amounts),
        lines=(*to_others(what, amounts), *price_line(what, company)),
        mark=token(page, company),
        rule=what.event.rule,
        receipt=what.receipt,
    )


def price_line(what: Happening, company: str) -> tuple[str, ...]:
    """Where the price of a company has gone in the move."""
    moves = [event.facts for event in what.others("price") if event.facts["company"] == company]
    if not moves:
        return ()
    facts = {"before": moves[0]["before"], "after": moves[-1]["after"]}
    return (what.page.say("price {before:$} → {after:$}", **facts),)


def phase(what: Happening) -> Moment:
    """A phase, what it changes, and whose trains go with it."""
    page = what.page
    begun = next(entry for entry in page.t.phases if entry.id == what.facts["phase"])
    gone = [line for event in what.others("rust") for line in rusted(what, event.facts)]
    changed = changes(page, begun)
    lines = [*gone, *((_sentence(", ".join(changed)),) if changed else ())]
    closed = [str(event.facts["private"]) for event in what.others("closed")]
    if closed:
        lines.append(page.say("Closed: {privates}", privates=", ".join(closed)))
    you, bad = own_loss(what)
    return Moment("phase", what.title, you, bad, tuple(lines), important=True, rule=what.event.rule)


def rust(what: Happening) -> Moment | None:
    """Trains that go without a new phase; with one they are told there."""
    if what.others("phase"):
        return None
    you, bad = own_loss(what)
    lines = tuple(rusted(what, what.facts))
    return Moment("rust", what.title, you, bad, lines, important=True, rule=what.event.rule)


def rusted(what: Happening, facts: Mapping[str, object]) -> list[str]:
    """Which companies lose how many trains of a kind."""
    page, lost = what.page, facts["lost"]
    assert isinstance(lost, dict)
    owners = " · ".join(f"{page.company_name(company)}: {count}" for company, count in lost.items())
    if not owners:
        return [page.say("Trains {kind} go; no company has one", kind=facts["kind"])]
    return [page.say("Trains {kind} go: {owners}", kind=facts["kind"], owners=owners)]


def own_loss(what: Happening) -> tuple[str, bool]:
    """How many trains companies of the reader lose in the move, in words."""
    page = what.page
    lost: dict[str, int] = {}
    for event in what.others("rust"):
        for company, count in event.facts["lost"].items():
            if what.is_you(what.after["companies"][company]["president"]):
                lost[company] = lost.get(company, 0) + count
    if not lost:
        return "", False
    names = ", ".join(page.company_name(company) for company in lost)
    return page.say(
        Plural("You lose {count:n} train: {companies}", "You lose {count:n} trains: {companies}"),
        count=sum(lost.values()),
        companies=names,
    ), True


def president(what: Happening) -> Moment:
    """A company changes hands: what the new president takes over."""
    page, company = what.page, str(what.facts["company"])
    entry = what.after["companies"][company]
    trains = ", ".join(train.rpartition("-")[0] or train for train in entry["trains"])
    holdings = page.say("Treasury {cash:$}, trains: {trains}", cash=entry["cash"], trains=trains or "–")
    you, bad = "", False
    if what.is_you(what.facts["new"]):
        you = page.say("You are president now")
    elif what.is_you(what.facts["old"]):
        you, bad = page.say("You are not president any more"), True
    mark = token(page, company)
    return Moment("president", what.title, you, bad, (holdings,), mark, important=True, rule=what.event.rule)


def floated(what: Happening) -> Moment:
    """A company begins to work, with its capital."""
    page, company = what.page, str(what.facts["company"])
    entry = what.after["companies"][company]
    lines = [page.say("President: {who}", who=entry["president"])] if entry["president"] else []
    lines.append(page.say("Treasury {cash:$}", cash=entry["cash"]))
    you = page.say("You are president now") if what.is_you(entry["president"]) else ""
    return Moment("float", what.title, you, False, tuple(lines), token(page, company), rule=what.event.rule)


def closed_company(what: Happening) -> Moment:
    """A company leaves the game, and with it what players held of it."""
    page, company = what.page, str(what.facts["company"])
    held = {
        str(player["name"]): player["shares"][company]
        for player in what.before["players"]
        if player["shares"].get(company)
    }
    mine = next((percent for name, percent in held.items() if what.is_you(name)), 0)
    you = page.say("You lose {percent} %", percent=mine) if mine else ""
    others = " · ".join(f"{name} {percent} %" for name, percent in held.items() if not what.is_you(name))
    lines = (page.say("Lost with it: {who}", who=others),) if others else ()
    mark = token(page, company)
    return Moment("closed", what.title, you, bool(mine), lines, mark, important=True, rule=what.event.rule)


def bankrupt(what: Happening) -> Moment:
    """A player is out: what became of what he had."""
    page, name = what.page, str(what.facts["who"])
    seat = page.game.rules.seats.index(name)
    before, after = what.before["players"][seat], what.after["players"][seat]
    lines = [page.say("Worth {before} → {after}", before=page.money(before["score"]), after=page.money(after["score"]))]
    new = [event for event in what.others("president") if event.facts["old"] == name]
    lines += [page.event(event) for event in new]
    if what.after["ended"]:
        lines.append(page.say("The game is over"))
    you = page.say("You are bankrupt") if what.is_you(name) else ""
    mark = player_mark(seat, "me" if you else "")
    return Moment("bankrupt", what.title, you, bool(you), tuple(lines), mark, important=True, rule=what.event.rule)


def bank_broken(what: Happening) -> Moment:
    """The bank has no money left: the end is near."""
    return Moment("bank", what.title, important=True, rule=what.event.rule)


def ending(what: Happening) -> Moment | None:
    """Something has happened that ends the game, now or soon."""
    if what.after["ended"]:
        return None  # told by the end itself
    line = what.page.say("The end of the game is near")
    return Moment("ending", what.title, lines=(line,), important=True, rule=what.event.rule)


def game_over(page: TablePage) -> Moment:
    """The end of the game: who has won, the scores, and the way to the result."""
    result = page.game.result()
    names = page.game.rules.seats
    order = sorted(range(len(names)), key=lambda seat: -result.scores[seat])
    places = {seat: 1 + sum(score > result.scores[seat] for score in result.scores) for seat in order}
    seats = page.rights.seats
    you = ""
    if len(seats) == 1:
        seat = min(seats)
        facts = {"place": places[seat], "score": result.scores[seat]}
        you = page.say("You are in place {place} with {score:$}", **facts)
    winners = ", ".join(names[seat] for seat in result.winners)
    scores = [(places[seat], seat, names[seat], page.money(result.scores[seat]), seat in seats) for seat in order]
    return Moment(
        "over",
        page.say("The game is over: {who} wins", who=winners) if winners else page.say("The game is over"),
        you=you,
        lines=(_sentence(end_word(page)),),
        important=True,
        rule=end_rule(page),
        panel=Panel("table/moment_scores.html", {"scores": scores}),
        address=f"/g/{page.id}/result",
        words=page.say("To the result"),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


FAMILY: dict[str, Build] = {
    "dividend": dividend,
    "phase": phase,
    "rust": rust,
    "president": president,
    "float": floated,
    "closed_company": closed_company,
    "bankrupt": bankrupt,
    "bank_broken": bank_broken,
    "end": ending,
}
