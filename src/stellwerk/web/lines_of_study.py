"""The tree of an analysis table: every move that was ever made there, also those that were taken back.

The table's records are the moves; a rewind goes back to an earlier one, and another move from there begins a line. A
node is called by the version of the record that made it first, which never changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from stellwerk.core import Game, Illegal, TranscriptError
from stellwerk.core.game import Ply
from stellwerk.core.transcript import action_from_json
from stellwerk.store import Record
from stellwerk.store.records import REWIND
from stellwerk.study import Chapter, Node

ROOT = 0
NODE_BYTES = 3000  # about what one takes that is not part of the table's own line


class Written(Struct, omit_defaults=True):
    """What people have written into the tree, by the name of the node. `first` is the main continuation after a node,
    `gone` says up to which version a line that was deleted had been played.
    """

    lines: dict[str, str] = field(default_factory=dict)
    say: dict[str, str] = field(default_factory=dict)
    glyphs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)


class Tree:
    """The moves of a table as a chapter of a study, followed record by record."""

    def __init__(self, game: Game[Any]) -> None:
        """Nothing has been played yet; `game` is any position of the table."""
        self.chapter = Chapter(game.at(0))
        self.nodes: dict[int, Node] = {ROOT: self.chapter.root}
        self.number: dict[Node, int] = {self.chapter.root: ROOT}
        self.made: dict[int, int] = {}  # when each was played last
        self.version = 0
        self.lost = 0  # moves that the rules do not know any more
        self._path: list[Node | None] = [self.chapter.root]

    @property
    def here(self) -> Node:
        """Where the table is."""
        return next(node for node in reversed(self._path) if node is not None)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return 10_000 + NODE_BYTES * len(self.nodes)

    def follow(self, records: Sequence[Record], known: Mapping[int, Ply]) -> None:
        """Go on by further records; `known` are positions that need not be worked out, by the versions of the actions
        that led to them.
        """
        for record in records:
            self.version = record.version
            if record.kind == REWIND:
                del self._path[record.body["to"] + 1 :]
            else:
                self._path.append(self._made(record, known.get(record.version)))

    def _made(self, record: Record, ply: Ply | None) -> Node | None:
        before = self._path[-1]
        if before is None:
            self.lost += 1
            return None
        node = self._added(before, record, ply)
        if node is None:
            self.lost += 1
            return None
        if node not in self.number:
            self.nodes[record.version] = node
            self.number[node] = record.version
        self.made[self.number[node]] = record.version
        return node

    def _added(self, before: Node, record: Record, ply: Ply | None) -> Node | None:
        if ply is None:
            try:
                action = action_from_json(record.body, self.chapter.rules.action_types)
                return self.chapter.add(before, action, record.seat)
            except (Illegal, TranscriptError):  # recorded by an older program
                return None
        for child in before.lines:
            if child.ply is not None and child.ply.seat == ply.seat and child.ply.action == ply.action:
                return child
        node = Node(before, ply)
        before.lines.append(node)
        return node

    # -- what is written into it

    def dress(self, written: Written) -> None:
        """Give the nodes their names, comments and order."""
        for name, node in self.nodes.items():
            key = str(name)
            node.name, node.comment = written.lines.get(key, ""), written.say.get(key, "")
            node.glyphs = written.glyphs.get(key, ())
            if len(node.lines) > 1:
                first = written.first.get(key, "")
                node.lines.sort(key=lambda child: (str(self.number[child]) != first, self.number[child]))

    def hidden(self, node: Node, written: Written) -> bool:
        """True if a line was deleted and not played again since."""
        name = self.number[node]
        return self.made[name] <= written.gone.get(str(name), -1) if name else False

    def shown(self, node: Node, written: Written) -> list[Node]:
        """The continuations of a node that were not deleted."""
        return [child for child in node.lines if not self.hidden(child, written)]
