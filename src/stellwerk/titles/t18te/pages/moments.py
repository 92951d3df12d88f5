"""Moments that only 18TE has: a company is founded, a train is exported."""

from __future__ import annotations

from stellwerk.web.pages.moments.kinds import floated
from stellwerk.web.pages.moments.moment import Build, Happening, Moment


def export(what: Happening) -> Moment:
    """A train nobody has bought leaves the factory; if a phase begins with it, that is told besides."""
    return Moment("export", what.title, rule=what.event.rule)


MOMENTS: dict[str, Build] = {"founded": floated, "export": export}
