"""What players plan ahead: for each company a line of lays and tokens, kept for the holder of a seat on all devices.

A change is one step more or less, so that what two devices change at the same time is both kept.
"""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.core import Action
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.store import Conflict
from stellwerk.web.errors import BadRequest
from stellwerk.web.games import OpenGames
from stellwerk.web.people import Who
from stellwerk.web.playing import read_action
from stellwerk.web.requests import ChangeLine
from stellwerk.web.responses import LinesOut

LINES = "lines"  # the kind of paper
MOST_STEPS = 12  # of one company
LONGEST_STEP = 400  # bytes of its JSON
PARTS = ("track", "token")

Steps = dict[str, list[dict[str, Any]]]  # by company


def part_of(rules: FamilyRules, action: Action) -> str | None:
    """The part of a company's turn that an action belongs to, if it can be planned."""
    for step in rules.steps.values():
        if isinstance(step, OperatingTurnStep):
            for name in PARTS:
                if name in step.parts and type(action) in step.parts[name].acts:
                    return name
    return None


class PlanLines:
    """The lines of all tables."""

    def __init__(self, games: OpenGames) -> None:
        """Works on the open games."""
        self.games, self.store = games, games.store

    def read(self, game_id: str, seat: int, who: Who) -> LinesOut:
        """The lines of one's own seat."""
        rights, _ = self.games.open(game_id, who)
        rights.must_act_for(seat)
        return LinesOut(self.kept(game_id, seat)[0])

    def kept(self, game_id: str, seat: int) -> tuple[Steps, int]:
        """The lines of a seat, and their revision."""
        paper = self.store.paper(game_id, seat, LINES)
        return (msgspec.convert(paper.body, Steps) if paper.body else {}), paper.revision

    def change(self, game_id: str, wish: ChangeLine, who: Who) -> LinesOut:
        """Put a step at the end of a company's line, take one out, or (with neither) clear the line."""
        rights, live = self.games.open(game_id, who)
        rights.must_act_for(wish.seat)
        rules, company = live.game.rules, wish.company
        if not isinstance(rules, FamilyRules):
            raise BadRequest("{title} has no track to look ahead for", title=rules.title)
        if company not in rules.t.kit.company_index:
            raise BadRequest("there is no company {company}", company=company)
        added = self._added(wish, rules, live.game)
        while True:
            lines, revision = self.kept(game_id, wish.seat)
            steps = [*lines.get(company, []), *added]
            if wish.drop is not None:
                if wish.drop in steps:
                    steps.remove(wish.drop)
            elif not added:
                steps = []
            if len(steps) > MOST_STEPS:
                raise BadRequest("a plan has up to {most} steps", most=MOST_STEPS)
            lines = {name: line for name, line in {**lines, company: steps}.items() if line}
            try:
                self.store.write_paper(game_id, wish.seat, LINES, revision, lines)
            except Conflict:  # another device has changed them at this moment: once more, on what it has kept
                continue
            return LinesOut(lines)

    @staticmethod
    def _added(wish: ChangeLine, rules: FamilyRules, game: Any) -> list[dict[str, Any]]:
        if wish.add is None:
            return []
        action = read_action(wish.add, game)
        if part_of(rules, action) is None:
            raise BadRequest("a plan holds track and tokens only")
        made: dict[str, Any] = msgspec.to_builtins(action)
        if len(msgspec.json.encode(made)) > LONGEST_STEP:
            raise BadRequest("this is too long for a step of a plan")
        return [made]
