"""What is left of a company's track step: two yellow tiles or one upgrade, the tile of the home hex, RMC (1862 8)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.titles.t1862.state import RMC, Turn
from stellwerk.titles.t1862.track import YELLOW, Track1862
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Note, cited


class Mark(Struct, frozen=True):
    """One lay of the turn: `done`, `open` or `shut`."""

    text: str
    state: str


class Allowed(Struct, frozen=True):
    """What the turn has: its lays, sentences about them, and the words of the button that ends the step."""

    marks: list[Mark]
    notes: list[Note]
    passing: str


def allowed_1862(at: At) -> Allowed | None:
    """What is left of this turn; None outside of a track step."""
    frame = at.s.frames[-1]
    step = at.rules.steps.get(type(frame))
    part = step.parts.get("track") if isinstance(step, OperatingTurnStep) else None
    if not isinstance(frame, Turn) or not isinstance(part, Track1862):
        return None
    most = at.t.phases[at.s.phase].yellow_tiles
    begun = bool(frame.yellow or frame.upgraded or frame.extra)
    home = part.owed(at.s, frame)
    return Allowed(
        marks=[*_yellow(at, frame, most), *_upgrade(at, frame, home), *_extra(at, frame, part)],
        notes=_notes(at, frame, most, home),
        passing=at.say("Lay no more tiles") if begun else at.say("Lay no tile"),
    )


def _yellow(at: At, frame: Turn, most: int) -> list[Mark]:
    """A mark for every yellow tile of the turn."""
    found = []
    for number in range(most):
        shut = "shut" if frame.upgraded else "open"
        text = at.say("yellow tile") if most == 1 else at.say("yellow tile {number}", number=number + 1)
        found.append(Mark(text, "done" if number < frame.yellow else shut))
    return found


def _upgrade(at: At, frame: Turn, home: int | None) -> list[Mark]:
    """The upgrade that is possible instead, once there are green tiles."""
    if len(at.t.phases[at.s.phase].tiles) < 2:
        return []
    text = at.say("or an upgrade")
    shut = bool(frame.yellow) or home is not None
    return [Mark(text, "done" if frame.upgraded else "shut" if shut else "open")]


def _extra(at: At, frame: Turn, part: Track1862) -> list[Mark]:
    """The extra tile of RMC, if its owner directs the company."""
    text = at.say("{private}: one more yellow tile", private=RMC)
    if frame.extra:
        return [Mark(text, "done")]
    return [Mark(text, "open")] if part.why_not_power(at.s, frame, YELLOW) is None else []


def _notes(at: At, frame: Turn, most: int, home: int | None) -> list[Note]:
    if home is not None:
        text = at.say("The first tile must be laid on the home hex {hex}.", hex=at.t.hexmap.names[home])
        return [Note(text, cited(at, "track.home"), "warn")]
    if frame.yellow and frame.yellow < most:
        return [
            Note(at.say("One more yellow tile may follow; an upgrade is not possible now."), cited(at, "track.both"))
        ]
    return []
