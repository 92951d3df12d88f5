"""Studies: the tree of an analysis table, with names, comments, glyphs and an order of its lines.

Whoever may look at the table sees the tree, whoever has a seat there changes it. Nothing here touches another table: an
analysis table comes from a game that is over or hides nothing, or from a file, and has its own records.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from stellwerk.core import BadInput
from stellwerk.core.reading import meet
from stellwerk.core.transcript import Entry, action_from_json
from stellwerk.formats import load_bytes
from stellwerk.store import Conflict, Live, NewSeat
from stellwerk.store.kept import Shared
from stellwerk.store.records import TABLE, Paper
from stellwerk.study import Node, Study
from stellwerk.study.file import encode, to_link
from stellwerk.study.text import write
from stellwerk.web.access import Access, TableSettings
from stellwerk.web.errors import BadRequest, Forbidden, Unknown, Waiting
from stellwerk.web.foreign_worker import ReadStudy
from stellwerk.web.games import OpenGames, stale
from stellwerk.web.lines_of_study import Tree, Written
from stellwerk.web.people import LONGEST_NAME, Who, clean_name
from stellwerk.web.responses import Made
from stellwerk.web.study_view import StudyOut, shown
from stellwerk.web.tables import Tables

MEMORY = 24 * 1024 * 1024  # bytes of trees
MOST_RECORDS = 50_000  # of a table: going to a line makes its moves once more
LOCKS = 16  # tables share them, so that nobody waits for the one tree that is long


class Studies:
    """The trees of all analysis tables."""

    def __init__(self, games: OpenGames, tables: Tables) -> None:
        """Works on the open games; puts up tables for studies that are brought."""
        self.games, self.tables, self.store, self.live = games, tables, games.store, games.live
        self._locks = tuple(threading.Lock() for _ in range(LOCKS))
        self._trees: Shared[str, Tree] = Shared(MEMORY)

    @property
    def size(self) -> int:
        """Bytes of trees that are kept."""
        return self._trees.size

    # -- looking

    def open(self, game_id: str, who: Who) -> tuple[Access, Live]:
        """The table; refused if it is none for study."""
        rights, live = self.games.open(game_id, who)
        rights.may_look()
        if not rights.settings.analysis:
            raise Unknown("this table is no study: begin one with a what-if from it")
        return rights, live

    def read(self, game_id: str, who: Who, ply: int | None = None) -> StudyOut:
        """The tree as it is shown to somebody who looks at a ply of the table's line, or at the present."""
        _, live = self.open(game_id, who)
        paper = self.store.study(game_id)
        with self._lock(game_id):
            tree = self._tree(live)
            path = tree.here.path()
            looked = tree.here if ply is None or ply >= len(path) else path[ply - 1] if ply else tree.chapter.root
            return shown(tree, written_of(paper), paper.revision, looked)

    def study(self, game_id: str, who: Who) -> Study:
        """The whole study, for a file, a text or a link; lines that were deleted are not in it."""
        rights, live = self.open(game_id, who)
        written = written_of(self.store.study(game_id))
        with self._lock(game_id):
            tree = Tree(live.game)
            tree.follow(self.store.load(game_id).records[: live.version], known(live))
            tree.dress(written)
            for node in [node for node in tree.number if tree.hidden(node, written)]:
                if node.parent is not None:
                    node.remove()
        study = Study(rights.settings.name, (tree.chapter,))
        tree.chapter.name = rights.settings.name
        return study

    def export(self, game_id: str, form: str, who: Who) -> tuple[bytes, str, str]:
        """The study as a file (`json`), as text (`text`), or as the part of a link behind `#` (`link`)."""
        study = self.study(game_id, who)
        if form == "json":
            return encode(study), "application/json", f"{game_id}.study.json"
        if form == "text":
            return write(study).encode(), "text/plain; charset=utf-8", f"{game_id}.study.txt"
        if form == "link":
            return to_link(study).encode(), "text/plain; charset=utf-8", f"{game_id}.link.txt"
        raise BadRequest("format must be json, text or link, not {form!r}", form=form)

    def _lock(self, game_id: str) -> threading.Lock:
        return self._locks[hash(game_id) % LOCKS]

    def _tree(self, live: Live) -> Tree:
        """The tree up to the table's present version; only new records are read."""
        game_id = live.head.id
        tree = self._trees.get(game_id)
        if tree is None or tree.version > live.version:
            tree = Tree(live.game)
        if tree.version < live.version:
            records = self.store.load(game_id, tree.version).records
            tree.follow(records[: live.version - tree.version], known(live))
            self._trees.put(game_id, tree, tree.size)
        return tree

    # -- going and changing

    def go(self, game_id: str, node: int, version: int, who: Who) -> Live:
        """Set the table to a move of the tree. Nothing is lost: what is left stays in the tree."""
        rights, live = self.open(game_id, who)
        self._must_write(rights)
        if live.version > MOST_RECORDS:
            raise BadRequest("a study has up to {most} moves, those that were made again included", most=MOST_RECORDS)
        if live.version != version:
            raise stale(Conflict(game_id, version, live.version))
        with self._lock(game_id):
            tree = self._tree(live)
            goal = self._node(tree, node)
            path, mine = goal.path(), tree.here.path()
            shared = sum(1 for a, b in zip(path, mine, strict=False) if a is b)
            steps = [Entry(step.ply.seat, step.ply.action) for step in path[shared:] if step.ply is not None]
        seat = min(rights.seats, default=TABLE)
        try:
            if shared < live.game.ply:
                self.live.rewind(game_id, live.version, shared, seat)
                live = self.live.get(game_id)
            if steps:
                _, live = self.live.play(live, live.version, steps)
        except Conflict as conflict:
            raise stale(conflict) from None
        return live

    def name(self, game_id: str, node: int, text: str, who: Who) -> None:
        """Name the line that begins with a move."""

        def change(tree: Tree, found: Node, written: Written) -> None:
            found.call(text.strip())
            put(written.lines, node, found.name)

        self._change(game_id, node, who, change)

    def comment(self, game_id: str, node: int, text: str, who: Who) -> None:
        """Comment on a move."""

        def change(tree: Tree, found: Node, written: Written) -> None:
            keep = found.say
            keep(text.strip())
            put(written.say, node, found.comment)

        self._change(game_id, node, who, change, root=True)

    def judge(self, game_id: str, node: int, glyphs: tuple[str, ...], who: Who) -> None:
        """Set the glyphs of a move."""

        def change(tree: Tree, found: Node, written: Written) -> None:
            found.judge(*glyphs)
            put(written.glyphs, node, found.glyphs)

        self._change(game_id, node, who, change)

    def promote(self, game_id: str, node: int, who: Who) -> None:
        """Make a line the main continuation of the move before it."""

        def change(tree: Tree, found: Node, written: Written) -> None:
            assert found.parent is not None
            written.first[str(tree.number[found.parent])] = str(node)

        self._change(game_id, node, who, change)

    def delete(self, game_id: str, node: int, who: Who) -> None:
        """Take a line out of the tree, with all that follows. The one the table is on stays."""

        def change(tree: Tree, found: Node, written: Written) -> None:
            if found in tree.here.path():
                raise Waiting("the table is on this line: go to another one first")
            written.gone[str(node)] = tree.version
            for below in (found, *found.below()):
                for notes in (written.lines, written.say, written.glyphs, written.first):
                    notes.pop(str(tree.number[below]), None)

        self._change(game_id, node, who, change)

    # -- bringing one

    def bring(self, read: ReadStudy, name: str, who: Who) -> Made:
        """An analysis table from a study that was read: its main line is the table's, its lines are played and taken
        back. If that fails there is no table.
        """
        game = load_bytes(read.transcript).game
        again = sum(line.after + len(line.moves) for line in read.lines)
        if again > MOST_RECORDS // 2:
            raise BadRequest("a study has up to {most} moves, those that were made again included", most=MOST_RECORDS)
        seats = [NewSeat(entry, "hotseat", who.holder) for entry in game.rules.seats]
        title = clean_name((name or read.name)[:LONGEST_NAME], "the name of the table") if name or read.name else ""
        settings = TableSettings(name=title, undo="free", spectators=False, analysis=True, known=True)
        made = self.tables.put_up(game, seats, settings, who)
        game_id = made.table.id
        try:
            nodes = list(range(game.ply + 1))  # the names of the moves in the order in which they were read
            for line in read.lines:
                live = self.go(game_id, nodes[line.after], self.live.get(game_id).version, who)
                kinds = game.rules.action_types
                entries = [Entry(seat, action_from_json(dict(action), kinds)) for seat, action in line.moves]
                version, _ = self.live.play(live, live.version, entries)
                nodes += range(version - len(entries) + 1, version + 1)
            if read.lines:
                self.go(game_id, game.ply, self.live.get(game_id).version, who)
            self._write_words(game_id, nodes, read)
        except BaseException:
            self.store.delete(game_id)
            raise
        return structs.replace(made, table=self.games.table(self.games.rights(game_id, who)), notes=read.notes)

    def _write_words(self, game_id: str, nodes: list[int], read: ReadStudy) -> None:
        written = Written()
        for number, name, comment, glyphs in read.words:
            node = nodes[number]
            put(written.lines, node, name)
            put(written.say, node, comment)
            put(written.glyphs, node, glyphs)
        if read.words:
            self.store.write_study(game_id, 0, msgspec.to_builtins(written))

    def _change(
        self, game_id: str, node: int, who: Who, change: Callable[[Tree, Node, Written], None], *, root: bool = False
    ) -> None:
        rights, live = self.open(game_id, who)
        self._must_write(rights)
        while True:
            paper = self.store.study(game_id)
            written = written_of(paper)
            with self._lock(game_id):
                tree = self._tree(live)
                found = self._node(tree, node)
                if found.parent is None and not root:
                    raise BadRequest("the beginning is no line")
                try:
                    change(tree, found, written)
                except BadInput as error:
                    raise BadRequest("{reason}", reason=str(error)) from None
            try:
                self.store.write_study(game_id, paper.revision, msgspec.to_builtins(written))
            except Conflict:  # somebody else has changed it at this moment: once more, on what he has kept
                continue
            return

    @staticmethod
    def _must_write(rights: Access) -> None:
        if not (rights.seats or rights.creator):
            raise Forbidden("only who has a seat at this table changes its study")

    @staticmethod
    def _node(tree: Tree, node: int) -> Node:
        found = tree.nodes.get(node)
        if found is None:
            raise Unknown("there is no such move in this study")
        return found


def put(notes: dict[str, Any], node: int, value: Any) -> None:
    """Keep something about a node; nothing is taken out."""
    if value:
        notes[str(node)] = value
    else:
        notes.pop(str(node), None)


def written_of(paper: Paper) -> Written:
    """What is written into a tree."""
    meet(Written)
    return msgspec.convert(paper.body, Written) if paper.body else Written()


def known(live: Live) -> dict[int, Any]:
    """The positions of the table's line, by the versions of the actions that led to them."""
    return dict(zip(live.line, live.game.plies, strict=True))
