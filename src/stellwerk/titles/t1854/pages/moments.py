"""Moments that only 1854 has: locals that become an AG, shares that are split, repaired trains that go for good."""

from __future__ import annotations

from stellwerk.web.pages.marks import token
from stellwerk.web.pages.moments.kinds import rusted
from stellwerk.web.pages.moments.moment import Build, Happening, Moment, received, to_others, to_you


def merger(what: Happening) -> Moment:
    """Two locals become an AG: who directs it, who has the other half (8.3 to 8.7)."""
    page, charter = what.page, str(what.facts["charter"])
    entry = what.after["companies"][charter]
    holders = {
        str(player["name"]): player["shares"][charter]
        for player in what.after["players"]
        if player["shares"].get(charter)
    }
    mine = next((percent for name, percent in holders.items() if what.is_you(name)), 0)
    you = page.say("You hold {percent} %", percent=mine) if mine else ""
    if what.is_you(entry["president"]):
        you = page.say("You hold {percent} % and are its director", percent=mine)
    lines = (
        page.say("Director: {who}", who=entry["president"]),
        " · ".join(f"{name} {percent} %" for name, percent in holders.items()),
        page.say("Treasury {cash:$}", cash=entry["cash"]),
    )
    mark = token(page, charter)
    return Moment("merger", what.title, you, False, lines, mark, important=True, rule=what.event.rule)


def split(what: Happening) -> Moment:
    """Shares are split, and everybody is paid for the half that is gone (5.5)."""
    page = what.page
    amounts = received(page, what.paid("split.paid"))
    return Moment(
        "split",
        what.title,
        you=to_you(what, amounts),
        lines=to_others(what, amounts),
        mark=token(page, str(what.facts["company"])),
        important=True,
        rule=what.event.rule,
        receipt=what.receipt,
    )


def removed(what: Happening) -> Moment | None:
    """Trains that AGs had kept leave the game (7.17); single trains go with what they are told with."""
    if "lost" not in what.facts:
        return None
    return Moment("rust", what.title, lines=tuple(rusted(what, what.facts)), important=True, rule=what.event.rule)


MOMENTS: dict[str, Build] = {"merger": merger, "split": split, "removed": removed}
