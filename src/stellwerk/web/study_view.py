"""The tree of a study as it is told: the move that is looked at, the lines, what is said of moves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from stellwerk.core import Message
from stellwerk.study import Node
from stellwerk.web.lines_of_study import Tree, Written


class MoveOut(Struct, frozen=True):
    """A move of the tree: where it stands, what was done, what is said of it."""

    node: int
    ply: int
    seat: int
    round: str
    deed: Message
    name: str = ""
    comment: str = ""
    glyphs: tuple[str, ...] = ()


class LineOut(Struct, frozen=True):
    """A line: its first move, how deep it is nested, how many moves it has, and its last one. `here`: the table is on
    it.
    """

    first: MoveOut
    depth: int
    moves: int
    end: int
    here: bool
    main: bool


class StudyOut(Struct, frozen=True):
    """The tree around the move that is looked at: `node`, with what is said of it; `at` is where the table is."""

    here: MoveOut | None
    node: int
    at: int
    comment: str
    lines: list[LineOut]
    next: list[MoveOut]
    others: list[MoveOut]
    said: list[MoveOut]
    moves: int
    lost: int
    revision: int


def shown(tree: Tree, written: Written, revision: int, here: Node) -> StudyOut:
    """The tree around a move."""
    tree.dress(written)
    path = set(tree.here.path())
    lines = list(lines_of(tree, written, path))
    moves = sum(1 for node in tree.number if node.ply is not None)
    hidden = hidden_below(tree, written)
    begins = {line.first.node for line in lines}  # where a name stands above its line
    said = [
        node
        for node in tree.chapter.root.below()
        if node not in hidden
        and ((node is not here and (node.comment or node.glyphs)) or (node.name and tree.number[node] not in begins))
    ]
    others = [] if here.parent is None else [node for node in tree.shown(here.parent, written) if node is not here]
    return StudyOut(
        here=None if here.ply is None else told(tree, here),
        node=tree.number[here],
        at=tree.number[tree.here],
        comment=here.comment,
        lines=lines,
        next=[told(tree, node) for node in tree.shown(here, written)],
        others=[told(tree, node) for node in others],
        said=[told(tree, node) for node in said],
        moves=moves - len(hidden),
        lost=tree.lost,
        revision=revision,
    )


def hidden_below(tree: Tree, written: Written) -> set[Node]:
    """All moves of lines that were deleted."""
    found: set[Node] = set()
    for node in tree.number:
        if tree.hidden(node, written):
            found |= {node, *(below for below in node.below())}
    return found


def lines_of(tree: Tree, written: Written, path: set[Node]) -> Iterator[LineOut]:
    """The lines in their order, the main line first, each followed by those that leave it."""
    waiting: list[tuple[Node, int, bool]] = [
        (node, 0, not number) for number, node in enumerate(tree.shown(tree.chapter.root, written))
    ][::-1]
    while waiting:
        first, depth, main = waiting.pop()
        count, node = 1, first
        leaving: list[tuple[Node, int, bool]] = []
        while children := tree.shown(node, written):
            leaving += [(child, depth + 1, False) for child in children[1:]]
            node = children[0]
            count += 1
        on = first in path and (node in path or not any(child in path for child, _, _ in leaving))
        yield LineOut(told(tree, first), depth, count, tree.number[node], on, main)
        waiting += leaving[::-1]


def told(tree: Tree, node: Node) -> MoveOut:
    """A move in words."""
    assert node.ply is not None
    assert node.parent is not None
    rules = tree.chapter.rules
    before = tree.chapter.start if node.parent.ply is None else node.parent.ply.state
    return MoveOut(
        node=tree.number[node],
        ply=node.depth,
        seat=node.ply.seat,
        round=rules.heading(before),
        deed=rules.label(before, node.ply.action).text,
        name=node.name,
        comment=node.comment,
        glyphs=node.glyphs,
    )
