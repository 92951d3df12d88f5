"""Turning points: the actions after which somebody could expect much more or less than before, and for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

from stellwerk.core import Game, Message
from stellwerk.draw.history import family
from stellwerk.eighteen.frames import Consent, OperatingTurn
from stellwerk.report.model import Stretch, Turning
from stellwerk.report.rounds import when

MOST = 8
AROUND = 60  # a change lasts if it is still there after a sixtieth of the game
LEAST = 3  # actions between two turning points, at least
GRAVE = (  # events that are told with a turning point, the most important first
    "bankrupt",
    "closed_company",
    "merger",
    "rust",
    "removed",
    "phase",
    "president",
    "float",
    "bank_broken",
    "private",
    "grant",
    "founded",
)
TOLD = 2  # of them, with each

Reasons = Callable[[int], Iterable[Message]]


def turning_points(
    game: Game[Any], curve: Sequence[Sequence[int]], rounds: Sequence[Stretch], reasons: Reasons
) -> tuple[Turning, ...]:
    """About eight of them, in their order. `reasons` says what an action changed."""
    lead = [against_average(values) for values in curve]
    last = len(lead) - 1 - _settled(game)
    weight = {ply: lasting(lead, ply) for ply in range(1, last + 1)}
    chosen: list[int] = []
    apart = max(LEAST, len(lead) // AROUND)
    for ply in sorted(weight, key=lambda number: -weight[number]):
        if len(chosen) == MOST or weight[ply] < 1:
            break
        if all(abs(ply - other) >= apart for other in chosen):
            chosen.append(ply)
    return tuple(_turning(game, lead, rounds, ply, reasons) for ply in sorted(chosen))


def _settled(game: Game[Any]) -> bool:
    """True if the last action only ended the game: what was expected beyond the end falls away, which is no turn."""
    last = game.latest(1)
    return game.decision() is None and bool(last) and not any(event.kind == "bankrupt" for event in last[0].events)


def against_average(values: Sequence[int]) -> list[float]:
    """How far each seat is ahead of the average."""
    average = sum(values) / len(values)
    return [value - average for value in values]


def lasting(lead: Sequence[Sequence[float]], ply: int) -> float:
    """How much an action changed that stayed changed: of what it did at once and of what was so for a while after it
    against before, the smaller part, where both point the same way.
    """
    near = max(LEAST, len(lead) // AROUND)
    before, after = lead[max(0, ply - near) : ply], lead[ply : ply + near]
    total = 0.0
    for seat in range(len(lead[ply])):
        now = lead[ply][seat] - lead[ply - 1][seat]
        long = median(entry[seat] for entry in after) - median(entry[seat] for entry in before)
        if now * long > 0:
            total += min(abs(now), abs(long))
    return total


def _turning(
    game: Game[Any], lead: Sequence[Sequence[float]], rounds: Sequence[Stretch], ply: int, reasons: Reasons
) -> Turning:
    made = game.plies[ply - 1]
    events = [event.message for kind in GRAVE for event in made.events if event.kind == kind]
    return Turning(
        ply,
        made.seat,
        when(rounds, ply),
        deed_of(game, ply),
        (*events[:TOLD], *reasons(ply)),
        tuple(round(now - then) for now, then in zip(lead[ply], lead[ply - 1], strict=True)),
    )


def deed_of(game: Game[Any], ply: int) -> Message:
    """What was done, in the words of the rules: of an answer, what was asked; of a company, with its name before it."""
    before, made = game.at(ply - 1), game.plies[ply - 1]
    frames = getattr(before.state, "frames", ())
    if frames and isinstance(frames[-1], Consent):
        deed, who = before.label(frames[-1].offer).text, before.label(made.action).text
        return Message("{deed}: {answer}", {"deed": deed, "answer": who})
    deed, company = before.label(made.action).text, company_of(game, ply)
    return Message("{company}: {deed}", {"company": company, "deed": deed}) if company else deed


def company_of(game: Game[Any], ply: int) -> str:
    """Whose turn it was when an action was done; empty outside operating rounds."""
    for frame in reversed(getattr(game.at(ply - 1).state, "frames", ())):
        if isinstance(frame, OperatingTurn):
            return family(game).t.companies[frame.company].id
    return ""
