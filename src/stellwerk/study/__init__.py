"""Studies: trees of moves over games, as objects, files, links and text (docs/study.md)."""

from stellwerk.study.file import from_link, load, save, to_link
from stellwerk.study.reading import read
from stellwerk.study.text import write, write_game
from stellwerk.study.tree import Chapter, Fault, Mark, Node, Study

__all__ = [
    "Chapter",
    "Fault",
    "Mark",
    "Node",
    "Study",
    "from_link",
    "load",
    "read",
    "save",
    "to_link",
    "write",
    "write_game",
]
