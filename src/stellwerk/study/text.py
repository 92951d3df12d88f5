"""The notation, written: studies as text that people read and paste (docs/study.md has the grammar).

[Title "18te" "1"] [Players "Ada" "Ben"] …
SR1 Ada: par KWE 60 !
OR1.1 KWE: H16 57/1 {opens the valley}
  ( OR1.1 KWE: G15 8/2, pass )
OR1.1 KWE: run 140, pay
"""

from __future__ import annotations

import base64
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import Game, Option, Rules
from stellwerk.core.game import Ply
from stellwerk.core.snapshot import encode_state
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.study.codecs import quoted
from stellwerk.study.forms import Forms
from stellwerk.study.tree import Chapter, Mark, Node, Study
from stellwerk.titles import wing


def forms_of(rules: Rules[Any]) -> Forms:
    """How the moves of a title are written."""
    own = wing(rules.title, "notation")
    return Forms(rules.action_types, own.FORMS if own is not None else ())


def write(study: Study, *, ways: bool = False) -> str:
    """A study as text. With `ways` every run is spelled out, also where it is the one the program offers."""
    head = [_header("Study", study.name), ""] if study.name else []
    return "\n".join([*head, *(_Writer(chapter, ways).text() for chapter in study.chapters)])


def write_game(game: Game[Any], *, ways: bool = False) -> str:
    """The moves of a game as text."""
    return write(Study.of(game), ways=ways)


def offered_run(rules: Rules[Any], state: Any) -> RunRoutes | None:
    """The run that the program offers in a position; None if no run is asked for."""
    options: list[Option] = rules.legal(state)
    return next((option.action for option in options if isinstance(option.action, RunRoutes)), None)


def earned(ply: Ply) -> int | None:
    """What a run has brought in; None if the move was none."""
    return next((event.facts["revenue"] for event in ply.events if event.kind == "run"), None)


def _header(name: str, *values: str) -> str:
    return f"[{' '.join([name, *(msgspec.json.encode(value).decode() for value in values)])}]"


def _notes(node: Node) -> str:
    """What is said about a move, behind it."""
    parts = [*node.glyphs, *map(_mark, node.marks)]
    if node.name:
        parts.append(f"<line {msgspec.json.encode(node.name).decode()}>")
    if node.comment:
        parts.append("{" + node.comment.replace("\\", "\\\\").replace("}", "\\}") + "}")
    return " ".join(parts)


def _mark(mark: Mark) -> str:
    return f"<{' '.join([mark.kind, *map(quoted, mark.at), mark.colour])}>"


class _After(Struct, frozen=True):
    """Still to be written: what follows a move."""

    node: Node


class _Writer:
    """Writes one chapter, by a list of things still to be written: lines may be as long as games are."""

    def __init__(self, chapter: Chapter, ways: bool) -> None:
        """`ways` as in `write`."""
        self.chapter, self.rules, self.ways = chapter, chapter.rules, ways
        self.forms = forms_of(chapter.rules)
        self.lines: list[str] = []
        self.depth = 0
        self.open: tuple[str, str] | None = None  # round and actor of the line that is being written

    def text(self) -> str:
        """Its headers and moves."""
        rules, root = self.chapter.rules, self.chapter.root
        head = [
            *([_header("Chapter", self.chapter.name)] if self.chapter.name else []),
            _header("Title", rules.title, rules.version),
            _header("Players", *rules.seats),
            _header("Options", msgspec.json.encode(dict(rules.options)).decode()),
            _header("Seed", str(rules.seed)),
        ]
        if self.chapter.start != rules.start()[0]:
            head.append(_header("Position", base64.b64encode(encode_state(self.chapter.start)).decode()))
        notes = _notes(root)
        self.moves()
        return "\n".join([*head, "", *([notes] if notes else []), *self.lines]) + "\n"

    def moves(self) -> None:
        """Everything below the beginning: a move, the lines there could have been instead, what follows it."""
        waiting: list[Node | _After | str] = [_After(self.chapter.root)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Node):
                self.move(item)
            elif isinstance(item, str):
                self.parenthesis(item)
            elif item.node.lines:
                main, *others = item.node.lines
                instead = [part for other in others for part in ("(", other, _After(other), ")")]
                waiting.extend(reversed([main, *instead, _After(main)]))

    def parenthesis(self, sign: str) -> None:
        """A line begins or ends."""
        self.depth -= sign == ")"
        self.lines.append("  " * self.depth + sign)
        self.depth += sign == "("
        self.open = None

    def move(self, node: Node) -> None:
        """One move with its notes, in the line of the moves before it if the same company or player goes on."""
        ply, before = node.ply, self.before(node)
        assert ply is not None
        words = self.words(ply, before)
        if ply.seat != self.rules.asked(before):
            words = f"@{quoted(self.rules.seats[ply.seat])} {words}"
        words = " ".join(filter(None, [words, _notes(node)]))
        decision = self.rules.decision(before)
        place = (self.rules.heading(before), decision.actor if decision else "")
        if place == self.open:
            self.lines[-1] += f", {words}"
            return
        self.open = place
        self.lines.append("  " * self.depth + f"{' '.join(filter(None, [place[0], quoted(place[1])]))}: {words}")

    def before(self, node: Node) -> Any:
        """The position a move was made in."""
        parent = node.parent
        return self.chapter.start if parent is None or parent.ply is None else parent.ply.state

    def words(self, ply: Ply, before: Any) -> str:
        """The move: a run that is the one offered is told by what it brings."""
        action = ply.action
        if isinstance(action, RunRoutes) and action.routes and not self.ways:
            revenue = earned(ply)
            if revenue is not None and offered_run(self.rules, before) == action:
                return f"run {revenue}"
        return self.forms.write(action)
