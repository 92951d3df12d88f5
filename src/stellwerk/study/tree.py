"""A study: a tree of moves over a game, in chapters, with names, comments, glyphs and marks.

The model is the game tree of chess: the first move after a node is its main continuation, every other one begins a
line. A node keeps the position after its move, so that any node can be looked at and played on from at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from stellwerk.core import Action, BadInput, Event, Game, Rules
from stellwerk.core.game import Ply
from stellwerk.core.transcript import Entry

GLYPHS = ("!!", "??", "!?", "?!", "!", "?", "∞", "±", "∓", "□")
MARKS = {"hex": 1, "company": 1, "cell": 1, "place": 1, "arrow": 2}  # kinds of marks, and how many places they name
COLOURS = ("violet", "green", "red", "blue", "yellow")
LONGEST_COMMENT, LONGEST_NAME, MOST_MARKS, MOST_NODES = 20_000, 120, 64, 200_000


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something pointed at: a hex, company, market cell or other place, or an arrow between two of them."""

    kind: str
    at: tuple[str, ...]
    colour: str = COLOURS[0]


class Fault(Struct, frozen=True):
    """A part of a study that could not be taken over: where, why, and how many moves were left out."""

    chapter: str
    where: str
    reason: str
    moves: int

    def __str__(self) -> str:
        left = "1 move is" if self.moves == 1 else f"{self.moves} moves are"
        return f"{self.chapter}: {self.where}: {self.reason} ({left} left out)"


class Node:
    """A move of a study, or the beginning of a chapter, with what is said about it."""

    __slots__ = ("comment", "glyphs", "lines", "marks", "name", "parent", "ply")

    def __init__(self, parent: Node | None = None, ply: Ply | None = None) -> None:
        """`ply` is the move and the position after it; a chapter begins without a move."""
        self.parent, self.ply = parent, ply
        self.lines: list[Node] = []
        self.name = ""
        self.comment = ""
        self.glyphs: tuple[str, ...] = ()
        self.marks: tuple[Mark, ...] = ()

    @property
    def main(self) -> Node | None:
        """The main continuation."""
        return self.lines[0] if self.lines else None

    @property
    def depth(self) -> int:
        """How many moves lead here."""
        return sum(1 for _ in self.path())

    def path(self) -> list[Node]:
        """The moves from the beginning to this one."""
        found = []
        node: Node | None = self
        while node is not None and node.ply is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def mainline(self) -> Iterator[Node]:
        """What follows if nobody leaves the main continuation."""
        node = self.main
        while node is not None:
            yield node
            node = node.main

    def below(self) -> Iterator[Node]:
        """Every move that follows, in any line."""
        waiting = self.lines[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.lines[::-1])

    def say(self, comment: str) -> None:
        """Comment on this move; an empty text takes the comment away."""
        if len(comment) > LONGEST_COMMENT:
            raise BadInput(f"a comment may have {LONGEST_COMMENT} characters, this one has {len(comment)}")
        self.comment = comment

    def call(self, name: str) -> None:
        """Name the line that begins here."""
        if len(name) > LONGEST_NAME or not (name.isprintable() or not name):
            raise BadInput(f"a name is one line of at most {LONGEST_NAME} characters")
        self.name = name

    def judge(self, *glyphs: str) -> None:
        """Set the glyphs, such as `!` or `?!`."""
        unknown = [glyph for glyph in glyphs if glyph not in GLYPHS]
        if unknown:
            raise BadInput(f"{unknown[0][:10]!r} is no glyph; there are {' '.join(GLYPHS)}")
        self.glyphs = tuple(dict.fromkeys(glyphs))

    def mark(self, *marks: Mark) -> None:
        """Set what is pointed at."""
        if len(marks) > MOST_MARKS:
            raise BadInput(f"{len(marks)} marks are more than the {MOST_MARKS} a move may have")
        for mark in marks:
            if mark.kind not in MARKS or len(mark.at) != MARKS[mark.kind]:
                raise BadInput(
                    f"a mark is one of {', '.join(MARKS)} with its place (an arrow has two), not {mark.kind[:20]!r}"
                )
            if mark.colour not in COLOURS:
                raise BadInput(f"{mark.colour[:20]!r} is no colour of marks; there are {', '.join(COLOURS)}")
        same = (Mark(mark.kind, mark.at, COLOURS[COLOURS.index(mark.colour)]) for mark in marks)
        self.marks = tuple(dict.fromkeys(same))  # with the very texts of COLOURS, so that files leave the usual one out

    def promote(self) -> None:
        """Make this move the main continuation of the one before it."""
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def remove(self) -> None:
        """Take this move and all that follows out of the study."""
        self._siblings().remove(self)
        self.parent = None

    def _siblings(self) -> list[Node]:
        if self.parent is None:
            raise BadInput("the beginning of a chapter stays where it is")
        return self.parent.lines


class Chapter:
    """A tree over one game."""

    def __init__(self, game: Game[Any], name: str = "") -> None:
        """The game's moves so far become the main line; the game itself is never touched."""
        self.rules: Rules[Any] = game.rules
        start = game.at(0)
        self.start: Any = start.state
        self.start_events: tuple[Event, ...] = start.last_events
        self.root = Node()
        self.name = name
        node = self.root
        for ply in game.plies:
            child = Node(node, ply)
            node.lines.append(child)
            node = child

    def game(self, node: Node | None = None) -> Game[Any]:
        """The game as it stands after a move: a copy that can be played on freely."""
        plies = [step.ply for step in (node or self.root).path() if step.ply is not None]
        return Game.from_state(self.rules, self.start, self.start_events, plies)

    def add(self, node: Node, action: Action, seat: int | None = None) -> Node:
        """Make a move after a node: the one that is there already, or a new line. `Illegal` changes nothing."""
        before = self.start if node.ply is None else node.ply.state
        seat = self.rules.asked(before) if seat is None else seat
        for child in node.lines:
            if child.ply is not None and child.ply.seat == seat and child.ply.action == action:
                return child
        state, events = self.rules.apply(before, action, seat)
        child = Node(node, Ply(seat, action, state, events))
        node.lines.append(child)
        return child

    def find(self, path: tuple[int, ...]) -> Node:
        """The node that is reached by taking the first, second … continuation (from 0) at each step."""
        node = self.root
        for step, number in enumerate(path):
            if not 0 <= number < len(node.lines):
                raise BadInput(f"there is no line {number} after move {step}")
            node = node.lines[number]
        return node

    def last(self) -> Node:
        """The end of the main line."""
        node = self.root
        while node.main is not None:
            node = node.main
        return node

    @property
    def entries(self) -> Iterator[Entry]:
        """The moves of the main line."""
        return (Entry(node.ply.seat, node.ply.action) for node in self.root.mainline() if node.ply is not None)

    def __len__(self) -> int:
        """How many moves it has, in all lines."""
        return sum(1 for _ in self.root.below())


class Study:
    """Chapters under one name. `faults` is what could not be read of the file it comes from."""

    def __init__(self, name: str = "", chapters: tuple[Chapter, ...] = (), faults: tuple[Fault, ...] = ()) -> None:
        """A study may be empty."""
        self.name, self.chapters, self.faults = name, list(chapters), faults

    @classmethod
    def of(cls, game: Game[Any], name: str = "") -> Study:
        """A study with one chapter: this game."""
        return cls(name, (Chapter(game, name),))
